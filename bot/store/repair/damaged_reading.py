"""Reading a table of a damaged SQLite file: every row to which any way leads.

A table is read from its beginning up to the damage, then from its end back to it. Behind each damaged place
reading goes on at the nearest key from which SQLite finds its way, in both directions. What is still missing
is looked for through the indexes, row by row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase, digits
from typing import Any, Literal

from bot.store.files.database_file import readable_text
from bot.store.repair.loose_tables import Row
from bot.store.sqlite.errors import READ_ERRORS

Direction = Literal["ASC", "DESC"]

MAX_KEY = 2**63 - 1
MAX_TRIES = 50_000
"""How often a table is tried in vain, which takes a second or two."""


class RawText(bytes):
    """A text as it lies in the file; a source has to have this as its ``text_factory``."""


@dataclass(frozen=True, slots=True)
class TableShape:
    """What has to be known of a table in order to find its rows.

    ``kinds`` are the types of its columns. ``key`` is what rows are ordered by: the table's key, or the
    number that SQLite gives each row. ``indexes`` are those that know every row, each with its first column.
    """

    name: str
    kinds: tuple[str, ...]
    key: tuple[str, ...]
    has_numbers: bool
    indexes: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, expected: sqlite3.Connection, name: str) -> TableShape:
        """Look at a table of the schema that a file should have."""
        ((made_by,),) = expected.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (name,)).fetchall()
        indexes = expected.execute(
            "SELECT l.name, i.name FROM pragma_index_list(?) l, pragma_index_info(l.name) i "
            "WHERE l.origin = 'c' AND NOT l.partial AND i.seqno = 0",
            (name,),
        ).fetchall()
        columns = expected.execute("SELECT type FROM pragma_table_info(?)", (name,))
        kinds = tuple(kind for (kind,) in columns)
        if "WITHOUT ROWID" not in made_by:
            return cls(name, kinds, ("rowid",), has_numbers=True, indexes=tuple(indexes))
        key = expected.execute("SELECT name, type FROM pragma_table_info(?) WHERE pk ORDER BY pk", (name,))
        names, types = zip(*key, strict=True)
        return cls(name, kinds, names, has_numbers=types[0] == "INTEGER", indexes=tuple(indexes))


class RowReader:
    """Reads a table. Afterwards ``unreadable`` and ``lost`` say what it could not read.

    ``lost`` are the keys of rows that an index knows. ``retyped`` counts values that were texts in the place
    of bytes, or bytes in the place of texts: one bit decides which, and the bytes are the same.
    """

    def __init__(self, source: sqlite3.Connection, shape: TableShape) -> None:
        self.unreadable = False
        self.lost: list[Row] = []
        self.retyped = 0
        self._source = source
        self._shape = shape
        self._seen: set[Row] = set()
        self._last: dict[Direction, int] = {"ASC": 0, "DESC": MAX_KEY}
        self._tries = 0

    def rows(self) -> Iterator[Row]:
        """Yield every row that can be read, once."""
        for direction in ("ASC", "DESC"):
            if (yield from self._fetch(direction)):
                return
            self.unreadable = True
        if self._shape.has_numbers:
            yield from self._behind_damage("ASC")
            yield from self._behind_damage("DESC")
        else:
            yield from self._by_beginnings()
        yield from self._by_indexes()

    def _behind_damage(self, direction: Direction) -> Iterator[Row]:
        """Go on behind one damaged place after the other, up to the table's end."""
        at = self._last[direction]
        while self._tries < MAX_TRIES:
            start = self._next_readable(at, direction)
            if start is None:
                return
            compare = ">=" if direction == "ASC" else "<="
            if (yield from self._fetch(direction, f"{self._shape.key[0]} {compare} ?", (start,))):
                return
            self._tries += 1
            pick = max if direction == "ASC" else min
            at = pick(start, self._last[direction])

    def _next_readable(self, at: int, direction: Direction) -> int | None:
        """Return the nearest key behind ``at`` that SQLite can look for; None if there is none."""
        sign, limit = (1, MAX_KEY) if direction == "ASC" else (-1, 0)
        step, bad = 1, at
        while bad != limit:
            good = min(at + step, limit) if sign > 0 else max(at - step, limit)
            if self._can_seek(good, direction):
                break
            bad, step = good, step * 2
        else:
            return None
        while abs(good - bad) > 1:
            middle = (good + bad) // 2
            if self._can_seek(middle, direction):
                good = middle
            else:
                bad = middle
        return good

    def _can_seek(self, key: int, direction: Direction) -> bool:
        first, compare = self._shape.key[0], ">=" if direction == "ASC" else "<="
        try:
            self._source.execute(
                f"SELECT {first} FROM {self._shape.name} NOT INDEXED WHERE {first} {compare} ? "
                f"ORDER BY {first} {direction} LIMIT 1",
                (key,),
            ).fetchall()
        except READ_ERRORS:
            self._tries += 1
            return False
        return True

    def _by_beginnings(self) -> Iterator[Row]:
        """Look for keys that are words by how they begin: nobody can count from one to the next."""
        first = self._shape.key[0]
        for beginning in map("".join, product(digits + ascii_lowercase, repeat=2)):
            after = beginning[0] + chr(ord(beginning[1]) + 1)
            within = f"{first} >= ? AND {first} < ?"
            if not (yield from self._fetch("ASC", within, (beginning, after))):
                yield from self._fetch("DESC", within, (beginning, after))

    def _by_indexes(self) -> Iterator[Row]:
        where = " AND ".join(f"{name} IS ?" for name in self._shape.key)
        for values in sorted(self._keys_in_indexes() - self._seen, key=repr):
            if not (yield from self._fetch("ASC", where, values)):
                self.lost.append(values)

    def _keys_in_indexes(self) -> set[Row]:
        """Return the keys of all rows that an index still knows."""
        found: set[Row] = set()
        listed = ", ".join(self._shape.key)
        for name, column in self._shape.indexes:
            for direction in ("ASC", "DESC"):
                query = (
                    f"SELECT {listed} FROM {self._shape.name} INDEXED BY {name} ORDER BY {column} {direction}"
                )
                with suppress(*READ_ERRORS):
                    for key in self._source.execute(query):
                        found.add(tuple(_plain(value) for value in key))
        return found

    def _fetch(self, direction: Direction, where: str = "1", values: Row = ()) -> Generator[Row, None, bool]:
        """Yield the new ones among some rows, up to the first damage; return True if there was none."""
        key, count = self._shape.key, 0
        order = ", ".join(f"{name} {direction}" for name in key)
        query = (
            f"SELECT {', '.join(key)}, * FROM {self._shape.name} NOT INDEXED WHERE {where} ORDER BY {order}"
        )
        try:
            for row in self._source.execute(query, values):
                count += 1
                yield from self._if_new(row, direction)
        except READ_ERRORS:
            # Python looks one row ahead, and drops a row when the next one cannot be read.
            with suppress(*READ_ERRORS):
                for row in self._source.execute(f"{query} LIMIT 1 OFFSET {count}", values):
                    yield from self._if_new(row, direction)
            return False
        return True

    def _if_new(self, row: Row, direction: Direction) -> Iterator[Row]:
        key = tuple(_plain(value) for value in row[: len(self._shape.key)])
        if isinstance(key[0], int):
            self._last[direction] = key[0]
        if key not in self._seen:
            self._seen.add(key)
            values = row[len(key) :]
            yield tuple(self._as_kind(*pair) for pair in zip(values, self._shape.kinds, strict=True))

    def _as_kind(self, value: Any, kind: str) -> Any:
        if kind == "BLOB" and isinstance(value, RawText):
            self.retyped += 1
            return bytes(value)
        if kind == "TEXT" and type(value) is bytes:
            with suppress(UnicodeDecodeError):
                text = value.decode()
                self.retyped += 1
                return text
        return _plain(value)


def _plain(value: Any) -> Any:
    return readable_text(value) if isinstance(value, RawText) else value
