"""`kickdoor forget USER`: what the person could ask for, asked for by the operator."""

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import forget
from bot.operations.exit_codes import ExitCode
from bot.store.sqlite.store import SqliteStore
from cards.registry import GameRegistry
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness
from tests.bot.tables.tiny import TINY_MODULE


@pytest.fixture
async def played(at: Path) -> Path:
    """The file of a game that is on."""
    harness = await TableHarness.open(at / "games.db")
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.close()
    return at / "games.db"


async def test_a_person_is_forgotten_in_games_that_are_on(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A restored backup hears of it, too."""
    monkeypatch.setattr(forget, "game_registry", lambda: GameRegistry((TINY_MODULE,)))
    assert await asyncio.to_thread(main, ["forget", str(BEN)]) == ExitCode.OK
    assert "Forgotten." in capsys.readouterr().out
    store = await SqliteStore.open(played)
    assert await store.all_tables_of(BEN) == []
    assert await store.all_tables_of(ANN) != []
    await store.close()
    assert str(BEN) in played.with_name("games.db.forgotten").read_text()


async def test_a_table_that_cannot_be_read_is_named(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Here it is one of a game that this installation does not have."""
    assert await asyncio.to_thread(main, ["forget", str(BEN)]) == ExitCode.FAILED
    assert "1 damaged table" in capsys.readouterr().err


def test_nobody_is_forgotten_without_a_database(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget", "5"]) == ExitCode.DATABASE_UNUSABLE
    assert "Nobody was forgotten" in capsys.readouterr().err
    for nobody in ("0", "-5", "Ben"):
        assert main(["forget", "--", nobody]) == ExitCode.FAILED
        assert f"{nobody} is nobody's id" in capsys.readouterr().err
    assert not (at / "games.db").exists()
