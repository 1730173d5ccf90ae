"""What all presses have in common: how they are read, and what they can use.

All of a press can be forged, so it only says what the presser would like. The table decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.delivery.service import ScreenService
from bot.tables.intents import Intent, Request, Return
from bot.tables.results import Change, RefusedError, TableView, refuse
from bot.tables.service import TableService
from bot.tables.table import Speed
from bot.views.base.custom_ids import CustomId
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry
from cogs.answer_builder import AnswerBuilder, Outcome, was_away
from cogs.answers import Click
from cogs.quotas import Quotas
from cogs.replay_handler import ReplayHandler
from cogs.rule_lookup import RuleLookup

MAX_NUMBER_DIGITS = 6
"""Digits of a page or a card in a custom_id; longer ones were never drawn."""


@dataclass(frozen=True, slots=True)
class PressContext:
    """What presses can use. ``replays`` None: there are none; ``quotas`` None: any number of tables."""

    tables: TableService
    games: GameRegistry
    screens: ScreenService
    answers: AnswerBuilder
    rules: RuleLookup
    replays: ReplayHandler | None = None
    quotas: Quotas | None = None
    default_speed: Speed = "live"

    async def send(self, click: Click, table: int, intent: Intent, seen: int) -> Change | Refusal:
        """Ask something of the table. A person who was away gets the seat back even if it refuses."""
        result = await self.tables.send(table, Request(click.interaction_id, click.user, intent, seen))
        if isinstance(result, Refusal):
            return await self.return_to_seat(click, table) or result
        return result

    async def done(self, click: Click, table: int, intent: Intent) -> None:
        """Do something beside the game for the presser. Raises ``RefusedError`` where it may not be done."""
        result = await self.tables.send(table, Request(click.interaction_id, click.user, intent))
        if isinstance(result, Refusal):
            raise RefusedError(result)

    async def return_to_seat(self, click: Click, table: int) -> Change | None:
        """Give the seat back to a person who was away; return None if they were not."""
        result = await self.tables.send(table, Request(0, click.user, Return()))
        return result if isinstance(result, Change) and was_away(result) else None

    async def view(self, table: int, user: int | None) -> TableView:
        """Return what somebody (None: an onlooker) may see of the table. Raises ``RefusedError``."""
        view = await self.tables.view_for(table, user)
        if isinstance(view, Refusal):
            raise RefusedError(view)
        return view

    async def seated_view(self, click: Click, table: int) -> TableView:
        """Return the presser's view. Raises ``RefusedError`` where they have no seat."""
        view = await self.view(table, click.user)
        return refuse("not_seated") if view.seat is None else view

    async def playing_view(self, click: Click, table: int) -> TableView:
        """Return the presser's view of a running game. Raises ``RefusedError`` where they play in none."""
        view = await self.seated_view(click, table)
        return view if view.table.phase == "playing" else refuse("wrong_phase", phase=view.table.phase)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press as it comes; ``rest`` is what stands behind the prefix of its reader."""

    click: Click
    id: CustomId
    rest: str

    @property
    def chosen(self) -> str:
        """Return what was chosen in the menu first, "" for nothing."""
        return self.click.values[0] if self.click.values else ""


@dataclass(frozen=True, slots=True)
class PressRequest:
    """What a press asks for at a table."""

    table: int

    @property
    def returns_first(self) -> bool:
        """Return True if a person who was away gets the seat back before the request itself is tried."""
        return True

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        """Do what is asked for, if it may be done, and return what came of it. May raise ``RefusedError``."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class RefusedPress(PressRequest):
    """Something that no screen of ours offers."""

    why: Refusal

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return self.why


Reader = Callable[[Pressed], PressRequest]


def forged(pressed: Pressed) -> RefusedPress:
    return RefusedPress(pressed.id.table, Refusal("forged"))


def read_number(text: str, *, default: int = 0) -> int:
    """Read a number of a custom_id or menu; ``default`` for what no screen has had."""
    return int(text) if text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS else default
