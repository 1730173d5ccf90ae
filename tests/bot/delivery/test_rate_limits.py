"""Writes are spaced out."""

import pytest

from bot.delivery.channels import WriteLimiter
from tests.bot.delivery.fakes import StillClock


async def test_calls_in_all_stay_below_what_discord_allows_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many channels there are: never 50 in a second, and everybody gets a turn."""
    clock = StillClock()
    starts: list[float] = []
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("bot.delivery.channels.asyncio.sleep", sleep)
    pace = WriteLimiter(clock)
    for channel in range(200):
        waits.clear()
        await pace.wait_for_channel(channel)
        starts.append(clock.now + sum(waits))
    for number, start in enumerate(starts):
        assert len([one for one in starts[number:] if one < start + 1.0]) < 50
    assert starts == sorted(starts)


async def test_channels_that_nothing_limits_any_more_are_forgotten() -> None:
    clock = StillClock()
    limiter = WriteLimiter(clock)
    for channel in range(100):
        clock.now += 1.0
        await limiter.wait_for_channel(channel)
    assert len(limiter._sent) <= 5
