"""What a game looks like, for its lobby: drawings of some of its cards, and below them what it is about."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.views.base.sketches import Poster
from bot.views.pictures import drawing
from bot.views.pictures.faces import draw_face

WIDTH_PX = 668
FACE_SIZE_PX = 124
GAP_PX = 8
BLURB_SIZE_PX = 28
FACTS_SIZE_PX = 24
LINE_GAP_PX = 6


def draw_poster(poster: Poster) -> Image.Image:
    """Draw the faces in one row, and the words below them."""
    room = WIDTH_PX - 4 * GAP_PX
    texts = (
        (poster.blurb, BLURB_SIZE_PX, drawing.TEXT_COLOR),
        (poster.facts, FACTS_SIZE_PX, drawing.GOLD_COLOR),
    )
    lines = [
        (line, size, color)
        for text, size, color in texts
        if text
        for line in drawing.wrapped(drawing.drawable(text), room, size, 3)
    ]
    top = FACE_SIZE_PX + 2 * GAP_PX
    high = top + sum(size + LINE_GAP_PX for _, size, _ in lines) + (GAP_PX if lines else 0)
    picture = Image.new("RGB", (WIDTH_PX, high), drawing.BACKGROUND_COLOR)
    for number, face in enumerate(poster.faces):
        picture.paste(draw_face(face, FACE_SIZE_PX), (GAP_PX + number * (FACE_SIZE_PX + GAP_PX), GAP_PX))
    draw = ImageDraw.Draw(picture)
    for line, size, color in lines:
        draw.text((2 * GAP_PX, top), line, font=drawing.font(size), fill=color)
        top += size + LINE_GAP_PX
    return picture
