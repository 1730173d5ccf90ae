"""What delivery asks of Discord, and the ways in which Discord says no."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from bot.views.base.layout import Screen


@dataclass(frozen=True, slots=True)
class ReplyHandle:
    """Where a private answer is, and the token that opens it."""

    channel: int
    message: int
    application: int
    token: str = field(repr=False)


class DeliveryError(Exception):
    """Discord refused or failed the request."""


class MessageGoneError(DeliveryError):
    """The message does not exist any more: post a new one."""


class MessageTooOldError(DeliveryError):
    """The message takes no edits, because of its age or its channel: post a new one.

    ``seconds`` is for how long its whole channel takes none, if known.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__()
        self.seconds = seconds


class DmClosedError(DeliveryError):
    """This person takes no direct messages from us; asking again today is no use."""


class DmFloodError(DeliveryError):
    """Discord wants us to open direct messages more slowly."""


class ChannelUnreachableError(DeliveryError):
    """The channel cannot be used; ``reason`` is a key of ``TROUBLE_TEXTS``.

    A permission may be named behind a colon. Not ``asked``: we knew it without asking Discord.
    """

    def __init__(self, reason: str, *, asked: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.asked = asked


class RetryLaterError(DeliveryError):
    """A passing trouble: the network, a busy or broken Discord. ``seconds`` is how long to wait, if known.

    ``down``: it is Discord or the way there that does not work. ``everywhere``: the wait is for all we send.
    """

    def __init__(
        self, why: str, seconds: float = 0.0, *, down: bool = False, everywhere: bool = False
    ) -> None:
        super().__init__(why)
        self.seconds = seconds
        self.down = down
        self.everywhere = everywhere


class CannotShowError(DeliveryError):
    """Discord rejects this message, or would; ``reason`` is a key of ``TROUBLE_TEXTS``.

    ``fault`` is a mistake of ours.
    """

    def __init__(self, reason: str, why: str = "") -> None:
        super().__init__(why or reason)
        self.reason = reason


class Wire(Protocol):
    """Messages on Discord. Every method raises one of the errors above and nothing else."""

    async def open_dm(self, user: int) -> int:
        """Return the channel for direct messages with a person."""
        ...

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message and return its id; the same nonce within minutes gives the same message."""
        ...

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        """Put a screen in the place of what the message shows."""
        ...

    async def edit_reply(self, reply: ReplyHandle, screen: Screen) -> None:
        """Put a screen in the place of what a private answer shows."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        ...

    async def count_newer(self, channel: int, message: int) -> int:
        """Count the messages behind this one, at most ten."""
        ...
