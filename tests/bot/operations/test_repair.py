"""`kickdoor doctor --repair`: damage of each kind, what is saved of it, and what is said of the rest."""

import errno
import math
import shutil
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from bot.__main__ import main
from bot.cli import doctor
from bot.operations.exit_codes import ExitCode
from bot.operations.repair import RepairReport, repair
from bot.store.api import DatabaseInUseError, StoreError
from bot.store.sqlite.store import SqliteStore
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry
from tests.bot.tables.damage import (
    ROW_DAMAGES,
    TABLES,
    copied,
    digest_of_tables,
    make_sound_file,
    needs_sqlite_program,
    overwrite_pages,
    start,
)
from tests.bot.tables.tiny import TINY_MODULE

PAGE_BYTES = 4096
GAMES = GameRegistry((TINY_MODULE,))

REPAIRABLE = (
    "UPDATE tables SET snapshot = :garbage WHERE id = 2",
    "UPDATE tables SET revision = revision + 1 WHERE id = 2",
    "UPDATE tables SET wake = 'soon' WHERE id = 2",
    "UPDATE tables SET guild = 'nowhere' WHERE id = 2",
    "UPDATE log SET events = :garbage WHERE table_id = 2 AND revision > 2",
    "DELETE FROM figures",
    "UPDATE figures SET value = 'soon'",
    "UPDATE figures SET value = 1 WHERE name = 'next_table'",
    "DELETE FROM sitters WHERE table_id = 2",
)
"""After each of these all three games are what they were."""


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with three games that have begun."""
    return make_sound_file(tmp_path_factory.mktemp("sound"))


def harm(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, {"table": 2, "garbage": Random(statement).randbytes(300)})


def mended(path: Path) -> RepairReport:
    return repair(path, GAMES)


def asides(path: Path) -> list[Path]:
    return sorted(path.parent.glob("*before-repair*"))


def overwrite_root(path: Path, name: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        ((page,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,))
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE_BYTES)
        file.write(b"\xa5" * PAGE_BYTES)


def test_a_healthy_file_is_left_as_it_is(sound_file: Path, tmp_path: Path) -> None:
    path = copied(sound_file, tmp_path / "healthy")
    before = path.read_bytes()
    assert mended(path) == RepairReport()
    assert path.read_bytes() == before
    assert {file.name for file in path.parent.iterdir()} == {"games.db", "games.db.lock"}


@pytest.mark.parametrize("damage", REPAIRABLE)
def test_what_follows_from_the_rest_is_made_again(sound_file: Path, tmp_path: Path, damage: str) -> None:
    """All three games are as before, down to their log; a second repair finds nothing."""
    healthy = copied(sound_file, tmp_path / "healthy")
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, damage)
    found = mended(path)
    assert found.repaired, found
    assert found.lost == []
    assert found.aside in asides(path)
    ours, theirs = digest_of_tables(path), digest_of_tables(healthy)
    assert {name for name in ours if ours[name] != theirs[name]} <= {"figures"}
    assert mended(path) == RepairReport()
    assert start(path) == start(healthy)


@pytest.mark.parametrize("damage", ROW_DAMAGES)
def test_damaged_rows_of_one_table_leave_the_others_as_they_were(
    sound_file: Path, tmp_path: Path, damage: str
) -> None:
    """What cannot be repaired is said, and is no reason to touch anything else."""
    before = start(copied(sound_file, tmp_path / "healthy"))
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, damage)
    found = mended(path)
    assert all("table 2" in line or "were damaged" in line for line in found.repaired + found.lost), found
    after = start(path)
    assert before is not None
    assert after is not None
    assert after[1] >= {1, 3}
    assert (2 in after[1]) or found.lost
    for key, view in after[0].items():
        if not isinstance(view, Refusal):
            assert view == before[0][key]


def test_a_game_whose_end_of_log_is_lost_goes_on(sound_file: Path, tmp_path: Path) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, "DELETE FROM log WHERE table_id = 2 AND revision > 3")
    found = mended(path)
    assert "revisions of its log are gone" in str(found.lost)
    after = start(path)
    assert after is not None
    assert after[1] == set(TABLES)


@pytest.mark.parametrize("name", ["tables_by_channel", "one_entry_per_revision", "one_live_table"])
def test_a_damaged_index_costs_nothing(sound_file: Path, tmp_path: Path, name: str) -> None:
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    overwrite_root(path, name)
    found = mended(path)
    assert found.lost == []
    assert "written again" in str(found.repaired)
    assert digest_of_tables(path) == digest_of_tables(healthy)


def test_a_file_of_somebody_stays_whatever_its_name_is(sound_file: Path, tmp_path: Path) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, "DELETE FROM figures")
    stranger = path.with_name("games.db.part")
    stranger.write_text("precious")
    assert mended(path).repaired
    assert stranger.read_text() == "precious"


@needs_sqlite_program
def test_a_lost_table_of_figures_is_made_again(sound_file: Path, tmp_path: Path) -> None:
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    overwrite_root(path, "figures")
    found = mended(path)
    assert [line.partition(":")[0] for line in found.lost] == ["figures"]
    assert start(path) == start(healthy)


def leaf_pages(path: Path, root: int) -> list[int]:
    """Return the pages below the root of a table that has two levels, in the order of their rows."""
    page = path.read_bytes()[(root - 1) * PAGE_BYTES : root * PAGE_BYTES]
    assert page[0] == 5, "the root is an inner page"
    (cells,) = struct.unpack_from(">H", page, 3)
    places = struct.unpack_from(f">{cells}H", page, 12)
    return [struct.unpack_from(">I", page, place)[0] for place in places]


@needs_sqlite_program
def test_only_the_rows_on_a_damaged_page_are_lost(sound_file: Path, tmp_path: Path) -> None:
    """Rows before it, behind it and between two damaged pages are found."""
    path = copied(sound_file, tmp_path / "damaged")
    with closing(sqlite3.connect(path)) as connection:
        rows = [(9, number, None, 1, "act", b"{}" * 20, b"{}" * 20, 5) for number in range(1, 2001)]
        connection.executemany("INSERT INTO log VALUES (?,?,?,?,?,?,?,?)", rows)
        connection.commit()
        (count,) = connection.execute("SELECT count(*) FROM log").fetchone()
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'log'").fetchone()
    leaves = leaf_pages(path, root)
    with path.open("r+b") as file:
        for leaf in (leaves[-20], leaves[-10]):
            file.seek((leaf - 1) * PAGE_BYTES)
            file.write(b"\xa5" * PAGE_BYTES)
    found = mended(path)
    with closing(sqlite3.connect(path)) as connection:
        (saved,) = connection.execute("SELECT count(*) FROM log").fetchone()
    assert count - 2 * PAGE_BYTES // 80 < saved < count
    assert "log: a part of it cannot be read; there may have been more rows" in found.lost
    assert any("table 9: its row is gone" in line for line in found.lost)


@pytest.mark.parametrize("seed", range(25))
def test_damaged_pages_are_repaired_or_refused_and_show_no_wrong_game(
    sound_file: Path, tmp_path: Path, seed: int
) -> None:
    """And whatever happens, every byte of the damaged file is kept."""
    before = start(copied(sound_file, tmp_path / "healthy"))
    path = copied(sound_file, tmp_path / "damaged")
    overwrite_pages(path, Random(f"repair/{seed}"))
    damaged = path.read_bytes()
    try:
        found = mended(path)
    except StoreError:
        assert path.read_bytes() == damaged
        return
    kept = path if found.aside is None else found.aside
    assert kept.read_bytes() == damaged
    after = start(path)
    assert after is not None
    assert before is not None
    for key, view in after[0].items():
        if not isinstance(view, Refusal):
            assert view == before[0][key]


async def test_a_running_bot_is_left_alone(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.db")
    with pytest.raises(DatabaseInUseError):
        mended(tmp_path / "games.db")
    await store.close()


def test_a_transaction_that_a_kill_has_cut_off_is_taken_back_first(sound_file: Path, tmp_path: Path) -> None:
    """A first start on a restored file writes without a log for a moment; what to undo lies beside it."""
    path, killed = copied(sound_file, tmp_path / "running"), tmp_path / "killed.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("DELETE FROM log WHERE table_id = 2")
        connection.executemany("INSERT INTO users VALUES (?, 0, 0, 0)", [(n,) for n in range(1000, 3000)])
        for part in ("", "-journal"):
            shutil.copy(f"{path}{part}", f"{killed}{part}")
    report = mended(killed)
    assert report.lost == []
    with closing(sqlite3.connect(killed)) as connection:
        assert connection.execute("SELECT count(*) FROM log WHERE table_id = 2").fetchone() > (0,)
        assert connection.execute("SELECT count(*) FROM users WHERE id >= 1000").fetchone() == (0,)


def test_the_command_says_what_it_did(
    sound_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setattr(doctor, "game_registry", lambda: GAMES)
    monkeypatch.setenv("KICKDOOR_DATABASE", str(path))
    assert main(["doctor", "--repair"]) == ExitCode.OK
    assert "Nothing to repair" in capsys.readouterr().out
    harm(path, "UPDATE tables SET snapshot = :garbage WHERE id = 2")
    assert main(["doctor", "--repair"]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "table 2: its game state was damaged and was made again" in said
    assert str(asides(path)[0]) in said
    harm(path, "UPDATE tables SET body = :garbage WHERE id = 2")
    assert main(["doctor", "--repair"]) == ExitCode.FAILED
    assert "a backup may have" in capsys.readouterr().out
    path.write_bytes(b"noise" * 5000)
    assert main(["doctor", "--repair"]) == ExitCode.DATABASE_UNUSABLE
    assert "kickdoor restore" in capsys.readouterr().err


def little_room(*_: object) -> SimpleNamespace:
    return SimpleNamespace(free=100_000)


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def full_database(*_: object) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


@pytest.mark.parametrize(
    ("place", "instead"),
    [
        ("bot.operations.repair.shutil.disk_usage", little_room),
        ("bot.operations.repair.shutil.copyfile", full_disk),
        ("bot.store.repair.salvage.make_loose_tables", full_database),
        ("bot.store.repair.salvage._can_be_read", full_database),
        ("bot.operations.repair.copy_to_schema", full_database),
        ("bot.operations.repair.verify", full_database),
    ],
)
def test_without_room_it_says_how_much_it_needs(
    sound_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: str,
    instead: Callable[..., object],
) -> None:
    """A restore would need room as well, and the damaged file may have all games."""
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, "DELETE FROM figures")
    damaged = path.read_bytes()
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("KICKDOOR_DATABASE", str(path))
    monkeypatch.setattr(doctor, "game_registry", lambda: GAMES)
    monkeypatch.setattr(place, instead)
    assert main(["doctor", "--repair"]) == ExitCode.DATABASE_UNUSABLE
    said = capsys.readouterr().err
    needed = math.ceil((3 * len(damaged) + 2**18) / 10**5) / 10
    assert f"no room for the new file: {needed:.1f} MB have to be free in {path.parent}" in said
    assert "restore" not in said
    assert path.read_bytes() == damaged
    assert {file.name for file in path.parent.iterdir()} == {"games.db", "games.db.lock"}


@pytest.mark.parametrize("statement", ["", "CREATE TABLE t (x)", "PRAGMA user_version = 1", "both"])
def test_what_is_no_database_of_ours_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], statement: str
) -> None:
    """Another program's file, or one without a byte."""
    path = tmp_path / "games.db"
    path.touch()
    with closing(sqlite3.connect(path)) as connection:
        for single in (
            ("CREATE TABLE t (x)", "PRAGMA user_version = 1") if statement == "both" else (statement,)
        ):
            connection.execute(single)
    before = path.read_bytes()
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("KICKDOOR_DATABASE", str(path))
    assert main(["doctor", "--repair"]) == ExitCode.DATABASE_UNUSABLE
    assert "not a Kickdoor database" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"games.db", "games.db.lock"}


async def test_a_start_makes_no_tables_in_a_file_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    harm(path, "CREATE TABLE t (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not a Kickdoor database"):
        await SqliteStore.open(path)
    assert path.read_bytes() == before
