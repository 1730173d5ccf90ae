"""Repairing the single figures of a database: they follow from its tables."""

from __future__ import annotations

import sqlite3

from bot.operations.repair_rows import facts_of
from bot.store.statements import UPSERT_FIGURE, in_sqlite

MAX_TABLE = 2**40
"""No bot has ever had as many tables: a number above that is damaged."""

MAX_LEAP = 10_000
"""How far above the tables that can be believed a number is passed over nevertheless."""


def mend_figures(connection: sqlite3.Connection, repaired: list[str]) -> None:
    """Make the figures again that are missing or cannot be."""
    figures = dict(connection.execute("SELECT name, value FROM figures"))
    next_table = _next_table(connection)
    if not next_table <= figures.get("next_table", 1) <= MAX_TABLE:
        connection.execute(in_sqlite(UPSERT_FIGURE), ("next_table", next_table))
        repaired.append(f"the next table is {next_table}")
    ((wake,),) = connection.execute("SELECT min(wake) FROM tables WHERE live")
    if "uptime" not in figures and wake is not None:
        # Just before the first deadline: nobody loses time, and nobody waits for long.
        connection.execute(in_sqlite(UPSERT_FIGURE), ("uptime", max(0, wake - 1)))
        repaired.append("the bot's time goes on just before the first deadline")


def _next_table(connection: sqlite3.Connection) -> int:
    """Return the number that follows all tables: one damaged number must not lead far away from them.

    Rows that nobody believes keep their numbers as well where these are near.
    """
    nearest = max((number for number in _believed(connection) if number <= MAX_TABLE), default=0)
    ((highest,),) = connection.execute(
        "SELECT max(n) FROM (SELECT id AS n FROM tables UNION SELECT table_id FROM log "
        "UNION SELECT table_id FROM results) WHERE n <= ?",
        (nearest + MAX_LEAP,),
    )
    return max(nearest, highest or 0) + 1


def _believed(connection: sqlite3.Connection) -> set[int]:
    """Return the numbers of tables that are there twice: in the facts beside them, or in several rows."""
    found = {
        number
        for (number,) in connection.execute(
            "SELECT table_id FROM log GROUP BY table_id HAVING count(*) > 1 "
            "UNION SELECT table_id FROM results JOIN result_seats USING (table_id)"
        )
    }
    rows = connection.execute("SELECT id, body FROM tables")
    return found | {number for number, body in rows if facts_of(body, number) is not None}
