"""What a process that looks after no tables tells the others, and what is kept nowhere.

Private answers are kept up to date by the process that draws the table, with the token of a press that
another process was given. The token is in memory alone there, too; PostgreSQL passes these words on and
writes them into no table. A word that gets lost costs a screen that stays as it is until the next press.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from bot.delivery.live_replies import LiveScreen
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.wire import ReplyHandle


@dataclass(frozen=True, slots=True)
class ReplyShown:
    """A private answer shows this, or (None) something that nobody keeps up to date."""

    handle: ReplyHandle
    live: LiveScreen | None


@dataclass(frozen=True, slots=True)
class ReplyGone:
    """A private answer is about to show something else, or is gone."""

    message: int


@dataclass(frozen=True, slots=True)
class UserForgotten:
    """Nothing is kept up to date for a person any more."""

    user: int


@dataclass(frozen=True, slots=True)
class ChannelRequested:
    """Somebody has asked for the table in a channel that may have been given up."""

    channel: int


@dataclass(frozen=True, slots=True)
class ReplyOpened:
    """A person has a private answer in a channel that takes the place of any before it."""

    user: int
    channel: int
    message: int


Whisper = ReplyShown | ReplyGone | UserForgotten | ChannelRequested | ReplyOpened


def whisper_text(said: Whisper) -> str:
    """Return what is sent."""
    match said:
        case ReplyShown(handle, live):
            word: dict[str, object] = {
                "shown": [handle.channel, handle.message, handle.application, handle.token]
            }
            if live is not None:
                word["live"] = [live.key.table, live.key.name, live.version, live.until, live.name]
        case ReplyGone(message):
            word = {"gone": message}
        case UserForgotten(user):
            word = {"forgotten": user}
        case ChannelRequested(channel):
            word = {"requested": channel}
        case ReplyOpened(user, channel, message):
            word = {"opened": [user, channel, message]}
    return json.dumps(word)


def parse_whisper(text: str) -> Whisper | None:
    """Return what was said; None for what another release says and this one does not know."""
    try:
        word = cast("dict[str, Any]", json.loads(text))
        if "shown" in word:
            channel, message, application, token = word["shown"]
            handle = ReplyHandle(int(channel), int(message), int(application), str(token))
            if "live" not in word:
                return ReplyShown(handle, None)
            table, name, version, until, person = word["live"]
            key = SurfaceKey(int(table), str(name))
            return ReplyShown(handle, LiveScreen(key, int(version), int(until), str(person)))
        if "gone" in word:
            return ReplyGone(int(word["gone"]))
        if "forgotten" in word:
            return UserForgotten(int(word["forgotten"]))
        if "requested" in word:
            return ChannelRequested(int(word["requested"]))
        if "opened" in word:
            user, channel, message = word["opened"]
            return ReplyOpened(int(user), int(channel), int(message))
    except (KeyError, TypeError, ValueError):
        return None
    return None
