"""What is to be feared from the monsters of the castle-defense game if they march on."""

from __future__ import annotations

from typing import Final

from cards.panic.board import CASTLE, FOREST, SWORDSMAN, clockwise
from cards.panic.view import PanicSeenMonster, PanicView

WALL_COST: Final = 2.5
"""What the loss of a Wall costs; a point of a trophy is worth three."""
FORTIFY_TOKEN_COST: Final = 0.5
TOWER_COST: Final = 8.0
LAST_TOWER_COST: Final = 30.0
"""What the last Tower costs besides; with more of them standing, this is divided by their number squared."""
SLAIN_CHANCE: Final = 0.5
"""How likely a monster of one health is slain before it marches once more."""
CASTLE_SLAIN_FACTOR: Final = 0.35
"""The part of that chance where no Hit reaches the monster."""
HELD_FEAR: Final = 0.85
"""The part of the fear that is left of a monster that does not move in this turn."""
WON_TURN: Final = 0.4
"""The part of what it would destroy with its next step that is saved by holding it: much can happen."""
MAX_STEPS_AHEAD: Final = 9
MAX_REMEMBERED_FEARS: Final = 5_000


class PanicFears:
    """Works out how much of the Castle a monster is expected to destroy, and remembers it.

    A monster is followed on its way, alone; at each step it may have been slain by then.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], float] = {}

    def fear(self, view: PanicView, monster: PanicSeenMonster, health: int) -> float:
        """Return what the monster costs where it stands, if it goes on with this health."""
        fear = self.fear_at(view, monster, health, monster.ring, monster.arc)
        if not health or not (view.asleep or monster.glued):
            return fear
        return HELD_FEAR * fear - WON_TURN * next_loss(view, monster)

    def fear_at(self, view: PanicView, monster: PanicSeenMonster, health: int, ring: int, arc: int) -> float:
        """Return what the monster would cost in another space."""
        if health <= 0:
            return 0.0
        key = (ring, arc, health, monster.lowest, view.walls, view.towers, view.fortified)
        cost = self._known.get(key)
        if cost is None:
            if len(self._known) >= MAX_REMEMBERED_FEARS:
                self._known.clear()
            cost = self._known[key] = _cost_of_march(view, ring, arc, health, monster.lowest)
        return cost


def tower_cost(towers: int) -> float:
    """Return what the loss of a Tower costs while so many stand."""
    return TOWER_COST + LAST_TOWER_COST / max(towers, 1) ** 2


def next_loss(view: PanicView, monster: PanicSeenMonster) -> float:
    """Return what the monster destroys if it moves one step forward now."""
    walls, towers, fortified = list(view.walls), list(view.towers), list(view.fortified)
    return _step(monster.ring, monster.arc, walls, towers, fortified)[0]


def _cost_of_march(view: PanicView, ring: int, arc: int, health: int, lowest: int) -> float:
    walls, towers, fortified = list(view.walls), list(view.towers), list(view.fortified)
    alive, total = 1.0, 0.0
    if ring == CASTLE and towers[arc - 1]:  # where a monster is put onto a Tower, the Tower falls
        total = tower_cost(sum(towers))
        towers[arc - 1] = False
        health -= not 1 < lowest == health
        if health <= 0:
            return total
    for _ in range(MAX_STEPS_AHEAD):
        cost, ring, arc = _step(ring, arc, walls, towers, fortified)
        total += alive * cost
        if cost and not 1 < lowest == health:
            health -= 1
        if health <= 0:
            break
        alive *= 1.0 - _slain_chance(ring, health)
    return total


def _step(
    ring: int, arc: int, walls: list[bool], towers: list[bool], fortified: list[bool]
) -> tuple[float, int, int]:
    """Let a monster march once, and return what it destroys and where it is then."""
    at = arc - 1
    if ring < SWORDSMAN:
        return 0.0, ring + 1, arc
    if ring == SWORDSMAN and fortified[at]:
        fortified[at] = False
        return FORTIFY_TOKEN_COST, ring, arc
    if ring == SWORDSMAN and walls[at]:
        walls[at] = False
        return WALL_COST, ring, arc
    if ring == CASTLE:
        arc = clockwise(arc)
        at = arc - 1
    if not towers[at]:
        return 0.0, CASTLE, arc
    cost = tower_cost(sum(towers))
    towers[at] = False
    return cost, CASTLE, arc


def _slain_chance(ring: int, health: int) -> float:
    """Return how likely somebody slays a monster of this health before it marches on."""
    if ring == FOREST:
        return 0.0
    chance = SLAIN_CHANCE / (0.4 + 0.6 * health)
    return CASTLE_SLAIN_FACTOR * chance if ring == CASTLE else chance
