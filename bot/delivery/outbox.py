"""The newest version of every surface, delivered.

A surface is a message that shows something: a table, a hand. Somebody marks it as out of date; shortly
afterwards it is drawn anew and edited in place, or posted again where the message is gone, old or buried.
However often it is marked meanwhile, only the newest version goes out. Nothing here has to survive a
crash but the ids of the messages: everything else is drawn from the saved state.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Protocol

from bot.delivery.pace import Breaker, Pace
from bot.delivery.wire import DmClosed, DmFlood, Gone, Later, Refused, TooOld, Unreachable, Wire, Wrong
from bot.store.rows import SurfaceRow
from bot.views.layout import Screen, Text

log = logging.getLogger(__name__)

EPOCH = 1420070400.0
"""Seconds since 1970 at which Discord's ids begin."""

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

FLOODED = 60.0
"""Seconds for which no new direct messages are opened after Discord found us too fast."""

DOUBTFUL = 1.0
"""Seconds between two looks whether a table is still ours to show."""

BACK_OFF = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)


@dataclass(frozen=True, slots=True)
class Key:
    """Names a surface: the table and which of its messages."""

    table: int
    name: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A surface as it should be now.

    It goes to ``channel``, or where that is 0 to the ``user`` as a direct message. ``version`` grows with
    what it shows. With ``once`` the message is never edited: another version is another message. With
    ``afloat`` it is posted again below when others have buried it.
    """

    screen: Screen
    version: int
    channel: int = 0
    user: int = 0
    once: bool = False
    afloat: bool = False


@dataclass(frozen=True, slots=True)
class Keep:
    """What to draw where the surface stays as it is, there or not."""


KEEP = Keep()


class Artist(Protocol):
    """Draws surfaces from the newest saved state."""

    async def draw(self, key: Key) -> Drawn | Keep | None:
        """Return the surface as it should be now; None where it should not be there."""
        ...


class Shelf(Protocol):
    """Where the ids of messages are kept."""

    def ours(self, table: int) -> bool:
        """Tell whether this process is the one that shows the table."""
        ...

    async def load(self, table: int) -> list[SurfaceRow]: ...

    async def save(self, row: SurfaceRow) -> bool:
        """Keep it; False where another process shows the table by now."""
        ...

    async def drop(self, table: int, name: str) -> None: ...

    async def overwritten(self, row: SurfaceRow) -> None:
        """Say that we have written into a message of another process's by mistake."""
        ...


class Troubles(Protocol):
    """Who has to know about what cannot be delivered."""

    async def dm_closed(self, key: Key, user: int) -> None:
        """Take note that this person gets no direct messages."""
        ...

    async def unreachable(self, key: Key, channel: int, reason: str) -> None:
        """Take note that the channel cannot be used; said once until it works again."""
        ...

    async def stalled(self, key: Key) -> None:
        """Take note that Discord does not take this surface at the moment; said once until it does."""
        ...

    async def flowing(self, key: Key) -> None:
        """Take note that, after any such trouble, Discord took this surface."""
        ...


class _Surface:
    """What is known of one surface. ``shown`` is the hash of what the message shows, "" if unknown.

    ``writers`` are on their way to Discord: edits of ours and answers to clicks. If two were at once they
    have ``crossed``, and nobody knows which of them landed last. ``writes`` counts ours that arrived.
    """

    __slots__ = (
        "anew",
        "crossed",
        "dirty",
        "due",
        "failures",
        "looked",
        "patient",
        "replaced",
        "row",
        "shown",
        "task",
        "version",
        "woken",
        "writers",
        "writes",
    )

    def __init__(self, row: SurfaceRow | None) -> None:
        self.row = row
        self.shown = ""
        self.version = -1
        self.dirty = False
        self.anew = False
        self.patient = False
        self.crossed = False
        self.writers = 0
        self.due = 0.0
        self.looked = 0.0
        self.failures = 0
        self.writes = 0
        self.replaced: list[SurfaceRow] = []
        self.task: asyncio.Task[None] | None = None
        self.woken = asyncio.Event()

    def set_out(self) -> None:
        self.crossed = self.crossed or self.writers > 0
        self.writers += 1

    @contextmanager
    def writing(self) -> Generator[None]:
        self.set_out()
        try:
            yield
        finally:
            self.writers -= 1


