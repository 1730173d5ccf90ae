"""What Discord's REST side can do to us: lost answers, resets, outages, limits, refusals."""

import asyncio
import time
from collections.abc import Iterator
from itertools import accumulate

import pytest

from bot.delivery.channels import CLOSED_CHANNEL_PAUSES_S
from bot.sandbox.protocol.request_log import RequestRecord
from bot.sandbox.world.model import Channel
from tests.e2e.in_process_bot import answer_text
from tests.faults.fault_case import FaultCase
from tests.faults.harness import eventually

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOUR_S = 3600.0


def batched(channels: list[Channel], size: int) -> Iterator[list[Channel]]:
    """Yield so many at a time."""
    for begin in range(0, len(channels), size):
        yield channels[begin : begin + size]


@pytest.fixture(autouse=True)
def _soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is tried again soon, so that nobody waits."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.1, 0.2, 0.4))
    monkeypatch.setattr("bot.delivery.channels.DM_FLOOD_PAUSE_S", 5.0)


async def test_a_message_whose_answer_is_lost_is_there_once(trial: FaultCase) -> None:
    """Fault: the answer to a post is lost; there is one message."""
    table = trial.table
    lost = trial.box.faults.lose_answer(f"POST /channels/{table.channel.id}/messages", count=2)
    trial.box.purge(table.channel)
    assert (await table.ann.command(table.channel, "kickdoor table")).ok
    await table.until(lambda: len(table.boards()) == 1)
    await eventually(lambda: lost.hits == 2)
    await trial.check_invariants(notices=1)
    assert len(table.boards()) == 1


async def test_the_very_first_message_whose_answer_is_lost_is_there_once(trial: FaultCase) -> None:
    """Fault: the answer to the very first post is lost; there is one message."""
    trial.box.faults.lose_answer("POST /channels/*/messages", count=6)
    other = trial.harness.new_table()
    await other.game()
    judge = FaultCase(trial.harness, other)
    trial.box.faults.clear()
    await judge.check_invariants(notices=1)
    assert [len(person.dms()) for person in other.people] == [1, 1, 1]
    await trial.check_invariants(notices=0)


async def test_five_minutes_without_discord_charge_nobody(trial: FaultCase) -> None:
    """Fault: 503 everywhere for five minutes; presses count once, clocks wait."""
    table, stage = trial.table, trial.harness
    left = table.left()
    trial.oracle.note_time_left(left)
    before = await trial.steps()
    down = trial.box.faults.respond("*", 503, count=None)
    pressing = asyncio.create_task(table.awaited().click(table.board(), label="Kick down the door"))
    await eventually(lambda: down.hits > 3)
    trial.box.clock.advance(4)
    assert (await pressing).status == "failed"
    await stage.pass_time(5 * 60)
    trial.box.faults.remove(down)
    await table.until(lambda: "kicks the door in" in table.board().text)
    assert await trial.steps() == before + 1
    await eventually(lambda: trial.oracle.is_fair(table.left()))
    await stage.pass_time(60)  # pictures that were refused meanwhile are tried again
    await trial.check_invariants(notices=0)


async def test_a_reset_connection_is_tried_again(trial: FaultCase) -> None:
    """Fault: connections are reset; the screens arrive all the same."""
    reset = trial.box.faults.reset("PATCH /channels/*", count=3)
    assert (await trial.table.kick()).ok
    await eventually(lambda: reset.hits == 3)
    await trial.check_invariants(notices=0)


async def test_after_a_long_limit_only_the_newest_board_is_sent(trial: FaultCase) -> None:
    """Fault: edits and posts limited for half a minute; only the newest version is sent."""
    table = trial.table
    limit = trial.box.faults.rate_limit(f"* /channels/{table.channel.id}/messages*", 31.0, count=2)
    fighter = table.awaited()
    hand = fighter.dms()[-1]
    assert (await fighter.click(hand, label="Kick down the door")).ok
    await eventually(lambda: limit.hits == 2)
    await table.until(lambda: "Give up and run" in fighter.dms()[-1].text, fighter)
    assert (await fighter.click(fighter.dms()[-1], label="Give up and run")).ok
    assert "⚔" not in table.board().text
    writes = len(_writes(trial))
    await trial.harness.advance_loop_until(lambda: len(_writes(trial)) > writes)
    await trial.check_invariants(notices=0)
    assert _writes(trial)[writes].status == 200


