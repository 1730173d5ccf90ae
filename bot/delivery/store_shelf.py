"""The ids of messages, kept in the database."""

from __future__ import annotations

from bot.delivery.wire import Later
from bot.store.port import Conflict, Store, StoreError
from bot.store.rows import SurfaceRow


class StoreShelf:
    """The shelf of an outbox; a database that does not answer is a passing trouble."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._peers = store.peers

    def ours(self, table: int) -> bool:
        return self._peers is None or self._peers.keeps(table)

    async def load(self, table: int) -> list[SurfaceRow]:
        return await self._store.surfaces(table)

    async def save(self, row: SurfaceRow) -> bool:
        try:
            await self._store.save_surfaces([row])
        except Conflict:
            return False
        except StoreError as error:
            raise Later(str(error)) from error  # the nonce finds the message again
        return True

    async def drop(self, table: int, name: str) -> None:
        try:
            await self._store.drop_surfaces(table, [name])
        except StoreError as error:
            raise Later(str(error)) from error

    async def overwritten(self, row: SurfaceRow) -> None:
        if self._peers is not None:
            await self._peers.tell(row.table, f"doubt {row.key}")
