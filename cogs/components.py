"""Receives every press of a button, every choice in a menu and every sent form.

One listener serves all, instead of the library's dynamic items. Those drop what is not on the message they
find, so a forged or outdated press would get no answer at all; they parse the whole message again for every
press; they only log errors; and they do not support forms, which have to work after a restart as well.
"""

from __future__ import annotations

import time
from collections import deque

import discord
from discord.ext import commands

from bot.app.client import Kickdoor, Services
from bot.views.table import private
from cards.say import say
from cogs.answers import Answer, PrivateReply
from cogs.click_handler import ClickHandler
from cogs.ephemeral_replies import EphemeralReplies, delete_in_background
from cogs.gate import read_click
from cogs.quotas import TOO_FAST_TEXT, quotas_of
from cogs.replay_handler import ReplayHandler
from cogs.responder import Interaction, Responder

MAX_SEEN_INTERACTIONS = 1024
"""Presses that are remembered, in case Discord delivers one twice."""


class ComponentCog(commands.Cog):
    """Passes presses on and answers them."""

    def __init__(self, services: Services) -> None:
        self._seen: deque[int] = deque(maxlen=MAX_SEEN_INTERACTIONS)
        self._screens = services.screens
        self._twins = services.twins
        self._request_limit = services.request_limit
        self._clicks = ClickHandler(
            services.tables,
            services.games,
            services.screens,
            ReplayHandler(services.replays),
            quotas=quotas_of(services.settings),
            default_speed=services.settings.default_speed,
            steady_s=services.settings.steady_thumb_ms / 1000,
        )
        self._replies = EphemeralReplies(time.monotonic)
        self._screens.watch_replies(self._on_reply_elsewhere)

    @commands.Cog.listener("on_interaction")
    async def on_component(self, interaction: Interaction) -> None:
        """Answer a press or a sent form; the library handles commands."""
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if interaction.type not in kinds:
            return
        if interaction.id in self._seen:  # delivered twice: the first one is answered
            return
        self._seen.append(interaction.id)
        click = read_click(interaction)
        responder = Responder(interaction, self._screens, click, self._twins, self._replies)
        if not self._request_limit.allows(click.user):
            # By the usual way, so that the answers to a hundred hasty presses do not pile up.
            await responder.run(_too_fast())
            return
        self._screens.note_press(click.user, in_hand=not click.guild)
        if click.guild:
            self._screens.note_reachable(click.channel)
        await responder.run(self._clicks.answer(click))

    def _on_reply_elsewhere(self, user: int, channel: int, message: int) -> None:
        """Delete a private answer of ours: another process has given a newer one."""
        earlier = self._replies.replaced_elsewhere(user, channel, message)
        if earlier is not None:
            self._screens.reply_gone(earlier.message)
            delete_in_background(earlier)


async def _too_fast() -> Answer:
    return PrivateReply(private.note_screen(say(TOO_FAST_TEXT), private.ERROR_COLOR))


async def setup(bot: Kickdoor) -> None:
    """Add the listener to the bot."""
    await bot.add_cog(ComponentCog(bot.services))
