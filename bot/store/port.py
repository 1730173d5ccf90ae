"""What the host asks of a database, whichever it is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.store.rows import Brief, LogRow, Step, SurfaceRow, TableRow, UserRow


class StoreError(Exception):
    """The database did not do what was asked, and nothing of it has happened."""


class Conflict(StoreError):
    """Somebody was faster: this revision, this press or this channel's live table exists already."""


class InUse(StoreError):
    """Another process works on this database."""


class Newer(StoreError):
    """The database was written by a newer release than this one."""


@dataclass(frozen=True, slots=True)
class Round:
    """What a process learns of the others on one round.

    ``uptime`` is the time of all of them, ``served`` the shards that one of them hears. ``taken`` are tables
    it has to look after from now on, ``gone`` those that another one has taken over, and ``words`` what
    others left for it about its tables: "" where they have changed one.
    """

    uptime: int
    served: frozenset[int]
    shards: int
    taken: tuple[Brief, ...] = ()
    gone: tuple[int, ...] = ()
    words: tuple[tuple[int, str], ...] = ()


class Peers(Protocol):
    """The processes that share a database, as one of them sees them.

    Any of them may change any table; but each live table has one keeper, which rings its clock, lets its
    computers think and draws its screens. Who does not come round in time loses what it keeps.
    """

    woken: asyncio.Event
    """Set when another process has left word: the next round should be soon."""

    async def edition(self, table: int) -> int:
        """Return how often the table has been written by anybody; 0 where there is none."""
        ...

    def keeps(self, table: int) -> bool:
        """Tell whether this process looks after the table, without asking the database."""
        ...

    async def round(self, uptime: int) -> Round:
        """Promise to live on, and learn what has happened. Raises ``InUse`` when one's shards are taken."""
        ...

    async def tell(self, table: int, word: str) -> None:
        """Leave word for the table's keeper."""
        ...

    async def adopt(self, table: int) -> None:
        """Keep an ended table from now on, unless its keeper lives."""
        ...

    async def last_served(self, shard: int) -> int:
        """Return the uptime at which somebody last heard this shard."""
        ...

    async def running_in(self, shard: int, shards: int) -> list[int]:
        """Return the live tables of this shard's servers that have a clock running."""
        ...

    def serve(self, shard: int, shards: int) -> None:
        """Say that this process hears a shard, one of so many, from now on."""
        ...

    def leave(self, shard: int) -> None:
        """Say that it does not hear it any more."""
        ...


class Store(Protocol):
    """Saves steps durably and gives them back. Every method raises ``StoreError`` when the disk fails."""

    @property
    def peers(self) -> Peers | None:
        """The other processes, where the store can be shared."""
        ...

    async def close(self) -> None:
        """Finish what is queued and let go of the database."""
        ...

    async def next_table(self) -> int:
        """Return an id that no table has or had."""
        ...

    async def commit(self, step: Step) -> None:
        """Return once the step is on disk. Raises ``Conflict`` when its revision is not the next one."""
        ...

    async def briefs(self) -> list[Brief]:
        """Return the live tables."""
        ...

    async def table(self, table: int) -> TableRow | None:
        """Return a table, live or ended."""
        ...

    async def presses(self, table: int, limit: int) -> list[tuple[int, int]]:
        """Return the newest applied presses with the revisions they made, newest first."""
        ...

    async def log(self, table: int, after: int = -1, limit: int = -1) -> list[LogRow]:
        """Return the log behind a revision, oldest first."""
        ...

    async def tail(self, table: int, limit: int) -> list[LogRow]:
        """Return the newest rows of the log, oldest of them first."""
        ...

    async def tables_of(self, user: int) -> list[int]:
        """Return the live tables at which the person sits, the one that changed last first."""
        ...

    async def all_tables_of(self, user: int) -> list[int]:
        """Return every table at which the person sits or ever sat, live or ended."""
        ...

    async def forget(self, user: int) -> None:
        """Take the person's id out of everything but the tables' bodies."""
        ...

    async def purge(self, ended_before: int, idle_before: int, limit: int) -> list[int]:
        """Delete some tables with all that belongs to them and return which.

        Deleted are those ended, or live without any request, since these moments (seconds since 1970).
        """
        ...

    async def live_at(self, channel: int) -> int | None:
        """Return the live table of the channel."""
        ...

    async def last_at(self, channel: int) -> int | None:
        """Return the table opened last in the channel, live or ended."""
        ...

    async def definitions(self, digest: str) -> bytes | None:
        """Return card definitions by their digest."""
        ...

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        """Return the messages that show the table."""
        ...

    async def save_surfaces(self, rows: Iterable[SurfaceRow]) -> None:
        """Remember where these are and what they show; one row per table and key."""
        ...

    async def drop_surfaces(self, table: int, keys: Iterable[str] | None = None) -> None:
        """Forget some of a table's messages, or all."""
        ...

    async def user(self, user: int) -> UserRow:
        """Return what is known of a person; defaults when nothing is."""
        ...

    async def save_user(self, row: UserRow) -> None:
        """Remember what a person wants."""
        ...

    async def uptime(self) -> int:
        """Return how long the bot has been up in all its lives, as last noted."""
        ...

    async def note_uptime(self, uptime: int) -> None:
        """Note how long the bot has been up."""
        ...

    async def backup(self, target: Path) -> None:
        """Write a copy of the whole database as of one moment."""
        ...
