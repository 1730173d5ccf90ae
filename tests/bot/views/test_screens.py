"""Whatever happens in a game: every screen keeps Discord's limits, and every button means a legal move."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.app.games import game_registry
from bot.tables.choices import Choice, decode, encode
from bot.tables.results import TableView
from bot.tables.table import Poll
from bot.views import screens
from bot.views.base import custom_ids, limits
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Button, ButtonRow, Screen
from bot.views.press import asking, move_form, moves, slot_steps, terms
from bot.views.press.moves import CompleteChoice, OpenSlot
from bot.views.table import details, private, public, status
from cards.kernel.moves import Move, Slot
from cards.language.words.combat import Copy
from cards.registry import module_of
from tests.bot.views.games import positions, table_of, view_of

GAMES = [
    ("classic", 3, 1, {}),
    ("classic", 6, 2, {"epic": True}),
    ("wild_west", 4, 3, {}),
    ("panic", 1, 4, {}),
    ("panic", 6, 5, {"more_munchkin": True}),
]
STEP_COUNT = 220
WHOLE_GAME_STEPS = 3000
"""Steps within which most random games are over."""


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def views(request: pytest.FixtureRequest) -> list[TableView]:
    """All that everybody sees at some positions of a random game."""
    name, seats, seed, options = request.param
    if game_registry().find(name) is None:
        pytest.skip(f"no game {name} in this release")
    found: list[TableView] = []
    for number, (game, state, events) in enumerate(positions(name, seats, seed, STEP_COUNT, options)):
        if number % 4 == 0 or game.pending(state) is None:
            found += [view_of(game, state, seat, events) for seat in (None, *range(seats))]
    return found


@pytest.fixture(scope="module")
def drawn(views: list[TableView]) -> list[tuple[TableView, list[Screen]]]:
    """Return everybody's screens, drawn once for all tests that look at them."""
    return [(view, list(all_screens(view))) for view in views]


def all_screens(view: TableView) -> Iterator[Screen]:
    """Draw every screen that this reader can open."""
    kind = module_of(view.table.game)
    if view.seat is None:
        yield screens.table_screen(view, kind)
        yield screens.watch_screen(view, 1_800_000_000, view.past)
        yield details.details_screen(view)
        yield from seat_screens(view)
        return
    yield details.details_screen(view)
    yield screens.hand_screen(view, note="x" * 300)
    yield screens.hand_screen(view, auto_updated=True)
    for desk in asking.desks_of(view):
        yield private.desk_screen(view, desk.group)
    for group in screens_of(view).hand.groups(view):
        for card in group.cards:
            yield private.card_screen(view, card)
    for move in view.moves:
        found = moves.advance(move, PartialChoice(custom_ids.Choice.of(move)))
        if isinstance(found, OpenSlot):
            yield private.step_screen(view, found)
        if moves.has_terms_screen(moves.words_of(view), move):
            yield terms.terms_screen(view, move, terms.begin(view, move))
            yield terms.terms_screen(view, move, tuple(slot.options for slot in move.slots), "x" * 300)


def test_every_screen_keeps_the_limits_in_pictures_and_in_words(
    drawn: list[tuple[TableView, list[Screen]]],
) -> None:
    for _, seen in drawn:
        for screen in seen:
            assert limits.faults(screen) == [], screen.as_text()
            assert limits.faults(screen.without_pictures()) == [], screen.as_text()


@pytest.mark.parametrize(
    ("game", "seeds"), [("classic", (3,)), ("classic+apocalypse+rick_and_morty+wild_west", (1, 2))]
)
def test_everything_can_be_looked_at_all_through_a_crowded_game(game: str, seeds: tuple[int, ...]) -> None:
    """Whoever can copies monsters and enhances them: no card is offered twice, however often it counts."""
    crowded = 0
    for seed in seeds:
        played = positions(game, 6, seed, WHOLE_GAME_STEPS, eager_for=growing_cards(game))
        for number, (kind, state, events) in enumerate(played):
            foes = () if state.combat is None else state.combat.foes
            grown = any(foe.enhancers for foe in foes) and any(foe.linked >= 0 for foe in foes)
            if not grown and number % 25:
                continue
            crowded += grown
            waits = kind.pending(state)
            readers = (None, *(() if waits is None else waits.awaited[:1]))
            for seat in readers:
                for screen in open_screens(view_of(kind, state, seat, events)):
                    assert limits.faults(screen) == [], screen.as_text()
    assert crowded


