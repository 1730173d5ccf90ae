"""What a person reads on a screen: its texts, labels, options, and the words of its pictures."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from bot.views.base.layout import ButtonRow, Picture, Screen, Section, Select, Text, Thumbnail

CLOSED = frozenset(
    ["back", "figures", "game", "id", "kind", "look", "pack", "style", "text_size", "traits", "unit"]
)
"""Fields of sketches that are said when they are painted, or read by nobody."""


def texts(screen: Screen) -> Iterator[str]:
    """Yield everything that can be read on a screen."""
    for block in screen.blocks():
        match block:
            case Text(content):
                yield content
            case ButtonRow(buttons):
                yield from (button.label for button in buttons)
            case Select(_, options, hint):
                yield hint
                for option in options:
                    yield from (option.label, option.note)
            case Section(parts, beside):
                yield from (part.content for part in parts)
                yield beside.alt if isinstance(beside, Thumbnail) else beside.label
            case Picture(_, alt, sketch, instead):
                yield from (alt, instead, *_strings(sketch))
            case _:
                pass


def _strings(drawn: object) -> Iterator[str]:
    if isinstance(drawn, str):
        yield drawn
    elif isinstance(drawn, tuple):
        for each in drawn:
            yield from _strings(each)
    elif dataclasses.is_dataclass(drawn):
        for field in dataclasses.fields(drawn):
            if field.name not in CLOSED:
                yield from _strings(getattr(drawn, field.name))
