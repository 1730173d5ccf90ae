"""`kickdoor demo` as a process of its own: it says where to look, a lobby waits, and it stops when told."""

import asyncio
import re
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.operations.exit_codes import ExitCode
from bot.sandbox.people.seen import SeenMessage


async def test_the_demo_opens_a_lobby_and_ends_quietly() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", "--port", "0",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    url = None
    async for line in process.stdout:
        if url is None and (found := re.search(rb"http://\S+", line)):
            url = found[0].decode()
        if b"Ctrl+C" in line:
            break
    assert url is not None
    async with aiohttp.ClientSession(f"{url.rstrip('/')}/") as page:
        async with page.get("sandbox/people/Ada/messages?channel=game-night") as response:
            messages = [SeenMessage(payload) for payload in await response.json()]
        assert any("Join" in message.text for message in messages)
        async with page.get("sandbox/violations") as response:
            assert await response.json() == []
    process.send_signal(signal.SIGTERM)
    _, errors = await process.communicate()
    assert (process.returncode, errors) == (ExitCode.OK, b"")


async def test_a_port_in_use_is_told() -> None:
    server = await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", "--port", str(port), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    assert process.returncode == ExitCode.PORT_TAKEN
    assert b"is taken" in output
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "-1"], ["--port", "99999"], ["--port", "x"], ["--seed", "-5"], ["--seed", str(2**64)],
        ["--think", "-1"], ["--think", "nan"], ["--think", "x"],
    ],
)  # fmt: skip
def test_numbers_out_of_bounds_are_wrong_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With the bounds, and before anything listens."""
    with pytest.raises(SystemExit) as left:
        main(["demo", *arguments])
    assert left.value.code == ExitCode.USAGE
    assert f"argument {arguments[0]}: '{arguments[1]}' is not a" in capsys.readouterr().err


def test_a_demo_does_not_begin_on_a_file_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would write its own games and people among those that are there."""
    path = tmp_path / "games.db"
    path.write_bytes(b"SQLite format 3\0" + bytes(4080))
    assert main(["demo", "--port", "0", "--database", str(path)]) == ExitCode.DATABASE_UNUSABLE
    told = f"No demo: {path} was not made by a demo, so it is left alone: name a new file.\n"
    assert capsys.readouterr() == ("", told)


@pytest.mark.parametrize("database", ["", "postgresql://bob:s3cr3t@h/d", "bob:s3cr3t@h/d", "mysql://s3cr3t"])
def test_a_demo_wants_a_file(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is meant as an address is not repeated."""
    with pytest.raises(SystemExit) as left:
        main(["demo", "--database", database])
    assert left.value.code == ExitCode.USAGE
    told = capsys.readouterr().err
    assert "argument --database: this is not the path of a file" in told
    assert "s3cr3t" not in told
