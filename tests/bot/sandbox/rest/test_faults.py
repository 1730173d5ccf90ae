"""Faults of Discord's REST API and of the network, over the real client."""

import asyncio
import errno

import aiohttp
import discord
import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.waiting import eventually
from tests.bot.sandbox.wire import Wire
from tests.sandbox.box import Sandbox


async def test_a_lost_answer(box: Sandbox, place: discord.PartialMessageable, table: Channel) -> None:
    """The message is posted, the connection is reset, and a nonce prevents a second message."""
    fault = box.faults.lose_answer("POST /channels/*/messages")
    with pytest.raises(aiohttp.ClientOSError) as caught:
        await place.send("x", nonce="once")
    assert caught.value.errno == errno.ECONNRESET
    assert fault.hits == 1
    sent = await place.send("x", nonce="once")
    assert list(table.messages) == [sent.id]
    assert box.requests[-2].cut


async def test_a_reset(box: Sandbox, place: discord.PartialMessageable, table: Channel) -> None:
    """The connection is reset and nothing is posted."""
    box.faults.reset("POST /channels/*/messages")
    with pytest.raises(aiohttp.ClientOSError):
        await place.send("x")
    assert not table.messages


async def test_a_lost_callback_may_be_tried_again(
    box: Sandbox, client: discord.Client, alice: Person, table: Channel
) -> None:
    """The person saw the answer; a second attempt is 40060 but not a violation."""
    box.faults.lose_answer("POST /interactions/*/callback")
    assert (await alice.command(table, "sample count")).ok
    interaction = list(box.world.interactions.values())[-1]
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    async with Wire(box) as wire:
        assert await wire.code("POST", path, {"type": 4, "data": {"content": "x"}}) == 40060
    assert not box.violations


async def test_errors_by_route_and_count(
    box: Sandbox, place: discord.PartialMessageable, table: Channel
) -> None:
    """A fault hits only matching requests, `count` times."""
    await place.send("1")
    fault = box.faults.refuse("POST /channels/*/messages", 50013, count=1)
    with pytest.raises(discord.Forbidden) as caught:
        await place.send("2")
    assert caught.value.code == 50013
    await place.send("3")
    assert fault.hits == 1
    box.faults.respond("* /channels/*", 503, count=None)
    for _ in range(2):
        with pytest.raises(discord.DiscordServerError):
            await place.send("4")
    box.faults.clear()
    await place.send("5")
    assert [m.content for m in table.messages.values()] == ["1", "3", "5"]
    assert not box.violations


async def test_rate_limit_with_via_is_waited_out(box: Sandbox, place: discord.PartialMessageable) -> None:
    """discord.py waits and tries again."""
    fault = box.faults.rate_limit("POST /channels/*/messages", 0.01)
    await place.send("x")
    assert fault.hits == 1


async def test_rate_limit_without_via_is_taken_for_a_ban(
    box: Sandbox, place: discord.PartialMessageable
) -> None:
    """discord.py raises immediately."""
    box.faults.rate_limit("POST /channels/*/messages", 0.01, via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await place.send("x")
    assert caught.value.status == 429


async def test_hold(box: Sandbox, place: discord.PartialMessageable, table: Channel) -> None:
    """A held request continues when it is released."""
    hold = box.faults.hold("POST /channels/*/messages")
    sending = asyncio.create_task(place.send("held"))
    await eventually(lambda: hold.hits)
    assert not table.messages
    hold.release()
    await sending
    assert len(table.messages) == 1
