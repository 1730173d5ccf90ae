"""A demo marks its database, and leaves those of others alone."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.api import StoreError
from bot.store.files.opening import claim_for_demo
from bot.store.sqlite.store import SqliteStore


async def open_and_close(path: Path) -> None:
    """Let a bot start and stop on a file."""
    store = await SqliteStore.open(path)
    await store.close()


def contents(folder: Path) -> dict[Path, bytes]:
    """Return every file of a folder."""
    return {file: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("empty", [False, True])
async def test_a_new_file_is_claimed_and_taken_again(tmp_path: Path, empty: bool) -> None:
    """The bot on it keeps the mark, and so does cleaning up."""
    path = tmp_path / "demo.db"
    if empty:
        path.touch()
    for _ in range(2):
        claim_for_demo(path)
        await open_and_close(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("VACUUM")
    claim_for_demo(path)


async def test_the_database_of_a_bot_is_left_alone(tmp_path: Path) -> None:
    """Not a byte of it changes, and nothing is laid beside it."""
    path = tmp_path / "games.db"
    await open_and_close(path)
    before = contents(tmp_path)
    with pytest.raises(StoreError, match="was not made by a demo"):
        claim_for_demo(path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("text", ["notes", "x" * 100])
def test_what_is_no_database_is_left_alone(tmp_path: Path, text: str) -> None:
    """Even where it is too short to have a mark."""
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(StoreError, match="was not made by a demo"):
        claim_for_demo(path)
    assert path.read_text() == text


def test_a_place_where_no_file_can_be_is_said(tmp_path: Path) -> None:
    """A folder, and a folder that is not there."""
    for path, said in ((tmp_path, "is not a file"), (tmp_path / "none" / "demo.db", "cannot be used")):
        with pytest.raises(StoreError, match=said):
            claim_for_demo(path)