def growing_cards(game: str) -> frozenset[int]:
    """Return the cards that copy a monster or enhance it."""
    kind, _, _ = next(positions(game, 3, 1, 1))
    return frozenset(
        number
        for number, card in enumerate(kind.decks.definitions)
        if card.kind == "enhancer" or any(isinstance(word, Copy) for block in card.blocks for word in block)
    )


def seat_screens(view: TableView) -> Iterator[Screen]:
    """Draw every seat that this reader can look at."""
    for seat, _ in details.seats(view):
        shown = details.seat_screen(view, seat)
        assert shown is not None
        yield shown


def open_screens(view: TableView) -> Iterator[Screen]:
    """Draw what this reader comes to from the table's message, and that itself."""
    yield details.details_screen(view)
    yield from seat_screens(view)
    if view.seat is not None:
        yield screens.hand_screen(view)
        return
    kind = module_of(view.table.game)
    yield screens.table_screen(view, kind)
    yield screens.watch_screen(view, 1_800_000_000, view.past)


def test_a_vote_can_be_answered_while_the_game_stands_still(views: list[TableView]) -> None:
    """The question stands below what the halt is about, with its buttons, at whatever position."""
    for view in views:
        if view.seat is not None or view.pending is None:
            continue
        poll = Poll("kick", 9, 0, len(view.table.seats) - 1, (0,))
        halted = replace(view.table, halt="suspended", trouble="permission:Attach Files", poll=poll)
        screen = public.game_screen(replace(view, table=halted))
        assert limits.faults(screen) == []
        assert limits.faults(screen.without_pictures()) == []
        _, _, told = screen.as_text().partition("The game is suspended.")
        assert "from this game for good" in told
        pressable = [p for p in map(custom_ids.parse, screen.custom_ids()) if p is not None]
        assert [p.rest for p in pressable if p.action is custom_ids.ButtonAction.VOTE] == [
            "yes", "no",
        ]  # fmt: skip


def test_a_lobby_says_why_it_stands_still() -> None:
    """On its message, with the way back, and where somebody asks how things stand."""
    kind = module_of("panic")
    lobby = replace(table_of("panic", 6), phase="lobby", halt="suspended", trouble="permission:Send Messages")
    view = TableView(lobby, None, None, None, (), None)
    why = "I need the permission “Send Messages” there."
    screen = screens.table_screen(view, kind)
    assert limits.faults(screen) == []
    assert why in screen.as_text()
    assert str(custom_ids.CustomId(7, 9, custom_ids.ButtonAction.LOBBY, "resume")) in screen.custom_ids()
    told = status.status_screen(view, kind, None).as_text()
    assert "The game has not begun yet." in told
    assert why in told
    running = screens.table_screen(replace(view, table=replace(lobby, halt="", trouble="")), kind)
    assert str(custom_ids.CustomId(7, 9, custom_ids.ButtonAction.LOBBY, "resume")) not in running.custom_ids()


@pytest.mark.parametrize(
    ("game", "seats", "label"),
    [
        ("classic", 1, "Start with 2 computers"),
        ("classic", 2, "Start with 1 computer"),
        ("classic", 3, "Start"),
    ],
)
def test_who_is_alone_starts_with_computers_in_one_tap(game: str, seats: int, label: str) -> None:
    """They take the seats that are missing, and no more."""
    kind = module_of(game)
    lobby = replace(table_of(game, seats), phase="lobby")
    screen = screens.table_screen(TableView(lobby, None), kind)
    assert f"[{label}]" in screen.as_text()


def test_who_would_play_alone_is_told_so() -> None:
    kind = module_of("panic")
    for seats, told in ((1, "Start** now to play alone"), (2, "Start** now.")):
        lobby = replace(table_of("panic", seats), phase="lobby")
        assert told in screens.table_screen(TableView(lobby, None), kind).as_text()


