"""Golden saves: what a release wrote, kept as text, so that later releases can show that they read it.

For each new schema, with its number as the name:

    python -m tests.bot.store.golden 4

An existing file is never rewritten: it is what people have on their disks.
"""

import asyncio
import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.app.games import game_registry
from bot.store.results import ResultRow, ResultSeatRow, StatisticsWish
from bot.store.rows import SurfaceRow, UserRow
from bot.tables.choices import Choice
from bot.tables.intents import Act
from cards.game_module import GameModule
from cards.kernel.codec import digest
from cards.kernel.dice import Dice
from cards.players.random_player import RandomPlayer
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, TableHarness
from tests.bot.tables.tiny import TINY_MODULE

SAVES_FOLDER = Path(__file__).with_name("saves")
USERS = (ANN, BEN, CLEO)
GAMES = ("tiny", "classic", "panic")


def kind_of(game: str) -> GameModule:
    """Return a game that a golden file has a table of."""
    kind = TINY_MODULE if game == "tiny" else game_registry().find(game)
    assert kind is not None
    return kind


async def opened(path: Path) -> TableHarness:
    """Start on a file with all games that a golden file has."""
    return await TableHarness.open(path, games=tuple(map(kind_of, GAMES)))


async def go_on(harness: TableHarness, actions: int, salt: int) -> None:
    """Let everybody who is awaited do anything, so many times."""
    dice, player = Dice(salt), RandomPlayer()
    for _ in range(actions):
        pending = (await harness.view_for(None)).pending
        if pending is None:
            return
        own = await harness.view_for(USERS[pending.awaited[0]])
        assert own.seat is not None
        action = player.choose(own.game_view, list(own.moves), own.seat, dice)
        await harness.done(
            USERS[own.seat], Act(Choice(action.verb, action.card, action.ability, action.picks))
        )


async def facts(harness: TableHarness) -> dict[str, Any]:
    """Return what must be the same ever after of the present table and of people."""
    row = await harness.store.table(harness.table)
    view = await harness.view_for(None)
    assert row is not None
    assert row.snapshot is not None
    return {
        "table": harness.table,
        "game": view.table.game,
        "revision": row.revision,
        "state": digest(row.snapshot),
        "log": len(await harness.store.log(harness.table)),
        "seats": [seat.name for seat in view.table.seats],
        "surfaces": len(await harness.store.surfaces(harness.table)),
        "people": str((await harness.store.user(ANN), await harness.store.results.wish(ANN))),
        "results": len(await harness.store.results.results_of(BEN)),
    }


async def play(path: Path) -> list[dict[str, Any]]:
    harness = await opened(path)
    await harness.store.save_user(UserRow(ANN, 99, True, 2))
    await harness.store.results.save_wish(StatisticsWish(ANN, True, 5))
    await harness.store.results.record(ResultRow(90, 9, 7, b"{}", (ResultSeatRow(0, BEN, b"{}"),)))
    found: list[dict[str, Any]] = []
    for number, game in enumerate(GAMES):
        await harness.sit_down(*USERS, game=game, channel=CHANNEL + number)
        await go_on(harness, 12, 4)
        await harness.store.save_surfaces([SurfaceRow(harness.table, "table", 5, 6, 7)])
        found.append(await facts(harness))
    await harness.close()
    return found


def dump(path: Path, found: list[dict[str, Any]]) -> Iterator[str]:
    """Write a database as text: what is expected of it, its schema's number, and all of it."""
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        yield f"-- {json.dumps(found)}"
        yield f"PRAGMA user_version = {version};"
        yield from connection.iterdump()


def restore(golden: Path, path: Path) -> list[dict[str, Any]]:
    """Make the database again and return what is expected of it."""
    text = golden.read_text(encoding="utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(text)
    expected: list[dict[str, Any]] = json.loads(text.splitlines()[0].removeprefix("-- "))
    return expected


def main() -> None:
    target = SAVES_FOLDER / f"{int(sys.argv[1])}.sql"
    if target.exists():
        sys.exit(f"{target.name} exists: golden files are never rewritten")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        found = asyncio.run(play(path))
        target.write_text("\n".join(dump(path, found)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
