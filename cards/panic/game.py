"""The castle-defense game behind the kernel's ``Game`` interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from cards.kernel.codec import Codec
from cards.kernel.events import Event, EventRecord
from cards.kernel.frames import Frame
from cards.kernel.game import Accepted, CardFace, Opening, Pending, Setup
from cards.kernel.moves import (
    ANSWER_VERB,
    DROP_VERB,
    PASS_VERB,
    TIME_UP_VERB,
    Action,
    Move,
    Refusal,
    find_move,
)
from cards.panic import (
    charity,
    combat,
    faces,
    imagine,
    legal,
    movement,
    negotiation,
    placing,
    plays,
    quiet,
    turn,
    view,
    waste,
)
from cards.panic import state as states
from cards.panic import verify as invariants
from cards.panic.card_events import PanicReasonGiven
from cards.panic.engine import PanicMachine
from cards.panic.events import PANIC_EVENT_KINDS, PanicBegan, WaitTimedOut
from cards.panic.options import read_options
from cards.panic.pack import Box, Catalog, catalog_of
from cards.panic.reasons import without_reason
from cards.panic.rules import rules_for
from cards.panic.state import BAG, CASTLE_DECK, CHARACTER_POOL, TREASURE_DECK, PanicState
from cards.panic.view import PanicView, seen_in_hands

MAX_WINDOW_REOPENINGS = 5
"""How often a window for several seats opens again after an act (H-01)."""

_CODEC = Codec(PanicState)


class PanicEngine(PanicMachine):
    """The machine with its frames' handlers."""

    frame_handlers: ClassVar[dict[str, Callable[[Any, Frame], None]]] = {
        "setup": turn.run_setup,
        "turn": turn.run_turn,
        "charity": charity.run_charity,
        "asking": negotiation.run_asking,
        "attacked": combat.run_attacked,
        "last_call": turn.run_last_call,
        "waste": waste.run_waste,
        "slain": combat.run_slain,
        "march": movement.run_march,
        "placing": placing.run_placing,
        "token": placing.run_curse_token,
        "card": plays.run_card,
        "curse": plays.run_curse,
        "power": plays.run_power,
    }


