"""What a seat can carry and equip: Big Items, body slots, hands (R-202 to R-220)."""

from __future__ import annotations

from typing import Final

from cards.door.combat_facts import CombatFacts
from cards.door.state import Trade

UNLIMITED_ITEMS: Final = 99
BODY_SLOTS: Final[tuple[str, ...]] = ("head", "armor", "feet", "hand")


class GearQueries(CombatFacts):
    """Questions about carrying and equipping."""

    def big_limit(self, seat: int, without: tuple[int, ...] = ()) -> int:
        """Return how many Big Items the seat may have in play, once these cards are gone (R-215)."""
        limit = self.decks.edition.big_limit
        if not isinstance(limit, int):
            return UNLIMITED_ITEMS
        more = sum(amount for amount, card in self.mods(seat, "big_limit") if card not in without)
        return max(limit + more, 1)  # one Big Item may always be kept.

    def big_items(self, seat: int) -> list[int]:
        """Return the Big Items that count against the limit: no Steeds, none with a Cheat! (R-220, R-631)."""
        bigs = self.carried(seat).bigs
        return [card for card in bigs if not self.is_cheated(card)] if bigs and self.state.under else bigs

    def can_carry(self, seat: int, card: int) -> bool:
        """Return True if the card may lie in front of the seat (R-203, R-244)."""
        definition = self.defs[card]
        if not definition.item:
            return False
        if definition.kind == "steed":
            return self.companion_room(seat, "steed")
        if not definition.big or self.is_cheated(card):
            return True
        return len(self.big_items(seat)) < self.big_limit(seat)

    def can_receive(self, seat: int, gets: tuple[int, ...], loses: tuple[int, ...] = ()) -> bool:
        """Return True if the seat has room for these Items once it has given others (R-215, R-620)."""
        held = [card for card in self.big_items(seat) if card not in loses]
        new = [card for card in gets if self.defs[card].big and self.defs[card].kind != "steed"]
        if new and len(held) + len(new) > self.big_limit(seat, loses):
            return False
        steeds = sum(self.defs[card].kind == "steed" for card in gets)
        left = sum(self.defs[card].kind == "steed" and not self.is_cheated(card) for card in loses)
        return not steeds or steeds <= self.places(seat, "steed") + left

    def can_be_kept(self, trade: Trade) -> bool:
        """Return True if both still have in play what they would give in the trade (R-240)."""
        by, to = self.table(trade.by), self.table(trade.to)
        return all(card in by for card in trade.gives) and all(card in to for card in trade.wants)

    def tradable(self, seat: int) -> tuple[int, ...]:
        """Return the Items in play that can change hands (R-240)."""
        return self.carried(seat).items

    def companion_room(self, seat: int, kind: str) -> bool:
        """Return True if there is a place for one more Steed or companion."""
        return self.places(seat, kind) > 0

    def places(self, seat: int, kind: str) -> int:
        """Return how many more Steeds or companions the seat may have; those with a Cheat! do not count."""
        held = [card for card in self.traits(seat, kind) if not self.is_cheated(card)]
        return 1 + self.total(seat, "steed_limit" if kind == "steed" else "companion_limit") - len(held)

    def capacity(self, seat: int, slot: str) -> int:
        base = 2 if slot == "hand" else 1
        return base + self.total(seat, "hands" if slot == "hand" else slot)

    def occupants(self, seat: int, slot: str) -> list[int]:
        """Return the equipped Items that take room in the slot; those with a Cheat! do not."""
        return [
            card
            for card in self.state.people[seat].equipped
            if self.defs[card].slot == slot and not self.is_cheated(card)
        ]

    def room(self, seat: int, slot: str) -> int:
        """Return how much room, in hands or places, is free in the slot."""
        used = sum(self.defs[card].hands if slot == "hand" else 1 for card in self.occupants(seat, slot))
        return self.capacity(seat, slot) - used

    def needs_room(self, card: int) -> int:
        definition = self.defs[card]
        if not definition.slot:
            return 0
        return definition.hands if definition.slot == "hand" else 1

    def fits(self, seat: int, card: int) -> bool:
        """Return True if the Item can be equipped together with those already equipped (R-204, R-205)."""
        need = self.needs_room(card)
        if not need or self.is_cheated(card) or self.flag(seat, "slots_free"):
            return True
        return need <= self.room(seat, self.defs[card].slot)

    def equippable(self, seat: int, card: int) -> bool:
        """Return True if the card is permanent gear whose restriction the seat meets (R-206)."""
        definition = self.defs[card]
        return definition.kind == "item" and self.usable(seat, card)

    def bonus_now(self, seat: int, card: int) -> int:
        """Return what the Item adds, or would add, to the seat's combat strength at the moment."""
        if not self.usable(seat, card):
            return 0
        own = self._own_mods(seat, card, "strength") if "strength" in self.defs[card].mods_by_stat else ()
        return self.bonus(card) + sum(amount for amount, _ in own)

    def least_useful_first(self, seat: int, cards: list[int]) -> list[int]:
        return sorted(cards, key=lambda card: (self.bonus_now(seat, card), self.value(card), card))

    def conflicting_items(self, seat: int, card: int) -> list[int]:
        """Return the equipped Items to take off so that the card fits, the least useful first."""
        if self.fits(seat, card):
            return []
        slot = self.defs[card].slot
        need = self.needs_room(card) - self.room(seat, slot)
        leave: list[int] = []
        for other in self.least_useful_first(seat, self.occupants(seat, slot)):
            if need <= 0:
                break
            leave.append(other)
            need -= self.needs_room(other)
        return leave

    def crowded_slot(self, seat: int) -> str:
        """Return a slot that holds more Items than there is room for after a loss (R-218, R-604), or ""."""
        equipped = self.state.people[seat].equipped
        if len(equipped) < 2 or self.flag(seat, "slots_free"):
            return ""
        taken = {self.defs[card].slot for card in equipped}
        return next((slot for slot in BODY_SLOTS if slot in taken and self.room(seat, slot) < 0), "")
