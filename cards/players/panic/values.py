"""What things are worth in the castle-defense game, to a player who wants both trophies and Towers."""

from __future__ import annotations

from collections.abc import Iterable

from cards.kernel.moves import Move, Pick, Slot
from cards.panic.follow_ups import join_attacks
from cards.panic.pack import CardDefinition, Catalog
from cards.panic.view import PanicSeenMonster, PanicView
from cards.panic.words.attack import Boost, Hit, Wound

_WORTH_BY_KIND = {"special": 6.0, "curse": 3.0, "potion": 4.0, "enhancer": 3.0, "weapon": 2.0, "hit": 1.0}


class PanicValues:
    """What the cards and monsters of one game are worth."""

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog

    def definition(self, card: int) -> CardDefinition | None:
        """Return a Castle or Treasure card's definition."""
        found = self.catalog.definitions[card]
        return found if isinstance(found, CardDefinition) else None

    def worth(self, card: int) -> float:
        """Return what keeping the card is worth."""
        definition = self.definition(card)
        if definition is None:
            return float(self.catalog.points[card])
        effect = definition.effect
        value = _WORTH_BY_KIND[definition.kind]
        if isinstance(effect, Hit):
            value += 0.5 * (len(effect.rings) + len(effect.colours) - 2)
        elif isinstance(effect, Boost):
            value += 0.5 * (effect.swordsman + effect.knight + effect.archer)
        elif isinstance(effect, Wound):
            value += effect.points
        return value

    def damage(self, cards: Iterable[Pick], ring: int) -> int:
        """Return what these cards do together to a monster in the ring."""
        return sum(self.catalog.harm[int(card)][ring] for card in cards)

    def attack_damage(self, view: PanicView, monster: PanicSeenMonster, cards: Iterable[Pick]) -> int:
        """Return what an attack of the viewer's with these cards does, with the attacks that it continues."""
        picks = [int(card) for card in cards]
        damage = self.damage(picks, monster.ring)
        weapons = sum(self.catalog.is_weapon[card] for card in picks)
        if not weapons or not view.past_attacks or view.seat is None:
            return damage
        joined = join_attacks(
            self.catalog, view.past_attacks, view.seat, monster.token, monster.ring, weapons
        )
        return damage + joined.wasted

    def attacks(self, view: PanicView, moves: Iterable[Move]) -> list[tuple[PanicSeenMonster, Slot]]:
        """Return the monsters that can be attacked, with the slot of each attack."""
        monsters = {m.token: m for m in view.monsters}
        return [(monsters[move.card], move.slots[0]) for move in moves if move.verb == "attack"]
