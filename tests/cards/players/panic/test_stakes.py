"""Who is asked before the march, a Curse, a trophy: those who could change what comes, and nobody else."""

from collections import Counter
from collections.abc import Iterator

import pytest

from cards.kernel.dice import Dice
from cards.kernel.game import Pending, Setup
from cards.kernel.moves import HOST_SEAT, PASS_VERB, TIME_UP_VERB, Action, Refusal
from cards.panic.game import PanicGame
from cards.panic.state import PanicState
from cards.panic.words.cancel import Cancel
from cards.panic.words.enhance import Restore
from cards.panic.words.monsters import Glue
from cards.players.panic.stakes import has_panic_stake
from tests.cards.panic.random_games import OPTIONS_BY_VARIANT, next_action, take
from tests.cards.panic.situation import PanicSituationTable, arrange

SETTLE, TOKEN = 4, 6
IDLE_VERBS = frozenset(
    {PASS_VERB, "waive", "resume", "roll_all", "withdraw", "enough", "accept", "counter", "refuse"}
)
FILLINGS = 3
"""Ways in which each move is tried."""


def asked(made: PanicSituationTable, seat: int, *, only_wins: bool = False) -> bool:
    view, moves = made.game.view(made.state, seat), made.game.legal_moves(made.state, seat)
    return has_panic_stake(made.game, view, moves, seat, only_wins=only_wins)


def before_march(ring: str, *cards: str, **options: object) -> PanicSituationTable:
    """Return a table before the march with a monster in arc 1, and these cards in one hand."""
    made = arrange(4, **options).hand(1, *cards).monster("bullrog", ring, 1)
    made = made.towers(2, 3, 4, 5, 6) if ring == "castle" else made
    return PanicSituationTable(made, phase=SETTLE)


@pytest.mark.parametrize(
    ("ring", "card", "matters"),
    [
        ("archer", "flask_of_glue", True),
        ("forest", "flask_of_glue", False),  # it does not reach there
        ("swordsman", "fortify_wall", True),
        ("knight", "fortify_wall", False),  # nobody is at the Wall
        ("swordsman", "wandering_monster", True),
        ("castle", "wandering_monster", True),
        ("knight", "wandering_monster", False),  # it wanders as well when it has marched
        ("swordsman", "hoard", True),  # it may bring one of those
        ("swordsman", "draw_2_castle_cards", True),
        ("knight", "draw_2_castle_cards", False),  # nothing is lost before the next turn
        ("swordsman", "duck_of_doom", False),
        ("swordsman", "wishing_ring", False),
        ("swordsman", "red_swordsman", False),
    ],
)
def test_before_the_march_who_can_change_it_is_asked(ring: str, card: str, *, matters: bool) -> None:
    made = before_march(ring, card)
    assert [asked(made, seat) for seat in range(4)] == [False, matters, False, False]


def test_what_is_glued_or_asleep_is_no_question() -> None:
    glued = before_march("archer", "flask_of_glue")
    glued.state.glued = glued.game.catalog.index("bullrog")
    asleep = before_march("swordsman", "flask_of_glue", "fortify_wall", "wandering_monster")
    asleep.state.asleep = True
    assert not asked(glued, 1)
    assert not asked(asleep, 1)


def test_health_is_given_back_before_a_wall_takes_it() -> None:
    at_the_wall = arrange(enhancers=True).hand(1, "humongous").monster("bullrog", "swordsman", 1, 1)
    far_away = arrange(enhancers=True).hand(1, "humongous").monster("bullrog", "knight", 1, 1)
    assert asked(PanicSituationTable(at_the_wall, phase=SETTLE), 1)
    assert not asked(PanicSituationTable(far_away, phase=SETTLE), 1)


def test_while_the_game_could_end_every_card_is_a_question() -> None:
    made = before_march("swordsman", "hoard")
    made.state.towers, made.state.walls = 0b10, 0
    assert [asked(made, seat) for seat in range(4)] == [False, True, False, False]
    assert asked(made, 1, only_wins=True)


def test_only_for_the_win_leaves_the_march_to_others() -> None:
    assert not asked(before_march("swordsman", "fortify_wall"), 1, only_wins=True)


def token(name: str, *cards: str, ring: str = "swordsman", arc: int = 1) -> PanicSituationTable:
    made = arrange().next_cards(name).hand(1, *cards).monster("bullrog", ring, arc)
    return PanicSituationTable(made, phase=TOKEN)


