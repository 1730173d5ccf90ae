"""The castle's board: rings around six towers, arcs in three colors, walls, and who is where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import cos, degrees, dist, pi, sin

from PIL import Image, ImageDraw

from bot.views.base.sketches import Castle, MonsterToken
from bot.views.pictures import drawing
from bot.views.pictures.faces import draw_face

SIDE_PX = 830
CROPPED_PX = 51
"""What is cut off above and below: the arcs' numbers need room at the sides only."""
SUPERSAMPLING = 2
"""How many times larger the picture is drawn before it is shrunk, which makes the curves smooth."""

RING_RADII_PX = (362, 304, 246, 188, 130)
"""Outer edges of Forest, Archer, Knight, Swordsman and Castle."""

CASTLE_MIDDLE_PX = 80
"""How far from the middle of the board towers stand, and the monsters that replace them."""

TOKEN_PX, TOKEN_POINT_PX = 27.0, 3.0
"""Radius of the smallest monster's token, and how much each of its points adds, where there is room."""
CROWDED_SWING_PX = 15
"""How far the two lines of a crowd are from the middle of its ring."""
CASTLE_SWING_PX = 29
"""The same in the Castle, where the outer line takes two of three."""
ROOMY_PX = 62
"""How far apart monsters of one line have to be; where there is less room they stand on two."""

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

MARK_PART, MARK_AT = 0.36, 0.84
"""Radius of a monster's letter, and how far it is up and outwards from the middle, in radii of its token."""
APART = 1.12
"""How far apart two tokens are at least, in their radii: so none reaches the letter of another one."""
PIP_PART = 0.17
"""Radius of a dot of health, in radii of the token."""
MAX_PIPS = 6
"""Dots of health that fit below a monster; of more only their number is told."""

FOREST_COLOR: drawing.Color = (44, 60, 50)
STONE_COLOR: drawing.Color = (196, 190, 178)
GLUE_COLOR: drawing.Color = (240, 182, 60)
RUIN_COLOR: drawing.Color = (150, 146, 140)
BREAK_COLOR: drawing.Color = (255, 120, 80)
"""For the arrow of a monster that is about to run into a Wall or Tower."""
HEALTH_COLOR: drawing.Color = (236, 126, 128)
LOST_COLOR: drawing.Color = (98, 106, 124)

SWORDSMAN = 3
RING_NAMES = ("Forest", "Archer", "Knight", "Swordsman")


