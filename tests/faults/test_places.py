"""What can happen to the places of a game: its messages, its channel, its thread, its server, our rights."""

import asyncio

import pytest

from bot.sandbox.world.model import Channel
from tests.bot.sandbox.waiting import eventually as eventually_true
from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR_S = 3600.0
DAY_S = 86_400.0


async def test_a_deleted_board_is_recreated_once(trial: FaultCase) -> None:
    """Fault: the table's message is deleted; the next move brings it back, once."""
    table = trial.table
    old = table.board().id
    posted = trial.oracle.posted(table.channel.id)  # a slow start counts: the call to the first player, say
    trial.box.world.delete_messages(table.channel, [old])
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: table.board().id != old and "⚔" in table.board().text)
    fresh = trial.oracle.posted(table.channel.id) - posted
    assert fresh <= 2, "the table's message, and a call to the fighter"
    await trial.check_invariants(notices=0)


async def test_after_a_purge_status_brings_everything_back(trial: FaultCase) -> None:
    """Fault: all messages are purged; `/kickdoor status` brings them back."""
    table = trial.table
    trial.box.purge(table.channel)
    for person in table.people:
        trial.box.purge(trial.box.world.dm_with_bot(person.id))
    assert "step" in answer_text(await table.ben.command(table.channel, "kickdoor status"))
    await table.until(lambda: len(table.boards()) == 1)
    await eventually(lambda: all(len(person.dms()) == 1 for person in table.people))
    await trial.check_invariants(notices=0)


async def test_a_game_whose_channel_is_deleted_can_be_moved(trial: FaultCase) -> None:
    """Fault: the channel is deleted; the host is told how to move the game."""
    table = trial.table
    await trial.fight()
    await trial.oracle.converged()
    left = table.left()
    trial.oracle.note_time_left(left)
    trial.box.world.delete_channel(table.channel)
    await table.until(lambda: any("Its channel is gone" in m.text for m in table.ann.dms()))
    assert any("/kickdoor-table move" in m.text for m in table.ann.dms())
    await trial.harness.pass_time(20 * 60)
    told = answer_text(await table.ben.command(table.other_channel, "kickdoor status"))
    assert "suspended" in told
    assert "/kickdoor-table move" in told
    trial.box.faults.clear()
    moved = await table.ann.command(
        table.other_channel, "kickdoor-table move", {"channel": table.other_channel.id}
    )
    assert "Moved to" in answer_text(moved)
    table.move_to(table.other_channel)
    await table.until(lambda: "ask for help, or run" in table.board().text)
    trial.oracle.fair(table.left())
    await trial.check_invariants(notices=1)
    assert not any("Its channel is gone" in m.text for m in table.ann.dms()), "the notice outlives its reason"


async def test_an_archived_thread_is_woken(trial: FaultCase) -> None:
    """Fault: the thread is archived; the next change wakes it."""
    table, thread = await _in_a_thread(trial)
    trial.box.world.set_thread_state(thread, archived=True)
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: "⚔" in table.board().text)
    assert thread.thread is not None
    assert not thread.thread.archived
    await trial.check_invariants(notices=0)


async def test_a_locked_thread_suspends_the_game_until_it_is_unlocked(trial: FaultCase) -> None:
    """Fault: the thread is locked; the game is suspended and the host told until it is unlocked."""
    table, thread = await _in_a_thread(trial)
    trial.box.world.set_thread_state(thread, archived=True, locked=True)
    fighter = await table.awaited_in_private()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: any("Its thread is locked" in m.text for m in table.ann.dms()))
    trial.box.world.set_thread_state(thread, archived=False, locked=False)
    await table.until(lambda: "suspended" in table.board().text)
    assert (await table.ben.click(table.board(), label="Resume")).ok
    await table.until(lambda: "ask for help, or run" in table.board().text)
    await trial.check_invariants(notices=1)


async def test_without_the_right_to_attach_there_are_words_instead_of_pictures(trial: FaultCase) -> None:
    """Fault: Embed Links and Attach Files are taken away; words instead of pictures."""
    table = trial.table
    for permission in ("embed_links", "attach_files"):
        trial.box.deny(table.channel, permission)
    await trial.heard()
    assert (await table.ann.command(table.channel, "kickdoor table")).ok
    await trial.fight()
    await table.until(lambda: "⚔" in table.board().text)
    await trial.check_invariants(notices=0, invalid=0)


