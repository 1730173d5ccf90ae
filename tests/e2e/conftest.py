"""Fixtures of the end-to-end tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.in_process_bot import InProcessBot, open_in_process_bot


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[InProcessBot]:
    """A sandbox and a running bot; whatever Discord forbids fails the test."""
    async with open_in_process_bot(tmp_path) as opened:
        yield opened
        assert opened.box.violations == []
