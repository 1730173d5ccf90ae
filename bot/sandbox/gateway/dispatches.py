"""Translate events of the world into gateway events for the bot."""

from dataclasses import dataclass

from bot.sandbox.protocol.values import Json
from bot.sandbox.world import events, render
from bot.sandbox.world.model import Channel, Guild
from bot.sandbox.world.state import World

GUILDS_INTENT = 1 << 0
"""The only intent for which the sandbox has events."""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A gateway event: name and data, and the guild that determines the shard."""

    name: str
    data: Json
    guild_id: int | None
    joined: bool = False


def translate(world: World, event: events.Event) -> Dispatch | None:
    """Return the gateway event that an event causes; often none."""
    match event:
        case events.ChannelChanged(channel, verb):
            return _channel(world, verb, channel)
        case events.InteractionCreated(interaction, payload) if not world.endpoint_url:
            # Discord delivers to an endpoint or by the gateway, never both ways.
            return Dispatch("INTERACTION_CREATE", payload, interaction.guild_id)
        case events.GuildAvailable(guild, joined) if _bot_sees(world, guild):
            return Dispatch("GUILD_CREATE", {"id": str(guild.id)}, guild.id, joined)
        case events.GuildLost(guild, outage):
            data: Json = {"id": str(guild.id)}
            return Dispatch("GUILD_DELETE", data | ({"unavailable": True} if outage else {}), guild.id)
        case events.MemberChanged(guild, member) if member.user_id == world.bot.id:
            # The bot hears of itself alone without another intent.
            data = {**render.member(world, member), "guild_id": str(guild.id)}
            return Dispatch("GUILD_MEMBER_UPDATE", data, guild.id) if _bot_sees(world, guild) else None
        case _:
            return None


def _bot_sees(world: World, guild: Guild) -> bool:
    return guild.available and world.bot.id in guild.members


def _channel(world: World, verb: str, channel: Channel) -> Dispatch | None:
    if channel.guild_id is None:
        # As on Discord, the bot learns of a direct message channel when it is used.
        return None
    if channel.is_thread and not world.can_see(channel, world.bot.id) and verb != "DELETE":
        return None
    if not _bot_sees(world, world.guilds[channel.guild_id]):
        return None
    noun = "THREAD" if channel.is_thread else "CHANNEL"
    data = {**render.channel(world, channel), "guild_id": str(channel.guild_id)}
    return Dispatch(f"{noun}_{verb}", data, channel.guild_id)
