"""Fixtures of the table tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables import uptime, watch
from tests.bot.tables.house import House


@pytest.fixture
def slow_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock look up only every hour, so that days pass quickly."""
    monkeypatch.setattr(watch, "NOTED", 3_600_000)
    monkeypatch.setattr(uptime, "STEP", 4_000_000)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    opened = await House.open(tmp_path / "games.db")
    yield opened
    await opened.close()
