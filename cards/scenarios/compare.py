"""Compares what a step led to with what is expected of it, and reads what every game has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from cards.kernel.events import EVERYONE_MASK, Event
from cards.kernel.moves import Refusal
from cards.scenarios.form import EventPattern, Expect, MovePattern
from cards.scenarios.table import ScenarioTable

ACCEPTED = "accepted"

Reader = Callable[[Any, Any], Any]
"""Takes the table and what is expected, returns what is there in the same form."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An expectation that did not come true."""

    what: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.what}: expected {written(self.expected)}, found {written(self.found)}"


def mismatches(
    table: ScenarioTable, readers: Mapping[str, Reader], expect: Expect, refusal: Refusal | None
) -> list[Mismatch]:
    """Return everything that is not as expected."""
    wrong = _refusal_mismatch(expect.refused, refusal)
    if wrong:
        return wrong
    for pattern in expect.legal:
        if not table.is_legal(pattern):
            wrong.append(Mismatch("legal", pattern, table.moves_of(pattern)))
    for pattern in expect.illegal:
        if table.is_legal(pattern):
            wrong.append(Mismatch("illegal", pattern, "it is legal"))
    wrong += _event_mismatches(table, expect)
    for key in sorted(expect.model_fields_set & set(readers)):
        expected = getattr(expect, key)
        found = readers[key](table, expected)
        if found != expected:
            wrong.append(Mismatch(key, expected, found))
    return wrong


def _refusal_mismatch(expected: bool | str, refusal: Refusal | None) -> list[Mismatch]:
    found = refusal.code if refusal is not None else ""
    if expected is True:
        return [] if found else [Mismatch("refused", "any refusal", ACCEPTED)]
    if found != (expected or ""):
        return [Mismatch("refused", expected or ACCEPTED, found or ACCEPTED)]
    return []


def _event_mismatches(table: ScenarioTable, expect: Expect) -> list[Mismatch]:
    wrong: list[Mismatch] = []
    rest = list(table.events)
    for pattern in expect.events:
        place = next((n for n, event in enumerate(rest) if _matches(table, event, pattern)), -1)
        if place < 0:
            found = [event_text(table, event) for event in table.events]
            wrong.append(Mismatch("events", pattern, found))
            break
        del rest[: place + 1]
    kinds = {event.kind for event in table.events}
    wrong += [Mismatch("no_events", f"no {kind}", kind) for kind in expect.no_events if kind in kinds]
    return wrong


def _matches(table: ScenarioTable, event: Event, pattern: EventPattern) -> bool:
    """Return True if an event is the one described."""
    if event.kind != pattern.kind:
        return False
    if pattern.seen_by is not None and sorted(_seeing(table, event)) != sorted(pattern.seen_by):
        return False
    record = event.to_record()
    cards = [table.card_name(card) for card in record.cards]
    ids = [table.game.face(card).id for card in record.cards]
    return (
        pattern.seat in (None, table.seat_name(event.seat))
        and pattern.other in (None, table.seat_name(record.other))
        and pattern.count in (None, record.count)
        and pattern.word in (None, record.word)
        and (pattern.cards is None or all(name in cards or name in ids for name in pattern.cards))
    )


def _seeing(table: ScenarioTable, event: Event) -> list[str]:
    if event.seen == EVERYONE_MASK:
        return ["everyone"]
    return [name for seat, name in enumerate(table.names) if event.seen >> seat & 1]


def event_text(table: ScenarioTable, event: Event) -> str:
    """Return an event in words, with the fields that say something."""
    record = event.to_record()
    parts = [record.kind, table.seat_name(record.seat)]
    parts += [f"other={table.seat_name(record.other)}"] if record.other >= 0 else []
    parts += [", ".join(table.card_name(card) for card in record.cards)]
    parts += [f"count={record.count}"] if record.count else []
    parts += [f"word={record.word}"] if record.word else []
    return " ".join(part for part in parts if part)


def written(value: Any) -> str:
    """Return a value as a person would write it in a scenario file."""
    if isinstance(value, MovePattern | EventPattern):
        given = value.model_dump(by_alias=True, exclude_defaults=True)
        if set(given) == {"kind"}:
            return str(given["kind"])
        return ", ".join(f"{key} {written(part)}" for key, part in given.items())
    if isinstance(value, dict):
        parts = cast(dict[str, Any], value)
        return "{" + ", ".join(f"{key} = {written(part)}" for key, part in parts.items()) + "}"
    if isinstance(value, list):
        items = cast(Sequence[Any], value)
        return "[" + ", ".join(written(part) for part in items) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value == "":
        return "nothing"
    return str(value)


def in_expected_order(found: list[Any], expected: list[Any]) -> list[Any]:
    """Return what was found in the expected order if the two differ in nothing but their order."""
    return list(expected) if sorted(map(str, found)) == sorted(map(str, expected)) else found


def _prompt(table: ScenarioTable, _: Any) -> str:
    prompt = table.state.prompt
    return "" if prompt is None else prompt.ask


def _prompt_card(table: ScenarioTable, expected: str) -> str:
    prompt = table.state.prompt
    if prompt is None or prompt.card < 0:
        return ""
    return expected if table.called(prompt.card, expected) else table.card_name(prompt.card)


def _asked(table: ScenarioTable, _: Any) -> str:
    prompt = table.state.prompt
    return "" if prompt is None else table.names[prompt.seat]


def _choices(table: ScenarioTable, expected: list[Any]) -> list[Any]:
    prompt = table.state.prompt
    return in_expected_order([] if prompt is None else table.shown(prompt.slot), expected)


def _window(table: ScenarioTable, _: Any) -> str:
    pending = table.game.pending(table.state)
    return "" if pending is None or pending.kind != "window" else pending.name


def _awaited(table: ScenarioTable, expected: list[str]) -> list[str]:
    pending = table.game.pending(table.state)
    return in_expected_order([] if pending is None else table.seats(pending.awaited), expected)


def _winners(table: ScenarioTable, expected: list[str]) -> list[str]:
    return in_expected_order(table.seats(table.state.winners), expected)


def _over(table: ScenarioTable, _: Any) -> bool:
    return table.state.over


def _can(table: ScenarioTable, expected: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, verbs in expected.items():
        moves = table.game.legal_moves(table.state, table.seat(name))
        found[name] = in_expected_order(sorted({move.verb for move in moves}), verbs)
    return found


COMMON_READERS: dict[str, Reader] = {
    "can": _can,
    "prompt": _prompt,
    "prompt_card": _prompt_card,
    "asked": _asked,
    "choices": _choices,
    "window": _window,
    "awaited": _awaited,
    "winners": _winners,
    "over": _over,
}
