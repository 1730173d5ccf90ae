"""A game in a situation, addressed by names: finds the move that a step means, and takes it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from cards.kernel.events import Event
from cards.kernel.game import Game
from cards.kernel.moves import (
    ANSWER_VERB,
    CORRECT_VERB,
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
from cards.scenarios.form import Filled, GameWords, MovePattern, ScenarioError, ScenarioStep, listed

ALL_SEATS = "all"


class ScenarioTable:
    """A game in a given state, addressed by names. Each game says what its moves are called."""

    words: GameWords

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
            raise ScenarioError(f"nobody is called {name!r}; the players: {listed(self.names)}")
        return self.names.index(name)

    def seat_name(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def seats(self, mask_or_seats: Iterable[int]) -> list[str]:
        return [self.names[seat] for seat in mask_or_seats]

    def candidates(self, name: str) -> list[int]:
        """Return the cards of this name, those that the situation names first.

        Raises ScenarioError if there is none.
        """
        placed = [card for card in self.placed if self.called(card, name)]
        count = len(self.state.zones.place)
        found = placed or [card for card in range(count) if self.called(card, name)]
        if not found:
            raise ScenarioError(f"there is no card {name!r}")
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
        return ""

    def other_seat(self, verb: str, ability: int) -> int:
        """Return the second seat of a move whose ability number stands for one, else -1."""
        return -1

    def ability_number(self, seat: int, step: ScenarioStep[Any]) -> int:
        """Return the number for a move that is not in the legal list, -1 if it needs none."""
        return -1

    def ability_names(self, verb: str, card: str) -> Collection[str]:
        """Return the names of all abilities that a move of this verb with this card can have."""
        raise NotImplementedError

    def slot_names(self, verb: str, card: str, ability: str) -> Collection[str]:
        """Return the names of all slots that such a move can have, whether it is legal now or not."""
        return self.words.slots.get(verb, ())

    def places(self) -> Collection[str]:
        """Return what the places are called where a card can lie."""
        return ()

    # doing

    def do(self, step: ScenarioStep[Any]) -> Refusal | None:
        """Take the step; a refusal changes nothing. ``events`` then holds what happened."""
        self.events = ()
        for action in self.actions(step):
            result = self.game.step_in_place(self.state, action)
            if isinstance(result, Refusal):
                return result
            self.events += result
        return None

    def actions(self, step: ScenarioStep[Any]) -> Iterable[Action]:
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
        elif step.do == CORRECT_VERB:
            yield Action(HOST_SEAT, CORRECT_VERB, ability=self._one(step), picks=(self._correction(step),))
        else:
            yield self._move(step)

    def _one(self, step: ScenarioStep[Any]) -> int:
        if not isinstance(step.who, str):
            raise ScenarioError("only a pass can be several people's")
        return self.seat(step.who)

    def _correction(self, step: ScenarioStep[Any]) -> tuple[Pick, ...]:
        """Return what is put right: a Level, an open card or, if nothing is named, whose turn it is."""
        level = step.with_.get("level")
        if level is not None:
            return ("level", int(str(level)))
        return ("card", step.card, str(step.with_.get("place", ""))) if step.card else ("turn",)

    def _passing(self, step: ScenarioStep[Any]) -> list[int]:
        if isinstance(step.who, list):
            return [self.seat(name) for name in step.who]
        if step.who != ALL_SEATS:
            return [self.seat(step.who)]
        pending = self.game.pending(self.state)
        return [] if pending is None else list(pending.awaited)

    def _answer(self, step: ScenarioStep[Any]) -> Action:
        seat = self._one(step)
        prompt = self.state.prompt
        assert step.answer is not None
        if prompt is None:
            return Action(seat, ANSWER_VERB, picks=((),))
        card = -1
        for move in self.game.legal_moves(self.state, seat):
            if move.verb == ANSWER_VERB:
                card = move.card  # Panic's answers name the card that the question is about
                self._check_offered(prompt.slot, step.answer, step)
        return Action(seat, ANSWER_VERB, card, picks=(self.picks(prompt.slot, step.answer, seat),))

    def _move(self, step: ScenarioStep[Any]) -> Action:
        if not step.do:
            raise ScenarioError("a step needs `do` or `answer`")
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
            return self._unlisted(seat, step)
        moves = [move for move in moves if self._offers(move, step.with_)] or moves
        best = moves[0]
        if any(move.ability != best.ability for move in moves):
            raise ScenarioError(f"{step.label()}: say which `ability` or `other` is meant")
        return Action(seat, best.verb, best.card, best.ability, self._filled(best, step, seat))

    def _unlisted(self, seat: int, step: ScenarioStep[Any]) -> Action:
        """Return an action that is not in the legal list, to see it refused."""
        card = self.held(seat, step.card) if step.card else -1
        picks = tuple(self.picks(Slot(name, "any", ()), value, seat) for name, value in step.with_.items())
        return Action(seat, step.do, card, self.ability_number(seat, step), picks)

    def _filled(self, move: Move, step: ScenarioStep[Any], seat: int) -> Picks:
        unknown = set(step.with_) - {slot.name for slot in move.slots}
        if unknown:
            slots = listed(slot.name for slot in move.slots)
            raise ScenarioError(f"{step.label()} has no slot {listed(sorted(unknown))}; its slots: {slots}")
        return tuple(self._fill(slot, step, seat) for slot in move.slots)

    def _fill(self, slot: Slot, step: ScenarioStep[Any], seat: int) -> tuple[Pick, ...]:
        if slot.name in step.with_:
            self._check_offered(slot, step.with_[slot.name], step)
            return self.picks(slot, step.with_[slot.name], seat)
        if slot.least == 0:
            return ()
        if len(slot.options) == slot.least:
            return slot.options
        raise ScenarioError(f"{step.label()}: slot {slot.name} has to be filled, with {self.shown(slot)}")

    def _check_offered(self, slot: Slot, value: Filled, step: ScenarioStep[Any]) -> None:
        """Raise ScenarioError for something that is not offered, in a step that should be accepted."""
        if step.expect.refused:
            return
        for text in names_in(value):
            if not self._offered(slot, text):
                offers = listed(self.shown(slot))
                raise ScenarioError(f"{step.label()}: slot {slot.name} has no {text!r}; it offers: {offers}")

    def picks(self, slot: Slot, value: Filled, seat: int) -> tuple[Pick, ...]:
        """Return what a slot is filled with, names turned into what they stand for."""
        picks: list[Pick] = []
        for text in names_in(value):
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
        """Return what people call the candidates of a slot."""
        return [self.pick_name(slot, pick) for pick in slot.options]

    # what is legal

    def fits(self, move: Move, pattern: MovePattern) -> bool:
        """Return True if a move is the one described, and its slots offer what is named."""
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
            if not all(self._offered(slots[name], text) for text in names_in(value)):
                return False
        return True

    def _offered(self, slot: Slot, text: int | str) -> bool:
        return any(self.pick_name(slot, pick, text) == text for pick in slot.options)

    def is_legal(self, pattern: MovePattern) -> bool:
        """Return True if somebody can do what is described. Raises ScenarioError for an unknown name."""
        if pattern.card:
            self.candidates(pattern.card)
        for value in pattern.with_.values():
            for text in names_in(value):
                self._check_known(text)
        return any(
            self.fits(move, pattern) for move in self.game.legal_moves(self.state, self.seat(pattern.who))
        )

    def _check_known(self, text: int | str) -> None:
        """Raise ScenarioError for a word without a meaning, with which `illegal` would say nothing."""
        if isinstance(text, int) or text.isdigit():
            return
        if text not in self.words.slot_words and text not in self.names:
            self.candidates(text)

    def moves_of(self, pattern: MovePattern) -> str:
        """Return what the seat can do instead, the moves of the same verb with their slots."""
        moves = self.game.legal_moves(self.state, self.seat(pattern.who))
        same = [move for move in moves if move.verb == pattern.do]
        return "; ".join(dict.fromkeys(self.move_text(move, slots=bool(same)) for move in same or moves))

    def move_text(self, move: Move, *, slots: bool) -> str:
        """Return a move in words, with its slots if asked for."""
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


def names_in(value: Filled) -> list[int | str]:
    """Return the names with which a slot is filled."""
    return value if isinstance(value, list) else [value]
