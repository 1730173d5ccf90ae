"""A database file that is not the one that was opened: what went on being saved there would be lost."""

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest

from bot.store.sqlite.queue import SqliteQueue
from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import open_harness

PAGE_BYTES = 4096
NOT_SAVED_TEXT = "I couldn’t save that"


def beside(database: Path, suffix: str) -> Path:
    """Return a file that belongs to the database."""
    return database.with_name(database.name + suffix)


async def test_a_deleted_file_is_written_again_and_nothing_is_lost(tmp_path: Path) -> None:
    """Fault: the running bot's file is deleted; it is written again, nothing is lost."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        for suffix in ("", "-wal", "-shm"):
            beside(stage.database, suffix).unlink()
        status, body = await stage.ask("/healthz")
        if status == 200:  # something was saved on the way, and the file is there again
            body = "\n".join(stage.complaints())
        assert "has been deleted" in body
        assert (await stage.ask("/healthz"))[0] == 200
        trial.oracle.note_accepted(await trial.table.kick())
        complaints = stage.complaints()
        assert all("nothing can be saved" in line for line in complaints)
        await trial.check_invariants(notices=0, errors=len(complaints))
        await stage.stop()
        await stage.start()
        await trial.check_invariants(notices=1)


@pytest.mark.parametrize("parts", [("",), ("", "-wal", "-shm")], ids=["the file", "and its log"])
async def test_a_file_that_is_renamed_away_and_back_loses_nothing(
    tmp_path: Path, parts: tuple[str, ...]
) -> None:
    """Fault: the file is renamed away and back under the bot; nothing is lost, the next start goes on."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        for suffix in parts:
            beside(stage.database, suffix).rename(tmp_path / f"away{suffix}")
        await stage.ask("/healthz")
        assert (await stage.ask("/healthz"))[0] == 200
        trial.oracle.note_accepted(await trial.table.kick())
        for suffix in parts:
            (tmp_path / f"away{suffix}").rename(beside(stage.database, suffix))
        await stage.ask("/healthz")
        assert (await stage.ask("/healthz"))[0] == 200
        assert "has been put back" in stage.log()
        stage.logged.clear()
        await trial.check_invariants(notices=0)
        await stage.stop()
        await stage.start()
        await trial.check_invariants(notices=1)


async def test_a_replaced_file_takes_no_moves_until_the_right_one_is_back(tmp_path: Path) -> None:
    """Fault: the file is replaced; no move is accepted until the right one is back."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        before = await trial.oracle.durable()
        kept, other = tmp_path / "kept.db", tmp_path / "other.db"
        os.link(stage.database, kept)
        other.write_bytes(stage.database.read_bytes())
        other.replace(stage.database)
        status, body = await stage.ask("/healthz")
        assert (status, "has been replaced" in body) == (503, True)
        assert NOT_SAVED_TEXT in answer_text(await trial.table.kick())
        kept.replace(stage.database)
        assert (await stage.ask("/healthz"))[0] == 200
        assert (await trial.oracle.durable()).row == before.row
        trial.oracle.note_accepted(await trial.table.kick())
        complaints = stage.complaints()
        assert complaints
        await trial.check_invariants(notices=0, errors=len(complaints))


async def test_saving_that_fails_makes_the_bot_unwell_and_it_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: saving fails while nobody plays; `/healthz` says 503, with room it recovers."""

    async def failing(self: SqliteQueue, writes: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        with monkeypatch.context() as broken:
            broken.setattr(SqliteQueue, "_transact", failing)
            status, body = await stage.ask("/healthz")
            assert (status, "disk is full" in body) == (503, True)
            assert NOT_SAVED_TEXT in answer_text(await trial.table.kick())
        assert (await stage.ask("/healthz"))[0] == 200
        trial.oracle.note_accepted(await trial.table.kick())
        stage.logged.clear()
        await trial.check_invariants(notices=0)


async def test_a_file_that_may_not_grow_makes_the_bot_unwell(tmp_path: Path) -> None:
    """Fault: a limit on the file's size; `/healthz` says 503 from a failed save until one succeeds."""
    resource = pytest.importorskip("resource")
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        length = beside(stage.database, "-wal").stat().st_size
        try:
            # Room for a figure, as a check saves one, and not for a move.
            resource.setrlimit(resource.RLIMIT_FSIZE, (length + 2 * PAGE_BYTES, before[1]))
            assert NOT_SAVED_TEXT in answer_text(await trial.table.kick())
            for _ in range(3):
                status, body = await stage.ask("/healthz")
                assert (status, "nothing can be saved" in body) == (503, True)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert (await stage.ask("/healthz"))[0] == 200
        trial.oracle.note_accepted(await trial.table.kick())
        stage.logged.clear()
        await trial.check_invariants(notices=0)


@pytest.mark.parametrize("behind", [False, True], ids=["nothing after it", "a write behind the cut"])
async def test_a_file_that_was_cut_off_takes_no_moves(tmp_path: Path, behind: bool) -> None:
    """Fault: the file is cut off; no move is accepted."""
    async with open_harness(tmp_path) as stage:
        lobby = stage.new_table()
        await lobby.game()
        log = beside(stage.database, "-wal")
        length = log.stat().st_size
        os.truncate(log, 0)
        if behind:
            os.truncate(log, length)
        status, body = await stage.ask("/healthz")
        assert (status, "has been cut off" in body) == (503, True)
        assert NOT_SAVED_TEXT in answer_text(await lobby.kick())
        await asyncio.sleep(0)
        assert (await stage.ask("/healthz"))[0] == 503
