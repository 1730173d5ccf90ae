"""F-41: a save of every earlier release opens, has the same state, and plays on."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.operations.repair import repair
from bot.store import schema
from bot.store.api import StoreError
from bot.store.backup.copying import copy_database
from bot.store.sqlite.store import SqliteStore
from bot.tables.history import replay
from cards.registry import GameRegistry
from tests.bot.store import golden
from tests.bot.tables.table_harness import TableHarness

FILES = sorted(golden.SAVES_FOLDER.glob("*.sql"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
async def test_a_save_of_an_earlier_release_opens_and_plays_on(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    expected = golden.restore(file, path)
    house = await TableHarness.open(path, games=(golden.kind_of(expected["game"]),))
    house.table = expected["table"]
    assert await golden.facts(house) == expected
    view = await house.view_for(None)
    assert view.game is not None
    row = await house.store.table(house.table)
    assert row is not None
    states = replay(view.game, await house.store.log(house.table))
    assert view.game.encode(states[row.revision]) == row.snapshot
    for _ in range(1000):
        house.next_interaction_id()  # those of the saved game are taken
    await golden.go_on(house, 20, 9)
    await house.close()


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
@pytest.mark.parametrize("root", ["", "one_live_table", "users"])
async def test_a_damaged_save_of_an_earlier_release_is_repaired(
    file: Path, root: str, tmp_path: Path
) -> None:
    """Its figures and a game's state are damaged, and a page of the file."""
    path = tmp_path / "games.db"
    expected = golden.restore(file, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE figures SET value = 'soon'")
        connection.execute("UPDATE tables SET snapshot = X'A5'")
        found = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (root,)).fetchall()
    if found:
        with path.open("r+b") as damaged:
            damaged.seek((found[0][0] - 1) * 4096)
            damaged.write(b"\xa5" * 4096)
    report = repair(path, GameRegistry((golden.kind_of(expected["game"]),)))
    assert bool(report.lost) == (root == "users")
    house = await TableHarness.open(path, games=(golden.kind_of(expected["game"]),))
    house.table = expected["table"]
    kept = expected | {"words only": expected["words only"] and root != "users"}
    assert await golden.facts(house) == kept
    await house.close()


def test_every_schema_of_a_release_has_a_golden_file() -> None:
    """A migration without a save to try it on cannot be released."""
    schemas = {int(file.read_text().splitlines()[1].split("=")[1].strip(" ;")) for file in FILES}
    assert schemas == set(range(1, len(schema.migrations()) + 1))


@pytest.mark.parametrize("found", [None, b"", b"cut off"])
async def test_before_a_migration_the_file_is_copied(
    found: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an earlier try was cut short, as on a full disk, and left a file that is no copy."""
    path = tmp_path / "games.db"
    golden.restore(FILES[-1], path)
    if found is not None:
        (tmp_path / f"games.db.schema{len(schema.migrations())}").write_bytes(found)
    scripts = [*schema.migrations(), "ALTER TABLE users ADD COLUMN motto TEXT NOT NULL DEFAULT '';"]
    monkeypatch.setattr("bot.store.schema.migrations", lambda: scripts)
    house = await TableHarness.open(path)
    await house.close()
    kept = tmp_path / f"games.db.schema{len(scripts) - 1}"
    assert not kept.with_name(kept.name + ".part").exists()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert copy_database(kept, tmp_path / "again.db") > 0
    monkeypatch.undo()
    house = await TableHarness.open(kept)
    await house.close()


async def updated(path: Path, monkeypatch: pytest.MonkeyPatch, *, broken: bool = False) -> None:
    """Start a later release on a file, one whose migration fails if it is broken."""
    script = "nonsense;" if broken else "ALTER TABLE users ADD COLUMN motto TEXT NOT NULL DEFAULT '';"
    with monkeypatch.context() as release:
        scripts = [*schema.migrations(), script]
        release.setattr("bot.store.schema.migrations", lambda: scripts)
        if broken:
            with pytest.raises(StoreError):
                await SqliteStore.open(path)
        else:
            await (await SqliteStore.open(path)).close()


def next_table(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        ((number,),) = connection.execute("SELECT value FROM figures WHERE name = 'next_table'").fetchall()
    return int(number)


async def test_a_second_update_makes_a_copy_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody went back to the copy, played on for months with the older release, and updates again."""
    path = tmp_path / "games.db"
    kept = tmp_path / f"games.db.schema{len(schema.migrations())}"
    for number in (10, 500, 900):
        path.unlink(missing_ok=True)
        store = await SqliteStore.open(path)
        store._next_table = number - 1
        await store.next_table()
        await store.close()
        await updated(path, monkeypatch)
    copies = {name: next_table(tmp_path / name) for name in os.listdir(tmp_path) if ".schema" in name}
    assert copies == {kept.name: 900, f"{kept.name}.1": 10, f"{kept.name}.2": 500}


async def test_an_update_that_fails_again_and_again_makes_one_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    golden.restore(FILES[-1], path)
    for _ in range(3):
        await updated(path, monkeypatch, broken=True)
    await updated(path, monkeypatch)
    assert [name for name in os.listdir(tmp_path) if ".schema" in name] == [
        f"games.db.schema{len(schema.migrations())}"
    ]
