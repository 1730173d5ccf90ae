"""A connection to PostgreSQL that breaks at the worst moment: the server commits, and nobody hears of it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

Loss = Literal["answer", "patience", "request"]
"""What is lost: the server's answer; the connection before there is one, so that the transaction may still be
under way; or the request itself, so that the transaction is taken back."""


@dataclass(eq=False, slots=True)
class _Link:
    """One client's connection, passed on to the server."""

    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    broken: bool = False


class LosingProxy:
    """Passes on what a client and a server say, until a ``COMMIT`` is to break the connection."""

    def __init__(self) -> None:
        self.lost = 0
        """How many commits have broken theirs."""
        self.is_cut_off = False
        """True: nobody gets through to the server."""
        self._loss: Loss | None = None
        self._cuts_off = False
        self._links: set[_Link] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server = ("", 0)

    @asynccontextmanager
    async def before(self, address: str) -> AsyncGenerator[str]:
        """Listen in front of a server; yields the address to use instead of the server's own."""
        parts = urlsplit(address)
        assert parts.hostname
        assert parts.port
        self._server = (parts.hostname, parts.port)
        listening = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        try:
            yield urlunsplit(parts._replace(netloc=parts.netloc.replace(f":{parts.port}", f":{port}")))
        finally:
            listening.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def lose(self, loss: Loss = "answer", *, cuts_off: bool = False) -> None:
        """Break the connection at the next commit, whoever makes it, or with ``cuts_off`` all of them."""
        self._loss, self._cuts_off = loss, cuts_off

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut_off:
            writer.close()
            return
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        answers, server = await asyncio.open_connection(*self._server)
        self._links.add(link := _Link(writer, server))
        try:
            await asyncio.gather(self._pass_requests(reader, link), self._pass_answers(answers, link))
        finally:
            self._links.discard(link)
            self._tasks.discard(task)
            writer.close()
            server.close()

    async def _pass_requests(self, reader: asyncio.StreamReader, link: _Link) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                loss = self._break(link) if b"COMMIT;" in data else None
                if loss != "request":
                    link.server.write(data)
                if loss == "patience":
                    link.client.close()
                if loss in ("patience", "answer"):
                    return  # and the server goes on
                if loss == "request":
                    break
        link.server.close()

    def _break(self, link: _Link) -> Loss | None:
        loss, self._loss = self._loss, None
        if loss is not None:
            self.lost += 1
            link.broken = True
            self.is_cut_off = self._cuts_off
            for other in self._links - {link} if self._cuts_off else ():
                other.client.close()
                other.server.close()
        return loss

    async def _pass_answers(self, reader: asyncio.StreamReader, link: _Link) -> None:
        with suppress(OSError):
            while (data := await reader.read(1 << 16)) and not link.broken:
                link.client.write(data)
        link.client.close()
