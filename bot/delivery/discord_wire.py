"""The wire to Discord through discord.py."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from discord.http import Route

from bot.delivery.wire import (
    ChannelUnreachableError,
    DeliveryError,
    DmClosedError,
    DmFloodError,
    InvalidMessageError,
    MessageGoneError,
    MessageTooOldError,
    ReplyHandle,
    RetryLaterError,
)
from bot.discord_patches.requests import BodyPart, joined, to_json
from bot.views.base.layout import Screen
from bot.views.base.limits import ScreenTooBigError
from bot.views.base.paint import components, files, mentions, paint
from bot.views.base.sketches import Sketch
from bot.views.pictures.render import known_png, render_png

REQUEST_TIMEOUT_S = 60.0
"""Seconds after which a request counts as failed; the library retries some for minutes."""

BAN_RETRY_S = 60.0
"""Seconds to wait after a refusal that does not come from Discord itself, unless it says how long."""

ARCHIVED_THREAD_CODE = 50083

_COMPONENTS_V2_FLAG = 1 << 15
"""Says that a message is made of components and nothing else."""

_DEAD_REPLY_CODES = (10008, 10015, 50027)
"""The message is dismissed, or the token has run out."""

_ERRORS = {
    10008: MessageGoneError,
    30046: MessageTooOldError,
    40003: DmFloodError,
    50007: DmClosedError,
    50278: DmClosedError,
}

_UNREACHABLE_REASONS = {
    10003: "gone",
    10004: "gone",
    50001: "access",
    50013: "permission",
    ARCHIVED_THREAD_CODE: "locked",
    160005: "locked",
}


class DiscordWire:
    """Sends and edits by the bot's own routes; only private answers by webhooks, whose tokens die."""

    client: discord.Client | None = None
    """The connection of the moment; a new one takes its place after a breakdown."""

    @property
    def _logged_in(self) -> discord.Client:
        """Return the connection. Raises RetryLaterError before a login, and after the end of a connection."""
        client = self.client
        if client is None or client.user is None or client.is_closed():
            raise RetryLaterError("no connection to Discord", down=True)
        return client

    @asynccontextmanager
    async def _translated_errors(self) -> AsyncGenerator[None]:
        """Turn every error of the library, the network and the limits into one of ours."""
        client = self.client
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                yield
        except ScreenTooBigError as error:
            raise InvalidMessageError(str(error)) from error
        except discord.HTTPException as error:
            raise translate_error(error) from error
        except discord.RateLimited as error:
            raise RetryLaterError("rate limited", error.retry_after) from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise RetryLaterError(type(error).__name__, down=True) from error
        except RuntimeError as error:
            # The library's HTTP session raises this once it is closed.
            if client is None or not client.is_closed():
                raise
            raise RetryLaterError("connection closed", down=True) from error

    async def open_dm(self, user: int) -> int:
        async with self._translated_errors():
            channel = await self._logged_in.create_dm(discord.Object(user))
            return channel.id

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        screen = await self._allowed(channel, screen, new=True)
        async with self._translated_errors():
            route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
            posted = await self._call(route, screen, {"nonce": nonce, "enforce_nonce": True})
            return int(posted["id"])

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        screen = await self._allowed(channel, screen, new=False)
        async with self._translated_errors():
            try:
                await self._edit(channel, message, screen)
            except discord.HTTPException as error:
                if error.code != ARCHIVED_THREAD_CODE:
                    raise
                # Posting wakes a thread, editing does not.
                await self._unarchive(channel)
                await self._edit(channel, message, screen)

    async def _edit(self, channel: int, message: int, screen: Screen) -> None:
        path = "/channels/{channel_id}/messages/{message_id}"
        await self._call(Route("PATCH", path, channel_id=channel, message_id=message), screen, {})

    async def _call(self, route: Route, screen: Screen, more: dict[str, Any]) -> dict[str, Any]:
        """Send a screen and return the message as Discord tells it, of which the library makes no object."""
        payload = {
            "components": components(screen),
            "flags": _COMPONENTS_V2_FLAG,
            "allowed_mentions": mentions(screen),
            "attachments": [{"id": n, "filename": file.name} for n, file in enumerate(screen.files)],
            **more,
        }
        body: dict[str, Any] = {"json": payload}
        if screen.files:
            parts = [BodyPart("payload_json", to_json(payload).encode())]
            parts += [BodyPart(f"files[{n}]", file.data, file.name) for n, file in enumerate(screen.files)]
            body = {"data": joined(parts).as_payload()}
        told: dict[str, Any] = await self._logged_in.http.request(route, **body)
        return told

    async def edit_reply(self, reply: ReplyHandle, screen: Screen) -> None:
        screen = await render_pictures(screen)
        async with self._translated_errors():
            view = paint(screen)
            try:
                await discord.Webhook.partial(
                    reply.application, reply.token, client=self._logged_in
                ).edit_message(reply.message, view=view, attachments=files(screen.files))
            except discord.HTTPException as error:
                if error.code in _DEAD_REPLY_CODES:
                    raise MessageGoneError from error
                raise

    async def _unarchive(self, channel: int) -> None:
        thread = self._logged_in.get_channel(channel) or await self._logged_in.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            try:
                await thread.edit(archived=False)
            except discord.Forbidden as error:
                raise ChannelUnreachableError("locked") from error

    async def _allowed(self, channel: int, screen: Screen, *, new: bool) -> Screen:
        """Return the screen as we may show it there, its pictures drawn.

        What Discord would refuse is not asked: refusals are counted against us.
        """
        held = self._visible_permissions(channel)
        if held is None:
            return await render_pictures(screen)
        thread = isinstance(self._logged_in.get_channel(channel), discord.Thread)
        if new and not (held.send_messages_in_threads if thread else held.send_messages):
            name = "Send Messages in Threads" if thread else "Send Messages"
            raise ChannelUnreachableError(f"permission:{name}", asked=False)
        return await render_pictures(screen if held.attach_files else screen.without_pictures())

    def _visible_permissions(self, channel: int) -> discord.Permissions | None:
        """Return what we may do in a channel, None where we do not know; raise if we cannot even see it."""
        held = self._permissions(channel)
        if held is not None and not held.view_channel:
            raise ChannelUnreachableError("permission:View Channel", asked=False)
        return held

    def _permissions(self, channel: int) -> discord.Permissions | None:
        """Return what we may do in a channel as far as Discord has told us; None where we do not know."""
        client = self._logged_in
        found, user = client.get_channel(channel), client.user
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return None
        me = None if user is None else found.guild.get_member(user.id)
        if found.guild.unavailable or (isinstance(found, discord.Thread) and found.parent is None):
            return None
        # Unknown for a moment after joining, although its type in the library says otherwise.
        return None if me is None else found.permissions_for(me)

    async def delete(self, channel: int, message: int) -> None:
        self._visible_permissions(channel)
        async with self._translated_errors():
            await self._message(channel, message).delete()

    async def count_newer(self, channel: int, message: int) -> int:
        self._visible_permissions(channel)
        async with self._translated_errors():
            history = self._logged_in.get_partial_messageable(channel).history(
                limit=10, after=discord.Object(message)
            )
            return len([item async for item in history])

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self._logged_in.get_partial_messageable(channel).get_partial_message(message)


