"""From a press to what comes of it; knows tables and screens, not Discord."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from bot.delivery.api import ScreenApi
from bot.tables.api import TableApi
from bot.tables.game_kinds import GameLookup
from bot.tables.intents import Rematch, Request, SetOptions, Vote
from bot.views.table import settings
from cards.kernel.moves import Refusal
from cogs.answer_builder import AnswerBuilder, Outcome
from cogs.answers import Answer, Click
from cogs.click_parser import parse_click
from cogs.click_requests import (
    AnswerOffer,
    AnswerPoll,
    ChangeTable,
    ClickRequest,
    FillSlot,
    LobbyRequest,
    LookAtMove,
    MakeMove,
    OpenMoveForm,
    OpenSettingForm,
    RefusedPress,
    ReplayClick,
    SendGameFiles,
    SendMoveForm,
    SetFlags,
    SetTerm,
    ShareHighlights,
    ShowAsking,
    ShowCard,
    ShowDesk,
    ShowDetails,
    ShowDice,
    ShowHand,
    ShowLeaving,
    ShowReplay,
    ShowRules,
    ShowSeat,
    ShowSettings,
    ShowStory,
    WatchTable,
)
from cogs.lobby_settings import lobby_settings
from cogs.move_handler import MoveHandler
from cogs.quotas import Quotas, refuse_too_many
from cogs.replay_handler import ReplayHandler
from cogs.rule_lookup import RuleLookup
from cogs.screen_handler import ScreenHandler
from cogs.seat_requests import SeatRequests


class ClickHandler:
    """Answers every press on every screen."""

    def __init__(
        self,
        tables: TableApi,
        games: GameLookup,
        screen_api: ScreenApi,
        replays: ReplayHandler | None = None,
        *,
        quotas: Quotas | None = None,
    ) -> None:
        """``replays`` None: there are none to be shown; ``quotas`` None: any number of tables is fine."""
        self._quotas = quotas
        self._replays = replays
        self._tables = tables
        self._games = games
        self._rules = RuleLookup(tables, games)
        self._answers = AnswerBuilder(tables, games, screen_api)
        self._seats = SeatRequests(tables)
        self._moves = MoveHandler(tables, games)
        self._screens = ScreenHandler(tables, screen_api, self._answers)

    async def answer(self, click: Click) -> Answer:
        """Do what was pressed, if it may be done, and say what to show."""
        request = parse_click(click)
        if request is None:
            return self._answers.old_button()
        if await self._is_elsewhere(click, request.table):
            return await self._answers.build(click, 0, Refusal("no_table"))
        if isinstance(request, AnswerOffer) and click.place == "table":
            click = replace(click, place="bargain")
        return await self._answers.build(click, request.table, await self._handle(click, request))

    async def _is_elsewhere(self, click: Click, table: int) -> bool:
        """Return True for a forged button: it names a table of another server than it was pressed in."""
        guild = await self._tables.guild_of(table) if click.guild and table else None
        return guild is not None and guild != click.guild

    async def _handle(self, click: Click, request: ClickRequest) -> Outcome:
        if _returns_first(request) and (returned := await self._seats.return_to_seat(click, request.table)):
            return returned
        match request:
            case (
                MakeMove()
                | LookAtMove()
                | FillSlot()
                | OpenMoveForm()
                | SetTerm()
                | SendMoveForm()
                | AnswerOffer()
            ):
                return await self._moves.answer(click, request)
            case (
                ShowHand()
                | ShowCard()
                | ShowDesk()
                | ShowSeat()
                | ShowDetails()
                | ShowAsking()
                | ShowLeaving()
                | ShowStory()
                | ShareHighlights()
                | WatchTable()
                | ShowDice()
            ):
                return await self._screens.answer(click, request)
            case ChangeTable() | SetFlags() | ShowSettings() | OpenSettingForm():
                return await self._change_lobby(click, request)
            case ShowRules(topic, table, game, card):
                return await self._rules.page(topic, table, game, card)
            case AnswerPoll(table, seen, yes):
                return await self._seats.send(click, table, Vote(yes), seen)
            case ShowReplay() | SendGameFiles():
                if self._replays is None:
                    return Refusal("no_replay")
                return await self._show_replay(click, request, self._replays)
            case RefusedPress(_, why):
                return why
        assert_never(request)

    async def _show_replay(self, click: Click, request: ReplayClick, replays: ReplayHandler) -> Outcome:
        if isinstance(request, SendGameFiles):
            return await replays.files(click, request.table)
        return await replays.show(
            click, request.table, request.chapter, hands_open=request.hands_open, part=request.part
        )

    async def _change_lobby(self, click: Click, request: LobbyRequest) -> Outcome:
        match request:
            case ChangeTable(table, intent, seen):
                if isinstance(intent, Rematch) and (refusal := await self._refuse_rematch(click, table)):
                    return refusal
                return await self._tables.send(table, Request(click.interaction_id, click.user, intent, seen))
            case SetFlags():
                return await self._set_flags(click, request)
            case ShowSettings(table):
                return await lobby_settings(self._tables, self._games, table, click.user)
            case OpenSettingForm():
                return await self._open_setting_form(click, request)
        assert_never(request)

    async def _refuse_rematch(self, click: Click, ended: int) -> Refusal | None:
        """Refuse one table too many, where the channel of the one that has ended is free for it."""
        view = await self._tables.view_for(ended, None)
        if isinstance(view, Refusal):
            return None
        old = view.table
        if old.live or await self._tables.table_in_channel(old.channel) is not None:
            return None
        return await refuse_too_many(self._tables, self._quotas, old.guild, click.user)

    async def _set_flags(self, click: Click, request: SetFlags) -> Outcome:
        view = await self._tables.view_for(request.table, None)
        if isinstance(view, Refusal):
            return view
        kind = self._games.find(view.table.game)
        if kind is None:
            return Refusal("no_game")
        intent = SetOptions({key: key in request.chosen for key in settings.flags(kind)})
        return await self._tables.send(request.table, Request(click.interaction_id, click.user, intent))

    async def _open_setting_form(self, click: Click, request: OpenSettingForm) -> Outcome:
        view = await self._tables.view_for(request.table, click.user)
        if isinstance(view, Refusal):
            return view
        kind = self._games.find(view.table.game)
        if kind is None or request.key not in kind.default_options:
            return Refusal("forged")
        return settings.value_form(view.table, kind, request.key)


def _returns_first(request: ClickRequest) -> bool:
    """Return True if a person who was away gets the seat back before the request itself is tried.

    A move is tried first, because its own refusal tells them more. A move from a menu is not: the caretaker
    may have acted since the menu was drawn.
    """
    if isinstance(request, MakeMove):
        return request.from_menu
    return not isinstance(request, ShowRules | ShowReplay | SendGameFiles)
