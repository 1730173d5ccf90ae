"""Repairing single rows, while they lie in tables that refuse nothing: what is no value of its column.

SQLite keeps any type anywhere, and damage can make any of them out of any other. The single figures of a
database follow from its tables.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

from bot.store.statements import UPSERT_FIGURE, in_sqlite
from bot.tables.state import SAVED_TABLE_CODEC, SavedTable
from bot.tables.timing import clock_alarm

_LEFT_OUT = (
    ("log", "of nobody knows which revision", {"table_id": "integer", "revision": "integer"}),
    ("surfaces", "of messages", {"channel": "integer", "message": "integer", "key": "text"}),
    ("sitters", "of seats", {"user": "integer", "table_id": "integer"}),
    ("figures", "of figures", {"name": "text", "value": "integer"}),
    ("definitions", "of card definitions", {"digest": "text", "body": "blob"}),
    ("results", "of results", {"guild": "integer", "ended_at": "integer", "body": "blob"}),
    (
        "result_seats",
        "of results",
        {"table_id": "integer", "seat": "integer", "user": "integer", "body": "blob"},
    ),
)
"""Rows that say nothing once one of these columns is damaged."""

_NOW = "CAST(strftime('%s', 'now') AS INTEGER)"

_SET_RIGHT = (
    ("presses", "log", "press", "'integer', 'null'", "NULL"),
    ("users", "log", "user", "'integer'", "0"),
    ("kinds of requests", "log", "kind", "'text'", "''"),
    ("", "log", "body", "'blob'", "X''"),
    ("", "log", "events", "'blob'", "X''"),
    ("dates", "log", "at", "'integer'", _NOW),
    ("seats", "sitters", "seated", "'integer'", "0"),
    ("messages", "surfaces", "version", "'integer'", "0"),
    ("wishes", "users", "dm_closed_until", "'integer'", "0"),
    ("wishes", "users", "text_only", "'integer'", "0"),
    ("wishes", "users", "text_size", "'integer'", "0"),
    # Who may have wanted no statistics gets none.
    ("wishes", "statistics_wishes", "opted_out", "'integer'", "1"),
    ("wishes", "statistics_wishes", "counts_from", "'integer'", _NOW),
)
"""Columns without which a row still says something: what they hold, their types, and what stands for it.

Without a name: what comes of it is told with the table's log."""

_COLUMNS = ("channel", "guild", "live", "revision", "wake")
"""Columns of a table that repeat its facts."""

MAX_TABLE = 2**40
"""No bot has ever had as many tables: a number above that is damaged."""

MAX_LEAP = 10_000
"""How far above the tables that can be believed a number is passed over nevertheless."""


@dataclass(frozen=True, slots=True)
class _Beside:
    """The columns beside a table's facts, as they were found; ``newest`` is the last revision of its log."""

    found: dict[str, Any]
    newest: int

    @property
    def broken(self) -> set[str]:
        """Return the columns that hold no value of theirs."""
        return {name for name, value in self.found.items() if not _fits(name, value)}


def mend_rows(connection: sqlite3.Connection, repaired: list[str], lost: list[str]) -> None:
    """Repair all rows of salvaged tables, as far as it takes no more than their own facts."""
    for table, what, kinds in _LEFT_OUT:
        wrong = " OR ".join(f"typeof({column}) <> '{kind}'" for column, kind in kinds.items())
        if count := connection.execute(f"DELETE FROM {table} WHERE {wrong}").rowcount:
            repaired.append(f"{count} rows {what} were damaged and are left out")
    for what, table, column, kinds_of_value, instead in _SET_RIGHT:
        wrong = f"typeof({column}) NOT IN ({kinds_of_value})"
        count = connection.execute(f"UPDATE {table} SET {column} = {instead} WHERE {wrong}").rowcount
        if count and what:
            repaired.append(f"{count} {what} were damaged and are blank now")
    _blank_repeated_presses(connection, repaired)
    agreeing = {number for number in _numbers(connection) if _mend_table(connection, number, repaired)}
    _clear_channels(connection, agreeing, lost)


