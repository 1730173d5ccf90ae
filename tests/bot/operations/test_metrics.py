"""Figures: there from the start, honest, and the same however often they are read."""

import asyncio
import re

import prometheus_client
import pytest

from bot.delivery.scheduler import MAX_OPEN_PRESSES, ShownClock
from bot.delivery.surface_keys import hand_key, reminder_key, table_key
from bot.operations.metrics import Metrics
from bot.store.api import ConflictError, StoreError
from bot.store.rows import TableCommit
from bot.store.sqlite.store import SqliteStore
from bot.tables.intents import Create, Join, Request
from bot.tables.lobby import TableConfig
from bot.tables.service import TableService
from cards.registry import GameRegistry
from tests.bot.tables.table_harness import ANN, BEN
from tests.bot.tables.tiny import TINY_MODULE


def test_every_series_is_there_at_zero_before_anything_happens() -> None:
    text = prometheus_client.generate_latest(Metrics().registry).decode()
    for series in (
        "kickdoor_commit_failures_total",
        'kickdoor_press_seconds_bucket{kind="table",le="3.0"}',
        'kickdoor_shown_seconds_count{what="turn"}',
        'kickdoor_accepted_total{intent="Act"}',
        'kickdoor_refused_total{code="busy"}',
        'kickdoor_discord_calls_total{method="PATCH",status="429"}',
        'kickdoor_http_requests_total{outcome="not_saved"}',
        "kickdoor_unreadable_events_total",
    ):
        assert f"\n{series} 0.0\n" in text, series
    assert re.search(r"^process_resident_memory_bytes ", text, re.MULTILINE)
    assert re.search(r"^python_gc_collections_total", text, re.MULTILINE)


@pytest.mark.parametrize(("error", "failures"), [(StoreError("full"), 1), (ConflictError("late"), 0)])
async def test_only_what_could_not_be_saved_is_a_failure(
    error: StoreError, failures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That another process was faster is no reason to wake anybody."""
    meters, store = Metrics(), await SqliteStore.open(None)
    service = await TableService.open(store, TableConfig(GameRegistry([TINY_MODULE])), observer=meters)
    await service.create(1, ANN, Create(5, 6, "Ann", "tiny"))

    async def fails(commit: TableCommit) -> None:
        raise error

    monkeypatch.setattr(store, "commit", fails)
    await service.send(1, Request(2, BEN, Join("Ben")))
    assert meters.registry.get_sample_value("kickdoor_commit_failures_total") == failures
    await service.close()
    await store.close()


class TestShownClock:
    """A press counts as seen when the last screen that it made out of date is right."""

    def setup_method(self) -> None:
        self.now = 100.0
        self.seen: list[tuple[str, float]] = []
        self.clock = ShownClock(lambda: self.now, lambda what, seconds: self.seen.append((what, seconds)))

    def test_everybody_has_seen_it_when_the_last_one_has(self) -> None:
        keys = [table_key(1), hand_key(1, ANN), hand_key(1, BEN), reminder_key(1, BEN)]
        self.clock.pressed(1, "everybody", 99.0, keys)
        self.clock.pressed(1, "turn", 99.0, keys[2:3])
        self.clock.shown(keys[0])
        self.clock.shown(keys[2])
        assert self.seen == [("turn", 1.0)]
        self.now = 103.0
        self.clock.shown(hand_key(1, ANN))  # a reminder is late on purpose
        assert self.seen == [("turn", 1.0), ("everybody", 4.0)]
        self.clock.shown(hand_key(1, ANN))
        assert len(self.seen) == 2

    def test_a_channel_that_stays_closed_gathers_nothing(self) -> None:
        for _ in range(2 * MAX_OPEN_PRESSES):
            self.clock.pressed(1, "everybody", 99.0, [table_key(1)])
        self.clock.shown(table_key(1))
        assert len(self.seen) == MAX_OPEN_PRESSES
        self.clock.pressed(1, "everybody", 99.0, [table_key(1)])
        self.clock.drop(1)
        self.clock.shown(table_key(1))
        assert len(self.seen) == MAX_OPEN_PRESSES


async def test_figures_can_be_read_on_another_task_without_changing() -> None:
    meters = Metrics()
    meters.watch_outbox(lambda: (3, 2.5))
    meters.on_press("hand", 0.2)
    first = await asyncio.to_thread(prometheus_client.generate_latest, meters.registry)
    again = await asyncio.to_thread(prometheus_client.generate_latest, meters.registry)
    ours = [[line for line in text.splitlines() if b"kickdoor" in line] for text in (first, again)]
    assert ours[0] == ours[1]
    assert b"kickdoor_outbox_age_seconds 2.5" in first
