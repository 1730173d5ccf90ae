"""`kickdoor verify`: what is no record is refused before it is read as a whole."""

import os
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.verify import MAX_RECORD_BYTES
from bot.operations.exit_codes import ExitCode


def test_a_pipe_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody writes into it, so reading would never end."""
    os.mkfifo(tmp_path / "pipe")
    assert main(["verify", str(tmp_path / "pipe")]) == ExitCode.FAILED
    assert capsys.readouterr().err == f"{tmp_path / 'pipe'} is not a file.\n"


def test_a_device_without_an_end_is_refused() -> None:
    """It would be read until the memory is full."""
    assert main(["verify", "/dev/zero"]) == ExitCode.FAILED


def test_what_is_too_large_for_a_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By its size alone."""
    path = tmp_path / "large.jsonl"
    path.touch()
    os.truncate(path, MAX_RECORD_BYTES + 1)
    assert main(["verify", str(path)]) == ExitCode.FAILED
    assert "larger than 64 MiB" in capsys.readouterr().err


def test_what_is_not_there_or_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a sentence each."""
    (tmp_path / "picture").write_bytes(b"\xff\xd8")
    assert main(["verify", str(tmp_path / "none")]) == ExitCode.FAILED
    assert main(["verify", str(tmp_path / "picture")]) == ExitCode.FAILED
    assert capsys.readouterr().err.count("cannot be read") == 2
