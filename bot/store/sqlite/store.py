"""The store in an SQLite file: what it keeps, as statements. ``sqlite_queue`` runs them."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Iterable
from contextlib import AsyncExitStack
from pathlib import Path

import aiosqlite

from bot.store.api import StoreError
from bot.store.backup.folder import BackupFolder
from bot.store.files.lock import FileLock
from bot.store.files.opening import keep_private, take_place
from bot.store.rows import (
    PROBE_BYTES,
    PROBE_NAME,
    LiveTable,
    LogRow,
    SurfaceRow,
    TableCommit,
    TableRow,
    UserRow,
)
from bot.store.sqlite import sql
from bot.store.sqlite.errors import FILE_ERRORS, explained
from bot.store.sqlite.queue import SqliteQueue
from bot.store.sqlite.results import SqliteResults
from bot.store.sqlite.setup import check_writable, figure_of, prepare, read_figure
from bot.store.sqlite.write_order import Params

log = logging.getLogger(__name__)

MAX_CACHED_USERS = 20_000
"""People whose rows are kept in memory: each screen that is drawn for somebody asks for theirs."""


class SqliteStore:
    """A ``Store`` in one file. Make it with ``open``."""

    exclusive = True

    def __init__(
        self,
        connection: aiosqlite.Connection,
        lock: FileLock | None,
        next_table: int,
        path: Path | None = None,
    ) -> None:
        self._queue = SqliteQueue(connection, path, lock)
        self.waiting = self._queue.waiting
        self.results = SqliteResults(self._queue)
        self._lock = lock
        self._next_table = next_table
        self._users: dict[int, UserRow] = {}

    @classmethod
    async def open(cls, path: Path | None, copies: BackupFolder | None = None) -> SqliteStore:
        """Open the file, made and migrated as needed; None keeps everything in memory.

        ``copies`` are the automatic ones where the settings name a folder. Raises
        ``DatabaseInUseError`` if the file is in use, ``NewerSchemaError`` if a later release made it,
        ``StoreError`` when it cannot be read, or is gone while copies of it are there. Before a migration
        a copy of the file is laid beside it.
        """
        lock = None
        async with AsyncExitStack() as undoing:
            try:
                if path is not None:
                    path, lock = take_place(path, copies)  # before anything else runs
                    undoing.callback(lock.release)
                connection = await aiosqlite.connect(path or ":memory:", isolation_level="IMMEDIATE")
                undoing.push_async_callback(connection.close)
                await prepare(connection, path)
                next_table = await read_figure(connection, "next_table", 1)
                await check_writable(connection)
                if path is not None:
                    keep_private(path)
                store = cls(connection, lock, next_table, path)
            except FILE_ERRORS as error:
                raise StoreError(f"cannot use {path}: {explained(error)}") from error
            undoing.pop_all()
        return store

    async def close(self) -> None:
        lock, self._lock = self._lock, None
        await self._queue.close()
        if lock is not None:
            lock.release()

    # what is asked

    async def next_table(self) -> int:
        number = self._next_table
        self._next_table += 1
        await self._queue.write((sql.UPSERT_FIGURE, ("next_table", self._next_table)))
        return number

    async def commit(self, commit: TableCommit) -> None:
        writes: list[tuple[str, Params]] = [_table_write(commit)]
        if commit.log is not None:
            writes.append((sql.INSERT_LOG, _log_params(commit.log)))
        if commit.users is not None:
            writes.append((sql.UNSEAT_USERS, (commit.table.id,)))
            writes += [(sql.SEAT_USER, (commit.table.id, user)) for user in commit.users]
        if commit.definitions is not None:
            writes.append((sql.INSERT_DEFINITIONS, commit.definitions))
        await self._queue.write(*writes)

    async def is_current(self, table: int, row_version: int) -> bool:
        return True

    async def tables_in_guild(self, guild: int) -> list[int]:
        return [brief.id for brief in await self.live_tables() if brief.guild == guild]

    async def live_tables(self) -> list[LiveTable]:
        rows = await self._queue.read("SELECT id, channel, guild, wake FROM tables WHERE live")
        return [
            LiveTable(id_, channel, guild, wake if isinstance(wake, int) else None if wake is None else 0)
            for id_, channel, guild, wake in rows
            if _is_sound_place(id_, channel, guild)
        ]

    async def untold_endings(self, after: int) -> list[int]:
        return [id_ for (id_,) in await self._queue.read(sql.SELECT_UNTOLD_ENDINGS, after)]

    async def table(self, table: int) -> TableRow | None:
        rows = await self._queue.read(sql.SELECT_TABLE, table)
        for id_, channel, guild, live, revision, wake, body, snapshot in rows:
            return TableRow(id_, channel, guild, bool(live), revision, wake, body, snapshot)
        return None

    async def recent_interactions(self, table: int, limit: int) -> list[tuple[int, int]]:
        rows = await self._queue.read(
            "SELECT press, revision FROM log WHERE table_id = ? AND press IS NOT NULL "
            "ORDER BY revision DESC LIMIT ?",
            table,
            limit,
        )
        return [(press, revision) for press, revision in rows]

    async def log(self, table: int, after: int = -1, limit: int = -1) -> list[LogRow]:
        rows = await self._queue.read(sql.SELECT_LOG, table, after, limit)
        return [LogRow(*row) for row in rows]

    async def log_tail(self, table: int, limit: int) -> list[LogRow]:
        rows = await self._queue.read(
            "SELECT table_id, revision, ifnull(press, 0), user, kind, body, events, at FROM log "
            "WHERE table_id = ? ORDER BY revision DESC LIMIT ?",
            table,
            limit,
        )
        return [LogRow(*row) for row in reversed(rows)]

    async def tables_of(self, user: int) -> list[int]:
        rows = await self._queue.read(sql.SELECT_TABLES_OF_USER, user)
        return [table for (table,) in rows]

    async def all_tables_of(self, user: int) -> list[int]:
        rows = await self._queue.read("SELECT table_id FROM sitters WHERE user = ? ORDER BY table_id", user)
        return [table for (table,) in rows]

    async def forget_user(self, user: int, unreadable_tables: Collection[int] = ()) -> None:
        facts = {"user": user, "unreadable": json.dumps(list(unreadable_tables))}
        try:
            await self._queue.write(*((statement, facts) for statement in sql.FORGET_USER))
        finally:
            self._users.pop(user, None)

    async def close_table(self, table: int) -> None:
        await self._queue.write((sql.CLOSE_TABLE, (table,)))

    async def last_request_at(self, latest: int) -> int:
        ((found,),) = await self._queue.read(sql.SELECT_LAST_REQUEST_AT, latest)
        return int(found)

    async def purge(self, ended_before: int, idle_before: int, limit: int) -> list[int]:
        rows = await self._queue.read(sql.SELECT_OLD_TABLES, idle_before, ended_before, limit)
        old = [table for (table,) in rows]
        await self._queue.write(
            *((sql.PURGE_TABLE, (table, idle_before, ended_before)) for table in old),
            *((statement, (table,)) for statement in sql.PURGE_REST for table in old),
        )
        spared = {table for (table,) in await self._queue.read(sql.SELECT_EXISTING, json.dumps(old))}
        return [table for table in old if table not in spared]

    async def live_at(self, channel: int) -> int | None:
        rows = await self._queue.read("SELECT id FROM tables WHERE channel = ? AND live", channel)
        return int(rows[0][0]) if rows else None

    async def last_at(self, channel: int) -> int | None:
        rows = await self._queue.read("SELECT max(id) FROM tables WHERE channel = ?", channel)
        for (table,) in rows:
            return None if table is None else int(table)
        return None

    async def definitions(self, digest: str) -> bytes | None:
        rows = await self._queue.read(sql.SELECT_DEFINITIONS, digest)
        for (body,) in rows:
            return body if isinstance(body, bytes) else None
        return None

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        rows = await self._queue.read(
            "SELECT table_id, key, channel, message, version FROM surfaces WHERE table_id = ?", table
        )
        return [SurfaceRow(*row) for row in rows]

    async def save_surfaces(self, rows: Iterable[SurfaceRow]) -> None:
        await self._queue.write(
            *(
                (sql.UPSERT_SURFACE, (row.table, row.key, row.channel, row.message, row.version))
                for row in rows
            )
        )

    async def drop_surfaces(self, table: int, keys: Iterable[str] | None = None) -> None:
        if keys is None:
            await self._queue.write((sql.DELETE_ALL_SURFACES, (table,)))
        else:
            await self._queue.write(*((sql.DELETE_SURFACE, (table, key)) for key in keys))

    async def user(self, user: int) -> UserRow:
        found = self._users.get(user)
        if found is None:
            # Nobody else writes into the file, and a read sees all writes asked for before.
            rows = await self._queue.read(
                "SELECT dm_closed_until, text_only, text_size FROM users WHERE id = ?", user
            )
            found = next(
                (UserRow(user, closed, bool(only), size) for closed, only, size in rows), UserRow(user)
            )
            if len(self._users) >= MAX_CACHED_USERS:
                self._users.clear()
            self._users[user] = found
        return found

    async def save_user(self, row: UserRow) -> None:
        try:
            await self._queue.write(
                (sql.UPSERT_USER, (row.user, row.dm_closed_until, row.text_only, row.text_size))
            )
        finally:
            self._users.pop(row.user, None)

    async def uptime(self) -> int:
        return figure_of(
            await self._queue.read("SELECT value FROM figures WHERE name = 'uptime'"), "uptime", 0
        )

    async def note_uptime(self, uptime: int) -> None:
        await self._queue.write((sql.UPSERT_FIGURE, ("uptime", uptime)))

    async def erased_until(self) -> int | None:
        rows = await self._queue.read("SELECT value FROM figures WHERE name = 'erased_until'")
        return next((value for (value,) in rows if isinstance(value, int)), None)

    async def note_erased_until(self, moment: int) -> None:
        await self._queue.write((sql.UPSERT_FIGURE, ("erased_until", moment)))

    async def check_saving(self) -> None:
        writes: list[tuple[str, Params]] = [(sql.UPSERT_FIGURE, ("next_table", self._next_table))]
        was_failing = self._queue.failing
        if was_failing:  # a small write finds room where a move does not
            writes.append((sql.INSERT_DEFINITIONS, (PROBE_NAME, PROBE_BYTES)))
            writes.append((sql.DELETE_DEFINITIONS, (PROBE_NAME,)))
        await self._queue.write(*writes)
        self._queue.failing &= not was_failing


def _is_sound_place(table: int, channel: object, guild: object) -> bool:
    """Return True if a table's row says where it is: SQLite keeps any type anywhere."""
    sound = isinstance(channel, int) and isinstance(guild, int)
    if not sound:
        log.error("table %d is set aside: nobody knows its channel; its row stays as it is", table)
    return sound


def _table_write(commit: TableCommit) -> tuple[str, Params]:
    """Write a table's row. A note has no line in the log whose key would find out that it comes too late."""
    row, is_note = commit.table, commit.log is None
    place = (row.id, row.channel, row.guild, row.live)
    values = (row.revision, row.wake, row.body, row.snapshot)
    if commit.location_changed:
        return sql.UPSERT_TABLE_NOTE if is_note else sql.UPSERT_TABLE, (*place, *values)
    if is_note:
        return sql.UPDATE_TABLE_NOTE, (*values, row.id, row.revision)
    return sql.UPDATE_TABLE_IN_PLACE, (*values, row.id)


def _log_params(row: LogRow) -> Params:
    press = row.interaction_id or None
    return (row.table, row.revision, press, row.user, row.kind, row.body, row.events, row.at)
