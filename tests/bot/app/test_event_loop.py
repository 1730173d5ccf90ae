"""The quicker event loop is an extra: the bot runs without it."""

import asyncio
import sys

import pytest

from bot.cli.run import loop_factory


def test_the_quicker_loop_is_used_where_it_is_installed() -> None:
    uvloop = pytest.importorskip("uvloop")
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        assert isinstance(runner.get_loop(), uvloop.Loop)


def test_without_it_pythons_own_loop_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert loop_factory() is None
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        assert runner.run(asyncio.sleep(0, "done")) == "done"
