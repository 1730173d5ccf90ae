"""Translate what happens in the world into gateway events for the bot."""

from dataclasses import dataclass
from enum import IntFlag
from typing import assert_never

from bot.sandbox import events, render
from bot.sandbox.model import Channel, Message
from bot.sandbox.wire import Json
from bot.sandbox.world import World


class Intent(IntFlag):
    """Name the intents the sandbox knows events for."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


NONE = Intent(0)
PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
KNOWN_INTENTS = (1 << 26) - 1


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A gateway event: its name and data, the guild that decides the shard, the intent it needs."""

    name: str
    data: Json
    guild_id: int | None
    intent: Intent = NONE
    joined: bool = False


def translate(world: World, event: events.Event) -> list[Dispatch]:
    """Return what the bot hears of an event; often nothing."""
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
            return _placed(world, "CHANNEL_PINS_UPDATE", channel, data, Intent.GUILDS)
        case events.TypingStarted(channel, user_id):
            return _typing(world, channel, user_id)
        case events.InteractionCreated(interaction, payload):
            return [Dispatch("INTERACTION_CREATE", payload, interaction.guild_id)]
        case events.InteractionAnswered() | events.InteractionFailed() | events.CommandsChanged():
            return []
        case _:
            return _guild(world, event)


GuildEvent = (
    events.GuildAvailable
    | events.GuildLost
    | events.GuildUpdated
    | events.MemberJoined
    | events.MemberUpdated
    | events.MemberLeft
)


def _guild(world: World, event: GuildEvent) -> list[Dispatch]:
    guild = event.guild
    if not isinstance(event, events.GuildLost) and not _hears(world, guild.id):
        return []
    match event:
        case events.GuildAvailable(_, joined):
            data: Json = {"id": str(guild.id)}
            return [Dispatch("GUILD_CREATE", data, guild.id, Intent.GUILDS, joined)]
        case events.GuildLost(_, outage):
            data = {"id": str(guild.id)}
            if outage:
                data["unavailable"] = True
            return [Dispatch("GUILD_DELETE", data, guild.id, Intent.GUILDS)]
        case events.GuildUpdated():
            data = render.guild(world, guild)
            for key in ("channels", "threads", "members", "joined_at", "unavailable"):
                del data[key]
            return [Dispatch("GUILD_UPDATE", data, guild.id, Intent.GUILDS)]
        case events.MemberJoined(_, member) | events.MemberUpdated(_, member):
            is_new = isinstance(event, events.MemberJoined)
            name = "GUILD_MEMBER_ADD" if is_new else "GUILD_MEMBER_UPDATE"
            # A bot hears of changes of its own member without the members intent.
            own = member.user_id == world.bot.id and not is_new
            intent = Intent.GUILDS if own else Intent.GUILD_MEMBERS
            data = {**render.member(world, member), "guild_id": str(guild.id)}
            return [Dispatch(name, data, guild.id, intent)]
        case events.MemberLeft(_, user_id):
            data = {"guild_id": str(guild.id), "user": render.user(world.users[user_id])}
            return [Dispatch("GUILD_MEMBER_REMOVE", data, guild.id, Intent.GUILD_MEMBERS)]
        case _:
            assert_never(event)


def _hears(world: World, guild_id: int) -> bool:
    guild = world.guilds.get(guild_id)
    return guild is not None and guild.available and world.bot.id in guild.members


def _placed(world: World, name: str, channel: Channel, data: Json, intent: Intent) -> list[Dispatch]:
    if channel.guild_id is None:
        return [Dispatch(name, data, None, Intent(0))]
    if not _hears(world, channel.guild_id):
        return []
    return [Dispatch(name, {**data, "guild_id": str(channel.guild_id)}, channel.guild_id, intent)]


def _message(world: World, name: str, message: Message) -> list[Dispatch]:
    channel = world.channels[message.channel_id]
    if message.ephemeral_for is not None or not world.can_see(channel, world.bot.id):
        return []
    intent = Intent.DIRECT_MESSAGES if channel.guild_id is None else Intent.GUILD_MESSAGES
    if channel.guild_id is not None and not _hears(world, channel.guild_id):
        return []
    data = render.message_for_bot(world, message, in_event=True)
    return [Dispatch(name, data, channel.guild_id, intent)]


def _deleted(world: World, channel: Channel, messages: tuple[Message, ...], bulk: bool) -> list[Dispatch]:
    known = [m for m in messages if m.ephemeral_for is None]
    if not known or not world.can_see(channel, world.bot.id):
        return []
    intent = Intent.DIRECT_MESSAGES if channel.guild_id is None else Intent.GUILD_MESSAGES
    place: Json = {"channel_id": str(channel.id)}
    if channel.guild_id is not None:
        if not _hears(world, channel.guild_id):
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
        # The bot hears of a direct message channel when it is used, as on Discord.
        return []
    noun = "THREAD" if channel.is_thread else "CHANNEL"
    data = render.channel(world, channel)
    return _placed(world, f"{noun}_{verb}", channel, data, Intent.GUILDS)


def _typing(world: World, channel: Channel, user_id: int) -> list[Dispatch]:
    if user_id == world.bot.id or not world.can_see(channel, world.bot.id):
        return []
    in_dm = channel.guild_id is None
    intent = Intent.DIRECT_MESSAGE_TYPING if in_dm else Intent.GUILD_MESSAGE_TYPING
    data: Json = {
        "channel_id": str(channel.id),
        "user_id": str(user_id),
        "timestamp": int(world.clock.now()),
    }
    return _placed(world, "TYPING_START", channel, data, intent)
