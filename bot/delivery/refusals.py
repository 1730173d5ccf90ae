"""What Discord's refusals mean: one table, from a refusal's code, status and body to what follows from it.

*An outage*: clocks stop, nobody is told, it is tried again. *This channel*: the game is suspended, and its
host told why. *This message*: words go instead of pictures, then a new message instead of the old one; if
that is refused, too, clocks stop, it is tried again, and after a while the host is told. *This person*: their
direct messages are left alone for a day. *Ours*: as this message, and an error in the log.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import discord

from bot.delivery.wire import (
    CannotShowError,
    ChannelUnreachableError,
    DeliveryError,
    DmClosedError,
    DmFloodError,
    MessageGoneError,
    MessageTooOldError,
    RetryLaterError,
)

BAN_RETRY_S = 60.0
"""Seconds to wait after a refusal that does not come from Discord itself, unless it says how long."""

ARCHIVED_THREAD_CODE = 50083

MAX_TEXT_CHARS = 200
"""Characters of a refusal's text for the log; it may be a whole page."""

_outage = partial(RetryLaterError, down=True)

REFUSALS: dict[int, Callable[[], DeliveryError]] = {
    # an outage
    40004: partial(_outage, "messages are switched off"),
    40006: partial(_outage, "a feature is switched off"),
    40333: partial(_outage, "Cloudflare"),
    130000: partial(_outage, "overloaded"),
    # this channel
    10003: partial(ChannelUnreachableError, "gone"),
    10004: partial(ChannelUnreachableError, "gone"),
    40058: partial(ChannelUnreachableError, "kind"),
    50001: partial(ChannelUnreachableError, "access"),
    50008: partial(ChannelUnreachableError, "kind"),
    50009: partial(ChannelUnreachableError, "access"),
    50013: partial(ChannelUnreachableError, "permission"),
    50024: partial(ChannelUnreachableError, "kind"),
    ARCHIVED_THREAD_CODE: partial(ChannelUnreachableError, "locked"),
    160005: partial(ChannelUnreachableError, "locked"),
    160006: partial(ChannelUnreachableError, "threads"),
    160007: partial(ChannelUnreachableError, "threads"),
    # this message
    10008: MessageGoneError,
    20022: MessageTooOldError,
    20028: MessageTooOldError,
    30046: MessageTooOldError,
    50005: MessageGoneError,
    200000: partial(CannotShowError, "automod"),
    # this person
    40003: DmFloodError,
    50007: DmClosedError,
    50278: DmClosedError,
    # ours
    50006: partial(CannotShowError, "fault"),
    50035: partial(CannotShowError, "fault"),
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
    if status >= 500 or status == 401 or (status != 413 and not _is_by_discord(error)):
        return _outage(f"HTTP {status}")
    if status == 404:
        return MessageGoneError()
    return CannotShowError(
        "refused", f"HTTP {status} {code}: {error.text[:MAX_TEXT_CHARS]}", counted=status == 403
    )


def _is_by_discord(error: discord.HTTPException) -> bool:
    """Return False for a page of a proxy or of Cloudflare, which stands before Discord."""
    return "json" in error.response.headers.get("Content-Type", "")


def _retry_after(error: discord.HTTPException) -> float:
    """Return for how many seconds a refusal asks us to wait."""
    try:
        return float(error.response.headers.get("Retry-After", BAN_RETRY_S))
    except ValueError:
        return BAN_RETRY_S
