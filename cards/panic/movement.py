"""How monsters move together, and which one is hurt when several hit one structure (P-170 to P-178)."""

from __future__ import annotations

from dataclasses import dataclass, field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.panic.board import CASTLE, SWORDSMAN, clockwise
from cards.panic.engine import PanicMachine
from cards.panic.state import Monster


@dataclass(slots=True)
class MarchPlan:
    """Where each monster goes: into a structure (by arc), or freely to a ring and arc."""

    walls: dict[int, list[Monster]] = field(default_factory=dict[int, list[Monster]])
    towers: dict[int, list[Monster]] = field(default_factory=dict[int, list[Monster]])
    free: list[tuple[Monster, int, int]] = field(default_factory=list[tuple[Monster, int, int]])


def run_march(table: PanicMachine, frame: Frame) -> None:
    """Move the frame's monsters: structures are hit first, then the survivors take their new spaces."""
    plan = plan_march(table, table.picked(frame, "movers"), str(frame.vars["way"]))
    takers: dict[str, Monster] = {}
    for what, groups in (("wall", plan.walls), ("tower", plan.towers)):
        for arc, group in groups.items():
            taker = _monster_that_is_hit(table, frame, f"{what}{arc}", group)
            if taker is None:
                return
            takers[f"{what}{arc}"] = taker
    table.pop(frame)
    for monster, ring, arc in plan.free:
        table.set_space(monster, ring, arc)
    for arc in plan.walls:
        table.break_wall(arc, "monster")
        table.hit_by_structure(takers[f"wall{arc}"], "wall")
    for arc, group in plan.towers.items():
        table.break_tower(arc, "monster", tuple(monster.token for monster in group))
        if table.state.over:
            return
        table.hit_by_structure(takers[f"tower{arc}"], "tower")
        for monster in group:
            if table.on_board(monster.token):
                table.set_space(monster, CASTLE, arc)


def plan_march(table: PanicMachine, movers: tuple[int, ...], way: str) -> MarchPlan:
    """Work out which monster moves where as things stand; changes nothing."""
    state = table.state
    plan = MarchPlan()
    for monster in state.board:
        if monster.token not in movers or table.is_immobile(monster.token):
            continue
        ring, arc = monster.ring, monster.arc
        if ring == CASTLE or way == "clockwise":
            arc = clockwise(arc)
        elif ring == SWORDSMAN and state.walls >> arc & 1:
            plan.walls.setdefault(arc, []).append(monster)
            continue
        else:
            ring += 1
        if ring == CASTLE and state.towers >> arc & 1:
            plan.towers.setdefault(arc, []).append(monster)
        else:
            plan.free.append((monster, ring, arc))
    return plan


def _monster_that_is_hit(table: PanicMachine, frame: Frame, key: str, group: list[Monster]) -> Monster | None:
    """Return the monster that takes the damage, None until the active player has chosen (P-174, H-93)."""
    strongest = max(group, key=lambda monster: monster.health)
    slot = Slot("monster", "card", tuple(monster.token for monster in group))
    asker = table.state.active
    got = table.choose(frame, key, asker, "hit_taker", slot, default=(strongest.token,))
    return None if got is None else table.monster(int(got[0]))