class PanicGame:
    """The rules for one table. Raises SetupError if seats or options are impossible.

    ``contents`` are the cards it is played with; by default those of this release. A saved game that began
    with other cards brings its own.
    """

    def __init__(self, setup: Setup, contents: Box | None = None, opening: Opening | None = None) -> None:
        """``opening``: the game is rehearsed."""
        self._setup = setup
        self.contents = contents
        self.opening = opening
        self.options = read_options(setup)
        if contents is None:
            self.catalog = catalog_of(self.options, setup.seats)
        else:
            self.catalog = Catalog(contents, self.options, setup.seats)
        self.rules = rules_for(setup.seats, self.options, self.catalog)

    @property
    def setup(self) -> Setup:
        """Return the setup from which the game was made."""
        return self._setup

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the card definitions in hex."""
        return self.catalog.digest

    def table(self, state: PanicState) -> PanicEngine:
        """Return a machine that changes this state in place."""
        return PanicEngine(state, self.rules)

    def start(self) -> tuple[PanicState, tuple[Event, ...]]:
        """Shuffle, pick the first player (P-033) and go on to the first wait."""
        if self.opening is not None:
            return states.clone(self.opening.state), ()
        state = states.new_state(self._setup.seats, self.catalog.deck, self._setup.seed)
        table = self.table(state)
        for pile in (CASTLE_DECK, TREASURE_DECK, BAG):
            table.shuffle(pile)
        if state.zones.lists[CHARACTER_POOL]:
            state.characters = [-1] * state.seats
        state.active = state.dice.randbelow(state.seats)
        table.emit(PanicBegan(state.active))
        table.push(Frame("setup", state.active))
        table.run()
        return state, tuple(table.events)

    def step(self, state: PanicState, action: Action) -> Accepted[PanicState] | Refusal:
        """Return the next state and its events, or why the action is refused."""
        after = states.clone(state)
        events = self.step_in_place(after, action)
        return events if isinstance(events, Refusal) else Accepted(after, events)

    def step_in_place(self, state: PanicState, action: Action) -> tuple[Event, ...] | Refusal:
        """Carry out an action in place; a refusal leaves the state unchanged."""
        if state.over:
            return Refusal("over")
        table = self.table(state)
        if self.opening is not None:
            state.dice.coming = list(self.opening.rolls.get(action, ()))
        refusal = self._apply(table, action)
        if refusal is None:
            table.run()
        if self.opening is not None:
            state.dice.coming = []
        if refusal is not None:
            return refusal
        negotiation.drop_stale_offers(table)
        state.seq += 1
        return tuple(table.events)

    def _apply(self, table: PanicEngine, action: Action) -> Refusal | None:
        if action.verb == TIME_UP_VERB:
            return _time_up(table, action)
        if action.verb == DROP_VERB:
            return _drop(table, action)
        action, reason, mood = without_reason(action)
        refusal = _move(table, action)
        if reason and refusal is None:
            to = action.ability if action.seat == table.state.active else table.state.active
            table.emit(PanicReasonGiven(action.seat, to=to, reason=reason, mood=mood))
        return refusal

    def read_event(self, record: EventRecord) -> Event:
        """Return a saved event."""
        return PANIC_EVENT_KINDS.read(record)

    def legal_moves(self, state: PanicState, seat: int) -> list[Move]:
        """Return what the seat may do now."""
        return list(legal.moves(self.table(state), seat))

    def pending(self, state: PanicState) -> Pending | None:
        """Return what the game waits for; None once it is over."""
        return view.pending(self.table(state))

    def view(self, state: PanicState, seat: int | None) -> PanicView:
        """Return the state as one seat (None: an onlooker) may see it."""
        return view.view(self.table(state), seat)

    def face(self, card: int) -> CardFace:
        """Return a card as people read it."""
        return faces.face(self.catalog, card)

    def clone(self, state: PanicState) -> PanicState:
        """Copy a state; nothing is shared that an action could change."""
        return states.clone(state)

    def encode(self, state: PanicState) -> bytes:
        """Write the state as bytes; equal states give equal bytes."""
        return _CODEC.encode(state)

    def decode(self, data: bytes) -> PanicState:
        """Read a state that ``encode`` wrote. Raises ValueError on anything else."""
        state = _CODEC.decode(data)
        if len(state.zones.place) != len(self.catalog) or state.seats != self._setup.seats:
            raise ValueError("a saved state of another table")
        return state

    def check(self, state: PanicState) -> list[str]:
        """Return a line for every broken invariant."""
        return invariants.violations(self.table(state))

    def seen_in_hands(self, state: PanicState, seat: int | None) -> frozenset[int]:
        """Return the cards of a hand that the seat is looking at, and Treasures shown to it."""
        return frozenset() if seat is None else seen_in_hands(self.table(state), seat)

    def redeal_hidden(self, state: PanicState, seat: int | None, seed: int) -> PanicState:
        """Deal the cards hidden from the seat again and change the future dice."""
        return imagine.imagine(self.table(states.clone(state)), seat, seed)


def _move(table: PanicEngine, action: Action) -> Refusal | None:
    """Carry out what a seat does, if it may."""
    found = find_move(legal.moves(table, action.seat), action)
    if isinstance(found, Refusal):
        return found
    if action.verb == ANSWER_VERB:
        table.answer(action.picks[0])
        return None
    if table.state.prompt is not None:
        if action.verb not in (negotiation.OFFER, negotiation.WITHDRAW, negotiation.REFUSE):
            legal.interrupt(table)
        _act(table, action, found)
        return None
    frame = table.frame_of(action.seat)
    if frame is not table.state.frames[-1]:
        table.pop(table.state.frames[-1])
    window = frame.window
    assert window is not None
    if action.verb == PASS_VERB:
        window.passed |= 1 << action.seat
        table.close_if_passed(frame)
        return None
    if waste.is_wasted(table, action, found):
        waste.ask_first(table, action)
        return None
    _reopen_window(table, action, window.awaited.bit_count() > 1)
    _act(table, action, found)
    return None


def _reopen_window(table: PanicEngine, action: Action, several: bool) -> None:
    """Restart the window's time and take back all passes after an act; words do not count (R-330)."""
    window = table.state.frames[-1].window
    assert window is not None
    if action.verb in negotiation.TALK_VERBS or action.verb in (quiet.WAIVE, quiet.RESUME):
        return
    if not several or window.reopened < MAX_WINDOW_REOPENINGS:
        table.reopen(window)


def _act(table: PanicEngine, action: Action, move: Move) -> None:
    if action.verb == "play":
        plays.play(table, action, move)
    elif action.verb == combat.ATTACK:
        cards = tuple(int(card) for card in action.picks[0])
        combat.attack(table, action.seat, action.card, cards)
    elif action.verb == legal.DISCARD:
        table.discard_for_draw(action.seat, tuple(int(card) for card in action.picks[0]))
    elif action.verb == "power":
        plays.use_power(table, action, move)
    elif action.verb in (quiet.WAIVE, quiet.RESUME):
        quiet.act(table, action)
    elif action.verb == placing.ROLL_ALL:
        placing.roll_all(table)
    else:
        negotiation.act(table, action)


def _time_up(table: PanicEngine, action: Action) -> Refusal | None:
    """Answer the open prompt with its default, or close the open window."""
    state = table.state
    if state.prompt is not None:
        if state.prompt.serial != action.ability:
            return Refusal("stale", {"serial": state.prompt.serial})
        table.emit(WaitTimedOut(state.prompt.seat, waited_for=state.prompt.ask))
        table.answer(state.prompt.default)
        return None
    frame = state.frames[-1]
    assert frame.window is not None
    if frame.window.serial != action.ability:
        return Refusal("stale", {"serial": frame.window.serial})
    table.emit(WaitTimedOut(waited_for=frame.window.kind))
    frame.window = None
    return None


def _drop(table: PanicEngine, action: Action) -> Refusal | None:
    """Take a seat out of the game (H-17), which ends with one seat left, or with none in solitaire."""
    state, seat = table.state, action.ability
    if not 0 <= seat < state.seats or table.is_gone(seat):
        return Refusal("no_seat", {"seat": seat})
    table.close_seat(seat)
    if table.seats_mask().bit_count() < min(2, state.seats):
        table.end_game("left")
        return None
    state.prompt = None
    for frame in state.frames:
        if frame.kind == "charity":
            frame.vars.clear()
        if frame.window is not None:
            frame.window.awaited &= ~(1 << seat)
            table.close_if_passed(frame)
    return None
