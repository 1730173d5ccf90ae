"""What a seat can carry, equip and have in play: Items, Classes and Races, companions (R-150 to R-220)."""

from __future__ import annotations

from typing import Final

from cards.door import facts, memory, places
from cards.door.state import Trade
from cards.door.table import Table

UNLIMITED_ITEMS: Final = 99
BODY_SLOTS: Final[tuple[str, ...]] = ("head", "armor", "feet", "hand")


def bonus(table: Table, card: int) -> int:
    extra = sum(table.defs[other].bonus for other in places.attached(table, card))
    return table.defs[card].bonus + extra


def value(table: Table, card: int) -> int:
    definition = table.defs[card]
    return definition.value if definition.item else 0


# Items in play


def big_limit(table: Table, seat: int, without: tuple[int, ...] = ()) -> int:
    """Return how many Big Items the seat may have in play, once these cards are gone (R-215)."""
    limit = table.decks.edition.big_limit
    if not isinstance(limit, int):
        return UNLIMITED_ITEMS
    more = sum(amount for amount, card in facts.mods(table, seat, "big_limit") if card not in without)
    return max(limit + more, 1)  # one Big Item may always be kept.


def big_items(table: Table, seat: int) -> list[int]:
    """Return the Big Items that count against the limit: no Steeds, none with a Cheat! (R-220, R-631)."""
    bigs = memory.carried(table, seat).bigs
    return (
        [card for card in bigs if not places.is_cheated(table, card)] if bigs and table.state.under else bigs
    )


def can_carry(table: Table, seat: int, card: int) -> bool:
    """Return True if the card may lie in front of the seat (R-203, R-244)."""
    definition = table.defs[card]
    if not definition.item:
        return False
    if definition.kind == "steed":
        return places_left(table, seat, "steed") > 0
    if not definition.big or places.is_cheated(table, card):
        return True
    return len(big_items(table, seat)) < big_limit(table, seat)


def can_receive(table: Table, seat: int, gets: tuple[int, ...], loses: tuple[int, ...] = ()) -> bool:
    """Return True if the seat has room for these Items once it has given others (R-215, R-620)."""
    return not obstacle(table, seat, gets, loses)


def obstacle(table: Table, seat: int, gets: tuple[int, ...], loses: tuple[int, ...] = ()) -> str:
    """Return for what the seat has no room: ``too_many_big``, ``has_steed`` or nothing."""
    held = [card for card in big_items(table, seat) if card not in loses]
    new = [card for card in gets if table.defs[card].big and table.defs[card].kind != "steed"]
    if new and len(held) + len(new) > big_limit(table, seat, loses):
        return "too_many_big"
    steeds = sum(table.defs[card].kind == "steed" for card in gets)
    left = sum(table.defs[card].kind == "steed" and not places.is_cheated(table, card) for card in loses)
    return "has_steed" if steeds and steeds > places_left(table, seat, "steed") + left else ""


def can_be_kept(table: Table, trade: Trade) -> bool:
    """Return True if both still have in play what they would give in the trade (R-240)."""
    by, to = places.in_play(table, trade.by), places.in_play(table, trade.to)
    return all(card in by for card in trade.gives) and all(card in to for card in trade.wants)


def tradable(table: Table, seat: int) -> tuple[int, ...]:
    """Return the Items in play that can change hands (R-240)."""
    return memory.carried(table, seat).items


# equipping


def occupants(table: Table, seat: int, slot: str) -> list[int]:
    """Return the equipped Items that take room in the slot; those with a Cheat! do not."""
    return [
        card
        for card in table.state.people[seat].equipped
        if table.defs[card].slot == slot and not places.is_cheated(table, card)
    ]


def room(table: Table, seat: int, slot: str) -> int:
    """Return how much room, in hands or places, is free in the slot."""
    used = sum(table.defs[card].hands if slot == "hand" else 1 for card in occupants(table, seat, slot))
    capacity = 2 + facts.total(table, seat, "hands") if slot == "hand" else 1 + facts.total(table, seat, slot)
    return capacity - used


