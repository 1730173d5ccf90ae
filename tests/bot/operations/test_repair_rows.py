"""`kickdoor doctor --repair`: one damaged value costs no row, and no other table's game."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.operations.repair import RepairReport, repair
from bot.tables.intents import End, Vote
from cards.registry import GameRegistry
from tests.bot.tables.damage import (
    PEOPLE,
    copied,
    digest_of_tables,
    make_sound_file,
    needs_sqlite_program,
    start,
)
from tests.bot.tables.table_harness import ANN, TableHarness
from tests.bot.tables.tiny import TINY_MODULE

GAMES = GameRegistry((TINY_MODULE,))


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with three games that have begun."""
    return make_sound_file(tmp_path_factory.mktemp("sound"))


@pytest.fixture(scope="module")
def ended_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a table that has ended, and one that is live in the same channel."""
    path = tmp_path_factory.mktemp("ended") / "games.db"

    async def play() -> None:
        harness = await TableHarness.open(path)
        for _ in range(2):
            await harness.sit_down(*PEOPLE, channel=7)
            await harness.act(ANN, "lay")
            if harness.table == 1:
                await harness.send(ANN, End())
                for user in PEOPLE[1:]:
                    await harness.send(user, Vote(yes=True))
        await harness.close()

    asyncio.run(play())
    return path


def rewrite_schema(path: Path, old: str, new: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, ?, ?)", (old, new))
        ((version,),) = connection.execute("PRAGMA schema_version")
        connection.execute(f"PRAGMA schema_version = {version + 1}")


def harm(path: Path, statement: str) -> None:
    """Do what no constraint of the schema allows, as damage does."""
    marks = [(f"{kind} NOT NULL", f"{kind} /*OR NULL*/") for kind in ("INTEGER", "TEXT", "BLOB")]
    marks.append(("UNIQUE INDEX", "/*EVERY*/ INDEX"))
    for old, new in marks:
        rewrite_schema(path, old, new)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute(statement).rowcount == 1
    for old, new in marks:
        rewrite_schema(path, new, old)


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET channel = NULL WHERE id = 2",
        "UPDATE tables SET guild = NULL WHERE id = 2",
        "UPDATE tables SET live = NULL WHERE id = 2",
        "UPDATE tables SET revision = NULL WHERE id = 2",
        "UPDATE tables SET live = 5 WHERE id = 2",
        "UPDATE log SET events = NULL WHERE table_id = 2 AND revision = 3",
    ],
)
def test_one_lost_value_is_made_again_from_the_rest(sound_file: Path, tmp_path: Path, damage: str) -> None:
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    harm(path, damage)
    found = repair(path, GAMES)
    assert found.lost == []
    assert digest_of_tables(path) == digest_of_tables(healthy)
    assert start(path) == start(healthy)


@pytest.mark.parametrize("column", ["user", "at", "kind", "press"])
def test_a_log_entry_without_one_of_its_values_is_kept(sound_file: Path, tmp_path: Path, column: str) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, f"UPDATE log SET {column} = X'00' WHERE table_id = 2 AND revision = 3")
    found = repair(path, GAMES)
    assert found.lost == []
    assert rows(path, "SELECT count(*) FROM log WHERE table_id = 2") == [(5,)]
    assert repair(path, GAMES) == RepairReport()


def test_a_press_that_became_another_one_costs_no_log_entry(sound_file: Path, tmp_path: Path) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    repeated = "SELECT press FROM log WHERE table_id = 2 AND revision = 2"
    harm(path, f"UPDATE log SET press = ({repeated}) WHERE table_id = 2 AND revision = 3")
    found = repair(path, GAMES)
    assert found.lost == []
    assert "1 repeated presses were damaged" in str(found.repaired)
    assert rows(path, "SELECT count(*) FROM log WHERE table_id = 2") == [(5,)]


def test_two_entries_of_one_revision_are_decided_and_told(sound_file: Path, tmp_path: Path) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, "UPDATE log SET revision = 2 WHERE table_id = 2 AND revision = 3")
    found = repair(path, GAMES)
    assert "log: 1 rows contradict others: 2/2" in found.lost
    assert "table 2: 1 revisions of its log are gone; the game itself is whole" in found.lost


def test_an_ended_tables_damaged_flag_harms_no_live_game(ended_file: Path, tmp_path: Path) -> None:
    healthy, path = copied(ended_file, tmp_path / "healthy"), copied(ended_file, tmp_path / "damaged")
    harm(path, "UPDATE tables SET live = 1 WHERE id = 1")
    found = repair(path, GAMES)
    assert found.lost == []
    assert digest_of_tables(path) == digest_of_tables(healthy)


def test_of_two_live_tables_in_a_channel_the_sound_one_stays(ended_file: Path, tmp_path: Path) -> None:
    """The other one's facts are lost as well, so that nobody knows that it has ended."""
    healthy, path = copied(ended_file, tmp_path / "healthy"), copied(ended_file, tmp_path / "damaged")
    harm(path, "UPDATE tables SET live = 1, body = X'A5A5' WHERE id = 1")
    found = repair(path, GAMES)
    assert [line for line in found.lost if "contradicts table 2" in line]
    assert rows(path, "SELECT id, live, body = X'A5A5' FROM tables") == [(1, 0, 1), (2, 1, 0)]
    live = "SELECT * FROM tables WHERE id = 2"
    assert rows(path, live) == rows(healthy, live)


