"""Write all waiting commits to PostgreSQL at once, each table's row locked and its version compared."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.store.api import ConflictError, StoreError
from bot.store.postgres.pool import PostgresPool
from bot.store.rows import LogRow, TableCommit, TableRow

if TYPE_CHECKING:
    from asyncpg import Connection, Record

log = logging.getLogger(__name__)

MAX_BATCH_COMMITS = 256
"""Steps saved by one transaction at most."""

# In the order of their ids, so that two processes never wait for each other in a circle.
SQL_LOCK_TABLES = "SELECT id, edition FROM tables WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE"
SQL_INSERT_TABLES = (
    "INSERT INTO tables (id, channel, guild, live, revision, wake, body, snapshot, edition) "
    "SELECT g.*, 1 FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[], $5::bigint[], "
    "$6::bigint[], $7::bytea[], $8::bytea[]) AS g"
)
SQL_UPDATE_TABLES = (
    "UPDATE tables t SET channel = g.channel, guild = g.guild, live = g.live, revision = g.revision, "
    "wake = g.wake, body = g.body, snapshot = g.snapshot, edition = t.edition + 1 "
    "FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[], $5::bigint[], $6::bigint[], "
    "$7::bytea[], $8::bytea[]) AS g (id, channel, guild, live, revision, wake, body, snapshot) "
    "WHERE t.id = g.id"
)
SQL_INSERT_LOG = (
    "INSERT INTO log (table_id, revision, press, person, kind, body, events, at) "
    "SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[], "
    "$7::bytea[], $8::bigint[])"
)
SQL_SELECT_LOG_LINE = (
    "SELECT table_id, revision, press, person, kind, body, events, at FROM log "
    "WHERE table_id = $1 AND revision = $2"
)
SQL_SELECT_EDITION = (
    "SELECT id, channel, guild, live, revision, wake, body, snapshot FROM tables "
    "WHERE id = $1 AND edition = $2"
)
SQL_UNSEAT_USERS = "UPDATE sitters SET seated = false WHERE table_id = ANY($1::bigint[])"
SQL_SEAT_USERS = (
    "INSERT INTO sitters (table_id, person, seated) "
    "SELECT g.*, true FROM unnest($1::bigint[], $2::bigint[]) AS g "
    "ON CONFLICT (person, table_id) DO UPDATE SET seated = true"
)
SQL_INSERT_DEFINITIONS = (
    "INSERT INTO definitions (digest, body) SELECT * FROM unnest($1::text[], $2::bytea[]) "
    "ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class _Job:
    commit: TableCommit
    done: asyncio.Future[None]


class PostgresWriter:
    """Saves what is waiting whenever the save before is done."""

    def __init__(self, pool: PostgresPool) -> None:
        self._pool = pool
        self._waiting: list[_Job] = []
        self._task: asyncio.Task[None] | None = None

    async def save(self, commit: TableCommit) -> None:
        """Return once the commit is on disk. Raises ``ConflictError`` if somebody else wrote first."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Job(commit, done))
        if self._task is None:
            self._task = asyncio.create_task(self._work(), name="store writer")
        await done

    def waiting(self) -> int:
        """Return how many commits wait."""
        return len(self._waiting)

    async def wait_idle(self) -> None:
        """Return once nothing waits."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        while self._waiting:
            jobs: dict[int, _Job] = {}
            later: list[_Job] = []
            for job in self._waiting:
                fits = len(jobs) < MAX_BATCH_COMMITS and job.commit.table.id not in jobs
                if fits:
                    jobs[job.commit.table.id] = job
                else:
                    later.append(job)
            self._waiting = later
            await self._save(list(jobs.values()))
        self._task = None

    async def _save(self, jobs: list[_Job]) -> None:
        """Save all jobs in one transaction; if that fails, each by itself: one must not spoil others."""
        try:
            late = await self._write([job.commit for job in jobs])
        except Exception as error:
            again = len(jobs) > 1 and not self._pool.closed
            for job in jobs:
                if not again:
                    self._fail(job, error)
                elif isinstance(error, ConflictError):
                    await self._save([job])
                else:
                    await self._save_again(job)
            return
        for job in jobs:
            if job.commit.table.id in late:
                self._fail(job, _late_error(job))
            else:
                _succeed(job)

    async def _save_again(self, job: _Job) -> None:
        """Save a job of a batch that failed, perhaps only because the server's answer was lost."""
        try:
            try:
                if await self._write([job.commit]):
                    raise _late_error(job)
            except ConflictError:
                # Nobody else but the batch itself may have been first.
                if not await _is_saved(self._pool, job.commit):
                    raise
        except Exception as error:
            self._fail(job, error)
        else:
            _succeed(job)

    async def _write(self, commits: list[TableCommit]) -> set[int]:
        """Write commits in one transaction; return the tables whose commit came too late."""
        async with self._pool.transaction() as connection:
            return await write_commits(connection, commits)

    def _fail(self, job: _Job, error: Exception) -> None:
        if not isinstance(error, ConflictError):
            log.error("could not save: %s", error)
        if not job.done.done():
            job.done.set_exception(
                error if isinstance(error, StoreError) else StoreError(type(error).__name__)
            )


