"""What people said in their own words and how they reacted, on the screens that keep it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import REACTIONS, OwnLine
from bot.views.base import naming
from bot.views.base.layout import Block, Button, ButtonRow, Text
from bot.views.base.text import escape, quoted, say, shorten
from bot.views.press.moves import lobby_custom_id, words_of
from bot.views.table import story

MAX_SAID = 2
"""Lines under a fight."""
MAX_SAID_CHARS = 70
"""Characters of each, which then is one line of a phone, or two."""
REACTING_TEXT = "Well? {moment}"
MAX_MOMENT_CHARS = 90


def _told(view: TableView, line: OwnLine, most: int) -> str:
    name = naming.name(view.table.as_of(line.revision), line.seat)
    return f"**{name}**: {quoted(escape(shorten(line.text, most)))}"


def under_scene(view: TableView) -> str:
    """Return what was said last in the fight that is on, as small print; empty for nothing."""
    began, known = story.scene_start(view), {past.revision for past in view.past}
    said = [line for line in view.table.lines if began and line.revision >= began and line.revision in known]
    return "\n".join(f"-# 💬 {_told(view, line, MAX_SAID_CHARS)}" for line in said[-MAX_SAID:])


def quote_of_the_evening(view: TableView, past: Sequence[PastRevision]) -> str:
    """Return the line that a finished game is remembered by: what got most reactions, or was said last."""
    known = {each.revision for each in past}
    said = [line for line in view.table.lines if line.revision in known]
    best = max(
        said, key=lambda line: (sum(view.table.reactions_to(line.revision)), line.revision), default=None
    )
    return f"💬 {_told(view, best, len(best.text))}" if best is not None else ""


def reacting(view: TableView) -> list[Block]:
    """Draw three taps for the latest moment, with how many have taken each; nothing for onlookers."""
    rows = words_of(view).events
    moments = (past for past in reversed(view.past) if rows.hold_s(past.events) > 0)
    moment = next(moments, None)
    if moment is None or view.seat is None or view.table.phase != "playing":
        return []
    told = story.tell(view, view.past, moment.revision - 1, joining=False)
    lines = [line for line in told if line.revision.revision == moment.revision]
    if not lines:
        return []
    shown = max(lines, key=lambda line: rows.hold_s(line.events))
    counts = view.table.reactions_to(moment.revision)
    buttons = tuple(
        Button(
            str(count),
            lobby_custom_id(view.table, f"react.{moment.revision}.{sign}"),
            emoji=REACTIONS[sign],
        )
        for sign, count in enumerate(counts)
    )
    moment_told = story.squeezed(story.without_joke(shown.text), MAX_MOMENT_CHARS)
    return [Text(say(REACTING_TEXT, moment=moment_told)), ButtonRow(buttons)]
