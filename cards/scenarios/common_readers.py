"""What an expectation can look at in every game: one small reader for each key."""

from __future__ import annotations

from typing import Any

from cards.scenarios.table import Reader, Table, alike


def prompt_of(table: Table, _: Any) -> str:
    prompt = table.state.prompt
    return "" if prompt is None else prompt.ask


def asked_of(table: Table, _: Any) -> str:
    prompt = table.state.prompt
    return "" if prompt is None else table.names[prompt.seat]


def choices_of(table: Table, expected: list[Any]) -> list[Any]:
    prompt = table.state.prompt
    return alike([] if prompt is None else table.shown(prompt.slot), expected)


def window_of(table: Table, _: Any) -> str:
    pending = table.game.pending(table.state)
    return "" if pending is None or pending.kind != "window" else pending.name


def awaited_of(table: Table, expected: list[str]) -> list[str]:
    pending = table.game.pending(table.state)
    return alike([] if pending is None else table.seats(pending.awaited), expected)


def winners_of(table: Table, expected: list[str]) -> list[str]:
    return alike(table.seats(table.state.winners), expected)


def over_of(table: Table, _: Any) -> bool:
    return table.state.over


def can_of(table: Table, expected: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, verbs in expected.items():
        moves = table.game.legal_moves(table.state, table.seat(name))
        found[name] = alike(sorted({move.verb for move in moves}), verbs)
    return found


COMMON: dict[str, Reader] = {
    "can": can_of,
    "prompt": prompt_of,
    "asked": asked_of,
    "choices": choices_of,
    "window": window_of,
    "awaited": awaited_of,
    "winners": winners_of,
    "over": over_of,
}
