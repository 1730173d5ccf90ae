"""Nobody keeps others out of a server by connections on which no request comes."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from bot.operations.connections import GuardedRunner

HALF_A_HEAD = b"GET /slow HTTP/1.1\r\nHost: x\r\nX-"
LIMIT = 8


class Server:
    """A server with two pages, one of which is answered when the test says so."""

    def __init__(self) -> None:
        self.asked, self.go_on = asyncio.Event(), asyncio.Event()
        app = web.Application()
        app.router.add_get("/", self._page)
        app.router.add_get("/slow", self._slow_page)
        self.runner = GuardedRunner(app, LIMIT)

    async def start(self) -> None:
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", 0).start()
        self.port = int(self.runner.addresses[0][1])

    async def half_open(self) -> asyncio.StreamReader:
        """Connect, and send no more than half of a head."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(HALF_A_HEAD)
        self.kept = [*getattr(self, "kept", []), writer]
        return reader

    async def ask(self, path: str) -> str:
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{self.port}{path}") as answer,
        ):
            return await answer.text()

    async def _page(self, _: web.Request) -> web.Response:
        return web.Response(text="here")

    async def _slow_page(self, _: web.Request) -> web.Response:
        self.asked.set()
        await self.go_on.wait()
        return web.Response(text="at last")


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.operations.connections.IDLE_TIMEOUT_S", 0.2)
        found = Server()
    await found.start()
    yield found
    for writer in getattr(found, "kept", []):
        writer.close()
    await found.runner.cleanup()


async def closed(reader: asyncio.StreamReader) -> bool:
    """Return True once the other side has hung up."""
    async with asyncio.timeout(20):
        try:
            return await reader.read() == b""
        except ConnectionError:
            return True


async def test_a_head_that_does_not_come_is_not_waited_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.operations.connections.HEAD_TIMEOUT_S", 0.05)
    assert await closed(await server.half_open())


@pytest.mark.parametrize("more", [b"", HALF_A_HEAD])
async def test_an_idle_connection_is_not_kept_for_ever(server: Server, more: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" + more)
    assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200")
    assert await closed(reader)
    writer.close()


async def test_whoever_asks_gets_a_place_among_those_who_do_not(server: Server) -> None:
    readers = [await server.half_open() for _ in range(10 * LIMIT)]
    assert await server.ask("/") == "here"
    assert await closed(readers[0])


async def test_who_is_being_answered_is_not_thrown_out(server: Server) -> None:
    asking = asyncio.create_task(server.ask("/slow"))
    await server.asked.wait()
    for _ in range(10 * LIMIT):
        await server.half_open()
    server.go_on.set()
    assert await asking == "at last"
