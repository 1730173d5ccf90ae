"""The castle's board: rings around six towers, arcs in three colors, walls, and who is where."""

from __future__ import annotations

from functools import cache
from math import cos, degrees, hypot, pi, sin

from PIL import Image, ImageDraw

from bot.views.base.sketches import Castle, MonsterToken
from bot.views.pictures import drawing

SIDE_PX = 780
CROPPED_PX = 26
"""What is cut off above and below: the arcs' numbers need room at the sides only."""
SUPERSAMPLING = 2
"""How many times larger the picture is drawn before it is shrunk, which makes the curves smooth."""

RING_RADII_PX = (362, 314, 264, 214, 164)
"""Outer edges of Forest, Archer, Knight, Swordsman and Castle."""

CASTLE_MIDDLE_PX = 108
"""How far from the middle of the board towers stand, and the monsters that replace them."""

MAX_TOKEN_PX, CROWDED_TOKEN_PX, CROWDED_SWING_PX = 25.0, 20.0, 13
"""Radius of a monster's token, and in a crowd; how far its two lines are from the middle of the ring."""

NOTE_SIZE_PX, NOTE_WIDTH_PX = 30, 150
"""Height of the letters in the corners, and how wide a line of them may be."""

ARROW_LENGTH_PX = 19
ARROW_HALF_WIDTH_PX = 11

ARC_COLORS: tuple[tuple[drawing.Color, drawing.Color], ...] = (
    ((150, 74, 74), (122, 60, 62)),
    ((78, 128, 86), (62, 104, 72)),
    ((76, 106, 158), (60, 86, 132)),
)
"""For red, green and blue: two shades, so that neighboring rings can be told apart."""

MIN_MARK_PX = 14.0
"""Smallest radius of a monster's letter: a phone shows the board at about a third of its size."""

FOREST_COLOR: drawing.Color = (44, 60, 50)
STONE_COLOR: drawing.Color = (196, 190, 178)
RUBBLE_COLOR: drawing.Color = (84, 82, 84)
GLUE_COLOR: drawing.Color = (240, 182, 60)
RUIN_COLOR: drawing.Color = (150, 146, 140)
BREAK_COLOR: drawing.Color = (255, 120, 80)
"""For the arrow of a monster that is about to run into a Wall or Tower."""
HURT_COLOR: drawing.Color = (226, 170, 150)

RING_NAMES = ("Forest", "Archer", "Knight", "Swordsman")


