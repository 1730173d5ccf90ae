"""The coming march in words: which monster goes where, and what falls or dies if nobody does anything."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.results import TableView
from bot.views.base.text import listed
from bot.views.panic.board import ARC_LABELS, letter_of, needs_tower, view_of
from cards.panic.board import CASTLE, SWORDSMAN, after_hit, clockwise
from cards.panic.view import PanicSeenMonster, PanicView

NO_BREAK_SPACE = "\u00a0"
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


@dataclass(frozen=True, slots=True)
class _Fall:
    """What the march would bring down in an arc, and who would."""

    sign: str
    what: str
    arc: int
    group: tuple[PanicSeenMonster, ...]


def march_lines(view: TableView) -> list[str]:
    """Say what the march would bring down, arc by arc, Towers first."""
    return [
        f"{fall.sign} {fall.what} {ARC_LABELS[fall.arc]} falls to {_names(view, fall)}{_fate(fall)}"
        for fall in _falls(view)
    ]


def brief_march(view: TableView) -> list[str]:
    """Say the same with a sign for what falls, and one for who may die on it; each stays on one line."""
    told = [
        f"{fall.sign} {ARC_LABELS[fall.arc]} to {_names(view, fall)}{' 💀' if _fate(fall) else ''}"
        for fall in _falls(view)
    ]
    return [line.replace(" ", NO_BREAK_SPACE) for line in told]


def ruin(view: TableView) -> str:
    """Say that the march takes the last Towers and what comes of that; empty where one of them stands."""
    falling = sum(fall.what == "Tower" for fall in _falls(view))
    standing = sum(view_of(view).towers)
    if not falling or falling < standing:
        return ""
    which = "the last Tower falls" if standing == 1 else "the last Towers fall"
    return f"{which}, and {'all lose' if needs_tower(view) else 'the game ends'}"


def _falls(view: TableView) -> list[_Fall]:
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
    found = [_Fall("🗼", "Tower", arc, tuple(group)) for arc, group in sorted(towers.items())]
    for arc, group in sorted(walls.items()):
        is_fortified = game_view.fortified[arc - 1]
        sign, what = ("🛡️", "Fortify token") if is_fortified else ("🧱", "Wall")
        found.append(_Fall(sign, what, arc, tuple(group)))
    return found


def _names(view: TableView, fall: _Fall) -> str:
    return listed(f"**{letter_of(view, monster.token)}**" for monster in fall.group)


def _fate(fall: _Fall) -> str:
    """Say what the structure does to those that run into it: it hurts one of them (P-074, P-174)."""
    dying = [m for m in fall.group if after_hit(m.health, 1, m.lowest) == 0 and not m.unslayable]
    if not dying:
        return ""
    if len(fall.group) == 1:
        return ", who dies on it"
    return ", one of whom may die on it"