class Outbox:
    """Delivers surfaces; one task for each that is out of date, none for the others."""

    def __init__(
        self,
        wire: Wire,
        artist: Artist,
        shelf: Shelf,
        troubles: Troubles,
        *,
        clock: Callable[[], float],
        steady: Callable[[], float] | None = None,
        calm: float = 0.3,
        dm_gap: float = 1.0,
    ) -> None:
        """``clock`` gives seconds since 1970, ``steady`` seconds that never jump, whoever sets the date.

        ``calm`` is how long a change waits for the next one.
        """
        self._wire = wire
        self._artist = artist
        self._shelf = shelf
        self._troubles = troubles
        self._clock = clock
        self._steady = steady = steady or clock
        self._calm = calm
        self._dms = _DmOpener(wire, dm_gap, steady)
        self._pace = Pace(steady)
        self._breaker = Breaker(steady)
        self._barred: set[int] = set()
        self._stalled: set[Key] = set()
        self._surfaces: dict[Key, _Surface] = {}
        self._loaded: dict[int, asyncio.Task[None]] = {}
        self._closing = False
        self._born = steady()
        self._since: dict[int, float] = {}
        self._anchor = (0.0, 0.0)
        """When Discord says that our newest message was posted, and how steady time stood then."""

    async def mark(
        self, key: Key, *, after: float | None = None, anew: bool = False, patient: bool = False
    ) -> None:
        """Say that a surface is out of date, to be renewed ``after`` so many seconds.

        ``anew`` posts it again below everything else. ``patient`` ones wait until nothing has happened for
        so long, unless something that is not patient happens.
        """
        if self._closing or not self._shelf.ours(key.table):
            return
        surface = await self._surface(key)
        wait = self._calm if after is None else after
        due = self._steady() + wait
        waits = patient and (surface.patient or not surface.dirty)
        surface.due = due if waits or not surface.dirty else min(due, surface.due)
        surface.patient = waits
        surface.dirty = True
        surface.anew = surface.anew or anew
        surface.woken.set()
        if surface.task is None or surface.task.done():
            surface.task = asyncio.create_task(self._work(key, surface), name=f"deliver-{key.name}")

    async def presenting(self, key: Key, drawn: Drawn, channel: int, message: int) -> bool:
        """Say that an answer to a click is about to put this version into the surface's own message.

        True: it is that message, and ``presented`` has to be called in any case when the answer is through.
        """
        if not self._shelf.ours(key.table):
            return False
        surface = await self._surface(key)
        row = surface.row
        if row is None or (row.channel, row.message) != (channel, message):
            return False
        surface.set_out()
        if drawn.version < surface.version:
            surface.crossed = True
            return True
        surface.shown = _stamp(drawn.screen)
        surface.version = drawn.version
        return True

    async def presented(self, key: Key) -> None:
        """Say that such an answer is through, whatever became of it."""
        surface = self._surfaces.get(key)
        if surface is not None:
            surface.writers = max(0, surface.writers - 1)
            await self._untangle(key, surface)

    async def _untangle(self, key: Key, surface: _Surface) -> None:
        """Draw a surface once more whose writers were under way at once."""
        if surface.crossed and not surface.writers:
            surface.crossed = False
            surface.shown = ""
            await self.mark(key)

    async def doubt(self, key: Key) -> None:
        """Say that nobody knows what the surface shows: draw it again in any case."""
        surface = await self._surface(key)
        surface.shown = ""
        await self.mark(key)

    async def distrust(self, table: int) -> None:
        """Say that nobody knows what the table's messages show, so that the next drawing of each goes out."""
        await self._loading(table)
        for key, surface in self._surfaces.items():
            if key.table == table:
                surface.shown = ""

    async def known(self, table: int) -> list[str]:
        """Name the surfaces that the table has."""
        await self._loading(table)
        return [key.name for key, surface in self._surfaces.items() if key.table == table and surface.row]

    async def where(self, key: Key) -> tuple[int, int] | None:
        """Return channel and message of a surface."""
        if not self._shelf.ours(key.table):
            rows = await self._shelf.load(key.table)
            return next(((row.channel, row.message) for row in rows if row.key == key.name), None)
        row = (await self._surface(key)).row
        return None if row is None else (row.channel, row.message)

    async def version(self, key: Key) -> int | None:
        """Return which version of a surface its message shows."""
        row = (await self._surface(key)).row
        return None if row is None else row.version

    def shown(self) -> list[Key]:
        """List the surfaces that were drawn in this life of the process."""
        return [key for key, surface in self._surfaces.items() if surface.version >= 0]

    def reachable(self, channel: int, *, sure: bool = False) -> bool:
        """Note that somebody pressed something in the channel, or changed it; tell whether to try it again.

        After a change (``sure``) always: what is under way may still be refused as things were before.
        """
        barred = channel in self._barred
        self._barred.discard(channel)
        return self._breaker.open(channel, sure=sure) or barred or sure

    async def close(self, patience: float = 3.0) -> None:
        """Deliver what is out of date if that is quick, and stop."""
        self._closing = True
        for surface in self._surfaces.values():
            # Nobody waits for these, and the next start draws everything.
            surface.dirty = surface.dirty and not surface.patient
        tasks = [s.task for s in self._surfaces.values() if s.task is not None and not s.task.done()]
        for surface in self._surfaces.values():
            surface.due = 0.0
            surface.woken.set()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def forget(self, table: int) -> None:
        """Drop from memory what is known of a table's surfaces, once nothing is under way."""
        for key in [key for key in self._surfaces if key.table == table]:
            task = self._surfaces[key].task
            if task is None or task.done():
                del self._surfaces[key]
        if not any(key.table == table for key in self._surfaces):
            self._loaded.pop(table, None)

    async def take_over(self, table: int) -> None:
        """Begin to show a table that another process has shown: all that is known here is old."""
        await self.let_go(table)
        self._since[table] = self._steady()

    async def let_go(self, table: int) -> None:
        """Stop showing a table: another process does. What is under way ends first, and is checked."""
        self._since.pop(table, None)
        tasks: list[asyncio.Task[None]] = []
        for key, surface in self._surfaces.items():
            if key.table == table and surface.task is not None and not surface.task.done():
                surface.dirty = False
                surface.woken.set()
                tasks.append(surface.task)
        if tasks:
            await asyncio.wait(tasks)
        await self.forget(table)

    async def settled(self) -> None:
        """Wait until nothing is out of date."""
        while tasks := [s.task for s in self._surfaces.values() if s.task is not None and not s.task.done()]:
            await asyncio.wait(tasks)

    # one surface

    async def _surface(self, key: Key) -> _Surface:
        await self._loading(key.table)
        return self._surfaces.setdefault(key, _Surface(None))

    async def _loading(self, table: int) -> None:
        loading = self._loaded.get(table)
        if loading is None:
            loading = self._loaded[table] = asyncio.create_task(self._load(table))
        try:
            await loading
        except Exception:
            if self._loaded.get(table) is loading:
                del self._loaded[table]  # the next one reads again
            raise

    async def _load(self, table: int) -> None:
        for row in await self._shelf.load(table):
            self._surfaces.setdefault(Key(table, row.key), _Surface(row))

    async def _work(self, key: Key, surface: _Surface) -> None:
        while surface.dirty:
            wait = surface.due - self._steady()
            if wait > 0 and not self._closing:
                await _sleep(surface, wait)
                continue
            if not self._shelf.ours(key.table):
                if self._closing:
                    return
                # Perhaps we were only late in saying that we live. If not, we are told to let go.
                await _sleep(surface, DOUBTFUL)
                continue
            surface.dirty = False
            anew, surface.anew = surface.anew, False
            try:
                wrote = surface.writes
                await self._deliver(key, surface, anew=anew)
                surface.failures = 0
                if key in self._stalled or (self._stalled and surface.writes > wrote):
                    self._stalled.discard(key)
                    await self._troubles.flowing(key)
            except Later as trouble:
                self._retry(key, surface, trouble, anew=anew)
                if trouble.down:
                    await self._stall(key)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("could not draw %s of table %d", key.name, key.table)

    async def _stall(self, key: Key) -> None:
        if key not in self._stalled:
            self._stalled.add(key)
            await self._troubles.stalled(key)

    def _retry(self, key: Key, surface: _Surface, trouble: Later, *, anew: bool) -> None:
        step = BACK_OFF[min(surface.failures, len(BACK_OFF) - 1)]
        surface.failures += 1
        surface.dirty = True
        surface.shown = ""
        surface.anew = surface.anew or anew
        surface.due = self._steady() + max(step, trouble.seconds)
        if trouble.everywhere:
            self._pace.hold(None, trouble.seconds)
        elif trouble.seconds and surface.row is not None:
            self._pace.hold(surface.row.channel, trouble.seconds)
        if surface.failures == 1:
            log.info("delivering %s of table %d again: %s", key.name, key.table, trouble)

    async def _deliver(self, key: Key, surface: _Surface, *, anew: bool) -> None:
        await self._clear(surface)
        drawn = await self._artist.draw(key)
        if surface.row is not None and surface.row.message < 0:
            await self._find(key, surface, surface.row, drawn.screen if isinstance(drawn, Drawn) else FOUND)
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
        stamp = _stamp(drawn.screen)
        if row is not None and not anew and stamp == surface.shown:
            return
        try:
            await self._write(key, surface, drawn, anew=anew)
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

    async def _promise(self, key: Key, surface: _Surface, channel: int, version: int) -> bool:
        """Note that a message is about to be posted; False where another process shows the table by now.

        Nobody knows after a crash whether such a message was wanted, so unlike others it would not be
        posted again and found by its nonce. Until its id is known, the row bears a negative number instead:
        the time in milliseconds, which goes into the nonce.
        """
        old = surface.row
        if old is not None and not await self._retire(old):
            surface.replaced.append(old)
        row = SurfaceRow(key.table, key.name, channel, -int(self._clock() * 1000), version)
        if not await self._shelf.save(row):
            return False
        surface.row = row
        return True

    async def _find(self, key: Key, surface: _Surface, row: SurfaceRow, screen: Screen) -> None:
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
        surface.row = replace(row, message=message)
        await self._shelf.save(surface.row)

    async def _post(self, key: Key, surface: _Surface, channel: int, screen: Screen) -> int:
        """Post a message and return its id; a promised one that Discord refuses is promised no more."""
        before = 0 if surface.row is None else surface.row.message
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

    async def _write(self, key: Key, surface: _Surface, drawn: Drawn, *, anew: bool) -> None:
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
        if row is not None and not anew and not drawn.once and _stamp(drawn.screen) == surface.shown:
            return
        old = row is not None and self._age(row.message) > OLD
        if row is not None and not anew and not old and drawn.afloat:
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

    async def _is_buried(self, surface: _Surface, row: SurfaceRow) -> bool:
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

    async def _keep(self, key: Key, surface: _Surface, drawn: Drawn, channel: int, message: int) -> bool:
        """Note what a message shows; False where another process shows the table by now."""
        row = SurfaceRow(key.table, key.name, channel, message, drawn.version)
        if surface.row != row and not await self._shelf.save(row):
            return False
        surface.row = row
        surface.shown = _stamp(drawn.screen)
        surface.version = drawn.version
        surface.writes += 1
        await self._untangle(key, surface)
        return True

    async def _withdraw(self, key: Key, channel: int, message: int) -> None:
        """Take back a message that was posted too late, unless the other process has found it as its own."""
        rows = await self._shelf.load(key.table)
        if not any(row.message == message for row in rows):
            await self._retire(SurfaceRow(key.table, key.name, channel, message, 0))

    async def _remove(self, key: Key, surface: _Surface) -> None:
        """Take a surface away; where we cannot, it stays known for when we can again."""
        if surface.row is not None and await self._retire(surface.row):
            await self._drop(key, surface)

    async def _drop(self, key: Key, surface: _Surface) -> None:
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

    async def _clear(self, surface: _Surface) -> None:
        """Take away what newer messages have replaced."""
        while surface.replaced:
            await self._retire(surface.replaced[0])
            surface.replaced.pop(0)


