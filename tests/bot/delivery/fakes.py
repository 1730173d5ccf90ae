"""A Discord of a few dictionaries, and a renderer that draws what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count
from typing import Any, cast

from discord.utils import DISCORD_EPOCH

from bot.delivery.channels import Channels
from bot.delivery.delivery_failures import DeliveryFailures
from bot.delivery.discord_wire import DiscordWire
from bot.delivery.drawing import (
    GONE,
    SOON,
    Drawing,
    MessageUpdate,
    RedrawPolicy,
    RenderedSurface,
)
from bot.delivery.live_replies import LiveReplies
from bot.delivery.scheduler import Scheduler
from bot.delivery.surface import Surfaces
from bot.delivery.surface_delivery import SurfaceDelivery
from bot.delivery.surface_keys import SurfaceKey
from bot.delivery.wire import DeliveryError, MessageGoneError, ReplyHandle, RetryLaterError
from bot.store.api import ConflictError, Store
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen, Text

CHANNEL, USER, DM = 70, 5, 90
TABLE_KEY = SurfaceKey(1, "table")
HAND_KEY = SurfaceKey(1, "hand.5")


class FakeClock:
    """A clock that goes on by ten seconds whenever it is looked at, so that nobody waits for the pace."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        self.now += 10
        return self.now


class StillClock(FakeClock):
    """A clock that goes on when it is told to."""

    def __call__(self) -> float:
        return self.now


async def run_ready(number: int = 20) -> None:
    """Let everything run that does not wait for a time."""
    for _ in range(number):
        await asyncio.sleep(0)


class FakeWire(DiscordWire):
    """Keeps messages by channel and id. ``fail`` holds the errors of the next calls, by method.

    Edits wait at the ``gate``, if there is one, until it is opened. ``crash`` ends the process ``before`` or
    ``after`` the next message is posted.
    """

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self._ids = count(1)
        self.messages: dict[tuple[int, int], str] = {}
        self.nonces: dict[str, int] = {}
        self.calls: list[str] = []
        self.fail: dict[str, list[DeliveryError]] = {}
        self.lose_answer = False
        self.crash = ""
        self.below = 0
        self.gate: asyncio.Event | None = None

    def _called(self, name: str) -> None:
        self.calls.append(name)
        if self.fail.get(name):
            raise self.fail[name].pop(0)

    async def open_dm(self, user: int) -> int:
        self._called("open_dm")
        return DM

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        self._called("send")
        await asyncio.sleep(0)
        crash, self.crash = self.crash, ""
        if crash == "before":
            raise asyncio.CancelledError
        if nonce in self.nonces:
            return self.nonces[nonce]
        message = (int(self._clock.now * 1000 - DISCORD_EPOCH) << 22) + next(self._ids)
        self.messages[channel, message] = screen.as_text()
        self.nonces[nonce] = message
        if crash:
            raise asyncio.CancelledError
        if self.lose_answer:
            self.lose_answer = False
            raise RetryLaterError("reset")
        return message

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        self._called("edit")
        await asyncio.sleep(0)
        if self.gate is not None:
            await self.gate.wait()
        if (channel, message) not in self.messages:
            raise MessageGoneError
        self.messages[channel, message] = screen.as_text()

    async def edit_reply(self, reply: ReplyHandle, screen: Screen) -> None:
        self._called("edit_reply")
        await asyncio.sleep(0)
        if self.gate is not None:
            await self.gate.wait()
        self.messages[reply.channel, reply.message] = screen.as_text()

    async def delete(self, channel: int, message: int) -> None:
        self._called("delete")
        self.messages.pop((channel, message), None)

    async def count_newer(self, channel: int, message: int) -> int:
        self._called("newer")
        return self.below

    def texts(self, channel: int = CHANNEL) -> list[str]:
        """Return what the messages of a channel say."""
        return [text for (place, _), text in self.messages.items() if place == channel]


class FakeScreens:
    """Draws a text and a version for every key; nothing should be where it was told nothing."""

    def __init__(self) -> None:
        self.drawings: dict[SurfaceKey, Drawing] = {}
        self.drawn = 0
        self.under_way = self.most_under_way = 0
        self.turns = 0
        """Turns of the event loop that a drawing takes."""
        self.draws_left = -1
        """Drawings after which it gives up, so that a loop without a pause ends; negative for no limit."""

    def paint(self, key: SurfaceKey, text: str, version: int = 0, *, post_once: bool = False) -> None:
        screen = Screen((Text(text),))
        if key.name.startswith("hand"):
            update = MessageUpdate.POST_ONCE if post_once else MessageUpdate.EDIT
            self.drawings[key] = RenderedSurface(screen, version, user=USER, update=update)
        else:
            update = MessageUpdate.POST_ONCE if post_once else MessageUpdate.EDIT_IN_SIGHT
            self.drawings[key] = RenderedSurface(screen, version, channel=CHANNEL, update=update)

    async def render(self, key: SurfaceKey, row: SurfaceRow | None) -> Drawing:
        if self.draws_left == 0:
            raise asyncio.CancelledError
        self.draws_left -= 1
        self.drawn += 1
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        for _ in range(self.turns):
            await asyncio.sleep(0)
        self.under_way -= 1
        return self.drawings.get(key, GONE)


