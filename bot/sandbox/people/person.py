"""People see what Discord would show them and do what its client would let them do."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bot.sandbox.messages import interactions, posting
from bot.sandbox.messages.posting import MessageDraft
from bot.sandbox.people.answers import AnswerDeadlines
from bot.sandbox.people.journal import CONTENT_ENTRY_TYPES, Diary, Journal
from bot.sandbox.people.options import OptionFiller, RefusedByClientError, available, chosen, filled
from bot.sandbox.people.seen import (
    MessageRef,
    NotSeenError,
    Outcome,
    SeenComponent,
    SeenMessage,
    SeenModal,
    refused,
)
from bot.sandbox.protocol.components import MENUS, ComponentKind
from bot.sandbox.protocol.errors import ApiError
from bot.sandbox.protocol.values import Json
from bot.sandbox.world import events, render
from bot.sandbox.world.model import ApplicationCommand, Channel, Interaction, InteractionType, Message, User
from bot.sandbox.world.permissions import Permission
from bot.sandbox.world.state import World

T = TypeVar("T")

Place = Channel | int | str
"""A channel, its id, its name with or without #, or `"dm"` for the one with the bot."""


class Person:
    """A person with their own screen."""

    def __init__(self, world: World, journal: Journal, answers: AnswerDeadlines, user: User) -> None:
        self._world = world
        self._answers = answers
        self._modals: dict[int, Interaction] = {}
        self.read: dict[int, int] = {}
        self.user = user
        self.diary: Diary = journal.of(user.id)

    @property
    def id(self) -> int:
        """Their user id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name others see."""
        return self.user.display_name

    # Looking

    def channels(self) -> list[Channel]:
        """List the channels they can open, direct messages included."""
        return [c for c in self._world.channels.values() if self._world.can_see(c, self.id)]

    def channel(self, place: Place) -> Channel:
        """Find a channel they can open. Raises NotSeenError if there is none."""
        if isinstance(place, Channel):
            place = place.id
        for channel in self.channels():
            if isinstance(place, int):
                found = channel.id == place
            elif place == "dm":
                found = channel.recipients == (self.id, self._world.bot.id)
            else:
                found = channel.guild_id is not None and channel.name == place.removeprefix("#")
            if found:
                return channel
        raise NotSeenError(f"{self.name} sees no channel {place!r}")

    def messages(self, place: Place) -> list[SeenMessage]:
        """List the messages they see in a channel, oldest first; none if they cannot see the channel."""
        try:
            channel = self.channel(place)
        except NotSeenError:
            return []
        return [
            SeenMessage(render.message(self._world, m))
            for m in channel.messages.values()
            if self._world.visible_to(m, self.id)
        ]

    def dms(self) -> list[SeenMessage]:
        """List the direct messages with the bot."""
        return self.messages("dm")

    def message(self, which: MessageRef) -> SeenMessage:
        """Return a message as it is now."""
        found = self._message(which)
        if found is None:
            raise NotSeenError(f"{self.name} does not see this message")
        return SeenMessage(render.message(self._world, found))

    def _message(self, which: MessageRef) -> Message | None:
        id = which.id if isinstance(which, SeenMessage) else which
        for channel in self._world.channels.values():
            message = channel.messages.get(id)
            if message is not None and self._world.visible_to(message, self.id):
                return message
        return None

    def commands(self, place: Place) -> list[ApplicationCommand]:
        """List the commands offered to them in a channel."""
        return available(self._world, self.user, self.channel(place))

    def visible_log(self) -> list[Json]:
        """Return every version of every message, form and choice that has been on their screen."""
        return [entry for entry in self.diary.entries if entry["type"] in CONTENT_ENTRY_TYPES]

    async def until(self, look: Callable[[], T], *, within: float = 10.0) -> T:
        """Wait until `look` returns a true value; it is called again after every change.

        `within` is in real seconds. Raises TimeoutError after that.
        """
        async with asyncio.timeout(within):
            while True:
                seq = len(self.diary.entries)
                result = look()
                if result:
                    return result
                await self.diary.wait(seq)

    # Doing

    async def command(self, place: Place, words: str, options: Mapping[str, object] | None = None) -> Outcome:
        """Run a slash command such as `kickdoor new`."""
        try:
            channel = self.channel(place)
            data = OptionFiller(self._world, self.user, channel).fill(words, options or {})
        except (RefusedByClientError, NotSeenError) as reason:
            return refused(str(reason))
        return await self._interact(InteractionType.COMMAND, channel, data)

    async def autocomplete(
        self,
        place: Place,
        words: str,
        option: str,
        text: str,
        others: Mapping[str, object] | None = None,
    ) -> Outcome:
        """Type into an option and return the suggestions."""
        try:
            channel = self.channel(place)
            filler = OptionFiller(self._world, self.user, channel)
            data = filler.fill(words, {**(others or {}), option: text}, focused=option)
        except (RefusedByClientError, NotSeenError) as reason:
            return refused(str(reason))
        return await self._interact(InteractionType.AUTOCOMPLETE, channel, data)

    async def click(
        self, which: MessageRef, *, label: str | None = None, custom_id: str | None = None
    ) -> Outcome:
        """Press a button on a message they see."""
        try:
            message, component = self._pressable(which, label, custom_id)
        except (RefusedByClientError, NotSeenError) as reason:
            return refused(str(reason))
        if component.kind is not ComponentKind.BUTTON:
            return refused("this is not a button")
        if not component.custom_id:
            return refused("a link opens in the browser")
        return await self._press(message, component, {})

    async def select(
        self,
        which: MessageRef,
        values: Sequence[object],
        *,
        label: str | None = None,
        custom_id: str | None = None,
    ) -> Outcome:
        """Choose values in a select: options by value or label, channels by id."""
        try:
            message, component = self._pressable(which, label, custom_id)
            if component.kind not in MENUS:
                return refused("this is not a select")
            if component.kind is ComponentKind.CHANNEL_SELECT:
                filler = OptionFiller(self._world, self.user, self._world.channels[message.channel_id])
                data: Json = {"values": filler.places(component.payload, values), "resolved": filler.resolved}
            else:
                data = {"values": chosen(component, values)}
        except (RefusedByClientError, NotSeenError) as reason:
            return refused(str(reason))
        return await self._press(message, component, data)

    def _pressable(
        self, which: MessageRef, label: str | None, custom_id: str | None
    ) -> tuple[Message, SeenComponent]:
        message = self._message(which)
        if message is None:
            raise NotSeenError("the message is gone")
        seen = SeenMessage(render.message(self._world, message))
        component = seen.find(label=label, custom_id=custom_id)
        if component.disabled:
            raise RefusedByClientError(f"{component.label or component.custom_id} is disabled")
        return message, component

    async def _press(self, message: Message, component: SeenComponent, data: Json) -> Outcome:
        shaped: Json = {
            **data,
            "component_type": int(component.kind),
            "custom_id": component.custom_id,
            "id": component.payload["id"],
        }
        channel = self._world.channels[message.channel_id]
        return await self._interact(InteractionType.COMPONENT, channel, shaped, message=message)

    async def submit(self, modal: SeenModal, values: Mapping[str, object]) -> Outcome:
        """Send a form that is open on their screen."""
        parent = self._modals.get(modal.interaction_id)
        if parent is None:
            return refused("this form is not open")
        channel = self._world.channels.get(parent.channel_id)
        if channel is None:
            return refused("the channel is gone")
        try:
            done = filled(modal, values)
        except RefusedByClientError as reason:
            return refused(str(reason))
        data: Json = {"custom_id": modal.custom_id, "components": done}
        outcome = await self._interact(
            InteractionType.MODAL, channel, data, message=parent.source, parent=parent
        )
        if outcome.ok:
            self._modals.pop(modal.interaction_id, None)
        return outcome

    def modal(self, interaction_id: int) -> SeenModal | None:
        """Return a form that is open on their screen."""
        interaction = self._modals.get(interaction_id)
        if interaction is None or interaction.modal is None:
            return None
        return SeenModal(interaction_id, interaction.modal)

    def close_modal(self, modal: SeenModal) -> None:
        """Close a form without sending it; the application is not notified."""
        self._modals.pop(modal.interaction_id, None)

    async def forge(
        self,
        place: Place,
        kind: InteractionType,
        data: Json,
        *,
        message: MessageRef | None = None,
    ) -> Outcome:
        """Send an interaction with arbitrary data, as a tampered client could.

        Only the person and the channel are genuine: Discord itself sets those.
        """
        source = None
        if message is not None:
            source = self._message(message)
        return await self._interact(kind, self.channel(place), data, message=source)

    async def forge_click(
        self, which: MessageRef, custom_id: str, values: Sequence[str] | None = None
    ) -> Outcome:
        """Press a component that may be missing, disabled or without these values."""
        message = self._message(which)
        if message is None:
            return refused("the message is gone")
        data: Json = {"custom_id": custom_id, "component_type": int(ComponentKind.BUTTON), "id": 1}
        if values is not None:
            data |= {"component_type": int(ComponentKind.STRING_SELECT), "values": list(values)}
        channel = self._world.channels[message.channel_id]
        return await self._interact(InteractionType.COMPONENT, channel, data, message=message)

    async def _interact(
        self,
        kind: InteractionType,
        channel: Channel,
        data: Json,
        *,
        message: Message | None = None,
        parent: Interaction | None = None,
    ) -> Outcome:
        guild = self._world.guilds.get(channel.guild_id or 0)
        if guild is not None and not guild.available:
            return refused("the server is unavailable")
        if guild is not None and not guild.commands_only and self._world.bot.id not in guild.members:
            return refused("the application is not here")
        if channel.thread is not None and channel.thread.locked:
            return refused("the thread is locked")
        interaction = interactions.create(
            self._world, kind, self.user, channel, data, message=message, parent=parent
        )
        await self._answers.wait(interaction)
        return self._outcome(interaction)

    def _outcome(self, interaction: Interaction) -> Outcome:
        if interaction.callback is None:
            return Outcome("failed", "interaction failed", interaction_id=interaction.id)
        modal = None
        if interaction.modal is not None:
            self._modals[interaction.id] = interaction
            modal = SeenModal(interaction.id, interaction.modal)
        message = self._message(interaction.touched[-1]) if interaction.touched else None
        return Outcome(
            "answered",
            "",
            interaction.callback.name.lower(),
            interaction.id,
            None if message is None else SeenMessage(render.message(self._world, message)),
            modal,
            interaction.choices or [],
        )

    async def say(self, place: Place, text: str) -> SeenMessage:
        """Write a plain message."""
        channel = self.channel(place)
        held = self._world.permissions(channel, self.id)
        thread = channel.thread
        needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        if needed not in held or (thread and thread.locked):
            raise NotSeenError(f"{self.name} may not write here")
        try:
            message = posting.post(self._world, channel, self.id, MessageDraft({"content": text}, []))
        except ApiError as error:
            raise NotSeenError(f"Discord refuses this message: {error}") from error
        return SeenMessage(render.message(self._world, message))

    def typing(self, place: Place) -> None:
        """Start typing."""
        self._world.emit(events.TypingStarted(self.channel(place), self.id))

    def dismiss(self, which: MessageRef) -> None:
        """Dismiss an ephemeral message; the application is not notified."""
        message = self._message(which)
        if message is not None and message.ephemeral_for == self.id:
            self._world.delete_messages(self._world.channels[message.channel_id], [message.id])

    def delete(self, which: MessageRef) -> None:
        """Delete one of their own messages."""
        message = self._message(which)
        if message is not None and message.author_id == self.id:
            self._world.delete_messages(self._world.channels[message.channel_id], [message.id])

    def mark_read(self, channel_id: int, message_id: int) -> None:
        """Record how far they have read a channel."""
        self.read[channel_id] = max(message_id, self.read.get(channel_id, 0))

    def open_dm(self) -> Channel:
        """Open the direct message channel with the bot."""
        return self._world.dm_with_bot(self.id)

    def set_dms(self, open: bool) -> None:
        """Open or close their direct messages for the bot."""
        self.user.dms_open = open
