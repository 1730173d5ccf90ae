"""What happens in the world, as events for its listeners: the gateway and the people."""

from dataclasses import dataclass
from typing import Literal

from bot.sandbox.protocol.values import Json
from bot.sandbox.world.model import Channel, Guild, Interaction, Member, Message


class Event:
    """Something that happened."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MessageCreated(Event):
    """A message was posted."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited(Event):
    """A message changed."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessagesDeleted(Event):
    """Messages were deleted."""

    channel: Channel
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ChannelChanged(Event):
    """A guild channel, a thread or a direct message channel was created, changed or deleted."""

    channel: Channel
    verb: Literal["CREATE", "UPDATE", "DELETE"]


@dataclass(frozen=True, slots=True)
class GuildAvailable(Event):
    """The bot can see a guild: it was invited, or an outage is over."""

    guild: Guild
    joined: bool


@dataclass(frozen=True, slots=True)
class GuildLost(Event):
    """The bot cannot see a guild: it was removed (`outage` False), or Discord has an outage."""

    guild: Guild
    outage: bool


@dataclass(frozen=True, slots=True)
class MembershipChanged(Event):
    """A user joined a guild, left it or was removed from it."""

    guild: Guild
    user_id: int


@dataclass(frozen=True, slots=True)
class MemberChanged(Event):
    """A member was timed out, or is no more."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class TypingStarted(Event):
    """A user is typing."""

    channel: Channel
    user_id: int


@dataclass(frozen=True, slots=True)
class InteractionCreated(Event):
    """A person did something that the application has to answer."""

    interaction: Interaction
    payload: Json


@dataclass(frozen=True, slots=True)
class InteractionAnswered(Event):
    """The application answered an interaction in time."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class InteractionFailed(Event):
    """The application did not answer in time."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class CommandsChanged(Event):
    """The application registered commands."""
