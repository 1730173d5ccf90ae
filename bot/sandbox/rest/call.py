"""One REST request as the routes receive it, and their replies."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.sandbox.messages.posting import MessageDraft
from bot.sandbox.messages.uploads import Upload
from bot.sandbox.protocol.errors import refusal
from bot.sandbox.protocol.values import Json
from bot.sandbox.world.model import Channel, ChannelType, Guild, Message
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply; a body of None belongs to 204."""

    status: int
    body: Json | list[Json] | None


def ok(body: Json | list[Json]) -> Reply:
    """Answer 200."""
    return Reply(200, body)


NO_CONTENT = Reply(204, None)


@dataclass(frozen=True, slots=True)
class Call:
    """A parsed request; the router ensures that ids in the path are digits."""

    world: World
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Json
    bodies: list[Json]
    uploads: list[Upload]
    gateway_url: str = ""

    @property
    def draft(self) -> MessageDraft:
        """The body as a message."""
        return MessageDraft(self.body, self.uploads)

    def id(self, name: str) -> int:
        """Return an id of the path."""
        return int(self.params[name])

    def guild(self) -> Guild:
        """Return the guild of the path if the bot is in it."""
        guild = self.world.guilds.get(self.id("guild_id"))
        if guild is None:
            raise refusal(10004)
        if self.world.bot.id not in guild.members:
            raise refusal(50001)
        return _reachable(guild)

    def channel(self, *needed: Permission) -> Channel:
        """Return the channel of the path if the bot sees it and has the needed permissions in it."""
        channel = self.world.channels.get(self.id("channel_id"))
        if channel is None:
            raise refusal(10003)
        if channel.guild_id is not None:
            _reachable(self.world.guilds[channel.guild_id])
        if not self.world.can_see(channel, self.world.bot.id):
            raise refusal(50001)
        if channel.type is ChannelType.VOICE:
            self.require(channel, Permission.CONNECT)
        self.require(channel, *needed)
        return channel

    def require(self, channel: Channel, *needed: Permission) -> None:
        """Refuse the call unless the bot has every permission."""
        held = self.world.permissions(channel, self.world.bot.id)
        if any(permission not in held for permission in needed):
            raise refusal(50013)

    def message(self, channel: Channel) -> Message:
        """Return the message of the path; ephemeral ones are unknown on these routes."""
        message = channel.messages.get(self.id("message_id"))
        if message is None or message.ephemeral_for is not None:
            raise refusal(10008)
        return message


def _reachable(guild: Guild) -> Guild:
    if not guild.available:
        raise refusal(130000)
    return guild


RouteHandler = Callable[[Call], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """A method, a path as Discord's description writes it, and its handler."""

    method: str
    path: str
    handler: RouteHandler
    authorized: bool = True
