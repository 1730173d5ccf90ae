"""SQLite: one connection, one writer that saves everything waiting in a single transaction.

SQLite before 3.51.3 can lose commits when two connections write and checkpoint at once, so there is only one,
and reads go through the same queue: between two transactions, never inside one.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.store import schema, sql
from bot.store.api import ConflictError, DamagedDataError, StoreError
from bot.store.copying import verify
from bot.store.lock import FileLock
from bot.store.opened_file import FileFault, OpenedFile
from bot.store.rows import LiveTable, LogRow, SurfaceRow, TableCommit, TableRow, UserRow
from bot.store.solo_peers import SoloPeers

log = logging.getLogger(__name__)

DAMAGE_CODES = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

MAX_BATCH_JOBS = 256
"""Steps saved by one transaction at most."""

T = TypeVar("T")
Params = tuple[Any, ...] | dict[str, Any]
Writes = tuple[tuple[str, Params], ...]


@dataclass(frozen=True, slots=True)
class _Write:
    writes: Writes
    done: asyncio.Future[None]


@dataclass(frozen=True, slots=True)
class _Read:
    work: Callable[[], Awaitable[Any]]
    done: asyncio.Future[Any]


class SqliteStore:
    """A ``Store`` in one file. Make it with ``open``."""

    def __init__(
        self,
        connection: aiosqlite.Connection,
        lock: FileLock | None,
        next_table: int,
        path: Path | None = None,
    ) -> None:
        self._connection = connection
        self._peers = SoloPeers()
        self._path = path
        self._file = None if path is None else OpenedFile(path)
        self._file_fault = ""
        self._lock = lock
        self._next_table = next_table
        self._jobs: asyncio.Queue[_Write | _Read | None] = asyncio.Queue()
        self._closed = False
        self._worker = asyncio.create_task(self._work(), name="store writer")

    @classmethod
    async def open(cls, path: Path | None) -> SqliteStore:
        """Open the file, made and migrated as needed; None keeps everything in memory.

        Raises ``DatabaseInUseError`` if it is in use, ``NewerSchemaError`` if a later release made it,
        ``StoreError`` when it cannot be read. Before a migration a copy of the file is laid beside it.
        """
        lock = None
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path = path.resolve()  # noqa: ASYNC240 - before anything runs; links lead to one lock
                lock = FileLock(path.with_name(path.name + ".lock"))
                lock.acquire()
            connection = await aiosqlite.connect(path or ":memory:", isolation_level="IMMEDIATE")
        except (OSError, sqlite3.Error) as error:
            if lock is not None:
                lock.release()
            raise StoreError(f"cannot open {path}: {error}") from error
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        try:
            await _prepare(connection, path)
            next_table = await _figure(connection, "next_table", 1)
            await _check_writable(connection, next_table)
            return cls(connection, lock, next_table, path)
        except BaseException as error:
            await connection.close()
            if lock is not None:
                lock.release()
            if isinstance(error, sqlite3.Error | OSError):
                raise StoreError(f"cannot use {path}: {error}") from error
            raise

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._jobs.put_nowait(None)
        await self._worker
        await self._connection.close()
        if self._lock is not None:
            self._lock.release()

    # what is asked

    @property
    def peers(self) -> SoloPeers:
        """Return the peers of a process that has its file to itself."""
        return self._peers

    async def next_table(self) -> int:
        number = self._next_table
        self._next_table += 1
        await self._write((sql.UPSERT_FIGURE, ("next_table", self._next_table)))
        return number

    async def commit(self, commit: TableCommit) -> None:
        row = commit.table
        writes: list[tuple[str, Params]] = [_table_write(row, placed=commit.location_changed)]
        if commit.log is not None:
            writes.append((sql.INSERT_LOG, _log_params(commit.log)))
        if commit.users is not None:
            writes.append((sql.UNSEAT_USERS, (row.id,)))
            writes += [(sql.SEAT_USER, (row.id, user)) for user in commit.users]
        if commit.definitions is not None:
            writes.append((sql.INSERT_DEFINITIONS, commit.definitions))
        await self._write(*writes)

    async def live_tables(self) -> list[LiveTable]:
        rows = await self._read("SELECT id, channel, guild, wake FROM tables WHERE live")
        return [
            LiveTable(id_, channel, guild, wake if isinstance(wake, int) else None if wake is None else 0)
            for id_, channel, guild, wake in rows
            if _is_sound_place(id_, channel, guild)
        ]

    async def table(self, table: int) -> TableRow | None:
        rows = await self._read(sql.SELECT_TABLE, table)
        for id_, channel, guild, live, revision, wake, body, snapshot in rows:
            return TableRow(id_, channel, guild, bool(live), revision, wake, body, snapshot)
        return None

    async def recent_interactions(self, table: int, limit: int) -> list[tuple[int, int]]:
        rows = await self._read(
            "SELECT press, revision FROM log WHERE table_id = ? AND press IS NOT NULL "
            "ORDER BY revision DESC LIMIT ?",
            table,
            limit,
        )
        return [(press, revision) for press, revision in rows]

    async def log(self, table: int, after: int = -1, limit: int = -1) -> list[LogRow]:
        rows = await self._read(sql.SELECT_LOG, table, after, limit)
        return [LogRow(*row) for row in rows]

    async def log_tail(self, table: int, limit: int) -> list[LogRow]:
        rows = await self._read(
            "SELECT table_id, revision, ifnull(press, 0), user, kind, body, events, at FROM log "
            "WHERE table_id = ? ORDER BY revision DESC LIMIT ?",
            table,
            limit,
        )
        return [LogRow(*row) for row in reversed(rows)]

    async def tables_of(self, user: int) -> list[int]:
        rows = await self._read(sql.SELECT_TABLES_OF_USER, user)
        return [table for (table,) in rows]

    async def all_tables_of(self, user: int) -> list[int]:
        rows = await self._read("SELECT table_id FROM sitters WHERE user = ? ORDER BY table_id", user)
        return [table for (table,) in rows]

    async def forget_user(self, user: int, unreadable_tables: Collection[int] = ()) -> None:
        facts = {"user": user, "unreadable": json.dumps(list(unreadable_tables))}
        await self._write(*((statement, facts) for statement in sql.FORGET_USER))

    async def close_table(self, table: int) -> None:
        await self._write((sql.CLOSE_TABLE, (table,)))

    async def purge(self, ended_before: int, idle_before: int, limit: int) -> list[int]:
        rows = await self._read(sql.SELECT_OLD_TABLES, idle_before, ended_before, limit)
        await self._write(*((statement, (table,)) for statement in sql.PURGE_TABLE for (table,) in rows))
        return [table for (table,) in rows]

    async def live_at(self, channel: int) -> int | None:
        rows = await self._read("SELECT id FROM tables WHERE channel = ? AND live", channel)
        return int(rows[0][0]) if rows else None

    async def last_at(self, channel: int) -> int | None:
        rows = await self._read("SELECT max(id) FROM tables WHERE channel = ?", channel)
        for (table,) in rows:
            return None if table is None else int(table)
        return None

    async def definitions(self, digest: str) -> bytes | None:
        rows = await self._read(sql.SELECT_DEFINITIONS, digest)
        for (body,) in rows:
            return bytes(body)
        return None

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        rows = await self._read(
            "SELECT table_id, key, channel, message, version FROM surfaces WHERE table_id = ?", table
        )
        return [SurfaceRow(*row) for row in rows]

    async def save_surfaces(self, rows: Iterable[SurfaceRow]) -> None:
        await self._write(
            *(
                (sql.UPSERT_SURFACE, (row.table, row.key, row.channel, row.message, row.version))
                for row in rows
            )
        )

    async def drop_surfaces(self, table: int, keys: Iterable[str] | None = None) -> None:
        if keys is None:
            await self._write((sql.DELETE_ALL_SURFACES, (table,)))
        else:
            await self._write(*((sql.DELETE_SURFACE, (table, key)) for key in keys))

    async def user(self, user: int) -> UserRow:
        rows = await self._read("SELECT dm_closed_until, text_only FROM users WHERE id = ?", user)
        for closed, text_only in rows:
            return UserRow(user, closed, bool(text_only))
        return UserRow(user)

    async def save_user(self, row: UserRow) -> None:
        await self._write((sql.UPSERT_USER, (row.user, row.dm_closed_until, row.text_only)))

    async def uptime(self) -> int:
        return _figure_of(await self._read("SELECT value FROM figures WHERE name = 'uptime'"), "uptime", 0)

    async def note_uptime(self, uptime: int) -> None:
        await self._write((sql.UPSERT_FIGURE, ("uptime", uptime)))

    async def check_saving(self) -> None:
        await self._write((sql.UPSERT_FIGURE, ("next_table", self._next_table)))

    # the queue

    async def _write(self, *writes: tuple[str, Params]) -> None:
        if self._closed:
            raise StoreError("the store is closed")
        if not writes:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(_Write(writes, done))
        await done

    async def _read(self, query: str, *params: Any) -> Sequence[Any]:
        rows = await self._submit(lambda: self._connection.execute_fetchall(query, params))
        return list(rows)

    async def _submit(self, work: Callable[[], Awaitable[T]]) -> T:
        if self._closed:
            raise StoreError("the store is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(_Read(work, done))
        return await done

    async def _work(self) -> None:
        """Save and read what is waiting until ``close`` is called and nothing waits any more."""
        closing = False
        while not (closing and self._jobs.empty()):
            jobs = [await self._jobs.get()]
            while len(jobs) < MAX_BATCH_JOBS and not self._jobs.empty():
                jobs.append(self._jobs.get_nowait())
            closing = closing or None in jobs
            await self._save([job for job in jobs if isinstance(job, _Write)])
            for job in jobs:
                if isinstance(job, _Read):
                    await _answer(job.done, job.work)

    async def _save(self, jobs: list[_Write]) -> None:
        """Save all jobs in one transaction; if that fails, each by itself: one must not spoil others."""
        if not jobs:
            return
        if (fault := self._look_at_file()) is not None:
            for job in jobs:
                _fail(job.done, StoreError(fault.text))
            if fault.missing:
                await self._write_file_again()
            return
        try:
            await self._transact([write for job in jobs for write in job.writes])
        except Exception as error:  # also what is no SQLite error, such as a number beyond 64 bits
            if len(jobs) > 1:
                for job in jobs:
                    await self._save([job])
            elif isinstance(error, sqlite3.IntegrityError):
                _fail(jobs[0].done, ConflictError(str(error)))
            else:
                log.error("could not save: %s", error)
                _fail(jobs[0].done, StoreError(str(error)))
        else:
            for job in jobs:
                if not job.done.done():
                    job.done.set_result(None)

    def _look_at_file(self) -> FileFault | None:
        """Return what is wrong with the file; what is saved into a wrong one is lost."""
        fault = None if self._file is None else self._file.fault()
        text = "" if fault is None else fault.text
        if text != self._file_fault:
            self._file_fault = text
            if fault is not None:
                log.error("nothing can be saved: %s", text)
            else:
                log.warning("the database file is back: saving goes on")
        return fault

    async def _write_file_again(self) -> None:
        """Write all that the open connection still has of a deleted file under its name again."""
        path = self._path
        assert path is not None
        part = path.with_name(path.name + ".part")
        try:
            part.unlink(missing_ok=True)
            await self._connection.execute_fetchall("VACUUM INTO ?", (str(part),))
            await asyncio.to_thread(verify, part)
            # The old connection has to be gone first: when it closes, it deletes the log of that name.
            await self._connection.close()
            for suffix in ("-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            part.replace(path)
            self._connection = await aiosqlite.connect(path, isolation_level="IMMEDIATE")
            await _prepare(self._connection, path)
            await _check_writable(self._connection, self._next_table)
            self._file = OpenedFile(path)
        except (OSError, sqlite3.Error, ValueError, StoreError) as error:
            log.error("%s could not be written again: %s", path, error)
        else:
            log.warning("%s was written again, with everything that was saved", path)

    async def _transact(self, writes: list[tuple[str, Params]]) -> None:
        grouped: dict[str, list[Params]] = {}
        for statement, params in writes:
            grouped.setdefault(statement, []).append(params)
        try:
            # The first statement opens the transaction (isolation_level).
            for statement in sorted(grouped, key=sql.STATEMENT_ORDER.__getitem__):
                await self._connection.executemany(statement, grouped[statement])
            await self._connection.commit()
        except BaseException:
            await self._connection.rollback()
            raise


def _is_sound_place(table: int, channel: object, guild: object) -> bool:
    """Return True if a table's row says where it is: SQLite keeps any type anywhere."""
    sound = isinstance(channel, int) and isinstance(guild, int)
    if not sound:
        log.error("table %d is set aside: nobody knows its channel; its row stays as it is", table)
    return sound


