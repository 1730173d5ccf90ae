"""A sandbox and real discord.py clients connected to it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import discord
import pytest
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.discord_patches.address import point_discord_at
from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.description import description
from tests.bot.sandbox.sample import Connect, sample
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox


@pytest.fixture
async def box() -> AsyncIterator[Sandbox]:
    """A sandbox with one server, #table and #other."""
    async with Sandbox() as box:
        if (found := description()) is not None:
            box.rest.check_body = found.problems
        box.add_guild("Home", ["table", "other"])
        yield box


@pytest.fixture
def alice(box: Sandbox) -> Person:
    return box.person("Alice")


@pytest.fixture
def bob(box: Sandbox) -> Person:
    return box.person("Bob")


@pytest.fixture
def table(box: Sandbox) -> Channel:
    return box.channel("#table")


@pytest.fixture
def discord_here(box: Sandbox) -> Iterator[None]:
    """Point discord.py at the sandbox, and restore it afterwards."""
    before = Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    point_discord_at(box.api_base, box.gateway_url)
    yield
    Route.BASE, Asset.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@pytest.fixture
async def connect(box: Sandbox, discord_here: None) -> AsyncIterator[Connect]:
    """A function that starts a client and waits until it is ready; all are closed at the end."""
    running: list[tuple[discord.Client, asyncio.Task[None]]] = []

    async def start(client: discord.Client) -> discord.Client:
        client._connection.guild_ready_timeout = 0.1  # type: ignore[attr-defined]
        await client.login(box.token)
        task = asyncio.create_task(client.connect())
        running.append((client, task))
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=60)
        if not ready.done():
            ready.cancel()
            await task
            raise AssertionError("the client ended before it was ready")
        return client

    yield start
    for client, task in running:
        await client.close()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, discord.DiscordException):
            await task


@pytest.fixture
async def wire(box: Sandbox) -> AsyncIterator[Wire]:
    """A client for raw requests."""
    async with Wire(box) as wire:
        yield wire


@pytest.fixture
async def client(connect: Connect) -> discord.Client:
    """The sample bot, ready."""
    return await connect(sample())


@pytest.fixture
def place(client: discord.Client, table: Channel) -> discord.PartialMessageable:
    """#table as the client sees it."""
    return client.get_partial_messageable(table.id)
