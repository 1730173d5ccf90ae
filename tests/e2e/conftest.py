"""Fixtures of the end-to-end tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.night import Night, night


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Night]:
    """A sandbox and a running bot; whatever Discord forbids fails the test."""
    async with night(tmp_path) as opened:
        yield opened
        assert opened.box.violations == []
