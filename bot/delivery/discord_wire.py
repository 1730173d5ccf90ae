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

_UNREACHABLE = {
    10003: "gone",
    10004: "gone",
    50001: "access",
    50013: "permission",
    50083: "locked",
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
        screen = await finished(screen)
        async with _translated():
            message = await self.client.get_partial_messageable(channel).send(
                view=paint(screen), files=files(screen.files), allowed_mentions=mentions(screen), nonce=nonce
            )
            return message.id

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        screen = await finished(screen)
        async with _translated():
            await self._message(channel, message).edit(
                view=paint(screen), attachments=files(screen.files), allowed_mentions=mentions(screen)
            )

    async def delete(self, channel: int, message: int) -> None:
        async with _translated():
            await self._message(channel, message).delete()

    async def newer(self, channel: int, message: int) -> int:
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
        raise Later(type(error).__name__) from error


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
    if error.status == 429 or error.status >= 500:
        return Later(f"HTTP {error.status}")
    if error.status == 403:
        return Unreachable("permission")
    if error.status == 404:
        return Gone()
    return Wrong(f"HTTP {error.status} {code}: {error.text}")
