"""Fixtures of the table tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables import alarm_scheduler, uptime
from tests.bot.tables.table_harness import TableHarness


@pytest.fixture
def slow_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock look up only every hour, so that days pass quickly."""
    monkeypatch.setattr(alarm_scheduler, "UPTIME_NOTE_INTERVAL_MS", 3_600_000)
    monkeypatch.setattr(uptime, "MAX_TICK_GAP_MS", 4_000_000)


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[TableHarness]:
    opened = await TableHarness.open(tmp_path / "games.db")
    yield opened
    await opened.close()
