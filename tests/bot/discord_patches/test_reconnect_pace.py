"""After an hour without Discord the bot is back within a minute of its return, and no gateway is hammered."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import discord.client
import discord.shard
import pytest
from discord.gateway import ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

from bot.discord_patches.reconnect_pace import (
    MAX_PAUSE_S,
    STEADY_S,
    PacedShard,
    ReconnectPace,
    limit_reconnect_pauses,
)


@pytest.fixture(autouse=True)
def limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit the pauses for one test."""
    for module in (discord.client, discord.shard):
        monkeypatch.setattr(module, "ExponentialBackoff", module.ExponentialBackoff)
    monkeypatch.setattr(discord.shard, "Shard", Shard)
    limit_reconnect_pauses()


def test_pauses_stay_below_half_a_minute_however_long_it_lasts() -> None:
    modules: list[Any] = [discord.client, discord.shard]
    for module in modules:
        pace = module.ExponentialBackoff()
        assert isinstance(pace, ReconnectPace)
        pauses = [pace.delay() for _ in range(1000)]
        assert max(pauses) == MAX_PAUSE_S
        assert pauses[0] <= 2.0


class Loop:
    """Time in the test's hand."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.later: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Callable[..., None], *args: object) -> None:
        self.later.append((delay, lambda: callback(*args)))


class Connections:
    """One shard, whose attempts to connect are counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.loop, self.told, self.attempts = Loop(), list[str](), 0
        self.queue: asyncio.Queue[EventItem] = asyncio.Queue()
        client = SimpleNamespace(loop=self.loop, dispatch=self._dispatch, _reconnect=True)
        make: Any = discord.shard.Shard
        self.shard: PacedShard = make(SimpleNamespace(shard_id=3), client, self.queue.put_nowait)
        monkeypatch.setattr(Shard, "reidentify", self._attempt)

    def _dispatch(self, event: str, *_: object) -> None:
        self.told.append(event)

    async def _attempt(self, exc: ReconnectWebSocket) -> None:
        self.attempts += 1

    async def lost(self, *, resume: bool = True) -> float:
        """Lose the connection; return for how long the shard waits before the attempt that follows."""
        before = self.attempts
        await self.shard.reidentify(ReconnectWebSocket(3, resume=resume))
        if not self.loop.later:
            assert self.attempts == before + 1
            return 0.0
        [(pause, wake)] = self.loop.later
        self.loop.later.clear()
        assert self.attempts == before
        assert "shard_disconnect" in self.told, "the clocks have to stop meanwhile"
        self.loop.now += pause
        wake()
        item = self.queue.get_nowait()
        assert item.type == (EventType.resume if resume else EventType.identify)
        await self.shard.reidentify(cast(ReconnectWebSocket, item.error))
        assert self.attempts == before + 1
        return pause


@pytest.mark.parametrize("resume", [True, False])
async def test_a_gateway_that_hangs_up_at_once_gets_longer_and_longer_pauses(
    resume: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without waiting in the call: the library reconnects one shard after the other."""
    connections = Connections(monkeypatch)
    pauses = [await connections.lost(resume=resume) for _ in range(20)]
    assert pauses[0] == 0.0
    assert 0.0 < pauses[1] <= 1.0
    assert all(MAX_PAUSE_S / 2 <= pause <= MAX_PAUSE_S for pause in pauses[7:])


async def test_a_connection_that_held_is_resumed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often that happens: Discord asks for it now and then."""
    connections = Connections(monkeypatch)
    for _ in range(3):
        await connections.lost()
    for _ in range(5):
        connections.loop.now += STEADY_S + 1.0
        assert await connections.lost() == 0.0
