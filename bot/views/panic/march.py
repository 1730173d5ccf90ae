"""The coming march in words: what falls or dies if nobody does anything."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base.text import listed
from bot.views.panic.board import ARC_LABELS, SIGNS, letter_of, monster_name, needs_tower, view_of
from cards.panic.forecast import Fall, falls

NO_BREAK_SPACE = "\u00a0"


def coming(view: TableView) -> list[Fall]:
    """Return what the coming march brings down, reckoned once for a view."""
    return view.drawn_once("coming falls", lambda: falls(view_of(view)))


def march_lines(view: TableView) -> list[str]:
    """Say what the march would bring down, arc by arc, Towers first."""
    return [
        f"{SIGNS[fall.what]} {fall.what} {ARC_LABELS[fall.arc]} falls to "
        f"{listed(monster_name(view, monster.token) for monster in fall.group)}{_fate(fall)}"
        for fall in coming(view)
    ]


def brief_march(view: TableView) -> list[str]:
    """Say the same with a sign for what falls, and one for who may die on it; each stays on one line."""
    return [brief(view, fall) for fall in coming(view)]


def brief(view: TableView, fall: Fall) -> str:
    """Say what falls to whom without a break."""
    told = f"{SIGNS[fall.what]} {ARC_LABELS[fall.arc]} to {_names(view, fall)}{' 💀' if fall.deadly else ''}"
    return told.replace(" ", NO_BREAK_SPACE)


def ruin(view: TableView) -> str:
    """Say that the march takes the last Towers and what comes of that; empty where one of them stands."""
    falling = sum(fall.what == "Tower" for fall in coming(view))
    standing = sum(view_of(view).towers)
    if not falling or falling < standing:
        return ""
    which = "the last Tower falls" if standing == 1 else "the last Towers fall"
    return f"{which}, and {'all lose' if needs_tower(view) else 'the game ends'}"


def _names(view: TableView, fall: Fall) -> str:
    return listed(f"**{letter_of(view, monster.token)}**" for monster in fall.group)


def _fate(fall: Fall) -> str:
    """Say what the structure does to those that run into it."""
    if not fall.deadly:
        return ""
    return ", who dies on it" if len(fall.group) == 1 else ", one of whom may die on it"
