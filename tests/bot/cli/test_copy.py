"""`kickdoor copy`: what it is given is checked before anything is touched, and no password is repeated."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.exit_codes import ExitCode
from tests.ports import free_port


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:/bob:s3cr3t@127.0.0.1/db",
        "bob:s3cr3t@localhost/db",
        "host=h password=s3cr3t",
        "mysql://bob:s3cr3t@127.0.0.1/db",
        "postgresql://bob:s3#cr3t@127.0.0.1/db",
    ],
)
def test_what_is_no_database_is_refused_without_repeating_it(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As source and as target; nothing is made."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games.db").touch()
    assert main(["copy", address, "new.db"]) == ExitCode.BAD_SETTING
    assert main(["copy", "games.db", address]) == ExitCode.BAD_SETTING
    first, second = capsys.readouterr().err.splitlines()
    assert "FROM" in first
    assert "TO" in second
    assert "s3" not in first + second
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]


def test_a_server_that_is_not_there_is_told_without_an_error_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    address = f"postgresql://bob:s3cr3t@127.0.0.1:{free_port()}/db"
    assert main(["copy", address, "new.db"]) == ExitCode.DATABASE_UNUSABLE
    said = capsys.readouterr().err
    assert "the PostgreSQL server cannot be reached: Connect call failed" in said
    assert "Errno" not in said
    assert "s3cr3t" not in said
