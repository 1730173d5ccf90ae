"""One surface brought to Discord: edited in place, posted, found again or taken away."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.delivery.dms import DmOpener
from bot.delivery.pace import Breaker, Pace
from bot.delivery.surfaces import Artist, Drawn, Keep, Key, Shelf, Surface, Troubles, nonce, posted, stamp
from bot.delivery.wire import DmClosed, DmFlood, Gone, Later, Refused, TooOld, Unreachable, Wire, Wrong
from bot.store.rows import SurfaceRow
from bot.views.layout import Screen, Text

log = logging.getLogger(__name__)

OLD = 3600.0
"""Seconds after which Discord limits edits sharply, so that a new message is better."""

UNSURE = 120.0
"""Seconds after a start, or after taking a table over, in which a first post may have been made already."""

REMEMBERED = 300.0
"""Seconds for which Discord surely finds a message by its nonce; later a search would post a second one."""

FOUND = Screen((Text("…"),))
"""What a search for a message posts where there is none; it is taken away at once."""

BURIED = 10
"""Messages below a surface that bury it."""

LOOK = 120.0
"""Seconds between two looks at how deep a surface lies."""


class Courier:
    """Writes surfaces, one at a time each, and knows which channels and people can be written to."""

    def __init__(
        self,
        wire: Wire,
        artist: Artist,
        shelf: Shelf,
        troubles: Troubles,
        *,
        clock: Callable[[], float],
        steady: Callable[[], float],
        dm_gap: float,
        landed: Callable[[Key, Surface], Awaitable[None]],
    ) -> None:
        """``landed`` is told of each message that has been written and noted; the clocks as for an outbox."""
        self._wire = wire
        self._artist = artist
        self._shelf = shelf
        self._troubles = troubles
        self._clock = clock
        self._steady = steady
        self._landed = landed
        self._dms = DmOpener(wire, dm_gap, steady)
        self._pace = Pace(steady)
        self._breaker = Breaker(steady)
        self._barred: set[int] = set()
        self._born = steady()
        self._since: dict[int, float] = {}
        self._promised = 0
        self._anchor = (0.0, 0.0)
        """When Discord says that our newest message was posted, and how steady time stood then."""

    def reachable(self, channel: int, *, sure: bool) -> bool:
        """Note that a channel may be usable; tell whether to try it again. ``sure`` as for an outbox."""
        barred = channel in self._barred
        self._barred.discard(channel)
        return self._breaker.open(channel, sure=sure) or barred or sure

    def hold(self, trouble: Later, row: SurfaceRow | None) -> None:
        """Write nothing there, or nowhere, for as long as a passing trouble asks for."""
        if trouble.everywhere:
            self._pace.hold(None, trouble.seconds)
        elif trouble.seconds and row is not None:
            self._pace.hold(row.channel, trouble.seconds)

    def take_over(self, table: int) -> None:
        """Note that another process may just have posted this table's messages."""
        self._since[table] = self._steady()

    def let_go(self, table: int) -> None:
        """Forget what was noted of a table."""
        self._since.pop(table, None)

    async def deliver(self, key: Key, surface: Surface, *, anew: bool, still: bool) -> None:
        """Bring the newest version of a surface to Discord. Raises ``Later`` for passing troubles.

        ``anew`` posts it again in any case, ``still`` only where it cannot be edited.
        """
        await self._clear(surface)
        drawn = await self._artist.draw(key)
        row = surface.row
        if row is not None and row.message < 0:
            await self._settle(key, surface, row, drawn)
        if isinstance(drawn, Keep):
            return
        if drawn is None:
            await self._remove(key, surface)
            return
        row = surface.row
        if row is not None and drawn.channel and row.channel != drawn.channel:
            anew = True
        if row is not None and drawn.once:
            if row.version == drawn.version and drawn.channel in (0, row.channel):
                return
            anew = True
        wanted = stamp(drawn.screen)
        if row is not None and not anew and wanted == surface.shown:
            return
        try:
            await self._write(key, surface, drawn, anew=anew, still=still)
        except DmClosed:
            await self._drop(key, surface)
            if row is not None:
                # Out of date for good: better no hand there than an old one.
                surface.replaced.append(row)
            await self._troubles.dm_closed(key, drawn.user)
            await self._clear(surface)
        except DmFlood:
            raise Later("direct messages opened too fast", self._dms.shut()) from None
        except Unreachable as trouble:
            channel = drawn.channel or (row.channel if row is not None else 0)
            if self._note_closed(channel, trouble):
                await self._troubles.unreachable(key, channel, trouble.reason)
        except Wrong as mistake:
            log.error("Discord refuses %s of table %d: %s", key.name, key.table, mistake)

    async def _promise(self, key: Key, surface: Surface, channel: int, version: int) -> bool:
        """Note that a message is about to be posted; False where another process shows the table by now.

        Nobody knows after a crash whether such a message was wanted, so unlike others it would not be
        posted again and found by its nonce. Until its id is known, the row bears a negative number instead:
        the time in milliseconds, which goes into the nonce.
        """
        old = surface.row
        if old is not None and not await self._retire(old):
            surface.replaced.append(old)
        self._promised = min(self._promised - 1, -int(self._clock() * 1000))  # no two alike
        row = SurfaceRow(key.table, key.name, channel, self._promised, version)
        if not await self._shelf.save(row):
            return False
        surface.row = row
        return True

    async def _settle(self, key: Key, surface: Surface, row: SurfaceRow, drawn: Drawn | Keep | None) -> None:
        """Learn what became of a promised message; one that is not exactly what should be there goes away."""
        if isinstance(drawn, Drawn) and drawn.version == row.version:
            await self._find(key, surface, row, drawn.screen)
        else:
            await self._find(key, surface, row, FOUND)
            await self._remove(key, surface)

    async def _find(self, key: Key, surface: Surface, row: SurfaceRow, screen: Screen) -> None:
        """Learn which message an earlier try has posted; else post ``screen``. Raises ``Later``."""
        if self._clock() + row.message / 1000 > REMEMBERED:
            await self._drop(key, surface)
            return
        try:
            message = await self._post(key, surface, row.channel, screen)
        except Later:
            raise
        except Refused as refusal:
            log.info("no %s of table %d to be found: %s", key.name, key.table, refusal)
            return
        found = replace(row, message=message)
        await self._shelf.save(found)
        surface.row = found

    async def _post(self, key: Key, surface: Surface, channel: int, screen: Screen) -> int:
        """Post a message and return its id; a promised one that Discord refuses is promised no more."""
        before = surface.last if surface.row is None else surface.row.message
        try:
            with surface.writing():
                return await self._wire.send(channel, screen, nonce(key, before))
        except Later:
            raise
        except Refused:
            if before < 0:
                await self._drop(key, surface)
            raise

    def _note_closed(self, channel: int, trouble: Unreachable) -> bool:
        """Tell whether it is news that the channel cannot be used."""
        if trouble.asked:
            return self._breaker.refuse(channel)
        news = channel not in self._barred
        self._barred.add(channel)
        return news

    async def _write(self, key: Key, surface: Surface, drawn: Drawn, *, anew: bool, still: bool) -> None:
        row = surface.row
        channel = drawn.channel or (row.channel if row is not None else 0)
        if not channel:
            await self._pace.turn(drawn.user)
            channel = await self._dms.open(drawn.user)
        if not self._breaker.allows(channel):
            return
        await self._pace.turn(channel)
        newest = await self._artist.draw(key)
        if not self._shelf.ours(key.table):
            surface.dirty = True
            return
        if not isinstance(newest, Drawn) or newest.channel != drawn.channel:
            surface.dirty = True
            return
        drawn = newest
        if row is not None and not anew and not drawn.once and stamp(drawn.screen) == surface.shown:
            return
        old = row is not None and not still and self._age(row.message) > OLD
        if row is not None and not (anew or still or old) and drawn.afloat:
            old = await self._is_buried(surface, row)
        if row is not None and not anew and not old:
            try:
                with surface.writing():
                    await self._wire.edit(row.channel, row.message, drawn.screen)
                if not await self._keep(key, surface, drawn, row.channel, row.message):
                    await self._shelf.overwritten(row)
                return
            except (Gone, TooOld):
                pass
        if drawn.once:
            if not await self._promise(key, surface, channel, drawn.version):
                surface.dirty = True
                return
            row = None
        message = await self._post(key, surface, channel, drawn.screen)
        self._barred.discard(channel)
        self._anchor = max(self._anchor, (posted(message), self._steady()))
        since = self._steady() - self._since.get(key.table, self._born)
        unsure = surface.failures > 0 or (surface.version < 0 and since < UNSURE)
        if not await self._keep(key, surface, drawn, channel, message):
            await self._withdraw(key, channel, message)
            return
        if unsure and not drawn.once:
            # The nonce may have found a message that an earlier try made, with an older screen.
            surface.shown = ""
            surface.dirty = True
        if row is not None and row.message != message:
            surface.replaced.append(row)
            await self._clear(surface)

    def _age(self, message: int) -> float:
        """Return how old a message is by Discord's clock; ours may be set wrongly."""
        there, here = self._anchor
        now = there + self._steady() - here if there else self._clock()
        return now - posted(message)

    async def _is_buried(self, surface: Surface, row: SurfaceRow) -> bool:
        """Look, now and then, whether people have written so much that the surface is out of sight."""
        if self._steady() - surface.looked < LOOK:
            return False
        surface.looked = self._steady()
        await self._pace.share()
        try:
            return await self._wire.newer(row.channel, row.message) >= BURIED
        except Unreachable:
            raise
        except Refused:
            return False

    async def _keep(self, key: Key, surface: Surface, drawn: Drawn, channel: int, message: int) -> bool:
        """Note what a message shows; False where another process shows the table by now."""
        row = SurfaceRow(key.table, key.name, channel, message, drawn.version)
        if surface.row != row and not await self._shelf.save(row):
            return False
        surface.row = row
        surface.shown = stamp(drawn.screen)
        surface.version = drawn.version
        surface.writes += 1
        await self._landed(key, surface)
        return True

    async def _withdraw(self, key: Key, channel: int, message: int) -> None:
        """Take back a message that was posted too late, unless the other process has found it as its own."""
        rows = await self._shelf.load(key.table)
        if not any(row.message == message for row in rows):
            await self._retire(SurfaceRow(key.table, key.name, channel, message, 0))

    async def _remove(self, key: Key, surface: Surface) -> None:
        """Take a surface away; where we cannot, it stays known for when we can again."""
        if surface.row is not None and await self._retire(surface.row):
            await self._drop(key, surface)

    async def _drop(self, key: Key, surface: Surface) -> None:
        if surface.row is not None and surface.row.message > 0:
            surface.last = surface.row.message
        surface.row = None
        surface.shown = ""
        await self._shelf.drop(key.table, key.name)

    async def _retire(self, row: SurfaceRow) -> bool:
        """Take an old message away; tell whether it is gone. Raises ``Later``.

        Whoever still presses its buttons is told how things stand.
        """
        if not self._breaker.allows(row.channel):
            return False
        await self._pace.share()
        try:
            await self._wire.delete(row.channel, row.message)
        except Unreachable as trouble:
            if trouble.asked:
                self._breaker.refuse(row.channel)
            return False
        except (Gone, TooOld, Wrong, DmClosed):
            pass
        return True

    async def _clear(self, surface: Surface) -> None:
        """Take away what newer messages have replaced."""
        while surface.replaced:
            await self._retire(surface.replaced[0])
            surface.replaced.pop(0)
