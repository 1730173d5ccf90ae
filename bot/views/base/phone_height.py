"""About how high something stands on a phone of 390 px, reckoned by its characters.

It is good enough to choose for how much there is room; the gallery measures what comes of it in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import Final

from bot.views.base.layout import Block, Button, ButtonRow, Picture, Section, Select, Separator, Text
from bot.views.base.sketches import OUTLOOK_CELLS_PER_ROW, Outlook, Reveal, Strip

MAX_HEIGHT_PX: Final = 700
"""The height of one view, with the buttons."""

AROUND_PX: Final = 62
"""Height of the author's name and the frame."""
GAP_PX: Final = 10
ROOM_PX: Final = 291
"""Width of what stands in the frame."""

LINE_PX, SMALL_LINE_PX, TITLE_PX = 22, 18, 28
LINE_CHARS, SMALL_LINE_CHARS, TITLE_CHARS = 35, 42, 30

BROKEN_PART: Final = 0.85
"""The part of a narrow line that words fill before they are broken."""

BUTTON_PX: Final = 42
LONG_BUTTON_PX: Final = 54
"""Height of a button whose words take two lines."""
BUTTON_CHAR_PX: Final = 9.0
BUTTON_EDGE_PX: Final = 30
BUTTON_EMOJI_PX: Final = 24
BUTTON_GAP_PX: Final = 8
SELECT_PX: Final = 46

REVEAL_PX: Final = 176
HAND_ROW_PX: Final = {2: 122, 3: 82, 4: 61}
"""Height of a row of cards, by how many stand in it."""

STRIP_ROW_PX: Final = 38
"""The strip of the castle's board that stands above a hand."""

_MARKUP = re.compile(r"\*\*|\\|(?<!\w)\*|\*(?!\w)|`")


def room_px(blocks: Sequence[Block]) -> int:
    """Return about how much height is left for more than these blocks in one view, without most pictures."""
    return int(MAX_HEIGHT_PX - AROUND_PX + GAP_PX - blocks_px(blocks))


def blocks_px(blocks: Sequence[Block]) -> float:
    """Return about how much height these blocks need, each with the gap below it."""
    return sum(_block_px(block) + GAP_PX for block in blocks)


def hand_picture_px(hand: Strip) -> int:
    """Return about how high the picture of a hand is."""
    return HAND_ROW_PX[hand.per_row] * ceil(len(hand.faces) / hand.per_row)


def _block_px(block: Block) -> float:
    match block:
        case Text(content):
            return sum(map(_line_px, content.split("\n")))
        case ButtonRow(buttons):
            return _buttons_px([button for button in buttons if isinstance(button, Button)])
        case Section(texts, Button() as button):
            part = BROKEN_PART * (1 - (_button_width(button) + BUTTON_GAP_PX) / ROOM_PX)
            return max(BUTTON_PX, sum(_line_px(text.content, part) for text in texts))
        case Select():
            return SELECT_PX
        case Separator():
            return 1
        case Picture(sketch=Reveal()):
            return REVEAL_PX
        case Picture(sketch=Outlook(cells)):
            return STRIP_ROW_PX * ceil(len(cells) / OUTLOOK_CELLS_PER_ROW)
        case _:
            return 0


def _line_px(line: str, part: float = 1.0) -> float:
    plain = _MARKUP.sub("", line.lstrip("#-> "))
    chars, high = (SMALL_LINE_CHARS, SMALL_LINE_PX) if line.startswith("-# ") else (LINE_CHARS, LINE_PX)
    if line.startswith("#"):
        chars, high = TITLE_CHARS, TITLE_PX
    return high * max(ceil(len(plain) / (chars * part)), 1) + 2


def _buttons_px(buttons: Sequence[Button]) -> float:
    """Return how high the rows are that a row of buttons is broken into."""
    rows: list[float] = []
    wide = 0.0
    for button in buttons:
        own = _button_width(button)
        high = LONG_BUTTON_PX if own > ROOM_PX else BUTTON_PX
        if rows and wide + BUTTON_GAP_PX + own <= ROOM_PX:
            wide += BUTTON_GAP_PX + own
            rows[-1] = max(rows[-1], high)
        else:
            rows.append(high)
            wide = own
    return sum(rows) + BUTTON_GAP_PX * max(len(rows) - 1, 0)


def _button_width(button: Button) -> float:
    return len(button.label) * BUTTON_CHAR_PX + BUTTON_EDGE_PX + (BUTTON_EMOJI_PX if button.emoji else 0)
