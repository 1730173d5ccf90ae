"""Tables that are set aside: what was saved of them cannot be read, and nothing else may suffer from it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.store.api import Store, StoreError
from bot.tables.history import table_facts


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """What is known of a live table that cannot be read. ``host`` is a user, 0 where nobody knows."""

    id: int
    channel: int
    guild: int
    host: int = 0


async def find_host(store: Store, number: int) -> int:
    """Return who hosts a damaged table: who stands in its facts, or else who opened it, by the log."""
    try:
        row = await store.table(number)
        facts = None if row is None else table_facts(row)
        if facts is not None:
            return facts.host
        opened = await store.log(number, limit=1)
    except StoreError:
        return 0
    # SQLite keeps any type anywhere: a damaged row may hold no number here.
    return opened[0].user if opened and str(opened[0].user).isdecimal() else 0
