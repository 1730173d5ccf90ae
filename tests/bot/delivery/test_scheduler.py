"""When surfaces are delivered: at once, when the table is quiet, again after trouble, and before the end."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.channels import MAX_INVALID_CALLS
from bot.delivery.policy import Position, RedrawPolicy
from bot.delivery.scheduler import ENDED_TABLE_KEPT_S
from bot.delivery.surface_delivery import DRAWN_AT_ONCE
from bot.delivery.surface_keys import SurfaceKey, table_key
from bot.delivery.wire import (
    ChannelUnreachableError,
    RetryLaterError,
)
from tests.bot.delivery.fakes import (
    HAND_KEY,
    TABLE_KEY,
    FakeClock,
    FakeDelivery,
    StillClock,
    run_ready,
)


async def test_many_changes_at_once_are_one_message() -> None:
    """Only the newest version goes out."""
    office = FakeDelivery()
    for number in range(50):
        office.renderer.paint(TABLE_KEY, f"version {number}", number)
        await office.scheduler.mark(TABLE_KEY)
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["version 49"]
    assert len(office.wire.calls) <= 2


async def test_a_passing_trouble_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    office = FakeDelivery()
    office.wire.fail["send"] = [RetryLaterError("503"), RetryLaterError("reset")]
    await office.show(TABLE_KEY, "one", 1)
    assert office.wire.texts() == ["one"]


async def test_what_is_urgent_ends_a_long_wait() -> None:
    office = FakeDelivery(clock=StillClock())
    office.renderer.paint(HAND_KEY, "one", 1)
    for delay_s in (60.0, 90.0, 0.0):
        assert office.wire.calls == []
        await office.scheduler.mark(HAND_KEY, RedrawPolicy(delay_s))
        await run_ready(5)
    async with asyncio.timeout(10.0):
        await office.scheduler.wait_idle()
    assert office.wire.calls[:2] == ["open_dm", "send"]


async def test_a_patient_surface_waits_until_the_table_is_quiet() -> None:
    """Every change puts it off; then it is delivered once."""
    clock = StillClock()
    office = FakeDelivery(clock=clock)
    office.renderer.paint(HAND_KEY, "one", 1)
    for _ in range(3):
        await office.scheduler.mark(HAND_KEY, RedrawPolicy(60.0, debounce=True))
        clock.now += 59.0
        await run_ready()
    assert office.wire.calls == []
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(0.0, debounce=True))
    await office.scheduler.wait_idle()
    assert office.wire.calls == ["open_dm", "send"]


async def test_what_is_urgent_is_not_put_off_by_patience() -> None:
    clock = StillClock()
    office = FakeDelivery(clock=clock)
    office.renderer.paint(HAND_KEY, "one", 1)
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(60.0, debounce=True))
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(0.0))
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(60.0, debounce=True))
    await office.scheduler.wait_idle()
    assert office.wire.calls[:2] == ["open_dm", "send"]


async def test_closing_leaves_patient_surfaces_to_the_next_start() -> None:
    office = FakeDelivery(clock=StillClock())
    office.renderer.paint(HAND_KEY, "one", 1)
    await office.scheduler.mark(HAND_KEY, RedrawPolicy(3600.0, debounce=True))
    await office.scheduler.close()
    assert office.wire.calls == []


async def test_closing_delivers_what_is_pending() -> None:
    office = FakeDelivery()
    office.renderer.paint(TABLE_KEY, "one", 1)
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(3600.0))
    await office.scheduler.close()
    assert office.wire.texts() == ["one"]


@pytest.mark.parametrize("trouble", ["refused-elsewhere", "no-login"])
async def test_closing_tries_once_what_cannot_be_delivered(trouble: str) -> None:
    """Neither failure waits for anything; without an end, nothing else in the process could run."""
    office = FakeDelivery(clock=StillClock())
    office.renderer.paint(TABLE_KEY, "Ann!", 1, post_once=True)
    office.wire.fail["send"] = [RetryLaterError("not connected", down=True) for _ in range(50)]
    await office.scheduler.mark(TABLE_KEY)
    await run_ready()
    assert office.wire.calls == ["send"]
    if trouble == "refused-elsewhere":
        for channel in range(MAX_INVALID_CALLS):
            office.channels.note_unreachable(1000 + channel, ChannelUnreachableError("access"))
    drawn = office.renderer.drawn
    office.renderer.draws_left = 50
    await office.scheduler.close()
    assert office.renderer.drawn == drawn + 1


async def test_a_surface_is_drawn_again_when_the_renderer_asks_for_it() -> None:
    """The renderer only says so; it marks nothing itself."""
    clock = StillClock()
    office = FakeDelivery(clock=clock)
    office.renderer.redraw_after_s = 30.0
    office.renderer.paint(TABLE_KEY, "one", 1)
    await office.scheduler.mark(TABLE_KEY)
    await run_ready()
    assert office.wire.texts() == ["one"]
    drawn = office.renderer.drawn
    office.renderer.paint(TABLE_KEY, "two", 2)
    office.renderer.redraw_after_s = None
    await run_ready()
    assert office.renderer.drawn == drawn
    clock.now += 31.0
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(1e6))
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["two"]


async def test_a_repost_that_failed_is_still_a_repost_though_a_name_changed_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The mark that leaves messages where they are comes while the one before is under way."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    office.clock.now += 4000
    office.renderer.paint(TABLE_KEY, "two", 2)
    office.wire.fail["send"] = [RetryLaterError("503")]
    await office.scheduler.mark(TABLE_KEY)
    await run_ready(5)
    assert office.wire.fail["send"] == []
    await office.scheduler.mark(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["two"]
    assert office.wire.calls.count("send") == 3


async def test_hundreds_of_marks_are_drawn_a_few_at_a_time() -> None:
    """A press meanwhile waits for a few drawings, not for all of them."""
    delivery = FakeDelivery()
    delivery.renderer.turns = 20
    keys = [SurfaceKey(table, "table") for table in range(1, 201)]
    for key in keys:
        delivery.renderer.paint(key, "hello")
        await delivery.scheduler.mark(key)
    await delivery.scheduler.wait_idle()
    assert delivery.renderer.drawn >= len(keys)
    assert delivery.renderer.most_under_way == DRAWN_AT_ONCE


@pytest.mark.parametrize("moment", ["written", "stored"])
async def test_what_is_deleted_during_a_delivery_comes_back(
    moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A purge and *Status* come while an edit has arrived and is not yet noted as shown."""
    office = FakeDelivery()
    await office.show(TABLE_KEY, "one", 1)
    reached, go_on = asyncio.Event(), asyncio.Event()
    owner = office.wire if moment == "written" else office.surface_store
    name = "edit" if moment == "written" else "save_surfaces"
    do = getattr(owner, name)

    async def do_slowly(*values: object) -> object:
        done = await do(*values)
        reached.set()
        await go_on.wait()
        return done

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, do_slowly)
        office.renderer.paint(TABLE_KEY, "two", 2)
        await office.scheduler.mark(TABLE_KEY)
        await reached.wait()
        office.wire.messages.clear()
        await office.scheduler.invalidate(TABLE_KEY)
    go_on.set()
    await office.scheduler.wait_idle()
    assert office.wire.texts() == ["two"]


