"""What came of delivering a surface once. The scheduler decides what follows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Written:
    """The message shows the surface, and its id is stored.

    Not ``sure``: the nonce may have found a message that an earlier try posted, with an older screen.
    """

    sure: bool = True


@dataclass(frozen=True, slots=True)
class NotWritten:
    """There was nothing to write, or no use in trying."""


@dataclass(frozen=True, slots=True)
class Superseded:
    """The surface may have another channel or owner by now: that changed while it waited for its turn."""


@dataclass(frozen=True, slots=True)
class RetryLater:
    """It did not work this time. ``down``: Discord, or the way there, does not work.

    ``posted``: a new message stands already, so the next try leaves it where it is.
    """

    reason: str
    delay_s: float = 0.0
    down: bool = False
    posted: bool = False


@dataclass(frozen=True, slots=True)
class DmClosed:
    """The person takes no direct messages."""

    user: int


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """The channel cannot be used; ``news`` if it could until now. It is worth a try in ``retry_s``.

    ``untried`` is the version of a drawing for which Discord was not even asked.
    """

    channel: int
    reason: str
    news: bool
    retry_s: float
    untried: int | None = None


DeliveryResult = Written | NotWritten | Superseded | RetryLater | DmClosed | ChannelClosed


@dataclass(frozen=True, slots=True)
class DeliveryReport:
    """A result, and in how many seconds the renderer wants to draw the surface again, if at all."""

    result: DeliveryResult
    redraw_after_s: float | None = None
