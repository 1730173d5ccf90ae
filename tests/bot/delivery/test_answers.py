"""Answers to clicks show a surface as well: nothing is sent twice, and the newest version stays."""

import asyncio

from bot.delivery.drawing import RedrawPolicy, RenderedSurface
from bot.views.base.layout import Screen, Text
from tests.bot.delivery.fakes import (
    TABLE_KEY,
    FakeDelivery,
    StillClock,
    run_ready,
)


async def test_what_the_answer_to_a_click_showed_is_not_sent_again() -> None:
    delivery = await FakeDelivery.showing()
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    drawn = delivery.renderer.drawings[TABLE_KEY]
    assert isinstance(drawn, RenderedSurface)
    row = delivery.surface_store.rows[1, "table"]
    before = list(delivery.wire.calls)
    assert await delivery.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    await delivery.scheduler.mark(TABLE_KEY)
    await delivery.scheduler.answer_finished(TABLE_KEY)
    await delivery.scheduler.wait_idle()
    assert delivery.wire.calls == before


async def test_an_edit_that_waits_is_dropped_once_an_answer_has_shown_it() -> None:
    """The change marks the surface before the answer to the click is given: that makes no second writer."""
    clock = StillClock()
    delivery = await FakeDelivery.showing(clock=clock)
    row = delivery.surface_store.rows[1, "table"]
    before = list(delivery.wire.calls)
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.scheduler.mark(TABLE_KEY, RedrawPolicy(5.0))
    drawn = delivery.renderer.drawings[TABLE_KEY]
    assert isinstance(drawn, RenderedSurface)
    await delivery.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    await delivery.scheduler.answer_finished(TABLE_KEY)
    await delivery.redraw(TABLE_KEY, RedrawPolicy(0.0))
    assert delivery.wire.calls == before


async def test_answers_that_crossed_are_followed_by_an_edit() -> None:
    """Two people press at once: whichever answer lands last, the message shows the newest version."""
    delivery = await FakeDelivery.showing()
    row = delivery.surface_store.rows[1, "table"]
    before = delivery.wire.calls.count("edit")
    delivery.renderer.paint(TABLE_KEY, "three", 3)
    for text, version in (("two", 2), ("three", 3)):
        drawn = RenderedSurface(Screen((Text(text),)), version)
        assert await delivery.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    for _ in range(2):
        await delivery.scheduler.answer_finished(TABLE_KEY)
    await delivery.scheduler.wait_idle()
    assert delivery.wire.calls.count("edit") == before + 1
    assert delivery.wire.texts() == ["three"]


async def test_an_answer_during_an_edit_is_followed_by_another_edit() -> None:
    """Nobody knows which of them landed last."""
    delivery = await FakeDelivery.showing()
    row = delivery.surface_store.rows[1, "table"]
    delivery.wire.gate = asyncio.Event()
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.begin(TABLE_KEY)
    assert delivery.wire.calls[-1] == "edit"
    drawn = RenderedSurface(Screen((Text("two"),)), 2)
    await delivery.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    await delivery.scheduler.answer_finished(TABLE_KEY)
    before = delivery.wire.calls.count("edit")
    delivery.wire.gate.set()
    await delivery.scheduler.wait_idle()
    assert delivery.wire.calls.count("edit") == before + 1


async def test_an_answer_during_an_edit_is_followed_by_another_edit_though_the_bot_stops() -> None:
    """The edit may be the older one, and until the next start nobody would draw the newest version."""
    delivery = await FakeDelivery.showing()
    row = delivery.surface_store.rows[1, "table"]
    delivery.wire.gate = asyncio.Event()
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.begin(TABLE_KEY)
    assert delivery.wire.calls[-1] == "edit"
    delivery.renderer.paint(TABLE_KEY, "three", 3)
    drawn = RenderedSurface(Screen((Text("three"),)), 3)
    await delivery.scheduler.answer_started(TABLE_KEY, drawn, row.channel, row.message)
    await delivery.scheduler.answer_finished(TABLE_KEY)
    closing = asyncio.create_task(delivery.scheduler.close())
    await run_ready()
    delivery.wire.gate.set()
    await closing
    assert delivery.wire.texts() == ["three"]


async def test_an_answer_on_a_message_that_is_not_the_surface_is_none_of_ours() -> None:
    delivery = await FakeDelivery.showing()
    assert not await delivery.scheduler.answer_started(
        TABLE_KEY, RenderedSurface(Screen((Text("two"),)), 2), 70, 12345
    )


async def test_an_answer_that_may_have_overtaken_a_newer_version_is_corrected() -> None:
    """A click's answer with an older version is followed by an edit with the newest one."""
    delivery = FakeDelivery()
    await delivery.show(TABLE_KEY, "three", 3)
    row = delivery.surface_store.rows[1, "table"]
    before = delivery.wire.calls.count("edit")
    await delivery.scheduler.answer_started(
        TABLE_KEY, RenderedSurface(Screen((Text("two"),)), 2), row.channel, row.message
    )
    await delivery.scheduler.answer_finished(TABLE_KEY)
    await delivery.scheduler.wait_idle()
    assert delivery.wire.calls.count("edit") == before + 1
    assert delivery.wire.texts() == ["three"]
