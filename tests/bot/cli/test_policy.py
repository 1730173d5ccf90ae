"""`kickdoor policy`: what it says of the data is what the settings and the code do."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.exit_codes import ExitCode

WHO = ("--operator", "Ada Example", "--contact", "ada@example.org")


@pytest.mark.parametrize("text", ["privacy", "terms"])
@pytest.mark.usefixtures("at")
def test_the_text_names_who_answers_for_it(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["policy", text, *WHO, "--name", "Doorbell"]) == ExitCode.OK
    printed = capsys.readouterr().out
    assert "Ada Example" in printed
    assert "Doorbell" in printed
    assert not set("$<>") & set(printed)


def test_the_policy_says_what_the_settings_do(
    at: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["policy", "privacy", *WHO])
    printed = capsys.readouterr().out
    assert "kept for 14 days" in printed
    assert "for 365 days |" in printed
    monkeypatch.setenv("KICKDOOR_BACKUPS", "off")
    main(["policy", "privacy", *WHO])
    assert "14 days" not in capsys.readouterr().out