async def test_a_global_limit_and_a_ban_before_discord_cause_no_storm(trial: FaultCase) -> None:
    """Fault: a global 429, and one that is not Discord's; everything waits."""
    table, before = trial.table, trial.oracle.invalid()
    limit = trial.box.faults.rate_limit("PATCH /channels/*", 2.0, is_global=True)
    fighter = table.awaited()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await eventually(lambda: limit.hits == 1)
    await trial.harness.advance_loop_until(lambda: "⚔" in table.board().text)
    await trial.oracle.converged()
    ban = trial.box.faults.rate_limit("*/channels/*", 20.0, via=False, count=None)
    await table.until(lambda: "Give up and run" in fighter.dms()[-1].text, fighter)
    assert (await fighter.click(fighter.dms()[-1], label="Give up and run")).ok
    await eventually(lambda: ban.hits > 0)
    await asyncio.sleep(1.0)
    storm = ban.hits
    assert storm <= 6, "everything asked again although it was told to wait"
    trial.box.faults.remove(ban)
    trial.harness.advance_loop(21.0)
    await trial.check_invariants(notices=0, invalid=before + 1 + storm)


async def test_an_old_board_that_may_not_be_edited_is_posted_again(trial: FaultCase) -> None:
    """Fault: an old message takes no edits (30046); a new one takes its place."""
    table = trial.table
    old = table.board().id
    refused = trial.box.faults.refuse(f"PATCH /channels/{table.channel.id}/messages/{old}", 30046, count=None)
    assert (await table.awaited().click(table.awaited().dms()[-1], label="Kick down the door")).ok
    await trial.harness.advance_loop_until(lambda: bool(table.boards()) and table.board().id != old)
    await trial.check_invariants(notices=1)
    assert refused.hits <= 5
    assert old not in [board.id for board in table.boards()]


async def test_a_board_from_more_than_an_hour_ago_is_posted_again_at_once(trial: FaultCase) -> None:
    """Fault: a message over an hour old; it is posted again at once."""
    table, stage = trial.table, trial.harness
    old = table.board().id
    stage.clock.jump(uptime=HOUR_S + 60, date=HOUR_S + 60)
    trial.box.clock.advance(HOUR_S + 60)
    fighter = table.awaited()
    assert (await fighter.click(fighter.dms()[-1], label="Kick down the door")).ok
    await table.until(lambda: table.board().id != old and "⚔" in table.board().text)
    await trial.check_invariants(notices=1)


async def test_refused_channels_are_not_asked_again_and_again(trial: FaultCase) -> None:
    """Fault: rights lost in many channels; never a refusal for each press."""
    stage, world = trial.harness, trial.box.world
    crowd = stage.new_table()
    channels = [world.add_channel(crowd.guild, f"room-{number}") for number in range(60)]
    for few in batched(channels, 6):  # a busy machine has three seconds to answer all that come at once
        opened = await asyncio.gather(*(crowd.ann.command(room, "kickdoor new") for room in few))
        assert all(outcome.ok for outcome in opened)
    await eventually(lambda: all(len(crowd.ann.messages(room)) >= 2 for room in channels))
    before = trial.oracle.invalid()
    for room in channels:
        trial.box.deny(room, "view_channel")
    await asyncio.gather(*(crowd.ann.command(room, "kickdoor-table seat add") for room in channels))
    await asyncio.sleep(0.5)
    assert trial.oracle.invalid() - before < 10
    # Rights that were taken without our hearing of it: every channel refuses once, and is left alone.
    for room in channels:
        trial.box.allow(room, "view_channel")
    await trial.heard()
    faults = trial.box.faults
    refusals = [faults.refuse(f"*/channels/{room.id}/*", 50013, count=None) for room in channels]
    begun_at = time.monotonic()
    await asyncio.gather(*(crowd.ann.command(room, "kickdoor-table seat add") for room in channels))
    await eventually(lambda: any(refusal.hits for refusal in refusals))
    for _ in range(3):
        await asyncio.gather(*(crowd.ann.command(room, "kickdoor status") for room in channels))
    await asyncio.sleep(0.5)
    hits = sum(refusal.hits for refusal in refusals)
    # On a busy machine the channels' pauses end meanwhile: then each is rightly asked once more.
    took_s = time.monotonic() - begun_at
    attempts = 1 + sum(pause_end_s <= took_s for pause_end_s in accumulate(CLOSED_CHANNEL_PAUSES_S))
    assert 0 < hits <= attempts * len(channels)
    for refusal in refusals:
        faults.remove(refusal)
    await trial.check_invariants(notices=0, invalid=hits + 40)