def _table_write(row: TableRow, *, placed: bool) -> tuple[str, Params]:
    if not placed:
        return sql.UPDATE_TABLE_IN_PLACE, (row.revision, row.wake, row.body, row.snapshot, row.id)
    place = (row.id, row.channel, row.guild, row.live)
    return sql.UPSERT_TABLE, (*place, row.revision, row.wake, row.body, row.snapshot)


def _log_params(row: LogRow) -> Params:
    press = row.interaction_id or None
    return (row.table, row.revision, press, row.user, row.kind, row.body, row.events, row.at)


async def _prepare(connection: aiosqlite.Connection, path: Path | None) -> None:
    """Set the connection up and bring the schema up to date."""
    ((found,),) = await connection.execute_fetchall("PRAGMA user_version")
    script = schema.migration_script(found, schema.migrations())
    await connection.execute_fetchall("PRAGMA journal_mode = WAL")
    await connection.execute_fetchall("PRAGMA synchronous = FULL")
    # Who asks to be forgotten must not live on in free pages.
    await connection.execute_fetchall("PRAGMA secure_delete = ON")
    if script:
        if found and path is not None:
            kept = path.with_name(f"{path.name}.schema{found}")
            if not kept.exists():
                await connection.execute_fetchall("VACUUM INTO ?", (str(kept),))
        await connection.executescript(script)


