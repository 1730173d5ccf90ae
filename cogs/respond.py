"""Answering an interaction exactly once, in time, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import aiohttp
import discord

from bot.delivery.boards import Boards
from bot.delivery.darkroom import finished
from bot.delivery.surfaces import Drawn
from bot.views import private
from bot.views.layout import Screen
from bot.views.paint import files, paint, paint_form
from cogs.answers import Answer, Click, Open, Private, Update
from cogs.slips import Slips, take_back

log = logging.getLogger(__name__)

SLOW = 1.8
"""Seconds after which we ask for more time; Discord gives three, the way there and back included."""

SORRY = "Something went wrong on my side. Nothing is lost: please look at the table and try again."
AGAIN = "That took too long. Please press once more."

DONE = "Done: the table shows it."

UNKNOWN_MESSAGE = 10008

Interaction = discord.Interaction[Any]


class NotDrawn(Exception):
    """A picture failed; a file that cannot be read must not pass for a network that is down."""


class Responder:
    """Answers one interaction. Nothing else answers interactions, so none is answered twice.

    What Discord says to an answer never changes what happened at the table: that is saved before. If the
    answer does not arrive, the table's own message shows it.
    """

    def __init__(
        self, interaction: Interaction, boards: Boards, click: Click, slips: Slips | None = None
    ) -> None:
        """``slips``: a new private answer takes the place of the one before, if there is such a list."""
        self._interaction = interaction
        self._boards = boards
        self._click = click
        self._slips = slips
        self._deferred = False

    async def run(self, work: Coroutine[Any, Any, Answer]) -> None:
        """Wait for the answer and give it; a mistake of ours becomes an apology and a line in the log."""
        with self._boards.answering():
            await self._run(work)

    async def _run(self, work: Coroutine[Any, Any, Answer]) -> None:
        task = asyncio.ensure_future(work)
        done, _ = await asyncio.wait({task}, timeout=SLOW)
        if not done:
            await self._quietly(self._defer())
        answer: Answer | None = None
        try:
            answer = await self._worded(await task)
            await self._quietly(self._give(answer), answer)
        except Exception as error:
            self._log(error, answer)
            await self._apologise(answer)

    async def _apologise(self, answer: Answer | None) -> None:
        """Say that something went wrong, unless the answer arrived before it did."""
        if self._deferred or not self._interaction.response.is_done():
            # In words, as it may be the pictures that cannot be drawn.
            await self._quietly(self._give(Private(private.note_screen(SORRY, private.BAD))))
        await self._doubt(answer)

    def _log(self, error: Exception, answer: Answer | None) -> None:
        if answer is None:
            log.error("press %d failed", self._click.press, exc_info=error)
            return
        # Only where it broke: the text of an error may name what is on the screen, which may be a hand.
        cause = error.__cause__ or error
        frames = "".join(traceback.format_tb(cause.__traceback__)).rstrip()
        log.error("answer to %d failed: %s\n%s", self._click.press, type(cause).__name__, frames)

    async def _worded(self, answer: Answer) -> Answer:
        """Leave the pictures out for somebody who wants words; the table's message is everybody's."""
        if isinstance(answer, Open) or (isinstance(answer, Update) and answer.table and not answer.hand):
            return answer
        if answer.screen.sketches() and await self._boards.words_only(self._click.user):
            return replace(answer, screen=answer.screen.in_words())
        return answer

    async def _quietly(self, sending: Coroutine[Any, Any, None], answer: Answer | None = None) -> None:
        try:
            await sending
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            # Too late, answered already, or the network: what was done is done, the boards show it.
            log.info("answer to %d did not arrive: %s", self._click.press, error)
            await self._doubt(answer)
        except RuntimeError:
            # What the library's HTTP session says once it is closed: we are being stopped.
            if not self._interaction.client.is_closed():
                raise
            log.info("answer to %d came too late: stopping", self._click.press)

    async def _doubt(self, answer: Answer | None) -> None:
        """Have the message drawn again that the answer was for, if it is the table's or a hand."""
        if isinstance(answer, Update) and answer.table:
            await self._boards.failed(answer.table, answer.hand)

    async def _defer(self) -> None:
        response = self._interaction.response
        self._deferred = True
        if self._click.place == "private":
            await response.defer()
        else:
            await response.defer(ephemeral=True, thinking=True)

    async def _give(self, answer: Answer) -> None:
        if self._deferred:
            await self._give_late(answer)
            return
        match answer:
            case Open(form):
                await self._interaction.response.send_modal(paint_form(form))
            case Private(screen):
                drawn = await _drawn(screen)
                sent = await self._interaction.response.send_message(
                    view=paint(drawn), files=files(drawn.files), ephemeral=True
                )
                await self._replace_slip(sent.message_id)
            case Update():
                await self._update(answer)

    async def _update(self, answer: Update) -> None:
        announced = await self._announce(answer)
        try:
            await self._put(answer)
        finally:
            if announced:
                await self._boards.settled(answer.table, answer.hand)

    async def _put(self, answer: Update) -> None:
        response, screen = self._interaction.response, await _drawn(answer.screen)
        try:
            await response.edit_message(view=paint(screen), attachments=files(screen.files))
            if answer.table:
                await self._boards.presented(answer.table, answer.hand)
            if self._slips is not None and self._click.place == "private":
                self._slips.renew(self._click.message, self._interaction)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # The message was posted anew below while the press was under way: say it there instead.
            await response.send_message(view=paint(private.note_screen(DONE)), ephemeral=True)

    async def _replace_slip(self, message: int | None) -> None:
        """Keep one private answer on the screen: whoever opens his hand ten times has it once."""
        if self._slips is None or message is None:
            return
        earlier = self._slips.keep(message, self._interaction)
        if earlier is not None:
            await take_back(earlier)

    async def _announce(self, answer: Update) -> bool:
        """Tell the outbox before we write into one of its messages; it knows whether it is one."""
        if not answer.table:
            return False
        drawn = Drawn(answer.screen, answer.version)
        where = (self._click.channel, self._click.message)
        return await self._boards.presenting(answer.table, answer.hand, drawn, *where)

    async def _give_late(self, answer: Answer) -> None:
        match answer:
            case Open():
                await self._edit(private.note_screen(AGAIN))
            case Update() if answer.table:
                # The outbox redraws that message anyway; only our "thinking" has to go.
                await self._interaction.delete_original_response()
            case Private(screen) if self._click.place == "private":
                drawn = await _drawn(screen)
                await self._interaction.followup.send(
                    view=paint(drawn), files=files(drawn.files), ephemeral=True
                )
            case Private(screen) | Update(screen):
                await self._edit(screen)

    async def _edit(self, screen: Screen) -> None:
        drawn = await _drawn(screen)
        await self._interaction.edit_original_response(view=paint(drawn), attachments=files(drawn.files))


async def _drawn(screen: Screen) -> Screen:
    try:
        return await finished(screen)
    except Exception as error:
        raise NotDrawn from error


async def apologise(interaction: Interaction, text: str) -> None:
    """Say in private what went wrong where no ``Responder`` could, whatever was answered before."""
    view = paint(private.note_screen(text, private.BAD))
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, ephemeral=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
        log.info("apology for %d did not arrive: %s", interaction.id, error)