async def test_a_channel_that_heals_without_a_word_shows_its_table_again(trial: FaultCase) -> None:
    """Fault: a refusing channel heals without a word; the bot retries within a minute."""
    table, faults = trial.table, trial.box.faults
    refusal = faults.refuse(f"*/channels/{table.channel.id}/*", 50013, count=None)
    assert (await table.ann.command(table.channel, "kickdoor pause")).ok
    await table.until(lambda: any("permission" in message.text for message in table.ann.dms()))
    faults.remove(refusal)
    await trial.harness.advance_loop_until(lambda: "suspended" in table.board().text)
    assert refusal.hits < 6
    assert (await table.ben.click(table.board(), label="Resume")).ok
    await table.until(lambda: "👉" in table.board().text)
    await trial.check_invariants(notices=1)


async def test_resume_tries_a_closed_channel_at_once_and_no_clock_runs_unseen(trial: FaultCase) -> None:
    """Fault: `/kickdoor resume` in a refusing channel; tried at once, no clock runs unseen."""
    table, stage, faults = trial.table, trial.harness, trial.box.faults
    left = table.left()
    trial.oracle.note_time_left(left)
    refusal = faults.refuse(f"*/channels/{table.channel.id}/*", 50013, count=None)
    assert (await table.ann.command(table.channel, "kickdoor pause")).ok
    await table.until(lambda: any("permission" in message.text for message in table.ann.dms()))
    for _ in range(2):
        stage.advance_loop(3.0)
        hits = refusal.hits
        assert (await table.ben.command(table.channel, "kickdoor resume")).ok
        await eventually(lambda before=hits: refusal.hits > before)  # type: ignore[misc]
        await eventually_suspended(trial)
    await stage.pass_time(600.0)
    await eventually_suspended(trial)
    faults.remove(refusal)
    assert (await table.ben.command(table.channel, "kickdoor resume")).ok
    # What was shown before it was suspended says the same, but for the time.
    await table.until(lambda: table.timed() and trial.oracle.is_fair(table.left()))
    await trial.oracle.converged()
    trial.oracle.fair(table.left())
    await trial.check_invariants(notices=3)  # one for each time that it was suspended


async def eventually_suspended(trial: FaultCase) -> None:
    """Wait until the table says in private that it is suspended."""
    told = ""
    for _ in range(100):
        told = answer_text(await trial.table.ben.command(trial.table.channel, "kickdoor status"))
        if "suspended" in told.lower():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(told)


async def test_direct_messages_opened_too_fast_are_opened_more_slowly(trial: FaultCase) -> None:
    """Fault: direct messages opened too fast (40003); hands come a little later."""
    flood = trial.box.faults.refuse("POST /users/@me/channels", 40003, count=None)
    before = trial.oracle.invalid()
    evenings = [trial.harness.new_table() for _ in range(10)]
    for evening in evenings:
        await evening.dealt()
    for evening in evenings:
        assert "✋" in answer_text(await evening.ben.click(evening.board(), label="My hand"))
    assert flood.hits < 10
    trial.box.faults.remove(flood)
    await trial.harness.advance_loop_until(lambda: all(len(p.dms()) == 1 for e in evenings for p in e.people))
    assert trial.oracle.invalid() - before < 20
    trial.oracle.forgive_invalid()
    await trial.check_invariants(notices=0)


def _writes(trial: FaultCase) -> list[RequestRecord]:
    """Return the requests that wrote into the table's channel, in their order."""
    path = f"/channels/{trial.table.channel.id}/messages"
    return [r for r in trial.box.requests if r.method != "DELETE" and r.path.startswith(path)]
