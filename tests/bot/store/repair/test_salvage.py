"""What is read of a damaged file, and which file is none of ours."""

import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from bot.operations.repair import repair
from bot.store.api import StoreError
from bot.store.repair.recovering import ProgramMissingError
from cards.kernel.codec import digest
from cards.registry import GameRegistry
from tests.bot.tables.damage import copied, digest_of_tables, make_sound_file, needs_sqlite_program
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


@needs_sqlite_program
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


@needs_sqlite_program
@pytest.mark.parametrize("start", [1500, 2000, 2250, 3250])
def test_a_damaged_part_of_the_schema_is_read_around(sound_file: Path, tmp_path: Path, start: int) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    with path.open("r+b") as file:
        file.seek(start)
        file.write(Random(f"schema/{start}").randbytes(100))
    found = repair(path, GAMES)
    assert "3 tables" in str(found.repaired) or "15 log" in str(found.repaired)


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


@needs_sqlite_program
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


@needs_sqlite_program
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


FIRST_PAGES: dict[str, tuple[int, bytes]] = {
    "zeroed": (0, bytes(PAGE_BYTES)),
    "noise": (0, Random("page").randbytes(PAGE_BYTES)),
    "header": (0, Random("header").randbytes(100)),
    "tree": (100, bytes(8)),
    "entries": (108, b"\xff" * 16),
    "list": (100, b"\xa5" * (PAGE_BYTES - 100)),
}
"""What is written over the first page, which holds the header and the list of tables, and where."""


@needs_sqlite_program
@pytest.mark.parametrize("damage", FIRST_PAGES)
def test_without_its_first_page_a_file_comes_back_whole(
    sound_file: Path, tmp_path: Path, damage: str
) -> None:
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    start, data = FIRST_PAGES[damage]
    with path.open("r+b") as file:
        file.seek(start)
        file.write(data)
    found = repair(path, GAMES)
    assert found.lost == []
    assert "3 tables, 15 log" in str(found.repaired)
    assert digest_of_tables(path) == digest_of_tables(healthy)


@needs_sqlite_program
def test_rows_of_a_table_without_a_root_are_told_apart(sound_file: Path, tmp_path: Path) -> None:
    """Each page below it is then one that belongs to nothing."""
    path = copied(sound_file, tmp_path / "damaged")
    with closing(sqlite3.connect(path)) as connection:
        made = [MANY_ROWS["users"][1](number) for number in range(10, 3010)]
        connection.executemany("INSERT INTO users VALUES (?,?,?,?)", made)
        connection.commit()
        ((root,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'users'")
    healthy = copied(path, tmp_path / "healthy")
    with path.open("r+b") as file:
        file.seek((root - 1) * PAGE_BYTES)
        file.write(bytes(PAGE_BYTES))
    assert "users: a part of it cannot be read; there may have been more rows" in repair(path, GAMES).lost
    assert digest_of_tables(path) == digest_of_tables(healthy)


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


@needs_sqlite_program
def test_nothing_that_a_damaged_file_says_is_run(
    sound_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what stands in its list of tables or in its texts, nor the settings of who repairs it."""
    path, ran = copied(sound_file, tmp_path / "damaged"), tmp_path / "ran"
    words = f"\n.shell touch {ran}\n'); ATTACH '{ran}' AS x; CREATE TABLE x.y (z); --\n.output {ran}\n;"
    (tmp_path / ".sqliterc").write_text(f".shell touch {ran}\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE log SET kind = ? WHERE table_id = 2 AND revision = 2", (words,))
        connection.execute("CREATE VIEW wide AS SELECT writefile('ran', 'x'), * FROM log")
        connection.execute("CREATE TRIGGER last AFTER INSERT ON log BEGIN DELETE FROM tables; END")
        ((root,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'users'")
    with path.open("r+b") as file:
        file.seek((root - 1) * PAGE_BYTES)
        file.write(b"\xa5" * PAGE_BYTES)
    assert "3 tables, 15 log" in str(repair(path, GAMES).repaired)
    assert not ran.exists()
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger')")
        names = found.fetchall()
        kinds = connection.execute("SELECT kind FROM log WHERE table_id = 2 AND revision = 2").fetchall()
    assert (names, kinds) == ([], [(words,)])


@pytest.mark.parametrize("version", ["", "3.40.1 2022-12-28 14:03:47", "nonsense"])
def test_without_the_program_it_says_where_to_get_it(
    sound_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    path, programs = copied(sound_file, tmp_path / "damaged"), tmp_path / "programs"
    programs.mkdir()
    if version:
        (programs / "sqlite3").write_text(f"#!/bin/sh\necho {version}\n")
        (programs / "sqlite3").chmod(0o755)
    with path.open("r+b") as file:
        file.seek(PAGE_BYTES)
        file.write(bytes(4 * PAGE_BYTES))
    damaged = path.read_bytes()
    monkeypatch.setenv("PATH", str(programs))
    with pytest.raises(ProgramMissingError, match="apt install sqlite3"):
        repair(path, GAMES)
    assert path.read_bytes() == damaged
    assert {file.name for file in path.parent.iterdir()} == {"games.db", "games.db.lock"}
