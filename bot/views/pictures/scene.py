"""The table: every seat's Level on a track, its gear, and the fight that is on."""

from __future__ import annotations

from PIL import Image, ImageDraw

from bot.views.pictures import brush
from bot.views.pictures.sketch import Fight, Row, Scene, Side

WIDE = 780
PAD = 14
ROW = 104
LINE = 29


def draw_scene(scene: Scene) -> Image.Image:
    """Draw the fight on top, if there is one, and a row for each seat."""
    fight_high = _fight_height(scene.fight)
    picture = Image.new("RGB", (WIDE, PAD + fight_high + len(scene.rows) * (ROW + 8) + 6), brush.FELT)
    draw = ImageDraw.Draw(picture)
    if scene.fight is not None:
        _fight(draw, scene.fight, PAD, fight_high - 10)
    for number, row in enumerate(scene.rows):
        _row(draw, row, scene.goal, PAD + fight_high + number * (ROW + 8))
    return picture


def _fight_height(fight: Fight | None) -> int:
    if fight is None:
        return 0
    return 122 + LINE * max(len(fight.party.lines), len(fight.monsters.lines)) + 40


def _fight(draw: brush.Draw, fight: Fight, top: int, high: int) -> None:
    """Draw both sides with their totals; the party's is green while it is ahead, else red."""
    middle = WIDE // 2
    draw.rounded_rectangle((PAD, top, WIDE - PAD, top + high), radius=16, fill=brush.FELT_LIGHT)
    _side(draw, fight.party, PAD + 18, top, brush.GOOD if fight.ahead else brush.BAD)
    _side(draw, fight.monsters, middle + 46, top, brush.SNOW)
    draw.ellipse((middle - 34, top + 22, middle + 34, top + 90), fill=brush.INK)
    draw.text((middle, top + 56), "VS", font=brush.font(30), fill=brush.GOLD, anchor="mm")
    prize = brush.fitted(brush.drawable(fight.prize), WIDE - 2 * PAD - 30, 24)
    draw.text((middle, top + high - 24), prize, font=brush.font(24), fill=brush.GOLD, anchor="mm")


def _side(draw: brush.Draw, side: Side, x: int, top: int, colour: brush.Colour) -> None:
    draw.text((x, top + 8), str(side.total), font=brush.font(84), fill=colour)
    for number, line in enumerate(side.lines):
        told = brush.fitted(brush.drawable(line), WIDE // 2 - 70, 25)
        draw.text((x, top + 108 + number * LINE), told, font=brush.font(25), fill=brush.SNOW)


def _row(draw: brush.Draw, row: Row, goal: int, top: int) -> None:
    """Draw one seat: name and figures above, track and gear below."""
    ground = brush.FELT_LIGHT if row.active else brush.FELT
    colour = brush.SEATS[row.colour % len(brush.SEATS)] if row.alive else brush.MIST
    draw.rounded_rectangle(
        (PAD, top, WIDE - PAD, top + ROW),
        radius=14,
        fill=ground,
        outline=colour if row.active else brush.FELT_LIGHT,
        width=3,
    )
    name = brush.fitted(brush.drawable(row.name, f"Seat {row.colour + 1}"), 300, 30)
    draw.text((PAD + 16, top + 8), name, font=brush.font(30), fill=colour)
    after = PAD + 28 + brush.width(name, 30)
    words = row.words if row.alive else "dead"
    room = WIDE - 260 - after
    if room > 60:
        told = brush.fitted(brush.drawable(words, ""), room, 21)
        draw.text((after, top + 16), told, font=brush.font(21), fill=brush.MIST)
    _figures(draw, row, top)
    _track(draw, row.level, goal, top + 56, colour)
    _chips(draw, row, top + 54)


def _figures(draw: brush.Draw, row: Row, top: int) -> None:
    """Draw strength behind a sword, and the cards in hand behind a card."""
    brush.emblem(draw, "item", WIDE - 226, top + 10, 32, brush.GOLD)
    draw.text((WIDE - 190, top + 8), str(row.strength), font=brush.font(32), fill=brush.SNOW)
    draw.rounded_rectangle((WIDE - 108, top + 12, WIDE - 86, top + 42), radius=4, outline=brush.GOLD, width=3)
    draw.text((WIDE - 76, top + 8), str(row.cards), font=brush.font(32), fill=brush.SNOW)


def _track(draw: brush.Draw, level: int, goal: int, top: int, colour: brush.Colour) -> None:
    """Draw a box for each Level; the one the seat is on bears its number."""
    step = min(34, 360 // goal)
    for number in range(1, goal + 1):
        left = PAD + 16 + (number - 1) * step
        box = (left, top, left + step - 5, top + 34)
        filled = number <= level
        draw.rounded_rectangle(
            box,
            radius=6,
            fill=colour if filled else None,
            outline=brush.GOLD if number == goal else brush.MIST,
            width=2,
        )
        if number == level:
            middle = (left + (step - 5) / 2, top + 17)
            draw.text(
                middle, str(level), font=brush.font(24 if step > 24 else 14), fill=brush.INK, anchor="mm"
            )


def _chips(draw: brush.Draw, row: Row, top: int) -> None:
    """Draw the gear that is in play; what is not equipped is pale."""
    left = PAD + 390
    for chip in row.chips:
        told = f"{chip.bonus:+d}" if chip.bonus else ""
        wide = 40 + (brush.width(told, 22) + 6 if told else 0)
        if left + wide > WIDE - PAD - 8:
            draw.text((left, top + 6), "…", font=brush.font(22), fill=brush.MIST)
            break
        colour = brush.GOLD if chip.worn else brush.MIST
        brush.emblem(draw, chip.emblem, left, top + 4, 32, colour)
        draw.text(
            (left + 36, top + 7), told, font=brush.font(22), fill=brush.SNOW if chip.worn else brush.MIST
        )
        left += wide
