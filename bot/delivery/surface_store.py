"""The ids of messages, kept in the database."""

from __future__ import annotations

from bot.delivery.wire import RetryLaterError
from bot.store.api import ConflictError, Store, StoreError
from bot.store.rows import SurfaceRow


class DatabaseSurfaceStore:
    """The shelf of an outbox; a database that does not answer is a passing trouble."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._peers = store.peers

    def owns(self, table: int) -> bool:
        return self._peers.owns(table)

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
        await self._peers.notify_owner(row.table, f"doubt {row.key}")
