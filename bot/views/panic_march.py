"""The coming march in words: which monster goes where, and what falls or dies if nobody does anything."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.panic_board import ARC_LABELS, letter_of, view_of
from bot.views.text import listed
from cards.panic.board import CASTLE, SWORDSMAN, after_hit, clockwise
from cards.panic.view import PanicSeenMonster, PanicView

FIRST_MARCH_PHASE, LAST_MARCH_PHASE = 1, 4
"""The phases in which the march of the turn is still to come."""


def next_space(game_view: PanicView, monster: PanicSeenMonster) -> tuple[int, int] | None:
    """Return the ring and arc towards which a monster marches; None if it stays where it is."""
    is_coming = FIRST_MARCH_PHASE <= game_view.phase <= LAST_MARCH_PHASE
    if not is_coming or game_view.over or game_view.asleep or monster.glued or not monster.health:
        return None
    if monster.ring == CASTLE:
        return CASTLE, clockwise(monster.arc)
    return monster.ring + 1, monster.arc


def march_lines(view: TableView) -> list[str]:
    """Say what the march would bring down, arc by arc."""
    game_view = view_of(view)
    walls: dict[int, list[PanicSeenMonster]] = {}
    towers: dict[int, list[PanicSeenMonster]] = {}
    for monster in game_view.monsters:
        space = next_space(game_view, monster)
        if space is None:
            continue
        ring, arc = space
        if monster.ring == SWORDSMAN and game_view.walls[arc - 1]:
            walls.setdefault(arc, []).append(monster)
        elif ring == CASTLE and game_view.towers[arc - 1]:
            towers.setdefault(arc, []).append(monster)
    lines: list[str] = []
    for arc, group in sorted(towers.items()):
        lines.append(f"🗼 Tower {ARC_LABELS[arc]} falls to {_names(view, group)}{_fate(group)}")
    for arc, group in sorted(walls.items()):
        what = "Fortify token" if game_view.fortified[arc - 1] else "Wall"
        lines.append(f"🧱 {what} {ARC_LABELS[arc]} falls to {_names(view, group)}{_fate(group)}")
    return lines


def _names(view: TableView, group: list[PanicSeenMonster]) -> str:
    return listed(letter_of(view, monster.token) for monster in group)


def _fate(group: list[PanicSeenMonster]) -> str:
    """Say what the structure does to those that run into it: it hurts one of them (P-074, P-174)."""
    dying = [m for m in group if after_hit(m.health, 1, m.lowest) == 0 and not m.unslayable]
    if not dying:
        return ""
    if len(group) == 1:
        return ", who dies on it"
    return ", one of whom may die on it"
