"""How high a screen is on a phone, reckoned without a browser: near enough to notice what does not fit."""

import re
from collections.abc import Sequence

from PIL import ImageFont

from bot.views.base.layout import (
    Block,
    Button,
    ButtonRow,
    Container,
    LinkButton,
    Picture,
    Screen,
    Section,
    Select,
    Separator,
    Text,
)
from bot.views.pictures.render import picture_size

ROOM_PX = 291
"""Width of what stands in a message's frame on a phone of 390 px."""

AROUND_PX = 62
"""Height of the author's name and the frame."""

GAP_PX = 10
BUTTON_HEIGHT_PX = 42
MARKUP_PATTERN = re.compile(r"\*\*|\\|(?<!\w)\*|\*(?!\w)|`")
CLOCK_PATTERN = re.compile(r"<t:\d+:R>")


def text_lines(content: str, room: int = ROOM_PX) -> list[tuple[int, float]]:
    """Return for each line of a text how often it is broken and how high a part of it is."""
    found: list[tuple[int, float]] = []
    in_code = False
    for raw in content.split("\n"):
        if raw.startswith("```"):
            in_code = not in_code
            continue
        size, high = (12.5, 17.75) if raw.startswith("-# ") else (15.0, 21.3)
        if in_code:
            found.append((1, 18.5))
            continue
        if raw.startswith("#"):
            size, high = (17.5, 28.0) if raw.startswith("## ") else (16.0, 24.0)
        plain = MARKUP_PATTERN.sub("", CLOCK_PATTERN.sub("in 59 seconds", raw.lstrip("-# ")))
        found.append((_broken(plain, size, room), high))
    return found


def _broken(plain: str, size: float, room: int) -> int:
    count, wide = 1, 0.0
    for word in plain.split(" "):
        step = _width(word + " ", size)
        if wide and wide + step > room:
            count, wide = count + 1, 0.0
        wide += step
    return count


def _width(text: str, size: float) -> float:
    return float(ImageFont.load_default(30).getlength(text)) * size / 30 * 1.06


def estimated_lines(screen: Screen) -> int:
    """Return how many lines the texts take, without headings and the line that says who is awaited."""
    return sum(
        count
        for block in screen.blocks()
        if isinstance(block, Text)
        for line in [line for line in block.content.split("\n") if not line.startswith(("#", "👉"))]
        for count, _ in text_lines(line)
    )


def estimated_height_px(screen: Screen) -> int:
    """Return about how high the screen's message is on a phone."""
    blocks = [
        block for part in screen.parts for block in (part.blocks if isinstance(part, Container) else (part,))
    ]
    return int(AROUND_PX + sum(_height(block) for block in blocks) + GAP_PX * max(len(blocks) - 1, 0))


def _height(block: Block) -> float:
    match block:
        case Text(content):
            return sum(count * high + 2 for count, high in text_lines(content))
        case Picture(sketch=sketch) if sketch is not None:
            wide, high = picture_size(sketch)
            return ROOM_PX * high / wide
        case ButtonRow(buttons):
            return _rows_height(buttons)
        case Select():
            return 46
        case Section(texts, beside):
            words = sum(_height(text) for text in texts) * (1.5 if isinstance(beside, Button) else 1.3)
            return max(BUTTON_HEIGHT_PX, words)
        case Separator():
            return 1
        case _:
            return 46


def _rows_height(buttons: Sequence[Button | LinkButton]) -> float:
    rows, wide = 1, 0.0
    for button in buttons:
        own = _width(button.label, 14) + 30 + (24 if isinstance(button, Button) and button.emoji else 0)
        if wide and wide + 8 + own > ROOM_PX:
            rows, wide = rows + 1, 0.0
        wide += own + (8 if wide else 0)
    return rows * BUTTON_HEIGHT_PX + (rows - 1) * 8
