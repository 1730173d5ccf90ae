"""What the cards on the table are and change: traits, restrictions and modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cards.door.kinds import COMPANION_KINDS, GEAR_KINDS, STEED_MARK, TRAIT_KINDS
from cards.door.state import (
    COMBAT_ZONE,
    FIRST_HAND_ZONE,
    SEALS_OPEN,
    table_zone,
)
from cards.door.table import TableQueries
from cards.kernel.frames import Frame
from cards.language.compiled_test import CompiledTest
from cards.language.definition import CompiledModifier
from cards.language.numbers import number_value
from cards.language.stats import DRAWBACK_STATS

NO_MODS: Final[list[tuple[int, int]]] = []
"""What is empty is shared."""

TRAIT_DENIAL_STATS: Final = {"class": "no_class", "race": "no_race"}


class DoorFacts(TableQueries):
    """The table as the rules and the card language see it."""

    # cards and traits

    def win_level(self, seat: int) -> int:
        """Return the Level with which this seat wins by a kill; some abilities lower it (H-50)."""
        return self.top_level + self.total(seat, "win_level")

    def cards_of(self, seat: int, zone: str) -> list[int]:
        if zone == "hand":
            return list(self.hand(seat))
        if zone == "carried":
            return list(self.carried(seat).items)
        if zone == "equipped":
            return [*self.state.people[seat].equipped, *self.steeds(seat)]
        table = self.table(seat)
        if zone == "in_play":
            return list(table)
        if zone == "traits":
            found = [card for card in table if self.defs[card].kind in TRAIT_KINDS]
            if self.as_drawback:
                found = [card for card in found if not self.is_lone(seat, self.defs[card].kind)]
            return found
        if zone == "companions":
            return [card for card in table if self.defs[card].kind in COMPANION_KINDS]
        if zone == "curses":
            return [card for card in table if self.is_curse(card)] if self.state.lasting else []
        raise ValueError(f"no zone {zone}")

    def steeds(self, seat: int) -> list[int]:
        """Return the Steeds that the seat rides: those it is allowed to use and has not set aside (R-620)."""
        held = self.carried(seat)
        if not held.marks & STEED_MARK:
            return []
        aside = self.state.people[seat].aside
        return [card for card in self.traits(seat, "steed") if card not in aside and self.usable(seat, card)]

    def tags(self, card: int) -> Sequence[str]:
        own = self.defs[card].tags
        combat = self.state.combat
        foe = None if combat is None else combat.foe(card)
        if foe is None:
            return tuple(own)
        like, *enhancers = self.shapers(foe)
        given = [tag for enhancer in enhancers for tag in self.defs[enhancer].gives]
        return (*self.defs[like].tags, *self.original(foe).tags, *given)

    def has_trait(self, seat: int, kind: str, name: str) -> bool:
        held = [] if self.denied(seat, kind) else self.traits(seat, kind)
        lone = len(held) == 1 and self.double(seat, kind)
        if kind == "race" and name == "human":
            return not held or (lone and not self.as_drawback)
        if name == "any" or any(self.defs[card].trait == name for card in held):
            return bool(held) and not (lone and self.as_drawback)
        return False

    def denied(self, seat: int, kind: str) -> bool:
        """Return True if a card suspends the seat's Classes, or Races."""
        stat = TRAIT_DENIAL_STATS.get(kind, "")
        if stat not in self.decks.holders or self._denying:
            return False
        self._denying = True  # conditions of such a card are evaluated as if it were not there
        try:
            return self.flag(seat, stat)
        finally:
            self._denying = False

    def usable(self, seat: int, card: int) -> bool:
        """Return True if the seat meets the card's restriction at the moment (R-206).

        A lone Super Munchkin may use what is for their Class and what is forbidden to it (R-166).
        """
        needs = self.defs[card].needs
        if not needs or self.is_cheated(card) or self.flag(seat, "restrictions_free"):
            return True
        scope = Frame("scope", seat, card=card)
        return all(self._holds(need, scope, drawback=False) for need in needs)

    # modifiers

    def modifier_amount(self, mod: CompiledModifier, seat: int, card: int, it: int = -1) -> int:
        """Return the modifier's amount now for its owner and "it", 0 if its condition fails.

        What helps looks at a lone Super Munchkin's Class to their advantage, what harms does not (R-166).
        """
        if mod.flat:
            return mod.n if isinstance(mod.n, int) else 0
        scope = Frame("scope", seat, it if it >= 0 else seat, card)
        if mod.test is not None and not self._holds(mod.test, scope, drawback=mod.drawback):
            return 0
        if isinstance(mod.n, int):
            return mod.n
        facts: Any = self  # all layers together answer what the card language asks
        reading, self.as_drawback = self.as_drawback, mod.drawback
        try:
            return number_value(mod.n, facts, scope)
        finally:
            self.as_drawback = reading

    def _holds(self, test: CompiledTest, scope: Frame, *, drawback: bool) -> bool:
        facts: Any = self
        reading, self.as_drawback = self.as_drawback, drawback
        try:
            return test.holds(facts, scope)
        finally:
            self.as_drawback = reading

    def mods(self, seat: int, stat: str) -> list[tuple[int, int]]:
        """Return (amount, card) for every modifier of the stat that applies to the seat, not to be changed.

        This is called very often, mostly for stats that only a few cards modify, none of them in play.
        """
        holders = self.decks.rare.get(stat)
        if holders is None:
            return self._kept_mods(seat, stat) if stat in self.decks.holders else NO_MODS
        place = self.state.zones.place
        for card in holders:
            zone = place[card]
            if zone in (COMBAT_ZONE, SEALS_OPEN) or (zone > FIRST_HAND_ZONE and (zone - FIRST_HAND_ZONE) % 2):
                return self._kept_mods(seat, stat)
        combat = self.state.combat
        if combat is not None:
            for foe in combat.foes:
                if foe.like != foe.card and foe.like in holders:  # the copied card itself may have left
                    return self._kept_mods(seat, stat)
        return NO_MODS

    def _kept_mods(self, seat: int, stat: str) -> list[tuple[int, int]]:
        """Return the modifiers; remembered under the stat, which is quicker than ``memoized``."""
        kept = self.answers_by_seat(stat)
        if kept is None:
            return self._mods(seat, stat)
        found: list[tuple[int, int]] | None = kept[seat]
        if found is None:
            found = kept[seat] = self._mods(seat, stat)
        return found

    def _mods(self, seat: int, stat: str) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        holders = self.decks.holders[stat]
        for card in self.state.zones.lists[table_zone(seat)]:
            if card in holders and self.counts(seat, card):
                found += self._own_mods(seat, card, stat)
        wide = self.decks.wide.get(stat)
        if wide is None:
            return found
        place = self.state.zones.place
        in_combat = self.state.combat is not None
        for card in wide:
            zone = place[card]
            if zone >= FIRST_HAND_ZONE and (zone - FIRST_HAND_ZONE) % 2:
                owner = (zone - FIRST_HAND_ZONE) // 2
                if self.counts(owner, card):
                    found += self._wide_mods(seat, owner, card, stat)
            elif (in_combat or zone == SEALS_OPEN) and self._reaches_all(card, zone):
                found += self._wide_mods(seat, -1, card, stat)
        return found

    def _reaches_all(self, card: int, zone: int) -> bool:
        """Return True if a card without an owner is in force: in combat (no Steed, R-623) or as the top Seal.

        A monster is in force while it or a copy of it fights (R-303, R-647); of a card in a Parasite's pile
        only the Level counts (R-643).
        """
        if zone == SEALS_OPEN:
            return card == self.state.zones.lists[zone][-1]
        kind = self.defs[card].kind
        if kind == "monster":
            return self.is_fought(card)
        return zone == COMBAT_ZONE and kind != "steed"

    def is_fought(self, card: int) -> bool:
        """Return True if a monster fights in the combat by this card: itself or a copy of it."""
        combat = self.state.combat
        if combat is not None:
            for foe in combat.foes:
                if foe.like == card:
                    return True
        return False

    def counts(self, seat: int, card: int) -> bool:
        """Return True if a card in front of the seat is in force: gear only while equipped and allowed."""
        kind = self.defs[card].kind
        if kind == "steed":
            return card not in self.state.people[seat].aside and self.usable(seat, card)
        if kind in TRAIT_DENIAL_STATS:
            return not self.denied(seat, kind)
        if kind not in GEAR_KINDS:
            return True
        return card in self.state.people[seat].equipped and self.usable(seat, card)

    def _own_mods(self, seat: int, card: int, stat: str) -> list[tuple[int, int]]:
        definition = self.defs[card]
        found: list[tuple[int, int]] = []
        for mod in definition.mods_by_stat.get(stat, ()):
            if mod.to is None or mod.to == "owner":
                amount = self.modifier_amount(mod, seat, card)
                worse = (amount < 0) is not (stat in DRAWBACK_STATS)
                if amount and not (worse and self.is_lone(seat, definition.kind)):
                    found.append((amount, card))
        return found

    def is_lone(self, seat: int, kind: str) -> bool:
        """Return True if a Super Munchkin or Half-Breed spares the seat the drawbacks of its one trait."""
        return kind in ("class", "race") and self.double(seat, kind) and len(self.traits(seat, kind)) == 1

    def _wide_mods(self, seat: int, owner: int, card: int, stat: str) -> list[tuple[int, int]]:
        """Return modifiers that reach beyond their owner, or come from a monster or a Seal."""
        found: list[tuple[int, int]] = []
        for mod in self.defs[card].mods_by_stat.get(stat, ()):
            if self._reaches(mod.to, seat, owner):
                amount = self.modifier_amount(mod, owner if owner >= 0 else self.fighter, card, seat)
                if amount:
                    found.append((amount, card))
        return found

    def _reaches(self, to: str | None, seat: int, owner: int) -> bool:
        if to == "everyone":
            return True
        if to == "others":
            return seat != owner
        if to == "party":
            return self.in_combat(seat)
        if to == "fighter":
            return seat == self.fighter
        return to == "helper" and seat == self.helper

    def total(self, seat: int, stat: str) -> int:
        total = 0
        for amount, _ in self.mods(seat, stat):
            total += amount
        return total

    def flag(self, seat: int, stat: str) -> bool:
        return bool(self.mods(seat, stat))
