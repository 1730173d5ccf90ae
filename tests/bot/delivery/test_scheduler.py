"""When surfaces are delivered: at once, when the table is quiet, again after trouble, and before the end."""

import asyncio

import pytest

from bot.delivery.channels import MAX_INVALID_CALLS
from bot.delivery.drawing import Position, RedrawPolicy, RenderedSurface
from bot.delivery.scheduler import ENDED_TABLE_KEPT_S
from bot.delivery.surface_delivery import DRAWN_AT_ONCE
from bot.delivery.surface_keys import SurfaceKey, table_key
from bot.delivery.wire import (
    ChannelUnreachableError,
    RetryLaterError,
)
from bot.views.base.layout import Screen, Text
from tests.bot.delivery.fakes import (
    CHANNEL,
    HAND_KEY,
    TABLE_KEY,
    FakeClock,
    FakeDelivery,
    StillClock,
    run_ready,
)


async def test_many_changes_at_once_are_one_message() -> None:
    """Only the newest version goes out."""
    delivery = FakeDelivery()
    for number in range(50):
        delivery.renderer.paint(TABLE_KEY, f"version {number}", number)
        await delivery.scheduler.mark(TABLE_KEY)
    await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == ["version 49"]
    assert len(delivery.wire.calls) <= 2


async def test_a_passing_trouble_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    delivery = FakeDelivery()
    delivery.wire.fail["send"] = [RetryLaterError("503"), RetryLaterError("reset")]
    await delivery.show(TABLE_KEY, "one", 1)
    assert delivery.wire.texts() == ["one"]


async def test_what_is_urgent_ends_a_long_wait() -> None:
    delivery = FakeDelivery(clock=StillClock())
    delivery.renderer.paint(HAND_KEY, "one", 1)
    for delay_s in (60.0, 90.0, 0.0):
        assert delivery.wire.calls == []
        await delivery.scheduler.mark(HAND_KEY, RedrawPolicy(delay_s))
        await run_ready(5)
    async with asyncio.timeout(10.0):
        await delivery.scheduler.wait_idle()
    assert delivery.wire.calls[:2] == ["open_dm", "send"]


async def test_a_patient_surface_waits_until_the_table_is_quiet() -> None:
    """Every change puts it off; then it is delivered once."""
    clock = StillClock()
    delivery = FakeDelivery(clock=clock)
    delivery.renderer.paint(HAND_KEY, "one", 1)
    for _ in range(3):
        await delivery.scheduler.mark(HAND_KEY, RedrawPolicy(200.0, debounce=True))
        clock.now += 199.0
        await run_ready()
    assert delivery.wire.calls == []
    await delivery.redraw(HAND_KEY, RedrawPolicy(0.0, debounce=True))
    assert delivery.wire.calls == ["open_dm", "send"]


async def test_what_is_urgent_is_not_put_off_by_patience() -> None:
    clock = StillClock()
    delivery = FakeDelivery(clock=clock)
    delivery.renderer.paint(HAND_KEY, "one", 1)
    await delivery.scheduler.mark(HAND_KEY, RedrawPolicy(60.0, debounce=True))
    await delivery.scheduler.mark(HAND_KEY, RedrawPolicy(0.0))
    await delivery.redraw(HAND_KEY, RedrawPolicy(60.0, debounce=True))
    assert delivery.wire.calls[:2] == ["open_dm", "send"]


async def test_closing_leaves_patient_surfaces_to_the_next_start() -> None:
    delivery = FakeDelivery(clock=StillClock())
    delivery.renderer.paint(HAND_KEY, "one", 1)
    await delivery.scheduler.mark(HAND_KEY, RedrawPolicy(3600.0, debounce=True))
    await delivery.scheduler.close()
    assert delivery.wire.calls == []


async def test_closing_delivers_what_is_pending() -> None:
    delivery = FakeDelivery()
    delivery.renderer.paint(TABLE_KEY, "one", 1)
    await delivery.scheduler.mark(TABLE_KEY, RedrawPolicy(3600.0))
    await delivery.scheduler.close()
    assert delivery.wire.texts() == ["one"]


