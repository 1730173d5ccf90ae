"""A disk that lies: what was saved of one table is something else now, and nobody else may notice."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.app.games import game_registry
from bot.operations.repair import repair
from bot.sandbox.people.person import Person
from bot.tables.state import SAVED_EVENTS_CODEC, SavedEvents
from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import FaultTable, Harness, open_harness
from tests.faults.oracle import Disk

GARBAGE = bytes(range(200, 256)) * 3
SET_ASIDE_TEXT = "set it aside"


async def change(database: Path, statement: str, *values: Any) -> None:
    """Write into the file of a bot.

    A bot that runs needs the event loop to end a write of its own, so this one waits in a thread.
    """

    def write() -> None:
        with closing(sqlite3.connect(database, timeout=60, isolation_level=None)) as connection:
            assert connection.execute(statement, values).rowcount == 1

    await asyncio.to_thread(write)


def saved_body(database: Path, table: int) -> bytes:
    """Return what the file has of a table."""
    with closing(sqlite3.connect(database)) as connection:
        ((body,),) = connection.execute("SELECT body FROM tables WHERE id = ?", (table,))
    return bytes(body)


async def open_damaged_table(stage: Harness) -> FaultTable:
    """Play at a table whose facts are then overwritten while the bot is down."""
    other = stage.new_table()
    await other.game()
    await stage.stop()
    await change(stage.database, "UPDATE tables SET body = ? WHERE id = ?", GARBAGE, other.number)
    stage.logged.clear()
    return other


def read_by(person: Person, table: FaultTable) -> str:
    """Return all that a person can read in the channel."""
    return "\n".join(message.text for message in person.messages(table.channel))


async def test_one_unreadable_table_is_set_aside_and_harms_nobody(tmp_path: Path) -> None:
    """Fault: one unreadable table; it says so in its channel and to its host, the others go on."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        other = await open_damaged_table(stage)
        await stage.start()
        await other.until(lambda: SET_ASIDE_TEXT in read_by(other.ann, other))
        await other.until(lambda: SET_ASIDE_TEXT in other.ann.dms()[-1].text, other.ann)
        assert "is set aside, its bytes are kept" in "\n".join(stage.complaints())
        assert str(GARBAGE) not in stage.log()
        await trial.check_invariants(notices=1, errors=1)
        assert saved_body(stage.database, other.number) == GARBAGE


async def test_what_happened_earlier_may_be_damaged_and_the_game_goes_on(tmp_path: Path) -> None:
    """Fault: damaged past events; the game goes on."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        await stage.stop()
        await change(
            stage.database,
            "UPDATE log SET events = ? WHERE table_id = ? AND revision = 3",
            GARBAGE,
            trial.table.number,
        )
        await stage.start()
        await trial.table.until(lambda: "kick down the door" in trial.table.board().text)
        assert (await trial.table.kick()).ok
        await trial.check_alive()
        assert stage.complaints() == []
        undamaged = SAVED_EVENTS_CODEC.encode(SavedEvents())
        await change(
            stage.database,
            "UPDATE log SET events = ? WHERE table_id = ? AND revision = 3",
            undamaged,
            trial.table.number,
        )
        trial.oracle.note_restore()
        await trial.check_invariants(notices=1)


async def test_facts_that_have_silently_changed_are_not_believed(tmp_path: Path) -> None:
    """Fault: a digit of a table's seed or state changes on the disk; it is set aside or rebuilt."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        other = stage.new_table()
        await other.game()
        before = await trial.oracle.durable()
        await stage.stop()
        body = saved_body(stage.database, other.number)
        forged = body.replace(b'"seed":', b'"seed":1', 1)
        assert forged != body
        await change(stage.database, "UPDATE tables SET body = ? WHERE id = ?", forged, other.number)
        row = before.row
        assert row is not None
        assert row.snapshot is not None
        forged = row.snapshot.replace(b'"turn":1', b'"turn":2', 1)
        assert forged != row.snapshot
        await change(stage.database, "UPDATE tables SET snapshot = ? WHERE id = ?", forged, row.id)
        stage.logged.clear()
        await stage.start()
        await other.until(lambda: SET_ASIDE_TEXT in read_by(other.ann, other))
        assert "was rebuilt from its log" in stage.log()
        assert (await trial.table.kick()).ok
        trial.oracle.note_restore()
        await trial.check_invariants(notices=1, errors=1)


