"""A channel that refuses suspends its game, and somebody who lets it go on is not overruled by old news."""

import asyncio

import pytest

from bot.delivery.drawing import AT_ONCE
from bot.delivery.surface_keys import table_key
from bot.store.api import StoreError
from bot.store.rows import TableCommit
from bot.tables.intents import Request, Resume
from cards.kernel.moves import Refusal
from tests.bot.delivery.delivered_table import DeliveredTable
from tests.bot.delivery.fakes import run_ready
from tests.bot.tables.table_harness import ANN, CHANNEL


async def suspended(evening: DeliveredTable) -> None:
    """Close the channel to the bot, until a drawing has found that out."""
    evening.wire.closed = {CHANNEL}
    await evening.delivery.scheduler.invalidate(table_key(evening.harness.table))
    await evening.written()
    assert (await evening.harness.view_for(None)).table.halt == "suspended"


@pytest.mark.parametrize("healed", [True, False])
async def test_only_discord_suspends_a_game_again_that_somebody_lets_go_on(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch, healed: bool
) -> None:
    """The channel is still taken for closed while the request to go on is being saved."""
    harness, commit, saving, gate = (
        evening.harness,
        evening.harness.store.commit,
        asyncio.Event(),
        asyncio.Event(),
    )

    async def commit_late(row: TableCommit) -> None:
        saving.set()
        await gate.wait()
        await commit(row)

    await suspended(evening)
    if healed:
        evening.wire.closed = set()
    evening.clock.now += 3.0
    monkeypatch.setattr(harness.store, "commit", commit_late)
    going_on = asyncio.create_task(harness.service.send(harness.table, Request(901, ANN, Resume())))
    await saving.wait()
    await evening.delivery.scheduler.invalidate(table_key(harness.table))
    await run_ready()
    evening.wire.written = []
    gate.set()
    assert not isinstance(await going_on, Refusal)
    assert CHANNEL in await evening.written()
    assert (await harness.view_for(None)).table.halt == ("" if healed else "suspended")


async def drawn_later(evening: DeliveredTable) -> str:
    """Draw the table again a minute later, and return why it stands still then."""
    await evening.delivery.scheduler.mark(table_key(evening.harness.table), AT_ONCE)
    evening.clock.now += 60.0
    await evening.written()
    return (await evening.harness.view_for(None)).table.halt


async def test_a_game_goes_on_in_a_healed_channel_although_that_could_not_be_saved_at_once(
    evening: DeliveredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Disk or process may fail when the message is shown already: then it is written once more."""
    harness, commit, failures = evening.harness, evening.harness.store.commit, [StoreError("disk full")] * 2

    async def fail_first(row: TableCommit) -> None:
        if failures:
            raise failures.pop()
        await commit(row)

    evening.wire.closed_reason = "timeout"
    await suspended(evening)
    evening.wire.closed = set()
    monkeypatch.setattr(harness.store, "commit", fail_first)
    halts = [await drawn_later(evening) for _ in range(5)]
    assert not failures
    assert (halts[0], halts[-1]) == ("suspended", "")


async def test_a_try_that_meets_an_outage_does_not_close_a_healed_channel_for_longer(
    evening: DeliveredTable,
) -> None:
    """One try for all after a pause: what it meets instead of a refusal tells of no channel."""
    evening.wire.closed_reason = "deleted"
    await suspended(evening)
    evening.wire.closed, evening.wire.down = set(), {CHANNEL}
    key = table_key(evening.harness.table)
    evening.clock.now += 5.0
    await evening.delivery.scheduler.mark(key, AT_ONCE)
    assert CHANNEL in await evening.written(), "the try after the pause"
    evening.wire.down = set()
    for _ in range(10):
        await evening.delivery.scheduler.mark(key, AT_ONCE)
        await evening.written()
    assert (await evening.harness.view_for(None)).table.halt == ""