def draw_castle(castle: Castle) -> Image.Image:
    """Draw the board from above, arc 1 right of the top, clockwise."""
    picture = _ground().copy()
    draw = ImageDraw.Draw(picture)
    for place in range(6):
        _defenses(draw, castle, place)
    spots = placed(castle.tokens)
    for spot in spots:
        if spot.token.marches:
            _arrow(draw, spot)
    for spot in spots:
        draw_token(picture, draw, spot)
    if castle.asleep:
        write(draw, (SIDE_PX // 2, SIDE_PX // 2), "z z z", 44, drawing.TEXT_COLOR)
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
            write(draw, at, line, NOTE_SIZE_PX, drawing.TEXT_COLOR)


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
    falls = {_target(token) for token in castle.tokens if token.breaks}
    walled = castle.walls[place] and (SWORDSMAN, place + 1) in falls
    doomed = castle.towers[place] and not walled and bool(falls & {(SWORDSMAN, place + 1), (4, place + 1)})
    draw.pieslice(
        _box(RING_RADII_PX[4] - 12),
        begin + 4,
        begin + 56,
        fill=STONE_COLOR if castle.towers[place] else None,
        outline=BREAK_COLOR if doomed else drawing.INK_COLOR,
        width=(5 if doomed else 1) * SUPERSAMPLING,
    )
    x, y = _spot(CASTLE_MIDDLE_PX, begin + 30)
    if castle.towers[place]:
        battlements(draw, x, y, ARC_COLORS[place // 2][0])
    else:
        _ruin(draw, x, y)
    if castle.walls[place]:
        _wall(draw, begin, BREAK_COLOR if walled else STONE_COLOR)
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


def _target(token: MonsterToken) -> tuple[int, int]:
    """Return the ring from which, and the arc in which, a monster runs into a Wall or Tower."""
    return token.ring, token.arc % 6 + 1 if token.ring == 4 else token.arc


def _wall(draw: drawing.Canvas, begin: float, color: drawing.Color) -> None:
    """Draw a standing wall: a thick band of bricks."""
    band = _box(RING_RADII_PX[4] + 4)
    draw.arc(band, begin + 3, begin + 57, fill=color, width=14 * SUPERSAMPLING)
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


def battlements(draw: drawing.Canvas, x: float, y: float, color: drawing.Color) -> None:
    """Draw a small tower around a point."""
    u = SUPERSAMPLING
    draw.rectangle(((x - 13) * u, (y - 8) * u, (x + 13) * u, (y + 18) * u), fill=color)
    for left in (-13, -4, 5):
        draw.rectangle(((x + left) * u, (y - 17) * u, (x + left + 8) * u, (y - 6) * u), fill=color)
    draw.rectangle(((x - 4) * u, (y + 6) * u, (x + 4) * u, (y + 18) * u), fill=STONE_COLOR)


def _labels(draw: drawing.Canvas) -> None:
    """Number the arcs at the rim and name the rings along the top."""
    for place in range(6):
        # The picture is wide enough for the numbers to stay clear of monsters in the Forest.
        at = _spot(RING_RADII_PX[0] + 38, _angle(place + 1) + 30)
        write(draw, at, str(place + 1), 36, drawing.GOLD_COLOR)
    for ring, name in enumerate(RING_NAMES):
        at = (SIDE_PX / 2, SIDE_PX / 2 - RING_RADII_PX[ring] + 16)
        write(draw, at, name, 23, drawing.TEXT_COLOR)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a token is drawn: its middle, its radius, and the way from the middle of the board."""

    token: MonsterToken
    x: float
    y: float
    size: float
    radius: float
    angle: float

    def mark(self) -> tuple[float, float, float]:
        """Return the middle and the radius of the letter: outwards, where it hides no name of a ring."""
        away = self.size * MARK_AT * 0.7
        side = away if self.x > SIDE_PX / 2 else -away
        return self.x + side, self.y - away, self.size * MARK_PART


def placed(tokens: Sequence[MonsterToken]) -> list[Spot]:
    """Place all tokens so that none touches another one: what is crowded fans out, then shrinks."""
    found: list[tuple[MonsterToken, float, float]] = []
    for ring in range(5):
        for arc in range(1, 7):
            found += _fanned([token for token in tokens if (token.ring, token.arc) == (ring, arc)])
    wanted = [TOKEN_PX + TOKEN_POINT_PX * token.points for token, _, _ in found]
    middles = [_spot(radius, angle) for _, radius, angle in found]
    sizes = list(wanted)
    for one, other in combinations(range(len(found)), 2):
        apart = dist(middles[one], middles[other])
        scale = min(1.0, apart / (wanted[one] + wanted[other]) / APART)
        sizes[one] = min(sizes[one], wanted[one] * scale)
        sizes[other] = min(sizes[other], wanted[other] * scale)
    return [
        Spot(token, *middle, size, radius, angle)
        for (token, radius, angle), middle, size in zip(found, middles, sizes, strict=True)
    ]


def _fanned(tokens: Sequence[MonsterToken]) -> list[tuple[MonsterToken, float, float]]:
    """Spread the monsters of a space along the middle of its ring, in a crowd on two lines in turn."""
    if not tokens:
        return []
    ring, begin = tokens[0].ring, _angle(tokens[0].arc)
    if ring == 4 and len(tokens) > 1:
        rim, core = tokens[len(tokens) // 3 :], tokens[: len(tokens) // 3]
        lines = (rim, CASTLE_MIDDLE_PX + CASTLE_SWING_PX), (core, CASTLE_MIDDLE_PX - CASTLE_SWING_PX)
        return [
            (token, radius, begin + 60 * (number + 0.5) / len(line))
            for line, radius in lines
            for number, token in enumerate(line)
        ]
    radius = CASTLE_MIDDLE_PX if ring == 4 else (RING_RADII_PX[ring] + RING_RADII_PX[ring + 1]) / 2
    step = min(60 * 0.88 / len(tokens), degrees(2 * (TOKEN_PX + 10) / radius))
    is_crowded = len(tokens) > 2 and radius * step * pi / 180 < ROOMY_PX
    swing = CROWDED_SWING_PX if is_crowded else 0
    first = begin + 30 - step * (len(tokens) - 1) / 2
    return [
        (token, radius + (swing if number % 2 else -swing), first + number * step)
        for number, token in enumerate(tokens)
    ]


def _arrow(draw: drawing.Canvas, spot: Spot) -> None:
    """Point where a monster marches: inwards, or in the Castle clockwise."""
    token, radius, angle, size = spot.token, spot.radius, spot.angle, spot.size
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


def _disc(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    u = SUPERSAMPLING
    return (x - radius) * u, (y - radius) * u, (x + radius) * u, (y + radius) * u


def draw_token(picture: Image.Image, draw: drawing.Canvas, spot: Spot) -> None:
    """Draw a monster: its face, dots of health below it, its letter in a corner."""
    token, x, y, size = spot.token, spot.x, spot.y, spot.size
    edge = GLUE_COLOR if token.glued else BREAK_COLOR if token.breaks else drawing.INK_COLOR
    if token.face is not None:
        wide = int(2 * size * SUPERSAMPLING)
        mask = Image.new("L", (wide, wide))
        ImageDraw.Draw(mask).ellipse((0, 0, wide - 1, wide - 1), fill=255)
        drawn = draw_face(token.face, wide, dark=False)
        picture.paste(drawn, (int((x - size) * SUPERSAMPLING), int((y - size) * SUPERSAMPLING)), mask)
    fill = drawing.PAPER_COLOR if token.face is None else None
    draw.ellipse(_disc(x, y, size), fill=fill, outline=edge, width=int(3.5 * SUPERSAMPLING))
    _pips(draw, spot)
    lx, ly, mark = spot.mark()
    draw.ellipse(_disc(lx, ly, mark), fill=drawing.INK_COLOR)
    write(draw, (lx, ly), token.letter, int(mark * 1.65), drawing.GOLD_COLOR)


def _pips(draw: drawing.Canvas, spot: Spot) -> None:
    """Draw health as dots in a band, lost ones hollow; those of the lowest number go only together: a bar."""
    token, size, u = spot.token, spot.size, SUPERSAMPLING
    count = max(token.top, token.health)
    pip = max(size * PIP_PART, 3.5)
    y = spot.y + size - pip - 2
    half = min(size, pip * (1.15 * count if count <= MAX_PIPS else 4) + 3)
    band = ((spot.x - half) * u, (y - pip - 2) * u, (spot.x + half) * u, (y + pip + 2) * u)
    draw.rounded_rectangle(band, radius=(pip + 2) * u, fill=drawing.INK_COLOR)
    if count > MAX_PIPS:
        write(draw, (spot.x, y), f"{token.health}/{count}", int(pip * 2.4), HEALTH_COLOR)
        return
    step = 2 * (half - 3) / count
    lowest = token.lowest if 1 < token.lowest <= token.health else 1
    for number in range(count):
        x = spot.x - half + 3 + step * (number + 0.5)
        color = HEALTH_COLOR if number < token.health else LOST_COLOR
        radius = min(pip, step / 2 - 0.5)
        if 0 < number < lowest:
            draw.rectangle(((x - step) * u, (y - radius) * u, x * u, (y + radius) * u), fill=color)
        draw.ellipse(_disc(x, y, radius), fill=color)


def write(draw: drawing.Canvas, at: tuple[float, float], text: str, size: int, color: drawing.Color) -> None:
    """Write a text around a point of the picture."""
    x, y = at
    draw.text(
        (x * SUPERSAMPLING, y * SUPERSAMPLING),
        text,
        font=drawing.font(size * SUPERSAMPLING),
        fill=color,
        anchor="mm",
    )
