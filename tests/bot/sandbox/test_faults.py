"""What Discord and the network do to a bot can be done to it here, over the real client."""

import asyncio
import errno
import re

import aiohttp
import discord
import pytest

from bot.sandbox import Person, Sandbox
from bot.sandbox.model import Channel
from tests.bot.sandbox.sample import Connect, sample
from tests.bot.sandbox.waiting import eventually
from tests.bot.sandbox.wire import Wire


@pytest.fixture
async def client(connect: Connect) -> discord.Client:
    """The sample bot, ready."""
    return await connect(sample())


@pytest.fixture
def place(client: discord.Client, table: Channel) -> discord.PartialMessageable:
    """#table as the client sees it."""
    return client.get_partial_messageable(table.id)


async def test_a_lost_answer(box: Sandbox, place: discord.PartialMessageable, table: Channel) -> None:
    """The message is made, the connection is reset, and a nonce keeps it from being doubled."""
    fault = box.faults.lose_answer("POST /channels/*/messages")
    with pytest.raises(aiohttp.ClientOSError) as caught:
        await place.send("x", nonce="once")
    assert caught.value.errno == errno.ECONNRESET
    assert fault.hits == 1
    sent = await place.send("x", nonce="once")
    assert list(table.messages) == [sent.id]
    assert box.requests[-2].cut


async def test_a_reset(box: Sandbox, place: discord.PartialMessageable, table: Channel) -> None:
    """The connection is reset and nothing was done."""
    box.faults.reset("POST /channels/*/messages")
    with pytest.raises(aiohttp.ClientOSError):
        await place.send("x")
    assert not table.messages


async def test_a_lost_callback_may_be_tried_again(
    box: Sandbox, client: discord.Client, alice: Person, table: Channel
) -> None:
    """The person saw the answer; a second attempt is 40060 and no violation."""
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
    """A fault hits matching requests only, after those it skips, as often as it says."""
    fault = box.faults.refuse("POST /channels/*/messages", 50013, count=1, skip=1)
    await place.send("1")
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
    """discord.py raises at once."""
    box.faults.rate_limit("POST /channels/*/messages", 0.01, via=False)
    with pytest.raises(discord.HTTPException) as caught:
        await place.send("x")
    assert caught.value.status == 429


async def test_delay_and_hold(box: Sandbox, place: discord.PartialMessageable, table: Channel) -> None:
    """A held request goes on when it is released; a delay ends on the sandbox's clock."""
    hold = box.faults.hold("POST /channels/*/messages")
    sending = asyncio.create_task(place.send("held"))
    await eventually(lambda: hold.hits)
    assert not table.messages
    hold.release()
    await sending
    delay = box.faults.delay("POST /channels/*/messages", 3600)
    sending = asyncio.create_task(place.send("delayed"))
    await eventually(lambda: delay.hits)
    box.clock.advance(3600)
    await sending
    assert len(table.messages) == 2


async def test_drop_and_resume_replays_presses_in_order(
    box: Sandbox, client: discord.Client, alice: Person, table: Channel
) -> None:
    """Presses made while the bot was away are replayed to it, in order, exactly once."""
    heard: list[str] = []

    async def hear(interaction: discord.Interaction) -> None:
        data = interaction.data or {}
        found = re.fullmatch(r"hear:(\d)", str(data.get("custom_id")))
        if found:
            heard.append(found[1])
            await interaction.response.defer()

    previous = client.on_interaction  # type: ignore[attr-defined]

    async def both(interaction: discord.Interaction) -> None:
        await previous(interaction)
        await hear(interaction)

    client.on_interaction = both  # type: ignore[attr-defined]
    board = (await alice.command(table, "sample count")).message
    assert board is not None
    box.gateway.drop(4000)
    presses = [asyncio.create_task(alice.forge_click(board, f"hear:{n}")) for n in range(3)]
    assert all(outcome.ok for outcome in await asyncio.gather(*presses))
    assert heard == ["0", "1", "2"]
    assert (box.gateway.identifies, box.gateway.resumes) == (1, 1)


@pytest.mark.parametrize("way", ["cut", "reconnect"])
async def test_other_ways_to_lose_the_gateway(
    box: Sandbox, client: discord.Client, alice: Person, table: Channel, way: str
) -> None:
    """A cut without a word and op 7 are resumed as well."""
    if way == "cut":
        box.gateway.cut()
    else:
        box.gateway.ask_reconnect()
    await eventually(lambda: box.gateway.resumes == 1)
    assert (await alice.command(table, "sample count")).ok


async def test_invalid_session(box: Sandbox, client: discord.Client, alice: Person, table: Channel) -> None:
    """After op 9 the client identifies anew; what happened in between is lost to it."""
    box.gateway.invalidate()
    lost = asyncio.create_task(alice.command(table, "sample count"))
    await asyncio.sleep(0.05)
    box.clock.advance(3.1)
    assert (await lost).status == "failed"
    await eventually(lambda: box.gateway.identifies == 2, within=15)
    assert (await alice.command(table, "sample count")).ok


async def test_silence_is_noticed(connect: Connect, box: Sandbox, alice: Person, table: Channel) -> None:
    """Without heartbeat answers the client comes back by itself."""
    box.gateway.heartbeat_seconds = 0.3
    client = sample()
    client._connection.heartbeat_timeout = 0.5
    await connect(client)
    box.gateway.answer_heartbeats = False
    await eventually(lambda: box.gateway.resumes >= 1)
    box.gateway.answer_heartbeats = True
    assert (await alice.command(table, "sample count")).ok


