"""`kickdoor init` and `kickdoor health`: the first minutes of a bot, and whether it is well."""

import asyncio
import shutil
import socket
import stat
import subprocess
import sys
import warnings
from argparse import Namespace
from getpass import GetPassWarning
from importlib.resources import files
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import health, init
from bot.operations.exit_codes import ExitCode, UnusableError
from bot.operations.health import HealthServer
from bot.operations.metrics import Metrics
from bot.settings import read_settings
from tests.sandbox.box import Sandbox


def asked(folder: Path, token: str) -> Namespace:
    (folder / "token").write_text(f"{token}\n")
    return Namespace(env_file=folder / ".env", token_file=folder / "token", unit=False)


async def test_init_writes_settings_for_the_owner_alone_and_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Sandbox() as box:
        monkeypatch.setenv("DISCORD_API_BASE", box.api_base)
        arguments = asked(tmp_path, box.token)
        assert await asyncio.to_thread(init.main, arguments) == ExitCode.OK
        written = tmp_path / ".env"
        assert stat.S_IMODE(written.stat().st_mode) == 0o600
        assert read_settings({}, written).token.get_secret_value() == box.token
        assert "/metrics (Prometheus)" in written.read_text(), "each setting says what it is for"
        said = capsys.readouterr().out
        assert "client_id=" in said
        assert box.token not in said
        with pytest.raises(UnusableError, match="is there already"):
            await asyncio.to_thread(init.main, arguments)


async def test_init_writes_the_file_that_env_file_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "kickdoor.env"
    async with Sandbox() as box:
        monkeypatch.setenv("DISCORD_API_BASE", box.api_base)
        words = [
            "--env-file",
            str(written),
            "init",
            "--token-file",
            str(asked(tmp_path, box.token).token_file),
        ]
        assert await asyncio.to_thread(main, words) == ExitCode.OK
    assert written.exists()
    assert f"kickdoor --env-file {written} run" in capsys.readouterr().out


async def test_init_writes_nothing_for_a_token_that_discord_does_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Sandbox() as box:
        monkeypatch.setenv("DISCORD_API_BASE", box.api_base)
        with pytest.raises(UnusableError, match="does not know this token") as caught:
            await asyncio.to_thread(init.main, asked(tmp_path, "wrong-secret"))
        (missing := asked(tmp_path, "")).token_file.unlink()
        with pytest.raises(UnusableError, match="No such file"):
            await asyncio.to_thread(init.main, missing)
    assert "wrong-secret" not in str(caught.value)
    assert not (tmp_path / ".env").exists()


def test_the_unit_starts_this_installation(capsys: pytest.CaptureFixture[str]) -> None:
    assert init.main(Namespace(unit=True)) == ExitCode.OK
    assert f"ExecStart={sys.prefix}/bin/kickdoor run\n" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_the_unit_exposes_little(tmp_path: Path) -> None:
    unit = tmp_path / "kickdoor.service"
    unit.write_text(files("bot.cli").joinpath("kickdoor.service").read_text(encoding="utf-8"))
    # The figure is ten times the one that is printed.
    check = ["systemd-analyze", "security", "--no-pager", "--offline=yes", "--threshold=20", str(unit)]
    done = subprocess.run(check, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-400:]


@pytest.mark.parametrize(("fault", "code"), [("", ExitCode.OK), ("the disk is full", ExitCode.FAILED)])
async def test_health_says_whether_the_bot_can_play(
    fault: str,
    code: ExitCode,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def check() -> str:
        return fault

    server = HealthServer(Metrics(), {"database": check})
    await server.start("127.0.0.1", 0)
    monkeypatch.setenv("KICKDOOR_METRICS_PORT", str(server.port))
    monkeypatch.setenv("KICKDOOR_METRICS_HOST", "0.0.0.0")
    arguments = Namespace(env_file=tmp_path / ".env")
    assert await asyncio.to_thread(health.main, arguments) == code
    assert fault in capsys.readouterr().out
    await server.stop()
    with pytest.raises(UnusableError, match="does not answer"):
        await asyncio.to_thread(health.main, arguments)


async def test_systemd_hears_of_the_start_the_loop_and_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.operations.systemd import keep_told

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "20000")
        told = asyncio.create_task(keep_told())
        for word in (b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"):
            assert await asyncio.to_thread(systemd.recv, 99) == word
        told.cancel()
        await asyncio.gather(told, return_exceptions=True)
        left = [systemd.recv(99)]
        while left[-1] != b"STOPPING=1":
            left.append(systemd.recv(99))


@pytest.mark.parametrize("end", [EOFError, GetPassWarning], ids=["no input", "no terminal"])
def test_where_nobody_can_be_asked_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: type[Exception]
) -> None:
    """Without a terminal the token would be shown."""

    def nobody(prompt: str) -> str:
        if end is GetPassWarning:
            warnings.warn("it may be echoed", GetPassWarning, stacklevel=2)
        raise EOFError

    monkeypatch.setattr("bot.cli.init.getpass", nobody)
    with pytest.raises(UnusableError, match="--token-file"):
        init.main(Namespace(env_file=tmp_path / ".env", token_file=None, unit=False))
