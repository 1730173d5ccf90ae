"""Translate events of the world into gateway events for the bot."""

from dataclasses import dataclass
from enum import IntFlag
from typing import assert_never

from bot.sandbox.protocol.values import Json
from bot.sandbox.world import events, render
from bot.sandbox.world.model import Channel, Message
from bot.sandbox.world.state import World


class GatewayIntent(IntFlag):
    """The intents for which the sandbox has events."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


NO_INTENT = GatewayIntent(0)
PRIVILEGED_INTENTS = (
    GatewayIntent.GUILD_MEMBERS | GatewayIntent.GUILD_PRESENCES | GatewayIntent.MESSAGE_CONTENT
)
KNOWN_INTENT_BITS = (1 << 26) - 1


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A gateway event: name and data, the guild that determines the shard, the intent it requires."""

    name: str
    data: Json
    guild_id: int | None
    intent: GatewayIntent = NO_INTENT
    joined: bool = False


def translate(world: World, event: events.Event) -> list[Dispatch]:
    """Return the gateway events that an event causes; often none."""
    match event:
        case events.MessageCreated(message):
            return _message(world, "MESSAGE_CREATE", message)
        case events.MessageEdited(message):
            return _message(world, "MESSAGE_UPDATE", message)
        case events.MessagesDeleted(channel, messages, bulk):
            return _deleted(world, channel, messages, bulk)
        case events.ChannelCreated() | events.ChannelUpdated() | events.ChannelDeleted():
            return _channel(world, event)
        case events.PinsChanged(channel):
            data: Json = {"channel_id": str(channel.id), "last_pin_timestamp": None}
            return _in_channel(world, "CHANNEL_PINS_UPDATE", channel, data, GatewayIntent.GUILDS)
        case events.TypingStarted(channel, user_id):
            return _typing(world, channel, user_id)
        case events.InteractionCreated(interaction, payload):
            # Discord delivers to an endpoint or by the gateway, never both ways.
            return (
                [] if world.endpoint_url else [Dispatch("INTERACTION_CREATE", payload, interaction.guild_id)]
            )
        case events.InteractionAnswered() | events.InteractionFailed() | events.CommandsChanged():
            return []
        case _:
            return _guild(world, event)


GuildEvent = (
    events.GuildAvailable | events.GuildLost | events.MemberJoined | events.MemberChanged | events.MemberLeft
)


def _guild(world: World, event: GuildEvent) -> list[Dispatch]:
    guild = event.guild
    if not isinstance(event, events.GuildLost) and not _bot_sees(world, guild.id):
        return []
    match event:
        case events.GuildAvailable(_, joined):
            data: Json = {"id": str(guild.id)}
            return [Dispatch("GUILD_CREATE", data, guild.id, GatewayIntent.GUILDS, joined)]
        case events.GuildLost(_, outage):
            data = {"id": str(guild.id)}
            if outage:
                data["unavailable"] = True
            return [Dispatch("GUILD_DELETE", data, guild.id, GatewayIntent.GUILDS)]
        case events.MemberJoined(_, member):
            data = {**render.member(world, member), "guild_id": str(guild.id)}
            return [Dispatch("GUILD_MEMBER_ADD", data, guild.id, GatewayIntent.GUILD_MEMBERS)]
        case events.MemberChanged(_, member):
            # The bot hears of itself without an intent.
            intent = NO_INTENT if member.user_id == world.bot.id else GatewayIntent.GUILD_MEMBERS
            data = {**render.member(world, member), "guild_id": str(guild.id)}
            return [Dispatch("GUILD_MEMBER_UPDATE", data, guild.id, intent)]
        case events.MemberLeft(_, user_id):
            data = {"guild_id": str(guild.id), "user": render.user(world.users[user_id])}
            return [Dispatch("GUILD_MEMBER_REMOVE", data, guild.id, GatewayIntent.GUILD_MEMBERS)]
        case _:
            assert_never(event)


def _bot_sees(world: World, guild_id: int) -> bool:
    guild = world.guilds.get(guild_id)
    return guild is not None and guild.available and world.bot.id in guild.members


def _in_channel(
    world: World, name: str, channel: Channel, data: Json, intent: GatewayIntent
) -> list[Dispatch]:
    if channel.guild_id is None:
        return [Dispatch(name, data, None, GatewayIntent(0))]
    if not _bot_sees(world, channel.guild_id):
        return []
    return [Dispatch(name, {**data, "guild_id": str(channel.guild_id)}, channel.guild_id, intent)]


def _message(world: World, name: str, message: Message) -> list[Dispatch]:
    channel = world.channels[message.channel_id]
    if message.ephemeral_for is not None or not world.can_see(channel, world.bot.id):
        return []
    intent = GatewayIntent.DIRECT_MESSAGES if channel.guild_id is None else GatewayIntent.GUILD_MESSAGES
    if channel.guild_id is not None and not _bot_sees(world, channel.guild_id):
        return []
    data = render.message_for_bot(world, message, in_event=True)
    return [Dispatch(name, data, channel.guild_id, intent)]


def _deleted(world: World, channel: Channel, messages: tuple[Message, ...], bulk: bool) -> list[Dispatch]:
    known = [m for m in messages if m.ephemeral_for is None]
    if not known or not world.can_see(channel, world.bot.id):
        return []
    intent = GatewayIntent.DIRECT_MESSAGES if channel.guild_id is None else GatewayIntent.GUILD_MESSAGES
    place: Json = {"channel_id": str(channel.id)}
    if channel.guild_id is not None:
        if not _bot_sees(world, channel.guild_id):
            return []
        place["guild_id"] = str(channel.guild_id)
    if bulk:
        data = {**place, "ids": [str(m.id) for m in known]}
        return [Dispatch("MESSAGE_DELETE_BULK", data, channel.guild_id, intent)]
    return [Dispatch("MESSAGE_DELETE", {**place, "id": str(m.id)}, channel.guild_id, intent) for m in known]


def _channel(
    world: World, event: events.ChannelCreated | events.ChannelUpdated | events.ChannelDeleted
) -> list[Dispatch]:
    channel = event.channel
    verb = {
        events.ChannelCreated: "CREATE",
        events.ChannelUpdated: "UPDATE",
        events.ChannelDeleted: "DELETE",
    }[type(event)]
    if channel.guild_id is None:
        # As on Discord, the bot learns of a direct message channel when it is used.
        return []
    if channel.is_thread and not world.can_see(channel, world.bot.id) and verb != "DELETE":
        return []
    noun = "THREAD" if channel.is_thread else "CHANNEL"
    data = render.channel(world, channel)
    return _in_channel(world, f"{noun}_{verb}", channel, data, GatewayIntent.GUILDS)


def _typing(world: World, channel: Channel, user_id: int) -> list[Dispatch]:
    if user_id == world.bot.id or not world.can_see(channel, world.bot.id):
        return []
    in_dm = channel.guild_id is None
    intent = GatewayIntent.DIRECT_MESSAGE_TYPING if in_dm else GatewayIntent.GUILD_MESSAGE_TYPING
    data: Json = {
        "channel_id": str(channel.id),
        "user_id": str(user_id),
        "timestamp": int(world.clock.now()),
    }
    return _in_channel(world, "TYPING_START", channel, data, intent)
