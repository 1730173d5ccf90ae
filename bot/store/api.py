"""A database: what it keeps and what is asked of it, alike in SQLite and PostgreSQL."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, ClassVar

from bot.store import statements
from bot.store.results import Database, Results, Statement
from bot.store.rows import LiveTable, LogRow, SurfaceRow, TableCommit, TableRow, UserRow, table_row

log = logging.getLogger(__name__)


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


class Store(ABC):
    """Writes commits durably, reads tables back. Every method raises ``StoreError`` if the disk fails."""

    exclusive: ClassVar[bool]
    """True if nobody else can write here: what is in memory is what is on disk."""

    waiting: Callable[[], int]
    """Returns how many steps wait to be saved, and what waits with them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.results = Results(database)
        """What is kept of finished games for statistics."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what is queued and close the database."""

    @abstractmethod
    async def next_table(self) -> int:
        """Return an id that no table has or had."""

    @abstractmethod
    async def commit(self, commit: TableCommit) -> None:
        """Return once the commit is on disk. Raises ``ConflictError`` if its revision is not the next."""

    @abstractmethod
    async def is_current(self, table: int, row_version: int) -> bool:
        """Return True if the table was last written at this row version, whoever wrote it."""

    @abstractmethod
    async def close_table(self, table: int) -> None:
        """Let a live table end that cannot be read: its channel is free, all its bytes stay as they are."""

    @abstractmethod
    async def purge(self, ended_before: int, idle_before: int, limit: int) -> list[int]:
        """Delete some tables with all that belongs to them and return their numbers.

        Deleted are those ended, or live without any request, since these moments (seconds since 1970).
        """

    @abstractmethod
    async def check_saving(self) -> None:
        """Save something that changes nothing. Raises ``StoreError`` where moves could not be saved now."""

    # tables

    async def live_tables(self) -> list[LiveTable]:
        """Return the live tables."""
        query = "SELECT id, channel, guild, wake FROM tables WHERE live"
        return [
            LiveTable(id_, channel, guild, wake if isinstance(wake, int) else None if wake is None else 0)
            for id_, channel, guild, wake in await self._database.fetch(query)
            if _is_sound_place(id_, channel, guild)
        ]

    async def untold_endings(self, after: int) -> list[int]:
        """Return the tables that ended after a moment (in seconds) and whose message shows an older revision.

        A message that was never posted does not count.
        """
        return await self._numbers(statements.SELECT_UNTOLD_ENDINGS, after)

    async def table(self, table: int) -> TableRow | None:
        """Return a table, live or ended."""
        rows = await self._database.fetch(statements.SELECT_TABLE, table)
        return table_row(*rows[0]) if rows else None

    async def recent_interactions(self, table: int, limit: int) -> list[tuple[int, int]]:
        """Return the newest applied presses with the revisions they made, newest first."""
        query = (
            "SELECT press, revision FROM log WHERE table_id = $1 AND press IS NOT NULL "
            "ORDER BY revision DESC LIMIT $2"
        )
        return [(press, revision) for press, revision in await self._database.fetch(query, table, limit)]

    async def log(self, table: int, after: int = -1, limit: int = statements.ALL_ROWS) -> list[LogRow]:
        """Return the log behind a revision, oldest first."""
        return [
            LogRow(*row) for row in await self._database.fetch(statements.SELECT_LOG, table, after, limit)
        ]

    async def log_tail(self, table: int, limit: int) -> list[LogRow]:
        """Return the newest rows of the log, oldest of them first."""
        rows = await self._database.fetch(statements.SELECT_LOG_TAIL, table, limit)
        return [LogRow(*row) for row in reversed(rows)]

    async def tables_in_guild(self, guild: int) -> list[int]:
        """Return the live tables of a server."""
        return await self._numbers("SELECT id FROM tables WHERE live AND guild = $1", guild)

    async def tables_of(self, user: int) -> list[int]:
        """Return the live tables at which the person sits, the one that changed last first."""
        return await self._numbers(statements.SELECT_TABLES_OF_USER, user)

    async def all_tables_of(self, user: int) -> list[int]:
        """Return every table at which the person sits or ever sat, live or ended."""
        return await self._numbers("SELECT table_id FROM sitters WHERE person = $1 ORDER BY table_id", user)

    async def last_request_at(self, latest: int) -> int:
        """Return when the newest request was made, of those up to a moment (since 1970); 0 if there is none.

        Of each table only the last request counts: later ones than the moment were made by a wrong clock.
        """
        (found,) = await self._numbers(statements.SELECT_LAST_REQUEST_AT, latest)
        return found

    async def live_at(self, channel: int) -> int | None:
        """Return the live table of the channel."""
        found = await self._numbers("SELECT id FROM tables WHERE channel = $1 AND live", channel)
        return found[0] if found else None

    async def last_at(self, channel: int) -> int | None:
        """Return the table opened last in the channel, live or ended."""
        (found,) = await self._database.fetch("SELECT max(id) FROM tables WHERE channel = $1", channel)
        return None if found[0] is None else int(found[0])

    async def definitions(self, digest: str) -> bytes | None:
        """Return card definitions by their digest."""
        for (body,) in await self._database.fetch(statements.SELECT_DEFINITIONS, digest):
            return body if isinstance(body, bytes) else None
        return None

    async def _numbers(self, query: str, *values: Any) -> list[int]:
        return [int(row[0]) for row in await self._database.fetch(query, *values)]

    # messages

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        """Return the messages that show the table."""
        query = "SELECT table_id, key, channel, message, version FROM surfaces WHERE table_id = $1"
        return [SurfaceRow(*row) for row in await self._database.fetch(query, table)]

    async def save_surfaces(self, rows: Iterable[SurfaceRow]) -> None:
        """Save where these messages are and what they show; one row per table and key."""
        writes: list[Statement] = [
            (statements.UPSERT_SURFACE, (row.table, row.key, row.channel, row.message, row.version))
            for row in rows
        ]
        if not await self._write_messages({values[0] for _, values in writes}, writes):
            raise ConflictError("another process shows the table")

    async def drop_surfaces(self, table: int, keys: Iterable[str] | None = None) -> None:
        """Delete the rows of some of a table's messages, or of all."""
        query = "DELETE FROM surfaces WHERE table_id = $1"
        if keys is None:
            await self._write_messages([table], [(query, (table,))])
        else:
            await self._write_messages([table], [(f"{query} AND key = $2", (table, key)) for key in keys])

    async def _write_messages(self, tables: Collection[int], writes: Sequence[Statement]) -> bool:
        """Write about the messages of these tables; return False if another process shows one of them."""
        await self._database.write(*writes)
        return True

    # people

    async def user(self, user: int) -> UserRow:
        """Return what is known of a person; defaults when nothing is."""
        query = "SELECT dm_closed_until, text_only, text_size FROM users WHERE id = $1"
        for closed_until, text_only, text_size in await self._database.fetch(query, user):
            return UserRow(user, closed_until, bool(text_only), text_size)
        return UserRow(user)

    async def save_user(self, row: UserRow) -> None:
        """Save what a person wants."""
        values = (row.user, row.dm_closed_until, row.text_only, row.text_size)
        await self._database.write((statements.UPSERT_USER, values))

    async def forget_user(self, user: int, unreadable_tables: Collection[int] = ()) -> None:
        """Delete the person's id everywhere but in the tables' bodies.

        That they sat at the ``unreadable_tables`` stays known: their name is still to be erased there.
        """
        spared = ", ".join(map(str, unreadable_tables)) or "-1"
        leave = f"DELETE FROM sitters WHERE person = $1 AND table_id NOT IN ({spared})"
        await self._database.write(*((each, (user,)) for each in (*statements.FORGET_USER, leave)))

    # figures

    async def uptime(self) -> int:
        """Return how long the bot has been up in all its lives, as last saved."""
        rows = await self._database.fetch(statements.SELECT_FIGURE, "uptime")
        return figure_of(rows, "uptime", 0)

    async def note_uptime(self, uptime: int) -> None:
        """Save how long the bot has been up."""
        await self._database.write((statements.UPSERT_UPTIME, (uptime,)))

    async def erased_until(self) -> int | None:
        """Return up to when (since 1970) all requests to be forgotten are honored, None if unknown."""
        rows = await self._database.fetch(statements.SELECT_FIGURE, "erased_until")
        return next((value for (value,) in rows if isinstance(value, int)), None)

    async def note_erased_until(self, moment: int) -> None:
        """Save up to which moment all requests to be forgotten are honored."""
        await self._database.write((statements.UPSERT_FIGURE, ("erased_until", moment)))


