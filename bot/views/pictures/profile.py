"""A person's statistics at a glance: what they did, how often they won at what, and their season."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.views.base.sketches import ProfileCard, ShareBar, Tally
from bot.views.pictures import drawing
from cards.say import say

WIDTH_PX = 780
PADDING_PX = 22
GAP_PX = 12
TILE_HEIGHT_PX = 132
BAR_ROW_HEIGHT_PX = 46
BAR_HEIGHT_PX = 22
NAME_WIDTH_PX = 290
FIGURE_WIDTH_PX = 130
CURVE_HEIGHT_PX = 120
TEXT_SIZE_PX = 28
"""Large enough to read when a phone shows the picture at less than half its size."""
FIGURE_SIZE_PX = 46
EMBLEM_SIZE_PX = 40
SUPERSAMPLING = 2
"""The curve is drawn so many times larger and shrunk, which makes its line smooth."""
CURVE_WIDTH_PX = 6


def draw_profile(card: ProfileCard) -> Image.Image:
    """Draw the tallies, below them the bars, and the season's curve where there is one."""
    bars = TILE_HEIGHT_PX + 2 * PADDING_PX
    season = bars + len(card.shares) * BAR_ROW_HEIGHT_PX + (GAP_PX if card.shares else 0)
    high = season + (CURVE_HEIGHT_PX + BAR_ROW_HEIGHT_PX + GAP_PX if card.curve else 0)
    picture = Image.new("RGB", (WIDTH_PX, high), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    _tiles(draw, card.tallies)
    for number, share in enumerate(card.shares):
        _bar(draw, share, bars + number * BAR_ROW_HEIGHT_PX)
    if card.curve:
        _letters(draw, (PADDING_PX, season), card.season, WIDTH_PX - 2 * PADDING_PX, drawing.MUTED_COLOR)
        picture.paste(_curve(card.curve), (PADDING_PX, season + BAR_ROW_HEIGHT_PX))
    return picture


def _letters(draw: drawing.Canvas, at: tuple[int, int], text: str, room: int, color: drawing.Color) -> None:
    told = drawing.fitted(drawing.drawable(text), room, TEXT_SIZE_PX)
    draw.text(at, told, font=drawing.font(TEXT_SIZE_PX), fill=color)


def _tiles(draw: drawing.Canvas, tallies: tuple[Tally, ...]) -> None:
    wide = (WIDTH_PX - 2 * PADDING_PX + GAP_PX) // max(len(tallies), 1) - GAP_PX
    for number, tally in enumerate(tallies):
        left = PADDING_PX + number * (wide + GAP_PX)
        box = (left, PADDING_PX, left + wide, PADDING_PX + TILE_HEIGHT_PX)
        draw.rounded_rectangle(box, radius=14, fill=drawing.PANEL_COLOR)
        drawing.emblem(draw, tally.emblem, left + 14, PADDING_PX + 20, EMBLEM_SIZE_PX, drawing.GOLD_COLOR)
        right = left + wide - 14
        figure = drawing.fitted(f"{tally.count:,}", wide - EMBLEM_SIZE_PX - 34, FIGURE_SIZE_PX)
        at = (right, PADDING_PX + 40)
        draw.text(at, figure, font=drawing.font(FIGURE_SIZE_PX), fill=drawing.TEXT_COLOR, anchor="rm")
        middle = (left + wide // 2, PADDING_PX + TILE_HEIGHT_PX - 28)
        letters = drawing.font(TEXT_SIZE_PX)
        draw.text(middle, tally.word, font=letters, fill=drawing.MUTED_COLOR, anchor="mm")


def _bar(draw: drawing.Canvas, share: ShareBar, top: int) -> None:
    """Draw a row: what was played, how much of it was won as a bar, and both figures."""
    middle = top + BAR_ROW_HEIGHT_PX // 2
    name = drawing.fitted(drawing.drawable(share.what), NAME_WIDTH_PX - GAP_PX, TEXT_SIZE_PX)
    letters = drawing.font(TEXT_SIZE_PX)
    draw.text((PADDING_PX, middle), name, font=letters, fill=drawing.TEXT_COLOR, anchor="lm")
    left, right = PADDING_PX + NAME_WIDTH_PX, WIDTH_PX - PADDING_PX - FIGURE_WIDTH_PX
    bar_top, radius = middle - BAR_HEIGHT_PX // 2, BAR_HEIGHT_PX // 2
    box = (left, bar_top, right, bar_top + BAR_HEIGHT_PX)
    draw.rounded_rectangle(box, radius=radius, fill=drawing.PANEL_COLOR)
    if share.wins:
        end = left + max((right - left) * share.wins // max(share.games, 1), BAR_HEIGHT_PX)
        filled = (left, bar_top, end, bar_top + BAR_HEIGHT_PX)
        draw.rounded_rectangle(filled, radius=radius, fill=drawing.GOOD_COLOR)
    told = say("{wins} of {games}", wins=share.wins, games=share.games)
    at = (WIDTH_PX - PADDING_PX, middle)
    draw.text(at, told, font=letters, fill=drawing.GOLD_COLOR, anchor="rm")


def _curve(points: tuple[int, ...]) -> Image.Image:
    wide, high = (WIDTH_PX - 2 * PADDING_PX) * SUPERSAMPLING, CURVE_HEIGHT_PX * SUPERSAMPLING
    picture = Image.new("RGB", (wide, high), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    low, highest = min(*points, 0), max(*points, 0)
    edge = 12 * SUPERSAMPLING

    def spot(place: int, figure: int) -> tuple[float, float]:
        x = edge + (wide - 2 * edge) * place / max(len(points) - 1, 1)
        return x, high - edge - (high - 2 * edge) * (figure - low) / max(highest - low, 1)

    zero = spot(0, 0)[1]
    draw.line((edge, zero, wide - edge, zero), fill=drawing.PANEL_COLOR, width=2 * SUPERSAMPLING)
    line = [spot(place, figure) for place, figure in enumerate(points)]
    color = drawing.SEAT_COLORS[1]
    draw.line(line, fill=color, width=CURVE_WIDTH_PX * SUPERSAMPLING, joint="curve")
    x, y = line[-1]
    size = 8 * SUPERSAMPLING
    draw.ellipse((x - size, y - size, x + size, y + size), fill=color)
    return picture.reduce(SUPERSAMPLING)
