"""A card that has just changed everything: large, with what happened and what it does here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.views.base.sketches import FINAL_MARK, Reveal
from bot.views.pictures import drawing, palette
from bot.views.pictures.faces import draw_face
from bot.views.pictures.strip import short_figure
from cards.kernel.game import CardFace

WIDTH_PX = 640
PADDING_PX = 14
FACE_SIZE_PX = 264
TEXT_LEFT_PX = FACE_SIZE_PX + 2 * PADDING_PX + 4
NAME_SIZES_PX = (27, 24, 21)
FIGURES_SIZES_PX = (24, 21, 18)
HEAD_SIZES_PX = (32, 28, 24)
NOTE_SIZES_PX = (26, 23, 20)
JOKE_SIZES_PX = (24, 21)
"""Heights of letters, the first that leaves a text whole."""
LINE_GAP_PX = 5
SCORE_SIZE_PX = 64
PROPS_SIZE_PX = 76
"""How high a die and small cards are, which stand where else the score does."""
DESCENT_PX, OVERHANG_PX = 6, 2
"""What the lowest line of a text may need below it, and the first letter of a line before it."""

MAX_CACHED_CARDS = 96
"""Cards kept as they are revealed, 110 KB each."""
MAX_CACHED_TEXTS = 256
"""Texts kept as they stand beside them, some 30 KB each."""


@dataclass(frozen=True, slots=True)
class TextBeside:
    """Lines that stand beside the card, and how far down they begin."""

    lines: tuple[str, ...]
    top: int
    size: int
    color: drawing.Color

    @property
    def bottom(self) -> int:
        """Return where the next line would begin."""
        return self.top + len(self.lines) * (self.size + LINE_GAP_PX)


def draw_reveal(reveal: Reveal) -> Image.Image:
    """Draw the card on the left; beside it what happened, what it does here, its joke, and the score.

    A fight draws its card again whenever the score changes. So the card and each text are kept in the shared
    colors, and put side by side.
    """
    card = _card(reveal.face)
    band = drawing.FINAL_BAND_PX if reveal.final else 0
    picture = palette.blank((WIDTH_PX, card.height + band))
    picture.paste(card, (0, 0))
    for text in texts_beside(reveal, card.height):
        picture.paste(_told(text.lines, text.size, text.color), (TEXT_LEFT_PX - OVERHANG_PX, text.top))
    if _has_props(reveal):
        props = _props(reveal.die, reveal.need, reveal.steps, reveal.cards)
        if reveal.score is not None:
            props = props.crop((0, 0, PROPS_SIZE_PX, PROPS_SIZE_PX))  # the die alone
        place = (WIDTH_PX - PADDING_PX - props.width, card.height - PADDING_PX - PROPS_SIZE_PX)
        picture.paste(props, place)
    if not band:
        return picture
    picture = picture.convert("RGB")
    drawing.final_frame(picture, f"{FINAL_MARK}: {reveal.final}")
    return picture


def _has_props(reveal: Reveal) -> bool:
    return bool(reveal.die or reveal.cards or reveal.steps[1])


@lru_cache(MAX_CACHED_TEXTS)
def _props(die: int, need: int, steps: tuple[int, int], cards: tuple[CardFace, ...]) -> Image.Image:
    """Draw a die in green or red, or the way to doom, or cards, in the shared colors."""
    room = WIDTH_PX - TEXT_LEFT_PX - PADDING_PX
    picture = Image.new("RGB", (room, PROPS_SIZE_PX), drawing.BACKGROUND_COLOR)
    draw, left = ImageDraw.Draw(picture), 0
    if die:
        color = drawing.GOLD_COLOR if not need else drawing.GOOD_COLOR if die >= need else drawing.BAD_COLOR
        drawing.die(draw, 0, 0, PROPS_SIZE_PX - 1, min(die, 6), color)
        left = PROPS_SIZE_PX + 10
    for number in range(1, steps[1] + 1):
        wide = room // steps[1]
        box = ((number - 1) * wide, 20, number * wide - 6, 20 + wide - 6)
        color = drawing.BAD_COLOR if number <= steps[0] else drawing.PANEL_COLOR
        draw.rounded_rectangle(box, 8, fill=color, outline=drawing.GOLD_COLOR, width=3)
        if number == steps[1]:
            drawing.emblem(draw, "curse", box[0] + 8, box[1] + 8, wide - 22, drawing.GOLD_COLOR)
    fits = (room - left) // (PROPS_SIZE_PX + 6)
    shown = cards if len(cards) <= fits else cards[: fits - 1]
    for face in shown:
        picture.paste(draw_face(face, PROPS_SIZE_PX), (left, 0))
        left += PROPS_SIZE_PX + 6
    if len(shown) < len(cards):
        draw.text(
            (left + 8, 20), f"+{len(cards) - len(shown)}", font=drawing.font(34), fill=drawing.TEXT_COLOR
        )
    return palette.reduced(picture)


def texts_beside(reveal: Reveal, high: int) -> list[TextBeside]:
    """Lay out what stands beside a card in a picture of that height."""
    room = WIDTH_PX - TEXT_LEFT_PX - PADDING_PX
    floor = high - PADDING_PX - (SCORE_SIZE_PX + 16 if reveal.score is not None or _has_props(reveal) else 0)
    size, lines = drawing.uncut(drawing.drawable(reveal.head, ""), room, HEAD_SIZES_PX, 3)
    texts = [TextBeside(tuple(lines), PADDING_PX, size, drawing.TEXT_COLOR)]
    more = [(note, NOTE_SIZES_PX, 6, drawing.GOLD_COLOR) for note in reveal.notes]
    # Half a joke is none.
    for told, sizes, gap, color in (*more, (reveal.joke, JOKE_SIZES_PX, 10, drawing.MUTED_COLOR)):
        top = texts[-1].bottom + gap
        size, lines = _that_fit(told, room, sizes, floor - top)
        if lines:
            texts.append(TextBeside(tuple(lines), top, size, color))
    if reveal.score is not None:
        party, monsters = reveal.score
        color = drawing.GOOD_COLOR if reveal.ahead else drawing.BAD_COLOR
        top = high - PADDING_PX - SCORE_SIZE_PX - 10
        texts.append(TextBeside((f"{party} : {monsters}",), top, SCORE_SIZE_PX, color))
    return texts


@lru_cache(MAX_CACHED_TEXTS)
def _told(lines: tuple[str, ...], size: int, color: drawing.Color) -> Image.Image:
    """Draw lines one below the other, in the shared colors."""
    wide = OVERHANG_PX + WIDTH_PX - TEXT_LEFT_PX
    high = len(lines) * (size + LINE_GAP_PX) + DESCENT_PX
    picture = Image.new("RGB", (wide, high), drawing.BACKGROUND_COLOR)
    drawing.write(ImageDraw.Draw(picture), lines, (OVERHANG_PX, 0), size, color, LINE_GAP_PX)
    return palette.reduced(picture)


@lru_cache(MAX_CACHED_CARDS)
def _card(face: CardFace) -> Image.Image:
    """Draw the card in the shared colors."""
    return palette.reduced(revealed_card(face))


def revealed_card(face: CardFace) -> Image.Image:
    """Draw the card: its name on a band, its drawing, its figures below."""
    name_size, names = drawing.uncut(drawing.drawable(face.name), FACE_SIZE_PX - 24, NAME_SIZES_PX, 2)
    band = 16 + (name_size + 4) * len(names)
    wide, high = (
        FACE_SIZE_PX + 2 * PADDING_PX,
        band + FACE_SIZE_PX + FIGURES_SIZES_PX[0] + 20 + 2 * PADDING_PX,
    )
    picture = Image.new("RGB", (wide, high), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    left, top, right = PADDING_PX, PADDING_PX, PADDING_PX + FACE_SIZE_PX - 1  # the last pixel is part of it
    bottom = picture.height - PADDING_PX
    color = drawing.color_of(face.kind, face.name)
    draw.rounded_rectangle((left, top, right, bottom), radius=16, fill=drawing.PAPER_COLOR)
    draw.rounded_rectangle((left, top, right, top + band + 16), radius=16, fill=color)
    for number, line in enumerate(names):
        place = (left + 12, top + 6 + (name_size + 4) * number)
        draw.text(place, line, font=drawing.font(name_size), fill=drawing.PAPER_COLOR)
    picture.paste(draw_face(face, FACE_SIZE_PX), (left, top + band))
    figures = [short_figure(*figure) for figure in face.figures]
    told = drawing.drawable(" · ".join(figures or [face.kind]), "")
    size, lines = drawing.uncut(told, FACE_SIZE_PX - 24, FIGURES_SIZES_PX, 1)
    draw.text(
        (left + 12, bottom - 12 - (size + 2) * len(lines)),
        "\n".join(lines),
        font=drawing.font(size),
        fill=drawing.INK_COLOR,
        spacing=2,
    )
    return picture


def _that_fit(text: str, room: int, sizes: tuple[int, ...], high: int) -> tuple[int, list[str]]:
    """Return the largest size at which the whole text fits, and its lines: none if it fits at none."""
    for size in sizes:
        _, lines = drawing.uncut(drawing.drawable(text, ""), room, (size,), 1)
        if len(lines) * (size + LINE_GAP_PX) <= high:
            return size, lines
    return sizes[-1], []
