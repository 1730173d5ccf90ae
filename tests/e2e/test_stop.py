"""A stop among presses loses nothing that somebody was told had happened."""

from pathlib import Path

import pytest

from bot.operations.exit_codes import ExitCode
from tests.e2e.many_tables import ManyTables
from tests.sandbox.box import Sandbox


@pytest.mark.parametrize("moment", [0.0, 0.05], ids=["before they are heard", "while they are answered"])
async def test_a_stop_among_presses_is_orderly(tmp_path: Path, moment: float) -> None:
    """SIGTERM while people press at many tables and screens are being drawn: it ends in time, with code 0.

    An answer that shows somebody's move means that it is in the database. Without one they press again.
    """
    async with Sandbox() as box:
        crowd = ManyTables(box, tmp_path, 8)
        await crowd.deal()
        stop = await crowd.stop_among(24, moment)
        assert box.violations == []
    assert stop.code == ExitCode.OK
    assert stop.lost == 0
    assert stop.complaints == []
