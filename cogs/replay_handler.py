"""Replays of finished games: what a press or a command shows of them."""

from __future__ import annotations

from bot.replays.service import ReplayRequest, ReplayService
from bot.views.base.layout import Screen
from bot.views.table.replay import files_screen, replay_screen
from cards.kernel.moves import Refusal
from cogs.answers import Click


class ReplayHandler:
    """Answers with screens of replays. People see those of their own server, of games that are over."""

    def __init__(self, replays: ReplayService) -> None:
        self._replays = replays

    async def show(
        self, click: Click, table: int, chapter: int = 0, *, hands_open: bool = False, part: int = 0
    ) -> Screen | Refusal:
        """Show a part of a chapter."""
        asked = ReplayRequest(table, click.guild, click.user, chapter, hands_open, part)
        page = await self._replays.page(asked)
        return page if isinstance(page, Refusal) else replay_screen(page)

    async def files(self, click: Click, table: int) -> Screen | Refusal:
        """Hand the files of a game to its host."""
        files = await self._replays.files(ReplayRequest(table, click.guild, click.user))
        return files if isinstance(files, Refusal) else files_screen(table, files)
