"""The interface of a database, SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from bot.store.results_api import ResultStore
from bot.store.rows import LiveTable, LogRow, SurfaceRow, TableCommit, TableRow, UserRow


class StoreError(Exception):
    """The database could not do what was asked; nothing has changed, unless only its answer was lost."""


class ConflictError(StoreError):
    """Another writer was first: this revision, this press or this channel's live table exists already."""


class DatabaseInUseError(StoreError):
    """Another process uses this database."""


class DamagedDataError(StoreError):
    """What was asked for lies in a damaged part of the database; asking again is no use."""


class NewerSchemaError(StoreError):
    """The database was written by a newer release than this one."""


@dataclass(frozen=True, slots=True)
class HeartbeatResult:
    """What a process learns of the others from one heartbeat.

    ``uptime`` is the time of all of them, ``served_shards`` those that one of them hears. ``acquired`` are
    tables it owns from now on, ``lost`` those that another one has taken over, and ``notices`` what others
    left about its tables: "" where they have changed one. ``somebody_died`` is True once after a
    process has missed its heartbeats for too long.
    """

    uptime: int
    served_shards: frozenset[int]
    shard_count: int
    acquired: tuple[LiveTable, ...] = ()
    lost: tuple[int, ...] = ()
    notices: tuple[tuple[int, str], ...] = ()
    somebody_died: bool = False


class Peers(Protocol):
    """The processes that share a database, as one of them sees them.

    Any of them may change any table, but each live table has one owner, which fires its alarms, lets its
    computers think and draws its screens. A process that misses its heartbeats loses its tables. One that
    hears no shard, because presses come to it by HTTP, owns none: what it opens is for the others to take.
    """

    wake_event: asyncio.Event
    """Set when another process has left word: the next round should be soon."""

    @property
    def shared(self) -> bool:
        """Return True if other processes may work on the same database."""
        ...

    @property
    def keeps_tables(self) -> bool:
        """Return False if this process hears no shard and so owns no table."""
        ...

    async def is_current(self, table: int, row_version: int) -> bool:
        """Return True if the table was last written at this row version, by whichever process."""
        ...

    def owns(self, table: int) -> bool:
        """Return True if this process looks after the table, without asking the database."""
        ...

    def keeps(self, table: int) -> bool:
        """Return True also while the heartbeat is late, and nobody has said that the table is another's."""
        ...

    async def heartbeat(self, uptime: int) -> HeartbeatResult:
        """Renew the lease, learn what has happened. Raises ``DatabaseInUseError`` if the shards are taken.

        What one heartbeat could not tell, since its answer was lost, is told by the next.
        """
        ...

    async def notify_owner(self, table: int, notice: str) -> None:
        """Leave a notice for the table's owner."""
        ...

    async def claim(self, table: int) -> None:
        """Own an ended table from now on, unless its owner lives."""
        ...

    async def tell_owners(self, text: str) -> None:
        """Tell all processes that look after tables something that is written nowhere. It may get lost."""
        ...

    async def tell_workers(self, text: str) -> None:
        """Tell all other processes that look after no tables something that is written nowhere."""
        ...

    def hear(self, listener: Callable[[str], None]) -> None:
        """Pass what is told so to a listener."""
        ...

    async def count_in_guild(self, guild: int) -> int:
        """Return how many live tables a server has, whichever process looks after them."""
        ...

    async def add_press(self, press: int) -> bool:
        """Remember an interaction id; return False if any process has been given it before."""
        ...

    async def last_served(self, shard: int) -> int:
        """Return the uptime at which somebody last heard this shard."""
        ...

    async def tables_with_running_clock(self, shard: int, shards: int) -> list[int]:
        """Return the live tables of this shard's servers that have a clock running."""
        ...

    def shard_connected(self, shard: int, shards: int) -> None:
        """Say that this process hears a shard, one of so many, from now on."""
        ...

    def shard_disconnected(self, shard: int) -> None:
        """Say that it does not hear it any more."""
        ...


class Store(Protocol):
    """Writes commits durably, reads tables back. Every method raises ``StoreError`` if the disk fails."""

    @property
    def peers(self) -> Peers:
        """The processes that share the database; ``SoloPeers`` where it cannot be shared."""
        ...

    @property
    def results(self) -> ResultStore:
        """What is kept of finished games for statistics."""
        ...

    async def close(self) -> None:
        """Finish what is queued and close the database."""
        ...

    async def next_table(self) -> int:
        """Return an id that no table has or had."""
        ...

    async def commit(self, commit: TableCommit) -> None:
        """Return once the commit is on disk. Raises ``ConflictError`` if its revision is not the next."""
        ...

    async def live_tables(self) -> list[LiveTable]:
        """Return the live tables."""
        ...

    async def untold_endings(self, after: int) -> list[int]:
        """Return the tables that ended after a moment (in seconds) and whose message shows an older revision.

        A message that was never posted does not count.
        """
        ...

    async def table(self, table: int) -> TableRow | None:
        """Return a table, live or ended."""
        ...

    async def recent_interactions(self, table: int, limit: int) -> list[tuple[int, int]]:
        """Return the newest applied presses with the revisions they made, newest first."""
        ...

    async def log(self, table: int, after: int = -1, limit: int = -1) -> list[LogRow]:
        """Return the log behind a revision, oldest first."""
        ...

    async def log_tail(self, table: int, limit: int) -> list[LogRow]:
        """Return the newest rows of the log, oldest of them first."""
        ...

    async def tables_of(self, user: int) -> list[int]:
        """Return the live tables at which the person sits, the one that changed last first."""
        ...

    async def all_tables_of(self, user: int) -> list[int]:
        """Return every table at which the person sits or ever sat, live or ended."""
        ...

    async def forget_user(self, user: int, unreadable_tables: Collection[int] = ()) -> None:
        """Delete the person's id everywhere but in the tables' bodies.

        That they sat at the ``unreadable_tables`` stays known: their name is still to be erased there.
        """
        ...

    async def close_table(self, table: int) -> None:
        """Let a live table end that cannot be read: its channel is free, all its bytes stay as they are."""
        ...

    async def last_request_at(self, latest: int) -> int:
        """Return when the newest request was made, of those up to a moment (since 1970); 0 if there is none.

        Of each table only the last request counts: later ones than the moment were made by a wrong clock.
        """
        ...

    async def purge(self, ended_before: int, idle_before: int, limit: int) -> list[int]:
        """Delete some tables with all that belongs to them and return their numbers.

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
        """Save where these messages are and what they show; one row per table and key."""
        ...

    async def drop_surfaces(self, table: int, keys: Iterable[str] | None = None) -> None:
        """Delete the rows of some of a table's messages, or of all."""
        ...

    async def user(self, user: int) -> UserRow:
        """Return what is known of a person; defaults when nothing is."""
        ...

    async def save_user(self, row: UserRow) -> None:
        """Save what a person wants."""
        ...

    async def uptime(self) -> int:
        """Return how long the bot has been up in all its lives, as last saved."""
        ...

    async def note_uptime(self, uptime: int) -> None:
        """Save how long the bot has been up."""
        ...

    async def erased_until(self) -> int | None:
        """Return up to when (since 1970) all requests to be forgotten are honored, None if unknown."""
        ...

    async def note_erased_until(self, moment: int) -> None:
        """Save up to which moment all requests to be forgotten are honored."""
        ...

    async def check_saving(self) -> None:
        """Save something that changes nothing. Raises ``StoreError`` where moves could not be saved now."""
        ...
