"""The ways in which Discord says no, and what each refusal means.

*An outage*: clocks stop, nobody is told, it is tried again. *This channel*: the game is suspended, and its
host told why. *This message*: words go instead of pictures, then a new message instead of the old one; if
that is refused, too, clocks stop, it is tried again, and after a while the host is told. *This person*: their
direct messages are left alone for a day. *Ours*: as this message, and an error in the log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import discord


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


BAN_RETRY_S = 60.0
"""Seconds to wait after a refusal that does not come from Discord itself, unless it says how long."""

ARCHIVED_THREAD_CODE = 50083

MAX_TEXT_CHARS = 200
"""Characters of a refusal's text for the log; it may be a whole page."""

_outage = partial(RetryLaterError, down=True)

_CHANNEL_TROUBLES = {
    "gone": (10003, 10004),
    "access": (50001, 50009),
    "permission": (50013,),
    "kind": (40058, 50008, 50024),
    "locked": (ARCHIVED_THREAD_CODE, 160005),
    "threads": (160006, 160007),
}
_MESSAGE_TROUBLES = {200000: "automod", 400001: "refused", 50006: "fault", 50035: "fault"}

REFUSALS: dict[int, Callable[[], DeliveryError]] = {
    **dict.fromkeys((40004, 40006, 40333, 130000), partial(_outage, "Discord is broken")),
    **{n: partial(ChannelUnreachableError, why) for why, codes in _CHANNEL_TROUBLES.items() for n in codes},
    **dict.fromkeys((10008, 50005), MessageGoneError),
    **dict.fromkeys((20022, 20028, 30046), MessageTooOldError),
    **dict.fromkeys((50007, 50278), DmClosedError),
    40003: DmFloodError,
}


def meaning_of(error: discord.HTTPException, *, editing: bool = False) -> DeliveryError:
    """Return our error for Discord's answer, by its code first and its status second.

    What limits the rate of writing is no reason not to post another message unless we were ``editing``.
    """
    status, code = error.status, error.code
    if code in REFUSALS and (status != 429 or editing):
        return REFUSALS[code]()
    if status == 429:
        # The library waits out Discord's own limits; this one stands before Discord, and is for all of us.
        return RetryLaterError("HTTP 429", _retry_after(error), down=True, everywhere=not code)
    by_discord = "json" in error.response.headers.get("Content-Type", "")  # else a page of what stands before
    if status >= 500 or status == 401 or (status != 413 and not by_discord):
        return _outage(f"HTTP {status}")
    if status == 404:
        return MessageGoneError()
    if status == 403 and code not in _MESSAGE_TROUBLES:  # counted against us: asked only after pauses
        return ChannelUnreachableError("refused")
    reason = _MESSAGE_TROUBLES.get(code, "refused")
    return CannotShowError(reason, f"HTTP {status} {code}: {error.text[:MAX_TEXT_CHARS]}")


def _retry_after(error: discord.HTTPException) -> float:
    """Return for how many seconds a refusal asks us to wait."""
    try:
        return float(error.response.headers.get("Retry-After", BAN_RETRY_S))
    except ValueError:
        return BAN_RETRY_S