async def _sleep(surface: _Surface, seconds: float) -> None:
    """Wait so long, or until the surface is due at another time."""
    surface.woken.clear()
    try:
        async with asyncio.timeout(seconds):
            await surface.woken.wait()
    except TimeoutError:
        pass


class _DmOpener:
    """Opens direct messages one after another, since Discord takes a flood of them for spam."""

    def __init__(self, wire: Wire, gap: float, clock: Callable[[], float]) -> None:
        self._wire = wire
        self._gap = gap
        self._clock = clock
        self._lock = asyncio.Lock()
        self._known: dict[int, int] = {}
        self._floods = 0
        self._shut = 0.0

    def shut(self) -> float:
        """Return for how many seconds nobody may be written to for the first time."""
        return max(1.0, self._shut - self._clock())

    async def open(self, user: int) -> int:
        if user in self._known:
            return self._known[user]
        async with self._lock:
            if user not in self._known:
                await self._open(user)
        return self._known[user]

    async def _open(self, user: int) -> None:
        if self._clock() < self._shut:
            raise DmFlood
        try:
            self._known[user] = await self._wire.open_dm(user)
        except DmFlood:
            # One asks for all; the longer Discord refuses, the longer we wait.
            self._shut = self._clock() + FLOODED * 2 ** min(self._floods, 4)
            self._floods += 1
            raise
        self._floods = 0
        await asyncio.sleep(self._gap)


def nonce(key: Key, before: int) -> str:
    """Return the nonce for posting a surface after the message ``before`` (0: its first).

    It stays the same when a crash or a lost answer makes us try again, so Discord posts only once.
    """
    return hashlib.sha256(f"{key.table}/{key.name}/{before}".encode()).hexdigest()[:24]


def posted(message: int) -> float:
    """Return when a message was posted, in seconds since 1970."""
    return (message >> 22) / 1000 + EPOCH


def _stamp(screen: Screen) -> str:
    return hashlib.sha256(repr((screen, [file.data for file in screen.files])).encode()).hexdigest()
