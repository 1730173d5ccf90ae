"""The surfaces that this process knows, read from the store table by table when they are first needed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from bot.delivery.surface import Surface
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.surface_store import SurfaceStore


class SurfaceRegistry:
    """Holds one ``Surface`` per key, table by table: no table costs the others a look."""

    def __init__(self, surface_store: SurfaceStore) -> None:
        self._surface_store = surface_store
        self._tables: dict[int, dict[SurfaceKey, Surface]] = {}
        self._asked_at: OrderedDict[int, float] = OrderedDict()
        """When each table was asked for last, the latest one at the end."""
        self._loading: dict[int, asyncio.Task[None]] = {}

    async def get(self, key: SurfaceKey) -> Surface:
        """Return a surface, which may have no message yet. Raises ``StoreError``."""
        await self._load_once(key.table)
        return self._tables.setdefault(key.table, {}).setdefault(key, Surface())

    def note_use(self, table: int, now: float) -> None:
        """Note that a table is in use."""
        self._asked_at[table] = now
        self._asked_at.move_to_end(table)

    def next_idle(self, before: float) -> int | None:
        """Return the table that has not been in use for longest, if not since then, and note it no more."""
        if not self._asked_at or next(iter(self._asked_at.values())) > before:
            return None
        return self._asked_at.popitem(last=False)[0]

    def get_known(self, key: SurfaceKey) -> Surface | None:
        """Return a surface that is in memory."""
        return self._tables.get(key.table, {}).get(key)

    async def of_table(self, table: int) -> dict[SurfaceKey, Surface]:
        """Return all surfaces of a table. Raises ``StoreError``."""
        await self._load_once(table)
        return self.known_of(table)

    def known_of(self, table: int) -> dict[SurfaceKey, Surface]:
        """Return the surfaces of a table that are in memory."""
        return dict(self._tables.get(table, {}))

    def known(self) -> dict[SurfaceKey, Surface]:
        """Return the surfaces that are in memory."""
        return {key: surface for table in self._tables.values() for key, surface in table.items()}

    async def message_of(self, key: SurfaceKey) -> tuple[int, int] | None:
        """Return channel and message of a surface, whichever process shows it. Raises ``StoreError``."""
        if self._surface_store.owns(key.table):
            row = (await self.get(key)).row
        else:
            rows = await self._surface_store.load(key.table)
            row = next((row for row in rows if row.key == key.name), None)
        return None if row is None else (row.channel, row.message)

    def owns(self, table: int) -> bool:
        """Return True if this process is the one that shows the table."""
        return self._surface_store.owns(table)

    def keeps(self, table: int) -> bool:
        """Return True also while this process cannot be sure that it still is."""
        return self._surface_store.keeps(table)

    def drop(self, key: SurfaceKey) -> None:
        """Forget a surface."""
        known = self._tables.get(key.table, {})
        known.pop(key, None)
        if not known:
            self._tables.pop(key.table, None)

    def reload_if_empty(self, table: int) -> None:
        """Have a table read again if none of its surfaces is in memory."""
        if table not in self._tables:
            self._loading.pop(table, None)

    async def _load_once(self, table: int) -> None:
        loading = self._loading.get(table)
        if loading is None or _has_failed(loading):
            loading = self._loading[table] = asyncio.create_task(self._load(table))
        # Others wait for it, too: who is cancelled must not take it along.
        await asyncio.shield(loading)

    async def _load(self, table: int) -> None:
        for row in await self._surface_store.load(table):
            key = SurfaceKey(table, row.key)
            self._tables.setdefault(table, {}).setdefault(key, Surface(row))


def _has_failed(loading: asyncio.Task[None]) -> bool:
    return loading.done() and (loading.cancelled() or loading.exception() is not None)