@pytest.mark.parametrize(
    ("name", "arc", "card", "matters"),
    [
        ("red_moves", 1, "invisibility_potion", True),
        ("blue_moves", 1, "invisibility_potion", False),  # nobody is there
        ("red_moves", 1, "flask_of_glue", True),
        ("blue_moves", 1, "flask_of_glue", False),
        ("red_moves", 1, "fortify_wall", True),
        ("all_clockwise", 1, "fortify_wall", False),
        ("huge_rock", 1, "fortify_wall", True),
        ("huge_rock", 1, "flask_of_glue", False),
        ("one_more", 1, "wishing_ring", True),
        ("one_more", 1, "wandering_monster", False),
        ("red_moves", 1, "hoard", True),
        ("blue_moves", 1, "hoard", False),
    ],
)
def test_who_can_stop_or_turn_a_drawn_curse_is_asked(
    name: str, arc: int, card: str, *, matters: bool
) -> None:
    made = token(name, card, arc=arc)
    assert made.waiting.name == "token"
    assert [asked(made, seat) for seat in range(4)] == [False, matters, False, False]


def cursed(curse: str, *cards: str, picks: tuple[object, ...] = (1,)) -> PanicSituationTable:
    made = arrange().hand(0, curse).hand(1, *cards).trophies(1, "pit_bull").monster("bullrog", "archer", 1)
    return PanicSituationTable(made).play(0, curse, *picks)


@pytest.mark.parametrize(
    ("curse", "picks", "card", "matters"),
    [
        ("duck_of_doom", (1,), "sandals_of_protection", True),
        ("duck_of_doom", (1,), "hoard", True),  # what is used cannot be taken
        ("duck_of_doom", (1,), "draw_2_castle_cards", False),
        ("duck_of_doom", (1,), "red_hero", False),
        ("lightning", (1,), "convenient_addition_error", True),
        ("truly_obnoxious", ("red",), "wishing_ring", True),
        ("truly_obnoxious", ("red",), "sandals_of_protection", False),  # they hold no such Hit
    ],
)
def test_a_victim_is_asked_who_can_save_something(
    curse: str, picks: tuple[object, ...], card: str, *, matters: bool
) -> None:
    made = cursed(curse, card, picks=picks)
    assert asked(made, 1) is matters
    assert asked(made, 1, only_wins=True) is matters


def test_who_could_offer_a_card_is_asked_for_help() -> None:
    made = arrange().hand(0, "red_knight").hand(1, "any_knight").hand(2, "blue_archer")
    table = PanicSituationTable(made.monster("bullrog", "knight", 1)).do(0, "ask", "", "bullrog")
    assert [asked(table, seat) for seat in (1, 2, 3)] == [True, False, False]


def test_who_holds_a_loaded_die_is_asked_before_the_roll() -> None:
    made = arrange().hand(0, "loaded_die").next_cards("bullrog", "pit_bull")
    table = PanicSituationTable(made, phase=TOKEN)
    assert table.waiting.name == "place"
    assert asked(table, 0)
    assert not asked(PanicSituationTable(arrange().hand(0, "hoard").next_cards("bullrog"), phase=TOKEN), 0)


def test_own_phases_are_always_asked() -> None:
    assert asked(PanicSituationTable(arrange().monster("bullrog", "archer", 1)), 0)
    assert asked(PanicSituationTable(arrange().monster("bullrog", "archer", 1), phase=1), 0)


# passing takes nothing away


def waits(variant: str, seats: int, seed: int, found: Counter[str]) -> Iterator[tuple[PanicGame, PanicState]]:
    """Yield the states of a game of random moves in which one may act but need not."""
    game = PanicGame(Setup("panic", seats, seed, OPTIONS_BY_VARIANT[variant]))
    state, _ = game.start()
    rng = Dice(seed)
    for _ in range(700):
        pending = game.pending(state)
        if pending is None:
            break
        if pending.optional:
            found[pending.name] += 1
            yield game, state
        result = game.step(state, next_action(game, state, rng, drops=False, skill=70))
        assert not isinstance(result, Refusal)
        state = result.state


