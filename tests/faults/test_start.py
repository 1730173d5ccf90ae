"""What may stand in the way of a start: the bot comes up, or waits and says for what."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.sandbox.gateway.server import Gateway
from bot.sandbox.gateway.session import Session
from bot.sandbox.protocol.values import Json
from bot.sandbox.world import render
from tests.faults.fault_case import FaultCase
from tests.faults.harness import eventually, open_harness
from tests.ports import free_port

YEAR_AND_A_MONTH_S = 400 * 86_400.0


@pytest.mark.parametrize(
    ("status", "code", "advice"),
    [(400, 50240, "Activities"), (403, 50001, "invite the bot"), (400, 30034, "200 new commands")],
)
async def test_refused_commands_do_not_stop_the_start(
    tmp_path: Path, status: int, code: int, advice: str
) -> None:
    """Fault: Discord refuses the commands (50240, 50001, 30034); the old ones stay, the log helps."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        await stage.stop()
        stage.box.faults.respond("PUT /applications/*", status, code, count=None)
        await stage.start()
        assert any(advice in line for line in stage.complaints())
        await trial.check_invariants(notices=1, errors=1)


async def test_a_server_for_trials_keeps_no_commands(tmp_path: Path) -> None:
    """Fault: the bot of KICKDOOR_DEV_GUILD is gone and its commands stay; it takes them along."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        guild = trial.table.guild.id

        def of_the_server() -> list[str]:
            return [c.body["name"] for c in stage.box.world.commands.values() if c.guild_id == guild]

        await stage.stop()
        await stage.start(KICKDOOR_DEV_GUILD=str(guild))
        assert "kickdoor" in of_the_server()
        await stage.stop()
        assert of_the_server() == []
        await stage.start()
        await trial.check_invariants(notices=2)


async def test_a_server_that_cannot_be_read_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: discord.py cannot read one server; it is left out and named, all others play."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        odd = stage.new_table().guild
        await stage.stop()
        whole = render.guild

        def with_an_odd_thread(*args: object, **more: object) -> Json:
            data = whole(*args, **more)  # type: ignore[arg-type]  # passed on
            if data["id"] == str(odd.id):
                data["threads"] = [{"id": "5", "type": 11, "parent_id": "6", "name": "odd"}]
            return data

        monkeypatch.setattr(render, "guild", with_an_odd_thread)
        identifies = stage.box.gateway.identifies
        await stage.start()
        await eventually(lambda: f"GUILD_CREATE of {odd.id}" in stage.log())
        assert stage.box.gateway.identifies == identifies + 1
        assert "kickdoor_unreadable_events_total 1.0" in (await stage.ask("/metrics"))[1]
        await trial.check_invariants(notices=1)


async def test_a_day_without_sessions_left_is_waited_out(tmp_path: Path) -> None:
    """Fault: Discord allows no further session today; the bot waits and says until when."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        await stage.stop()
        used_up = stage.box.faults.respond("GET /gateway/bot", 200, count=None)
        limit = {"total": 1000, "remaining": 0, "reset_after": 5_000, "max_concurrency": 1}
        used_up.body = {"url": stage.box.gateway_url, "shards": 1, "session_start_limit": limit}
        identifies = stage.box.gateway.identifies
        ready = stage.launch()
        await eventually(lambda: "no further sessions" in stage.log())
        status, body = await stage.ask("/healthz")
        assert (status, "next try" in body) == (503, True)
        assert stage.box.gateway.identifies == identifies
        stage.box.faults.clear()
        await stage.advance_loop_until(ready.is_set)
        stage.logged.clear()
        await trial.check_invariants(notices=1)


async def test_a_first_event_that_cannot_be_read_never_ends_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault: each session begins with what nobody can read; the bot stays up and tries ever more rarely."""

    def empty_ready(gateway: Gateway, session: Session) -> None:
        session.dispatch("READY", {})

    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        await stage.stop()
        began = stage.box.gateway.identifies
        with monkeypatch.context() as broken:
            broken.setattr(Gateway, "_ready", empty_ready)
            broken.setattr("bot.app.connection.RETRY_DELAYS_S", (0.01, 0.01))
            broken.setattr("bot.app.connection.MAX_PAUSE_S", 0.02)
            ready = stage.launch()
            await eventually(lambda: stage.box.gateway.identifies >= began + 5)
            assert not ready.is_set()
        await stage.advance_loop_until(ready.is_set)
        stage.logged.clear()
        await trial.check_invariants(notices=1)


async def test_a_clock_that_is_a_year_ahead_deletes_nothing(tmp_path: Path) -> None:
    """Fault: the clock is 400 days ahead at a start; no table is deleted, since Discord's clock is not."""
    async with open_harness(tmp_path) as stage:
        table = stage.new_table()
        await table.lobby()
        await stage.stop()
        stage.clock.jump(date=YEAR_AND_A_MONTH_S)
        await stage.start()
        await stage.pass_time(2 * 3600.0, step=30.0)
        assert "deleted" not in stage.log()
        await table.until(lambda: "Start" in [button.label for button in table.board().buttons])
        assert (await table.ann.command(table.channel, "kickdoor status")).ok


async def test_a_proxy_of_the_environment_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fault: only a proxy leads to Discord; the environment names it, and the bot uses it."""
    async with open_harness(tmp_path) as stage:
        trial = await FaultCase.begin(stage)
        await stage.stop()
        async with _proxy(stage.box.url, "http://discord.test") as (port, hosts):
            monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
            monkeypatch.setenv("NO_PROXY", "")
            await stage.start(
                DISCORD_API_BASE=stage.box.api_base.replace(stage.box.url, "http://discord.test")
            )
            await trial.check_invariants(notices=1)
            assert any("/gateway" in line for line in hosts)
            await stage.stop()
        assert any("http://discord.test" in line for line in hosts)


@asynccontextmanager
async def _proxy(there: str, name: str) -> AsyncIterator[tuple[int, list[str]]]:
    """Open an HTTP proxy that knows one machine by a name of its own, and notes what is asked for."""
    asked: list[str] = []
    tasks: set[asyncio.Task[None]] = set()
    host = there.removeprefix("http://")

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, out: bool) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(1 << 20):
                if out:
                    asked.append(data.split(b"\r\n", 1)[0].decode(errors="replace"))
                    for seen in (name, there):
                        data = data.replace(f" {seen}/".encode(), b" /")
                    data = data.replace(b"Host: discord.test", f"Host: {host}".encode())
                writer.write(data)
        writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        beyond = await asyncio.open_connection(*host.split(":"))
        for task in (pipe(reader, beyond[1], out=True), pipe(beyond[0], writer, out=False)):
            tasks.add(asyncio.create_task(task))

    port = free_port()
    server = await asyncio.start_server(serve, "127.0.0.1", port)
    try:
        yield port, asked
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