class FakeSurfaceStore:
    """A ``Store`` that keeps rows in a dictionary, as a database would over a restart.

    ``seems_ours`` is what the process believes of the tables, ``is_ours`` what the database says.
    """

    def __init__(self) -> None:
        self.rows: dict[tuple[int, str], SurfaceRow] = {}
        self.seems_ours = True
        self.is_ours = True
        self.spoilt: list[SurfaceRow] = []

    async def surfaces(self, table: int) -> list[SurfaceRow]:
        return [row for row in self.rows.values() if row.table == table]

    async def save_surfaces(self, rows: list[SurfaceRow]) -> None:
        if not self.is_ours:
            raise ConflictError
        self.rows |= {(row.table, row.key): row for row in rows}

    async def drop_surfaces(self, table: int, keys: list[str]) -> None:
        for key in keys:
            self.rows.pop((table, key), None)


class FakeSurfaces(Surfaces):
    """The surfaces of a process among others."""

    def __init__(self, store: FakeSurfaceStore) -> None:
        super().__init__(cast(Store, store))
        self._fake = store

    def owns(self, table: int) -> bool:
        return self._fake.seems_ours

    async def report_overwrite(self, row: SurfaceRow) -> None:
        self._fake.spoilt.append(row)


class FakeDeliveryFailures(DeliveryFailures):
    """Writes down what it is told."""

    def __init__(self) -> None:
        self.closed: list[int] = []
        self.unreachable_channels: list[tuple[int, str]] = []
        self.refused = 0
        self.stalls: list[str] = []
        self.told: list[str] = []
        self.healed = 0

    async def dm_closed(self, user: int) -> None:
        self.closed.append(user)

    async def channel_closed(
        self, key: SurfaceKey, channel: int, reason: str, *, news: bool, untried: int | None = None
    ) -> None:
        self.refused += 1
        if news:
            self.unreachable_channels.append((channel, reason))

    def is_stalled(self, key: SurfaceKey) -> bool:
        return key.name in self.stalls

    async def delivery_stalled(self, key: SurfaceKey) -> None:
        if not self.is_stalled(key):
            self.stalls.append(key.name)

    async def table_unseen(self, key: SurfaceKey, reason: str) -> None:
        if reason not in self.told:
            self.told.append(reason)

    async def channel_healed(self, key: SurfaceKey) -> None:
        self.healed += 1

    async def delivery_resumed(self, key: SurfaceKey) -> None:
        self.stalls = [name for name in self.stalls if name != key.name]

    async def table_left(self, table: int) -> None:
        self.stalls = []


class FakeDelivery:
    """A scheduler with all that is below it, and fakes on all sides."""

    def __init__(
        self,
        surface_store: FakeSurfaceStore | None = None,
        wire: FakeWire | None = None,
        *,
        clock: FakeClock | None = None,
        screens: FakeScreens | None = None,
        is_live: Callable[[int], bool] = lambda table: True,
    ) -> None:
        self.clock = clock or FakeClock()
        self.wire = wire or FakeWire(self.clock)
        self.renderer = screens or FakeScreens()
        self.surface_store = surface_store or FakeSurfaceStore()
        self.failures = FakeDeliveryFailures()
        self.surfaces = surfaces = FakeSurfaces(self.surface_store)
        self.channels = channels = Channels(self.wire, self.clock)
        self.limiter = channels.limiter
        self.replies = LiveReplies(self.wire, self.limiter, self.clock)
        delivery = SurfaceDelivery(
            self.renderer.render,
            self.wire,
            surfaces,
            channels,
            self.replies,
            self.failures,
            self.clock,
            self.clock,
        )
        self.scheduler = Scheduler(
            delivery, surfaces, monotonic=self.clock, batch_delay_s=0.0, is_live=is_live
        )

    async def show_refused(self, key: SurfaceKey, text: str, version: int = 0) -> None:
        """Change what a surface should show in a channel that refuses it; it is still to be tried again."""
        refused = self.failures.refused
        self.renderer.paint(key, text, version)
        await self.scheduler.mark(key)
        for _ in range(100):
            if self.failures.refused > refused:
                return
            await asyncio.sleep(0)
        raise AssertionError("nobody was told that the channel refuses")

    async def show(self, key: SurfaceKey, text: str, version: int = 0, *, post_once: bool = False) -> None:
        """Change what a surface should show, and let it be delivered."""
        self.renderer.paint(key, text, version, post_once=post_once)
        await self.scheduler.mark(key)
        await self.scheduler.wait_idle()

    @classmethod
    async def showing(cls, *fakes: Any, **more: Any) -> FakeDelivery:
        """Return one whose table shows "one"."""
        delivery = cls(*fakes, **more)
        await delivery.show(TABLE_KEY, "one", 1)
        return delivery

    async def redraw(self, key: SurfaceKey, policy: RedrawPolicy = SOON) -> None:
        """Mark a surface, and let it be delivered."""
        await self.scheduler.mark(key, policy)
        await self.scheduler.wait_idle()

    async def begin(self, key: SurfaceKey, policy: RedrawPolicy = SOON) -> None:
        """Mark a surface, and let its delivery get as far as it comes without time passing."""
        await self.scheduler.mark(key, policy)
        await run_ready()
