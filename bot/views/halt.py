"""Saying why a table stands still, and how it goes on."""

from __future__ import annotations

from bot.tables.table import Table
from bot.views.text import escape
from bot.views.words.table import HALTS, TROUBLES, WAY_BACK, WAYS_BACK


def halt_text(table: Table) -> str:
    """Say why the table stands still; empty if it does not."""
    if table.halt != "suspended":
        return HALTS.get(table.halt, "")
    kind, _, name = table.trouble.partition(":")
    reason = TROUBLES.get(kind, "I cannot use its channel.")
    if name:
        reason = f"I lack the permission “{escape(name)}” in its channel."
    return f"{HALTS['suspended']} {reason} {WAYS_BACK.get(kind, WAY_BACK)}"
