"""What comes back from earlier: backups, and what was asked for after they were made."""

from pathlib import Path

import pytest

from bot.store.api import StoreError
from bot.store.backup.copying import copy_database
from bot.store.sqlite.store import SqliteStore
from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import Harness, open_harness


async def test_last_nights_backup_plays_on_and_forgets_whom_it_should(tmp_path: Path) -> None:
    """Fault: last night's backup restored; tables go back to it, the forgotten stay forgotten."""
    async with open_harness(tmp_path) as stage:
        other = stage.new_table()
        await other.game()
        trial = await FaultCase.begin(stage)
        before = await trial.oracle.durable()
        copy_database(stage.database, tmp_path / "backup.db")
        await trial.fight()
        gone = other.cleo
        answer = await gone.command(other.channel, "kickdoor forget me", {"sure": True})
        assert "deleted everywhere" in answer_text(answer)
        # The call to the fighter is known to the backup as little as the fight.
        await trial.table.until(trial.table.called)
        await stage.stop()
        restore(stage, tmp_path / "backup.db")
        assert str(gone.id).encode() in stage.database.read_bytes()
        trial.oracle.note_restore()
        await stage.start()
        await trial.table.until(lambda: "kick down the door" in trial.table.board().text)
        assert (await trial.oracle.durable()).row.snapshot == before.row.snapshot
        await trial.check_invariants(notices=1)
        await other.until(lambda: gone.name not in other.board().text)
        await stage.stop()
        assert str(gone.id).encode() not in stage.database.read_bytes()


async def test_who_plays_again_after_being_forgotten_is_left_alone(tmp_path: Path) -> None:
    """Fault: somebody plays again after *forget me*; a later start leaves them alone."""
    async with open_harness(tmp_path) as stage:
        old = stage.new_table()
        await old.game()
        assert (await old.ben.command(old.channel, "kickdoor forget me", {"sure": True})).ok
        await old.until(lambda: old.ben.name not in old.board().text)
        stage.clock.jump(date=5)
        again = await FaultCase.begin(stage)
        await stage.stop()
        await stage.start()
        await again.check_invariants(notices=0)


def restore(stage: Harness, backup: Path) -> None:
    """Put a backup in the place of the database, as the documentation says."""
    for suffix in ("-wal", "-shm"):
        stage.database.with_name(stage.database.name + suffix).unlink(missing_ok=True)
    backup.replace(stage.database)


async def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """Fault: a file that is no database; refused and left as it is."""
    path = tmp_path / "games.db"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="cannot use"):
        await SqliteStore.open(path)
    assert path.read_bytes() == b"not a database at all" * 100