@pytest.mark.parametrize("code", [4004, 4014])
async def test_fatal_closes(box: Sandbox, connect: Connect, code: int) -> None:
    """A close that is meant for good ends the client."""
    box.gateway.close_identifies.append(code)
    expected = discord.PrivilegedIntentsRequired if code == 4014 else discord.ConnectionClosed
    with pytest.raises(expected):
        await connect(sample())


async def test_privileged_intents_are_not_enabled(box: Sandbox, connect: Connect) -> None:
    """Asking for members without being allowed to is 4014 and a violation."""
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await connect(discord.Client(intents=discord.Intents(guilds=True, members=True)))
    assert [v.where for v in box.violations] == ["close 4014"]


async def test_a_replayed_event(box: Sandbox, client: discord.Client, alice: Person, table: Channel) -> None:
    """The same interaction may come twice; the second answer is refused."""
    box.faults.respond("POST /interactions/*/callback", 503, count=None)
    asking = asyncio.create_task(alice.command(table, "sample count"))
    await eventually(lambda: any(r.injected for r in box.requests))
    box.faults.clear()
    assert box.gateway.repeat("INTERACTION_CREATE") == 1
    assert (await asking).ok


async def test_outage_and_removal(box: Sandbox, client: discord.Client, table: Channel) -> None:
    """An outage and being kicked both take the guild away, and the client can tell them apart."""
    heard: list[tuple[str, bool]] = []

    async def on_guild_remove(guild: discord.Guild) -> None:
        heard.append(("removed", guild.unavailable))

    async def on_guild_unavailable(guild: discord.Guild) -> None:
        heard.append(("outage", guild.unavailable))

    async def on_guild_available(guild: discord.Guild) -> None:
        heard.append(("available", guild.unavailable))

    async def on_guild_join(guild: discord.Guild) -> None:
        heard.append(("joined", guild.unavailable))

    for listener in (on_guild_remove, on_guild_unavailable, on_guild_available, on_guild_join):
        client.event(listener)
    guild = box.world.guilds[table.guild_id or 0]
    for change in (
        lambda: box.world.set_available(guild, False),
        lambda: box.world.set_available(guild, True),
        lambda: box.world.kick_bot(guild),
        lambda: box.world.invite_bot(guild),
    ):
        before = len(heard)
        change()
        await eventually(lambda before=before: len(heard) > before)
    assert [word for word, _ in heard] == ["outage", "available", "removed", "joined"]


async def test_a_guild_unavailable_at_ready(box: Sandbox, connect: Connect, table: Channel) -> None:
    """READY names it as unavailable, and it comes with the end of the outage."""
    guild = box.world.guilds[table.guild_id or 0]
    box.world.set_available(guild, False)
    client = await connect(sample())
    assert [g.unavailable for g in client.guilds] == [True]
    box.world.set_available(guild, True)
    await eventually(lambda: client.get_channel(table.id))


async def test_channels_and_messages_vanish(
    box: Sandbox, client: discord.Client, alice: Person, table: Channel
) -> None:
    """Deleting, purging and archiving are told to the bot and to the people."""
    place = client.get_partial_messageable(table.id)
    sent = await place.send("x")
    box.world.delete_messages(table, [sent.id])
    with pytest.raises(discord.NotFound) as caught:
        await sent.edit(content="y")
    assert caught.value.code == 10008
    await place.send("1")
    await place.send("2")
    assert box.purge(table) == 2
    assert alice.messages(table) == []
    thread = box.world.add_thread(table, "T", box.world.bot.id)
    await eventually(lambda: client.get_channel(thread.id))
    box.world.set_thread_state(thread, archived=True)
    box.world.delete_channel(table)
    await eventually(lambda: client.get_channel(table.id) is None)
    with pytest.raises(discord.NotFound) as caught:
        await place.send("x")
    assert caught.value.code == 10003
    assert thread.id not in box.world.channels
    assert not box.violations


async def test_shards(box: Sandbox, discord_here: None, alice: Person, bob: Person) -> None:
    """Guild events go to their shard, direct messages to shard 0 only."""
    home = next(iter(box.world.guilds.values()))
    other_id = home.id + (1 << 22)
    other = box.add_guild("Away", ["far"], id=other_id)
    places: dict[int | None, int | None] = {}

    class Sharded(discord.AutoShardedClient):
        async def on_interaction(self, interaction: discord.Interaction) -> None:
            places[interaction.guild_id] = None if interaction.guild is None else interaction.guild.shard_id
            await interaction.response.send_message("x")

        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            """Skip the five seconds between identifies, which the sandbox does not ask for."""

    client = Sharded(intents=discord.Intents(guilds=True), shard_count=2)
    client._connection.guild_ready_timeout = 0.1
    await client.login(box.token)
    running = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    assert sorted(s.shard for s in box.gateway.connected) == [0, 1]
    alice.open_dm()
    for where in ("#table", "#far", "dm"):
        assert (await alice.forge(where, 2, {"id": "1", "name": "x", "type": 1})).ok  # type: ignore[arg-type]
    assert places == {home.id: (home.id >> 22) % 2, other.id: (other.id >> 22) % 2, None: None}
    assert len(set(places.values())) == 3
    shard_0 = next(s for s in box.gateway.connected if s.shard == 0)
    assert sum(name == "INTERACTION_CREATE" for _, name, _ in shard_0.kept) == 2
    await client.close()
    await asyncio.gather(running, return_exceptions=True)


async def test_two_processes_on_one_token_hear_everything_twice(
    box: Sandbox, connect: Connect, alice: Person, table: Channel
) -> None:
    """Both sessions get the interaction; the slower answer is refused."""
    await connect(sample())
    await connect(sample())
    assert (await alice.command(table, "sample count")).ok
    await eventually(lambda: [r.code for r in box.requests if "callback" in r.path].count(40060) == 1)
