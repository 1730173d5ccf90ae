"""What is known of people: how they read, and who takes no direct messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.store.api import Store
from bot.store.rows import UserRow
from bot.views.base.reading import TEXT_SIZES, Reading, text_size_of

DM_RETRY_DELAY_S = 86_400
"""Seconds for which closed direct messages are not tried again."""


class People:
    """Reads and changes the rows of people. What it changes may raise ``StoreError``."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds since 1970."""
        self._store = store
        self._clock = clock
        self._changing = asyncio.Lock()
        self._hints: set[int] = set()

    async def reading_of(self, user: int) -> Reading:
        """Return how a person wants to read; a host's wish for words goes for the table too."""
        return reading_of(await self._store.user(user))

    async def set_reading(self, user: int, reading: Reading) -> None:
        """Remember how a person wants to read."""
        size = TEXT_SIZES.index(reading.text_size)
        await self._change(user, lambda row: replace(row, text_only=reading.text_only, text_size=size))

    def takes_no_dms(self, row: UserRow) -> bool:
        """Return True if a new direct message would be refused, as far as we know."""
        return row.dm_closed_until > self._clock()

    async def note_dms_closed(self, user: int) -> None:
        """Remember for a day that this person gets the hand by button only, and have it said once."""
        until = int(self._clock()) + DM_RETRY_DELAY_S
        await self._change(user, lambda row: replace(row, dm_closed_until=max(row.dm_closed_until, until)))
        self._hints.add(user)

    def take_dm_hint(self, user: int) -> bool:
        """Return True, once, if this person should hear that direct messages are closed."""
        if user in self._hints:
            self._hints.discard(user)
            return True
        return False

    async def retry_dms(self, users: Iterable[int]) -> None:
        """Try direct messages to these people again; 0 is nobody."""
        for user in sorted(set(users) - {0}):
            await self._change(user, lambda row: replace(row, dm_closed_until=0))

    async def _change(self, user: int, change: Callable[[UserRow], UserRow]) -> None:
        """Change a row, which is read and saved as a whole: of two changes at once one would be undone."""
        async with self._changing:
            row = await self._store.user(user)
            changed = change(row)
            if changed != row:
                await self._store.save_user(changed)


def reading_of(person: UserRow) -> Reading:
    """Return how a person wants to read what they alone see."""
    return Reading(person.text_only, text_size_of(person.text_size))