async def damage_snapshot(stage: Harness, trial: FaultCase) -> Disk:
    """Stop the bot in a fight and spoil the table's state; return what was saved before."""
    await trial.fight()
    before = await trial.oracle.durable()
    await stage.stop()
    await change(stage.database, "UPDATE tables SET snapshot = ? WHERE id = ?", GARBAGE, trial.table.number)
    return before


async def test_a_damaged_snapshot_is_rebuilt_from_the_log(tmp_path: Path) -> None:
    """Fault: a damaged game state; it is rebuilt from seed and log."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        before = await damage_snapshot(stage, trial)
        await stage.start()
        await trial.check_alive()
        after = await trial.oracle.durable()
        assert "rebuilt from its log" in stage.log()
        assert after.row.revision > before.row.revision
        await trial.check_invariants(notices=1)


async def test_a_repaired_file_plays_on(tmp_path: Path) -> None:
    """Fault: a damaged file after `doctor --repair`; games play on."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        before = await damage_snapshot(stage, trial)
        await change(stage.database, "UPDATE figures SET value = 'soon' WHERE name = 'uptime'")
        report = repair(stage.database, game_registry())
        assert (len(report.repaired), report.lost) == (3, [])
        assert (await trial.oracle.durable()).row == before.row
        await stage.start()
        await trial.check_invariants(notices=1)


async def test_a_channel_with_an_unreadable_table_can_be_freed(tmp_path: Path) -> None:
    """Fault: a channel with an unreadable table; its host ends it, the next game begins."""
    async with open_harness(tmp_path) as stage:
        other = await open_damaged_table(stage)
        await stage.start()
        await other.until(lambda: SET_ASIDE_TEXT in read_by(other.ann, other))
        assert SET_ASIDE_TEXT in answer_text(await other.ben.command(other.channel, "kickdoor new"))
        assert SET_ASIDE_TEXT in answer_text(await other.ben.command(other.channel, "kickdoor hand"))
        refused = answer_text(await other.ben.command(other.channel, "kickdoor-table end"))
        assert "host" in refused
        assert "Done" in answer_text(await other.ann.command(other.channel, "kickdoor-table end"))
        assert (await other.ben.command(other.channel, "kickdoor new")).ok
        await other.until(lambda: "Join" in str([button.label for button in other.board().buttons]))
        assert saved_body(stage.database, other.number) == GARBAGE
        await stage.stop()
        await stage.start()
        await other.until(lambda: SET_ASIDE_TEXT not in read_by(other.ann, other))


async def test_who_is_forgotten_is_so_everywhere_but_in_what_nobody_can_read(tmp_path: Path) -> None:
    """Fault: *forget me* beside a damaged table; all else is erased, the rest is reported."""
    async with open_harness(tmp_path) as stage:
        damaged = stage.new_table()
        await damaged.game()
        gone = damaged.ben
        room = stage.box.world.add_channel(damaged.guild, "second-room")
        assert (await gone.command(room, "kickdoor new")).ok
        await stage.stop()
        await change(stage.database, "UPDATE tables SET body = ? WHERE id = ?", GARBAGE, damaged.number)
        await stage.start()
        answer = answer_text(await gone.command(room, "kickdoor forget me", {"sure": True}))
        assert "deleted everywhere" in answer
        assert "I could not open 1 damaged table" in answer
        for _ in range(2):  # the second start finds the request that the first could not fulfill
            await stage.stop()
            await stage.start()
        with closing(sqlite3.connect(stage.database)) as connection:
            bodies = [bytes(body) for (body,) in connection.execute("SELECT body FROM tables")]
            logged = connection.execute("SELECT count(*) FROM log WHERE user = ?", (gone.id,)).fetchone()
        assert not any(gone.name.encode() in body for body in bodies)
        assert logged == (0,)
