"""What a combat adds up to: flags, strength and Treasures, each with its reasons."""

from __future__ import annotations

from typing import TypeAlias

from cards.door.facts import DoorFacts
from cards.door.kinds import ITEM_KINDS
from cards.door.memo import memoized
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE, SEALS_OPEN, Foe
from cards.door.view_types import LedgerLine, ledger_line
from cards.language.definition import CompiledModifier

LedgerPart: TypeAlias = tuple[int, str, int, int]
"""What a ``LedgerLine`` is made of; quicker to make where only the sum is wanted."""


def as_lines(parts: list[LedgerPart]) -> list[LedgerLine]:
    return [ledger_line(amount, reason, source, seat) for amount, reason, source, seat in parts]


def total_of(parts: list[LedgerPart]) -> int:
    """Return the sum of a ledger."""
    total = 0
    for part in parts:
        total += part[0]
    return total


class CombatFacts(DoorFacts):
    """The combat as the rules and the card language see it."""

    def foe_flag(self, foe: Foe, stat: str) -> bool:
        """Return True if a monster has a property such as ``no_escape``, by itself or from its enhancers."""
        holders = self.decks.holders.get(stat)
        if holders is None:
            return False
        if foe.linked < 0 and not foe.enhancers and not foe.borrowed and foe.like not in holders:
            return False
        for card in self.shapers(foe):
            if card in holders:
                for mod in self.monster_mods(card, stat):
                    if self.modifier_amount(mod, self.fighter, card):
                        return True
        return False

    def combat_flag(self, stat: str) -> bool:
        """Return True if a property of one monster holds for the whole combat (R-314)."""
        combat = self.state.combat
        if combat is None:
            return False
        if combat.adds and self.has_combat_rule(stat):
            return True
        if stat in self.decks.holders:
            for foe in combat.foes:
                if self.foe_flag(foe, stat):
                    return True
        return False

    def has_combat_rule(self, stat: str) -> bool:
        """Return True if a played card made this a rule for the rest of the combat."""
        adds = self.combat.adds
        return bool(adds) and any(add.stat == stat for add in adds)

    def fought_alone(self) -> bool:
        """Return True if a monster, or a card of the fighter, forbids help (R-359)."""
        return self.combat_flag("alone") or self.flag(self.fighter, "alone")

    def can_be_compelled(self, seat: int) -> bool:
        """Return True if the seat can be made to help in a combat that is not for the win (R-357, R-359)."""
        combat = self.state.combat
        if combat is None or combat.over or combat.helper >= 0 or seat == combat.fighter:
            return False
        if not self.is_living(seat) or self.flag(seat, "no_help"):
            return False
        return not self.fought_alone() and not self.for_the_win()

    def foe_lines(self, foe: Foe) -> list[LedgerLine]:
        """Return the ledger of one monster: Level, enhancers, its own conditions, cards, Seals (R-281)."""
        return as_lines(self._foe_parts(foe))

    def _foe_parts(self, foe: Foe) -> list[LedgerPart]:
        root = self.original(foe)
        base = self.defs[root.like].level if root.base is None else root.base
        parts: list[LedgerPart] = [(base, "level", root.like, -1)]
        for card in root.enhancers:
            parts.append((self._enhancement(card, base), "enhancer", card, -1))
        if root.stacked:
            parts += [(self.defs[card].level, "stacked", card, -1) for card in self.stack_of(foe)]
        for card in self.shapers(foe):
            for n in self._foe_mods(card, "strength", ("this", "owner")):
                parts.append((n, "power", card, -1))
        for add in self.combat.adds:
            if add.monster in (foe.card, root.card) and add.stat == "strength":
                parts.append((add.amount, "card", add.card, add.seat))
        seals = self.state.zones.lists[SEALS_OPEN]
        if seals:
            parts.append((len(seals), "seals", -1, -1))
            for n in self._foe_mods(seals[-1], "strength", ("monsters",)):
                parts.append((n, "power", seals[-1], -1))
        return parts

    def _enhancement(self, card: int, base: int) -> int:
        """Return what an enhancer adds; its minimum limits only its own subtraction (R-285)."""
        definition = self.defs[card]
        if definition.minimum is None:
            return definition.strength
        return max(definition.strength, min(definition.minimum - base, 0))

    def monster_mods(self, card: int, stat: str) -> tuple[CompiledModifier, ...]:
        """Return a monster's or enhancer's own modifiers; a Steed that is fought has none (R-623)."""
        definition = self.defs[card]
        return () if definition.kind == "steed" else definition.mods_by_stat.get(stat, ())

    def _foe_mods(self, card: int, stat: str, reach: tuple[str, ...]) -> list[int]:
        """Return the amounts by which a card changes its monster.

        What harms the party looks at the sex of companions, too (R-606).
        """
        found: list[int] = []
        holders = self.decks.holders.get(stat)
        if holders is None or card not in holders:
            return found
        for mod in self.monster_mods(card, stat):
            if (mod.to or "this") not in reach:
                continue
            self.reacting = mod.drawback
            amount = self.modifier_amount(mod, self.fighter, card)
            self.reacting = False
            if amount:
                found.append(amount)
        return found

    def side_lines(self) -> list[LedgerLine]:
        """Return the lines of cards played for the monsters' side as a whole."""
        return as_lines(self._side_parts())

    def _side_parts(self) -> list[LedgerPart]:
        parts: list[LedgerPart] = []
        for add in self.combat.adds:
            if add.side == MONSTERS_SIDE and add.monster < 0 and add.stat == "strength":
                parts.append((add.amount, "card", add.card, add.seat))
        return parts + self._against()

    def _against(self) -> list[LedgerPart]:
        """Return the parts of the party's cards in play that change the monsters' side as a whole."""
        found: list[LedgerPart] = []
        for card in self.decks.wide.get("strength", ()):
            seat = self.owner(card)
            if seat < 0 or self.in_hand(card) or not self.in_combat(seat) or not self.counts(seat, card):
                continue
            for mod in self.defs[card].mods_by_stat["strength"]:
                amount = self.modifier_amount(mod, seat, card) if mod.to == "monsters" else 0
                if amount:
                    found.append((amount, "ability", card, seat))
        return found

    def member_lines(self, seat: int) -> list[LedgerLine]:
        """Return the ledger of one party member, or of a seat outside combat."""
        return as_lines(self._member_parts(seat))

    def _member_parts(self, seat: int) -> list[LedgerPart]:
        """Return the parts of a ledger by seat, remembered in the same way."""
        kept = self.answers_by_seat("member")
        if kept is None:
            return self._new_member_parts(seat)
        found: list[LedgerPart] | None = kept[seat]
        if found is None:
            found = kept[seat] = self._new_member_parts(seat)
        return found

    def _new_member_parts(self, seat: int) -> list[LedgerPart]:
        level_only = self.combat_flag("level_only")
        parts: list[LedgerPart] = []
        if level_only or not self.combat_flag("no_level"):
            parts.append((self.level(seat), "level", -1, seat))
        if level_only:
            return parts
        bare = self.combat_flag("no_items")  # it takes bonuses away, but no penalties
        if not bare:
            for card in self.state.people[seat].equipped:
                amount = self.bonus(card)
                if amount and self.usable(seat, card):
                    parts.append((amount, "item", card, seat))
            for card in self.steeds(seat):
                if self.bonus(card):
                    parts.append((self.bonus(card), "steed", card, seat))
        for amount, card in self.mods(seat, "strength"):
            is_item = self.defs[card].kind in ITEM_KINDS
            if not (bare and is_item and amount > 0):
                parts.append((amount, "item" if is_item else "ability", card, seat))
        return parts

    def party_lines(self) -> list[LedgerLine]:
        return as_lines(self._party_parts())

    def _party_parts(self) -> list[LedgerPart]:
        parts: list[LedgerPart] = []
        for seat in self.party():
            parts += self._member_parts(seat)
        if not self.combat.adds or self.combat_flag("level_only"):
            return parts
        for add in self.combat.adds:
            if (
                add.side == PARTY_SIDE
                and add.stat == "strength"
                and (add.seat < 0 or self.in_combat(add.seat))
                and not self.is_denied_bonus(add.amount, add.card)
            ):
                parts.append((add.amount, "card", add.card, add.seat))
        return parts

    def is_denied_bonus(self, amount: int, card: int) -> bool:
        """Return True if it is an Item's bonus to the party in a combat that allows none."""
        return amount > 0 and self.defs[card].kind in ITEM_KINDS and self.combat_flag("no_items")

    def strength(self, side: str) -> int:
        """Return a side's total; it may be negative (R-003)."""
        memo = self.memo
        if memo is None:
            return self._strength(side)
        found: int | None = memo.get(side)  # asked so often that a key of its own is worth it
        if found is None:
            found = memo[side] = self._strength(side)
        return found

    def _strength(self, side: str) -> int:
        if self.state.combat is None:
            return 0
        if side == PARTY_SIDE:
            return total_of(self._party_parts())
        total = total_of(self._side_parts())
        for foe in self.combat.foes:
            total += total_of(self._foe_parts(foe))
        return total

    def ahead(self) -> bool:
        memo = self.memo
        if memo is None:
            return self._is_ahead()
        found: bool | None = memo.get("ahead")
        if found is None:
            found = memo["ahead"] = self._is_ahead()
        return found

    def _is_ahead(self) -> bool:
        combat = self.state.combat
        if combat is None or not combat.foes:
            return True
        margin = self.strength(PARTY_SIDE) - self.strength(MONSTERS_SIDE)
        if margin:
            return margin > 0
        return self.has_combat_rule("wins_ties") or any(self.flag(seat, "wins_ties") for seat in self.party())

    @memoized
    def treasures(self, monster: int) -> int:
        """Return the Treasures a monster is worth now (R-403), at least 0."""
        foe = self.combat.foe(monster)
        if foe is None:
            return 0
        own = self.loot(foe)
        for card in self.shapers(foe):
            own += sum(self._foe_mods(card, "treasures", ("this", "owner")))
        return max(own, 0)

    def loot(self, foe: Foe) -> int:
        """Return a monster's Treasures without its own conditions, with enhancers, pile and cards played."""
        root = self.original(foe)
        printed = self.defs[root.like].treasures if root.loot is None else root.loot
        changes = [self.defs[card].treasures for card in root.enhancers]
        fewer = sum(n for n in changes if n < 0)
        played = sum(
            add.amount
            for add in self.combat.adds
            if add.stat == "treasures" and add.monster in (foe.card, root.card)
        )
        more = printed + sum(n for n in changes if n > 0) + self.stack_bonus(foe) + played
        return max(more + fewer, min(more, 1))  # what lowers Treasures leaves one (H-112)

    @memoized
    def pool(self) -> int:
        """Return the Treasures that killing all monsters now would bring.

        What cards add for the whole combat comes with those of a monster: not if all have been taken out
        without a kill and without Treasures (R-335).
        """
        combat = self.combat
        if not (combat.foes or combat.slain or combat.banked):
            return 0
        whole = sum(add.amount for add in combat.adds if add.stat == "treasures" and add.monster < 0)
        return max(sum(self.treasures(foe.card) for foe in combat.foes) + combat.banked + whole, 0)

    def killed_pool(self) -> int:
        """Return the part of the pool that does not come from monsters removed earlier (H-27)."""
        return max(self.pool() - self.combat.banked, 0) if self.combat.foes else 0

    def kill_levels(self, foe: Foe) -> int:
        """Return the Levels that killing the monster gives (R-400, R-409); enhancers do not count (R-302)."""
        foe = self.original(foe)
        extra = sum(self._foe_mods(foe.like, "levels", ("this", "owner")))
        return self.defs[foe.like].levels + extra

    def levels_to_win(self) -> int:
        """Return the Levels that the fighter would get if the combat were won now."""
        return sum(self.kill_levels(foe) for foe in self.combat.foes)

    @memoized
    def for_the_win(self) -> bool:
        """Return True if winning now would end the game (R-360)."""
        combat = self.state.combat
        if combat is None:
            return False
        levels = self.levels_to_win() + combat.banked_levels
        if self.level(combat.fighter) + levels >= self.win_level(combat.fighter):
            return True
        return self.would_helper_win()

    def would_helper_win(self) -> bool:
        """Return True if winning now would bring the helper to the winning Level (R-402)."""
        combat = self.combat
        if combat.helper < 0:
            return False
        gain = self.total(combat.helper, "helper_levels") * (len(combat.foes) + combat.slain)
        return gain > 0 and self.level(combat.helper) + gain >= self.win_level(combat.helper)