def needs_room(table: Table, card: int) -> int:
    definition = table.defs[card]
    if not definition.slot:
        return 0
    return definition.hands if definition.slot == "hand" else 1


def fits(table: Table, seat: int, card: int) -> bool:
    """Return True if the Item can be equipped together with those already equipped (R-204, R-205)."""
    need = needs_room(table, card)
    if not need or places.is_cheated(table, card) or facts.flag(table, seat, "slots_free"):
        return True
    return need <= room(table, seat, table.defs[card].slot)


def equippable(table: Table, seat: int, card: int) -> bool:
    """Return True if the card is permanent gear whose restriction the seat meets (R-206)."""
    definition = table.defs[card]
    return definition.kind == "item" and facts.usable(table, seat, card)


def bonus_now(table: Table, seat: int, card: int) -> int:
    """Return what the Item adds, or would add, to the seat's combat strength at the moment."""
    if not facts.usable(table, seat, card):
        return 0
    own = facts.own_mods(table, seat, card, "strength") if "strength" in table.defs[card].mods_by_stat else ()
    return bonus(table, card) + sum(amount for amount, _ in own)


def least_useful_first(table: Table, seat: int, cards: list[int]) -> list[int]:
    return sorted(cards, key=lambda card: (bonus_now(table, seat, card), value(table, card), card))


def conflicting_items(table: Table, seat: int, card: int) -> list[int]:
    """Return the equipped Items to take off so that the card fits, the least useful first."""
    if fits(table, seat, card):
        return []
    slot = table.defs[card].slot
    need = needs_room(table, card) - room(table, seat, slot)
    leave: list[int] = []
    for other in least_useful_first(table, seat, occupants(table, seat, slot)):
        if need <= 0:
            break
        leave.append(other)
        need -= needs_room(table, other)
    return leave


def crowded_slot(table: Table, seat: int) -> str:
    """Return a slot that holds more Items than there is room for after a loss (R-218, R-604), or ""."""
    equipped = table.state.people[seat].equipped
    if len(equipped) < 2 or facts.flag(table, seat, "slots_free"):
        return ""
    taken = {table.defs[card].slot for card in equipped}
    return next((slot for slot in BODY_SLOTS if slot in taken and room(table, seat, slot) < 0), "")


# Classes, Races, Steeds and companions


def places_left(table: Table, seat: int, kind: str) -> int:
    """Return how many more Steeds or companions the seat may have; those with a Cheat! do not count."""
    held = [card for card in places.traits(table, seat, kind) if not places.is_cheated(table, card)]
    return 1 + facts.total(table, seat, "steed_limit" if kind == "steed" else "companion_limit") - len(held)


def trait_limit(table: Table, seat: int, kind: str) -> int:
    """Return how many Classes or Races the seat may have (R-150, R-165)."""
    return (2 if places.double(table, seat, kind) else 1) + facts.total(table, seat, f"{kind}_limit")


def trait_room(table: Table, seat: int, card: int) -> bool:
    """Return True if a Class or Race may be played besides those in play (R-150, R-165)."""
    kind = table.defs[card].kind
    held = places.traits(table, seat, kind)
    if any(table.defs[old].trait == table.defs[card].trait for old in held):
        return False
    return len(held) < trait_limit(table, seat, kind)


def excess(table: Table, seat: int, kind: str) -> int:
    """Return how many Classes, Races, Steeds or companions are above the limit (R-150, R-601, R-620)."""
    if len(places.traits(table, seat, kind)) < 2:
        return 0
    if kind in ("class", "race"):
        return max(0, len(places.traits(table, seat, kind)) - trait_limit(table, seat, kind))
    return max(0, -places_left(table, seat, kind))


def kinds_above_limit(table: Table, seat: int) -> list[str]:
    """Return the kinds of which the seat has more cards than it may."""
    return [kind for kind in memory.carried(table, seat).crowded_kinds if excess(table, seat, kind)]
