"""The plan of a whole turn's attacks in the castle-defense game: which cards go on which monsters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

from cards.kernel.moves import Slot
from cards.panic.board import after_hit
from cards.panic.view import PanicSeenMonster, PanicView
from cards.players.panic.values import PanicValues

MAX_HITS_PER_STRIKE = 6
MAX_EXTRA_CARDS = 7
"""How many Weapons and Potions are considered against one monster, the least valuable first."""
MAX_KILLS_PER_TARGET = 8
"""How many ways to slay one monster are considered, the cheapest first."""
MAX_PLAN_STEPS = 6000
"""Steps of the search for the best plan, after which the best one so far stands."""


class AttackTarget(NamedTuple):
    """A monster in reach, with the cards that reach it as the slot of an attack.

    ``prize`` is what slaying it is worth, ``danger`` what is to be feared from it at a health.
    """

    monster: PanicSeenMonster
    slot: Slot
    prize: float
    danger: Callable[[int], float]


class Strike(NamedTuple):
    """One attack of a plan, and what it is worth less the cards."""

    token: int
    cards: tuple[int, ...]
    kills: bool
    gain: float


class AttackPlan(NamedTuple):
    """Attacks that use no card twice, and what they are worth together."""

    value: float
    strikes: tuple[Strike, ...]

    def cards(self) -> frozenset[int]:
        """Return the cards that the plan uses."""
        return frozenset(card for strike in self.strikes for card in strike.cards)


class AttackPlanner:
    """Searches for the best attacks with the cards of one hand; ``price`` says what using a card costs."""

    def __init__(self, values: PanicValues, view: PanicView, price: Callable[[int], float]) -> None:
        self._values = values
        self._catalog = values.catalog
        self._view = view
        self._price = price
        self._steps = 0

    def plan(self, targets: Iterable[AttackTarget], plays: Iterable[Strike] = ()) -> AttackPlan:
        """Return the best plan found, the kills first; ``plays`` are cards that do without an attack."""
        by_token = {target.monster.token: self.strikes(target) for target in targets}
        for strike in plays:
            by_token.setdefault(strike.token, []).append(strike)
        for strikes in by_token.values():
            strikes.sort(key=lambda strike: (-strike.gain, strike.cards))
        found = [(strikes[0].gain, strikes) for strikes in by_token.values() if strikes]
        found.sort(key=lambda pair: -pair[0])
        lists = [strikes for _, strikes in found]
        rest = [0.0] * (len(lists) + 1)
        for number in range(len(lists) - 1, -1, -1):
            rest[number] = rest[number + 1] + max(lists[number][0].gain, 0.0)
        self._steps = 0
        value, chosen = self._best(lists, rest, 0, frozenset(), 0.0)
        return AttackPlan(value, tuple(sorted(chosen, key=lambda s: (not s.kills, -s.gain, s.token))))

    def _best(
        self, lists: list[list[Strike]], rest: list[float], at: int, used: frozenset[int], floor: float
    ) -> tuple[float, tuple[Strike, ...]]:
        """Return the best strikes from the target ``at`` on; below ``floor`` they are of no interest."""
        if at == len(lists) or rest[at] <= floor or self._steps > MAX_PLAN_STEPS:
            return 0.0, ()
        best: tuple[float, tuple[Strike, ...]] = (0.0, ())
        for strike in lists[at]:
            if strike.gain + rest[at + 1] <= max(best[0], floor):
                break
            if used.isdisjoint(strike.cards):
                self._steps += 1
                more = self._best(
                    lists, rest, at + 1, used.union(strike.cards), max(best[0], floor) - strike.gain
                )
                if strike.gain + more[0] > best[0]:
                    best = strike.gain + more[0], (strike, *more[1])
        without = self._best(lists, rest, at + 1, used, max(best[0], floor))
        return without if without[0] > best[0] else best

    def strikes(self, target: AttackTarget) -> list[Strike]:
        """Return what is worth doing to one monster, the best first."""
        found = [*self._kills(target), *self._blows(target)]
        return sorted((s for s in found if s.gain > 0.0), key=lambda strike: (-strike.gain, strike.cards))

    def _sorted_cards(self, slot: Slot) -> tuple[list[int], list[int]]:
        """Return the Hits of a slot and its other cards, the cheapest first."""
        cards = sorted((int(card) for card in slot.options), key=lambda card: (self._price(card), card))
        hits = [card for card in cards if self._catalog.is_hit[card]][:MAX_HITS_PER_STRIKE]
        return hits, [card for card in cards if not self._catalog.is_hit[card]][:MAX_EXTRA_CARDS]

    def _kills(self, target: AttackTarget) -> list[Strike]:
        monster = target.monster
        if monster.unslayable or not monster.health:
            return []
        hits, others = self._sorted_cards(target.slot)
        ways: list[tuple[float, tuple[int, ...]]] = []
        for more in (c for n in range(len(others) + 1) for c in combinations(others, n)):
            least = self._least_hits(target, more)
            if least is None or least > len(hits):
                continue
            if any(set(cards) <= set(more) and len(cards) < least + len(more) for _, cards in ways):
                continue
            for chosen in combinations(hits, least):
                if chosen or more:
                    ways.append((sum(map(self._price, chosen + more)), chosen + more))
        ways.sort()
        return [
            Strike(monster.token, cards, True, target.prize + target.danger(monster.health) - cost)
            for cost, cards in ways[:MAX_KILLS_PER_TARGET]
        ]

    def _least_hits(self, target: AttackTarget, more: tuple[int, ...]) -> int | None:
        """Return how many Hits slay the monster together with these other cards, None if too many."""
        monster, slot = target.monster, target.slot
        hits = [card for card in slot.options if self._catalog.is_hit[int(card)]]
        for count in range(len(hits) + 1):
            picks = (*hits[:count], *more)
            if (
                picks
                and slot.accepts(picks)
                and self._values.attack_damage(self._view, monster, picks) >= monster.health
            ):
                return count
        return None

    def _blows(self, target: AttackTarget) -> list[Strike]:
        """Return attacks that hurt the monster: Hits, a Hit with a cheap Weapon, a Potion."""
        monster = target.monster
        if monster.health <= monster.lowest:
            return []
        hits, others = self._sorted_cards(target.slot)
        sets = [c for n in (1, 2) for c in combinations(hits, n)]
        arms = [card for card in others if self._catalog.is_weapon[card]]
        sets += [(hit, arm) for hit in hits for arm in arms[:2]]
        sets += [(card,) for card in others if not self._catalog.is_weapon[card]]
        found: list[Strike] = []
        for cards in sets:
            damage = self._values.attack_damage(self._view, monster, cards)
            left = after_hit(monster.health, damage, monster.lowest)
            if 0 < left < monster.health:
                gain = target.danger(monster.health) - target.danger(left) - sum(map(self._price, cards))
                found.append(Strike(monster.token, cards, False, gain))
        return found
