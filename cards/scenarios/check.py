"""Finds every unknown word of a situation before it is played, each with the words that are allowed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from cards.kernel.moves import ANSWER_VERB, CORRECT_VERB, DROP_VERB, PASS_VERB, TIME_UP_VERB
from cards.scenarios.form import (
    NOBODY,
    EventPattern,
    Expect,
    MovePattern,
    ScenarioError,
    ScenarioStep,
    Situation,
    listed,
)
from cards.scenarios.table import ALL_SEATS, ScenarioTable

CORRECTION_SLOTS = ("level", "place")
HOST_VERBS = (PASS_VERB, TIME_UP_VERB, DROP_VERB, CORRECT_VERB)
"""What a step can do beside the verbs of the game."""
EVERYONE_NAME = "everyone"

SEAT_KEYS = {"asked": ("",), "turn": ("",), "fighter": (NOBODY,), "helper": (NOBODY,)}
"""Keys of ``expect`` that name one player, each with what may stand there instead."""
SEATS_KEYS = ("awaited", "winners")


class UnknownWord(NamedTuple):
    """A word that the game does not know. ``step`` counts from 1, 0 is before the first step."""

    step: int
    label: str
    text: str


def unknown_words(situation: Situation[Any], table: ScenarioTable) -> list[UnknownWord]:
    """Return every word of the situation that means nothing in its game."""
    checker = _Checker(table)
    found = [UnknownWord(0, "", text) for text in checker.of_expect(situation.expect)]
    for number, step in enumerate(situation.steps, 1):
        texts = [*checker.of_step(step), *checker.of_expect(step.expect)]
        found += [UnknownWord(number, step.label(), text) for text in texts]
    return found


class _Checker:
    """Compares words with those of one table; each method yields a sentence for each unknown word."""

    def __init__(self, table: ScenarioTable) -> None:
        self.table = table
        self.words = table.words

    def of_step(self, step: ScenarioStep[Any]) -> Iterator[str]:
        if step.answer is not None and step.do:
            yield "a step has `do` or `answer`, not both"
            return
        verb = step.do or ANSWER_VERB
        yield from self.verb(verb, HOST_VERBS)
        seats = [step.who] if isinstance(step.who, str) else step.who
        allowed = [*self.table.names, *([ALL_SEATS] if verb == PASS_VERB else [])]
        if verb != TIME_UP_VERB:
            yield from _unknown("nobody is", "the players", seats, allowed)
        yield from self.parts(verb, step)

    def of_move(self, move: MovePattern) -> Iterator[str]:
        yield from self.verb(move.do)
        yield from _unknown("nobody is", "the players", [move.who], self.table.names)
        yield from self.parts(move.do, move)

    def verb(self, verb: str, more: Iterable[str] = ()) -> Iterator[str]:
        yield from _unknown("nothing is", "what can be done", [verb], sorted({*self.words.verbs, *more}))

    def parts(self, verb: str, move: ScenarioStep[Any] | MovePattern) -> Iterator[str]:
        """Check the ability, the other player and the slots of a move."""
        if verb not in {*self.words.verbs, *HOST_VERBS}:
            return
        what = f"{verb} {move.card}".strip()
        if move.ability:
            yield from self.ask_card(
                lambda: _unknown(
                    f"no ability of {what} is",
                    "its abilities",
                    [move.ability],
                    self.table.ability_names(verb, move.card),
                )
            )
        if move.other and verb not in self.words.other_verbs:
            yield f"{verb} has no `other`; what has: {listed(sorted(self.words.other_verbs))}"
        elif move.other:
            yield from _unknown("nobody is", "the players", [move.other], self.table.names)
        if move.with_:
            yield from self.ask_card(
                lambda: (
                    f"{move.who}: {what} has no slot {name}; its slots: {listed(slots)}"
                    for slots in [self.slot_names(verb, move)]
                    for name in move.with_
                    if name not in slots
                )
            )

    def slot_names(self, verb: str, move: ScenarioStep[Any] | MovePattern) -> Collection[str]:
        if verb == CORRECT_VERB:
            return CORRECTION_SLOTS
        return self.table.slot_names(verb, move.card, move.ability)

    def ask_card(self, check: Callable[[], Iterable[str]]) -> Iterator[str]:
        """Make a check that has to find the card first."""
        try:
            yield from check()
        except ScenarioError as error:
            yield str(error)

    def of_expect(self, expect: Expect) -> Iterator[str]:
        words = self.words
        if isinstance(expect.refused, str) and expect.refused:
            yield from _unknown("no refusal is", "refusals", [expect.refused], words.refusals)
        for pattern in (*expect.legal, *expect.illegal):
            yield from self.of_move(pattern)
        for verbs in (expect.can or {}).values():
            for verb in verbs:
                yield from self.verb(verb)
        for event in expect.events:
            yield from self.of_event(event)
        yield from _unknown("no event is", "events", expect.no_events, words.events)
        for key, noun, allowed in (
            ("prompt", "question", words.questions),
            ("window", "window", words.windows),
            ("stage", "stage", words.stages),
            ("phase", "phase", words.phases),
        ):
            value = getattr(expect, key, None)
            if value not in (None, ""):
                yield from _unknown(f"no {noun} is", f"{noun}s", [value], allowed)
        yield from self.seats(expect)
        yield from self.zones(expect)

    def of_event(self, pattern: EventPattern) -> Iterator[str]:
        names = self.table.names
        yield from _unknown("no event is", "events", [pattern.kind], self.words.events)
        seats = [seat for seat in (pattern.seat, pattern.other) if seat]
        yield from _unknown("nobody is", "the players", seats, names)
        yield from _unknown("nobody is", "who can see", pattern.seen_by or (), [*names, EVERYONE_NAME])

    def seats(self, expect: Expect) -> Iterator[str]:
        names = self.table.names
        for key, others in SEAT_KEYS.items():
            value = getattr(expect, key, None)
            if value is not None:
                yield from _unknown("nobody is", "the players", [value], [*names, *others])
        for key in SEATS_KEYS:
            yield from _unknown("nobody is", "the players", getattr(expect, key) or (), names)

    def zones(self, expect: Expect) -> Iterator[str]:
        expected: dict[str, str | list[str]] = getattr(expect, "zone", None) or {}
        for value in expected.values():
            wanted = [value] if isinstance(value, str) else value
            yield from _unknown("no place is", "places", wanted, self.table.places())


def _unknown(
    what: str, allowed_what: str, found: Iterable[str | int], allowed: Collection[str | int]
) -> Iterator[str]:
    """Yield a sentence for each word that is not allowed, e.g. "no event is called 'dyed'; events: ..."."""
    for word in found:
        if word not in allowed:
            yield f"{what} called {word!r}; {allowed_what}: {listed(dict.fromkeys(allowed))}"
