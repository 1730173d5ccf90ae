"""What is read of a damaged file, and which file is none of ours."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.operations.exit_codes import ExitCode
from bot.operations.repair import repair
from bot.store.api import StoreError
from bot.store.repair.salvage import digest_of_tables
from cards.kernel.codec import digest
from cards.registry import GameRegistry
from tests.bot.tables.damage import copied, make_sound_file
from tests.bot.tables.tiny import TINY_MODULE

PAGE_BYTES = 4096
GAMES = GameRegistry((TINY_MODULE,))


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with three games that have begun."""
    return make_sound_file(tmp_path_factory.mktemp("sound"))


def overwrite(path: Path, found: bytes, other: bytes) -> None:
    """Write something else over bytes that are in a file once."""
    raw = path.read_bytes()
    assert raw.count(found) == 1
    assert len(found) == len(other)
    path.write_bytes(raw.replace(found, other))


@pytest.mark.parametrize(
    "entry",
    [
        b"CREATE INDEX sitters_by_table",
        b"CREATE UNIQUE INDEX one_live_table",
        b"CREATE TABLE tables",
        b"CREATE TABLE log",
        b"CREATE TABLE figures",
    ],
)
def test_a_damaged_entry_of_the_schema_costs_no_row(sound_file: Path, tmp_path: Path, entry: bytes) -> None:
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    overwrite(path, entry, entry.replace(b"CREATE", b"CRXATE"))
    found = repair(path, GAMES)
    assert found.lost == []
    assert "written again: 3 tables, 15 log" in str(found.repaired)
    assert digest_of_tables(path) == digest_of_tables(healthy)


@pytest.mark.parametrize("start", [1500, 2000, 2250, 3250])
def test_a_damaged_part_of_the_schema_is_read_around(sound_file: Path, tmp_path: Path, start: int) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    with path.open("r+b") as file:
        file.seek(start)
        file.write(Random(f"schema/{start}").randbytes(100))
    found = repair(path, GAMES)
    assert "3 tables" in str(found.repaired) or "15 log" in str(found.repaired)


@pytest.mark.parametrize(
    ("start", "data"), [(100, bytes(8)), (108, b"\xff" * 16), (100, b"\xa5" * (PAGE_BYTES - 100))]
)
def test_a_schema_that_is_gone_is_no_reason_for_an_empty_database(
    sound_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: int, data: bytes
) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    with path.open("r+b") as file:
        file.seek(start)
        file.write(data)
    damaged = path.read_bytes()
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("KICKDOOR_DATABASE", str(path))
    assert main(["doctor", "--repair"]) == ExitCode.DATABASE_UNUSABLE
    assert path.read_bytes() == damaged
    assert {file.name for file in path.parent.iterdir()} == {"games.db", "games.db.lock"}


def test_a_file_that_is_cut_off_is_read_up_to_there(sound_file: Path, tmp_path: Path) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE later (x)")
        connection.execute("INSERT INTO later VALUES (zeroblob(20000))")
        connection.execute("DROP TABLE later")
        ((pages,),) = connection.execute("PRAGMA page_count")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    healthy = copied(path, tmp_path / "healthy")
    with path.open("r+b") as file:
        file.truncate((pages - 3) * PAGE_BYTES)
    found = repair(path, GAMES)
    assert "written again: 3 tables, 15 log" in str(found.repaired)
    assert found.lost == []
    assert digest_of_tables(path) == digest_of_tables(healthy)


def test_a_file_without_a_readable_game_is_left_as_it_is(sound_file: Path, tmp_path: Path) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    with closing(sqlite3.connect(path)) as connection:
        roots = [
            root
            for (root,) in connection.execute(
                "SELECT rootpage FROM sqlite_schema WHERE tbl_name IN ('tables', 'log')"
            )
        ]
    with path.open("r+b") as file:
        for root in roots:
            file.seek((root - 1) * PAGE_BYTES)
            file.write(bytes(PAGE_BYTES))
    damaged = path.read_bytes()
    with pytest.raises(StoreError, match="no readable game"):
        repair(path, GAMES)
    assert path.read_bytes() == damaged


