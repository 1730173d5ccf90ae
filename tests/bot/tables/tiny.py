"""Tiny: the smallest game with hidden hands, a prompt, windows, dice and an end; nothing in it is a door.

On a turn its player plays a card for its points, throws a die for luck, or lays a card down for later.
A played card can be cancelled by anybody who gives one up. Then the player puts a card back and draws two.
Ten points win.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, get_args

from cards.game_module import GameModule
from cards.kernel.codec import Codec
from cards.kernel.dice import Dice, mix
from cards.kernel.events import AS_CARD, AS_COUNT, AS_WORD, Drew, Event, EventKinds, EventRecord, SeatLeft
from cards.kernel.frames import Frame
from cards.kernel.game import Accepted, CardFace, Pending, Setup
from cards.kernel.machine import Machine
from cards.kernel.moves import (
    ANSWER_VERB,
    DROP_VERB,
    HOST_SEAT,
    PASS_VERB,
    TIME_UP_VERB,
    Action,
    Move,
    Refusal,
    Slot,
    find_move,
)
from cards.kernel.state import GameState
from cards.kernel.zones import Zones
from cards.players.random_player import RandomPlayer

DECK, DISCARD = 0, 1
CARD_COUNT = 60
GOAL_POINTS = 10


@dataclass(slots=True)
class TinyState(GameState):
    active: int = 0
    scores: list[int] = field(default_factory=list[int])
    gone: int = 0

    def hand(self, seat: int) -> tuple[int, ...]:
        return self.zones.lists[2 + 2 * seat]

    def laid(self, seat: int) -> tuple[int, ...]:
        return self.zones.lists[3 + 2 * seat]

    def living(self) -> list[int]:
        return [seat for seat in range(self.seats) if not self.gone >> seat & 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class PutBack(Event):
    kind: ClassVar[str] = "put_back"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyScored(Event):
    kind: ClassVar[str] = "scored"
    points: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyTimeUp(Event):
    kind: ClassVar[str] = "time_up"
    waited_for: str = field(metadata=AS_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyPassed(Event):
    kind: ClassVar[str] = "passed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyLaid(Event):
    kind: ClassVar[str] = "laid"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyRolled(Event):
    kind: ClassVar[str] = "rolled"
    die: int = field(metadata=AS_COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyPlayed(Event):
    kind: ClassVar[str] = "played"
    card: int = field(metadata=AS_CARD)


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyCancelled(Event):
    kind: ClassVar[str] = "cancelled"
    card: int = field(metadata=AS_CARD)


TinyEvent = (
    Drew
    | SeatLeft
    | PutBack
    | TinyScored
    | TinyTimeUp
    | TinyPassed
    | TinyLaid
    | TinyRolled
    | TinyPlayed
    | TinyCancelled
)
TINY_EVENT_KINDS = EventKinds(get_args(TinyEvent))


@dataclass(frozen=True, slots=True)
class TinyView:
    seat: int | None
    hand: tuple[int, ...]
    hands: tuple[int, ...]
    laid: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    active: int
    turn: int = 1


def points(card: int) -> int:
    return card % 4 + 1


class TinyMachine(Machine[TinyState]):
    def __init__(self, state: TinyState, seconds: int) -> None:
        super().__init__(state)
        self.seconds = seconds

    def turn(self, frame: Frame) -> None:
        state = self.state
        if max(state.scores) >= GOAL_POINTS or len(state.living()) < 2:
            state.over = True
            best = max(state.scores[seat] for seat in state.living())
            state.winners = tuple(seat for seat in state.living() if state.scores[seat] == best)
            state.frames.clear()
        elif frame.step == 0:
            frame.step = 1
            self.open_window(frame, "turn", 1 << state.active, 2 * self.seconds)
        elif frame.step == 1:
            hand = state.hand(state.active)
            slot = Slot("card", "card", tuple(hand))
            got = self.ask(frame, "back", state.active, "put_back", slot, seconds=2 * self.seconds)
            if got is None:
                return
            for card in got:
                assert isinstance(card, int)
                state.zones.move(card, DECK, bottom=True)
                self.emit(PutBack(state.active, card=card, seen=1 << state.active))
            frame.step = 2
        else:
            self.draw(state.active, 2)
            living = state.living()
            state.active = next(
                s % state.seats for s in range(state.active + 1, 99) if s % state.seats in living
            )
            self.pop(frame)
            self.push(Frame("turn"))

    def played(self, frame: Frame) -> None:
        """A card lies on the table: anybody may cancel it before its points count."""
        state = self.state
        if frame.step == 0:
            frame.step = 1
            mask = sum(1 << seat for seat in state.living())
            self.open_window(frame, "react", mask, self.seconds)
        else:
            self.pop(frame)
            if not frame.int_var("cancelled"):
                state.scores[frame.seat] += points(frame.card)
                self.emit(TinyScored(frame.seat, points=points(frame.card)))

    def draw(self, seat: int, count: int) -> None:
        zones = self.state.zones
        if len(zones.lists[DECK]) < count:
            order = list(zones.lists[DISCARD])
            self.state.dice.shuffle(order)
            for card in order:
                zones.move(card, DECK, bottom=True)
        drawn = tuple(zones.lists[DECK][-count:][::-1])
        for card in drawn:
            zones.move(card, 2 + 2 * seat)
        self.emit(Drew(seat, cards=drawn, card_count=len(drawn), deck="", seen=1 << seat))

    frame_handlers = {"turn": turn, "played": played}  # noqa: RUF012


class TinyGame:
    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._codec = Codec(TinyState)
        self._seconds = int(setup.options.get("seconds", 30))

    @property
    def setup(self) -> Setup:
        return self._setup

    @property
    def digest(self) -> str:
        return "tiny-1"

    def start(self) -> tuple[TinyState, tuple[Event, ...]]:
        seats = self._setup.seats
        deck = list(range(CARD_COUNT))
        dice = Dice(self._setup.seed)
        dice.shuffle(deck)
        zones = Zones([tuple(deck), (), *(() for _ in range(2 * seats))])
        state = TinyState(seats, zones, dice, scores=[0] * seats)
        machine = TinyMachine(state, self._seconds)
        for seat in range(seats):
            machine.draw(seat, 4)
        machine.push(Frame("turn"))
        machine.run()
        return state, tuple(machine.events)

    def step(self, state: TinyState, action: Action) -> Accepted[TinyState] | Refusal:
        copy = self.clone(state)
        events = self.step_in_place(copy, action)
        return events if isinstance(events, Refusal) else Accepted(copy, events)

    def step_in_place(self, state: TinyState, action: Action) -> tuple[Event, ...] | Refusal:
        machine = TinyMachine(state, self._seconds)
        refusal = self._host(machine, action) if action.seat == HOST_SEAT else self._seat(machine, action)
        if refusal is not None:
            return refusal
        machine.run()
        state.seq += 1
        return tuple(machine.events)

    def read_event(self, record: EventRecord) -> Event:
        return TINY_EVENT_KINDS.read(record)

    def _host(self, machine: TinyMachine, action: Action) -> Refusal | None:
        state, window = machine.state, machine.window
        if action.verb == DROP_VERB:
            seat = action.ability
            for card in [*state.hand(seat), *state.laid(seat)]:
                state.zones.move(card, DISCARD)
            state.gone |= 1 << seat
            machine.emit(SeatLeft(seat))
            state.prompt = None
            state.frames.clear()
            if state.active == seat and state.living():
                state.active = state.living()[0]
            machine.push(Frame("turn"))
            return None
        pending = self.pending(state)
        if action.verb != TIME_UP_VERB or pending is None or pending.serial != action.ability:
            return Refusal("not_now")
        machine.emit(TinyTimeUp(waited_for=pending.name))
        if state.prompt is not None:
            machine.answer(state.prompt.default)
        else:
            assert window is not None
            state.frames[-1].window = None
        return None

    def _seat(self, machine: TinyMachine, action: Action) -> Refusal | None:
        state, zones = machine.state, machine.state.zones
        if action.verb == "explode":
            raise RuntimeError("a mistake in the rules")
        found = find_move(self.legal_moves(state, action.seat), action)
        if isinstance(found, Refusal):
            return found
        frame, window = state.frames[-1], machine.window
        if action.verb == ANSWER_VERB:
            machine.answer(action.picks[0])
            return None
        assert window is not None
        if action.verb == PASS_VERB:
            window.passed |= 1 << action.seat
            machine.emit(TinyPassed(action.seat))
            if window.awaited & ~window.passed == 0:
                frame.window = None
            return None
        if action.verb == "lay":
            zones.move(action.card, 3 + 2 * action.seat)
            machine.emit(TinyLaid(action.seat, card=action.card))
            return None
        if action.verb == "luck":
            roll = state.dice.roll()
            state.scores[action.seat] += roll // 3
            machine.emit(TinyRolled(action.seat, die=roll))
            frame.window = None
        elif action.verb == "play":
            zones.move(action.card, DISCARD)
            machine.emit(TinyPlayed(action.seat, card=action.card))
            frame.window = None
            machine.push(Frame("played", seat=action.seat, card=action.card))
        elif action.verb == "cancel":
            zones.move(action.card, DISCARD)
            machine.emit(TinyCancelled(action.seat, card=action.card))
            frame.vars["cancelled"] = 1 - frame.int_var("cancelled")
            machine.reopen(window)
        return None

    def legal_moves(self, state: TinyState, seat: int) -> list[Move]:
        if state.over or state.gone >> seat & 1:
            return []
        if state.prompt is not None:
            prompt = state.prompt
            return [Move(ANSWER_VERB, slots=(prompt.slot,))] if prompt.seat == seat else []
        window = state.frames[-1].window
        assert window is not None
        hand = state.hand(seat)
        moves = [] if window.passed >> seat & 1 or not window.awaited >> seat & 1 else [Move(PASS_VERB)]
        if window.kind == "react":
            return moves + [Move("cancel", card) for card in hand]
        if seat == state.active:
            moves += [Move("play", card) for card in [*hand, *state.laid(seat)]]
            moves.append(Move("luck"))
        if len(state.laid(seat)) < 2:
            moves += [Move("lay", card) for card in hand]
        return moves

    def pending(self, state: TinyState) -> Pending | None:
        if state.over:
            return None
        if (prompt := state.prompt) is not None:
            return Pending(prompt.serial, "prompt", prompt.ask, (prompt.seat,), prompt.seconds)
        window = state.frames[-1].window
        assert window is not None
        waiting = window.awaited & ~window.passed
        awaited = tuple(seat for seat in range(state.seats) if waiting >> seat & 1)
        optional = window.kind == "react"
        return Pending(window.serial, "window", window.kind, awaited, window.seconds, optional=optional)

    def view(self, state: TinyState, seat: int | None) -> TinyView:
        seats = range(state.seats)
        return TinyView(
            seat,
            () if seat is None else tuple(sorted(state.hand(seat))),
            tuple(len(state.hand(s)) for s in seats),
            tuple(tuple(state.laid(s)) for s in seats),
            tuple(state.scores),
            state.active,
        )

    def face(self, card: int) -> CardFace:
        return CardFace(f"card-{card}", f"Card {card}", "card", "deck", (f"{points(card)} points",))

    def clone(self, state: TinyState) -> TinyState:
        return TinyState(
            state.seats,
            state.zones.clone(),
            state.dice.clone(),
            [frame.clone() for frame in state.frames],
            state.prompt,
            state.serial,
            state.seq,
            state.over,
            state.winners,
            state.active,
            state.scores[:],
            state.gone,
        )

    def encode(self, state: TinyState) -> bytes:
        return self._codec.encode(state)

    def decode(self, data: bytes) -> TinyState:
        return self._codec.decode(data)

    def check(self, state: TinyState) -> list[str]:
        return state.zones.faults()

    def seen_in_hands(self, state: TinyState, seat: int | None) -> frozenset[int]:
        return frozenset()

    def redeal_hidden(self, state: TinyState, seat: int | None, seed: int) -> TinyState:
        copy = self.clone(state)
        copy.dice = Dice(mix(seed, 0))
        return copy


def _faults(options: Mapping[str, Any]) -> list[str]:
    seconds = options.get("seconds")
    faults = [f"unknown option {name!r}" for name in options if name != "seconds"]
    if not isinstance(seconds, int) or not 5 <= seconds <= 600:
        faults.append("seconds: 5 to 600")
    return faults


TINY_MODULE = GameModule(
    name="tiny",
    title="Tiny",
    min_seats=2,
    max_seats=4,
    default_options={"seconds": 30},
    make=lambda setup, definitions: TinyGame(setup),
    definitions=lambda setup: b"tiny cards",
    option_faults=_faults,
    players={"random": RandomPlayer},
)
