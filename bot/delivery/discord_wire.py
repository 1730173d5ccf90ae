"""The wire to Discord through discord.py."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import discord

from bot.delivery.darkroom import finished
from bot.delivery.wire import (
    DmClosed,
    DmFlood,
    Gone,
    Later,
    Refused,
    TooOld,
    Unreachable,
    Wrong,
)
from bot.views.layout import Screen
from bot.views.paint import files, mentions, paint

TIMEOUT = 60.0
"""Seconds after which a request counts as failed; the library retries broken ones for minutes."""

BANNED = 60.0
"""Seconds to wait after a refusal that does not come from Discord itself, unless it says how long."""

ARCHIVED = 50083

_UNREACHABLE = {
    10003: "gone",
    10004: "gone",
    50001: "access",
    50013: "permission",
    ARCHIVED: "locked",
    160005: "locked",
}


class DiscordWire:
    """Sends and edits by the bot's own routes, never by webhooks whose tokens die."""

    client: discord.Client
    """The connection of the moment; a new one takes its place after a breakdown."""

    async def open_dm(self, user: int) -> int:
        async with _translated():
            channel = await self.client.create_dm(discord.Object(user))
            return channel.id

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        screen = await self._allowed(channel, screen, new=True)
        async with _translated():
            message = await self.client.get_partial_messageable(channel).send(
                view=paint(screen), files=files(screen.files), allowed_mentions=mentions(screen), nonce=nonce
            )
            return message.id

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        screen = await self._allowed(channel, screen, new=False)
        async with _translated():
            try:
                await self._edit(channel, message, screen)
            except discord.HTTPException as error:
                if error.code != ARCHIVED:
                    raise
                # Posting wakes a thread, editing does not.
                await self._wake(channel)
                await self._edit(channel, message, screen)

    async def _edit(self, channel: int, message: int, screen: Screen) -> None:
        await self._message(channel, message).edit(
            view=paint(screen), attachments=files(screen.files), allowed_mentions=mentions(screen)
        )

    async def _wake(self, channel: int) -> None:
        thread = self.client.get_channel(channel) or await self.client.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            try:
                await thread.edit(archived=False)
            except discord.Forbidden as error:
                raise Unreachable("locked") from error

    async def _allowed(self, channel: int, screen: Screen, *, new: bool) -> Screen:
        """Return the screen as we may show it there, its pictures drawn.

        What Discord would refuse is not asked: refusals are counted against us.
        """
        held = self._in_sight(channel)
        if held is None:
            return await finished(screen)
        thread = isinstance(self.client.get_channel(channel), discord.Thread)
        if new and not (held.send_messages_in_threads if thread else held.send_messages):
            name = "Send Messages in Threads" if thread else "Send Messages"
            raise Unreachable(f"permission:{name}", asked=False)
        return await finished(screen if held.attach_files else screen.in_words())

    def _in_sight(self, channel: int) -> discord.Permissions | None:
        """Return what we may do in a channel, None where we do not know; raise if we cannot even see it."""
        held = self._permissions(channel)
        if held is not None and not held.view_channel:
            raise Unreachable("permission:View Channel", asked=False)
        return held

    def _permissions(self, channel: int) -> discord.Permissions | None:
        """Return what we may do in a channel as far as Discord has told us; None where we do not know."""
        found = self.client.get_channel(channel)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return None
        user = self.client.user
        me = None if user is None else found.guild.get_member(user.id)
        if found.guild.unavailable or (isinstance(found, discord.Thread) and found.parent is None):
            return None
        # Unknown for a moment after joining, whatever the library promises.
        return None if me is None else found.permissions_for(me)

    async def delete(self, channel: int, message: int) -> None:
        self._in_sight(channel)
        async with _translated():
            await self._message(channel, message).delete()

    async def newer(self, channel: int, message: int) -> int:
        self._in_sight(channel)
        async with _translated():
            history = self.client.get_partial_messageable(channel).history(
                limit=10, after=discord.Object(message)
            )
            return len([item async for item in history])

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self.client.get_partial_messageable(channel).get_partial_message(message)


@asynccontextmanager
async def _translated() -> AsyncGenerator[None]:
    """Turn whatever goes wrong into one of our errors."""
    try:
        async with asyncio.timeout(TIMEOUT):
            yield
    except discord.HTTPException as error:
        raise translate(error) from error
    except discord.RateLimited as error:
        raise Later("rate limited", error.retry_after) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Later(type(error).__name__, down=True) from error


def translate(error: discord.HTTPException) -> Refused:
    """Return our error for Discord's answer, by its code first and its status second."""
    code = error.code
    if code == 10008:
        return Gone()
    if code == 30046:
        return TooOld()
    if code in (50007, 50278):
        return DmClosed()
    if code == 40003:
        return DmFlood()
    if code in _UNREACHABLE:
        return Unreachable(_UNREACHABLE[code])
    if error.status == 429:
        # The library waits out Discord's own limits; this one stands before Discord, and is for all of us.
        return Later("HTTP 429", _retry_after(error), everywhere=True)
    if error.status >= 500:
        return Later(f"HTTP {error.status}", down=True)
    if error.status == 403:
        return Unreachable("permission")
    if error.status == 404:
        return Gone()
    return Wrong(f"HTTP {error.status} {code}: {error.text}")


def _retry_after(error: discord.HTTPException) -> float:
    """Return for how many seconds a refusal asks us to wait."""
    try:
        return float(error.response.headers.get("Retry-After", BANNED))
    except ValueError:
        return BANNED
