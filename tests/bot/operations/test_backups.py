"""Copies that the bot makes by itself: checked, rotated, and never worse than those before."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.app.games import game_registry
from bot.operations.backups import BackupSchedule, CheckedCopy, check_copy
from bot.store.api import StoreError
from bot.store.backup.folder import DAY_S, HOUR_S, KEPT_DAILY, KEPT_HOURLY, BackupFolder
from bot.store.reading import DigestFinder, SavedGame, read_sqlite_game
from bot.store.sqlite.store import SqliteStore
from tests.bot.replays.played_tables import PlayedTable, save_tables
from tests.faults.harness import eventually

START = 1_800_000_000


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


async def database(folder: Path, *tables: PlayedTable) -> Path:
    store = await SqliteStore.open(folder / "games.db")
    await save_tables(store, *tables)
    await store.close()
    return folder / "games.db"


def keep(folder: BackupFolder, now: int, text: str) -> Path:
    """Have something kept as a copy, whatever it is."""
    part = folder.place_for_next(now)
    part.write_text(text)
    try:
        return folder.keep(part, now)
    finally:
        folder.drop_unfinished()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


async def test_a_copy_is_made_each_hour_and_checked(tmp_path: Path) -> None:
    """Also while the bot has the file open; a clock that is set back does not stop it."""
    path = await database(tmp_path, PlayedTable("classic", 3, 1).play(20))
    store = await SqliteStore.open(path)
    folder, clock = BackupFolder(tmp_path / "copies"), Clock()
    schedule = BackupSchedule(str(path), folder, game_registry(), clock)
    assert folder.is_due(clock())
    made = await schedule.make()
    assert made is not None
    assert check_copy(made, game_registry()).sound == (1,)
    assert not folder.is_due(clock() + HOUR_S - 1)
    assert folder.is_due(clock() + HOUR_S)
    assert folder.is_due(clock() - HOUR_S)
    assert [file.kind for file in folder.files()] == ["hourly", "daily"]
    await store.close()


async def test_it_goes_on_by_itself_after_a_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A folder that cannot be made is said, and tried again."""
    path = await database(tmp_path, PlayedTable("classic", 3))
    (tmp_path / "copies").write_text("in the way")
    folder = BackupFolder(tmp_path / "copies")
    schedule = BackupSchedule(str(path), folder, game_registry(), Clock())

    runner = asyncio.create_task(schedule.run(0.0))
    await eventually(lambda: "no backup could be made" in caplog.text)
    runner.cancel()
    (tmp_path / "copies").unlink()
    assert await schedule.make() is not None


def test_old_copies_go_and_strangers_stay(tmp_path: Path) -> None:
    folder = BackupFolder(tmp_path)
    (tmp_path / "holiday.db").write_text("not ours")
    (tmp_path / "daily-of-somebody.db").write_text("not ours")
    for hour in range(24 * 20):
        now = START + hour * HOUR_S
        keep(folder, now, str(hour))
    kinds = [file.kind for file in folder.files()]
    assert (kinds.count("hourly"), kinds.count("daily")) == (KEPT_HOURLY, KEPT_DAILY)
    assert folder.files()[0].path.read_text() == str(24 * 20 - 1)
    assert len(list(tmp_path.iterdir())) == KEPT_HOURLY + KEPT_DAILY + 2


def test_copies_from_the_future_drive_out_no_new_one(tmp_path: Path) -> None:
    """A clock that ran ahead for a day left as many as are kept; those go first once it is right again."""
    folder = BackupFolder(tmp_path)
    for hour in range(KEPT_HOURLY):
        keep(folder, START + 400 * HOUR_S + hour * HOUR_S, "too early")
    for hour in range(3):
        now = START + hour * HOUR_S
        assert folder.is_due(now)
        assert keep(folder, now, "new").exists()
        assert not folder.is_due(now + 60)
    kinds = [file.kind for file in folder.files() if file.path.read_text() == "new"]
    assert (kinds.count("hourly"), kinds.count("daily")) == (3, 1)


