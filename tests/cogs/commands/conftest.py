"""A table for commands, with a clock in the test's hand."""

from collections.abc import AsyncIterator

import pytest

from tests.bot.tables.table_harness import TableHarness


@pytest.fixture
async def harness() -> AsyncIterator[TableHarness]:
    opened = await TableHarness.open()
    yield opened
    await opened.close()
