"""The wire to Discord through discord.py."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import aiohttp
import discord
from discord.http import Route

from bot.delivery.permissions import missing_permission
from bot.delivery.wire import (
    ARCHIVED_THREAD_CODE,
    CannotShowError,
    ChannelUnreachableError,
    MessageGoneError,
    MessageTooOldError,
    ReplyHandle,
    RetryLaterError,
    meaning_of,
)
from bot.discord_patches.requests import UploadFailedError, readable
from bot.languages import speaking
from bot.views.base import emoji
from bot.views.base.layout import Screen
from bot.views.base.limits import ScreenTooBigError
from bot.views.base.paint import components, files, mentions, paint
from bot.views.base.sketches import Sketch
from bot.views.pictures.render import known_png, render_png

log = logging.getLogger(__name__)

REQUEST_TIMEOUT_S = 60.0
"""Seconds after which a request counts as failed; the library retries some for minutes."""

WORDS_S = 60.0
"""Seconds for which screens go without pictures after Discord has refused some and taken the words."""

_COMPONENTS_V2_FLAG = 1 << 15
"""Says that a message is made of components and nothing else."""

_SILENT_FLAG = 1 << 12
"""Says that nobody is notified of a message."""

_DEAD_REPLY_CODES = (10008, 10015, 50027)
"""The message is dismissed, or the token has run out."""

_Told = TypeVar("_Told")


class DiscordWire:
    """Sends and edits by the bot's own routes; only private answers by webhooks, whose tokens die.

    Every method raises one of the errors of ``bot.delivery.wire`` and nothing else.
    """

    client: discord.Client | None = None
    """The connection of the moment; a new one takes its place after a breakdown."""

    _words_until = 0.0
    """Until when no pictures are sent, by the event loop's time."""

    @property
    def _logged_in(self) -> discord.Client:
        """Return the connection. Raises RetryLaterError before a login, and after the end of a connection."""
        client = self.client
        if client is None or client.user is None or client.is_closed():
            raise RetryLaterError("no connection to Discord", down=True)
        return client

    @asynccontextmanager
    async def _translated_errors(self, channel: int = 0, *, editing: bool = False) -> AsyncGenerator[None]:
        """Turn every error of the library, the network and the limits into one of ours."""
        client = self.client
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT_S):
                yield
        except ScreenTooBigError as error:
            raise CannotShowError("fault", str(error)) from error
        except discord.HTTPException as error:
            emoji.note_refusal(error.text)
            meaning = meaning_of(error, editing=editing)
            is_gone = isinstance(meaning, ChannelUnreachableError) and meaning.reason == "gone"
            if is_gone and client is not None and client.get_channel(channel) is not None:
                meaning = ChannelUnreachableError("refused")  # else we would have heard that it was deleted
            raise meaning from error
        except discord.RateLimited as error:
            if editing:  # posting has a limit of its own
                raise MessageTooOldError(error.retry_after) from error
            raise RetryLaterError("rate limited", error.retry_after, down=True) from error
        except UploadFailedError as error:
            raise CannotShowError("refused", str(error)) from error
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            raise RetryLaterError(type(error).__name__, down=True) from error
        except RuntimeError as error:
            # The library's HTTP session raises this once it is closed.
            if client is None or not client.is_closed():
                raise
            raise RetryLaterError("connection closed", down=True) from error

    async def open_dm(self, user: int) -> int:
        """Return the channel for direct messages with a person."""
        async with self._translated_errors():
            with readable():
                return (await self._logged_in.create_dm(discord.Object(user))).id

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message and return its id; the same nonce within minutes gives the same message."""

        async def post(screen: Screen) -> int:
            async with self._translated_errors(channel):
                route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
                more: dict[str, Any] = {"nonce": nonce, "enforce_nonce": True}
                if screen.silent:
                    more["flags"] = _COMPONENTS_V2_FLAG | _SILENT_FLAG
                return await self._call(route, screen, more)

        return await self._put(self._allowed(channel, screen, new=True), post)

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        """Put a screen in the place of what the message shows."""

        async def edit(screen: Screen) -> None:
            async with self._translated_errors(channel, editing=True):
                try:
                    await self._edit(channel, message, screen)
                except discord.HTTPException as error:
                    if error.code != ARCHIVED_THREAD_CODE:
                        raise
                    # Posting wakes a thread, editing does not.
                    await self._unarchive(channel)
                    await self._edit(channel, message, screen)

        await self._put(self._allowed(channel, screen, new=False), edit)

    async def _put(self, screen: Screen, call: Callable[[Screen], Awaitable[_Told]]) -> _Told:
        """Put a screen on Discord: in words where its pictures are refused, and then for a while."""
        now = asyncio.get_running_loop().time()
        words = screen.without_pictures()
        if words == screen or now < self._words_until:
            return await call(words)
        try:
            return await call(await render_pictures(screen))
        except CannotShowError as trouble:
            told = await call(words)
            log.warning("Discord takes words, but no pictures: %s", trouble)
            self._words_until = now + WORDS_S
            return told

    async def _edit(self, channel: int, message: int, screen: Screen) -> None:
        path = "/channels/{channel_id}/messages/{message_id}"
        await self._call(Route("PATCH", path, channel_id=channel, message_id=message), screen, {})

    async def _call(self, route: Route, screen: Screen, more: dict[str, Any]) -> int:
        """Send a screen and return the id of the message, of which the library makes no object."""
        payload = {
            "components": components(screen),
            "flags": _COMPONENTS_V2_FLAG,
            "allowed_mentions": mentions(screen),
            "attachments": [{"id": n, "filename": file.name} for n, file in enumerate(screen.files)],
            **more,
        }
        body: dict[str, Any] = {"json": payload}
        if screen.files:
            body = {"form": [{"name": "payload_json", "value": json.dumps(payload)}]}
            for n, file in enumerate(screen.files):
                body["form"].append({"name": f"files[{n}]", "value": file.data, "filename": file.name})
        with readable():
            return int((await self._logged_in.http.request(route, **body))["id"])

    async def edit_reply(self, reply: ReplyHandle, screen: Screen) -> None:
        """Put a screen in the place of what a private answer shows."""

        async def edit(screen: Screen) -> None:
            async with self._translated_errors():
                view = paint(screen)
                webhook = discord.Webhook.partial(reply.application, reply.token, client=self._logged_in)
                try:
                    with readable():
                        await webhook.edit_message(reply.message, view=view, attachments=files(screen.files))
                except discord.HTTPException as error:
                    if error.code in _DEAD_REPLY_CODES:
                        raise MessageGoneError from error
                    raise

        await self._put(screen, edit)

    async def _unarchive(self, channel: int) -> None:
        thread = self._logged_in.get_channel(channel) or await self._logged_in.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            try:
                await thread.edit(archived=False)
            except discord.Forbidden as error:
                raise ChannelUnreachableError("locked") from error

    def _allowed(self, channel: int, screen: Screen, *, new: bool) -> Screen:
        """Return the screen as we may show it there.

        What Discord would refuse is not asked: refusals are counted against us.
        """
        held = self._permissions(channel, posting=new)
        return screen if held is None or held.attach_files else screen.without_pictures()

    def _permissions(self, channel: int, *, posting: bool = False) -> discord.Permissions | None:
        """Return what we may do in a channel as far as Discord has told us; None where we do not know.

        Raises ChannelUnreachableError if we may not show, or (``posting``) post anything there.
        """
        client = self._logged_in
        found, user = client.get_channel(channel), client.user
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return None
        me = None if user is None else found.guild.get_member(user.id)
        if me is not None and me.is_timed_out():
            raise ChannelUnreachableError("timeout", asked=False)
        if found.guild.unavailable or (isinstance(found, discord.Thread) and found.parent is None):
            return None
        # Unknown for a moment after joining, although its type in the library says otherwise.
        held = None if me is None else found.permissions_for(me)
        if held is not None and (name := missing_permission(held, found.type, posting=posting)):
            raise ChannelUnreachableError(f"permission:{name}", asked=False)
        return held

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        self._permissions(channel)
        async with self._translated_errors(channel):
            with readable():
                place = self._logged_in.get_partial_messageable(channel)
                await place.get_partial_message(message).delete()

    async def count_newer(self, channel: int, message: int) -> int:
        """Count the messages behind this one, at most ten."""
        self._permissions(channel)
        async with self._translated_errors(channel):
            history = self._logged_in.get_partial_messageable(channel).history(
                limit=10, after=discord.Object(message)
            )
            with readable():
                return len([item async for item in history])


async def render_pictures(screen: Screen) -> Screen:
    """Return the screen with every picture drawn, off the event loop."""
    sketches = screen.sketches()
    if not sketches:
        return screen
    drawn: dict[Sketch, bytes] = {}
    for sketch in sketches:
        with speaking(screen.language):
            known = known_png(sketch)
            drawn[sketch] = known if known is not None else await asyncio.to_thread(render_png, sketch)
    return screen.with_pictures(drawn)
