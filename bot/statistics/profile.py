"""Figures as people ask for them: of a person, and of a season."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """Won games of so many: of an edition, or with so many players."""

    what: str
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody of the same games: how often one has won before them, and they before one."""

    user: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The figures of one person on one server. ``curve`` are the rating points gained in this season."""

    user: int
    name: str
    games: int = 0
    wins: int = 0
    kills: int = 0
    stabs: int = 0
    bargains: int = 0
    deaths: int = 0
    streak: int = 0
    best_streak: int = 0
    favorite_card: tuple[str, int] = ("", 0)
    by_edition: tuple[Share, ...] = ()
    by_players: tuple[Share, ...] = ()
    rivals: tuple[Rival, ...] = ()
    rating: int = 0
    place: int = 0
    curve: tuple[int, ...] = ()
    achievements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a season: a person, or (``user`` 0) a kind of computer player by name."""

    user: int
    name: str
    rating: int
    games: int
    wins: int


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server: people and computers apart, the best first."""

    year: int
    quarter: int
    people: tuple[Standing, ...] = ()
    computers: tuple[Standing, ...] = ()