Values = tuple[object, ...]

MANY_ROWS: dict[str, tuple[str, Callable[[int], Values]]] = {
    "users": ("id", lambda number: (1000 * number + 4 * 10**15, 0, 1, 2)),
    "statistics_wishes": ("user", lambda number: (1000 * number + 4 * 10**15, 1, 0)),
    "surfaces": ("table_id", lambda number: (number, "table", 5, 6, 7)),
    "result_seats": ("table_id", lambda number: (number, 0, 8, b"{}")),
    "definitions": ("digest", lambda number: (digest(b"%d" % number), b"{}" * 10)),
}
"""Tables without and with a full index: the key and a row of each."""


def leaf_pages(path: Path, root: int) -> list[int]:
    """Return the pages below the root of a tree that has two levels, in the order of their rows."""
    page = path.read_bytes()[(root - 1) * PAGE_BYTES : root * PAGE_BYTES]
    assert page[0] in (2, 5), "the root is an inner page"
    (cells,) = struct.unpack_from(">H", page, 3)
    places = struct.unpack_from(f">{cells}H", page, 12)
    return [struct.unpack_from(">I", page, place)[0] for place in places]


def keys_read_singly(path: Path, table: str, key: str, wanted: list[object]) -> set[object]:
    """Return which keys lead to a row, one question for each."""
    found = set[object]()
    with closing(sqlite3.connect(path)) as connection:
        for value in wanted:
            with suppress(sqlite3.DatabaseError):
                for row in connection.execute(f"SELECT * FROM {table} WHERE {key} = ?", (value,)):
                    found.add(row[0])
    return found


@pytest.mark.parametrize("table", MANY_ROWS)
def test_rows_between_damaged_pages_are_read(sound_file: Path, tmp_path: Path, table: str) -> None:
    """Whatever a question for its key finds is in the repaired file, too."""
    path = copied(sound_file, tmp_path / "damaged")
    key, make = MANY_ROWS[table]
    made = [make(number) for number in range(10, 810 if table == "definitions" else 3010)]
    with closing(sqlite3.connect(path)) as connection:
        connection.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(made[0]))})", made)
        connection.commit()
        ((root,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    leaves = leaf_pages(path, root)
    with path.open("r+b") as file:
        for leaf in (leaves[1], leaves[2], leaves[-5], leaves[-2]):
            file.seek((leaf - 1) * PAGE_BYTES)
            file.write(bytes(PAGE_BYTES))
    wanted = [row[0] for row in made]
    readable = keys_read_singly(path, table, key, wanted)
    assert len(made) // 4 < len(readable) < len(made)
    found = repair(path, GAMES)
    assert keys_read_singly(path, table, key, wanted) >= readable
    assert f"{table}: a part of it cannot be read; there may have been more rows" in found.lost


@pytest.mark.parametrize("version", [1, 3])
@pytest.mark.parametrize("name", ["notes", "log"])
def test_another_programs_damaged_file_is_left_as_it_is(tmp_path: Path, version: int, name: str) -> None:
    path = tmp_path / "notes.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"CREATE TABLE {name} (id INTEGER PRIMARY KEY, t TEXT)")
        connection.executemany(f"INSERT INTO {name} (t) VALUES (?)", [("x" * 500,)] * 50)
        connection.execute(f"PRAGMA user_version = {version}")
    with path.open("r+b") as file:
        file.seek(3 * PAGE_BYTES)
        file.write(bytes(PAGE_BYTES))
    damaged = path.read_bytes()
    with pytest.raises(StoreError, match="not a Kickdoor database"):
        repair(path, GAMES)
    assert path.read_bytes() == damaged
