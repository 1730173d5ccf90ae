"""What happens in the world, for whoever listens: the gateway and the people."""

from dataclasses import dataclass

from bot.sandbox.model import Channel, Guild, Interaction, Member, Message
from bot.sandbox.wire import Json


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
    """Messages are gone; in bulk when a moderator purged them."""

    channel: Channel
    messages: tuple[Message, ...]
    bulk: bool = False


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    """A guild channel, a thread or a direct message channel is new."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelUpdated:
    """A channel's name, permissions or thread state changed."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel is gone."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class PinsChanged:
    """The pinned messages of a channel changed."""

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
class GuildUpdated:
    """A guild's name or roles changed."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """Somebody joined a guild."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class MemberUpdated:
    """A member's roles or nickname changed."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """Somebody left a guild or was removed from it."""

    guild: Guild
    user_id: int


@dataclass(frozen=True, slots=True)
class TypingStarted:
    """Somebody is typing."""

    channel: Channel
    user_id: int


@dataclass(frozen=True, slots=True)
class InteractionCreated:
    """A person did something the application has to answer."""

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

    guild_id: int | None


Event = (
    MessageCreated
    | MessageEdited
    | MessagesDeleted
    | ChannelCreated
    | ChannelUpdated
    | ChannelDeleted
    | PinsChanged
    | GuildAvailable
    | GuildLost
    | GuildUpdated
    | MemberJoined
    | MemberUpdated
    | MemberLeft
    | TypingStarted
    | InteractionCreated
    | InteractionAnswered
    | InteractionFailed
    | CommandsChanged
)
