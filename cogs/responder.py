"""Answers an interaction exactly once and in time, also when something breaks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.app.arrival import waited_s
from bot.app.twins import ANSWERED_ALREADY_CODE, TwinWatch
from bot.delivery.background_tasks import place_of
from bot.delivery.discord_wire import render_pictures
from bot.delivery.drawing import RenderedSurface
from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.wire import ReplyHandle
from bot.discord_patches.requests import UploadFailedError
from bot.operations.logs import press_of_task
from bot.views.base import emoji
from bot.views.base.layout import Form, Screen
from bot.views.base.paint import files, paint, paint_form
from bot.views.table import private
from cards.say import say
from cogs.answers import Answer, Click, PrivateReply, UpdateMessage
from cogs.ephemeral_replies import EphemeralReplies, EphemeralReply, delete, delete_in_background

log = logging.getLogger(__name__)

DEFER_AFTER_S = 1.8
"""Seconds after which we ask for more time; Discord gives three, including both ways over the network.

What a press has waited before, until the database said that it is new, counts as well.
"""

ANSWER_TIMEOUT_S = 8.0
"""Seconds after which an answer counts as lost; the library would retry it while its screen stays old."""

ERROR_TEXT = "Something went wrong on my side. Nothing is lost: please look at the table and try again."
TOO_SLOW_TEXT = "That took too long. Please press once more."

BRIEF_S = 8.0
"""Seconds for which a receipt stays on the screen."""

DONE_TEXT = "Done. See the table's message."

UPLOAD_REFUSED_STATUSES = (400, 413)
"""Statuses that may be about a file."""

UNKNOWN_MESSAGE_CODE = 10008

Interaction = discord.Interaction[Any]


class PictureError(Exception):
    """A picture failed. Without this, a file that cannot be read would look like a network that is down."""


class Responder:
    """Answers one interaction. Nothing else answers interactions, so none is answered twice.

    What Discord says to an answer never changes what happened at the table: that is saved before. If the
    answer does not arrive, the table's own message shows it.
    """

    def __init__(
        self,
        interaction: Interaction,
        screen_api: ScreenService,
        click: Click,
        twins: TwinWatch,
        replies: EphemeralReplies | None = None,
    ) -> None:
        """With ``replies`` a new private answer takes the place of the one before."""
        self._twins = twins
        self._answered_elsewhere = False
        self._began = time.monotonic() - waited_s()
        self._interaction = interaction
        self._screens = screen_api
        self._click = click
        self._replies = replies
        self._deferred = self._lost = False
        self._answer: Answer | None = None

    async def run(self, work: Coroutine[Any, Any, Answer]) -> None:
        """Wait for the answer and give it; a mistake of ours becomes an apology and a line in the log."""
        press_of_task.set((self._click.interaction_id, self._click.guild))
        with self._screens.answering():
            await self._run(work)
        kind = "lost" if self._lost else self._click.place
        self._screens.note_answered(kind, time.monotonic() - self._began)

    async def _run(self, work: Coroutine[Any, Any, Answer]) -> None:
        try:
            answer = await self._deferred_if_slow(self._prepared(work))
            if self._answered_elsewhere:
                return
            await self._send_logged(self._send_or_say(answer), answer)
        except Exception as error:
            self._log(error, self._answer)
            # First what counts: the apology may meet with the same.
            await self._note_lost(self._answer)
            await self._apologize()

    async def _prepared(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Wait for the answer and for what makes sending it slow: the person's wishes and its pictures."""
        self._answer = answer = await self._as_wished(await work)
        if not isinstance(answer, Form):
            await _rendered(answer.screen)  # remembered until it is sent
        return answer

    async def _deferred_if_slow(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Wait for the answer; where it takes long, ask Discord for more time meanwhile.

        Nearly all answers are quick, so a timer has to do, which costs less than a task to wait for.
        """
        loop, deferring = asyncio.get_running_loop(), list[asyncio.Task[None]]()

        def defer() -> None:
            deferring.append(loop.create_task(self._send_logged(self._defer())))

        timer = loop.call_later(max(0.0, DEFER_AFTER_S - waited_s()), defer)
        try:
            return await work
        finally:
            timer.cancel()
            for task in deferring:
                await task

    async def _apologize(self) -> None:
        """Say that something went wrong, unless the answer has arrived before."""
        if self._deferred or not self._interaction.response.is_done():
            # Without pictures, because drawing them may be what failed.
            await self._send_logged(
                self._send(PrivateReply(private.note_screen(say(ERROR_TEXT), private.ERROR_COLOR)))
            )

    def _log(self, error: Exception, answer: Answer | None) -> None:
        if answer is None:
            log.error("press %d failed", self._click.interaction_id, exc_info=error)
            return
        # The text of an error may name what is on the screen, which may be a hand.
        log.error("answer to %d failed: %s", self._click.interaction_id, place_of(error))

    async def _as_wished(self, answer: Answer) -> Answer:
        """Show a person pictures or words, with letters as large as they want, but not what all can see.

        That has pictures wherever we may attach files, as when we edit it ourselves.
        """
        if isinstance(answer, Form):
            return answer
        if _is_for_all(answer):
            allowed = self._interaction.app_permissions.attach_files
            return answer if allowed else replace(answer, screen=answer.screen.without_pictures())
        if not answer.screen.sketches():
            return answer
        reading = await self._screens.reading_of(self._click.user)
        return replace(answer, screen=reading.shown(answer.screen))

    async def _send_logged(self, sending: Coroutine[Any, Any, None], answer: Answer | None = None) -> None:
        began = time.monotonic()
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT_S):
                await sending
            self._twins.note_answer(self._click.interaction_id)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            # Too late, answered already, or the network: what was done is saved, and the table's message
            # shows it.
            log.info("answer to %d did not arrive: %s", self._click.interaction_id, error)
            self._lost = True
            if getattr(error, "code", 0) == ANSWERED_ALREADY_CODE:
                took_s = time.monotonic() - began
                self._answered_elsewhere = self._twins.note_conflict(self._click.interaction_id, took_s)
            await self._note_lost(answer)
        except RuntimeError:
            # The library's HTTP session raises this once it is closed: the bot is stopping.
            if not self._interaction.client.is_closed():
                raise
            log.info("answer to %d came too late: stopping", self._click.interaction_id)

    async def _note_lost(self, answer: Answer | None) -> None:
        """Have the message that the answer was for drawn again, if it is the table's or a hand."""
        if isinstance(answer, UpdateMessage) and answer.surface is not None:
            await self._screens.answer_failed(answer.surface)

    async def _defer(self) -> None:
        response = self._interaction.response
        self._deferred = True
        if self._click.place == "private":
            await response.defer()
        else:
            await response.defer(ephemeral=True, thinking=True)

    async def _send(self, answer: Answer) -> None:
        if self._deferred:
            await self._send_deferred(answer)
            return
        match answer:
            case Form():
                await self._interaction.response.send_modal(paint_form(answer))
            case PrivateReply(screen):
                drawn = await _rendered(screen)
                sent = await self._interaction.response.send_message(
                    view=paint(drawn), files=files(drawn.files), ephemeral=True
                )
                if answer.brief:
                    self._take_away_soon(sent.message_id)
                elif await self._replace_reply(sent.message_id):
                    await self._note_shown(sent.message_id, answer)
            case UpdateMessage():
                await self._update(answer)

    async def _send_or_say(self, answer: Answer) -> None:
        """Give an answer, in words where Discord does not take its pictures, or our emoji."""
        try:
            await self._send(answer)
        except (discord.HTTPException, UploadFailedError) as error:
            refused = isinstance(error, UploadFailedError) or error.status in UPLOAD_REFUSED_STATUSES
            no_emoji = emoji.note_refusal(str(error))
            if isinstance(answer, Form) or not (no_emoji or (refused and answer.screen.sketches())):
                raise
            try:
                await self._send(replace(answer, screen=answer.screen.without_pictures()))
            except discord.HTTPException as again:
                if again.code != ANSWERED_ALREADY_CODE:  # else the first has arrived
                    raise

    async def _update(self, answer: UpdateMessage) -> None:
        announced = await self._announce_write(answer)
        try:
            await self._edit_pressed(answer)
        finally:
            if announced is not None:
                await self._screens.answer_finished(announced)

    async def _edit_pressed(self, answer: UpdateMessage) -> None:
        response, screen = self._interaction.response, await _rendered(answer.screen)
        in_private = self._click.place == "private"
        if in_private:
            # An edit of ours that is about to go out must not take the place of this answer.
            self._screens.reply_gone(self._click.message)
        try:
            await response.edit_message(view=paint(screen), attachments=files(screen.files))
            if answer.surface is not None:
                await self._screens.answer_delivered(answer.surface)
            if in_private:
                await self._note_shown(self._click.message, answer)
            if self._replies is not None and in_private:
                self._replies.renew(self._click.message, self._interaction)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE_CODE:
                raise
            # It was deleted while the press was under way, or posted again below: say it there instead.
            await self._note_lost(answer)
            await response.send_message(view=paint(private.note_screen(say(DONE_TEXT))), ephemeral=True)

    def _take_away_soon(self, message: int | None) -> None:
        """Delete a receipt once it can have been read."""
        if message is not None:
            reply = EphemeralReply(message, self._interaction)
            asyncio.get_running_loop().call_later(BRIEF_S, delete_in_background, reply)

    async def _replace_reply(self, message: int | None, *, is_follow_up: bool = False) -> bool:
        """Keep one private answer on the screen: a hand that is opened ten times appears once.

        Return True if this answer stays.
        """
        if self._replies is None or message is None:
            return True
        outdated = self._replies.keep(message, self._interaction, is_follow_up=is_follow_up)
        stays = outdated is None or outdated.message != message
        if stays:
            self._screens.reply_opened(self._click.user, self._click.channel, message)
        if outdated is not None:
            self._screens.reply_gone(outdated.message, deleted=True)
            await delete(outdated)
        return stays

    async def _note_shown(self, message: int | None, answer: PrivateReply | UpdateMessage) -> None:
        """Tell delivery what a private answer shows, which may be a screen to be kept up to date."""
        if message is None:
            return
        interaction = self._interaction
        reply = ReplyHandle(
            interaction.channel_id or 0, message, interaction.application_id, interaction.token
        )
        await self._screens.reply_shown(reply, answer.live, answer.screen)

    async def _announce_write(self, answer: UpdateMessage) -> SurfaceKey | None:
        """Announce the answer to delivery; return the surface if it is the newest message of one."""
        if answer.surface is None:
            return None
        drawn = RenderedSurface(answer.screen, answer.version)
        where = (self._click.channel, self._click.message)
        announced = await self._screens.answer_started(answer.surface, drawn, *where)
        return answer.surface if announced else None

    async def _send_deferred(self, answer: Answer) -> None:
        # After a press on a private message the "original answer" is that message, which may be a hand.
        in_private = self._click.place == "private"
        match answer:
            case Form() if in_private:
                note = paint(private.note_screen(say(TOO_SLOW_TEXT)))
                await self._interaction.followup.send(view=note, ephemeral=True)
            case Form():
                await self._edit(private.note_screen(say(TOO_SLOW_TEXT)))
            case UpdateMessage() if answer.surface is not None:
                # That message is drawn again anyway; only our "thinking" has to go.
                await self._interaction.delete_original_response()
            case PrivateReply(screen) if in_private:
                drawn = await _rendered(screen)
                sent = await self._interaction.followup.send(
                    view=paint(drawn), files=files(drawn.files), ephemeral=True, wait=True
                )
                if await self._replace_reply(sent.id, is_follow_up=True):
                    await self._note_shown(sent.id, answer)
            case PrivateReply(screen) | UpdateMessage(screen):
                await self._note_shown(await self._edit(screen), answer)

    async def _edit(self, screen: Screen) -> int | None:
        """Put a screen in the place of the private answer; return that message's id if it stays."""
        drawn = await _rendered(screen)
        if self._click.place == "private":
            self._screens.reply_gone(self._click.message)
        edited = await self._interaction.edit_original_response(
            view=paint(drawn), attachments=files(drawn.files)
        )
        if self._click.place != "private":
            return edited.id if await self._replace_reply(edited.id) else None
        if self._replies is not None:
            self._replies.renew(edited.id, self._interaction)
        return edited.id


def _is_for_all(answer: Answer) -> bool:
    """Return True for what everybody in the channel sees."""
    return isinstance(answer, UpdateMessage) and answer.surface is not None and not answer.surface.user


async def _rendered(screen: Screen) -> Screen:
    try:
        return await render_pictures(screen)
    except Exception as error:
        raise PictureError from error


async def apologize(interaction: Interaction, text: str) -> None:
    """Say in private what went wrong, without a ``Responder`` and even after another answer."""
    view = paint(private.note_screen(text, private.ERROR_COLOR))
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, ephemeral=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.info("apology for %d did not arrive: %s", interaction.id, error)
