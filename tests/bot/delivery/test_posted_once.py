"""A message that mentions somebody is posted once, also around a crash."""

from __future__ import annotations

import pytest

from bot.delivery.drawing import GONE
from bot.delivery.surface_keys import SurfaceKey, bargain_key
from bot.delivery.wire import (
    ChannelUnreachableError,
)
from bot.delivery.writer import PLACEHOLDER_SCREEN
from bot.views.base.layout import Screen
from tests.bot.delivery.fakes import (
    CHANNEL,
    HAND_KEY,
    TABLE_KEY,
    FakeDelivery,
    StillClock,
)


async def test_a_call_is_posted_once_for_each_version() -> None:
    """A mention notifies only when it is posted, so the same one is never posted twice nor edited."""
    delivery = FakeDelivery()
    await delivery.show(TABLE_KEY, "Ann!", 1, post_once=True)
    await delivery.show(TABLE_KEY, "Ann, still!", 1, post_once=True)
    assert delivery.wire.texts() == ["Ann!"]
    await delivery.show(TABLE_KEY, "Ben!", 2, post_once=True)
    assert delivery.wire.texts() == ["Ben!"]


@pytest.mark.parametrize("answered", [True, False], ids=["posted", "not-posted"])
@pytest.mark.parametrize("wanted", [True, False], ids=["still-wanted", "not-wanted"])
async def test_a_call_posted_just_before_a_crash_is_found_again(*, answered: bool, wanted: bool) -> None:
    """What is posted once is noted before, since a crash may leave nobody who would post it again."""
    first = FakeDelivery()
    first.wire.crash = "after" if answered else "before"
    await first.show(TABLE_KEY, "Ann!", 1, post_once=True)
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    assert second.wire.texts() == ["Ann!"] * answered
    second.renderer.drawings[TABLE_KEY] = first.renderer.drawings[TABLE_KEY] if wanted else GONE
    await second.redraw(TABLE_KEY)
    assert second.wire.texts() == ["Ann!"] * wanted
    assert [row.message for row in second.surface_store.rows.values()] == [m for _, m in second.wire.messages]


async def test_somebody_else_called_after_a_crash_is_notified_once() -> None:
    first = FakeDelivery()
    first.wire.crash = "before"
    await first.show(TABLE_KEY, "Ann!", 1, post_once=True)
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    posted: list[str] = []
    send = second.wire.send

    async def noted(channel: int, screen: Screen, nonce: str) -> int:
        posted.append(screen.as_text())
        return await send(channel, screen, nonce)

    second.wire.send = noted  # type: ignore[method-assign]
    await second.show(TABLE_KEY, "Ben!", 2, post_once=True)
    assert posted.count("Ben!") == 1
    assert second.wire.texts() == ["Ben!"]


@pytest.mark.parametrize(("key", "told"), [(TABLE_KEY, True), (HAND_KEY, False)], ids=["channel", "person"])
async def test_a_call_from_before_a_crash_waits_while_its_channel_is_left_alone(
    key: SurfaceKey, *, told: bool
) -> None:
    """Another message has just been refused there. The table hears of it, unless only one person would."""
    clock = StillClock()
    first = FakeDelivery(clock=clock)
    first.wire.crash = "before"
    await first.show(key, "Ann!", 1, post_once=True)
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=clock)
    second.renderer.drawings[key] = first.renderer.drawings[key]
    [row] = second.surface_store.rows.values()
    assert row.message < 0
    second.channels.note_unreachable(row.channel, ChannelUnreachableError("permission"))
    sent = second.wire.calls.count("send")
    await second.begin(key)
    assert second.wire.calls.count("send") == sent
    assert (second.failures.refused > 0) is told
    await second.scheduler.close()


@pytest.mark.parametrize("crash", ["before", "after"])
async def test_a_call_to_be_kept_after_a_crash_is_known_or_gone(crash: str) -> None:
    """Several may be awaited before the next life has looked; what it looks with does not stay either."""
    first = FakeDelivery()
    first.wire.crash = crash
    await first.show(TABLE_KEY, "Ann!", 1, post_once=True)
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    second.renderer.drawings[TABLE_KEY] = None
    await second.redraw(TABLE_KEY)
    assert [row.message for row in second.surface_store.rows.values()] == [m for _, m in second.wire.messages]
    assert PLACEHOLDER_SCREEN.as_text() not in second.wire.texts()


async def test_two_calls_at_the_same_time_by_the_clock_are_two_messages() -> None:
    delivery = FakeDelivery(clock=StillClock())
    await delivery.show(TABLE_KEY, "Ann!", 1, post_once=True)
    await delivery.show(TABLE_KEY, "Ben!", 2, post_once=True)
    assert delivery.wire.texts() == ["Ben!"]


async def test_a_call_that_discord_refused_is_not_looked_for() -> None:
    delivery = FakeDelivery()
    delivery.wire.fail["send"] = [ChannelUnreachableError("permission")]
    await delivery.show(bargain_key(TABLE_KEY.table), "Ann!", 1, post_once=True)
    assert delivery.surface_store.rows == {}


async def test_a_call_from_long_ago_is_not_posted_only_to_be_found() -> None:
    """Discord forgets nonces after a while."""
    first = FakeDelivery()
    first.wire.crash = "before"
    await first.show(TABLE_KEY, "Ann!", 1, post_once=True)
    first.clock.now += 3600
    second = FakeDelivery(surface_store=first.surface_store, wire=first.wire, clock=first.clock)
    before = second.wire.calls.count("send")
    await second.redraw(TABLE_KEY)
    assert second.wire.calls.count("send") == before
    assert second.surface_store.rows == {}


async def test_the_same_call_taken_away_and_needed_again_is_posted_again() -> None:
    """Each has a nonce of its own."""
    delivery = FakeDelivery()
    await delivery.show(TABLE_KEY, "Ann!", 1, post_once=True)
    delivery.renderer.drawings[TABLE_KEY] = GONE
    await delivery.redraw(TABLE_KEY)
    await delivery.show(TABLE_KEY, "Ann!", 1, post_once=True)
    assert delivery.wire.texts() == ["Ann!"]


async def test_a_call_is_not_looked_for_in_a_channel_that_is_closed() -> None:
    """The search may post, so it waits for the channel as any other post does; it finds the message then."""
    delivery = FakeDelivery(clock=StillClock())
    delivery.wire.lose_answer = True
    delivery.renderer.paint(TABLE_KEY, "Ann!", 1, post_once=True)
    await delivery.begin(TABLE_KEY)
    delivery.channels.note_unreachable(CHANNEL, ChannelUnreachableError("permission"))
    delivery.clock.now += 2.0
    await delivery.begin(TABLE_KEY)
    assert delivery.wire.calls == ["send"]
    delivery.channels.note_reachable(CHANNEL, sure=True)
    delivery.clock.now += 120.0
    await delivery.redraw(TABLE_KEY)
    assert delivery.wire.calls == ["send", "send"]
    assert [row.message for row in delivery.surface_store.rows.values()] == [
        m for _, m in delivery.wire.messages
    ]