def test_a_table_without_facts_and_place_keeps_its_bytes(sound_file: Path, tmp_path: Path) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, "UPDATE tables SET guild = NULL, body = X'A5A5' WHERE id = 2")
    found = repair(path, GAMES)
    assert any("table 2: its facts" in line for line in found.lost)
    assert rows(path, "SELECT body, snapshot IS NULL FROM tables WHERE id = 2") == [(b"\xa5\xa5", 0)]


@needs_sqlite_program
@pytest.mark.parametrize("lost", ["", "DELETE FROM tables WHERE id = 1", "UPDATE tables SET body = X'A5'"])
def test_who_is_forgotten_after_a_repair_is_so_at_all_tables(
    ended_file: Path, tmp_path: Path, lost: str
) -> None:
    """The list of who sat where is lost, and leads to all that has to be forgotten of somebody."""
    path = copied(ended_file, tmp_path / "damaged")
    ((root,),) = rows(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'sitters'")
    with path.open("r+b") as file:
        file.seek((int(str(root)) - 1) * 4096)
        file.write(bytes(4096))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        if lost:
            connection.execute(lost)
    repair(path, GAMES)

    async def forget() -> bool:
        harness = await TableHarness.open(path)
        done = await harness.service.forget_user(ANN)
        await harness.close()
        return done

    assert rows(path, "SELECT count(*) FROM sitters WHERE seated")[0] >= (3 if not lost else 0,)
    assert asyncio.run(forget())
    assert rows(path, f"SELECT count(*) FROM log WHERE user = {ANN}") == [(0,)]
    if not lost:
        bodies = rows(path, "SELECT CAST(body AS TEXT) FROM tables")
        assert not any(str(ANN) in str(body) or "Ann" in str(body) for body in bodies)
        assert not rows(path, f"SELECT * FROM sitters WHERE user = {ANN}")


def test_the_list_of_sitters_is_made_again(ended_file: Path, tmp_path: Path) -> None:
    healthy, path = copied(ended_file, tmp_path / "healthy"), copied(ended_file, tmp_path / "damaged")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM sitters")
    assert repair(path, GAMES).lost == []
    assert digest_of_tables(path) == digest_of_tables(healthy)


@pytest.mark.parametrize(
    "column",
    [
        "definitions.body",
        "tables.body",
        "tables.snapshot",
        "log.body",
        "log.events",
        "log.kind",
        "figures.name",
    ],
)
def test_a_value_that_is_damaged_in_its_type_alone_is_what_it_was(
    sound_file: Path, tmp_path: Path, column: str
) -> None:
    """One bit says whether bytes are a text."""
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    table, name = column.split(".")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        other = "TEXT" if name in ("body", "snapshot", "events") else "BLOB"
        connection.execute(f"UPDATE {table} SET {name} = CAST({name} AS {other})")
    found = repair(path, GAMES)
    assert any(f"values of {table} were damaged in their type alone" in line for line in found.repaired)
    assert found.lost == []
    assert digest_of_tables(path) == digest_of_tables(healthy)


@pytest.mark.parametrize("value", ["5", "NULL", "'soon'"])
def test_card_definitions_that_are_none_count_as_missing(
    sound_file: Path, tmp_path: Path, value: str
) -> None:
    """Games with today's cards do not need them."""
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    harm(path, f"UPDATE definitions SET body = {value}")
    found = repair(path, GAMES)
    assert "were damaged" in str(found.repaired)
    assert found.lost == []
    assert start(path) == start(healthy)


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        ("UPDATE log SET table_id = table_id + (1 << 40) WHERE table_id = 2 AND revision = 4", 4),
        ("UPDATE log SET table_id = 9223372036854775807 WHERE table_id = 2 AND revision = 4", 4),
        ("UPDATE tables SET id = 9223372036854775807 WHERE id = 2", 4),
        ("UPDATE figures SET value = 9223372036854775807 WHERE name = 'next_table'", 4),
        ("UPDATE figures SET value = -5 WHERE name = 'next_table'", 4),
        ("UPDATE figures SET value = 700 WHERE name = 'next_table'", 700),
        ("UPDATE log SET table_id = 70 WHERE table_id = 2 AND revision = 4", 71),
    ],
)
def test_one_damaged_number_leads_nowhere(
    sound_file: Path, tmp_path: Path, damage: str, expected: int
) -> None:
    path = copied(sound_file, tmp_path / "damaged")
    harm(path, damage)
    repair(path, GAMES)
    assert rows(path, "SELECT value FROM figures WHERE name = 'next_table'") == [(expected,)]
    assert repair(path, GAMES).repaired == []