async def test_ended_tables_are_forgotten_once_nothing_happens_there() -> None:
    """A stop announces itself on live tables only; who looks at an ended one again sees its message."""
    clock = FakeClock()
    live = {1, 2, 3}
    office = FakeDelivery(clock=clock, is_live=live.__contains__)
    keys = [table_key(number) for number in live]
    for key in keys:
        await office.show(key, f"table {key.table}", 1)
    live -= {2, 3}
    assert office.scheduler.shown_keys() == keys[:1]
    clock.now += ENDED_TABLE_KEPT_S - 10
    await office.show(keys[2], "table 3, story", 2)
    clock.now += 20
    await office.show(keys[0], "table 1", 2)
    assert set(office.surfaces.known()) == {keys[0], keys[2]}
    await office.show(keys[1], "table 2, story", 2)
    assert sorted(office.wire.texts()) == ["table 1", "table 2, story", "table 3, story"]


async def test_an_ended_table_whose_message_is_still_to_come_is_kept() -> None:
    clock = StillClock()
    office = FakeDelivery(clock=clock, is_live=lambda table: table == 1)
    office.renderer.paint(table_key(2), "the end", 1)
    await office.scheduler.mark(table_key(2), RedrawPolicy(3 * ENDED_TABLE_KEPT_S))
    for _ in range(2):
        clock.now += ENDED_TABLE_KEPT_S + 1
        await office.scheduler.mark(table_key(1), RedrawPolicy(1e6))
        await run_ready()
        assert table_key(2) in office.surfaces.known()
    clock.now += ENDED_TABLE_KEPT_S
    await office.scheduler.mark(table_key(2))
    await run_ready(50)
    assert office.wire.texts() == ["the end"]
