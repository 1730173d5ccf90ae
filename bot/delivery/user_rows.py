"""The one place that changes what is known of people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from bot.store.api import Store
from bot.store.rows import UserRow


class UserRows:
    """Changes the rows of people, one change after the other for each of them.

    A row is read and saved as a whole, so of two changes at once the later one would undo the other.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """The lock of everybody whose row is being changed."""

    async def change(self, user: int, change: Callable[[UserRow], UserRow]) -> None:
        """Replace somebody's row by what ``change`` makes of it. Raises ``StoreError``."""
        async with self._locks.setdefault(user, asyncio.Lock()):
            row = await self._store.user(user)
            changed = change(row)
            if changed != row:
                await self._store.save_user(changed)
