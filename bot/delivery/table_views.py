"""Looks at tables, and tells those that are gone from those that cannot be read now."""

from __future__ import annotations

from bot.store.api import StoreError
from bot.tables.api import TableApi
from bot.tables.results import TableView
from cards.kernel.moves import Refusal


async def view_of(tables: TableApi, table: int, user: int | None) -> TableView | Refusal:
    """Return what a person sees of a table, or an onlooker (None). Raises ``StoreError``.

    A table that the database does not give out now is refused, too. But delivery deletes the messages of a
    table that is refused to it, so it has to try again later instead.
    """
    view = await tables.view_for(table, user)
    if view == Refusal("not_saved"):
        raise StoreError(f"table {table} cannot be read now")
    return view
