"""`kickdoor run`: what is done before the bot connects."""

import gc
from argparse import Namespace
from typing import Any

import pytest

from bot.cli import run
from bot.operations.exit_codes import ExitCode


def test_the_collector_passes_over_what_stays_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    """All cards of all games are loaded by then; a full collection would take everybody's time each time."""
    counts: list[int] = []

    async def serve(*args: Any, **more: Any) -> ExitCode:
        counts.append(gc.get_freeze_count())
        return ExitCode.OK

    monkeypatch.setattr(run, "serve", serve)
    monkeypatch.setattr(run, "prepare", lambda *_, **__: None)
    try:
        assert run.main(Namespace(http=False, env_file=None)) == ExitCode.OK
    finally:
        gc.unfreeze()
    assert counts[0] > 50_000