async def test_one_damaged_game_is_named_and_costs_the_others_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    games = (PlayedTable("classic", 3, 1).play(10), PlayedTable("classic", 3, 2).play(10).close())
    path = await database(tmp_path, *games)
    damage(path, "UPDATE tables SET snapshot = x'00', body = x'00' WHERE id = 2")
    folder = BackupFolder(tmp_path / "copies")
    made = await BackupSchedule(str(path), folder, game_registry(), Clock()).make()
    assert made is not None
    assert "table 2 is damaged" in caplog.text
    found = check_copy(made, game_registry())
    assert (found.tables, found.sound, found.damaged, found.usable) == (2, (1,), (2,), True)


async def test_a_copy_that_cannot_be_played_on_drives_no_other_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = await database(tmp_path, PlayedTable("classic", 3).play(10))
    folder, clock = BackupFolder(tmp_path / "copies"), Clock()
    schedule = BackupSchedule(str(path), folder, game_registry(), clock)
    await schedule.make()
    sound = folder.files()
    damage(path, "UPDATE tables SET snapshot = x'00', body = x'00'")
    clock.now += HOUR_S
    assert await schedule.make() is None
    assert folder.files() == sound
    assert "cannot be played on" in caplog.text


async def test_a_game_with_a_lost_log_still_counts_by_its_state(tmp_path: Path) -> None:
    """What a later release would play otherwise is no damage: the saved state is what counts."""
    path = await database(tmp_path, PlayedTable("classic", 3).play(10))
    damage(path, "DELETE FROM log")
    assert check_copy(path, game_registry()).sound == (1,)


