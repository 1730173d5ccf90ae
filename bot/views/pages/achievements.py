"""Achievements as people read them: a title, and the joke."""

from __future__ import annotations

from bot.views.base.text import pairs, read_texts

ACHIEVEMENT_TEXTS: dict[str, tuple[str, str]] = pairs(read_texts("bot.views.pages", "achievements"))
"""By key; a key never changes its meaning."""


def achievement_line(key: str) -> str:
    """Return the title and the joke, in markdown."""
    title, joke = ACHIEVEMENT_TEXTS[key]
    return f"**{title}**: {joke}"
