"""The records of the small Discord."""

from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from bot.sandbox.protocol.values import Json


class ChannelType(IntEnum):
    """The types of channels, numbered as Discord does."""

    TEXT = 0
    DM = 1
    VOICE = 2
    CATEGORY = 4
    ANNOUNCEMENT = 5
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


class MessageType(IntEnum):
    """The types of messages, numbered as Discord does."""

    DEFAULT = 0
    CHAT_COMMAND = 20


class MessageFlag(IntFlag):
    """The message flags that the sandbox evaluates."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class InteractionType(IntEnum):
    """The types of interactions, numbered as Discord does."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class CallbackType(IntEnum):
    """The types of answers to an interaction, numbered as Discord does."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True)
class User:
    """A person or a bot."""

    id: int
    username: str
    global_name: str | None = None
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True

    @property
    def display_name(self) -> str:
        """The name others see."""
        return self.global_name or self.username


@dataclass(slots=True)
class Member:
    """A user in a guild."""

    user_id: int
    joined_at: float
    timed_out_until: float = 0.0


@dataclass(slots=True)
class Overwrite:
    """What a channel allows or denies one member."""

    id: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True)
class ThreadState:
    """The state that only threads have."""

    owner_id: int
    archived: bool = False
    locked: bool = False
    archived_at: float = 0.0
    members: set[int] = field(default_factory=set[int])


@dataclass(slots=True)
class Channel:
    """A guild channel, a thread or a direct message channel, with its messages in order."""

    id: int
    type: ChannelType
    guild_id: int | None = None
    name: str = ""
    position: int = 0
    parent_id: int | None = None
    nsfw: bool = False
    slowmode_s: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict[int, Overwrite])
    recipients: tuple[int, ...] = ()
    thread: ThreadState | None = None
    messages: "dict[int, Message]" = field(default_factory=dict[int, "Message"])
    nonces: "dict[tuple[int, str], Message]" = field(default_factory=dict[tuple[int, str], "Message"])
    last_message_id: int | None = None

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.thread is not None


@dataclass(slots=True)
class Guild:
    """A server."""

    id: int
    name: str
    owner_id: int
    locale: str = "en-US"
    available: bool = True
    commands_only: bool = False
    """Whether the application was installed without its bot, with the scope `applications.commands` alone."""
    system_channel: int | None = None
    """Where the server wants words of welcome."""
    channels: dict[int, Channel] = field(default_factory=dict[int, Channel])
    members: dict[int, Member] = field(default_factory=dict[int, Member])


@dataclass(slots=True, frozen=True)
class Attachment:
    """An uploaded file."""

    id: int
    channel_id: int
    filename: str
    content_type: str
    data: bytes
    description: str | None = None
    width: int | None = None
    height: int | None = None


@dataclass(slots=True)
class Message:
    """A message; `ephemeral_for` names the only person who sees it."""

    id: int
    channel_id: int
    author_id: int
    created_at: float
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    components: list[Json] = field(default_factory=list[Json])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    flags: int = 0
    edited_at: float | None = None
    nonce: str | int | None = None
    mentions: list[int] = field(default_factory=list[int])
    mention_everyone: bool = False
    ephemeral_for: int | None = None
    interaction: Json | None = None
    application_id: int | None = None
    deleted: bool = False

    def has(self, flag: MessageFlag) -> bool:
        """Return True if a flag is set."""
        return bool(self.flags & flag)


@dataclass(slots=True)
class Interaction:
    """A command, press or form sent to the application, and its result."""

    id: int
    token: str
    type: InteractionType
    user_id: int
    channel_id: int
    guild_id: int | None
    created_at: float
    data: Json
    source: "Message | None" = None
    parent: "Interaction | None" = None
    callback: CallbackType | None = None
    original_id: int | None = None
    awaits_follow_up: bool = False
    failed: bool = False
    choices: list[Json] | None = None
    modal: Json | None = None
    touched: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class ApplicationCommand:
    """An application command as the application registered it."""

    id: int
    guild_id: int | None
    version: int
    body: Json

    @property
    def name(self) -> str:
        """The name people type."""
        return str(self.body["name"])