def test_what_is_no_database_is_no_copy(tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(StoreError, match="cannot be read"):
        check_copy(tmp_path / "copy.db", game_registry())


async def test_a_copy_has_its_name_only_when_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One whose check fails is tried again, and is taken for no copy."""
    path = await database(tmp_path, PlayedTable("classic", 3).play(5))
    folder = BackupFolder(tmp_path / "copies")
    schedule = BackupSchedule(str(path), folder, game_registry(), Clock())

    def failing(part: Path, _: object) -> CheckedCopy:
        assert part.exists()
        assert folder.files() == []
        raise StoreError("disk I/O error")

    for check in (failing, lambda *_: 1 / 0):
        monkeypatch.setattr("bot.operations.backups.check_copy", check)
        await schedule.look()
        assert names(folder.path) == []
    assert "no backup could be made: disk I/O error" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    monkeypatch.undo()
    assert await schedule.make() is not None
    assert [name[:6] for name in names(folder.path)] == ["daily-", "hourly"]


async def test_a_game_that_cannot_be_read_at_all_costs_the_others_no_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = (PlayedTable("classic", 3, 1).play(5), PlayedTable("classic", 3, 2).play(5).close())
    path = await database(tmp_path, *games)
    read = read_sqlite_game

    def reading(place: Path, number: int, find: DigestFinder) -> SavedGame | None:
        if number == 2:
            raise TypeError("string argument without an encoding")
        return read(place, number, find)

    monkeypatch.setattr("bot.operations.backups.read_sqlite_game", reading)
    found = check_copy(path, game_registry())
    assert (found.sound, found.damaged) == ((1,), (2,))
    damage(path, "UPDATE definitions SET body = 'soon'")
    assert check_copy(path, game_registry()).sound == (1,)


async def test_failures_are_tried_again_less_often(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Each try may write a whole copy; the log says when the next one is."""
    path = await database(tmp_path, PlayedTable("classic", 3).play(5))
    damage(path, "UPDATE tables SET snapshot = x'00', body = x'00'")
    folder = BackupFolder(tmp_path / "copies")
    schedule = BackupSchedule(str(path), folder, game_registry(), Clock())
    assert [await schedule.look() / 60 for _ in range(2)] == [15, 15]
    assert "the next try to make a backup is in 15 min" in caplog.text
    assert names(folder.path) == ["unusable.db"]
    path.unlink()
    await database(tmp_path, PlayedTable("classic", 3).play(5))
    assert await schedule.look() == 60
    assert await schedule.look() == 60
    assert len(folder.files()) == 2


def test_a_copy_to_be_looked_at_goes_after_two_weeks(tmp_path: Path) -> None:
    """It holds people's names and ids as any other does."""
    folder = BackupFolder(tmp_path)
    folder.place_for_next(START).write_text("damaged")
    folder.set_aside(tmp_path / "kickdoor-unfinished" / "copy.db")
    os.utime(tmp_path / "unusable.db", (START, START))
    keep(folder, START + 14 * DAY_S, "sound")
    assert (tmp_path / "unusable.db").exists()
    keep(folder, START + 14 * DAY_S + 1, "sound")
    assert not (tmp_path / "unusable.db").exists()


def test_what_a_kill_has_left_goes_with_the_next_copy(tmp_path: Path) -> None:
    """Other files stay."""
    folder = BackupFolder(tmp_path)
    folder.place_for_next(START).with_name("kickdoor-unfinished-0.part").write_text("half")
    (tmp_path / "mine.part").write_text("")
    os.utime(tmp_path / "mine.part", (START - 100 * DAY_S, START - 100 * DAY_S))
    keep(folder, START, "new")
    assert [name for name in names(tmp_path) if name.endswith("part")] == ["mine.part"]
    assert not (tmp_path / "kickdoor-unfinished").exists()


def test_a_file_system_without_links_has_daily_copies_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", none)
    keep(BackupFolder(tmp_path), START, "new")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["new", "new"]


async def test_copies_of_an_empty_database_drive_out_none_with_games(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A start on a wrong path, or after the file was lost, makes an empty one."""
    path = await database(tmp_path, PlayedTable("classic", 3).play(5))
    folder, clock = BackupFolder(tmp_path / "copies"), Clock()
    schedule = BackupSchedule(str(path), folder, game_registry(), clock)
    await schedule.make()
    before = folder.files()
    path.unlink()
    await database(tmp_path)
    for _ in range(2):
        clock.now += DAY_S
        assert await schedule.look() > 0
    assert folder.files() == before
    assert f"kickdoor restore {before[0].path}" in caplog.text
    for file in before:
        file.path.unlink()
    assert await schedule.make() is not None


async def test_results_are_no_nothing(tmp_path: Path) -> None:
    """They stay when the games themselves are deleted."""
    path = await database(tmp_path)
    assert check_copy(path, game_registry()).empty
    damage(path, "INSERT INTO results VALUES (1, 5, 100, x'')")
    assert not check_copy(path, game_registry()).empty


async def test_bots_that_share_a_folder_have_copies_each(tmp_path: Path) -> None:
    """A copy of another bot is neither this one's copy of the hour, nor deleted or listed by it."""
    clock, shared, made = Clock(), tmp_path / "copies", {"1": 0, "2": 0}
    for name in made:
        (tmp_path / name).mkdir()
        await database(tmp_path / name, PlayedTable("classic", 3).play(2))
    for _ in range(3):
        for name in made:
            folder = BackupFolder(shared, name)
            if folder.is_due(clock()):
                path = tmp_path / name / "games.db"
                assert await BackupSchedule(str(path), folder, game_registry(), clock).make() is not None
                made[name] += 1
        clock.now += HOUR_S
    assert made == {"1": 3, "2": 3}
    for name in made:
        folder = BackupFolder(shared, name)
        assert [file.kind for file in folder.files()] == ["hourly", "hourly", "hourly", "daily"]
        assert len(folder.foreign_files()) == 4
    part = folder.place_for_next(clock())
    part.write_text("half")
    BackupFolder(shared, "1").place_for_next(clock())
    assert part.exists()
