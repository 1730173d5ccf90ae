"""Whole games of random moves; everything that must hold after every action is checked."""

from dataclasses import dataclass, replace

from cards.kernel.dice import Dice
from cards.kernel.events import Event
from cards.kernel.frames import Frame
from cards.kernel.game import Accepted, Setup
from cards.kernel.moves import DROP_VERB, HOST_SEAT, TIME_UP_VERB, Action, Move, Pick, Refusal, Slot
from cards.panic.game import PanicGame
from cards.panic.state import PanicState
from cards.players.panic.sensible import SensiblePanicPlayer

MAX_ACTIONS = 5000

OPTIONS_BY_VARIANT: dict[str, dict[str, object]] = {
    "standard": {},
    "more_munchkin": {"more_munchkin": True},
    "less_munchkin": {"curse_cards": False},
    "swapping": {"curse_cards": False, "swap": True},
    "more_panic": {
        "hand_change": -2,
        "start_treasures": 0,
        "walls": False,
        "reshuffle_treasures": False,
        "enhancers": True,
    },
    "less_panic": {
        "weapons_per_hit": 2,
        "deals_per_turn": 3,
        "hand_change": 1,
        "start_treasures": 2,
        "monsters_placed": 2,
        "expansion_weapons": True,
        "illusion": True,
        "characters": True,
    },
}


def fill(slot: Slot, rng: Dice) -> tuple[Pick, ...]:
    """Fill a slot at random with valid picks."""
    options = list(range(len(slot.options)))
    for _ in range(50):
        count = slot.least + rng.randbelow(min(slot.most, len(options)) - slot.least + 1)
        rng.shuffle(options)
        picks = tuple(slot.options[index] for index in options[:count])
        if slot.accepts(picks):
            return picks
    best = max(options, key=lambda index: slot.weights[index])
    return (slot.options[best],)


def take(move: Move, seat: int, rng: Dice) -> Action:
    """Return a move as an action."""
    return Action(seat, move.verb, move.card, move.ability, tuple(fill(slot, rng) for slot in move.slots))


@dataclass
class GameReport:
    """The course of a game."""

    state: PanicState
    actions: list[Action]
    events: list[Event]


def next_action(game: PanicGame, state: PanicState, rng: Dice, drops: bool, skill: int) -> Action:
    """Pick what happens next: mostly a move of an awaited seat, now and then of another, or time is up.

    ``skill`` is the percentage of moves that a sensible player chooses: such games go deeper.
    """
    waiting = game.pending(state)
    assert waiting is not None
    luck = rng.randbelow(100)
    if luck < 4:
        return Action(HOST_SEAT, TIME_UP_VERB, ability=waiting.serial)
    if drops and luck == 5 and rng.randbelow(6) == 0:
        return Action(HOST_SEAT, DROP_VERB, ability=rng.randbelow(state.seats))
    seat = waiting.awaited[rng.randbelow(len(waiting.awaited))]
    if luck < 30:
        seat = rng.randbelow(state.seats)
    moves = game.legal_moves(state, seat)
    if not moves:
        return Action(HOST_SEAT, TIME_UP_VERB, ability=waiting.serial)
    if rng.randbelow(100) < skill:
        wished = SensiblePanicPlayer(game.catalog).choose_or_wait(game.view(state, seat), moves, seat, rng)
        if wished is not None:
            return wished
    return take(moves[rng.randbelow(len(moves))], seat, rng)


def play(setup: Setup, *, rng_seed: int, look: int = 0, drops: bool = False, skill: int = 0) -> GameReport:
    """Play a game to its end. ``look``: once in that many actions, check secrecy and saving too."""
    game = PanicGame(setup)
    rng = Dice(rng_seed)
    state, events = game.start()
    report = GameReport(state, [], list(events))
    while not state.over:
        assert len(report.actions) < MAX_ACTIONS, "the game does not end"
        action = next_action(game, state, rng, drops, skill)
        before = game.encode(state) if look and len(report.actions) % look == 0 else b""
        result = game.step(state, action)
        if before:
            assert game.encode(state) == before, f"{action} changed what it was given"
            for seat in (None, *range(state.seats)):
                indistinguishable(game, state, seat, rng.randbelow(1 << 30))
        if isinstance(result, Refusal):
            assert action.verb == DROP_VERB, f"{action} was legal and is refused: {result}"
            continue
        assert isinstance(result, Accepted)
        state = result.state
        report.actions.append(action)
        report.events += result.events
        faults = game.check(state)
        assert not faults, f"{faults} after {action}"
        if before:
            restored(game, state)
    report.state = state
    return report


def restored(game: PanicGame, state: PanicState) -> None:
    """Saving and loading give the same state, and the same bytes again."""
    data = game.encode(state)
    again = game.decode(data)
    assert again == state
    assert game.encode(again) == data
    assert game.clone(state) == state


def without_prompts(frames: list[Frame]) -> list[tuple[str, int, int, int]]:
    return [(frame.kind, frame.seat, frame.card, frame.step) for frame in frames]


def indistinguishable(game: PanicGame, state: PanicState, seat: int | None, seed: int) -> None:
    """What a seat sees and may do does not depend on what it cannot know."""
    other = game.redeal_hidden(state, seat, seed)
    assert game.view(other, seat) == game.view(state, seat)
    assert game.pending(other) == game.pending(state)
    assert without_prompts(other.frames) == without_prompts(state.frames)
    if seat is not None:
        assert game.legal_moves(other, seat) == game.legal_moves(state, seat)
    assert not game.check(other)


def with_options(seats: int, seed: int, **options: object) -> Setup:
    """Return a setup of the game."""
    return replace(Setup("panic", seats, seed), options=options)
