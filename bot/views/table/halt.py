"""Saying why a table stands still, and how it goes on."""

from __future__ import annotations

from bot.tables.table import Table
from bot.views.base.table_words import DEFAULT_RESUME_HINT, HALT_TEXTS, MOVE_HINT, RESUME_HINTS, TROUBLE_TEXTS
from bot.views.base.text import escape


def halt_text(table: Table) -> str:
    """Say why the table stands still; empty if it does not."""
    if table.halt != "suspended":
        return HALT_TEXTS.get(table.halt, "")
    kind, _, name = table.trouble.partition(":")
    reason = TROUBLE_TEXTS.get(kind, "I cannot use its channel.")
    if name:
        reason = f"I need the permission “{escape(name)}” there."
    return f"{HALT_TEXTS['suspended']} {reason} {RESUME_HINTS.get(kind, DEFAULT_RESUME_HINT)}"


def unseen_text(trouble: str) -> str:
    """Say why nobody can see a table that goes on otherwise."""
    return (
        f"Nobody can see it. {TROUBLE_TEXTS[trouble]} All clocks are stopped, and I keep trying. {MOVE_HINT}"
    )
