"""Real screens of a real table, with a Discord of dictionaries."""

from __future__ import annotations

from typing import cast

from bot.app.games import game_registry
from bot.delivery.service import Pace, ScreenService
from bot.delivery.wire import ChannelUnreachableError, DeliveryError, DmClosedError, RetryLaterError
from bot.tables.maintenance import TableMaintenance
from bot.views.base.layout import Screen
from cards.registry import module_of
from tests.bot.delivery.fakes import FakeWire, StillClock, run_ready
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness

USERS = (ANN, BEN, CLEO)


class FakeDiscord(FakeWire):
    """Gives everybody direct messages of their own (the channel is the user), and notes what is sent."""

    def __init__(self, clock: StillClock) -> None:
        super().__init__(clock)
        self.written: list[int] = []
        self.shut: set[int] = set()
        """Who takes no new direct messages."""
        self.refusal: DeliveryError = DmClosedError()
        """What Discord says instead."""
        self.refused: list[int] = []
        self.down: set[int] = set()
        """Channels that Discord cannot write to at the moment."""
        self.closed: set[int] = set()
        """Channels in which the bot may not write."""
        self.closed_reason = "permission"

    async def open_dm(self, user: int) -> int:
        return user

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        self.written.append(channel)
        if channel in self.down:
            raise RetryLaterError("HTTP 503", down=True)
        if channel in self.shut:
            self.refused.append(channel)
            raise self.refusal
        if channel in self.closed:
            raise ChannelUnreachableError(self.closed_reason)
        return await super().send(channel, screen, nonce)

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        self.written.append(channel)
        if channel in self.down:
            raise RetryLaterError("HTTP 503", down=True)
        if channel in self.closed:
            raise ChannelUnreachableError(self.closed_reason)
        await super().edit(channel, message, screen)


class RecordedOutages:
    """Notes why a server is out of reach."""

    def __init__(self) -> None:
        self.reasons: set[str] = set()

    def guild_lost(self, guild: int, reason: str) -> None:
        self.reasons.add(reason)

    async def guild_back(self, guild: int, reason: str) -> bool:
        self.reasons.remove(reason)
        return not self.reasons


class DeliveredTable:
    """A classic table of three whose screens all show the present moment."""

    def __init__(self, harness: TableHarness) -> None:
        self.harness = harness
        self.clock = StillClock()
        self.wire = FakeDiscord(self.clock)
        self.outages = RecordedOutages()
        self._assemble()

    @classmethod
    async def open(cls) -> DeliveredTable:
        """Play up to the first turn, with everything shown."""
        classic = module_of("classic")
        harness = await TableHarness.open(games=(classic,), seed=2)
        await harness.sit_down(*USERS, game="classic")
        made = cls(harness)
        await made.begin()
        return made

    async def close(self) -> None:
        await self.screens.close()
        await self.harness.close()

    def _assemble(self) -> None:
        self.screens = self.delivery = ScreenService(
            self.wire,
            self.harness.service,
            game_registry(),
            self.harness.store,
            clock=self.clock,
            pace=Pace(batch_delay_s=0.0, dm_interval_s=0.0),
            clock_pauser=cast(TableMaintenance, self.outages),
        )

    async def restart(self) -> None:
        """Start again, as after a crash: with what is saved and what Discord has."""
        self._assemble()
        self.harness.service.add_listener(self.delivery.changes)
        self.clock.now += 600.0
        await self.again()

    async def begin(self) -> None:
        for user in USERS:
            await self.harness.act(user, "pass")
        self.harness.service.add_listener(self.delivery.changes)
        self.screens.redraw([self.harness.table])
        await self.written()
        self.clock.now += 1000.0
        self.screens.redraw([self.harness.table])
        await self.written()

    async def written(self) -> set[int]:
        """Let everything go out that is due; return the channels that were written to since."""
        self.clock.now += 1.0
        for _ in range(30):
            await self.harness.store.uptime()
            await run_ready()
        found, self.wire.written = set(self.wire.written), []
        return found

    async def again(self) -> None:
        """Let everything be tried again that did not get through."""
        self.clock.now += 60.0
        self.screens.redraw([self.harness.table])
        await self.written()

    async def active(self) -> tuple[int, list[int]]:
        """Return the one for whom the table waits, and the others."""
        pending = await self.harness.pending()
        (seat,) = pending.awaited
        return USERS[seat], [user for user in USERS if user != USERS[seat]]