async def _figure(connection: aiosqlite.Connection, name: str, default: int) -> int:
    rows = await connection.execute_fetchall("SELECT value FROM figures WHERE name = ?", (name,))
    return _figure_of(list(rows), name, default)


def _figure_of(rows: Sequence[Any], name: str, default: int) -> int:
    """Return a figure as it was read. Raises ``StoreError`` if it is none: SQLite keeps any type anywhere."""
    value = rows[0][0] if rows else default
    if not isinstance(value, int):
        raise StoreError(f"the database is damaged: the figure {name} is no number")
    return value


async def _check_writable(connection: aiosqlite.Connection, next_table: int) -> None:
    """Write what stands there already: SQLite opens a file for reading only without a word."""
    await connection.execute(sql.UPSERT_FIGURE, ("next_table", next_table))
    await connection.commit()


async def _answer(done: asyncio.Future[Any], work: Callable[[], Awaitable[Any]]) -> None:
    try:
        result = await work()
    except Exception as error:  # the queue must live on, whatever was asked
        damaged = getattr(error, "sqlite_errorcode", 0) & 0xFF in DAMAGE_CODES
        _fail(done, DamagedDataError(str(error)) if damaged else StoreError(str(error)))
    else:
        if not done.done():
            done.set_result(result)


def _fail(done: asyncio.Future[Any], error: StoreError) -> None:
    if not done.done():
        done.set_exception(error)
