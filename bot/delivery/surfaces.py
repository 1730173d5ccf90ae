"""The surfaces that this process knows, and the rows of their messages in the database."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from bot.delivery.surface import Surface
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind, replaced_key
from bot.delivery.wire import RetryLaterError
from bot.store.api import ConflictError, Store, StoreError
from bot.store.rows import SurfaceRow

log = logging.getLogger(__name__)


class Surfaces:
    """Holds one ``Surface`` per key, table by table, each table read when it is first needed.

    Reading raises ``StoreError``; what is written for a delivery raises ``RetryLaterError``.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.acquired_at: dict[int, float] = {}
        """When tables came from another process, which may just have posted their messages."""
        self._tables: dict[int, dict[SurfaceKey, Surface]] = {}
        self._used_at: dict[int, float] = {}
        """When each table was in use last, the latest one at the end."""
        self._replaced: list[SurfaceKey] = []

    def owns(self, table: int) -> bool:
        """Return True if this process is the one that shows the table."""
        return True

    async def get(self, key: SurfaceKey) -> Surface:
        """Return a surface, which may have no message yet."""
        return (await self._read(key.table)).setdefault(key, Surface(key))

    async def of_table(self, table: int) -> dict[SurfaceKey, Surface]:
        """Return all surfaces of a table."""
        return dict(await self._read(table))

    async def _read(self, table: int) -> dict[SurfaceKey, Surface]:
        if table not in self._tables:
            keys = {SurfaceKey(table, row.key): row for row in await self.rows(table)}
            found = {key: Surface(key, row) for key, row in keys.items()}
            self._tables.setdefault(table, found)  # somebody else may have read it meanwhile
        return self._tables[table]

    async def message_of(self, key: SurfaceKey) -> tuple[int, int] | None:
        """Return channel and message of a surface, whichever process shows it."""
        if self.owns(key.table):
            row = (await self.get(key)).row
        else:
            row = next((row for row in await self.rows(key.table) if row.key == key.name), None)
        return None if row is None else (row.channel, row.message)

    # in memory

    def get_known(self, key: SurfaceKey) -> Surface | None:
        """Return a surface that is in memory."""
        return self._tables.get(key.table, {}).get(key)

    def known_of(self, table: int) -> list[SurfaceKey]:
        """List the surfaces of a table that are in memory."""
        return list(self._tables.get(table, ()))

    def known(self) -> dict[SurfaceKey, Surface]:
        """Return the surfaces that are in memory."""
        return {key: surface for table in self._tables.values() for key, surface in table.items()}

    def drop(self, table: int, keep: Callable[[SurfaceKey], bool]) -> None:
        """Forget a table's surfaces but those to ``keep``; if none is left, they are read again."""
        kept = {key: surface for key, surface in self._tables.pop(table, {}).items() if keep(key)}
        if kept:
            self._tables[table] = kept

    def note_use(self, table: int, now: float) -> None:
        """Note that a table is in use."""
        self._used_at.pop(table, None)
        self._used_at[table] = now

    def next_idle(self, before: float) -> int | None:
        """Return the table that has not been in use for longest, if not since then, and note it no more."""
        table = next(iter(self._used_at), None)
        if table is None or self._used_at[table] > before:
            return None
        del self._used_at[table]
        return table

    # in the database

    async def rows(self, table: int) -> list[SurfaceRow]:
        """Return the stored messages of a table."""
        return await self._store.surfaces(table)

    async def save(self, row: SurfaceRow, replaced: SurfaceRow | None = None) -> bool:
        """Store a row; return False where another process shows the table by now.

        A message that it has ``replaced`` is a surface of its own from then on, which should not be there.
        """
        rows = [row] if replaced is None else [row, _replaced_row(replaced)]
        try:
            await self._store.save_surfaces(rows)
        except ConflictError:
            return False
        except StoreError as error:
            raise RetryLaterError(str(error)) from error  # the nonce finds the message again
        for old in rows:
            key = SurfaceKey(old.table, old.key)
            if key.kind is SurfaceKind.REPLACED:
                self._tables.setdefault(old.table, {})[key] = Surface(key, old)
                self._replaced.append(key)
        return True

    async def abandon(self, row: SurfaceRow) -> None:
        """Have a message deleted that is no surface's any more."""
        await self.save(_replaced_row(row))

    def take_replaced(self) -> list[SurfaceKey]:
        """Return the messages that have been replaced since the last call."""
        taken, self._replaced = self._replaced, []
        return taken

    async def drop_row(self, key: SurfaceKey) -> None:
        """Delete a row."""
        try:
            await self._store.drop_surfaces(key.table, [key.name])
        except StoreError as error:
            raise RetryLaterError(str(error)) from error
        if key.kind is SurfaceKind.REPLACED:
            self._tables.get(key.table, {}).pop(key, None)

    async def report_overwrite(self, row: SurfaceRow) -> None:
        """Say that we have written into a message of another process's by mistake."""
        log.error("another process has noted a message of table %d", row.table)


def _replaced_row(row: SurfaceRow) -> SurfaceRow:
    return replace(row, key=replaced_key(row.table, row.message).name)