async def test_without_the_right_to_send_the_game_is_suspended_and_says_what_it_needs(
    trial: FaultCase,
) -> None:
    """Fault: Send Messages is taken away; suspended, with the permission named."""
    table = trial.table
    fighter = await table.awaited_in_private()
    asked = fighter.dms()[-1]
    trial.box.deny(table.channel, "send_messages")
    await trial.heard()
    trial.box.world.delete_messages(table.channel, [table.board().id])
    await fighter.click(asked, label="Kick down the door")  # it may be suspended already
    await table.until(lambda: any("“Send Messages”" in m.text for m in table.ann.dms()))
    assert "“Send Messages”" in answer_text(await table.ben.command(table.channel, "kickdoor status"))
    await asyncio.sleep(0.3)  # until what is on its way has been refused, too
    trial.box.allow(table.channel, "send_messages")
    await table.until(lambda: "suspended" in table.board().text)
    assert (await table.ben.click(table.board(), label="Resume")).ok
    await table.until(lambda: "👉" in table.board().text)
    # What is on its way when the permission goes is refused before the bot hears its name; then the host is
    # told once more, instead of the first time.
    await trial.check_invariants(notices=2, invalid=1)
    assert len([message for message in table.ann.dms() if "suspended" in message.text]) <= 1


async def test_a_bot_that_is_kicked_and_invited_again_goes_on(trial: FaultCase) -> None:
    """Fault: removed and invited back the next day; the game goes on with its time."""
    table, stage = trial.table, trial.harness
    left = table.left()
    trial.oracle.note_time_left(left)
    trial.box.world.kick_bot(table.guild)
    await eventually(lambda: "removed" in _dm_text(trial))
    await stage.pass_time(DAY_S, step=3600.0)
    trial.box.clock.advance(1)
    trial.box.world.invite_bot(table.guild)
    await table.until(
        lambda: "kick down the door" in table.board().text and trial.oracle.is_fair(table.left())
    )
    await trial.check_invariants(notices=2)


async def test_clocks_run_again_after_a_removal_during_an_outage(trial: FaultCase) -> None:
    """Fault: removed during an outage and invited back; clocks run again."""
    table, stage = trial.table, trial.harness
    left = table.left()
    trial.oracle.note_time_left(left)
    trial.box.world.set_available(table.guild, False)
    await trial.heard()
    await stage.pass_time(2 * left)
    trial.box.world.kick_bot(table.guild)
    await trial.heard()
    table.guild.available = True
    trial.box.world.invite_bot(table.guild)
    await table.until(
        lambda: "kick down the door" in table.board().text and trial.oracle.is_fair(table.left())
    )
    before = await trial.steps()
    await stage.pass_time(2 * left)

    async def clock_has_rung() -> bool:
        return await trial.steps() > before

    await eventually_true(clock_has_rung)
    trial.oracle.note_time_left(table.left())
    await trial.check_invariants(notices=2)


async def test_a_paused_game_is_paused_when_the_bot_is_invited_again(trial: FaultCase) -> None:
    """Fault: removed while a game is paused; it is paused when the bot is back."""
    table, stage = trial.table, trial.harness
    trial.oracle.note_time_left(table.left())
    assert (await table.ben.command(table.channel, "kickdoor pause")).ok
    await table.until(lambda: not table.timed())
    before = await trial.steps()
    trial.box.world.kick_bot(table.guild)
    await eventually(lambda: "removed" in _dm_text(trial))
    trial.box.world.invite_bot(table.guild)
    await table.until(lambda: "paused" in table.board().text)
    await stage.pass_time(2 * HOUR_S, step=30.0)
    assert await trial.steps() == before + 2
    assert (await table.ben.click(table.board(), label="Resume")).ok
    await table.until(table.timed)
    trial.oracle.fair(table.left())
    await trial.check_invariants(notices=2)


async def test_hands_are_there_again_at_once_after_a_short_removal(trial: FaultCase) -> None:
    """Fault: removed by mistake and invited back; all hands are there at once."""
    table = trial.table
    letters = [trial.box.world.dm_with_bot(person.id) for person in table.people]
    for letter in letters:
        trial.box.purge(letter)
    so_far = len(trial.box.requests)

    def is_given_up(letter: Channel) -> bool:
        codes = [r.code for r in trial.box.requests[so_far:] if f"/channels/{letter.id}/" in r.path]
        return 10008 in codes and 50278 in codes[codes.index(10008) :]

    trial.box.world.kick_bot(table.guild)
    await eventually(lambda: all(is_given_up(letter) for letter in letters))
    await trial.harness.pass_time(120.0)
    trial.box.world.invite_bot(table.guild)
    await table.until(lambda: "kick down the door" in table.board().text)
    await eventually(lambda: all(len(person.dms()) == 1 for person in table.people))
    await trial.check_invariants(notices=2)


def _dm_text(trial: FaultCase) -> str:
    return "\n".join(message.text for message in trial.table.ann.dms())


async def _in_a_thread(trial: FaultCase):  # type: ignore[no-untyped-def]
    """Move the game into a thread."""
    table = trial.table
    thread = trial.box.world.add_thread(table.other_channel, "dungeon", table.ann.id)
    for person in table.people:
        assert thread.thread is not None
        thread.thread.members.add(person.id)
    moved = await table.ann.command(table.channel, "kickdoor-table move", {"channel": thread.id})
    assert "Moved to" in answer_text(moved)
    table.move_to(thread)
    await table.until(lambda: "kick down the door" in table.board().text)
    await trial.oracle.converged()
    return table, thread
