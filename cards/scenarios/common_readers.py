"""What an expectation can look at in every game: one small reader for each key."""

from __future__ import annotations

from typing import Any

from cards.scenarios.compare import Reader, in_expected_order
from cards.scenarios.table import ScenarioTable


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
