"""The store in an SQLite file: what it does in its own way. ``SqliteQueue`` runs the statements."""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import AsyncExitStack
from pathlib import Path

from cachetools import LRUCache

from bot.store.api import Store, StoreError, writes_beside
from bot.store.backup.folder import BackupFolder
from bot.store.files.database_file import OpenedFile
from bot.store.files.opening import keep_private, take_place
from bot.store.results import Statement
from bot.store.rows import PROBE_BYTES, PROBE_NAME, TableCommit, UserRow
from bot.store.sqlite import sql
from bot.store.sqlite.connection import SqliteConnection, check_writable, prepare, read_figure
from bot.store.sqlite.errors import FILE_ERRORS, explained
from bot.store.sqlite.queue import SqliteQueue
from bot.store.statements import INSERT_DEFINITIONS, UPSERT_FIGURE

MAX_CACHED_USERS = 20_000
"""People whose rows are kept in memory: each screen that is drawn for somebody asks for theirs."""


class SqliteStore(Store):
    """A ``Store`` in one file. Make it with ``open``."""

    exclusive = True

    def __init__(self, connection: SqliteConnection, next_table: int, file: OpenedFile | None) -> None:
        self._queue = SqliteQueue(connection, file)
        super().__init__(self._queue)
        self.waiting = self._queue.waiting
        self._next_table = next_table
        self._users: LRUCache[int, UserRow] = LRUCache(MAX_CACHED_USERS)

    @classmethod
    async def open(cls, path: Path | None, copies: BackupFolder | None = None) -> SqliteStore:
        """Open the file, made and migrated as needed; None keeps everything in memory.

        ``copies`` are the automatic ones where the settings name a folder. Raises
        ``DatabaseInUseError`` if the file is in use, ``NewerSchemaError`` if a later release made it,
        ``StoreError`` when it cannot be read, or is gone while copies of it are there. Before a migration
        a copy of the file is laid beside it.
        """
        file = lock = None
        async with AsyncExitStack() as undoing:
            try:
                if path is not None:
                    path, lock = take_place(path, copies)  # before anything else runs
                    undoing.callback(lock.release)
                connection = await SqliteConnection.open(path or ":memory:")
                undoing.push_async_callback(connection.close)
                await prepare(connection, path)
                next_table = await read_figure(connection, "next_table", 1)
                await check_writable(connection)
                if path is not None and lock is not None:
                    keep_private(path)
                    file = OpenedFile(path, lock)
                store = cls(connection, next_table, file)
            except FILE_ERRORS as error:
                raise StoreError(f"cannot use {path}: {explained(error)}") from error
            undoing.pop_all()
        return store

    async def close(self) -> None:
        await self._queue.close()

    async def next_table(self) -> int:
        number = self._next_table
        self._next_table += 1
        await self._queue.write((UPSERT_FIGURE, ("next_table", self._next_table)))
        return number

    async def commit(self, commit: TableCommit) -> None:
        await self._queue.write(_table_write(commit), *writes_beside(commit))

    async def is_current(self, table: int, row_version: int) -> bool:
        return True

    async def tables_in_guild(self, guild: int) -> list[int]:
        return [
            brief.id for brief in await self.live_tables() if brief.guild == guild
        ]  # without damaged ones

    async def close_table(self, table: int) -> None:
        await self._queue.write((sql.CLOSE_TABLE, (table,)))

    async def purge(self, ended_before: int, idle_before: int, limit: int) -> list[int]:
        rows = await self._queue.fetch(sql.SELECT_OLD_TABLES, idle_before, ended_before, limit)
        old = [table for (table,) in rows]
        await self._queue.write(
            *((sql.PURGE_TABLE, (table, idle_before, ended_before)) for table in old),
            *((statement, (table,)) for statement in sql.PURGE_REST for table in old),
        )
        spared = {table for (table,) in await self._queue.fetch(sql.SELECT_EXISTING, json.dumps(old))}
        return [table for table in old if table not in spared]

    async def user(self, user: int) -> UserRow:
        found = self._users.get(user)
        if found is None:
            # Nobody else writes into the file, and a read sees all writes asked for before.
            found = self._users[user] = await super().user(user)
        return found

    async def save_user(self, row: UserRow) -> None:
        try:
            await super().save_user(row)
        finally:
            self._users.pop(row.user, None)

    async def forget_user(self, user: int, unreadable_tables: Collection[int] = ()) -> None:
        try:
            await super().forget_user(user, unreadable_tables)
        finally:
            self._users.pop(user, None)

    async def check_saving(self) -> None:
        writes: list[Statement] = [(UPSERT_FIGURE, ("next_table", self._next_table))]
        was_failing = self._queue.failing
        if was_failing:  # a small write finds room where a move does not
            writes.append((INSERT_DEFINITIONS, (PROBE_NAME, PROBE_BYTES)))
            writes.append((sql.DELETE_DEFINITIONS, (PROBE_NAME,)))
        await self._queue.write(*writes)
        self._queue.failing &= not was_failing


def _table_write(commit: TableCommit) -> Statement:
    """Write a table's row. A note has no line in the log whose key would find out that it comes too late."""
    row, is_note = commit.table, commit.log is None
    place = (row.id, row.channel, row.guild, row.live)
    values = (row.revision, row.wake, row.body, row.snapshot)
    if commit.location_changed:
        return sql.UPSERT_TABLE_NOTE if is_note else sql.UPSERT_TABLE, (*place, *values)
    if is_note:
        return sql.UPDATE_TABLE_NOTE, (*values, row.id, row.revision)
    return sql.UPDATE_TABLE_IN_PLACE, (*values, row.id)
