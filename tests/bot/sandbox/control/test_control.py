"""Another process drives the sandbox over HTTP as a test does in process."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import Person, RemotePerson, RemoteSandbox, Sandbox
from bot.sandbox.control.client import SandboxError
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.sample import Connect, sample
from tests.bot.sandbox.waiting import eventually

ROOT = Path(__file__).parents[4]


@pytest.fixture
async def remote(box: Sandbox) -> AsyncIterator[RemoteSandbox]:
    async with RemoteSandbox(box.url) as remote:
        yield remote


@pytest.fixture
async def carol(remote: RemoteSandbox) -> RemotePerson:
    return await remote.person("Carol")


async def test_commands_clicks_forms_and_selects(
    box: Sandbox, remote: RemoteSandbox, carol: RemotePerson, connect: Connect, bob: Person
) -> None:
    """Everything a person does has the same outcome over HTTP."""
    await connect(sample())
    board = (await carol.command("#table", "sample board")).message
    assert board is not None
    assert [m.id for m in await carol.messages("#table")] == [board.id]
    picked = await carol.select(board, ["2"], label="Pick")
    assert picked.message is not None
    assert picked.message.ephemeral
    assert picked.message.content == "pick ['2']"
    assert (await carol.click(board, label="Nothing")).status == "refused"
    modal = (await carol.command("#table", "sample form")).modal
    assert modal is not None
    sent = await carol.submit(modal, {"Text": "t", "Which": "One"})
    assert sent.message is not None
    assert sent.message.content == "t One"
    found = await carol.autocomplete("#table", "sample echo", "word", "ha", {"who": bob.id})
    assert [c["name"] for c in found.choices] == ["ham", "hat"]
    assert await remote.violations() == []
    assert any("callback" in r["path"] for r in await remote.requests())


async def test_direct_messages_and_waiting(carol: RemotePerson, connect: Connect) -> None:
    """Waiting for something to appear works by long polling."""
    await connect(sample())
    waiting = asyncio.create_task(carol.until(carol.dms))
    await carol.command("#table", "sample letter")
    assert (await waiting)[0].author == "kickdoor"
    log = await carol.visible_log()
    assert {"Dear you", "Dearest you"} <= {e["message"]["content"] for e in log}


async def test_talking_and_being_refused(remote: RemoteSandbox, carol: RemotePerson, bob: Person) -> None:
    """Files are sent as base64, and invalid requests are refused with a reason."""
    said = await carol.say("#table", "look", {"a.txt": b"A"})
    assert said.payload["attachments"][0]["size"] == 1
    await carol.delete(said)
    assert bob.messages("#table") == []
    with pytest.raises(SandboxError, match="nowhere"):
        await carol.say("#nowhere", "x")
    with pytest.raises(SandboxError, match="cannot do that"):
        await remote.post(f"/people/{carol.id}/fly", {})
    with pytest.raises(SandboxError, match="nobody"):
        await remote.get("/people/Zoe/messages", channel="#table")


async def test_world_faults_gateway_and_clock(
    box: Sandbox, remote: RemoteSandbox, table: Channel, connect: Connect
) -> None:
    """World, faults, gateway and clock can be changed over HTTP."""
    client = await connect(sample())
    await remote.world("permission", channel="#table", permission="send_messages", allowed=False)
    await remote.world("add_channel", guild="Home", name="new")
    assert box.channel("#new").guild_id == table.guild_id
    fault = await remote.fault("respond", route="GET /users/*", status=503, count=2)
    assert fault["count"] == 2
    await remote.fault("remove", id=fault["id"])
    assert not box.faults.active
    await remote.gateway("drop", code=4000)

    async def resumed() -> bool:
        return bool((await remote.about())["resumes"])

    await eventually(resumed)
    before = box.clock.now()
    await remote.advance(3600)
    assert box.clock.now() - before >= 3600
    await remote.world("kick_bot", guild="Home")
    await eventually(lambda: not client.guilds)


async def test_the_live_stream(box: Sandbox, carol: RemotePerson, bob: Person) -> None:
    """A websocket streams what a person sees after a number, and nothing else."""
    await bob.say("#table", "before")
    seq = (await carol.screen())["seq"]
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{box.url}/sandbox/people/Carol/live?after={seq}") as socket,
    ):
        await bob.say("#table", "after")
        entry = json.loads(await socket.receive_str(timeout=60))
        assert (entry["type"], entry["message"]["content"]) == ("message", "after")
    async with aiohttp.ClientSession(headers={"Origin": "https://evil.example"}) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(f"{box.url}/sandbox/people/Carol/live")


async def test_standing_alone_and_surviving_a_killed_bot(tmp_path: Path) -> None:
    """The sandbox runs as its own process; a bot is killed and another one continues."""
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.sandbox", "--person", "Dora", "--channel", "table"),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert server.stdout is not None
    about = json.loads(await server.stdout.readline())
    script = (
        "import asyncio, discord, warnings\n"
        "from bot.discord_patches.address import point_discord_at\n"
        "from tests.bot.sandbox.sample import sample\n"
        f"point_discord_at({about['api_base']!r}, {about['gateway_url']!r})\n"
        "sample().run('sandbox-token', log_handler=None)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    async def run_bot(known: int) -> asyncio.subprocess.Process:
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-W", "ignore", "-c", script), cwd=tmp_path, env=environment
        )

        async def identified() -> bool:
            return bool((await remote.about())["identifies"] > known)

        await eventually(identified)
        return bot

    async with RemoteSandbox(about["url"]) as remote:
        dora = await remote.person("Dora")
        bot = await run_bot(0)

        async def counts() -> bool:
            return (await dora.command("#table", "sample count")).ok

        await eventually(counts)
        bot.send_signal(signal.SIGKILL)
        await bot.wait()
        bot = await run_bot(1)
        board = (await dora.messages("#table"))[0]
        assert (await dora.click(board, label="0 so far")).kind == "update"
        bot.terminate()
        await bot.wait()
        assert await remote.violations() == []
    server.terminate()
    assert await server.wait() == 0
