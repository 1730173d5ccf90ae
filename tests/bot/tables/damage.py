"""A file with three games, ways to damage it, and a start that looks at all of them and plays on."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.store.api import StoreError
from bot.store.repair.recovering import ProgramMissingError, find_program
from bot.tables.intents import Act
from bot.tables.results import TableView
from cards.kernel.moves import Refusal
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness, first_choice

PEOPLE = (ANN, BEN, CLEO)
TABLES = (1, 2, 3)
TIMEOUT_S = 60.0
"""Seconds after which a start counts as one that hangs."""

ROW_DAMAGES = (
    "UPDATE tables SET body = :garbage WHERE id = :table",
    "UPDATE tables SET snapshot = :garbage WHERE id = :table",
    "UPDATE tables SET body = '', snapshot = NULL WHERE id = :table",
    "UPDATE tables SET revision = revision + 1 WHERE id = :table",
    "UPDATE tables SET wake = 'soon' WHERE id = :table",
    "UPDATE tables SET guild = 'nowhere' WHERE id = :table",
    "UPDATE log SET body = :garbage WHERE table_id = :table",
    "UPDATE log SET events = :garbage WHERE table_id = :table",
    "UPDATE log SET press = 'x' || revision, at = 'then', user = :garbage WHERE table_id = :table",
    "DELETE FROM log WHERE table_id = :table AND revision > 3",
    "DELETE FROM log WHERE table_id = :table",
    "DELETE FROM sitters WHERE table_id = :table",
)


def has_sqlite_program() -> bool:
    """Return True if the program that reads damaged pages is there."""
    try:
        find_program()
    except ProgramMissingError:
        return False
    return True


needs_sqlite_program = pytest.mark.skipif(
    not has_sqlite_program(), reason="damaged pages are read by sqlite3 3.46 or newer"
)


def digest_of_tables(path: Path) -> dict[str, list[str]]:
    """Return a digest of the rows of every table of a whole file."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}"))) for (name,) in names}


def make_sound_file(folder: Path) -> Path:
    """Return a file with three games that have begun."""
    path = folder / "games.db"

    async def play() -> None:
        harness = await TableHarness.open(path)
        for channel in TABLES:
            await harness.sit_down(*PEOPLE, channel=channel)
            await harness.act(ANN, "lay")
        await harness.close()

    asyncio.run(play())
    return path


async def views(harness: TableHarness) -> dict[tuple[int, int], Any]:
    """Return what everybody sees, as far as it does not depend on the time."""
    seen = {(table, user): await harness.service.view_for(table, user) for table in TABLES for user in PEOPLE}
    return {
        key: replace(view, game=None, deadline=None, past=()) if isinstance(view, TableView) else view
        for key, view in seen.items()
    }


async def look_and_play(path: Path) -> tuple[dict[tuple[int, int], Any], set[int]] | None:
    """Start on a file, look at all tables and make a move at each; None where the start refuses.

    Return what was seen, and the tables at which the move counted.
    """
    try:
        harness = await TableHarness.open(path)
    except StoreError:
        return None
    seen, moved = await views(harness), set[int]()
    for table in TABLES:
        view = seen[table, ANN]
        if isinstance(view, Refusal):
            assert view.code in ("unreadable", "not_saved", "no_table"), view
            continue
        harness.table = table
        answer = await harness.send(ANN, Act(first_choice(view.moves[-1])), interaction_id=9000 + table)
        if not isinstance(answer, Refusal):
            moved.add(table)
        else:
            assert answer.code == "not_saved", answer
    await harness.advance(200)
    await harness.close()
    return seen, moved


def start(path: Path) -> tuple[dict[tuple[int, int], Any], set[int]] | None:
    """Do that with a limit on how long it may take."""
    return asyncio.run(asyncio.wait_for(look_and_play(path), TIMEOUT_S))


def copied(sound_file: Path, folder: Path) -> Path:
    """Copy the file to a new folder."""
    folder.mkdir()
    shutil.copy(sound_file, folder / "games.db")
    return folder / "games.db"


def overwrite_pages(path: Path, dice: Random) -> None:
    """Fill some pages, or parts of them, with something else."""
    with path.open("r+b") as file:
        size = path.stat().st_size
        for _ in range(dice.randint(1, 3)):
            start = 4096 * dice.randrange(size // 4096) + dice.choice((0, 0, 8, 2048))
            file.seek(start)
            length = min(4096 - start % 4096, dice.choice((16, 100, 4096)))
            file.write(dice.choice((bytes(length), dice.randbytes(length))))


def cut_off(path: Path, dice: Random) -> None:
    """Let the end of the file be missing."""
    with path.open("r+b") as file:
        file.truncate(dice.randrange(path.stat().st_size))
