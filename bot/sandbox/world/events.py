"""What happens in the world, as events for its listeners: the gateway and the people."""

from dataclasses import dataclass

from bot.sandbox.protocol.values import Json
from bot.sandbox.world.model import Channel, Guild, Interaction, Member, Message


@dataclass(frozen=True, slots=True)
class MessageCreated:
    """A message was posted."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """A message changed."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessagesDeleted:
    """Messages were deleted."""

    channel: Channel
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    """A guild channel, a thread or a direct message channel was created."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelUpdated:
    """A channel's name, permissions or thread state changed."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel was deleted."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class GuildAvailable:
    """The bot can see a guild: it was invited, or an outage is over."""

    guild: Guild
    joined: bool


@dataclass(frozen=True, slots=True)
class GuildLost:
    """The bot cannot see a guild: it was removed (`outage` False), or Discord has an outage."""

    guild: Guild
    outage: bool


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """A user joined a guild."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class MemberChanged:
    """A member was timed out, or is no more."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A user left a guild or was removed from it."""

    guild: Guild
    user_id: int


@dataclass(frozen=True, slots=True)
class TypingStarted:
    """A user is typing."""

    channel: Channel
    user_id: int


@dataclass(frozen=True, slots=True)
class InteractionCreated:
    """A person did something that the application has to answer."""

    interaction: Interaction
    payload: Json


@dataclass(frozen=True, slots=True)
class InteractionAnswered:
    """The application answered an interaction in time."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class InteractionFailed:
    """The application did not answer in time."""

    interaction: Interaction


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The application registered commands."""


Event = (
    MessageCreated
    | MessageEdited
    | MessagesDeleted
    | ChannelCreated
    | ChannelUpdated
    | ChannelDeleted
    | GuildAvailable
    | GuildLost
    | MemberJoined
    | MemberChanged
    | MemberLeft
    | TypingStarted
    | InteractionCreated
    | InteractionAnswered
    | InteractionFailed
    | CommandsChanged
)
