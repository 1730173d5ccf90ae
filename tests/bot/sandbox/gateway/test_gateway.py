"""Connections that are lost, refused, split into shards or doubled, over the real client."""

import asyncio
import re

import discord
import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.sample import Connect, sample
from tests.bot.sandbox.waiting import eventually
from tests.sandbox.box import Sandbox


async def test_drop_and_resume_replays_presses_in_order(
    box: Sandbox, client: discord.Client, alice: Person, table: Channel
) -> None:
    """Presses during a disconnect are replayed to the bot, in order, exactly once."""
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
    """The client also resumes after a cut without a close frame and after op 7."""
    if way == "cut":
        box.gateway.cut()
    else:
        box.gateway.ask_reconnect()
    await eventually(lambda: box.gateway.resumes == 1)
    assert (await alice.command(table, "sample count")).ok


async def test_invalid_session(box: Sandbox, client: discord.Client, alice: Person, table: Channel) -> None:
    """After op 9 the client identifies again; the events in between are lost."""
    box.gateway.invalidate()
    lost = asyncio.create_task(alice.command(table, "sample count"))
    await asyncio.sleep(0.05)
    box.clock.advance(3.1)
    assert (await lost).status == "failed"
    await eventually(lambda: box.gateway.identifies == 2)
    assert (await alice.command(table, "sample count")).ok


async def test_silence_is_noticed(connect: Connect, box: Sandbox, alice: Person, table: Channel) -> None:
    """Without heartbeat answers the client reconnects on its own."""
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
    """A fatal close code ends the client."""
    box.gateway.close_identifies.append(code)
    expected = discord.PrivilegedIntentsRequired if code == 4014 else discord.ConnectionClosed
    with pytest.raises(expected):
        await connect(sample())


async def test_other_intents_are_not_enabled(box: Sandbox, connect: Connect) -> None:
    """Requesting the members intent is 4014 and a violation."""
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await connect(discord.Client(intents=discord.Intents(guilds=True, members=True)))
    assert [v.where for v in box.violations] == ["close 4014"]


async def test_a_replayed_event(box: Sandbox, client: discord.Client, alice: Person, table: Channel) -> None:
    """A repeated interaction event gets its answer."""
    box.faults.respond("POST /interactions/*/callback", 503, count=None)
    asking = asyncio.create_task(alice.command(table, "sample count"))
    await eventually(lambda: any(r.injected for r in box.requests))
    box.faults.clear()
    assert box.gateway.repeat("INTERACTION_CREATE") == 1
    assert (await asking).ok


async def test_a_guild_unavailable_at_ready(box: Sandbox, connect: Connect, table: Channel) -> None:
    """READY lists the guild as unavailable, and it arrives when the outage ends."""
    guild = box.world.guilds[table.guild_id or 0]
    box.world.set_available(guild, False)
    client = await connect(sample())
    assert [g.unavailable for g in client.guilds] == [True]
    box.world.set_available(guild, True)
    await eventually(lambda: client.get_channel(table.id))


async def test_shards(box: Sandbox, discord_here: None, alice: Person, bob: Person) -> None:
    """Guild events go to the guild's shard, direct messages only to shard 0."""
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
