"""The ids of messages, kept in the database."""

from __future__ import annotations

from typing import Protocol

from bot.delivery.notices import invalidate_notice
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.wire import RetryLaterError
from bot.store.api import ConflictError, Store, StoreError
from bot.store.rows import SurfaceRow


class SurfaceStore(Protocol):
    """Keeps the ids of messages. What fails for a while raises ``RetryLaterError``."""

    def owns(self, table: int) -> bool:
        """Return True if this process is the one that shows the table."""
        ...

    def keeps(self, table: int) -> bool:
        """Return True also while this process cannot be sure that it still is."""
        ...

    async def load(self, table: int) -> list[SurfaceRow]:
        """Return the stored messages of a table. Raises ``StoreError``."""
        ...

    async def save(self, row: SurfaceRow) -> bool:
        """Store a row; return False where another process shows the table by now."""
        ...

    async def drop(self, table: int, name: str) -> None:
        """Delete a row."""
        ...

    async def report_overwrite(self, row: SurfaceRow) -> None:
        """Say that we have written into a message of another process's by mistake."""
        ...


class DatabaseSurfaceStore:
    """A ``SurfaceStore`` in the bot's database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._peers = store.peers

    def owns(self, table: int) -> bool:
        return self._peers.owns(table)

    def keeps(self, table: int) -> bool:
        return self._peers.keeps(table)

    async def load(self, table: int) -> list[SurfaceRow]:
        return await self._store.surfaces(table)

    async def save(self, row: SurfaceRow) -> bool:
        try:
            await self._store.save_surfaces([row])
        except ConflictError:
            return False
        except StoreError as error:
            raise RetryLaterError(str(error)) from error  # the nonce finds the message again
        return True

    async def drop(self, table: int, name: str) -> None:
        try:
            await self._store.drop_surfaces(table, [name])
        except StoreError as error:
            raise RetryLaterError(str(error)) from error

    async def report_overwrite(self, row: SurfaceRow) -> None:
        notice = invalidate_notice(SurfaceKey(row.table, row.key))
        await self._peers.notify_owner(row.table, notice)
