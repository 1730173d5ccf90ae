"""Random damage to a file with three tables: the others go on, or nothing starts; never a wrong game."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.store.api import DamagedDataError
from bot.store.sqlite.store import SqliteStore
from bot.tables.alarm_scheduler import PURGE_INTERVAL_MS
from cards.kernel.moves import Refusal
from tests.bot.tables.damage import (
    ROW_DAMAGES,
    TABLES,
    copied,
    cut_off,
    make_sound_file,
    overwrite_pages,
    start,
)
from tests.bot.tables.table_harness import TableHarness


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with three games that have begun."""
    return make_sound_file(tmp_path_factory.mktemp("sound"))


@pytest.mark.parametrize("damage", ROW_DAMAGES)
def test_damaged_rows_of_one_table_harm_no_other(sound_file: Path, tmp_path: Path, damage: str) -> None:
    before = start(copied(sound_file, tmp_path / "sound"))
    assert before is not None
    assert before[1] == set(TABLES)
    path = copied(sound_file, tmp_path / "damaged")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(damage, {"table": 2, "garbage": Random(damage).randbytes(300)})
    after = start(path)
    assert after is not None
    assert after[1] >= {1, 3}
    for (table, user), view in after[0].items():
        if table != 2 or not isinstance(view, Refusal):
            assert view == before[0][table, user]


def damage_pages(sound_file: Path, folder: Path, seed: int) -> None:
    """Damage a copy somehow and look what becomes of it."""
    dice = Random(seed)
    with TemporaryDirectory(dir=folder) as new:
        sound = start(copied(sound_file, Path(new, "sound")))
        assert sound is not None
        path = copied(sound_file, Path(new, "damaged"))
        dice.choice((overwrite_pages, overwrite_pages, overwrite_pages, cut_off))(path, dice)
        after = start(path)
    for key, view in ({} if after is None else after[0]).items():
        if not isinstance(view, Refusal):
            assert view == sound[0][key]


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 1 << 32))
def test_damaged_pages_end_the_start_or_show_no_wrong_game(
    sound_file: Path, tmp_path: Path, seed: int
) -> None:
    damage_pages(sound_file, tmp_path, seed)


@pytest.mark.soak
def test_damaged_pages_many_times(sound_file: Path, tmp_path: Path) -> None:
    """The long form."""
    for seed in range(1500):
        damage_pages(sound_file, tmp_path, seed)


async def test_old_tables_that_cannot_be_read_are_told_of_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The clocks go on, and the log has no traceback each time."""

    async def purge(*_: object) -> list[int]:
        raise DamagedDataError("malformed")

    monkeypatch.setattr(SqliteStore, "purge", purge)
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.advance(2 * PURGE_INTERVAL_MS // 1000)
    await harness.close()
    assert "old tables could not be deleted: malformed" in caplog.text
    assert not any(record.exc_info for record in caplog.records)
