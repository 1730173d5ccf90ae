"""What the tests of the host's commands share."""

from pathlib import Path

import pytest


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own, with settings that name a database in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("KICKDOOR_DATABASE", str(tmp_path / "games.db"))
    return tmp_path
