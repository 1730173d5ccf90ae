"""`kickdoor export` and `kickdoor verify`: a file that says all, or of a running game nothing hidden."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.exit_codes import ExitCode
from bot.replays.record import record_from_lines
from bot.replays.recording import digest_for
from bot.store.reading import load_saved_game
from bot.store.sqlite.store import SqliteStore
from bot.tables.state import SAVED_TABLE_CODEC
from tests.bot.replays.played_tables import PlayedTable, save_tables
from tests.e2e.secrets_check import Knowledge, faces_of, revealing_names


def damage(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


async def test_an_exported_game_is_verified_without_database_and_token(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exported while the bot has its database open."""
    table = PlayedTable("classic", 3).play(60).close()
    store = await SqliteStore.open(at / "games.db")
    await save_tables(store, table)
    assert main(["export", "1", "--json", "game.jsonl"]) == ExitCode.OK
    await store.close()
    assert "1, classic" in capsys.readouterr().err
    monkeypatch.delenv("DISCORD_TOKEN")
    (at / "games.db").unlink()
    assert main(["verify", "game.jsonl"]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "every shuffle and die is as sealed" in said
    assert table.state.table.secret_hash in said
    lines = (at / "game.jsonl").read_text().splitlines()
    forged = [line.replace(f'"seed":{table.state.seed}', '"seed":5') for line in lines]
    (at / "forged.jsonl").write_text("\n".join(forged))
    assert main(["verify", "forged.jsonl"]) == ExitCode.FAILED
    assert "(Ann: start): the seed is not what" in capsys.readouterr().out
    (at / "forged.jsonl").write_text("no record")
    assert main(["verify", "forged.jsonl"]) == ExitCode.FAILED
    assert "is not the record of a game" in capsys.readouterr().err
    assert main(["verify", "nothing.jsonl"]) == ExitCode.FAILED


@pytest.mark.parametrize("game", ["classic", "panic"])
async def test_of_a_running_game_only_what_everybody_has_seen_is_written(
    game: str, at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No seed, no secret, no action, and no name or number of a card that an onlooker may not know."""
    table = PlayedTable(game, 3, 2).play(60)
    store = await SqliteStore.open(at / "games.db")
    await save_tables(store, table)
    await store.close()
    assert main(["export", "2"]) == ExitCode.OK
    text = capsys.readouterr().out
    record = record_from_lines(text.splitlines())
    assert record.header.form == "public"
    assert (record.header.seed, record.header.secret, record.header.cards) == (-1, "", "")
    saved = table.saved()
    assert saved.table is not None
    kept = SAVED_TABLE_CODEC.decode(saved.table.body)
    assert kept.secret not in text
    assert str(kept.seed) not in text
    assert all(step.actions == () and step.zones == () and not step.state for step in record.steps)
    assert len(record.steps) > 10
    state = table.state
    assert state.game is not None
    _, hidden, faces = faces_of(state.game.setup)
    known = Knowledge(state.game, hidden, table.log)
    named = {card for step in record.steps for event in step.events for card in event.cards}
    # What every seat may know, an onlooker may know: no card is open to all seats but them.
    open_to_all = frozenset.intersection(*(known.by(1 << 30, seat) for seat in range(3)))
    assert named <= open_to_all
    assert named
    assert [name for name in revealing_names(faces) if name in text] == []
    (at / "running.jsonl").write_text(text)
    assert main(["verify", "running.jsonl"]) == ExitCode.FAILED
    assert "still going on" in capsys.readouterr().out


async def test_a_damaged_game_is_exported_from_seed_and_log(
    at: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log is the second copy: of the facts of the table, too."""
    table = PlayedTable("classic", 3).play(60).close()
    store = await SqliteStore.open(at / "games.db")
    await save_tables(store, table)
    await store.close()
    damage(at / "games.db", "UPDATE tables SET snapshot = x'00ff'")
    assert main(["export", "1", "--json", "game.jsonl"]) == ExitCode.OK
    assert "saved state is damaged" in capsys.readouterr().err
    assert main(["verify", "game.jsonl"]) == ExitCode.OK
    damage(at / "games.db", "UPDATE tables SET body = x'00ff'")
    assert main(["export", "1", "--json", "game.jsonl"]) == ExitCode.OK
    assert main(["verify", "game.jsonl"]) == ExitCode.OK
    header = record_from_lines((at / "game.jsonl").read_text().splitlines()).header
    assert [seat.name for seat in header.seats] == ["Seat 1", "Seat 2", "Seat 3"]
    capsys.readouterr()
    damage(at / "games.db", "UPDATE log SET body = x'00ff' WHERE revision = 40")
    assert main(["export", "1", "--json", "game.jsonl"]) == ExitCode.OK
    assert "sound up to there: revision 40" in capsys.readouterr().err
    assert main(["verify", "game.jsonl"]) == ExitCode.OK
    assert "ends early: revision 40" in capsys.readouterr().out
    damage(at / "games.db", "DELETE FROM log WHERE revision = 30")
    assert main(["export", "1", "--json", "game.jsonl"]) == ExitCode.OK
    assert "revision 30 of its log is missing" in capsys.readouterr().err
    damage(at / "games.db", "DELETE FROM log WHERE kind = 'start'")
    assert main(["export", "1"]) == ExitCode.FAILED
    assert "cannot be exported" in capsys.readouterr().err


async def test_what_is_not_there_is_said(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "1"]) == ExitCode.DATABASE_UNUSABLE
    assert "no database" in capsys.readouterr().err
    store = await SqliteStore.open(at / "games.db")
    await save_tables(store, PlayedTable("classic", 3))
    await store.close()
    assert main(["export", "9"]) == ExitCode.FAILED
    assert "no table 9" in capsys.readouterr().err
    assert main(["export", "1"]) == ExitCode.FAILED
    assert "no game has begun" in capsys.readouterr().err


async def test_an_open_store_has_the_same_as_its_file(at: Path) -> None:
    table = PlayedTable("panic", 2).play(30)
    store = await SqliteStore.open(at / "games.db")
    await save_tables(store, table)
    found = await load_saved_game(store, 1, digest_for)
    assert found == table.saved()
    assert await load_saved_game(store, 2, digest_for) is None
    await store.close()


@pytest.mark.parametrize("name", ["no folder/x", "folder", "file/x", "x" * 300])
@pytest.mark.parametrize("form", ["--json", "--html"])
async def test_a_file_that_cannot_be_written_is_said(
    at: Path, capsys: pytest.CaptureFixture[str], form: str, name: str
) -> None:
    await save(at)
    (at / "folder").mkdir()
    (at / "file").write_text("")
    assert main(["export", "1", form, name]) == ExitCode.DATABASE_UNUSABLE
    assert capsys.readouterr().err.startswith("No export: ")
    assert unfinished(at) == []


async def test_a_full_disk_leaves_the_earlier_file(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await save(at)
    (at / "game.jsonl").write_text("of yesterday")

    def full(self: Path, text: str, encoding: str) -> int:
        self.write_bytes(text.encode(encoding)[:10])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_text", full)
        assert main(["export", "1", "--json", "game.jsonl"]) == ExitCode.DATABASE_UNUSABLE
    assert "No space left" in capsys.readouterr().err
    assert (at / "game.jsonl").read_text() == "of yesterday"
    assert unfinished(at) == []
    assert main(["export", "1", "--json", "new.jsonl"]) == ExitCode.OK
    (at / "touched").touch()
    assert (at / "new.jsonl").stat().st_mode == (at / "touched").stat().st_mode
    (at / "link.jsonl").symlink_to("game.jsonl")
    (at / "game.jsonl").chmod(0o600)
    assert main(["export", "1", "--json", "link.jsonl"]) == ExitCode.OK
    assert (at / "link.jsonl").is_symlink()
    assert (at / "game.jsonl").stat().st_mode & 0o777 == 0o600
    assert record_from_lines((at / "game.jsonl").read_text().splitlines()).header.form == "public"


async def test_a_pipe_is_written_to(at: Path) -> None:
    await save(at)
    os.mkfifo(at / "pipe")
    reading = asyncio.create_task(asyncio.to_thread((at / "pipe").read_text))
    assert await asyncio.to_thread(main, ["export", "1", "--json", "pipe"]) == ExitCode.OK
    assert record_from_lines((await reading).splitlines()).header.form == "public"


@pytest.mark.parametrize("number", ["99999999999999999999999", str(2**63), "0", "-1"])
async def test_a_number_that_no_table_can_have_is_one_that_is_not_there(
    at: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    await save(at)
    assert main(["export", number]) == ExitCode.FAILED
    assert f"no table {number}" in capsys.readouterr().err


def unfinished(folder: Path) -> list[Path]:
    return list(folder.glob("*.part"))


async def save(at: Path) -> None:
    store = await SqliteStore.open(at / "games.db")
    await save_tables(store, PlayedTable("classic", 3).play(10))
    await store.close()


async def test_a_value_of_another_type_ends_no_export(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SQLite keeps any type anywhere: one flipped bit makes a text of bytes, or the other way round."""
    table = PlayedTable("classic", 3).play(20).close()
    store = await SqliteStore.open(at / "games.db")
    await save_tables(store, table)
    await store.close()
    for value in ("CAST(x'ff' AS TEXT)", "'soon'"):
        damage(at / "games.db", f"UPDATE definitions SET body = {value}")
        assert main(["export", "1", "--json", "game.jsonl"]) == ExitCode.OK
    store = await SqliteStore.open(at / "games.db")
    assert await store.definitions(table.state.table.digest) is None
    await store.close()
    damage(at / "games.db", "UPDATE log SET events = CAST(x'ff' AS TEXT) WHERE revision = 15")
    assert main(["export", "1", "--json", "game.jsonl"]) == ExitCode.OK
    damage(at / "games.db", "UPDATE log SET kind = x'00ff' WHERE revision = 10")
    assert main(["export", "1", "--json", "game.jsonl", "--html", "game.html"]) == ExitCode.OK
    assert "sound up to there: revision 10" in capsys.readouterr().err
    assert main(["verify", "game.jsonl"]) == ExitCode.OK
