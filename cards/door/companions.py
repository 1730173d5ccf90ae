"""Companions that carry an Item free of all limits (R-600, H-42)."""

from __future__ import annotations

from typing import Final

from cards.door import arrivals, asking, facts, gear, memory, people, piles, places
from cards.door.card_events import CardPlayed, ItemUnloaded
from cards.door.state import table_zone
from cards.door.table import FrameHandler, Table, VerbHandler
from cards.door.windows import COMPANION_MARK, OPEN_PLAY_WINDOWS, OUT_OF_COMBAT_WINDOWS
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, MoveCache, Picks, Slot, make_move, make_slot, numbers_in

UNLOAD_MOVES: Final = MoveCache("unload")


def loadable(table: Table, seat: int) -> tuple[int, ...]:
    """Return the Items that a companion of the seat could carry; in its own turn, those in hand too."""
    cards = facts.cards_of(table, seat, "carried")
    if seat == table.state.active:
        cards = [*cards, *places.hand(table, seat)]
    return tuple(
        card for card in cards if table.defs[card].kind == "item" and not places.is_cheated(table, card)
    )


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List what companions could carry instead of what they have; not in combat (R-600)."""
    if not memory.carried(table, seat).marks & COMPANION_MARK:
        return
    if kind not in OPEN_PLAY_WINDOWS or people.in_combat(table, seat):
        return
    if seat == table.state.active and kind not in OUT_OF_COMBAT_WINDOWS:
        return
    for card in places.traits(table, seat, "companion"):
        if table.defs[card].carries:
            out.append(make_move("load", card, -1, (make_slot("card", "card", loadable(table, seat)),)))
            item = places.attached_to(table, card)
            if item >= 0 and _finds_room(table, seat, item):
                out.append(UNLOAD_MOVES.with_card(card))


def _finds_room(table: Table, seat: int, item: int) -> bool:
    """Return True if the seat may carry the Item itself (R-215)."""
    return not table.defs[item].big or len(gear.big_items(table, seat)) < gear.big_limit(table, seat)


def do_unload(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Take back what a companion carries; it is worn if there is room for it."""
    item = places.attached_to(table, move.card)
    arrivals.unload(table, move.card)
    table.emit(ItemUnloaded(seat, companion=move.card, item=item))
    worn = item in table.state.people[seat].equipped
    if worn and (
        not facts.usable(table, seat, item) or gear.room(table, seat, table.defs[item].slot or "hand") < 0
    ):
        arrivals.unequip(table, seat, item)


def do_load(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Give a companion an Item to carry, in exchange for what it carried before."""
    item = numbers_in(picks[0])[0]
    load(table, seat, move.card, item)


def load(table: Table, seat: int, companion: int, item: int) -> None:
    """Let a companion carry an Item, which then counts against no limit."""
    if places.in_hand(table, item):
        piles.move(table, item, table_zone(seat))
        table.emit(CardPlayed(seat, card=item, card_kind="item"))
    arrivals.attach(table, companion, item)
    equipped = table.state.people[seat].equipped
    if item not in equipped:
        equipped.append(item)


def carry(table: Table, frame: Frame) -> None:
    """Ask which Item a companion that has just arrived carries, out of combat."""
    seat, card = frame.seat, frame.card
    here = places.owner(table, card) == seat and not places.in_hand(table, card)
    if not table.defs[card].carries or not here or people.in_combat(table, seat):
        table.pop(frame)
        return
    slot = Slot("card", "card", loadable(table, seat), 0, 1)
    picked = asking.choose(table, frame, "item", seat, "hireling_item", slot, (), always=True)
    table.pop(frame)
    for item in numbers_in(picked):
        load(table, seat, card, item)


FRAME_HANDLERS: dict[str, FrameHandler] = {"carry": carry}
WINDOWS: Final[frozenset[str]] = OPEN_PLAY_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {"load": do_load, "unload": do_unload}
KEEPS_PASSES_VERBS: Final[frozenset[str]] = frozenset({"load", "unload"})