async def render_pictures(screen: Screen) -> Screen:
    """Return the screen with every picture drawn, off the event loop."""
    sketches = screen.sketches()
    if not sketches:
        return screen
    drawn: dict[Sketch, bytes] = {}
    for sketch in sketches:
        known = known_png(sketch)
        drawn[sketch] = known if known is not None else await asyncio.to_thread(render_png, sketch)
    return screen.with_pictures(drawn)


def translate_error(error: discord.HTTPException) -> DeliveryError:
    """Return our error for Discord's answer, by its code first and its status second."""
    code = error.code
    if code in _ERRORS:
        return _ERRORS[code]()
    if code in _UNREACHABLE_REASONS:
        return ChannelUnreachableError(_UNREACHABLE_REASONS[code])
    if error.status == 429:
        # The library waits out Discord's own limits; this one stands before Discord, and is for all of us.
        return RetryLaterError("HTTP 429", _retry_after(error), everywhere=True)
    if error.status >= 500:
        return RetryLaterError(f"HTTP {error.status}", down=True)
    if error.status == 403:
        return ChannelUnreachableError("permission")
    if error.status == 404:
        return MessageGoneError()
    return InvalidMessageError(f"HTTP {error.status} {code}: {error.text}")


def _retry_after(error: discord.HTTPException) -> float:
    """Return for how many seconds a refusal asks us to wait."""
    try:
        return float(error.response.headers.get("Retry-After", BAN_RETRY_S))
    except ValueError:
        return BAN_RETRY_S
