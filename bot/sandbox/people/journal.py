"""Record everything that appears on each person's screen."""

import asyncio
from collections.abc import Callable

from bot.sandbox.protocol.values import Json
from bot.sandbox.world import events, render
from bot.sandbox.world.model import CallbackType, Channel, ChannelType, Guild, Interaction, Message
from bot.sandbox.world.state import World

CONTENT_ENTRY_TYPES = frozenset({"message", "edit", "modal", "choices"})
"""Entry types that carry content written by the application."""


class Diary:
    """Everything one person saw, as entries; `seq` counts from 1."""

    def __init__(self) -> None:
        self.entries: list[Json] = []
        self.visible: set[int] = set()
        self._news = asyncio.Event()

    def add(self, kind: str, at: float, fields: Json) -> None:
        """Append an entry and wake all waiters."""
        self.entries.append({"seq": len(self.entries) + 1, "type": kind, "at": at, **fields})
        news, self._news = self._news, asyncio.Event()
        news.set()

    def after(self, seq: int) -> list[Json]:
        """Return the entries after a number."""
        return self.entries[max(0, seq) :]

    async def wait(self, seq: int) -> None:
        """Wait until there is an entry after a number."""
        while len(self.entries) <= seq:
            await self._news.wait()


class Journal:
    """Keep a diary for every person; other people's direct and ephemeral messages never enter it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._diaries: dict[int, Diary] = {}
        world.listeners.append(self._on_event)

    def of(self, user_id: int) -> Diary:
        """Return a person's diary, starting it if necessary."""
        diary = self._diaries.get(user_id)
        if diary is None:
            diary = self._diaries[user_id] = Diary()
            for channel in tuple(self._world.channels.values()):
                self._note_channel(user_id, diary, channel)
        return diary

    def _note_channel(self, user_id: int, diary: Diary, channel: Channel) -> None:
        """Record that a channel became visible, changed or disappeared."""
        visible = self._world.can_see(channel, user_id) and channel.id in self._world.channels
        if visible:
            known = channel.id in diary.visible
            diary.visible.add(channel.id)
            shaped = render.channel(self._world, channel, seen_by=user_id)
            self._note(diary, "channel", channel=shaped)
            if not known:
                for message in channel.messages.values():
                    if self._world.visible_to(message, user_id):
                        shaped = render.message(self._world, message)
                        self._note(diary, "message", message=shaped, old=True, mention=False)
        elif channel.id in diary.visible:
            diary.visible.discard(channel.id)
            self._note(diary, "channel_gone", channel_id=str(channel.id))

    def _note(self, diary: Diary, kind: str, **fields: object) -> None:
        diary.add(kind, self._world.clock.now(), dict(fields))

    def _each(self, channel: Channel, do: Callable[[int, Diary], None]) -> None:
        for user_id in self._world.everyone_in(channel):
            diary = self._diaries.get(user_id)
            if diary is not None:
                do(user_id, diary)

    def _on_event(self, event: events.Event) -> None:
        match event:
            case events.MessageCreated(message):
                self._message("message", message)
            case events.MessageEdited(message):
                self._message("edit", message)
            case events.MessagesDeleted(channel, messages):
                self._deleted(channel, messages)
            case events.ChannelChanged(channel):
                for user_id, diary in self._diaries.items():
                    self._note_channel(user_id, diary, channel)
            case events.InteractionAnswered(interaction):
                self._answered(interaction)
            case events.InteractionFailed(interaction):
                diary = self.of(interaction.user_id)
                self._note(diary, "failed", **_of(interaction))
            case events.CommandsChanged():
                for diary in self._diaries.values():
                    self._note(diary, "commands")
            case events.TypingStarted(channel, user_id):
                place, who = str(channel.id), str(user_id)
                self._each(channel, lambda _, d: self._note(d, "typing", channel_id=place, user_id=who))
            case events.MembershipChanged(guild, user_id):
                self._membership(guild, user_id)
            case events.GuildAvailable(guild) | events.GuildLost(guild):
                for diary in self._diaries.values():
                    self._note(diary, "guild", guild_id=str(guild.id))
            case _:
                pass

    def _membership(self, guild: Guild, user_id: int) -> None:
        for other, diary in self._diaries.items():
            if other in guild.members or other == user_id:
                self._note(diary, "guild", guild_id=str(guild.id))
        own = self._diaries.get(user_id)
        if own is not None:
            for channel in guild.channels.values():
                self._note_channel(user_id, own, channel)

    def _message(self, kind: str, message: Message) -> None:
        channel = self._world.channels[message.channel_id]
        shaped = render.message(self._world, message)

        def note(user_id: int, diary: Diary) -> None:
            if not self._world.visible_to(message, user_id):
                return
            mention = kind == "message" and self._mentions(channel, message, user_id)
            self._note(diary, kind, message=shaped, old=False, mention=mention)

        self._each(channel, note)

    def _mentions(self, channel: Channel, message: Message, user_id: int) -> bool:
        if message.author_id == user_id:
            return False
        return channel.type is ChannelType.DM or message.mention_everyone or user_id in message.mentions

    def _deleted(self, channel: Channel, messages: tuple[Message, ...]) -> None:
        def note(user_id: int, diary: Diary) -> None:
            for message in messages:
                if message.ephemeral_for in (None, user_id):
                    place, which = str(channel.id), str(message.id)
                    self._note(diary, "delete", channel_id=place, message_id=which)

        self._each(channel, note)

    def _answered(self, interaction: Interaction) -> None:
        diary = self.of(interaction.user_id)
        if interaction.callback is CallbackType.MODAL:
            self._note(diary, "modal", modal=interaction.modal, **_of(interaction))
        elif interaction.callback is CallbackType.CHOICES:
            self._note(diary, "choices", choices=interaction.choices, **_of(interaction))
        else:
            self._note(diary, "answered", **_of(interaction))


def _of(interaction: Interaction) -> Json:
    source = interaction.source
    return {
        "interaction_id": str(interaction.id),
        "channel_id": str(interaction.channel_id),
        "message_id": None if source is None else str(source.id),
        "custom_id": interaction.data.get("custom_id"),
    }
