"""The interface of a database, SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Iterable
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


class Store(Protocol):
    """Writes commits durably, reads tables back. Every method raises ``StoreError`` if the disk fails."""

    @property
    def exclusive(self) -> bool:
        """Return True if nobody else can write here: what is in memory is what is on disk."""
        ...

    @property
    def results(self) -> ResultStore:
        """What is kept of finished games for statistics."""
        ...

    def waiting(self) -> int:
        """Return how many steps wait to be saved, and what waits with them."""
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

    async def is_current(self, table: int, row_version: int) -> bool:
        """Return True if the table was last written at this row version, whoever wrote it."""
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

    async def tables_in_guild(self, guild: int) -> list[int]:
        """Return the live tables of a server."""
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
