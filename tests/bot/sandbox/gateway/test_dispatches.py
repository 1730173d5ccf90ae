"""The bot receives the changes of the world, over the real client."""

import discord
import pytest

from bot.sandbox.people.person import Person
from bot.sandbox.world.model import Channel
from tests.bot.sandbox.waiting import eventually
from tests.sandbox.box import Sandbox


async def test_outage_and_removal(box: Sandbox, client: discord.Client, table: Channel) -> None:
    """An outage and a kick both remove the guild, and the client can tell them apart."""
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


async def test_channels_and_messages_vanish(
    box: Sandbox, client: discord.Client, alice: Person, table: Channel
) -> None:
    """Deletions, purges and archived threads reach the bot and the people."""
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