def test_a_table_of_a_large_number_is_followed_by_the_next(sound_file: Path, tmp_path: Path) -> None:
    """Its log alone is enough: it has several rows."""
    path = copied(sound_file, tmp_path / "damaged")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM figures")
        connection.execute("UPDATE log SET table_id = 70000 WHERE table_id = 2")
    repair(path, GAMES)
    assert rows(path, "SELECT value FROM figures WHERE name = 'next_table'") == [(70001,)]


def test_a_game_state_that_is_gone_is_made_again(sound_file: Path, tmp_path: Path) -> None:
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    harm(path, "UPDATE tables SET snapshot = NULL WHERE id = 2")
    found = repair(path, GAMES)
    assert found.lost == []
    assert digest_of_tables(path) == digest_of_tables(healthy)


def test_a_start_makes_a_game_state_again_that_is_gone(sound_file: Path, tmp_path: Path) -> None:
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    harm(path, "UPDATE tables SET snapshot = NULL WHERE id = 2")
    assert start(path) == start(healthy)


def test_a_changed_digit_is_noticed_and_made_again_where_that_is_possible(
    sound_file: Path, tmp_path: Path
) -> None:
    healthy, path = copied(sound_file, tmp_path / "healthy"), copied(sound_file, tmp_path / "damaged")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for number, column in ((1, "body"), (2, "snapshot")):
            query = f"SELECT {column} FROM tables WHERE id = ?"
            ((saved,),) = connection.execute(query, (number,)).fetchall()
            forged = saved.replace(b":1", b":2", 1)
            assert forged != saved
            connection.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", (forged, number))
    found = repair(path, GAMES)
    assert found.repaired == ["table 2: its game state was damaged and was made again from its log"]
    assert len(found.lost) == 1
    assert "table 1: its facts" in found.lost[0]
    kept = "SELECT * FROM tables WHERE id > 1 ORDER BY id"
    assert rows(path, kept) == rows(healthy, kept)
