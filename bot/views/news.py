"""The latest events as short sentences."""

from __future__ import annotations

from bot.tables.results import Sight
from bot.views import people, wording
from bot.views.moves import words_of
from bot.views.text import fit, shorten

LINE = 160
"""Characters of one sentence."""


def sentences(sight: Sight, most: int) -> list[str]:
    """Tell the latest events that the reader may know, oldest first; repeated ones are counted."""
    words = words_of(sight)
    told: list[str] = []
    times: list[int] = []
    before = ""
    for what in sight.events:
        echo = (before, what.kind) in words.echoes
        before = what.kind
        if echo:
            continue
        line = wording.event(
            words,
            what,
            seat=lambda seat: f"**{people.name(sight.table, seat)}**",
            card=lambda card: f"*{people.card_name(sight, card)}*",
        )
        if not line:
            continue
        if told and told[-1] == line:
            times[-1] += 1
            continue
        told.append(line)
        times.append(1)
    lines = [f"{line} (×{count})" if count > 1 else line for line, count in zip(told, times, strict=True)]
    return [_close(shorten(line, LINE)) for line in lines[-most:]]


def _close(line: str) -> str:
    """Close the bold and the italics that shortening may have cut in two."""
    bare = line.replace("\\*", "")
    bold = bare.count("**")
    if (bare.count("*") - 2 * bold) % 2:
        line += "*"
    return line + "**" if bold % 2 else line


def block(sight: Sight, most: int, room: int) -> str:
    """Return the news as small print, the newest last; empty when there is nothing to tell."""
    lines = [f"-# {line}" for line in sentences(sight, most)]
    while lines and len("\n".join(lines)) > room:
        lines.pop(0)
    return fit(lines, room) if lines else ""