@pytest.mark.parametrize(("trouble", "draws"), [("refused-elsewhere", 1), ("no-login", 2)])
async def test_closing_tries_once_what_cannot_be_delivered(trouble: str, draws: int) -> None:
    """Neither failure waits for anything; without an end, nothing else in the process could run."""
    delivery = FakeDelivery(clock=StillClock())
    delivery.renderer.paint(TABLE_KEY, "Ann!", 1, post_once=True)
    delivery.wire.fail["send"] = [RetryLaterError("not connected", down=True) for _ in range(50)]
    await delivery.begin(TABLE_KEY)
    assert delivery.wire.calls == ["send"]
    if trouble == "refused-elsewhere":
        for channel in range(MAX_INVALID_CALLS):
            delivery.channels.note_unreachable(1000 + channel, ChannelUnreachableError("access"))
    drawn = delivery.renderer.drawn
    delivery.renderer.draws_left = 50
    await delivery.scheduler.close()
    assert delivery.renderer.drawn == drawn + draws


async def test_a_surface_is_drawn_again_when_the_renderer_asks_for_it() -> None:
    """The renderer only says so; it marks nothing itself."""
    clock = StillClock()
    delivery = FakeDelivery(clock=clock)
    one = RenderedSurface(Screen((Text("one"),)), 1, channel=CHANNEL, redraw_after_s=30.0)
    delivery.renderer.drawings[TABLE_KEY] = one
    await delivery.begin(TABLE_KEY)
    drawn = delivery.renderer.drawn
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await run_ready()
    assert delivery.renderer.drawn == drawn
    clock.now += 31.0
    await delivery.redraw(TABLE_KEY, RedrawPolicy(1e6))
    assert delivery.wire.texts() == ["two"]


async def test_a_repost_that_failed_is_still_a_repost_though_a_name_changed_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The mark that leaves messages where they are comes while the one before is under way."""
    monkeypatch.setattr("bot.delivery.surface_delivery.RETRY_DELAYS_S", (0.0,))
    delivery = await FakeDelivery.showing()
    delivery.clock.now += 4000
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    delivery.wire.fail["send"] = [RetryLaterError("503")]
    await delivery.scheduler.mark(TABLE_KEY)
    await run_ready(5)
    assert delivery.wire.fail["send"] == []
    await delivery.redraw(TABLE_KEY, RedrawPolicy(position=Position.UNMOVED))
    assert delivery.wire.texts() == ["two"]
    assert delivery.wire.calls.count("send") == 3


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
    delivery = await FakeDelivery.showing()
    reached, go_on = asyncio.Event(), asyncio.Event()
    owner = delivery.wire if moment == "written" else delivery.surface_store
    name = "edit" if moment == "written" else "save_surfaces"
    do = getattr(owner, name)

    async def do_slowly(*values: object) -> object:
        done = await do(*values)
        reached.set()
        await go_on.wait()
        return done

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, do_slowly)
        delivery.renderer.paint(TABLE_KEY, "two", 2)
        await delivery.scheduler.mark(TABLE_KEY)
        await reached.wait()
        delivery.wire.messages.clear()
        await delivery.scheduler.invalidate(TABLE_KEY)
    go_on.set()
    await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == ["two"]


async def test_ended_tables_are_forgotten_once_nothing_happens_there() -> None:
    """A stop announces itself on live tables only; who looks at an ended one again sees its message."""
    clock = FakeClock()
    live = {1, 2, 3}
    delivery = FakeDelivery(clock=clock, is_live=live.__contains__)
    keys = [table_key(number) for number in live]
    for key in keys:
        await delivery.show(key, f"table {key.table}", 1)
    live -= {2, 3}
    assert delivery.scheduler.shown_keys() == keys[:1]
    clock.now += ENDED_TABLE_KEPT_S - 10
    await delivery.show(keys[2], "table 3, story", 2)
    clock.now += 20
    await delivery.show(keys[0], "table 1", 2)
    assert set(delivery.surfaces.known()) == {keys[0], keys[2]}
    await delivery.show(keys[1], "table 2, story", 2)
    assert sorted(delivery.wire.texts()) == ["table 1", "table 2, story", "table 3, story"]


async def test_an_ended_table_whose_message_is_still_to_come_is_kept() -> None:
    clock = StillClock()
    delivery = FakeDelivery(clock=clock, is_live=lambda table: table == 1)
    delivery.renderer.paint(table_key(2), "the end", 1)
    await delivery.scheduler.mark(table_key(2), RedrawPolicy(3 * ENDED_TABLE_KEPT_S))
    for _ in range(2):
        clock.now += ENDED_TABLE_KEPT_S + 1
        await delivery.begin(table_key(1), RedrawPolicy(1e6))
        assert table_key(2) in delivery.surfaces.known()
    clock.now += ENDED_TABLE_KEPT_S
    await delivery.scheduler.mark(table_key(2))
    await run_ready(50)
    assert delivery.wire.texts() == ["the end"]
