"""Putting the table right by agreement: a Level, where a card lies, whose turn it is (H-16, H-118)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cards.door import arrivals, facts, gear, people, piles, places
from cards.door.events import CorrectionMade
from cards.door.state import DISCARD_ZONES, hand_zone, table_zone
from cards.door.table import Table
from cards.door.turn import leave_turn
from cards.door.windows import COMBAT_WINDOWS, GEAR_KINDS
from cards.kernel.moves import Action, Pick, Refusal

CORRECTABLE_WINDOWS: Final = frozenset({"arrange", "trouble", "after"})
"""Windows in which nothing is under way, so that cards may be moved and the turn may pass."""
LYING_KINDS: Final = GEAR_KINDS | {"class", "race", "double", "companion", "steed"}
"""Kinds of cards that may lie before a player by themselves."""


def correct(table: Table, action: Action) -> Refusal | None:
    """Make a correction: its kind and figures are the first picks, its seat stands in ``ability``."""
    seat = action.ability
    if not 0 <= seat < table.state.seats or table.state.people[seat].left:
        return Refusal("no_such_seat", {"seat": seat})
    if table.state.prompt is not None:
        return Refusal("decision_pending")
    what, *picks = action.picks[0] if action.picks else ("",)
    handler = CORRECTIONS.get(str(what))
    return Refusal("bad_choice", {"slot": "correction"}) if handler is None else handler(table, seat, picks)


def _level(table: Table, seat: int, picks: list[Pick]) -> Refusal | None:
    """Set a Level; nothing follows from it as from one that was gained or lost."""
    level = picks[0] if picks else 0
    if not isinstance(level, int) or level < 1:
        return Refusal("bad_choice", {"slot": "level"})
    if level >= facts.win_level(table, seat):
        return Refusal("level_would_win")
    before = table.state.people[seat].level
    table.state.people[seat].level = level
    table.recheck_limits = True
    table.emit(CorrectionMade(seat, what="level", level=level, before=before))
    frame = table.state.frames[-1]
    if frame.window is not None and frame.window.kind in COMBAT_WINDOWS:
        frame.window = None  # the combat may stand differently now
    return None


def _card(table: Table, seat: int, picks: list[Pick]) -> Refusal | None:
    """Lay an open card into a hand, before a player or on its discards."""
    refusal = _unless_quiet(table)
    if refusal is not None:
        return refusal
    name, place = (str(pick) for pick in (*picks, "", "")[:2])
    found = list(open_cards(table, name))
    if not found:
        return Refusal("not_in_play")
    zones = [_zone(table, card, seat, place) for card in found]
    card, zone = next(
        ((c, z) for c, z in zip(found, zones, strict=True) if z not in (-1, table.state.zones.place[c])),
        (-1, -1),
    )
    if card < 0:
        return Refusal("bad_choice", {"slot": "place"})
    if place != "discards" and not people.is_living(table, seat):
        return Refusal("dead")
    if zone == table_zone(seat) and table.defs[card].item and not gear.can_carry(table, seat, card):
        return Refusal("partner_cannot_carry")
    table.state.trades.clear()
    if zone == table_zone(seat) and table.defs[card].item:
        arrivals.hand_over(table, card, seat)
    else:
        piles.move(table, card, zone)
        table.recheck_limits = True
    table.leave_reactions = ()  # the card has never been where it was
    table.emit(CorrectionMade(seat, card=card, what=place))
    return None


def open_cards(table: Table, name: str) -> Iterator[int]:
    """Yield the cards of that name that everybody sees: before players, then on the discards."""
    for seat in people.everyone(table):
        yield from (card for card in places.in_play(table, seat) if table.defs[card].name == name)
    for pile in ("door_discard", "treasure_discard"):
        yield from (card for card in reversed(table.pile(pile)) if table.defs[card].name == name)


def _zone(table: Table, card: int, seat: int, place: str) -> int:
    """Return the zone of a place for a card, -1 if it cannot lie there."""
    definition = table.defs[card]
    if definition.kind == "role":
        return -1
    if place == "hand":
        return hand_zone(seat)
    if place == "table":
        return table_zone(seat) if definition.kind in LYING_KINDS else -1
    return DISCARD_ZONES[definition.back] if place == "discards" else -1


def _turn(table: Table, seat: int, picks: list[Pick]) -> Refusal | None:
    """End the present turn, so that the seat's begins."""
    refusal = _unless_quiet(table)
    if refusal is not None:
        return refusal
    leave_turn(table, table.state.frames[-1], seat)
    table.emit(CorrectionMade(seat, what="turn"))
    return None


def _sex(table: Table, seat: int, picks: list[Pick]) -> Refusal | None:
    """Say whom a seat plays, which it may until it has laid out its first cards (R-034)."""
    if table.window is None or table.window.kind != "setup":
        return Refusal("not_now")
    table.state.people[seat].sex = "female" if "female" in picks else "male"
    table.recheck_limits = True
    return None


def _unless_quiet(table: Table) -> Refusal | None:
    """Refuse where anything is under way that a card or a turn could be part of."""
    if table.state.combat is not None:
        return Refusal("in_combat")
    window = table.window
    return None if window is not None and window.kind in CORRECTABLE_WINDOWS else Refusal("not_now")


CORRECTIONS: Final[dict[str, Callable[[Table, int, list[Pick]], Refusal | None]]] = {
    "level": _level,
    "card": _card,
    "turn": _turn,
    "sex": _sex,
}
