"""Shows the screens that change nothing at the table."""

from __future__ import annotations

import asyncio
from typing import assert_never

from cachetools import LRUCache

from bot.delivery.api import ScreenApi
from bot.delivery.live_replies import REPLY_LIFETIME_S, LiveScreen
from bot.delivery.message_ids import posted_at_s
from bot.delivery.surface_keys import watch_key
from bot.tables.api import TableApi
from bot.tables.results import TableView
from bot.views.base.layout import Screen
from bot.views.press import asking
from bot.views.table import details, parting, private, public, screens
from bot.views.table.fairness import dice_screen
from bot.views.table.hand_cards import TRIED_VERBS, is_idle
from bot.views.table.recap import story_screen
from cards.kernel.moves import Refusal
from cogs.answer_builder import AnswerBuilder, FollowedScreen, Outcome
from cogs.answers import Click, PublicPost
from cogs.click_requests import (
    LookRequest,
    ShareHighlights,
    ShowAsking,
    ShowCard,
    ShowDesk,
    ShowDetails,
    ShowDice,
    ShowHand,
    ShowLeaving,
    ShowSeat,
    ShowStory,
    WatchTable,
)
from cogs.seat_requests import SeatRequests

SHARED_TEXT = "The highlights have been shared already."
UNREADABLE_TEXT = "The story of this game is stuck in the archive right now. Please try again in a minute."
MAX_REMEMBERED_SHARES = 1000
"""Tables of which it is remembered that their highlights have been shared."""

CloserLook = ShowHand | ShowCard | ShowDesk | ShowSeat | ShowDetails


class ScreenHandler:
    """Shows what people ask to see."""

    def __init__(self, tables: TableApi, screen_api: ScreenApi, answers: AnswerBuilder) -> None:
        self._tables = tables
        self._seats = SeatRequests(tables)
        self._screens = screen_api
        self._answers = answers
        self._shared: LRUCache[int, bool] = LRUCache(MAX_REMEMBERED_SHARES)
        """Tables whose highlights are out or on their way: a second press does not post them again."""

    async def answer(self, click: Click, request: LookRequest) -> Outcome:
        """Return the screen, or why there is none."""
        match request:
            case ShowHand() | ShowCard() | ShowDesk() | ShowSeat() | ShowDetails():
                return await self._show(click, request)
            case ShowLeaving(table):
                return await self._show_leaving(click, table)
            case ShowAsking(table):
                return await self._show_asking(click, table)
            case ShowStory():
                return await self._show_story(click, request)
            case WatchTable(table):
                return await self._watch(click, table)
            case ShowDice(table):
                return await self._show_dice(table)
            case ShareHighlights(table):
                return await self._share(click, table)
        assert_never(request)

    async def _show(self, click: Click, request: CloserLook) -> Outcome:
        """Show a screen that changes nothing."""
        view = await self._tables.view_for(request.table, click.user)
        if isinstance(view, Refusal):
            return view
        idle = None
        if isinstance(request, ShowCard) and is_idle(view, screens.shape_of(view), request.card):
            idle = await self._tables.why_idle(request.table, click.user, request.card, TRIED_VERBS)
        screen = self._screen(view, request, idle)
        if screen is not None:
            return screen
        return Refusal("not_seated") if view.seat is None else self._answers.hand(click, view)

    def _screen(self, view: TableView, request: CloserLook, idle: Refusal | None) -> Screen | None:
        """Draw a screen; None for the hand, and where there is nothing of that kind to see.

        ``idle`` is why the card that is asked for cannot be used now.
        """
        shape = screens.shape_of(view)
        started = view.game_view is not None
        if isinstance(request, ShowSeat) and started:
            known = dict(shape.seats(view))
            return details.seat_screen(view, shape, request.seat) if request.seat in known else None
        if isinstance(request, ShowDetails) and started:
            return details.details_screen(view, shape)
        if isinstance(request, ShowCard) and started:
            groups = [] if view.seat is None else shape.groups(view)
            own = {card for group in groups for card in group.cards}
            if request.card in own | shape.public_cards(view):
                return private.card_screen(view, shape, request.card, idle)
        if isinstance(request, ShowDesk) and started and view.seat is not None:
            return private.desk_screen(view, shape, request.name)
        return None

    async def _show_leaving(self, click: Click, table: int) -> Outcome:
        """Ask the presser whether they want to leave the game."""
        view = await self._seats.view(click, table)
        if isinstance(view, Refusal) or view.table.phase == "playing":
            return view if isinstance(view, Refusal) else parting.leave_screen(view)
        return Refusal("wrong_phase", {"phase": view.table.phase})

    async def _show_asking(self, click: Click, table: int) -> Outcome:
        """Show when the presser is asked whether they pass."""
        view = await self._seats.view(click, table)
        if isinstance(view, Refusal) or asking.can_pass_unasked(view):
            return view if isinstance(view, Refusal) else asking.asking_screen(view)
        return Refusal("wrong_phase", {"phase": view.table.phase})

    async def _show_story(self, click: Click, request: ShowStory) -> Outcome:
        """Show a page of the story: what is remembered, and from the log what was before that or all."""
        view = await self._tables.view_for(request.table, click.user)
        if isinstance(view, Refusal):
            return view
        if view.game_view is None:
            return Refusal("wrong_phase", {"phase": view.table.phase})
        whole = request.page > 0 or view.table.phase == "ended"
        past = await self._tables.past_since(request.table, click.user, 0) if whole else view.past
        if not whole:
            return story_screen(view, past, request.page)
        return await asyncio.to_thread(story_screen, view, past, request.page)  # all of a long game

    async def _watch(self, click: Click, table: int) -> Outcome:
        """Show the table as everybody may see it, and have that follow the game."""
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, Refusal):
            return view
        if view.seat is not None and view.table.live:
            return Refusal("seated")
        until = int(posted_at_s(click.interaction_id)) + REPLY_LIFETIME_S
        drawn = await self._screens.render_watch(table, click.user, until)
        if drawn is None:
            return Refusal("wrong_phase", {"phase": view.table.phase})
        if drawn.last:
            return drawn.screen
        live = LiveScreen(watch_key(table, click.user), drawn.version, until, click.name)
        return FollowedScreen(drawn.screen, live)

    async def _show_dice(self, table: int) -> Outcome:
        view = await self._tables.view_for(table, None)
        if isinstance(view, Refusal):
            return view
        if view.table.phase != "ended" or view.table.seed < 0:
            return Refusal("not_over")
        return dice_screen(view.table)

    async def _share(self, click: Click, table: int) -> Outcome:
        """Post the highlights of a finished game, once for each table, for who sat there."""
        view = await self._tables.view_for(table, None)
        if isinstance(view, Refusal):
            return view
        if not public.is_finished(view):
            return Refusal("wrong_phase", {"phase": view.table.phase})
        if click.user not in {seat.user or seat.was for seat in view.table.seats}:
            return Refusal("not_seated")
        if table in self._shared:
            return private.note_screen(SHARED_TEXT)
        self._shared[table] = True
        post = None
        try:
            post = await self._highlights(view)
        finally:
            if post is None:
                self._shared.pop(table, None)
        return private.note_screen(UNREADABLE_TEXT) if post is None else post

    async def _highlights(self, view: TableView) -> PublicPost | None:
        """Draw the highlights of a finished game; None if its log, which is never empty, cannot be read."""
        table = view.table.id
        past = await self._tables.past_since(table, None, 0)
        if not past:
            return None
        screen = public.shared_screen(view, screens.shape_of(view), past)
        return PublicPost(screen, lambda: self._shared.pop(table, None))
