"""Highlights are shared once, and count as shared only where the post has gone out."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from typing import cast

import pytest

from bot.app.games import game_registry
from bot.delivery.service import ScreenService
from bot.tables.api import TableApi
from bot.tables.intents import Request
from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base.custom_ids import ButtonAction, CustomId
from cards.kernel.moves import Refusal
from cogs.answers import Answer, Click, PrivateReply, PublicPost
from cogs.click_handler import ClickHandler
from cogs.presses.looks import SHARED_TEXT, UNREADABLE_TEXT
from tests.bot.views.games import positions, sight_of

SHARE = str(CustomId(7, 9, ButtonAction.SCREEN, "share"))


class Finished:
    """A table whose game is over, with a log that may be slow or out of reach."""

    def __init__(self) -> None:
        *_, (game, state, events) = positions("classic", 3, 2, 5000, {"short": True})
        view = sight_of(game, state, None, events)
        over = replace(view.table, phase="ended", winners=(0,))
        self.view: TableView = replace(view, table=over)
        self.past: tuple[PastRevision, ...] = view.past
        self.broken = False

    async def view_for(self, table: int, user: int | None) -> TableView:
        return self.view

    async def guild_of(self, table: int) -> None:
        return None

    async def send(self, table: int, request: Request) -> Refusal:
        return Refusal("not_away")

    async def past_since(self, table: int, user: int | None, revision: int) -> tuple[PastRevision, ...]:
        await asyncio.sleep(0.01)
        if self.broken:
            raise ValueError("damaged")
        return self.past


class Presses:
    """People who press *Share* at a finished table."""

    def __init__(self) -> None:
        self.table = Finished()
        self._clicks = ClickHandler(cast(TableApi, self.table), game_registry(), cast(ScreenService, None))
        self._numbers = count(9500)

    async def share(self, user: int = 100) -> Answer:
        return await self._clicks.answer(Click(next(self._numbers), user, "Ann", 70, 700, "table", 5, SHARE))


def is_told(answer: Answer, text: str) -> bool:
    return isinstance(answer, PrivateReply) and text in answer.screen.as_text()


async def test_two_who_press_at_once_share_once() -> None:
    people = Presses()
    first, second = await asyncio.gather(people.share(100), people.share(101))
    assert isinstance(first, PublicPost)
    assert "won!" in first.screen.as_text()
    assert is_told(second, SHARED_TEXT)
    assert is_told(await people.share(102), SHARED_TEXT)


async def test_a_post_that_does_not_arrive_can_be_tried_again() -> None:
    people = Presses()
    lost = await people.share()
    assert isinstance(lost, PublicPost)
    assert lost.failed is not None
    lost.failed()
    assert isinstance(await people.share(101), PublicPost)
    assert is_told(await people.share(102), SHARED_TEXT)


async def test_highlights_are_not_drawn_from_a_log_that_cannot_be_read() -> None:
    """A finished game has one, so that nothing comes back means that it is out of reach."""
    people = Presses()
    past, people.table.past = people.table.past, ()
    assert is_told(await people.share(), UNREADABLE_TEXT)
    people.table.past = past
    assert isinstance(await people.share(), PublicPost)


async def test_a_mistake_of_ours_uses_nothing_up() -> None:
    people = Presses()
    people.table.broken = True
    with pytest.raises(ValueError, match="damaged"):
        await people.share()
    people.table.broken = False
    assert isinstance(await people.share(), PublicPost)
