"""The state of the small Discord: users, guilds, channels and messages.

Every change of the world goes through a method here and is announced to the listeners, which
are the gateway and the people. Nothing here depends on HTTP.
"""

import secrets
from collections.abc import Callable, Iterable

from bot.sandbox.world import events
from bot.sandbox.world.clock import Clock, Snowflakes
from bot.sandbox.world.model import (
    ApplicationCommand,
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Interaction,
    Member,
    Message,
    MessageFlag,
    Overwrite,
    ThreadState,
    User,
)
from bot.sandbox.world.permissions import (
    DM_PERMISSIONS,
    TIMEOUT_PERMISSIONS,
    Permission,
    in_channel,
)

WorldListener = Callable[[events.Event], None]


class World:
    """Hold the state, answer questions about it, and announce every change."""

    def __init__(self, clock: Clock) -> None:
        """Start with the application's bot user and its owner."""
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.base_url = ""
        self.listeners: list[WorldListener] = []
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.attachments: dict[int, Attachment] = {}
        self.emoji: dict[int, tuple[str, bytes]] = {}
        """Those of the application: their names and PNG files."""
        self.interactions: dict[int, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.commands: dict[int, ApplicationCommand] = {}
        self.public_key = ""
        self.endpoint_url = ""
        self.bot = self.add_user("kickdoor", bot=True)
        self.owner = self.add_user("Landlord")

    # Announcements

    def emit(self, event: events.Event) -> None:
        """Pass an event to every listener."""
        for listener in tuple(self.listeners):
            listener(event)

    def token(self) -> str:
        """Return an unguessable token."""
        return secrets.token_urlsafe(48)

    # Users, guilds and members

    def add_user(self, name: str, *, bot: bool = False, id: int | None = None) -> User:
        """Create a user whose display name is `name`."""
        username = "".join(c for c in name.lower() if c.isalnum() or c in "._") or "user"
        user = User(id or self.ids.take(), username, None if username == name else name, bot)
        self.users[user.id] = user
        return user

    def add_guild(
        self, name: str, *, id: int | None = None, owner_id: int | None = None, bot: bool = True
    ) -> Guild:
        """Create a guild; its id determines its shard."""
        guild = Guild(id or self.ids.take(), name, owner_id or self.owner.id)
        self.guilds[guild.id] = guild
        self.add_member(guild, guild.owner_id)
        if bot:
            self.invite_bot(guild)
        return guild

    def add_member(self, guild: Guild, user_id: int) -> Member:
        """Add a user to a guild; adding them twice changes nothing."""
        if user_id in guild.members:
            return guild.members[user_id]
        member = Member(user_id, self.clock.now())
        guild.members[user_id] = member
        self.emit(events.MembershipChanged(guild, user_id))
        return member

    def remove_member(self, guild: Guild, user_id: int) -> None:
        """Remove a user from a guild; the bot is kicked."""
        if user_id == self.bot.id:
            self.kick_bot(guild)
        elif guild.members.pop(user_id, None) is not None:
            self.emit(events.MembershipChanged(guild, user_id))

    def time_out(self, guild: Guild, user_id: int, seconds: float) -> None:
        """Let a moderator time a member out for so long; 0 ends it."""
        member = guild.members[user_id]
        member.timed_out_until = self.clock.now() + seconds if seconds else 0.0
        self.emit(events.MemberChanged(guild, member))

    def invite_bot(self, guild: Guild) -> None:
        """Add the bot to a guild and announce it."""
        if self.bot.id not in guild.members:
            guild.members[self.bot.id] = Member(self.bot.id, self.clock.now())
            self.emit(events.GuildAvailable(guild, joined=True))

    def kick_bot(self, guild: Guild) -> None:
        """Remove the bot from a guild."""
        if guild.members.pop(self.bot.id, None) is not None:
            self.emit(events.GuildLost(guild, outage=False))

    def set_available(self, guild: Guild, available: bool) -> None:
        """Start or end an outage of a guild."""
        if guild.available != available:
            guild.available = available
            if available:
                self.emit(events.GuildAvailable(guild, joined=False))
            else:
                self.emit(events.GuildLost(guild, outage=True))

    def bot_guilds(self) -> list[Guild]:
        """List the guilds the bot is a member of, available or not."""
        return [guild for guild in self.guilds.values() if self.bot.id in guild.members]

    # Channels and permissions

    def add_channel(self, guild: Guild, name: str, *, kind: ChannelType = ChannelType.TEXT) -> Channel:
        """Create a text channel, or one of another kind."""
        channel = Channel(self.ids.take(), kind, guild.id, name, len(guild.channels))
        return self._insert(guild, channel)

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner_id: int,
        *,
        private: bool = False,
    ) -> Channel:
        """Create a thread."""
        guild = self.guilds[parent.guild_id or 0]
        kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
        thread = Channel(self.ids.take(), kind, guild.id, name, parent_id=parent.id)
        thread.thread = ThreadState(owner_id, members={owner_id})
        return self._insert(guild, thread)

    def join_thread(self, thread: Channel, user_id: int) -> None:
        """Add somebody to a thread. The bot hears of a private one only now."""
        if thread.thread is not None and user_id not in thread.thread.members:
            thread.thread.members.add(user_id)
            if user_id == self.bot.id:
                self.emit(events.ChannelChanged(thread, "CREATE"))

    def _insert(self, guild: Guild, channel: Channel) -> Channel:
        guild.channels[channel.id] = channel
        self.channels[channel.id] = channel
        self.emit(events.ChannelChanged(channel, "CREATE"))
        return channel

    def dm_with_bot(self, user_id: int) -> Channel:
        """Return the direct message channel of a user and the bot, opening it if necessary."""
        for channel in self.channels.values():
            if channel.type is ChannelType.DM and channel.recipients == (user_id, self.bot.id):
                return channel
        channel = Channel(self.ids.take(), ChannelType.DM, recipients=(user_id, self.bot.id))
        self.channels[channel.id] = channel
        self.emit(events.ChannelChanged(channel, "CREATE"))
        return channel

    def update_channel(self, channel: Channel) -> None:
        """Announce that something of a channel has been changed."""
        self.emit(events.ChannelChanged(channel, "UPDATE"))

    def set_thread_state(
        self, thread: Channel, *, archived: bool | None = None, locked: bool | None = None
    ) -> None:
        """Archive, unarchive, lock or unlock a thread."""
        state = thread.thread
        if state is None:
            raise ValueError(f"channel {thread.id} is not a thread")
        if archived is not None and archived != state.archived:
            state.archived = archived
            state.archived_at = self.clock.now()
        if locked is not None:
            state.locked = locked
        self.emit(events.ChannelChanged(thread, "UPDATE"))

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads; deleting it twice changes nothing."""
        if self.channels.pop(channel.id, None) is None:
            return
        guild = self.guilds.get(channel.guild_id or 0)
        if guild is not None:
            guild.channels.pop(channel.id)
            for thread in [c for c in guild.channels.values() if c.parent_id == channel.id]:
                self.delete_channel(thread)
        self.emit(events.ChannelChanged(channel, "DELETE"))

    def switch_permission(
        self, channel: Channel, user_id: int, permission: Permission, allowed: bool | None
    ) -> None:
        """Allow, deny or (None) reset one permission for one member."""
        own = channel.overwrites.setdefault(user_id, Overwrite(user_id))
        own.allow = own.allow & ~permission | (permission if allowed is True else 0)
        own.deny = own.deny & ~permission | (permission if allowed is False else 0)
        self.emit(events.ChannelChanged(channel, "UPDATE"))

    def permissions(self, channel: Channel, user_id: int) -> Permission:
        """Return a user's permissions in a channel; none if they are not part of it."""
        if channel.guild_id is None:
            return DM_PERMISSIONS if user_id in channel.recipients else Permission(0)
        guild = self.guilds[channel.guild_id]
        held, member = in_channel(guild, channel, user_id), guild.members.get(user_id)
        timed_out = member is not None and member.timed_out_until > self.clock.now()
        return held & TIMEOUT_PERMISSIONS if timed_out else held

    def can_see(self, channel: Channel, user_id: int) -> bool:
        """Return True if a user can open a channel; private threads also require membership."""
        held = self.permissions(channel, user_id)
        if Permission.VIEW_CHANNEL not in held:
            return False
        if channel.type is ChannelType.PRIVATE_THREAD and channel.thread is not None:
            return user_id in channel.thread.members or Permission.MANAGE_THREADS in held
        return True

    def everyone_in(self, channel: Channel) -> Iterable[int]:
        """Return all users who can see a channel."""
        if channel.guild_id is None:
            return channel.recipients
        members = self.guilds[channel.guild_id].members
        return [user_id for user_id in members if self.can_see(channel, user_id)]

    # Messages

    def add_message(self, message: Message) -> Message:
        """Post a message; this unarchives a thread."""
        channel = self.channels[message.channel_id]
        if channel.thread is not None and channel.thread.archived:
            self.set_thread_state(channel, archived=False)
        channel.messages[message.id] = message
        if message.ephemeral_for is None:
            channel.last_message_id = message.id
        self.emit(events.MessageCreated(message))
        return message

    def touch_message(self, message: Message) -> None:
        """Announce an edit of a message, and set its edit time unless it was still loading."""
        if message.has(MessageFlag.LOADING):
            message.flags &= ~MessageFlag.LOADING
        else:
            message.edited_at = self.clock.now()
        self.emit(events.MessageEdited(message))

    def delete_messages(self, channel: Channel, ids: Iterable[int]) -> None:
        """Delete messages; unknown ids are skipped."""
        gone = [m for m in (channel.messages.pop(i, None) for i in ids) if m is not None]
        for message in gone:
            message.deleted = True
        if gone:
            self.emit(events.MessagesDeleted(channel, tuple(gone)))

    def visible_to(self, message: Message, user_id: int) -> bool:
        """Return True if a user can see a message: its channel, and only their own if ephemeral."""
        if message.ephemeral_for is not None:
            return message.ephemeral_for == user_id
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.can_see(channel, user_id)
