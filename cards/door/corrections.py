"""Putting the table right by agreement: a Level, where a card lies, whose turn it is (H-16, H-118)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cards.door.engine import Engine
from cards.door.events import CorrectionMade
from cards.door.kinds import GEAR_KINDS
from cards.door.state import DISCARD_ZONES, hand_zone, table_zone
from cards.door.turn import leave_turn
from cards.door.windows import COMBAT_WINDOWS
from cards.kernel.moves import Action, Pick, Refusal

CORRECTABLE_WINDOWS: Final = frozenset({"arrange", "trouble", "after"})
"""Windows in which nothing is under way, so that cards may be moved and the turn may pass."""
LYING_KINDS: Final = GEAR_KINDS | {"class", "race", "double", "companion", "steed"}
"""Kinds of cards that may lie before a player by themselves."""


def correct(engine: Engine, action: Action) -> Refusal | None:
    """Make a correction: its kind and figures are the first picks, its seat stands in ``ability``."""
    seat = action.ability
    if not 0 <= seat < engine.state.seats or engine.state.people[seat].left:
        return Refusal("no_such_seat", {"seat": seat})
    if engine.state.prompt is not None:
        return Refusal("decision_pending")
    what, *picks = action.picks[0] if action.picks else ("",)
    handler = CORRECTIONS.get(str(what))
    return Refusal("bad_choice", {"slot": "correction"}) if handler is None else handler(engine, seat, picks)


def _level(engine: Engine, seat: int, picks: list[Pick]) -> Refusal | None:
    """Set a Level; nothing follows from it as from one that was gained or lost."""
    level = picks[0] if picks else 0
    if not isinstance(level, int) or level < 1:
        return Refusal("bad_choice", {"slot": "level"})
    if level >= engine.win_level(seat):
        return Refusal("level_would_win")
    before = engine.state.people[seat].level
    engine.state.people[seat].level = level
    engine.recheck_limits = True
    engine.emit(CorrectionMade(seat, what="level", level=level, before=before))
    frame = engine.state.frames[-1]
    if frame.window is not None and frame.window.kind in COMBAT_WINDOWS:
        frame.window = None  # the combat may stand differently now
    return None


def _card(engine: Engine, seat: int, picks: list[Pick]) -> Refusal | None:
    """Lay an open card into a hand, before a player or on its discards."""
    refusal = _unless_quiet(engine)
    if refusal is not None:
        return refusal
    name, place = (str(pick) for pick in (*picks, "", "")[:2])
    found = list(open_cards(engine, name))
    if not found:
        return Refusal("not_in_play")
    zones = [_zone(engine, card, seat, place) for card in found]
    card, zone = next(
        ((c, z) for c, z in zip(found, zones, strict=True) if z not in (-1, engine.state.zones.place[c])),
        (-1, -1),
    )
    if card < 0:
        return Refusal("bad_choice", {"slot": "place"})
    if place != "discards" and not engine.is_living(seat):
        return Refusal("dead")
    if zone == table_zone(seat) and engine.defs[card].item and not engine.can_carry(seat, card):
        return Refusal("partner_cannot_carry")
    engine.state.trades.clear()
    if zone == table_zone(seat) and engine.defs[card].item:
        engine.hand_over(card, seat)
    else:
        engine.move(card, zone)
    engine.leave_reactions = ()  # the card has never been where it was
    engine.emit(CorrectionMade(seat, card=card, what=place))
    return None


def open_cards(engine: Engine, name: str) -> Iterator[int]:
    """Yield the cards of that name that everybody sees: before players, then on the discards."""
    for seat in engine.everyone():
        yield from (card for card in engine.table(seat) if engine.defs[card].name == name)
    for pile in ("door_discard", "treasure_discard"):
        yield from (card for card in reversed(engine.pile(pile)) if engine.defs[card].name == name)


def _zone(engine: Engine, card: int, seat: int, place: str) -> int:
    """Return the zone of a place for a card, -1 if it cannot lie there."""
    definition = engine.defs[card]
    if definition.kind == "role":
        return -1
    if place == "hand":
        return hand_zone(seat)
    if place == "table":
        return table_zone(seat) if definition.kind in LYING_KINDS else -1
    return DISCARD_ZONES[definition.back] if place == "discards" else -1


def _turn(engine: Engine, seat: int, picks: list[Pick]) -> Refusal | None:
    """End the present turn, so that the seat's begins."""
    refusal = _unless_quiet(engine)
    if refusal is not None:
        return refusal
    leave_turn(engine, engine.state.frames[-1], seat)
    engine.emit(CorrectionMade(seat, what="turn"))
    return None


def _unless_quiet(engine: Engine) -> Refusal | None:
    """Refuse where anything is under way that a card or a turn could be part of."""
    if engine.state.combat is not None:
        return Refusal("in_combat")
    window = engine.window
    return None if window is not None and window.kind in CORRECTABLE_WINDOWS else Refusal("not_now")


CORRECTIONS: Final[dict[str, Callable[[Engine, int, list[Pick]], Refusal | None]]] = {
    "level": _level,
    "card": _card,
    "turn": _turn,
}
