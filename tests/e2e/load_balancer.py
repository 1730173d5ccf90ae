"""A small load balancer for the tests: each request to the next process, and past those that are gone."""

import itertools
from collections.abc import Sequence
from types import TracebackType
from typing import Self

import aiohttp
from aiohttp import web

from bot.cluster.endpoint import ENDPOINT_PATH


class LoadBalancer:
    """Passes requests on by turns. Like a real one it tries another process only if it could not connect."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = tuple(ports)
        self._turns = itertools.count()
        self._runner: web.AppRunner | None = None
        self._session: aiohttp.ClientSession | None = None
        self.url = ""
        self.passed = dict.fromkeys(self._ports, 0)
        self.cut = 0
        """Requests whose process died over them."""
        self.latest: tuple[dict[str, str], bytes] = ({}, b"")

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        app = web.Application(client_max_size=2**22)
        app.router.add_post(ENDPOINT_PATH, self._pass_on)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}{ENDPOINT_PATH}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._runner is not None
        assert self._session is not None
        await self._runner.cleanup()
        await self._session.close()

    async def send(self, port: int, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        """Send something to one process; return status and body."""
        assert self._session is not None
        url = f"http://127.0.0.1:{port}{ENDPOINT_PATH}"
        async with self._session.post(url, data=body, headers=headers) as answer:
            return answer.status, await answer.read()

    async def _pass_on(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {
            name: text for name, text in request.headers.items() if name.startswith(("X-", "Content-T"))
        }
        turn = next(self._turns)
        for place in range(len(self._ports)):
            port = self._ports[(turn + place) % len(self._ports)]
            try:
                status, answer = await self.send(port, headers, body)
            except aiohttp.ClientConnectorError:
                continue
            except (aiohttp.ClientError, OSError):
                self.cut += 1
                return web.Response(status=502)
            self.passed[port] += 1
            if status == 202:
                self.latest = (headers, body)
            return web.Response(
                status=status, body=answer, content_type="application/json" if answer else None
            )
        return web.Response(status=503)
