"""From a press to what comes of it; knows tables and screens, not Discord."""

from __future__ import annotations

from bot.delivery.service import ScreenService
from bot.tables.api import TableApi
from bot.tables.game_kinds import GameLookup
from bot.tables.table import Speed
from cards.kernel.moves import Refusal
from cogs.answer_builder import AnswerBuilder, Outcome
from cogs.answers import Answer, Click
from cogs.presses.base import PressContext, PressRequest
from cogs.presses.registry import read_press
from cogs.quotas import Quotas
from cogs.replay_handler import ReplayHandler
from cogs.rule_lookup import RuleLookup


class ClickHandler:
    """Answers every press on every screen."""

    def __init__(
        self,
        tables: TableApi,
        games: GameLookup,
        screen_api: ScreenService,
        replays: ReplayHandler | None = None,
        *,
        quotas: Quotas | None = None,
        default_speed: Speed = "live",
    ) -> None:
        """``replays`` None: there are none to be shown; ``quotas`` None: any number of tables is fine."""
        self._answers = answers = AnswerBuilder(tables, games, screen_api)
        rules = RuleLookup(tables, games)
        self._context = PressContext(
            tables, games, screen_api, answers, rules, replays, quotas, default_speed
        )

    async def answer(self, click: Click) -> Answer:
        """Do what was pressed, if it may be done, and say what to show."""
        request = read_press(click)
        if request is None:
            return self._answers.old_button()
        if not await self._context.tables.is_open_to(request.table, click.user, click.guild):
            return await self._answers.build(click, 0, Refusal("no_table"))
        click = request.placed(click)
        return await self._answers.build(click, request.table, await self._handle(click, request))

    async def _handle(self, click: Click, request: PressRequest) -> Outcome:
        at = self._context
        if request.returns_first and (returned := await at.return_to_seat(click, request.table)):
            return returned
        return await request.answer(click, at)
