"""What waits to be written to an SQLite file or read from it: one connection, one worker.

SQLite before 3.51.3 can lose commits when two connections write and checkpoint at once, so there is only one.
All writes that wait are saved in a single transaction; reads run between two transactions, never inside one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.store.api import ConflictError, DamagedDataError, StoreError
from bot.store.files.database_file import OpenedFile
from bot.store.files.new_file import give_name, sync, take_after
from bot.store.results import Statement
from bot.store.sqlite import sql
from bot.store.sqlite.connection import SqliteConnection, check_writable, copy_open, prepare
from bot.store.sqlite.errors import FILE_ERRORS, hits_everybody, is_damage
from bot.store.statements import in_sqlite

log = logging.getLogger(__name__)

MAX_BATCH_JOBS = 256
"""Steps saved by one transaction at most."""


@dataclass(frozen=True, slots=True)
class _Write:
    writes: tuple[Statement, ...]
    done: asyncio.Future[None]


@dataclass(frozen=True, slots=True)
class _Read:
    query: str
    values: tuple[Any, ...]
    done: asyncio.Future[Any]


class SqliteQueue:
    """Writes to a prepared connection and reads from it; a read sees all writes asked for before."""

    def __init__(self, connection: SqliteConnection, file: OpenedFile | None = None) -> None:
        """Take over the connection and the file's lock; a database in memory has no file."""
        self.connection = connection
        self._file = file
        self._jobs: asyncio.Queue[_Write | _Read | None] = asyncio.Queue()
        self._closed = False
        self.failing = False
        """True from a save that failed on, until ``check_saving`` has saved as much as a move does."""
        self._worker = asyncio.create_task(self._work(), name="store writer")

    async def close(self) -> None:
        """Finish what waits, then let go of the file; one that was deleted is written again."""
        if self._closed:
            return
        self._closed = True
        self._jobs.put_nowait(None)
        await self._worker
        if self._file and (fault := self._file.look()) and fault.missing:
            await self._write_again(self._file)
        await self.connection.close()
        if self._file:
            self._file.lock.release()

    def waiting(self) -> int:
        """Return how much waits to be written or read."""
        return self._jobs.qsize()

    async def write(self, *writes: Statement) -> None:
        """Save all of these statements or none. Raises ``StoreError``."""
        if self._closed:
            raise StoreError("the store is closed")
        if not writes:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(_Write(writes, done))
        await done

    async def fetch(self, query: str, *values: Any) -> Sequence[Any]:
        """Return the rows of a query. Raises ``StoreError``."""
        if self._closed:
            raise StoreError("the store is closed")
        done: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait(_Read(query, values, done))
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
                    await self._answer(job)

    async def _answer(self, job: _Read) -> None:
        try:
            rows = await self.connection.fetch(in_sqlite(job.query), *job.values)
        except Exception as error:  # the queue must live on, whatever was asked
            _fail(job.done, DamagedDataError(str(error)) if is_damage(error) else StoreError(str(error)))
        else:
            if not job.done.done():
                job.done.set_result(rows)

    async def _save(self, jobs: list[_Write]) -> None:
        """Save all jobs in one transaction; if one may be the reason why that fails, each by itself."""
        if not jobs:
            return
        if self._file and (fault := self._file.look()):
            for job in jobs:
                _fail(job.done, StoreError(fault.text))
            if fault.missing:
                await self._write_again(self._file)
            return
        try:
            await self._transact([write for job in jobs for write in job.writes])
        except Exception as error:  # also what is no SQLite error, such as a number beyond 64 bits
            if len(jobs) > 1 and not hits_everybody(error):
                for job in jobs:
                    await self._save([job])
            elif isinstance(error, (sqlite3.IntegrityError, ConflictError)):
                _fail(jobs[0].done, ConflictError(str(error)))
            else:  # once for all: a locked file is waited for, by each for seconds
                log.error("could not save: %s", error)
                self.failing = True
                for job in jobs:
                    _fail(job.done, StoreError(str(error)))
        else:
            for job in jobs:
                if not job.done.done():
                    job.done.set_result(None)

    async def _write_again(self, file: OpenedFile) -> None:
        """Write all that the open connection still has of a deleted file under its name again.

        What fails is tried again with the next save.
        """
        path = file.path
        try:
            async with copy_open(self.connection, path.parent) as copy:
                take_after(copy, file.seen)
                # A log that is left is that of the old file: the new one must find it empty.
                ((busy, *_),) = await self.connection.fetch("PRAGMA wal_checkpoint(TRUNCATE)")
                if busy:
                    raise StoreError("another process reads it")
                found = path.stat() if path.exists() else None
                if found and (os.path.samestat(found, file.seen) or file.is_former(found)):
                    copy.replace(path)  # only its log was deleted, or an older state was put back
                else:
                    give_name(copy, path)
            sync(path.parent)
            await self.connection.close()
            self.connection = await SqliteConnection.open(path)
            await prepare(self.connection, path)
            await check_writable(self.connection)
            self._file = OpenedFile(path, file.lock, file)
        except (*FILE_ERRORS, ValueError, StoreError) as error:
            log.error("%s could not be written again: %s", path, error)
        else:
            log.warning("%s was written again, with everything that was saved", path)

    async def _transact(self, writes: list[Statement]) -> None:
        """Run statements in one transaction, which the first of them begins."""

        def run(file: sqlite3.Connection) -> None:
            try:
                for statement, values in writes:
                    done = file.execute(in_sqlite(statement), values)
                    if statement in sql.MUST_CHANGE and not done.rowcount:
                        raise ConflictError("the table is gone, or a note was made from an older revision")
                file.commit()
            except BaseException:
                file.rollback()
                raise

        await self.connection.run(run)


def _fail(done: asyncio.Future[Any], error: StoreError) -> None:
    if not done.done():
        done.set_exception(error)