def facts_of(body: Any, number: int) -> SavedTable | None:
    """Read the facts of the table with this number, None where they are damaged or another table's."""
    try:
        kept = SAVED_TABLE_CODEC.decode(body)
    except Exception:  # damaged bytes can be anything
        return None
    return kept if kept.table.id == number else None


def _numbers(connection: sqlite3.Connection) -> list[int]:
    return [number for (number,) in connection.execute("SELECT id FROM tables ORDER BY id")]


def _blank_repeated_presses(connection: sqlite3.Connection, repaired: list[str]) -> None:
    """Blank a press that an earlier row of its table has: one of them is damaged, both moves were made."""
    statement = (
        "UPDATE log SET press = NULL WHERE press IS NOT NULL AND rowid NOT IN "
        "(SELECT min(rowid) FROM log WHERE press IS NOT NULL GROUP BY table_id, press)"
    )
    if count := connection.execute(statement).rowcount:
        repaired.append(f"{count} repeated presses were damaged and are blank now")


def _mend_table(connection: sqlite3.Connection, number: int, repaired: list[str]) -> bool:
    """Write the columns again that repeat a table's facts; return True if they agree with them now."""
    ((*found, body),) = connection.execute(
        f"SELECT {', '.join(_COLUMNS)}, body FROM tables WHERE id = ?", (number,)
    ).fetchall()
    ((newest,),) = connection.execute("SELECT max(revision) FROM log WHERE table_id = ?", (number,))
    beside = _Beside(dict(zip(_COLUMNS, found, strict=True)), newest or 0)
    if body is None:
        connection.execute("UPDATE tables SET body = X'' WHERE id = ?", (number,))
    kept = facts_of(body, number)
    wanted = _unknown(beside) if kept is None else _repeated(beside, kept)
    changed = {name: value for name, value in wanted.items() if beside.found[name] != value}
    for name, value in changed.items():
        connection.execute(f"UPDATE tables SET {name} = ? WHERE id = ?", (value, number))
    if changed:
        told = "is blank now" if kept is None else "follows its facts again"
        repaired.append(f"table {number}: its place, revision or alarm was damaged and {told}")
    return kept is not None and wanted == _right(beside, kept)


def _right(beside: _Beside, kept: SavedTable) -> dict[str, Any]:
    """Return the columns as a table's facts have them; an alarm that is a number is believed."""
    table = kept.table
    wake = clock_alarm(kept.as_state()) if "wake" in beside.broken else beside.found["wake"]
    return dict(
        zip(_COLUMNS, (table.channel, table.guild, int(table.live), table.revision, wake), strict=True)
    )


def _repeated(beside: _Beside, kept: SavedTable) -> dict[str, Any]:
    """Return the columns that a table should have."""
    right = _right(beside, kept)
    ended = kept.table.live and beside.found["live"] == 0  # by somebody, while it could not be read
    if ended or beside.newest > kept.table.revision:
        return beside.found | {name: right[name] for name in beside.broken}
    return right


def _unknown(beside: _Beside) -> dict[str, Any]:
    """Return the columns of a table whose facts cannot be read: its bytes are kept, it holds no channel."""
    blank = {"channel": 0, "guild": 0, "live": 0, "revision": beside.newest, "wake": None}
    return beside.found | {name: blank[name] for name in beside.broken}


def _fits(column: str, value: object) -> bool:
    if column == "wake" and value is None:
        return True
    return value in (0, 1) if column == "live" else isinstance(value, int)


def _clear_channels(connection: sqlite3.Connection, agreeing: set[int], lost: list[str]) -> None:
    """Leave one live table in each channel, best one that agrees with its facts; no other row is dropped."""
    places: dict[int, list[int]] = {}
    for channel, number in connection.execute("SELECT channel, id FROM tables WHERE live ORDER BY id"):
        places.setdefault(channel, []).append(number)
    for numbers in places.values():
        kept = max(numbers, key=lambda number: (number in agreeing, number))
        for number in numbers:
            if number != kept:
                connection.execute("UPDATE tables SET live = 0, wake = NULL WHERE id = ?", (number,))
                lost.append(
                    f"table {number}: it contradicts table {kept}, which is live in the same channel; "
                    "it counts as ended, its bytes are kept"
                )


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
