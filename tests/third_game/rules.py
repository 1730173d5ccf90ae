"""Last Stone: players take one to three stones in turn, and the last stone wins. A game of its own."""

from dataclasses import dataclass, field
from typing import ClassVar

from pydantic import BaseModel, Field

from cards.kernel.codec import Codec
from cards.kernel.dice import Dice, mix
from cards.kernel.events import AS_CARDS, AS_COUNT, Event, EventKinds, EventRecord, SeatLeft
from cards.kernel.frames import Frame
from cards.kernel.game import Accepted, CardFace, Pending, Setup, SetupError
from cards.kernel.machine import Machine
from cards.kernel.moves import DROP_VERB, HOST_SEAT, TIME_UP_VERB, Action, Move, Refusal, Slot, find_move
from cards.kernel.state import GameState
from cards.kernel.zones import Zones

HEAP_ZONE = 0
"""The zone of the stones to take; each seat's own stones lie in the zone ``1 + seat``."""
MAX_TAKEN = 3


class StoneOptions(BaseModel, frozen=True, extra="forbid"):
    """The house rules."""

    stones: int = Field(15, ge=5, le=30)


@dataclass(slots=True)
class StoneState(GameState):
    active: int = 0
    turn: int = 1
    gone: int = 0
    """The mask of seats that have left."""


@dataclass(frozen=True, slots=True)
class StoneView:
    """Everything is open, so all see the same."""

    turn: int
    active: int
    heap: int
    taken: tuple[int, ...]
    wait: Pending | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StonesTaken(Event):
    """A seat took stones from the heap."""

    kind: ClassVar[str] = "took"
    stones: tuple[int, ...] = field(metadata=AS_CARDS)
    stone_count: int = field(metadata=AS_COUNT)


STONE_EVENT_KINDS = EventKinds([StonesTaken, SeatLeft])


class StoneMachine(Machine[StoneState]):
    def run_turn(self, frame: Frame) -> None:
        """Wait for the seat whose turn it is, or end the game."""
        state = self.state
        living = [seat for seat in range(state.seats) if not state.gone >> seat & 1]
        if not state.zones.lists[HEAP_ZONE] or len(living) < 2:
            state.over = True
            state.winners = (state.active,) if state.active in living else tuple(living)
            return
        if frame.step:  # somebody has taken stones: it is the next one's turn
            following = (seat % state.seats for seat in range(state.active + 1, state.active + 99))
            state.active = next(seat for seat in following if seat in living)
            state.turn += 1
        frame.step = 1
        self.open_window(frame, "take", 1 << state.active, 30)

    def take(self, count: int) -> None:
        state = self.state
        stones = state.zones.lists[HEAP_ZONE][-count:]
        for stone in stones:
            state.zones.move(stone, 1 + state.active)
        self.emit(StonesTaken(state.active, stones=stones, stone_count=count))
        state.frames[-1].window = None

    frame_handlers = {"turn": run_turn}  # noqa: RUF012


class StoneGame:
    def __init__(self, setup: Setup) -> None:
        if not 2 <= setup.seats <= 4:
            raise SetupError("bad_seat_count", {"least": 2, "most": 4})
        self.setup = setup
        self.digest = "last-stone-1"
        self._stones = StoneOptions.model_validate(dict(setup.options)).stones
        self._codec = Codec(StoneState)

    def start(self) -> tuple[StoneState, tuple[Event, ...]]:
        zones = Zones([tuple(range(self._stones)), *(() for _ in range(self.setup.seats))])
        state = StoneState(self.setup.seats, zones, Dice(self.setup.seed))
        machine = StoneMachine(state)
        machine.push(Frame("turn"))
        machine.run()
        return state, tuple(machine.events)

    def read_event(self, record: EventRecord) -> Event:
        return STONE_EVENT_KINDS.read(record)

    def step(self, state: StoneState, action: Action) -> Accepted[StoneState] | Refusal:
        copy = self.clone(state)
        events = self.step_in_place(copy, action)
        return events if isinstance(events, Refusal) else Accepted(copy, events)

    def step_in_place(self, state: StoneState, action: Action) -> tuple[Event, ...] | Refusal:
        machine = StoneMachine(state)
        pending = self.pending(state)
        if action.seat != HOST_SEAT:
            found = find_move(self.legal_moves(state, action.seat), action)
            if isinstance(found, Refusal):
                return found
            machine.take(int(action.picks[0][0]))
        elif action.verb == DROP_VERB:
            state.gone |= 1 << action.ability
            machine.emit(SeatLeft(action.ability))
            if state.active == action.ability:
                state.frames[-1].window = None
        elif action.verb == TIME_UP_VERB and pending is not None and pending.serial == action.ability:
            machine.take(1)
        else:
            return Refusal("not_now")
        machine.run()
        state.seq += 1
        return tuple(machine.events)

    def legal_moves(self, state: StoneState, seat: int) -> list[Move]:
        if state.over or seat != state.active:
            return []
        counts = tuple(range(1, min(MAX_TAKEN, len(state.zones.lists[HEAP_ZONE])) + 1))
        return [Move("take", slots=(Slot("count", "number", counts),))]

    def pending(self, state: StoneState) -> Pending | None:
        window = None if state.over else state.frames[-1].window
        if window is None:
            return None
        return Pending(window.serial, "window", window.kind, (state.active,), window.seconds)

    def view(self, state: StoneState, seat: int | None) -> StoneView:
        heap, *own = map(len, state.zones.lists)
        return StoneView(state.turn, state.active, heap, tuple(own), self.pending(state))

    def face(self, card: int) -> CardFace:
        return CardFace(f"stone-{card}", f"Stone {card + 1}", "stone", "stone", ("One of the heap.",))

    def clone(self, state: StoneState) -> StoneState:
        return self.decode(self.encode(state))

    def encode(self, state: StoneState) -> bytes:
        return self._codec.encode(state)

    def decode(self, data: bytes) -> StoneState:
        return self._codec.decode(data)

    def check(self, state: StoneState) -> list[str]:
        return state.zones.faults()

    def seen_in_hands(self, state: StoneState, seat: int | None) -> frozenset[int]:
        return frozenset()

    def redeal_hidden(self, state: StoneState, seat: int | None, seed: int) -> StoneState:
        copy = self.clone(state)
        copy.dice = Dice(mix(seed, 0))
        return copy
