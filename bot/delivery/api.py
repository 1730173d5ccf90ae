"""What the cogs may ask of the screens."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from bot.delivery.drawing import RenderedSurface
from bot.tables.table import Table


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

    async def invalidate_hand(self, table: int, user: int) -> None:
        """Draw somebody's hand again in any case."""
        ...

    async def message_of(self, table: int) -> tuple[int, int] | None:
        """Return channel and message of the table's own message."""
        ...

    # answers to clicks

    async def render_table(self, table: int) -> RenderedSurface | None:
        """Draw the table's message, for the answer to a click on it; None where it should not be there."""
        ...

    def answering(self) -> AbstractContextManager[None]:
        """Keep the connection while a press is being answered."""
        ...

    async def answer_started(
        self, table: int, user: int, drawn: RenderedSurface, channel: int, message: int
    ) -> bool:
        """Say that the answer to a click is about to show this in a message.

        Return True if it is the surface's own; then ``answer_finished`` has to be called in any case.
        """
        ...

    async def answer_finished(self, table: int, user: int) -> None:
        """Say that such an answer has been sent, or has failed."""
        ...

    async def answer_delivered(self, table: int, user: int) -> None:
        """Say that such an answer has arrived: the process that shows the table has to know."""
        ...

    async def answer_failed(self, table: int, user: int) -> None:
        """Say that such an answer did not arrive, or may not have."""
        ...

    # people

    async def is_text_only(self, user: int) -> bool:
        """Return True if a person wants words instead of pictures; a host's wish goes for the table too."""
        ...

    async def set_text_only(self, user: int, wanted: bool) -> None:
        """Remember whether a person wants words instead of pictures."""
        ...

    def take_dm_hint(self, user: int) -> bool:
        """Return True, once, if this person should hear that direct messages are closed."""
        ...

    async def retry_dms(self, table: Table) -> None:
        """Try the direct messages of a table's people again: there is a server in common again."""
        ...
