"""What a finished game is remembered by: who won and how, curves, and awards. Games bring their own."""

from __future__ import annotations

from bot.tables.table import Table
from bot.views.base import naming
from bot.views.base.layout import ALT_TEXT_ROOM_CHARS, Block, Picture, Text
from bot.views.base.parts import Highlights
from bot.views.base.sketches import Curve, Curves, Ending
from bot.views.base.text import clean, escape, fit, plural, say, shorten
from cards.kernel.chronicle import CurveRecorder

MAX_AWARDS = 3
MAX_AWARD_CHARS = 300
MAX_AWARDS_CHARS = 900


def curves_of(table: Table, recorder: CurveRecorder, unit: str, goal: int = 0) -> Curves:
    """Return the curves of all seats, the best first; ``goal`` is the figure that wins, 0 if none does."""
    last = recorder.figures
    order = sorted(last, key=lambda seat: (seat not in table.winners, -last[seat], seat))
    rows = tuple(
        Curve(clean(naming.raw_name(table, seat)), seat, tuple(recorder.points[seat]), seat in table.winners)
        for seat in order
        if recorder.points.get(seat)
    )
    return Curves(rows, unit, goal)


def blocks(table: Table, found: Highlights) -> list[Block]:
    """Draw highlights: how it was won, the podium with the curves, the awards."""
    drawn: list[Block] = [Text(found.how)] if found.how else []
    if found.curves is not None and found.curves.rows:
        told = curves_told(found.curves)
        if found.caption:
            told.append(f"{found.caption}.")
        words = shorten(say("The end: {told}", told=" ".join(told)), ALT_TEXT_ROOM_CHARS)
        sketch = Ending(found.curves, found.face, found.caption)
        instead = [f"-# {line}" for line in [*map(escape, told), found.details] if line]
        drawn.append(Picture("attachment://ending.png", words, sketch, "\n".join(instead)))
    if found.awards:
        lines = [f"-# {line}" for line in found.awards[:MAX_AWARDS]]
        drawn.append(Text(fit(lines, MAX_AWARDS_CHARS)))
    return drawn


def curves_told(curves: Curves) -> list[str]:
    """Say in words what the curves show."""
    lines: list[str] = []
    for place, row in zip(curves.places(), curves.rows, strict=True):
        end = row.points[-1]
        best = max(row.points)
        figure = say("Level {end}", end=end) if curves.unit == "Level" else plural(end, curves.unit)
        parts = [figure, say("{best} at best", best=best) if best > end else ""]
        told = ", ".join(filter(None, [*parts, say("the winner") if row.winner else ""]))
        lines.append(f"{place}. {row.name}: {told}.")
    return lines
