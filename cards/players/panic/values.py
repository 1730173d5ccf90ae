"""What things are worth in the castle-defense game, to a player who wants both trophies and Towers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from cards.kernel.moves import Move, Pick, Slot
from cards.panic.board import CASTLE, KNIGHT, SWORDSMAN, clockwise, color_of_arc
from cards.panic.follow_ups import join_attacks
from cards.panic.pack import CardDefinition, Catalog, CurseDefinition
from cards.panic.view import PanicSeenMonster, PanicView
from cards.panic.words.attack import Boost, Hit, Wound
from cards.panic.words.tokens import March, Rock

MAX_EXTRA_CARDS = 7
"""How many Weapons and Potions are considered when looking for the cheapest way to slay."""

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

    def danger(self, view: PanicView, monster: PanicSeenMonster) -> float:
        """Return how close the monster is to a Tower."""
        if monster.health == 0 or monster.unslayable:
            return 0.0
        if monster.ring == CASTLE:
            near = 9.0 if view.towers[clockwise(monster.arc) - 1] else 6.0
        elif monster.ring == SWORDSMAN:
            near = 3.0 if view.walls[monster.arc - 1] else 8.0
        else:
            near = 1.5 if monster.ring == KNIGHT else 0.5 * monster.ring
        return near * (1.0 + 0.25 * monster.health)

    def slay_worth(self, view: PanicView, monster: PanicSeenMonster) -> float:
        """Return what slaying the monster is worth."""
        points, dots = self.catalog.points[monster.token], self.catalog.dots[monster.token]
        return 2.0 * points + 1.5 * dots + self.danger(view, monster)

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

    def cheapest_kill(
        self, view: PanicView, monster: PanicSeenMonster, slot: Slot
    ) -> tuple[Pick, ...] | None:
        """Return the least valuable cards that slay the monster, None if nothing does."""
        cards = sorted((int(card) for card in slot.options), key=self.worth)
        hits = [card for card in cards if self.catalog.is_hit[card]]
        others = [card for card in cards if not self.catalog.is_hit[card]][:MAX_EXTRA_CARDS]
        best: tuple[Pick, ...] | None = None
        least = 0.0
        for used in range(len(hits) + 1):
            for count in range(len(others) + 1):
                for more in combinations(others, count):
                    picks = (*hits[:used], *more)
                    if self.attack_damage(view, monster, picks) < monster.health or not slot.accepts(picks):
                        continue
                    cost = sum(self.worth(card) for card in picks)
                    if best is None or cost < least:
                        best, least = picks, cost
        return best

    def cheapest_hit(self, view: PanicView, monster: PanicSeenMonster, slot: Slot) -> tuple[Pick, ...] | None:
        """Return one Hit that does damage, with a Weapon if it is urgent; None if no card does damage."""
        if monster.health <= monster.lowest or monster.unslayable:
            return None
        hits = [card for card in slot.options if self.catalog.is_hit[int(card)]]
        if not hits:
            return None
        hit = min(hits, key=lambda card: self.worth(int(card)))
        arms = [card for card in slot.options if self.catalog.is_weapon[int(card)]]
        if arms and monster.health > monster.lowest + 1 and self.danger(view, monster) >= 5.0:
            return (hit, min(arms, key=lambda card: self.worth(int(card))))
        return (hit,)

    def reaches(self, view: PanicView, card: int) -> bool:
        """Return True if the card adds to an attack on any monster where it stands."""
        here = self.catalog.spaces[card]
        return any(here >> (m.ring * 6 + m.arc - 1) & 1 for m in view.monsters)

    def useless_hits(self, view: PanicView, hand: Iterable[int]) -> list[int]:
        """Return the Hits that reach no monster on the board as it is."""
        return [card for card in hand if self.catalog.is_hit[card] and not self.reaches(view, card)]

    def token_harm(self, view: PanicView, token: int) -> float:
        """Return how bad a drawn Curse token is as things stand."""
        definition = self.catalog.definitions[token]
        if not isinstance(definition, CurseDefinition):
            return 0.0
        effect = definition.effect
        if isinstance(effect, Rock):
            return 4.0 if sum(view.towers) < 3 else 0.0
        if isinstance(effect, March):
            return sum(
                self.danger(view, m)
                for m in view.monsters
                if m.ring >= SWORDSMAN and effect.where in ("everywhere", color_of_arc(m.arc))
            )
        return 1.0

    def most_dangerous(self, view: PanicView, tokens: Iterable[Pick]) -> tuple[int, float]:
        """Return the most dangerous of these monsters (-1 if there is none) and how dangerous it is."""
        among = set(tokens)
        found = [(self.danger(view, m), m.token) for m in view.monsters if m.token in among]
        danger, token = max(found, default=(0.0, -1))
        return token, danger

    def attacks(self, view: PanicView, moves: Iterable[Move]) -> list[tuple[PanicSeenMonster, Slot]]:
        """Return the monsters that can be attacked, with the slot of each attack."""
        monsters = {m.token: m for m in view.monsters}
        return [(monsters[move.card], move.slots[0]) for move in moves if move.verb == "attack"]
