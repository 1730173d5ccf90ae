"""Plays a situation: finds the move that a step means, takes it, and compares what is with what should be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from cards.kernel.events import EVERYONE_MASK, Event
from cards.kernel.game import Game
from cards.kernel.moves import (
    ANSWER_VERB,
    DROP_VERB,
    HOST_SEAT,
    PASS_VERB,
    TIME_UP_VERB,
    Action,
    Move,
    Pick,
    Picks,
    Refusal,
    Slot,
)
from cards.kernel.state import GameState
from cards.scenarios.form import EventPattern, Expect, Filled, MovePattern, Step

ALL = "all"


class Wrong(Exception):
    """The scenario itself cannot be played: a name or a slot that there is not."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An expectation that did not come true."""

    what: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.what}: expected {told(self.expected)}, found {told(self.found)}"


Reader = Callable[[Any, Any], Any]
"""Takes the table and what is expected, returns what is there in the same form."""


class Table:
    """A game in a given state, spoken of by names. Games add readers for what is theirs."""

    readers: dict[str, Reader]
    verbs: frozenset[str]
    """What can be done in this game at all."""
    words: frozenset[str] = frozenset()
    """Words that slots may offer, beside cards, seats and numbers; none: words are not looked at."""

    def __init__(
        self, game: Game[Any, Any], state: GameState, names: Sequence[str], placed: Iterable[int]
    ) -> None:
        self.game = game
        self.state = state
        self.names = list(names)
        self.placed = sorted(placed)
        """Cards that the situation names; a name means one of these before any other card."""
        self.events: tuple[Event, ...] = ()

    # names

    def called(self, card: int, name: str) -> bool:
        face = self.game.face(card)
        return name in (face.name, face.id)

    def card_name(self, card: int) -> str:
        return self.game.face(card).name

    def seat(self, name: str) -> int:
        if name not in self.names:
            raise Wrong(f"nobody is called {name!r}")
        return self.names.index(name)

    def seat_name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def seats(self, mask_or_seats: Iterable[int]) -> list[str]:
        return [self.names[seat] for seat in mask_or_seats]

    def candidates(self, name: str) -> list[int]:
        """Return the cards of this name, those that the situation names first. Raises Wrong for none."""
        placed = [card for card in self.placed if self.called(card, name)]
        count = len(self.state.zones.place)
        found = placed or [card for card in range(count) if self.called(card, name)]
        if not found:
            raise Wrong(f"there is no card {name!r}")
        return found

    def held(self, seat: int, name: str) -> int:
        """Return the seat's own card of this name if it has one, else any."""
        found = self.candidates(name)
        return next((card for card in found if self.owner(card) == seat), found[0])

    def owner(self, card: int) -> int:
        """Return the seat before which or in whose hand the card is, -1 if none."""
        raise NotImplementedError

    # what moves mean

    def ability_name(self, move: Move) -> str:
        """Return how people call the ability of a move, "" if it has none."""
        raise NotImplementedError

    def other_seat(self, verb: str, ability: int) -> int:
        """Return the second seat of a move whose ability number stands for one, else -1."""
        raise NotImplementedError

    def ability_number(self, seat: int, step: Step) -> int:
        """Return the number for a move that is not in the legal list, -1 if it needs none."""
        raise NotImplementedError

    # doing

    def do(self, step: Step) -> Refusal | None:
        """Take the step; a refusal changes nothing. ``events`` then holds what happened."""
        self.events = ()
        for action in self.actions(step):
            result = self.game.step_in_place(self.state, action)
            if isinstance(result, Refusal):
                return result
            self.events += result
        return None

    def actions(self, step: Step) -> Iterable[Action]:
        """Yield the actions of a step, each made for the state that the one before left."""
        if step.answer is not None:
            yield self._answer(step)
        elif step.do == PASS_VERB:
            for seat in self._passing(step):
                yield Action(seat, PASS_VERB)
        elif step.do == TIME_UP_VERB:
            pending = self.game.pending(self.state)
            yield Action(HOST_SEAT, TIME_UP_VERB, ability=-1 if pending is None else pending.serial)
        elif step.do == DROP_VERB:
            yield Action(HOST_SEAT, DROP_VERB, ability=self._one(step))
        else:
            yield self._move(step)

    def _one(self, step: Step) -> int:
        if not isinstance(step.who, str):
            raise Wrong("only a pass can be several people's")
        return self.seat(step.who)

    def _passing(self, step: Step) -> list[int]:
        if isinstance(step.who, list):
            return [self.seat(name) for name in step.who]
        if step.who != ALL:
            return [self.seat(step.who)]
        pending = self.game.pending(self.state)
        return [] if pending is None else list(pending.awaited)

    def _answer(self, step: Step) -> Action:
        seat = self._one(step)
        prompt = self.state.prompt
        assert step.answer is not None
        if prompt is None:
            return Action(seat, ANSWER_VERB, picks=((),))
        return Action(seat, ANSWER_VERB, picks=(self.picks(prompt.slot, step.answer, seat),))

    def _move(self, step: Step) -> Action:
        if not step.do:
            raise Wrong("a step needs `do` or `answer`")
        self._known(step.do)
        seat = self._one(step)
        pattern = MovePattern(
            who=step.who if isinstance(step.who, str) else "",
            do=step.do,
            card=step.card,
            ability=step.ability,
            other=step.other,
        )
        moves = [move for move in self.game.legal_moves(self.state, seat) if self.fits(move, pattern)]
        if not moves:
            return self._hopeless(seat, step)
        moves = [move for move in moves if self._offers(move, step.with_)] or moves
        best = moves[0]
        if any(move.ability != best.ability for move in moves):
            raise Wrong(f"{step.told()}: say which `ability` or `other` is meant")
        return Action(seat, best.verb, best.card, best.ability, self._filled(best, step, seat))

    def _hopeless(self, seat: int, step: Step) -> Action:
        """Return an action that is not in the legal list, to see it refused."""
        card = self.held(seat, step.card) if step.card else -1
        picks = tuple(self.picks(_any_slot(name), value, seat) for name, value in step.with_.items())
        return Action(seat, step.do, card, self.ability_number(seat, step), picks)

    def _filled(self, move: Move, step: Step, seat: int) -> Picks:
        unknown = set(step.with_) - {slot.name for slot in move.slots}
        if unknown:
            slots = ", ".join(slot.name for slot in move.slots) or "none"
            raise Wrong(f"{step.told()} has no slot {', '.join(sorted(unknown))}; its slots: {slots}")
        return tuple(self._fill(slot, step, seat) for slot in move.slots)

    def _fill(self, slot: Slot, step: Step, seat: int) -> tuple[Pick, ...]:
        if slot.name in step.with_:
            return self.picks(slot, step.with_[slot.name], seat)
        if slot.least == 0:
            return ()
        if len(slot.options) == slot.least:
            return slot.options
        raise Wrong(f"{step.told()}: slot {slot.name} has to be filled, with {self.shown(slot)}")

    def picks(self, slot: Slot, value: Filled, seat: int) -> tuple[Pick, ...]:
        """Return what a slot is filled with, names turned into what they stand for."""
        picks: list[Pick] = []
        for text in value if isinstance(value, list) else [value]:
            picks.append(self.pick(slot, text, seat, picks))
        return tuple(picks)

    def pick(self, slot: Slot, text: int | str, seat: int, taken: Sequence[Pick] = ()) -> Pick:
        """Return the candidate that a name stands for, or at least something of that name."""
        for option in slot.options:
            if option not in taken and self.pick_name(slot, option, text) == text:
                return option
        if isinstance(text, int):
            return text
        if slot.kind in ("seat", "any") and text in self.names:
            return self.names.index(text)
        if slot.kind == "card":
            return self.held(seat, text)
        found = [card for card in self.placed if self.called(card, text)] if slot.kind == "any" else []
        return next((card for card in found if self.owner(card) == seat), found[0]) if found else text

    def pick_name(self, slot: Slot, pick: Pick, like: int | str = "") -> Pick:
        """Return what people call a candidate; a card's id where that is what is meant."""
        if not isinstance(pick, int):
            return pick
        if slot.kind == "seat":
            return self.names[pick]
        if slot.kind == "card":
            return like if isinstance(like, str) and self.called(pick, like) else self.card_name(pick)
        return pick

    def shown(self, slot: Slot) -> list[Pick]:
        return [self.pick_name(slot, pick) for pick in slot.options]

    # what is legal

    def fits(self, move: Move, pattern: MovePattern) -> bool:
        """Return True if a move is the one that is spoken of, and its slots offer what is named."""
        if move.verb != pattern.do:
            return False
        if pattern.card and (move.card < 0 or not self.called(move.card, pattern.card)):
            return False
        if pattern.ability and self.ability_name(move) != pattern.ability:
            return False
        if pattern.other and self.other_seat(move.verb, move.ability) != self.seat(pattern.other):
            return False
        return self._offers(move, pattern.with_)

    def _offers(self, move: Move, wanted: dict[str, Filled]) -> bool:
        slots = {slot.name: slot for slot in move.slots}
        for name, value in wanted.items():
            if name not in slots:
                return False
            slot = slots[name]
            for text in value if isinstance(value, list) else [value]:
                if not any(self.pick_name(slot, pick, text) == text for pick in slot.options):
                    return False
        return True

    # comparing

    def mismatches(self, expect: Expect, refusal: Refusal | None) -> list[Mismatch]:
        """Return everything that is not as expected."""
        found = refusal.code if refusal is not None else ""
        if found != expect.refused:
            return [Mismatch("refused", expect.refused or "accepted", found or "accepted")]
        wrong: list[Mismatch] = []
        for pattern in expect.legal:
            if not self.is_legal(pattern):
                wrong.append(Mismatch("legal", pattern, self.moves_of(pattern)))
        for pattern in expect.illegal:
            if self.is_legal(pattern):
                wrong.append(Mismatch("illegal", pattern, "it is legal"))
        wrong += self._event_mismatches(expect)
        for key in sorted(expect.model_fields_set & set(self.readers)):
            expected = getattr(expect, key)
            there = self.readers[key](self, expected)
            if there != expected:
                wrong.append(Mismatch(key, expected, there))
        return wrong

    def is_legal(self, pattern: MovePattern) -> bool:
        """Return True if a seat can make such a move. Raises Wrong for words this game does not have."""
        self._known(pattern.do)
        if pattern.card:
            self.candidates(pattern.card)
        for value in pattern.with_.values():
            for text in value if isinstance(value, list) else [value]:
                self._meant(text)
        return any(
            self.fits(move, pattern) for move in self.game.legal_moves(self.state, self.seat(pattern.who))
        )

    def _known(self, verb: str) -> None:
        if verb not in self.verbs:
            raise Wrong(f"nothing is called {verb!r}; what can be done: {', '.join(sorted(self.verbs))}")

    def _meant(self, text: int | str) -> None:
        """Make sure that a word stands for something, so that `illegal` says something."""
        if isinstance(text, int) or not self.words or text.isdigit():
            return
        if text not in self.words and text not in self.names:
            self.candidates(text)

    def moves_of(self, pattern: MovePattern) -> str:
        """Return what the seat can do instead, the moves of the same verb with their slots."""
        moves = self.game.legal_moves(self.state, self.seat(pattern.who))
        same = [move for move in moves if move.verb == pattern.do]
        return "; ".join(dict.fromkeys(self.move_text(move, slots=bool(same)) for move in same or moves))

    def move_text(self, move: Move, *, slots: bool) -> str:
        text = " ".join(
            part
            for part in (
                move.verb,
                self.card_name(move.card) if move.card >= 0 else "",
                self.ability_name(move),
                self.seat_name(self.other_seat(move.verb, move.ability)),
            )
            if part
        )
        if slots:
            text += "".join(f" {slot.name}={self.shown(slot)}" for slot in move.slots)
        return text

    # events

    def _event_mismatches(self, expect: Expect) -> list[Mismatch]:
        wrong: list[Mismatch] = []
        rest = list(self.events)
        for wanted in expect.events:
            pattern = EventPattern(kind=wanted) if isinstance(wanted, str) else wanted
            place = next((n for n, event in enumerate(rest) if self.happened(event, pattern)), -1)
            if place < 0:
                told = [self.event_text(event) for event in self.events]
                wrong.append(Mismatch("events", wanted, told))
                break
            del rest[: place + 1]
        kinds = {event.kind for event in self.events}
        wrong += [Mismatch("no_events", f"no {kind}", kind) for kind in expect.no_events if kind in kinds]
        return wrong

    def happened(self, event: Event, pattern: EventPattern) -> bool:
        """Return True if an event is the one that is spoken of."""
        if event.kind != pattern.kind:
            return False
        if pattern.seen_by is not None and sorted(self.seeing(event)) != sorted(pattern.seen_by):
            return False
        cards = [self.card_name(card) for card in event.cards]
        ids = [self.game.face(card).id for card in event.cards]
        return (
            pattern.seat in (None, self.seat_name(event.seat))
            and pattern.other in (None, self.seat_name(event.other))
            and pattern.count in (None, event.count)
            and pattern.word in (None, event.word)
            and (pattern.cards is None or all(name in cards or name in ids for name in pattern.cards))
        )

    def seeing(self, event: Event) -> list[str]:
        if event.seen == EVERYONE_MASK:
            return ["everyone"]
        return [name for seat, name in enumerate(self.names) if event.seen >> seat & 1]

    def event_text(self, event: Event) -> str:
        parts = [event.kind, self.seat_name(event.seat)]
        parts += [f"other={self.seat_name(event.other)}"] if event.other >= 0 else []
        parts += [", ".join(self.card_name(card) for card in event.cards)]
        parts += [f"count={event.count}"] if event.count else []
        parts += [f"word={event.word}"] if event.word else []
        return " ".join(part for part in parts if part)


def _any_slot(name: str) -> Slot:
    """Return a slot for a move that is not legal, so that nothing is known of its candidates."""
    return Slot(name, "any", ())


def told(value: Any) -> str:
    """Return a value as a person would write it in a scenario file."""
    if isinstance(value, MovePattern | EventPattern):
        said = value.model_dump(by_alias=True, exclude_defaults=True)
        return ", ".join(f"{key} {told(part)}" for key, part in said.items())
    if isinstance(value, dict):
        parts = cast(dict[str, Any], value)
        return "{" + ", ".join(f"{key} = {told(part)}" for key, part in parts.items()) + "}"
    if isinstance(value, list):
        listed = cast(Sequence[Any], value)
        return "[" + ", ".join(told(part) for part in listed) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value == "":
        return "nothing"
    return str(value)


def alike(found: list[Any], expected: list[Any]) -> list[Any]:
    """Return what was found in the expected order where that is only a matter of order."""
    return list(expected) if sorted(map(str, found)) == sorted(map(str, expected)) else found
