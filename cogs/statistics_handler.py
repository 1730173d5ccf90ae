"""Statistics: what a command shows of them, or changes."""

from __future__ import annotations

from bot.operations.personal_data import PersonalData
from bot.statistics.questions import StatisticsService
from bot.views.base.layout import AttachedFile, Screen, Text
from bot.views.base.table_words import SAID_TEXTS
from bot.views.pages.profile import profile_screen, season_screen
from bot.views.table import private
from cards.kernel.moves import Refusal
from cards.say import say
from cogs.answer_builder import refused
from cogs.answers import Answer, Click, PrivateReply

KEPT_TEXT = "Your games count from now on."


class StatisticsHandler:
    """Answers with screens that only who asks can see."""

    def __init__(self, statistics: StatisticsService, personal_data: PersonalData) -> None:
        self._statistics = statistics
        self._personal_data = personal_data

    async def stats(self, click: Click, user: int, name: str) -> Answer:
        """Show the figures of a person, or one's own; outside of a server one's own alone."""
        if not click.guild:
            user, name = click.user, click.name
        found = await self._statistics.profile(click.guild, user or click.user, name or click.name)
        return refused(found) if isinstance(found, Refusal) else PrivateReply(profile_screen(found))

    async def top(self, click: Click) -> Answer:
        """Show the present season."""
        found = await self._statistics.season(click.guild)
        return refused(found) if isinstance(found, Refusal) else PrivateReply(season_screen(found))

    async def keep(self, click: Click, *, keep: bool) -> Answer:
        """Let one's games count, or not."""
        refusal = await self._statistics.keep(click.user, keep=keep)
        if refusal is not None:
            return refused(refusal)
        return PrivateReply(
            private.note_screen(say(KEPT_TEXT if keep else SAID_TEXTS["opted_out"]), private.SUCCESS_COLOR)
        )

    async def my_data(self, click: Click) -> Answer:
        """Hand over what is stored about the person who asks."""
        file = await self._personal_data.file_of(click.user)
        if isinstance(file, Refusal):
            return refused(file)
        return PrivateReply(Screen((Text(say(SAID_TEXTS["data"])), AttachedFile(file.name)), (file,)))
