"""What the pictures of the door-kicking games show, taken from what the reader may see."""

from __future__ import annotations

from bot.tables.results import Sight
from bot.views import people
from bot.views.layout import Picture
from bot.views.pictures.sketch import Chip, Fight, Row, Scene, Side, Strip
from bot.views.text import clean, plural, shorten
from cards.door.seen import DoorView, SeenCombat, SeenItem, SeenSeat

ALT = 1000
"""Characters of a description that we give; Discord takes 1,024."""
SLOTS = {"Headgear": "head", "Armor": "armor", "Footgear": "feet"}
LINES = 4
"""Lines for one side of a fight."""


def table_picture(sight: Sight, view: DoorView, text: str) -> Picture:
    """Return the picture of the table; ``text`` is the same in words."""
    rows = tuple(_row(sight, view, seat) for seat in view.seats if not seat.left)
    fight = None if view.combat is None else _fight(sight, view.combat)
    told = [_fight_told(fight)] if fight is not None else []
    told += [_row_told(row) for row in rows]
    scene = Scene(rows, view.win_level, fight)
    return Picture("attachment://table.png", shorten(" ".join(told), ALT), scene, text)


def hand_picture(sight: Sight, cards: tuple[int, ...]) -> Picture:
    """Return the picture of a hand; its words are on the screen anyway, card by card."""
    faces = tuple(people.face(sight, card) for card in cards)
    told = "Your hand: " + ", ".join(face.name for face in faces)
    return Picture("attachment://hand.png", shorten(told, ALT), Strip(faces))


def _row(sight: Sight, view: DoorView, seat: SeenSeat) -> Row:
    words = [people.face(sight, card).name for card in (*seat.traits, *seat.companions)]
    return Row(
        name=clean(people.raw_name(sight.table, seat.seat)),
        colour=seat.seat,
        level=seat.level,
        strength=seat.strength,
        cards=seat.hand_size,
        chips=tuple(_chip(sight, item) for item in seat.items),
        words=", ".join(words),
        active=seat.seat == view.active and view.phase not in ("setup", "over"),
        alive=seat.alive,
    )


def _chip(sight: Sight, item: SeenItem) -> Chip:
    face = people.face(sight, item.card)
    emblem = SLOTS.get(dict(face.figures).get("Slot", ""), "shot" if face.kind == "One-Shot" else "item")
    return Chip(emblem, item.bonus, item.equipped)


def _fight(sight: Sight, combat: SeenCombat) -> Fight:
    party = [clean(people.raw_name(sight.table, combat.fighter))]
    if combat.helper >= 0:
        party.append(f"with {clean(people.raw_name(sight.table, combat.helper))}")
    foes = [f"{people.face(sight, foe.card).name} {foe.strength}" for foe in combat.foes]
    if len(foes) > LINES:
        foes[LINES - 1 :] = [f"and {len(foes) - LINES + 1} more"]
    prize = f"{plural(combat.treasures, 'Treasure')}, {plural(combat.levels, 'Level')}"
    return Fight(
        Side(combat.party, tuple(party)),
        Side(combat.monsters, tuple(foes)),
        combat.ahead,
        "For the win!" if combat.for_the_win else prize,
    )


def _fight_told(fight: Fight) -> str:
    party, monsters = " ".join(fight.party.lines), ", ".join(fight.monsters.lines)
    return f"Combat: {party} {fight.party.total} against {monsters}, {fight.monsters.total} in all."


def _row_told(row: Row) -> str:
    state = "" if row.alive else ", dead"
    return f"{row.name}: Level {row.level}, strength {row.strength}, {plural(row.cards, 'card')}{state}."
