"""What every fault test starts from: a stage for each module, a game and an oracle for each test."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.faults.fault_case import FaultCase
from tests.faults.harness import Harness, open_harness


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harness]:
    """Share a sandbox and a running bot between the tests of a module."""
    async with open_harness(tmp_path_factory.mktemp("stage")) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def trial(stage: Harness) -> AsyncIterator[FaultCase]:
    """Let three people play in a server of their own; at the end the oracle is asked."""
    stage.logged.clear()
    stage.box.log.violations.clear()
    made = await FaultCase.begin(stage)
    try:
        yield made
    finally:
        stage.box.faults.clear()
    assert stage.box.violations == []
