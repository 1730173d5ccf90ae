"""What people who press ask of the table they sit at."""

from __future__ import annotations

from bot.tables.api import TableApi
from bot.tables.intents import Intent, Request, Return
from bot.tables.results import Done, TableView
from cards.kernel.moves import Refusal
from cogs.answer_builder import was_away
from cogs.answers import Click


class SeatRequests:
    """Asks the table in the name of somebody who sits there."""

    def __init__(self, tables: TableApi) -> None:
        self._tables = tables

    async def send(self, click: Click, table: int, intent: Intent, seen: int) -> Done | Refusal:
        """Ask something of the table. A person who was away gets the seat back even if it refuses."""
        result = await self._tables.send(table, Request(click.interaction_id, click.user, intent, seen))
        if isinstance(result, Refusal):
            return await self.return_to_seat(click, table) or result
        return result

    async def return_to_seat(self, click: Click, table: int) -> Done | None:
        """Give the seat back to a person who was away; return None if they were not."""
        result = await self._tables.send(table, Request(0, click.user, Return()))
        return result if isinstance(result, Done) and was_away(result) else None

    async def view(self, click: Click, table: int) -> TableView | Refusal:
        """Return the presser's view; a refusal where they have no seat."""
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, TableView) and view.seat is None:
            return Refusal("not_seated")
        return view
