"""The castle's board: rings around six towers, arcs in three colours, walls, and who is where."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.views.pictures import brush
from bot.views.pictures.sketch import Castle, Token

SIDE = 780
FINE = 2
"""Drawn so many times larger and shrunk, which makes the curves smooth."""

RADII = (360, 290, 220, 156, 98)
"""Outer edges of Forest, Archer, Knight, Swordsman and Castle."""

ARC_COLOURS: tuple[tuple[brush.Colour, brush.Colour], ...] = (
    ((150, 74, 74), (122, 60, 62)),
    ((78, 128, 86), (62, 104, 72)),
    ((76, 106, 158), (60, 86, 132)),
)
"""For red, green and blue: two shades, so that neighbouring rings can be told apart."""

LEAST_MARK = 14.0
"""Smallest radius of a monster's letter: a phone shows the board at about a third of its size."""

FOREST: brush.Colour = (44, 60, 50)
STONE: brush.Colour = (196, 190, 178)
RUBBLE: brush.Colour = (84, 82, 84)
HONEY: brush.Colour = (240, 182, 60)
HURT: brush.Colour = (226, 170, 150)

RINGS = ("Forest", "Archer", "Knight", "Swordsman")


def draw_castle(castle: Castle) -> Image.Image:
    """Draw the board from above, arc 1 right of the top, clockwise."""
    picture = _ground().copy()
    draw = ImageDraw.Draw(picture)
    for place in range(6):
        _defences(draw, castle, place)
    for ring in range(5):
        for arc in range(1, 7):
            here = [token for token in castle.tokens if (token.ring, token.arc) == (ring, arc)]
            _tokens(draw, here, ring, arc)
    if castle.asleep:
        _text(draw, (SIDE // 2, SIDE // 2), "z z z", 44, brush.SNOW)
    return picture.reduce(picture.width // SIDE)


def _box(radius: float) -> tuple[float, float, float, float]:
    middle = SIDE / 2
    return (
        (middle - radius) * FINE,
        (middle - radius) * FINE,
        (middle + radius) * FINE,
        (middle + radius) * FINE,
    )


def _angle(arc: float) -> float:
    """Return the angle in degrees at which an arc begins; whole arcs are 60 degrees, from the top."""
    return -90 + (arc - 1) * 60


def _spot(radius: float, degrees: float) -> tuple[float, float]:
    return SIDE / 2 + radius * cos(degrees * pi / 180), SIDE / 2 + radius * sin(degrees * pi / 180)


@cache
def _ground() -> Image.Image:
    """Draw the rings from the outside in, each arc in its colour; the same in every picture."""
    picture = Image.new("RGB", (SIDE * FINE, SIDE * FINE), brush.FELT)
    draw = ImageDraw.Draw(picture)
    draw.ellipse(_box(RADII[0]), fill=FOREST)
    for ring in range(1, 4):
        for place in range(6):
            begin = _angle(place + 1)
            fill = ARC_COLOURS[place // 2][ring % 2]
            draw.pieslice(_box(RADII[ring]), begin, begin + 60, fill=fill, outline=brush.INK, width=2 * FINE)
    draw.ellipse(_box(RADII[4]), fill=brush.FELT_LIGHT, outline=brush.INK, width=3 * FINE)
    _labels(draw)
    return picture


def _defences(draw: brush.Draw, castle: Castle, place: int) -> None:
    """Draw the tower of an arc, the wall before it, and a Fortify token as a golden edge."""
    begin = _angle(place + 1)
    fill = STONE if castle.towers[place] else RUBBLE
    outline = brush.INK
    draw.pieslice(
        _box(RADII[4] - 14),
        begin + 4,
        begin + 56,
        fill=fill if castle.towers[place] else None,
        outline=outline,
    )
    if castle.towers[place]:
        x, y = _spot(60, begin + 30)
        _battlements(draw, x, y, ARC_COLOURS[place // 2][0])
    if castle.walls[place]:
        draw.arc(_box(RADII[4] + 2), begin + 3, begin + 57, fill=STONE, width=10 * FINE)
    if castle.fortified[place]:
        draw.arc(_box(RADII[4] + 11), begin + 6, begin + 54, fill=brush.GOLD, width=6 * FINE)


def _battlements(draw: brush.Draw, x: float, y: float, colour: brush.Colour) -> None:
    """Draw a small tower around a point."""
    u = FINE
    draw.rectangle(((x - 13) * u, (y - 8) * u, (x + 13) * u, (y + 18) * u), fill=colour)
    for left in (-13, -4, 5):
        draw.rectangle(((x + left) * u, (y - 17) * u, (x + left + 8) * u, (y - 6) * u), fill=colour)
    draw.rectangle(((x - 4) * u, (y + 6) * u, (x + 4) * u, (y + 18) * u), fill=STONE)


def _labels(draw: brush.Draw) -> None:
    """Number the arcs at the rim and name the rings along the top."""
    for place in range(6):
        at = _spot(RADII[0] + 15, _angle(place + 1) + 30)
        _text(draw, at, str(place + 1), 36, brush.GOLD)
    for ring, name in enumerate(RINGS):
        at = (SIDE / 2, SIDE / 2 - RADII[ring] + 16)
        _text(draw, at, name, 25, brush.SNOW)


def _tokens(draw: brush.Draw, tokens: list[Token], ring: int, arc: int) -> None:
    """Spread the monsters of a space along the middle of its ring."""
    if not tokens:
        return
    outer = RADII[ring]
    inner = RADII[ring + 1] if ring < 4 else 30
    radius = (outer + inner) / 2
    room = radius * pi / 3 * 0.84
    size = min(33.0 if ring < 3 else 28.0, room / len(tokens) / 2)
    step = min(60 * 0.84 / len(tokens), 22 if ring < 2 else 28)
    first = _angle(arc) + 30 - step * (len(tokens) - 1) / 2
    for number, token in enumerate(tokens):
        x, y = _spot(radius, first + number * step)
        _token(draw, token, x, y, size)


def _token(draw: brush.Draw, token: Token, x: float, y: float, size: float) -> None:
    """Draw a monster: its health large, its letter beside it; pale red once it is hurt."""
    fill = HURT if token.health < token.top else brush.PAPER
    edge = HONEY if token.glued else brush.INK
    box = ((x - size) * FINE, (y - size) * FINE, (x + size) * FINE, (y + size) * FINE)
    draw.ellipse(box, fill=fill, outline=edge, width=int((5 if token.glued else 3) * FINE))
    _text(draw, (x, y + size * 0.12), str(token.health), max(18, int(size * 1.2)), brush.INK)
    mark = max(size * 0.55, min(size * 0.75, LEAST_MARK))
    lx, ly = x - size * 0.82, y - size * 0.82
    small = ((lx - mark) * FINE, (ly - mark) * FINE, (lx + mark) * FINE, (ly + mark) * FINE)
    draw.ellipse(small, fill=brush.INK)
    _text(draw, (lx, ly), token.letter, int(mark * 1.55), brush.GOLD)


def _text(draw: brush.Draw, at: tuple[float, float], text: str, size: int, colour: brush.Colour) -> None:
    x, y = at
    draw.text((x * FINE, y * FINE), text, font=brush.font(size * FINE), fill=colour, anchor="mm")
