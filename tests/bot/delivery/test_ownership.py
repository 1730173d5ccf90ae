"""Several processes share the tables: each writes only on the surfaces of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.delivery.drawing import RedrawPolicy
from bot.delivery.wire import ChannelUnreachableError, MessageGoneError, RetryLaterError
from bot.store.rows import SurfaceRow
from tests.bot.delivery.fakes import (
    CHANNEL,
    TABLE_KEY,
    FakeDelivery,
    StillClock,
    run_ready,
)

Load = Callable[[int], Awaitable[list[SurfaceRow]]]


async def test_a_process_that_is_not_the_tables_shows_nothing() -> None:
    delivery = FakeDelivery()
    delivery.surface_store.seems_ours = False
    await delivery.show(TABLE_KEY, "one", 1)
    assert delivery.wire.calls == []


async def test_a_post_that_came_too_late_is_taken_back() -> None:
    """The process slept between drawing and noting; another one shows the table by now."""
    delivery = FakeDelivery()
    delivery.surface_store.is_ours = False
    await delivery.show(TABLE_KEY, "old", 1)
    assert delivery.wire.texts() == []
    assert delivery.surface_store.rows == {}


async def test_a_post_that_the_other_process_has_found_by_its_nonce_stays() -> None:
    other = await FakeDelivery.showing()
    late = FakeDelivery(wire=other.wire)
    late.surface_store.is_ours, late.surface_store.rows = False, other.surface_store.rows
    late.surface_store.surfaces = nothing_yet(late.surface_store.surfaces)  # type: ignore[method-assign]
    await late.show(TABLE_KEY, "one", 1)
    assert other.wire.texts() == ["one"]


def nothing_yet(load: Load) -> Load:
    """Let the first look find nothing, as before the other process wrote its row."""
    looks: list[int] = []

    async def first_nothing(table: int) -> list[SurfaceRow]:
        looks.append(table)
        return [] if len(looks) == 1 else await load(table)

    return first_nothing


async def test_an_edit_that_came_too_late_is_told_to_the_other_process() -> None:
    delivery = await FakeDelivery.showing()
    delivery.surface_store.is_ours = False
    await delivery.show(TABLE_KEY, "two", 2)
    assert [row.key for row in delivery.surface_store.spoilt] == ["table"]


async def test_after_taking_over_the_messages_are_those_that_the_other_process_left() -> None:
    """What was known here before is old; a first post is drawn twice, as after a crash."""
    one = await FakeDelivery.showing()
    two = FakeDelivery(surface_store=one.surface_store, wire=one.wire)
    await two.show(TABLE_KEY, "two", 2)
    (key,) = one.surface_store.rows
    one.surface_store.rows[key] = replace(one.surface_store.rows[key], message=77)
    one.wire.messages = {(CHANNEL, 77): "moved"}
    await one.scheduler.reload(TABLE_KEY.table)
    await one.show(TABLE_KEY, "three", 3)
    assert one.wire.texts() == ["three"]


async def test_letting_go_leaves_what_is_out_of_date_to_the_other_process() -> None:
    delivery = await FakeDelivery.showing()
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.scheduler.mark(TABLE_KEY, RedrawPolicy(1e6))
    await delivery.scheduler.let_go(TABLE_KEY.table)
    await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == ["one"]


class HeldEdit:
    """A table whose second version is being written: the edit waits at the gate, and then fails."""

    def __init__(self, failure: Exception) -> None:
        self.failure = failure
        self.gate, self.reached = asyncio.Event(), asyncio.Event()
        self.delivery = FakeDelivery(clock=StillClock())
        self.edit = self.delivery.wire.edit

    async def begin(self) -> None:
        await self.delivery.show(TABLE_KEY, "one", 1)
        self.delivery.wire.edit = self.fail  # type: ignore[method-assign]
        self.delivery.renderer.paint(TABLE_KEY, "two", 2)
        await self.delivery.scheduler.mark(TABLE_KEY)
        await self.reached.wait()

    async def fail(self, *values: object) -> None:
        self.reached.set()
        await self.gate.wait()
        raise self.failure

    def open(self) -> None:
        """Let the edit fail, and the next ones work."""
        self.gate.set()
        self.delivery.wire.edit = self.edit  # type: ignore[method-assign]


FAILURES = [RetryLaterError("TimeoutError", down=True), ChannelUnreachableError("permission")]


@pytest.mark.parametrize("failure", FAILURES, ids=["trouble", "refused"])
@pytest.mark.parametrize("ours", [False, True], ids=["lost", "taken-over"])
async def test_a_delivery_that_fails_while_its_table_is_let_go_is_not_tried_again(
    failure: Exception, *, ours: bool
) -> None:
    """Whoever shows the table next draws all of it; until then nothing is known of it here."""
    held = HeldEdit(failure)
    await held.begin()
    scheduler = held.delivery.scheduler
    held.delivery.surface_store.seems_ours = held.delivery.surface_store.is_ours = ours
    letting_go = scheduler.reload if ours else scheduler.let_go
    gone = asyncio.create_task(letting_go(TABLE_KEY.table))
    await run_ready()
    assert not gone.done()
    held.open()
    async with asyncio.timeout(10.0):
        await gone
    assert held.delivery.surfaces.known() == {}
    assert held.delivery.failures.stalls == []


async def test_a_delivery_that_waits_for_its_turn_while_its_table_is_lost_ends() -> None:
    """It finds that the table is another's and asks to be drawn again; that is the other's work."""
    delivery = await FakeDelivery.showing()
    turn, waits = asyncio.Event(), asyncio.Event()

    async def wait_for_turn(channel: int) -> None:
        waits.set()
        await turn.wait()

    delivery.limiter.wait_for_channel = wait_for_turn  # type: ignore[method-assign]
    delivery.renderer.paint(TABLE_KEY, "two", 2)
    await delivery.scheduler.mark(TABLE_KEY)
    await waits.wait()
    delivery.surface_store.seems_ours = delivery.surface_store.is_ours = False
    gone = asyncio.create_task(delivery.scheduler.let_go(TABLE_KEY.table))
    await run_ready()
    turn.set()
    async with asyncio.timeout(10.0):
        await gone
    assert delivery.surfaces.known() == {}
    assert delivery.wire.texts() == ["one"]


async def test_a_mark_that_comes_while_a_table_is_let_go_is_left_to_who_shows_it_next() -> None:
    held = HeldEdit(RetryLaterError("TimeoutError"))
    await held.begin()
    delivery = held.delivery
    gone = asyncio.create_task(delivery.scheduler.let_go(TABLE_KEY.table))
    await run_ready()
    delivery.renderer.paint(TABLE_KEY, "three", 3)
    await delivery.scheduler.mark(TABLE_KEY)
    held.open()
    async with asyncio.timeout(10.0):
        await gone
        await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == ["one"]


async def test_a_table_that_comes_back_while_it_is_let_go_has_one_message() -> None:
    """Its messages are read again, since the other process may have posted them below by then."""
    held = HeldEdit(MessageGoneError())
    await held.begin()
    delivery = held.delivery
    lost = asyncio.create_task(delivery.scheduler.let_go(TABLE_KEY.table))
    await run_ready()
    before = delivery.surfaces.get_known(TABLE_KEY)
    back = asyncio.create_task(delivery.scheduler.reload(TABLE_KEY.table))
    await run_ready()
    held.open()
    async with asyncio.timeout(10.0):
        await asyncio.gather(lost, back)
    assert delivery.surfaces.get_known(TABLE_KEY) is not before
    delivery.renderer.paint(TABLE_KEY, "three", 3)
    await delivery.scheduler.mark_known(TABLE_KEY.table)  # as whoever takes it over does
    await delivery.scheduler.wait_idle()
    assert delivery.wire.texts() == ["three"]
