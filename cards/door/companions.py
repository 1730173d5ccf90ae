"""Companions that carry an Item free of all limits (R-600, H-42)."""

from __future__ import annotations

from typing import Final

from cards.door.card_events import CardPlayed, ItemUnloaded
from cards.door.engine import Engine
from cards.door.kinds import COMPANION_MARK
from cards.door.rule_tables import FrameHandler, VerbHandler
from cards.door.state import table_zone
from cards.door.windows import OPEN_PLAY_WINDOWS, OUT_OF_COMBAT_WINDOWS
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, MoveCache, Picks, Slot, make_move, make_slot

UNLOAD_MOVES: Final = MoveCache("unload")


def loadable(engine: Engine, seat: int) -> tuple[int, ...]:
    """Return the Items that a companion of the seat could carry; in its own turn, those in hand too."""
    cards = engine.cards_of(seat, "carried")
    if seat == engine.active:
        cards = [*cards, *engine.hand(seat)]
    return tuple(card for card in cards if engine.defs[card].kind == "item" and not engine.is_cheated(card))


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List what companions could carry instead of what they have; not in combat (R-600)."""
    if not engine.carried(seat).marks & COMPANION_MARK:
        return
    if kind not in OPEN_PLAY_WINDOWS or engine.in_combat(seat):
        return
    if seat == engine.active and kind not in OUT_OF_COMBAT_WINDOWS:
        return
    for card in engine.traits(seat, "companion"):
        if engine.defs[card].carries:
            out.append(make_move("load", card, -1, (make_slot("card", "card", loadable(engine, seat)),)))
            item = engine.attached_to(card)
            if item >= 0 and _finds_room(engine, seat, item):
                out.append(UNLOAD_MOVES.with_card(card))


def _finds_room(engine: Engine, seat: int, item: int) -> bool:
    """Return True if the seat may carry the Item itself (R-215)."""
    return not engine.defs[item].big or len(engine.big_items(seat)) < engine.big_limit(seat)


def do_unload(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Take back what a companion carries; it is worn if there is room for it."""
    item = engine.attached_to(move.card)
    engine.unload(move.card)
    engine.emit(ItemUnloaded(seat, companion=move.card, item=item))
    worn = item in engine.state.people[seat].equipped
    if worn and (not engine.usable(seat, item) or engine.room(seat, engine.defs[item].slot or "hand") < 0):
        engine.unequip(seat, item)


def do_load(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Give a companion an Item to carry, in exchange for what it carried before."""
    item = picks[0][0]
    assert isinstance(item, int)
    load(engine, seat, move.card, item)


def load(engine: Engine, seat: int, companion: int, item: int) -> None:
    """Let a companion carry an Item, which then counts against no limit."""
    if engine.in_hand(item):
        engine.move(item, table_zone(seat))
        engine.emit(CardPlayed(seat, card=item, card_kind="item"))
    engine.attach(companion, item)
    equipped = engine.state.people[seat].equipped
    if item not in equipped:
        equipped.append(item)


def carry(engine: Engine, frame: Frame) -> None:
    """Ask which Item a companion that has just arrived carries, out of combat."""
    seat, card = frame.seat, frame.card
    here = engine.owner(card) == seat and not engine.in_hand(card)
    if not engine.defs[card].carries or not here or engine.in_combat(seat):
        engine.pop(frame)
        return
    slot = Slot("card", "card", loadable(engine, seat), 0, 1)
    picked = engine.choose(frame, "item", seat, "hireling_item", slot, (), always=True)
    if picked is None:
        return
    engine.pop(frame)
    for item in picked:
        if isinstance(item, int):
            load(engine, seat, card, item)


FRAME_HANDLERS: dict[str, FrameHandler] = {"carry": carry}
WINDOWS: Final[frozenset[str]] = OPEN_PLAY_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {"load": do_load, "unload": do_unload}
KEEPS_PASSES_VERBS: Final[frozenset[str]] = frozenset({"load", "unload"})
