"""What is known of each surface: its message, what that shows, whether it is out of date, and its row."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from bot.delivery.drawing import RedrawPolicy, RenderedSurface, screen_hash
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind, replaced_key
from bot.delivery.wire import RetryLaterError
from bot.store.api import ConflictError, Store, StoreError
from bot.store.rows import SurfaceRow
from bot.views.base import custom_ids
from bot.views.base.layout import Button, ButtonRow, Screen, Section

log = logging.getLogger(__name__)

Places = Mapping[tuple[int, int], str]
"""The custom_id at each place: the row, counted from the end as chats are read, and the column."""


@dataclass(slots=True, eq=False)
class ShownPlaces:
    """The buttons of a message, and when each took the place of one that did something else."""

    clock: Callable[[], float]
    _shown: Places = field(default_factory=dict[tuple[int, int], str])
    _moved_at: dict[tuple[int, int], float] = field(default_factory=dict[tuple[int, int], float])

    def note(self, screen: Screen) -> None:
        """Note what the message shows from now on."""
        before, self._shown = self._shown, _places(screen)
        for place, custom_id in self._shown.items():
            if _does(before.get(place, custom_id)) != _does(custom_id):
                self._moved_at[place] = self.clock()

    def has_moved(self, custom_id: str, within_s: float) -> bool:
        """Return True if the button has taken the place of one that does something else a moment ago."""
        place = next((place for place, shown in self._shown.items() if shown == custom_id), None)
        moved_at = None if place is None else self._moved_at.get(place)
        return moved_at is not None and self.clock() - moved_at < within_s


def _places(screen: Screen) -> Places:
    blocks = [block for block in screen.blocks() if isinstance(block, ButtonRow | Section)]
    rows = [block.buttons if isinstance(block, ButtonRow) else (block.beside,) for block in blocks]
    return {
        (row - len(rows), column): button.custom_id
        for row, buttons in enumerate(rows)
        for column, button in enumerate(buttons)
        if isinstance(button, Button)
    }


def _does(custom_id: str) -> object:
    """Return what a press does, at whatever moment the button was drawn."""
    found = custom_ids.parse(custom_id)
    return custom_id if found is None else (found.action, found.rest)


@dataclass(slots=True, eq=False, repr=False)
class Surface:
    """One surface: its message, what that shows, and whether it has to be drawn again.

    Our edits and the answers to clicks both write into a message. If two writes are under way at once, nobody
    knows which of them arrives last: that is a conflict, and the surface has to be drawn once more.
    """

    key: SurfaceKey
    row: SurfaceRow | None = None
    """Where the message is and which version it shows, as it is stored (or is to be)."""
    _shown_hash: int | None = None
    _shown_version: int = -1
    _delivering: bool = False
    _pending: RedrawPolicy | None = None
    _marked_at: float = 0.0
    failures: int = 0
    """How many deliveries have failed in a row."""
    _writes_under_way: int = 0
    _conflict: bool = False
    _forgotten_message: int = 0
    depth_checked_at: float = 0.0
    """When somebody last looked how deep the message lies."""
    vanished: bool = False
    """A message was deleted, and nobody has seen yet whether the one after it stays."""
    failed_edits: int = 0
    may_be_posted: bool = False
    """Nobody knows whether a message was posted: an answer was lost, or a nonce may have found an old one."""
    nonce_from: int = 0
    """What the next nonce is made of after one may have found an old message; 0: as usual."""
    called: int = 0
    """Whom this message has called, as long as the table waits for them alone."""
    places: ShownPlaces = field(default_factory=lambda: ShownPlaces(time.monotonic))

    # reading

    def __str__(self) -> str:
        return f"{self.key.name} of table {self.key.table}"

    @property
    def dirty(self) -> bool:
        return self._pending is not None

    @property
    def debounced(self) -> bool:
        """Return True if the surface only waits for quiet."""
        return self._pending is not None and self._pending.debounce

    @property
    def due_at(self) -> float:
        """Return when a dirty surface is to be delivered, by the clock of the marks."""
        assert self._pending is not None
        assert self._pending.delay_s is not None
        return self._marked_at + self._pending.delay_s

    @property
    def drawn_before(self) -> bool:
        """Return True if this process knows a version that the message has shown."""
        return self._shown_version >= 0

    @property
    def previous_message(self) -> int:
        """Return the message after which the next one is posted, for its nonce; 0 if there was none."""
        known = self._forgotten_message if self.row is None else self.row.message
        return self.nonce_from or known

    def shows(self, drawn: RenderedSurface) -> bool:
        """Return True if the message is known to show exactly this."""
        return self._shown_hash == screen_hash(drawn.screen)

    def row_of(self, channel: int, message: int, version: int) -> SurfaceRow:
        """Return the row for a message that shows a version of the surface."""
        return SurfaceRow(self.key.table, self.key.name, channel, message, version)

    # out of date

    def mark_dirty(self, policy: RedrawPolicy, now: float) -> None:
        """Note that the surface is out of date; a resolved policy joins what is marked already."""
        if self._pending is not None:
            policy = self._pending.after(now - self._marked_at).merge(policy)
        self._pending, self._marked_at = policy, now

    def unmark(self) -> None:
        """Drop the marks: somebody else draws the surface, or the next start does."""
        self._pending = None

    def begin_delivery(self) -> RedrawPolicy:
        """Take the marks up and return their policy; marks made from now on are for the next delivery."""
        policy, self._pending, self._delivering = self._pending, None, True
        assert policy is not None
        return policy

    def finish_delivery(self, *, succeeded: bool = False) -> None:
        """Note that a delivery is over and need not be tried again."""
        self._delivering = False
        if succeeded:
            self.failures = 0

    def delivery_failed(
        self, policy: RedrawPolicy, delay_s: float, now: float, *, in_a_row: bool = True
    ) -> None:
        """Note that a delivery has to be tried again after a while, with what was marked meanwhile."""
        self._delivering = False
        self.failures = self.failures * in_a_row + 1
        self._shown_hash = None
        if self._pending is not None:
            policy = policy.merge(self._pending)
        self._pending = RedrawPolicy(delay_s, policy.debounce, policy.position)
        self._marked_at = now

    def invalidate(self) -> None:
        """Note that nobody knows what the message shows, so that the next drawing goes out in any case.

        What is being delivered may have been written before, and is noted as shown afterwards: that counts
        as a conflict, too.
        """
        self._shown_hash = None
        if self._writes_under_way or self._delivering:
            self._conflict = True

    # writes under way

    def begin_write(self) -> None:
        self._conflict = self._conflict or self._writes_under_way > 0
        self._writes_under_way += 1

    def end_write(self) -> None:
        self._writes_under_way = max(0, self._writes_under_way - 1)

    @contextmanager
    def writing(self) -> Generator[None]:
        self.begin_write()
        try:
            yield
        finally:
            self.end_write()

    def begin_answer(self, drawn: RenderedSurface) -> None:
        """Note that the answer to a click is about to put this version into the message."""
        self.begin_write()
        if drawn.version < self._shown_version:
            self._conflict = True
            return
        self._note_shown(drawn)

    def _note_shown(self, drawn: RenderedSurface) -> None:
        self.places.note(drawn.screen)
        self._shown_hash = screen_hash(drawn.screen)
        self._shown_version = drawn.version
        self.called = self.called if self.called == drawn.awaits else 0

    def settle_conflict(self) -> bool:
        """Return True if writes were under way at once and are over: the surface has to be drawn again."""
        if not self._conflict or self._writes_under_way or self._delivering:
            return False
        self._conflict = False
        self._shown_hash = None
        return True

    # the message

    def written(self, row: SurfaceRow, drawn: RenderedSurface) -> None:
        """Note that the message of this row shows this drawing."""
        is_new = self.row is None or self.row.message != row.message
        self.row = row
        self.may_be_posted = False
        self.nonce_from = 0 if is_new else self.nonce_from
        self._note_shown(drawn)
        if drawn.calls and is_new:
            self.called = drawn.awaits

    def forgotten(self) -> None:
        """Note that there is no message any more, or none that we may find again by its nonce."""
        if self.row is not None:
            self._forgotten_message = self.row.message
        self.row = None
        self._shown_hash = None


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
