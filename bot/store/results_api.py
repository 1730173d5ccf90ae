"""The interface of what is kept of finished games for statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ResultSeatRow:
    """What came of a game for one seat. ``user`` 0: a computer, or somebody who wants no statistics."""

    seat: int
    user: int
    body: bytes


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What came of a game. An empty ``body`` says that it counts for nobody.

    ``ended_at`` is in seconds since 1970. Rows are equal if what they keep is.
    """

    table: int
    guild: int
    ended_at: int
    body: bytes = b""
    seats: tuple[ResultSeatRow, ...] = ()


@dataclass(frozen=True, slots=True)
class StatisticsWish:
    """What somebody wants: no statistics, or only those of games that ended from a moment on."""

    user: int
    opted_out: bool = False
    counts_from: int = 0


class ResultStore(Protocol):
    """Keeps results. Every method raises ``StoreError`` if the disk fails."""

    async def record(self, row: ResultRow) -> None:
        """Save a result, unless the table has one already."""
        ...

    async def replace(self, row: ResultRow) -> None:
        """Save a result in the place of an older one."""
        ...

    async def result(self, table: int) -> ResultRow | None:
        """Return the result of a table."""
        ...

    async def results(self, guild: int) -> list[ResultRow]:
        """Return the results of a server that count, in the order in which the games ended."""
        ...

    async def results_of(self, user: int) -> list[ResultRow]:
        """Return the results of all servers in which the person has a seat, in the same order."""
        ...

    async def unrecorded_tables(self) -> list[int]:
        """Return the tables that have ended and have no result yet."""
        ...

    async def ended_tables(self) -> list[int]:
        """Return all tables that have ended."""
        ...

    async def purge_results(self, idle_before: int) -> None:
        """Delete the results of servers in which no game has ended since that moment."""
        ...

    async def wish(self, user: int) -> StatisticsWish:
        """Return what a person wants; the default when they have said nothing."""
        ...

    async def save_wish(self, wish: StatisticsWish) -> None:
        """Save what a person wants."""
        ...

    async def drop_wish(self, user: int) -> None:
        """Forget what a person wants."""
        ...