async def write_commits(connection: Connection[Record], commits: list[TableCommit]) -> set[int]:
    """Write commits of different tables; return the tables whose commit came too late.

    A commit counts if it was made from the version that the row still has. Locking the rows first makes
    looking and writing one thing.
    """
    held = {
        row["id"]: row["edition"]
        for row in await connection.fetch(SQL_LOCK_TABLES, [s.table.id for s in commits])
    }
    good = [commit for commit in commits if held.get(commit.table.id, 0) == commit.table.row_version]
    opened = [commit.table for commit in good if commit.table.id not in held]
    changed = [commit.table for commit in good if commit.table.id in held]
    if opened:
        await connection.execute(SQL_INSERT_TABLES, *_columns(map(_table_values, opened), 8))
    if changed:
        await connection.execute(SQL_UPDATE_TABLES, *_columns(map(_table_values, changed), 8))
    if lines := [_log_values(commit.log) for commit in good if commit.log is not None]:
        await connection.execute(SQL_INSERT_LOG, *_columns(lines, 8))
    await _write_seats(connection, good)
    if defined := sorted({commit.definitions for commit in good if commit.definitions is not None}):
        await connection.execute(SQL_INSERT_DEFINITIONS, *_columns(defined, 2))
    return {commit.table.id for commit in commits} - {commit.table.id for commit in good}


async def _write_seats(connection: Connection[Record], commits: list[TableCommit]) -> None:
    moved = [commit for commit in commits if commit.users is not None]
    if not moved:
        return
    await connection.execute(SQL_UNSEAT_USERS, [commit.table.id for commit in moved])
    sitting = dict.fromkeys((commit.table.id, user) for commit in moved for user in commit.users or ())
    if sitting:
        await connection.execute(SQL_SEAT_USERS, *_columns(sitting, 2))


def _table_values(row: TableRow) -> tuple[Any, ...]:
    return (row.id, row.channel, row.guild, row.live, row.revision, row.wake, row.body, row.snapshot)


def _log_values(row: LogRow) -> tuple[Any, ...]:
    press = row.interaction_id or None
    return (row.table, row.revision, press, row.user, row.kind, row.body, row.events, row.at)


def _columns(rows: Iterable[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """Turn rows into columns, which is how one statement takes many of them."""
    columns: list[list[Any]] = [[] for _ in range(width)]
    for row in rows:
        for column, value in zip(columns, row, strict=True):
            column.append(value)
    return columns


async def _is_saved(pool: PostgresPool, commit: TableCommit) -> bool:
    """Return True if the database has exactly this commit, of a note only as long as nothing follows it."""
    if commit.log is not None:
        rows = await pool.fetch(SQL_SELECT_LOG_LINE, commit.log.table, commit.log.revision)
        return [tuple(row) for row in rows] == [_log_values(commit.log)]
    rows = await pool.fetch(SQL_SELECT_EDITION, commit.table.id, commit.table.row_version + 1)
    return [tuple(row) for row in rows] == [_table_values(commit.table)]


def _late_error(job: _Job) -> ConflictError:
    return ConflictError(f"table {job.commit.table.id} has been written by somebody else")


def _succeed(job: _Job) -> None:
    if not job.done.done():
        job.done.set_result(None)
