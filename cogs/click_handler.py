"""From a press to what comes of it; knows tables and screens, not Discord."""

from __future__ import annotations

from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import hand_key, open_hand_key, table_key
from bot.tables.results import RefusedError
from bot.tables.service import TableService
from bot.tables.table import Speed
from bot.views.base.custom_ids import ButtonAction, parse
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry
from cogs.answer_builder import AnswerBuilder, Outcome
from cogs.answers import Answer, Click
from cogs.presses.base import PressContext, PressRequest
from cogs.presses.registry import read_press
from cogs.quotas import Quotas
from cogs.replay_handler import ReplayHandler
from cogs.rule_lookup import RuleLookup

DOING_ACTIONS = frozenset({ButtonAction.MOVE, ButtonAction.LOBBY, ButtonAction.TERMS, ButtonAction.VOTE})


class ClickHandler:
    """Answers every press on every screen."""

    def __init__(
        self,
        tables: TableService,
        games: GameRegistry,
        screen_api: ScreenService,
        replays: ReplayHandler | None = None,
        *,
        quotas: Quotas | None = None,
        default_speed: Speed = "live",
        steady_s: float = 0.0,
    ) -> None:
        """``replays`` None: there are none to be shown; ``quotas`` None: any number of tables is fine.

        A button that has taken another one's place is not taken at its word for ``steady_s``.
        """
        self._steady_s = steady_s
        self._screens = screen_api
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
        return await self._answers.build(click, request.table, await self._handle(click, request))

    async def _handle(self, click: Click, request: PressRequest) -> Outcome:
        at = self._context
        if self._steady_s and self._has_moved(click, request.table):
            return Refusal("moved")
        if request.returns_first and (returned := await at.return_to_seat(click, request.table)):
            return returned
        try:
            return await request.answer(click, at)
        except RefusedError as refused:
            return refused.refusal

    def _has_moved(self, click: Click, table: int) -> bool:
        """Return True if a thumb may have meant the button that stood there before; looking is harmless."""
        pressed = parse(click.custom_id)
        if pressed is None or pressed.action not in DOING_ACTIONS:
            return False
        key = {
            "table": table_key(table),
            "hand": hand_key(table, click.user),
        }.get(click.place, open_hand_key(table, click.user))
        return self._screens.has_moved(key, click.custom_id, self._steady_s)
