"""What the cogs may ask of the screens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from bot.delivery.drawing import RenderedSurface
from bot.delivery.live_replies import LiveScreen, ReplyHandle
from bot.delivery.surface_keys import SurfaceKey
from bot.tables.table import Table
from bot.views.base.layout import Screen
from bot.views.base.reading import Reading

ReplyListener = Callable[[int, int, int], None]
"""Gets the person, the channel and the message of a private answer that another process has given."""


class ScreenApi(Protocol):
    """The screens of all tables. ``user`` 0 stands for the table's own message."""

    # what people do

    def note_press(self, user: int, *, in_hand: bool) -> None:
        """Note where somebody plays: in direct messages (``in_hand``) or in a server."""
        ...

    def note_reachable(self, channel: int, *, sure: bool = False) -> None:
        """Note that somebody pressed something in a channel, or (``sure``) that its permissions changed.

        If the channel was given up, it is tried again.
        """
        ...

    # drawing again

    async def redraw(self, tables: list[int]) -> None:
        """Draw tables again in any case: what was missed or deleted meanwhile comes back."""
        ...

    async def repost(self, table: int) -> None:
        """Post the table's message again below everything else."""
        ...

    async def invalidate_table(self, table: Table) -> None:
        """Draw all messages of a table again in any case: some may have been deleted."""
        ...

    async def invalidate_board(self, table: int) -> None:
        """Draw the table's own message again in any case."""
        ...

    async def invalidate_hand(self, table: int, user: int) -> None:
        """Draw somebody's hand again in any case."""
        ...

    async def message_of(self, table: int) -> tuple[int, int] | None:
        """Return channel and message of the table's own message."""
        ...

    # answers to clicks

    async def render(self, key: SurfaceKey) -> RenderedSurface | None:
        """Draw a surface, for the answer to a click on it; None where its message should not be there."""
        ...

    def answering(self) -> AbstractContextManager[None]:
        """Keep the connection while a press is being answered."""
        ...

    async def answer_started(
        self, key: SurfaceKey, drawn: RenderedSurface, channel: int, message: int
    ) -> bool:
        """Say that the answer to a click is about to show this in a message.

        Return True if it is the surface's own; then ``answer_finished`` has to be called in any case.
        """
        ...

    async def answer_finished(self, key: SurfaceKey) -> None:
        """Say that such an answer has been sent, or has failed."""
        ...

    async def answer_delivered(self, key: SurfaceKey) -> None:
        """Say that such an answer has arrived: the process that shows the table has to know."""
        ...

    async def answer_failed(self, key: SurfaceKey) -> None:
        """Say that such an answer did not arrive, or may not have."""
        ...

    # private answers that are kept up to date

    async def render_watch(self, table: int, user: int, live_until: int) -> RenderedSurface | None:
        """Draw a spectator's screen; None where there is nothing to watch."""
        ...

    async def reply_shown(self, reply: ReplyHandle, live: LiveScreen | None, screen: Screen) -> None:
        """Note what a private answer shows: a screen that is kept up to date from now on, or any other."""
        ...

    def reply_gone(self, message: int) -> None:
        """Note that a private answer is about to be deleted, or to show something else."""
        ...

    def reply_opened(self, user: int, channel: int, message: int) -> None:
        """Note a new private answer of a person in a channel; it replaces those of other processes."""
        ...

    def watch_replies(self, listener: ReplyListener) -> None:
        """Have a listener called when another process says so."""
        ...

    # people

    def forget_user(self, user: int) -> None:
        """Drop what is remembered of a person."""
        ...

    async def reading_of(self, user: int) -> Reading:
        """Return how a person wants to read; a host's wish for words goes for the table too."""
        ...

    async def set_reading(self, user: int, reading: Reading) -> None:
        """Remember how a person wants to read."""
        ...

    def take_dm_hint(self, user: int) -> bool:
        """Return True, once, if this person should hear that direct messages are closed."""
        ...

    async def retry_dms(self, table: Table) -> None:
        """Try the direct messages of a table's people again: there is a server in common again."""
        ...