def writes_beside(commit: TableCommit) -> list[Statement]:
    """Return what a commit writes beside the table's row."""
    table, writes = commit.table.id, list[Statement]()
    if (row := commit.log) is not None:
        press = row.interaction_id or None
        values = (row.table, row.revision, press, row.user, row.kind, row.body, row.events, row.at)
        writes.append((statements.INSERT_LOG, values))
    if commit.users is not None:
        writes.append((statements.UNSEAT_USERS, (table,)))
        writes += [(statements.SEAT_USER, (table, user)) for user in dict.fromkeys(commit.users)]
    if commit.definitions is not None:
        writes.append((statements.INSERT_DEFINITIONS, commit.definitions))
    return writes


def figure_of(rows: Sequence[Any], name: str, default: int) -> int:
    """Return a figure as it was read. Raises ``StoreError`` if it is none: SQLite keeps any type anywhere."""
    value = rows[0][0] if rows else default
    if not isinstance(value, int):
        raise StoreError(f"the database is damaged: the figure {name} is no number")
    return value


def _is_sound_place(table: int, channel: object, guild: object) -> bool:
    """Return True if a table's row says where it is: SQLite keeps any type anywhere."""
    sound = isinstance(channel, int) and isinstance(guild, int)
    if not sound:
        log.error("table %d is set aside: nobody knows its channel; its row stays as it is", table)
    return sound
