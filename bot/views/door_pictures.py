"""What the pictures of the door-kicking games show, taken from what the reader may see."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views import door_combat, naming
from bot.views.layout import ALT_TEXT_ROOM_CHARS, Picture
from bot.views.pictures.models import Chip, FightBox, Scene, SeatRow, Side
from bot.views.text import clean, plural, shorten
from cards.door.view_types import DoorCombatView, DoorItemView, DoorMonsterView, DoorSeatView, DoorView

SLOT_EMBLEMS = {"Headgear": "head", "Armor": "armor", "Footgear": "feet"}
MAX_SIDE_FOES = 4
"""Monsters that are named on one side of a fight."""


def table_picture(view: TableView, game_view: DoorView, text: str) -> Picture:
    """Return the picture of the table; ``text`` is the same in words."""
    rows = tuple(_row(view, game_view, seat) for seat in game_view.seats if not seat.left)
    fight = None if game_view.combat is None else _fight(view, game_view.combat)
    told = [_fight_told(fight)] if fight is not None else []
    told += [_row_told(row) for row in rows]
    scene = Scene(rows, game_view.win_level, fight)
    return Picture("attachment://table.png", shorten(" ".join(told), ALT_TEXT_ROOM_CHARS), scene, text)


def _row(view: TableView, game_view: DoorView, seat: DoorSeatView) -> SeatRow:
    words = [naming.face(view, card).name for card in (*seat.traits, *seat.companions)]
    return SeatRow(
        name=clean(naming.raw_name(view.table, seat.seat)),
        colour=seat.seat,
        level=seat.level,
        strength=seat.strength,
        cards=seat.hand_size,
        chips=tuple(_chip(view, item) for item in seat.items),
        words=", ".join(words),
        active=seat.seat == game_view.active and game_view.phase not in ("setup", "over"),
        alive=seat.alive,
    )


def _chip(view: TableView, item: DoorItemView) -> Chip:
    face = naming.face(view, item.card)
    emblem = SLOT_EMBLEMS.get(
        dict(face.figures).get("Slot", ""), "shot" if face.kind == "One-Shot" else "item"
    )
    return Chip(emblem, item.bonus, item.equipped)


def _fight(view: TableView, combat: DoorCombatView) -> FightBox:
    party = [clean(naming.raw_name(view.table, combat.fighter))]
    if combat.helper >= 0:
        party.append(f"with {clean(naming.raw_name(view.table, combat.helper))}")
    sent = door_combat.meddlers(view, combat)
    shown = combat.foes if len(combat.foes) <= MAX_SIDE_FOES else combat.foes[: MAX_SIDE_FOES - 1]
    foes = [line for foe in shown for line in _foe_lines(view, foe, sent.get(foe.card, -1))]
    if len(shown) < len(combat.foes):
        foes.append(f"and {len(combat.foes) - len(shown)} more")
    prize = f"{plural(combat.treasures, 'Treasure')}, {plural(combat.levels, 'Level')}"
    return FightBox(
        Side(combat.party, tuple(party)),
        Side(combat.monsters, tuple(foes)),
        combat.ahead,
        "For the win!" if combat.for_the_win else prize,
    )


def _foe_lines(view: TableView, foe: DoorMonsterView, sender: int) -> list[str]:
    lines = [f"{foe.strength} {naming.face(view, foe.card).name}"]
    return lines + ([f"sent by {clean(naming.raw_name(view.table, sender))}"] if sender >= 0 else [])


def _fight_told(fight: FightBox) -> str:
    party, monsters = " ".join(fight.party.lines), ", ".join(fight.monsters.lines)
    return f"Combat: {party} {fight.party.total} against {monsters}, {fight.monsters.total} in all."


def _row_told(row: SeatRow) -> str:
    state = "" if row.alive else ", dead"
    return f"{row.name}: Level {row.level}, strength {row.strength}, {plural(row.cards, 'card')}{state}."