def lead_on(game: PanicGame, state: PanicState, pending: Pending, frame: tuple[str, int, int]) -> None:
    """Let time run out, in place, until what was waited for has happened and people may act again."""
    for _ in range(40):
        frames = [(one.kind, one.card, one.step) for one in state.frames]
        has_come = frame not in frames and not any(kind == "march" for kind, *_ in frames)
        if state.over or (has_come and state.prompt is None):
            return
        wait = game.pending(state)
        assert wait is not None
        game.step_in_place(state, Action(HOST_SEAT, TIME_UP_VERB, ability=wait.serial))
    raise AssertionError(f"nothing comes of {pending}")


def finish_card(game: PanicGame, state: PanicState, card: int) -> None:
    while not state.over and any(frame.card == card for frame in state.frames):
        wait = game.pending(state)
        assert wait is not None
        game.step_in_place(state, Action(HOST_SEAT, TIME_UP_VERB, ability=wait.serial))


def castle(state: PanicState) -> object:
    """Return all that the players defend, and against whom."""
    board = sorted((m.token, m.ring, m.arc, m.health, m.top) for m in state.board)
    return state.towers, state.walls, state.fortified, board, state.over, state.winners


def own(game: PanicGame, state: PanicState, seat: int) -> tuple[int, int]:
    table = game.table(state)
    return table.points(seat), len(table.whole_hand(seat))


def restores_more(game: PanicGame, first: PanicState, then: PanicState, action: Action) -> bool:
    """Return True if the card gives more health back when what comes has taken it."""
    healths = [sum(monster.health for monster in state.board) for state in (first, then)]
    return isinstance(game.catalog.word(action.card), Restore) and healths[0] < healths[1]


def is_taken_away(game: PanicGame, state: PanicState, action: Action) -> str:
    """Return what an act would have changed that it does not change after what comes; empty if nothing."""
    pending = game.pending(state)
    assert pending is not None
    top = state.frames[-1]
    frame = top.kind, top.card, top.step
    first, then = game.clone(state), game.clone(state)
    luck = state.dice.count
    assert not isinstance(game.step_in_place(first, action), Refusal)
    finish_card(game, first, action.card)
    if first.dice.count != luck:
        return ""  # an act by lot
    lead_on(game, first, pending, frame)
    lead_on(game, then, pending, frame)
    if then.over:
        return "" if castle(first) == castle(then) else "another end"
    is_for_this = isinstance(game.catalog.word(action.card), Cancel)
    if not is_for_this and not isinstance(game.step_in_place(then, action), Refusal):
        finish_card(game, then, action.card)
    if castle(first) != castle(then) and not restores_more(game, first, then, action):
        return f"{castle(first)} is not {castle(then)}"
    before, after = own(game, first, action.seat), own(game, then, action.seat)
    return "" if all(a <= b for a, b in zip(before, after, strict=True)) else f"{before} after {after}"


@pytest.mark.parametrize("variant", OPTIONS_BY_VARIANT)
def test_passing_takes_nothing_away(variant: str) -> None:
    """What a seat that is not asked could do changes nothing that it cannot change afterwards as well."""
    found, idle = Counter[str](), Counter[str]()
    for seats, seed in ((2, 1), (4, 2), (4, 3)):
        rng = Dice(seed)
        for game, state in waits(variant, seats, seed, found):
            pending = game.pending(state)
            assert pending is not None
            for seat in pending.awaited:
                moves = game.legal_moves(state, seat)
                view = game.view(state, seat)
                if has_panic_stake(game, view, moves, seat, only_wins=False):
                    continue
                idle[pending.name] += 1
                for move in (move for move in moves if move.verb not in IDLE_VERBS):
                    for _ in range(FILLINGS if move.slots else 1):
                        action = take(move, seat, rng)
                        lost = is_taken_away(game, state, action)
                        name = game.catalog.definitions[move.card].name
                        assert not lost, f"{pending.name}: {name} {action}: {lost}"
    assert idle["settle"] > 20, "most people have nothing to say before a march"
    assert idle["settle"] < sum(found.values()) * 4


def test_glue_is_always_a_question_where_it_holds_somebody() -> None:
    """The judge and the rules agree about whom it reaches."""
    made = before_march("knight", "flask_of_glue")
    move = next(m for m in made.game.legal_moves(made.state, 1) if m.verb == "play")
    assert isinstance(made.game.catalog.word(move.card), Glue)
    assert asked(made, 1)
