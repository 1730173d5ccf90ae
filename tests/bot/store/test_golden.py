"""F-41: a save of every schema that a release has had opens, has the same state, and plays on."""

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
from tests.bot.tables.damage import needs_sqlite_program

FILES = sorted(golden.SAVES_FOLDER.glob("*.sql"))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
async def test_a_save_opens_and_plays_on(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    tables = golden.restore(file, path)
    harness = await golden.opened(path)
    for _ in range(1000):
        harness.next_interaction_id()  # those of the saved games are taken
    for expected in tables:
        harness.table = expected["table"]
        assert await golden.facts(harness) == expected
        view = await harness.view_for(None)
        assert view.game is not None
        row = await harness.store.table(harness.table)
        assert row is not None
        states = replay(view.game, await harness.store.log(harness.table))
        assert view.game.encode(states[row.revision]) == row.snapshot
        await golden.go_on(harness, 20, 9)
    await harness.close()


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
@pytest.mark.parametrize("root", ["", "one_live_table", pytest.param("users", marks=needs_sqlite_program)])
async def test_a_damaged_save_is_repaired(file: Path, root: str, tmp_path: Path) -> None:
    """Its figures and its games' states are damaged, and a page of the file."""
    path = tmp_path / "games.db"
    tables = golden.restore(file, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE figures SET value = 'soon'")
        connection.execute("UPDATE tables SET snapshot = X'A5'")
        found = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (root,)).fetchall()
    if found:
        with path.open("r+b") as damaged:
            damaged.seek((found[0][0] - 1) * 4096)
            damaged.write(b"\xa5" * 4096)
    report = repair(path, GameRegistry(tuple(map(golden.kind_of, golden.GAMES))))
    assert bool(report.lost) == (root == "users")
    harness = await golden.opened(path)
    for expected in tables:
        harness.table = expected["table"]
        kept = await golden.facts(harness)
        assert root == "users" or kept["people"] == expected["people"]
        assert kept | {"people": ""} == expected | {"people": ""}
    await harness.close()


def test_every_schema_of_a_release_has_a_golden_file() -> None:
    """A new schema without a save to try it on cannot be released."""
    numbers = {int(file.read_text().splitlines()[1].split("=")[1].strip(" ;")) for file in FILES}
    assert numbers == {int(file.stem) for file in FILES} == set(schema.all_scripts())


def later_scripts(script: str = "ALTER TABLE users ADD COLUMN motto TEXT;") -> schema.Scripts:
    """Return the scripts of a later release."""
    return schema.all_scripts() | {schema.newest() + 1: script}


@pytest.mark.parametrize("found", [None, b"", b"cut off"])
async def test_before_the_schema_changes_the_file_is_copied(
    found: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where an earlier try was cut short, as on a full disk, and left a file that is no copy."""
    path = tmp_path / "games.db"
    golden.restore(FILES[-1], path)
    kept = tmp_path / f"games.db.schema{schema.newest()}"
    if found is not None:
        kept.write_bytes(found)
    scripts = later_scripts()
    monkeypatch.setattr("bot.store.schema.all_scripts", lambda: scripts)
    await (await SqliteStore.open(path)).close()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert copy_database(kept, tmp_path / "again.db") > 0
    monkeypatch.undo()
    harness = await golden.opened(kept)
    await harness.close()


async def updated(path: Path, monkeypatch: pytest.MonkeyPatch, *, broken: bool = False) -> None:
    """Start a later release on a file, one whose script fails if it is broken."""
    scripts = later_scripts("nonsense;") if broken else later_scripts()
    with monkeypatch.context() as release:
        release.setattr("bot.store.schema.all_scripts", lambda: scripts)
        if broken:
            with pytest.raises(StoreError):
                await SqliteStore.open(path)
        else:
            await (await SqliteStore.open(path)).close()


async def test_an_update_that_fails_again_and_again_makes_one_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    golden.restore(FILES[-1], path)
    for _ in range(3):
        await updated(path, monkeypatch, broken=True)
    await updated(path, monkeypatch)
    copies = [name for name in os.listdir(tmp_path) if ".schema" in name]
    assert copies == [f"games.db.schema{schema.newest()}"]
