"""What is known of people: how they read, who takes no direct messages, and for whom the tables wait.

The listener of the tables notes whom to mention or remind, and when; the renderer reads it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.store.api import Store
from bot.store.rows import UserRow
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base.reading import TEXT_SIZES, Reading, text_size_of
from cards.kernel.moves import Refusal

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


RECENT_PRESS_FACTOR = 4
"""How many times longer people are not called who pressed something lately: they see it anyway."""


class Waits:
    """Remembers in memory since when a table waits for one person, and the reminders that were asked for."""

    def __init__(
        self,
        last_press_at: Callable[[int], float | None],
        monotonic: Callable[[], float],
        call_delay_s: float,
    ) -> None:
        """``call_delay_s`` is how long everybody waits before the person is mentioned."""
        self.call_delay_s = call_delay_s
        self._last_press_at = last_press_at
        self._monotonic = monotonic
        self._awaited: dict[int, tuple[int, float]] = {}
        self._passing_until: dict[int, float] = {}
        self.reminders: dict[tuple[int, int], int] = {}
        """The deadlines to remind people of, by table and person."""

    def note_awaited(self, table: int, user: int, passes_for_s: float = 0.0) -> None:
        """Note the one person for whom a table waits; 0: nobody, or several.

        ``passes_for_s``: for so long they may still pass by themselves, whatever they hold. Nobody is called
        before, since who is called and who is not would show what they hold.
        """
        self._passing_until.pop(table, None)
        if passes_for_s:
            self._passing_until[table] = self._monotonic() + passes_for_s
        if not user:
            self._awaited.pop(table, None)
        elif self._awaited.get(table, (0, 0.0))[0] != user:
            self._awaited[table] = user, self._monotonic()

    def awaited(self, table: int) -> int:
        """Return the one person for whom a table waits; 0: nobody, or several."""
        return self._awaited.get(table, (0, 0.0))[0]

    def seconds_until_call(self, table: int, user: int) -> float:
        """Return in how many seconds it is time to mention somebody, who may be there anyway."""
        since = self._awaited.get(table, (user, 0.0))[1]
        last = self._last_press_at(user)
        if last is None:
            due = since + self.call_delay_s
        else:
            due = max(since, last) + RECENT_PRESS_FACTOR * self.call_delay_s
        return max(due, self._passing_until.get(table, due)) - self._monotonic()


def called_user(view: TableView | Refusal) -> int:
    """Return the one person for whom the others wait; 0 if it is nobody or several.

    Where nobody else is there, nobody waits but computers; where passes are hidden, nobody is told for whom.
    As long as somebody has an offer to answer, they are called instead.
    """
    if isinstance(view, Refusal):
        return 0
    pending = view.pending
    if view.table.phase != "playing" or view.table.halt or pending is None or pending.hides_passes:
        return 0
    if len(pending.awaited) != 1 or screens.to_answer(view):
        return 0
    seat = view.table.seats[pending.awaited[0]]
    return seat.user if seat.present and len(view.table.people_here) > 1 else 0


def awaited_users(view: TableView | Refusal) -> frozenset[int]:
    """Return the people for whom the table waits, without computers and those who are away."""
    if isinstance(view, Refusal) or view.pending is None:
        return frozenset()
    return people_in(view, view.pending.awaited)


def people_in(view: TableView, numbers: Iterable[int]) -> frozenset[int]:
    """Return who plays in these seats, without computers and those who are away."""
    seats = (view.table.seats[number] for number in numbers)
    return frozenset(seat.user for seat in seats if seat.present)


def is_reminder_due(view: TableView, seat: int, deadline: int) -> bool:
    """Return True if the table still waits for this seat until this deadline."""
    return view.pending is not None and seat in view.pending.awaited and view.deadline == deadline
