"""What the pictures of the door-kicking games show, taken from what the reader may see."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.layout import ALT_TEXT_ROOM_CHARS, Picture
from bot.views.base.sketches import (
    FINAL_MARK,
    Chip,
    FightBox,
    Scene,
    ScorePart,
    SeatRow,
    Side,
    Sketch,
)
from bot.views.base.text import clean, escape, plural, shorten, signed
from bot.views.door import combat as door_combat
from bot.views.door import table as door_table
from bot.views.press import moves
from cards.door.view_types import DoorCombatView, DoorItemView, DoorSeatView, DoorView, LedgerLine

SLOT_EMBLEMS = {"Headgear": "head", "Armor": "armor", "Footgear": "feet"}
MAX_SIDE_ROWS = 7
"""Rows of one side of a fight; what brought more is in the details."""


def table_picture(view: TableView, game_view: DoorView, text: str) -> Picture:
    """Return the picture of the seats; ``text`` is the same in words."""
    rows = tuple(_row(view, game_view, seat) for seat in game_view.seats if not seat.left)
    told = " ".join(_row_told(row) for row in rows)
    return _picture(told, Scene(rows, game_view.win_level), text)


def fight_picture(view: TableView, combat: DoorCombatView) -> Picture:
    """Return the picture of a fight: both sums, and who brought what."""
    fight = FightBox(
        Side(combat.party, _party_parts(view, combat), colors=_party(combat)),
        Side(
            combat.monsters,
            _monster_parts(view, combat),
            tuple(naming.face(view, f.card) for f in combat.foes),
        ),
        combat.ahead and combat.stage != "escape",
        door_combat.stakes(combat),
        door_combat.final(view, combat),
    )
    told = [
        f"{side.total}: " + ", ".join(map(_part_told, side.parts)) for side in (fight.party, fight.monsters)
    ]
    words = [f"{sign} **{escape(line)}**" for sign, line in zip("🛡👹", told, strict=True)]
    end = f"{FINAL_MARK}: {fight.final}" if fight.final else fight.stakes
    alt = f"Party {told[0]}. Monsters {told[1]}. {end}"
    return _picture(alt, fight, "\n".join([*words, escape(end)]))


def _picture(told: str, sketch: Sketch, text: str) -> Picture:
    return Picture("attachment://table.png", shorten(told, ALT_TEXT_ROOM_CHARS), sketch, text)


def _party(combat: DoorCombatView) -> tuple[int, ...]:
    return tuple(seat for seat in (combat.fighter, combat.helper) if seat >= 0)


def _name(view: TableView, seat: int) -> str:
    return clean(naming.raw_name(view.table, seat))


def _part_told(part: ScorePart) -> str:
    return f"{part.amount} {part.name}" + (f" ({part.by})" if part.by else "")


def _party_parts(view: TableView, combat: DoorCombatView) -> tuple[ScorePart, ...]:
    """Sum up what each of the party brings along; cards of this fight have a line of their own."""
    sent = door_combat.meddlers(view, combat)
    seats = _party(combat)
    own = dict.fromkeys(seats, 0)
    cards: list[ScorePart] = []
    for line in combat.party_lines:
        if line.source in sent or line.seat not in own:
            cards.append(_line_part(view, line, sent))
        else:
            own[line.seat] += line.amount
    parts = [ScorePart(str(own[seat]), _name(view, seat)) for seat in seats]
    return _fitted([*parts, *cards])


def _monster_parts(view: TableView, combat: DoorCombatView) -> tuple[ScorePart, ...]:
    sent = door_combat.meddlers(view, combat)
    parts: list[ScorePart] = []
    for foe in combat.foes:
        added = [line for line in foe.lines if line.source != foe.card or line.reason == "ability"]
        base = foe.strength - sum(line.amount for line in added)
        parts.append(
            ScorePart(str(base), naming.face(view, foe.card).name, _by(view, "sent", sent.get(foe.card, -1)))
        )
        parts += [_line_part(view, line, sent, foe.card) for line in added]
    return _fitted([*parts, *(_line_part(view, line, sent) for line in combat.side_lines)])


def _line_part(view: TableView, line: LedgerLine, sent: Mapping[int, int], foe: int = -1) -> ScorePart:
    if line.source >= 0 and line.source == foe:
        name = "against you"
    elif line.source >= 0:
        name = naming.face(view, line.source).name
    else:
        name = wording.reason(moves.words_of(view), line.reason)
    return ScorePart(signed(line.amount), name, _by(view, "played", sent.get(line.source, -1)))


def _by(view: TableView, how: str, seat: int) -> str:
    return f"{how} by {_name(view, seat)}" if seat >= 0 else ""


def _fitted(parts: list[ScorePart]) -> tuple[ScorePart, ...]:
    """Return as many parts as there is room for, and how many are left out."""
    kept: list[ScorePart] = []
    rows = 0
    for number, part in enumerate(parts):
        rows += 2 if part.by else 1
        if rows > MAX_SIDE_ROWS - (number < len(parts) - 1):
            return (*kept, ScorePart("…", f"and {len(parts) - number} more"))
        kept.append(part)
    return tuple(kept)


def _row(view: TableView, game_view: DoorView, seat: DoorSeatView) -> SeatRow:
    note = door_table.win_note(game_view, seat)  # first, since a long line is cut
    words = [note] if note else []
    words += [naming.face(view, card).name for card in (*seat.traits, *seat.companions)]
    return SeatRow(
        name=clean(naming.raw_name(view.table, seat.seat)),
        color=seat.seat,
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


def _row_told(row: SeatRow) -> str:
    state = "" if row.alive else ", dead"
    return f"{row.name}: Level {row.level}, strength {row.strength}, {plural(row.cards, 'card')}{state}."
