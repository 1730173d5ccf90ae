"""SIGKILL and SIGTERM of a real process with a real file, and two processes at once."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from bot.operations.exit_codes import ExitCode
from cogs.answer_builder import SEATED_TEXT
from tests.e2e.in_process_bot import answer_text
from tests.e2e.recorded_game import play
from tests.e2e.scripted_players import NoAnswerError
from tests.faults.fault_case import FaultCase
from tests.faults.harness import eventually
from tests.faults.kill_points import KILL_POINTS
from tests.faults.killable_bot import KillableBot, open_killable_bot

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(sys.platform == "win32", reason="needs fork and SIGKILL"),
]

KICK_LABEL = "Kick down the door"
RESTARTING_TEXT = "I am restarting"


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[KillableBot]:
    """Share a sandbox and a bot that is killed again and again."""
    async with open_killable_bot(tmp_path_factory.mktemp("lives")) as stage:
        yield stage


async def die_in_a_press(bot: KillableBot, *, point: str = "", turns: int = 0) -> None:
    """Kill the bot during one move; start it again, press again, and ask the oracle."""
    trial = await FaultCase.begin(bot)
    table, before = trial.table, await trial.steps()
    person, board = table.awaited(), table.board()
    button = next(button for button in board.buttons if button.label == KICK_LABEL)
    bot.arm(point=point, turns=turns)
    pressing = asyncio.create_task(person.click(board, label=KICK_LABEL))
    await bot.dead_or_done(pressing)
    bot.box.clock.advance(4)
    first = await pressing
    await bot.start()
    done = await trial.steps() == before + 1
    assert done or not first.ok, "it was told that it counts"
    with pytest.MonkeyPatch.context() as patches:
        # A bot that is late here is no fault: it has just been started on a busy machine.
        patches.setattr("bot.sandbox.messages.interactions.ANSWER_DEADLINE_S", 60.0)
        again = await person.forge_click(table.board(), button.custom_id)
    assert again.ok, again
    if done:
        assert "moment has passed" in answer_text(again)
    assert await trial.steps() == before + 1
    await trial.check_invariants(notices=1)


@pytest.mark.parametrize("point", KILL_POINTS, ids=[name.replace(" ", "-") for name in KILL_POINTS])
async def test_killed_at_any_point_of_a_move(bot: KillableBot, point: str) -> None:
    """Fault: killed at any point of a move; it happened wholly or not at all, and counts once."""
    await die_in_a_press(bot, point=point)


@pytest.mark.parametrize("point", ["after-a-post", "before-a-message-is-noted", "after-a-message-is-noted"])
async def test_killed_while_the_table_is_posted_again(bot: KillableBot, point: str) -> None:
    """Fault: killed while the table is posted again; one message of it stays."""
    trial = await FaultCase.begin(bot)
    bot.arm(point=point.replace("-", " "))
    asking = asyncio.create_task(trial.table.ann.command(trial.table.channel, "kickdoor table"))
    await bot.dead_or_done(asking)
    bot.box.clock.advance(4)
    await asking
    await bot.start()
    await trial.table.until(lambda: len(trial.table.boards()) == 1)
    await trial.check_invariants()


@pytest.mark.soak
async def test_killed_at_every_turn_of_the_loop_during_a_move(bot: KillableBot) -> None:
    """Fault: the same at every turn of the event loop (long form); wholly or not at all."""
    for turns in range(1, 200):
        await die_in_a_press(bot, turns=turns)


async def test_a_game_with_many_kills_goes_like_one_without(bot: KillableBot) -> None:
    """Fault: killed again and again in a game; log and state are as without kills."""
    assert await some_moves(bot, 0) == await some_moves(bot, 5)


async def some_moves(bot: KillableBot, kills: int, last: int = 30) -> tuple[bytes | None, list[bytes]]:
    """Play some moves of a game and return its state and what was done; kill the bot now and then."""
    trial = await FaultCase.begin(bot)
    party, dice = trial.table.players, Random("kills")
    murders = sorted(dice.sample(range(9, last), kills))
    step, attempt = 0, 0
    while (status := await party.status()).step < last:
        attempt = attempt + 1 if status.step == step else 0
        step = status.step
        if murders and step >= murders[0]:
            murders.pop(0)
            await bot.kill()
            await bot.start()
        try:
            await party.act(status, Random(f"{step}/{attempt}"))
        except NoAnswerError:
            attempt -= 1  # a busy machine: the same is pressed again
    await trial.oracle.durable()
    disk = await trial.oracle.converged()
    assert bot.complaints() == []
    return disk.row.snapshot, [row.body for row in disk.log if row.kind != "create"]


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_a_whole_game_with_a_hundred_restarts(seed: int, tmp_path: Path) -> None:
    """Fault: a hundred kills in a whole game (long form); it ends the same to the byte."""
    folders = [tmp_path / "calm", tmp_path / "wild"]
    for folder in folders:
        folder.mkdir()
    calm = await play(folders[0], seed=seed)
    wild = await play(folders[1], seed=seed, kills=100, last=190)
    assert wild.actions() == calm.actions()
    assert wild.snapshot == calm.snapshot


async def test_told_to_stop_it_says_so_on_the_table(bot: KillableBot) -> None:
    """Fault: SIGTERM; tables say that the bot is back soon, until it is."""
    trial = await FaultCase.begin(bot)
    bot.terminate()
    assert await bot.wait_until_dead() == ExitCode.OK
    assert RESTARTING_TEXT in trial.table.board().text
    await bot.start()
    await trial.table.until(lambda: RESTARTING_TEXT not in trial.table.board().text)
    await trial.check_invariants(notices=0)


async def test_told_to_stop_under_load_it_ends_in_time_and_loses_nothing(bot: KillableBot) -> None:
    """Fault: SIGTERM under load; it ends in time and keeps what it accepted."""
    trial = await FaultCase.begin(bot)
    crowd = bot.new_table()
    rooms = [bot.box.world.add_channel(crowd.guild, f"room-{number}") for number in range(50)]
    for room in rooms:  # one after the other: on a busy machine fifty at once would have no answer in time
        assert (await crowd.ann.command(room, "kickdoor new")).ok
    await eventually(lambda: all(len(crowd.ben.messages(room)) == 1 for room in rooms))
    presses = [
        asyncio.create_task(crowd.ben.click(crowd.ben.messages(room)[0], label="Join")) for room in rooms
    ]
    await eventually(lambda: any(press.done() for press in presses))
    began = time.monotonic()
    bot.terminate()
    assert await bot.wait_until_dead() == ExitCode.OK
    assert time.monotonic() - began < 10
    bot.box.clock.advance(4)
    outcomes = await asyncio.gather(*presses)
    await bot.start()
    joined = [
        room
        for room, outcome in zip(rooms, outcomes, strict=True)
        if outcome.message is not None and SEATED_TEXT in outcome.message.text
    ]
    # A start is ready before it has drawn all tables again.
    await crowd.ben.until(
        lambda: all(crowd.ben.name in crowd.ben.messages(room)[0].text for room in joined), within=60
    )
    await trial.table.until(lambda: RESTARTING_TEXT not in trial.table.board().text)
    await trial.check_invariants(notices=0)


async def test_a_second_process_on_the_same_file_steps_back(bot: KillableBot) -> None:
    """Fault: a second process on one file; it ends with code 67, the first goes on."""
    trial = await FaultCase.begin(bot)
    identifies = bot.box.gateway.identifies
    assert await bot.start_second() == ExitCode.DATABASE_UNUSABLE
    assert bot.box.gateway.identifies == identifies
    assert "the database cannot be used" in "\n".join(bot.complaints())
    trial.oracle.note_accepted(await trial.table.kick())
    await trial.check_invariants(notices=0)


async def test_a_process_that_takes_over_after_a_crash_does_nothing_twice(bot: KillableBot) -> None:
    """Fault: a start right after a crash; it takes over and does nothing twice."""
    trial = await FaultCase.begin(bot)
    trial.oracle.note_accepted(await trial.table.kick())
    await bot.kill()
    await bot.start()
    await trial.check_invariants(notices=0)