def draw_castle(castle: Castle) -> Image.Image:
    """Draw the board from above, arc 1 right of the top, clockwise."""
    picture = _ground().copy()
    draw = ImageDraw.Draw(picture)
    for place in range(6):
        _defenses(draw, castle, place)
    for ring in range(5):
        for arc in range(1, 7):
            here = [token for token in castle.tokens if (token.ring, token.arc) == (ring, arc)]
            _tokens(draw, here, ring, arc)
    if castle.asleep:
        _text(draw, (SIDE_PX // 2, SIDE_PX // 2), "z z z", 44, drawing.TEXT_COLOR)
    _notes(draw, castle.notes)
    whole = picture.reduce(picture.width // SIDE_PX)
    return whole.crop((0, CROPPED_PX, SIDE_PX, SIDE_PX - CROPPED_PX))


def _notes(draw: drawing.Canvas, notes: tuple[str, ...]) -> None:
    """Write into the corners that the round board leaves free, a word or two in a line."""
    corners = ((False, False), (True, False), (False, True))
    for note, (is_right, is_low) in zip(notes, corners, strict=False):
        lines = drawing.wrapped(note, NOTE_WIDTH_PX, NOTE_SIZE_PX, 3)
        first = SIDE_PX - CROPPED_PX - NOTE_SIZE_PX * len(lines) - 12 if is_low else CROPPED_PX + 10
        for number, line in enumerate(lines):
            wide = drawing.width(line, NOTE_SIZE_PX)
            x = SIDE_PX - wide - 14 if is_right else 14
            at = (x + wide / 2, first + NOTE_SIZE_PX * (number + 0.5))
            _text(draw, at, line, NOTE_SIZE_PX, drawing.TEXT_COLOR)


def _box(radius: float) -> tuple[float, float, float, float]:
    middle = SIDE_PX / 2
    return (
        (middle - radius) * SUPERSAMPLING,
        (middle - radius) * SUPERSAMPLING,
        (middle + radius) * SUPERSAMPLING,
        (middle + radius) * SUPERSAMPLING,
    )


def _angle(arc: float) -> float:
    """Return the angle in degrees at which an arc begins; whole arcs are 60 degrees, from the top."""
    return -90 + (arc - 1) * 60


def _spot(radius: float, degrees: float) -> tuple[float, float]:
    return SIDE_PX / 2 + radius * cos(degrees * pi / 180), SIDE_PX / 2 + radius * sin(degrees * pi / 180)


@cache
def _ground() -> Image.Image:
    """Draw the rings from the outside in, each arc in its color; the same in every picture."""
    picture = Image.new("RGB", (SIDE_PX * SUPERSAMPLING, SIDE_PX * SUPERSAMPLING), drawing.BACKGROUND_COLOR)
    draw = ImageDraw.Draw(picture)
    draw.ellipse(_box(RING_RADII_PX[0]), fill=FOREST_COLOR)
    for ring in range(1, 4):
        for place in range(6):
            begin = _angle(place + 1)
            fill = ARC_COLORS[place // 2][ring % 2]
            draw.pieslice(
                _box(RING_RADII_PX[ring]),
                begin,
                begin + 60,
                fill=fill,
                outline=drawing.INK_COLOR,
                width=2 * SUPERSAMPLING,
            )
    draw.ellipse(
        _box(RING_RADII_PX[4]), fill=drawing.PANEL_COLOR, outline=drawing.INK_COLOR, width=3 * SUPERSAMPLING
    )
    _labels(draw)
    return picture


def _defenses(draw: drawing.Canvas, castle: Castle, place: int) -> None:
    """Draw the tower of an arc, the wall before it, and a Fortify token as a golden edge."""
    begin = _angle(place + 1)
    fill = STONE_COLOR if castle.towers[place] else RUBBLE_COLOR
    outline = drawing.INK_COLOR
    draw.pieslice(
        _box(RING_RADII_PX[4] - 14),
        begin + 4,
        begin + 56,
        fill=fill if castle.towers[place] else None,
        outline=outline,
    )
    x, y = _spot(CASTLE_MIDDLE_PX, begin + 30)
    if castle.towers[place]:
        _battlements(draw, x, y, ARC_COLORS[place // 2][0])
    else:
        _ruin(draw, x, y)
    if castle.walls[place]:
        _wall(draw, begin)
    elif castle.has_walls:
        _rubble(draw, begin)
    if castle.fortified[place]:
        draw.arc(
            _box(RING_RADII_PX[4] + 11),
            begin + 6,
            begin + 54,
            fill=drawing.GOLD_COLOR,
            width=6 * SUPERSAMPLING,
        )


def _wall(draw: drawing.Canvas, begin: float) -> None:
    """Draw a standing wall: a thick band of bricks."""
    band = _box(RING_RADII_PX[4] + 4)
    draw.arc(band, begin + 3, begin + 57, fill=STONE_COLOR, width=14 * SUPERSAMPLING)
    for brick in range(1, 6):
        at = begin + 3 + brick * 9
        draw.arc(band, at - 0.5, at + 0.5, fill=drawing.INK_COLOR, width=14 * SUPERSAMPLING)


def _rubble(draw: drawing.Canvas, begin: float) -> None:
    """Draw the loose stones that are left of a wall."""
    u = SUPERSAMPLING
    for number in range(6):
        x, y = _spot(RING_RADII_PX[4] - 4 + 6 * (number % 2), begin + 7 + number * 9)
        half = 3 + number % 3
        box = ((x - half) * u, (y - half) * u, (x + half) * u, (y + half) * u)
        draw.rectangle(box, fill=RUIN_COLOR, outline=drawing.INK_COLOR)


def _ruin(draw: drawing.Canvas, x: float, y: float) -> None:
    """Draw a cross where a tower stood."""
    u = SUPERSAMPLING
    for slope in (-1, 1):
        ends = ((x - 12) * u, (y - 12 * slope) * u, (x + 12) * u, (y + 12 * slope) * u)
        draw.line(ends, fill=RUIN_COLOR, width=4 * u)


def _battlements(draw: drawing.Canvas, x: float, y: float, color: drawing.Color) -> None:
    """Draw a small tower around a point."""
    u = SUPERSAMPLING
    draw.rectangle(((x - 13) * u, (y - 8) * u, (x + 13) * u, (y + 18) * u), fill=color)
    for left in (-13, -4, 5):
        draw.rectangle(((x + left) * u, (y - 17) * u, (x + left + 8) * u, (y - 6) * u), fill=color)
    draw.rectangle(((x - 4) * u, (y + 6) * u, (x + 4) * u, (y + 18) * u), fill=STONE_COLOR)


def _labels(draw: drawing.Canvas) -> None:
    """Number the arcs at the rim and name the rings along the top."""
    for place in range(6):
        # The picture is wide enough for the numbers at its corners to stay clear of monsters in the Forest.
        at = _spot(RING_RADII_PX[0] + (15 if place in (1, 4) else 38), _angle(place + 1) + 30)
        _text(draw, at, str(place + 1), 36, drawing.GOLD_COLOR)
    for ring, name in enumerate(RING_NAMES):
        at = (SIDE_PX / 2, SIDE_PX / 2 - RING_RADII_PX[ring] + 16)
        _text(draw, at, name, 25, drawing.TEXT_COLOR)


def _tokens(draw: drawing.Canvas, tokens: list[MonsterToken], ring: int, arc: int) -> None:
    """Spread the monsters of a space along the middle of its ring, in a crowd on two lines in turn."""
    if not tokens:
        return
    outer = RING_RADII_PX[ring]
    inner = RING_RADII_PX[ring + 1] if ring < 4 else 2 * CASTLE_MIDDLE_PX - outer
    radius = (outer + inner) / 2
    room = radius * pi / 3 * 0.84
    step = min(60 * 0.84 / len(tokens), 22 if ring < 2 else 28)
    apart = radius * step * pi / 180
    is_crowded = len(tokens) > 1 and apart < 2 * MAX_TOKEN_PX
    swing = (CROWDED_SWING_PX if ring < 4 else 2 * CROWDED_SWING_PX) if is_crowded else 0
    size = min(CROWDED_TOKEN_PX if is_crowded else MAX_TOKEN_PX, hypot(apart, 2 * swing) / 2, room / 2)
    first = _angle(arc) + 30 - step * (len(tokens) - 1) / 2
    for number, token in enumerate(tokens):
        own_radius = radius + (swing if number % 2 else -swing)
        x, y = _spot(own_radius, first + number * step)
        if token.marches:
            _arrow(draw, token, own_radius, first + number * step, size)
        _token(draw, token, x, y, size)


def _arrow(draw: drawing.Canvas, token: MonsterToken, radius: float, angle: float, size: float) -> None:
    """Point where a monster marches: inwards, or in the Castle clockwise."""
    wide = degrees(ARROW_HALF_WIDTH_PX / radius)
    if token.ring == 4:
        base = angle + degrees(size / radius)
        tip = base + degrees(ARROW_LENGTH_PX / radius)
        corners = (
            _spot(radius - ARROW_HALF_WIDTH_PX, base),
            _spot(radius, tip),
            _spot(radius + ARROW_HALF_WIDTH_PX, base),
        )
    else:
        base = radius - size + 2
        corners = (
            _spot(base, angle - wide),
            _spot(base - ARROW_LENGTH_PX, angle),
            _spot(base, angle + wide),
        )
    points = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in corners]
    fill = BREAK_COLOR if token.breaks else drawing.PAPER_COLOR
    draw.polygon(points, fill=fill, outline=drawing.INK_COLOR)


def _lowest(draw: drawing.Canvas, token: MonsterToken, x: float, y: float, size: float) -> None:
    """Draw the lowest number of a strong monster in a square at its lower right."""
    half, middle_x, middle_y = size * 0.46, x + size * 0.72, y + size * 0.72
    u = SUPERSAMPLING
    box = ((middle_x - half) * u, (middle_y - half) * u, (middle_x + half) * u, (middle_y + half) * u)
    draw.rectangle(box, fill=drawing.INK_COLOR)
    _text(draw, (middle_x, middle_y), f"{token.lowest}+", max(11, int(half * 1.4)), drawing.TEXT_COLOR)


def _token(draw: drawing.Canvas, token: MonsterToken, x: float, y: float, size: float) -> None:
    """Draw a monster: its health large, its letter beside it; pale red once it is hurt."""
    fill = HURT_COLOR if token.health < token.top else drawing.PAPER_COLOR
    edge = GLUE_COLOR if token.glued else drawing.INK_COLOR
    box = (
        (x - size) * SUPERSAMPLING,
        (y - size) * SUPERSAMPLING,
        (x + size) * SUPERSAMPLING,
        (y + size) * SUPERSAMPLING,
    )
    draw.ellipse(box, fill=fill, outline=edge, width=int((5 if token.glued else 3) * SUPERSAMPLING))
    _text(draw, (x, y + size * 0.12), str(token.health), max(18, int(size * 1.2)), drawing.INK_COLOR)
    if token.lowest > 1:
        _lowest(draw, token, x, y, size)
    mark = max(size * 0.55, min(size * 0.75, MIN_MARK_PX))
    lx, ly = x - size * 0.82, y - size * 0.82
    small = (
        (lx - mark) * SUPERSAMPLING,
        (ly - mark) * SUPERSAMPLING,
        (lx + mark) * SUPERSAMPLING,
        (ly + mark) * SUPERSAMPLING,
    )
    draw.ellipse(small, fill=drawing.INK_COLOR)
    _text(draw, (lx, ly), token.letter, int(mark * 1.55), drawing.GOLD_COLOR)


def _text(draw: drawing.Canvas, at: tuple[float, float], text: str, size: int, color: drawing.Color) -> None:
    x, y = at
    draw.text(
        (x * SUPERSAMPLING, y * SUPERSAMPLING),
        text,
        font=drawing.font(size * SUPERSAMPLING),
        fill=color,
        anchor="mm",
    )
