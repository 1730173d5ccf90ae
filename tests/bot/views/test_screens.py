"""Whatever happens in a game: every screen keeps Discord's limits, and every button means a legal move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.shelf import shelf
from bot.tables.choices import decode
from bot.tables.results import Sight
from bot.tables.table import Poll
from bot.views import gallery, limits, moves, presses, private, public, status
from bot.views.layout import Screen
from bot.views.moves import Asking, Ready
from bot.views.presses import Step
from cards.kernel.moves import Move
from tests.bot.views.games import positions, sight_of, table_of

GAMES = [
    ("classic", 3, 1, {}),
    ("classic", 6, 2, {"epic": True}),
    ("wild_west", 4, 3, {}),
    ("panic", 1, 4, {}),
    ("panic", 6, 5, {"more_munchkin": True}),
]
STEPS = 220


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def sights(request: pytest.FixtureRequest) -> list[Sight]:
    """All that everybody sees at some positions of a random game."""
    name, seats, seed, options = request.param
    if shelf().find(name) is None:
        pytest.skip(f"no game {name} in this release")
    found: list[Sight] = []
    for number, (game, state, events) in enumerate(positions(name, seats, seed, STEPS, options)):
        if number % 4 == 0 or game.pending(state) is None:
            found += [sight_of(game, state, seat, events) for seat in (None, *range(seats))]
    return found


def screens(sight: Sight) -> Iterator[Screen]:
    """Draw every screen that this reader can open."""
    shape = gallery.shape_of(sight)
    kind = shelf().find(sight.table.game)
    assert kind is not None
    if sight.seat is None:
        yield gallery.table_screen(sight, kind)
        for seat, _ in shape.seats(sight):
            yield private.seat_screen(sight, shape, seat)
        return
    for page in range(3):
        yield gallery.hand_screen(sight, page=page, note="x" * 300)
    yield gallery.hand_screen(sight, lasting=True)
    for group, _ in shape.desks(sight):
        yield private.desk_screen(sight, shape, group)
    for group in shape.groups(sight):
        for card in group.cards:
            yield private.card_screen(sight, shape, card)
    for move in sight.moves:
        found = moves.advance(move, Step(presses.Choice.of(move)))
        if isinstance(found, Asking):
            yield private.step_screen(sight, shape, found)


def test_every_screen_keeps_the_limits_in_pictures_and_in_words(sights: list[Sight]) -> None:
    for sight in sights:
        for screen in screens(sight):
            assert limits.faults(screen) == [], screen.words()
            assert limits.faults(screen.in_words()) == [], screen.words()


def test_a_vote_can_be_answered_while_the_game_stands_still(sights: list[Sight]) -> None:
    """The question stands below what the halt is about, with its buttons, at whatever position."""
    for sight in sights:
        if sight.seat is not None or sight.pending is None:
            continue
        poll = Poll("kick", 9, 0, len(sight.table.seats) - 1, (0,))
        halted = replace(sight.table, halt="suspended", trouble="permission:Attach Files", poll=poll)
        screen = public.game_screen(replace(sight, table=halted), gallery.shape_of(sight))
        assert limits.faults(screen) == []
        assert limits.faults(screen.in_words()) == []
        _, _, told = screen.words().partition("The game is suspended.")
        assert "be taken out of this game for good?" in told
        assert [p.rest for p in map(presses.read, screen.presses()) if p is not None and p.kind == "v"] == [
            "yes", "no",
        ]  # fmt: skip


def test_a_lobby_says_why_it_stands_still() -> None:
    """On its message, with the way back, and where somebody asks how things stand."""
    kind = shelf().find("panic")
    assert kind is not None
    lobby = replace(table_of("panic", 6), phase="lobby", halt="suspended", trouble="permission:Send Messages")
    sight = Sight(lobby, None, None, None, (), None)
    why = "I lack the permission “Send Messages” in its channel."
    screen = gallery.table_screen(sight, kind)
    assert limits.faults(screen) == []
    assert why in screen.words()
    assert str(presses.Press(7, 9, "l", "resume")) in screen.presses()
    told = status.status_screen(sight, kind, None).words()
    assert "The game has not begun yet." in told
    assert why in told
    running = gallery.table_screen(replace(sight, table=replace(lobby, halt="", trouble="")), kind)
    assert str(presses.Press(7, 9, "l", "resume")) not in running.presses()


def test_every_form_keeps_the_limits(sights: list[Sight]) -> None:
    for sight in sights:
        for move in sight.moves:
            if moves.form_slots(moves.words_of(sight), move):
                assert limits.form_faults(moves.form(sight, move)) == []


def test_every_button_that_acts_makes_a_legal_move(sights: list[Sight]) -> None:
    """A press of kind ``a`` is complete, and the move it spells out is in the legal list."""
    for sight in sights:
        if sight.seat is None:
            continue
        for screen in screens(sight):
            for custom_id in screen.presses():
                press = presses.read(custom_id)
                assert press is not None
                if press.kind == "a":
                    choice = decode(press.rest)
                    assert choice is not None
                    move = choice.move_in(sight.moves)
                    assert move is not None
                    assert all(s.takes(p) for s, p in zip(move.slots, choice.picks, strict=True))


def test_every_move_can_be_reached_from_the_hand(sights: list[Sight]) -> None:
    """Each legal move has a button, a menu, or a card or desk behind which it is offered."""
    for sight in sights:
        if sight.seat is None:
            continue
        offered = set[str]()
        for screen in screens(sight):
            for block in screen.blocks():
                offered |= {option.value for option in getattr(block, "options", ())}
            offered |= set(screen.presses())
        for move in sight.moves:
            if move.verb == "answer":
                continue
            assert str(moves.move_press(sight, move)) in offered, move


def test_every_move_can_be_filled_step_by_step(sights: list[Sight]) -> None:
    """Taking the first candidates that are enough, the steps lead to an action that the game takes."""
    for sight in sights[::7]:
        for move in sight.moves:
            done = _walk(sight, move)
            assert len(done.choice.picks) == len(move.slots)
            assert all(s.takes(p) for s, p in zip(move.slots, done.choice.picks, strict=True))


def _walk(sight: Sight, move: Move) -> Ready:
    words = moves.words_of(sight)
    step = Step(presses.Choice.of(move))
    for _ in range(60):
        found = moves.advance(move, step)
        assert found is not None
        if isinstance(found, Ready):
            return found
        slot, before = found.slot, found.step
        if slot.takes(before.partial) and (before.partial or slot.least == 0):
            step = Step(before.choice.then(*before.partial))
            continue
        ranked = sorted(
            (o for o in slot.options if o not in before.partial),
            key=lambda o: -slot.weights[slot.options.index(o)] if slot.weights else 0,
        )
        count = 1 if moves.one_by_one(words, slot) else slot.most if slot.need else max(slot.least, 1)
        taken = None
        while taken is None or not (taken.choice != before.choice or taken.partial):
            taken = moves.take(found, words, ranked[:count])
            count -= 1
            assert count >= 0
        step = taken
    raise AssertionError(f"no end: {move}")