def test_every_form_keeps_the_limits(views: list[TableView]) -> None:
    for view in views:
        for move in view.moves:
            if moves.form_slots(moves.words_of(view), move):
                assert limits.form_faults(move_form.form(view, move)) == []


def test_every_button_that_acts_makes_a_legal_move(drawn: list[tuple[TableView, list[Screen]]]) -> None:
    """A press of kind ``a`` is complete, and the move it spells out is in the legal list."""
    for view, seen in drawn:
        if view.seat is None:
            continue
        for screen in seen:
            for custom_id in screen.custom_ids():
                press = custom_ids.parse(custom_id)
                assert press is not None
                if press.action is custom_ids.ButtonAction.MOVE:
                    choice = decode(press.rest)
                    assert choice is not None
                    move = choice.find_move(view.moves)
                    assert move is not None
                    assert all(s.accepts(p) for s, p in zip(move.slots, choice.picks, strict=True))


def test_every_move_can_be_reached_from_the_hand(drawn: list[tuple[TableView, list[Screen]]]) -> None:
    """Each legal move has a button, a menu, or a card or desk behind which it is offered."""
    for view, seen in drawn:
        if view.seat is None:
            continue
        offered = set[str]()
        for screen in seen:
            for block in screen.blocks():
                offered |= {option.value for option in getattr(block, "options", ())}
            offered |= set(screen.custom_ids())
        for move in view.moves:
            if move.verb == "answer":
                continue
            made = {str(moves.move_custom_id(view, move))}
            assert made <= offered or (len(move.slots) == 1 and ready_made(view, move) <= offered), move


def ready_made(view: TableView, move: Move) -> set[str]:
    """Return the presses that make a move at once, one for each candidate of its only slot."""
    act = custom_ids.ButtonAction.MOVE
    choices = [Choice.of(move, (pick,)) for pick in move.slots[0].options]
    return {str(moves.custom_id_for(view, act, encode(choice))) for choice in choices}


def test_every_move_can_be_filled_step_by_step(views: list[TableView]) -> None:
    """Taking the first candidates that are enough, the steps lead to an action that the game takes."""
    for view in views[::7]:
        for move in view.moves:
            done = _walk(view, move)
            assert len(done.choice.picks) == len(move.slots)
            assert all(s.accepts(p) for s, p in zip(move.slots, done.choice.picks, strict=True))


def _walk(view: TableView, move: Move) -> CompleteChoice:
    words = moves.words_of(view)
    step = PartialChoice(custom_ids.Choice.of(move))
    for _ in range(60):
        found = moves.advance(move, step)
        assert found is not None
        if isinstance(found, CompleteChoice):
            return found
        slot, before = found.slot, found.step
        if slot.accepts(before.partial) and (before.partial or slot.least == 0):
            step = PartialChoice(before.choice.with_picks(*before.partial))
            continue
        ranked = sorted(
            (o for o in slot.options if o not in before.partial),
            key=lambda o: -slot.weights[slot.options.index(o)] if slot.weights else 0,
        )
        count = (
            1 if slot_steps.picks_one_by_one(words, slot) else slot.most if slot.need else max(slot.least, 1)
        )
        taken = None
        while taken is None or not (taken.choice != before.choice or taken.partial):
            taken = slot_steps.add_picks(found, words, ranked[:count])
            count -= 1
            assert count >= 0
        step = taken
    raise AssertionError(f"no end: {move}")


def test_who_may_take_nothing_finds_the_cards_first(views: list[TableView]) -> None:
    """Looting a body: a button for each card, and the one for none is the last, and not green."""
    view = views[0]
    move = Move("answer", slots=(Slot("card", "card", (1, 2, 3), 0, 1),))
    found = moves.advance(move, PartialChoice(custom_ids.Choice.of(move)))
    assert isinstance(found, OpenSlot)
    blocks = slot_steps.slot_blocks(view, found)
    buttons = [button for row in blocks if isinstance(row, ButtonRow) for button in row.buttons]
    assert [button.style for button in buttons if isinstance(button, Button)] == ["plain"] * 4
    assert buttons[-1].label == "None"
