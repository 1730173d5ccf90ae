"""What a process has asked the server to save without ever hearing that it did.

A connection may break, or time run out, when a transaction is committed already. What it has changed is then
in the database, but not in the memory of the process that keeps these tables, and nobody would look after
them. So the next heartbeat finds out.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from bot.store.postgres.writer import SQL_HOME_SHARD, WHO_HEARS
from bot.store.rows import TableRow

if TYPE_CHECKING:
    from asyncpg import Connection, Record

SQL_READ_NOTICES = "DELETE FROM notices WHERE process = $1 RETURNING table_id, word"
SQL_READ_OPEN_NOTICES = (
    "DELETE FROM notices n USING tables t WHERE n.process = $1 AND t.id = n.table_id "
    f"AND {SQL_HOME_SHARD} = ANY($2::integer[]) RETURNING n.table_id, n.word"
)
SQL_SELECT_EDITIONS = "SELECT id, edition FROM tables WHERE id = ANY($1::bigint[])"
# A transaction gets its number before it is committed. A heartbeat that began after an answer was lost has a
# higher one; if that is the lowest of all at work, the lost transaction is over, one way or the other.
SQL_IS_SETTLED = "SELECT pg_snapshot_xmin(pg_current_snapshot()) = pg_current_xact_id()"
SQL_MISSING_TABLES = (
    "SELECT t.id, t.channel, t.guild, t.wake FROM tables t WHERE t.live AND t.keeper = $1 "
    "AND NOT EXISTS (SELECT 1 FROM unnest($2::bigint[]) AS known (id) WHERE known.id = t.id) ORDER BY t.id"
)


class UnconfirmedWrites:
    """Remembers what may have been saved, until a heartbeat has found out.

    Around each heartbeat's transaction stand ``begin`` and ``end``; ``end`` is left out if it fails.
    """

    def __init__(self) -> None:
        self._commits: dict[tuple[int, int], int] = {}
        """For each table and the row version that a commit was made from, a number that is new each time."""
        self._numbers = count()
        self._asked: dict[tuple[int, int], int] = {}
        self._resolved: set[tuple[int, int]] = set()
        self._notices: list[tuple[int, str]] = []
        self._awaits_answer = False
        self._last_was_lost = False

    def add(self, row: TableRow) -> None:
        """Note that a commit has failed, perhaps only because its answer was lost."""
        self._commits[row.id, row.row_version] = next(self._numbers)

    def begin(self) -> bool:
        """Begin a heartbeat; return True if the answer to the last one was lost."""
        self._last_was_lost, self._awaits_answer = self._awaits_answer, True
        # What is added from now on may belong to a transaction that is younger than the heartbeat's.
        self._asked, self._resolved = dict(self._commits), set()
        return self._last_was_lost

    async def read_notices(
        self, connection: Connection[Record], process: int, serving: list[int], shard_count: int
    ) -> list[tuple[int, str]]:
        """Take the notices for a process, and those for whoever hears what it hears.

        With those that a heartbeat took whose answer was lost.
        """
        rows = await connection.fetch(SQL_READ_NOTICES, process)
        if serving and shard_count:
            rows += await connection.fetch(SQL_READ_OPEN_NOTICES, WHO_HEARS, serving, shard_count)
        self._notices += [(row["table_id"], row["word"]) for row in rows]
        return list(self._notices)

    async def changed_tables(self, connection: Connection[Record]) -> set[int]:
        """Return the tables that have a newer row version than those had from which commits failed."""
        if not self._asked:
            return set()
        # The order matters: what is over by the first statement can be seen by the second.
        settled = await connection.fetchval(SQL_IS_SETTLED)
        rows = await connection.fetch(SQL_SELECT_EDITIONS, sorted({table for table, _ in self._asked}))
        editions = {row["id"]: row["edition"] for row in rows}
        saved = {key for key in self._asked if editions.get(key[0], 0) > key[1]}
        self._resolved = set(self._asked) if settled else saved
        return {table for table, _ in saved}

    async def missing_tables(
        self, connection: Connection[Record], process: int, known: set[int]
    ) -> list[Record]:
        """Return the live tables that a process keeps without knowing, if it may have any."""
        if not self._asked and not self._last_was_lost:
            return []
        return await connection.fetch(SQL_MISSING_TABLES, process, list(known))

    def end(self) -> None:
        """Note that the heartbeat was saved."""
        for key in self._resolved:
            if self._commits[key] == self._asked[key]:
                del self._commits[key]
        self._notices.clear()
        self._awaits_answer = False
