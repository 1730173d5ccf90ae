"""Writes are spaced out, and asking in vain ends before Discord ends it."""

from __future__ import annotations

import pytest

from bot.delivery.rate_limits import MAX_INVALID_CALLS, CircuitBreaker, WriteLimiter


class Clock:
    """A clock in the test's hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_refused_channel_is_closed_until_it_is_opened() -> None:
    breaker = CircuitBreaker(Clock())
    assert breaker.refuse(1)
    assert not breaker.refuse(1)
    assert not breaker.allows(1)
    assert breaker.allows(2)
    assert breaker.open(1, sure=True)
    assert breaker.allows(1)
    assert not breaker.open(1, sure=True)


def test_a_press_opens_a_channel_only_some_time_after_its_refusal() -> None:
    """People press again and again; each press must not cost another refusal."""
    clock = Clock()
    breaker = CircuitBreaker(clock)
    breaker.refuse(1)
    assert not breaker.open(1)
    clock.now = 6.0
    assert breaker.open(1)
    assert breaker.allows(1)


def test_a_closed_channel_is_probed_once_after_pauses_that_grow_to_a_minute() -> None:
    """Permissions heal without a word; a press never opens a channel sooner than that."""
    clock = Clock()
    breaker = CircuitBreaker(clock)
    pauses: list[float] = []
    for _ in range(7):
        breaker.refuse(1, "permission")
        pauses.append(breaker.retry_in_s(1))
        assert not breaker.allows(1, probe=True)
        clock.now += pauses[-1]
        assert breaker.allows(1, probe=True)
        assert not breaker.allows(1, probe=True), "one probe, not one for each surface"
    assert pauses == [5.0, 10.0, 20.0, 40.0, 60.0, 60.0, 60.0]
    breaker.succeeded(1)
    assert breaker.allows(1)
    breaker.refuse(1, "permission")
    assert breaker.retry_in_s(1) == 5.0


def test_who_asks_for_another_try_gets_one_at_once_but_not_a_hundred() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock)
    for _ in range(5):
        breaker.refuse(1)
    clock.now += 0.5
    breaker.open_requested(1)
    assert breaker.requested_in_s(1) is None, "nobody has asked"
    assert not breaker.open_on_request(1)
    assert breaker.requested_in_s(1) == 1.5, "a request just after a refusal is not lost"
    breaker.refuse(1)
    breaker.open_requested(1)
    assert not breaker.allows(1), "it has refused once more"
    assert not breaker.open_on_request(1)
    clock.now += 2.0
    assert breaker.requested_in_s(1) == 0.0
    breaker.open_requested(1)
    assert [breaker.allows(1) for _ in range(2)] == [True, True], "for all that waited"
    for _ in range(2):
        breaker.refuse(1)
    clock.now += 2.0
    assert breaker.open_on_request(1)
    breaker.refuse(1)
    assert breaker.retry_in_s(1) == 60.0, "a request does not make the pauses short again"
    for channel in range(2, 2 + MAX_INVALID_CALLS // 2):
        breaker.refuse(channel)
    clock.now += 100.0
    assert not breaker.open_on_request(1)
    assert not breaker.allows(1, probe=True)


def test_after_too_many_refusals_nothing_is_tried_for_ten_minutes() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock)
    for channel in range(MAX_INVALID_CALLS):
        breaker.refuse(channel)
    assert not breaker.allows(MAX_INVALID_CALLS + 1)
    clock.now = 601.0
    assert breaker.allows(MAX_INVALID_CALLS + 1)


def test_refusals_that_say_nothing_of_other_channels_stop_none_of_them() -> None:
    """Where Discord refuses all direct messages, the tables go on."""
    breaker = CircuitBreaker(Clock())
    for channel in range(MAX_INVALID_CALLS):
        breaker.refuse(channel, counted=False)
    assert not breaker.allows(1)
    assert breaker.allows(MAX_INVALID_CALLS + 1)


async def test_calls_in_all_stay_below_what_discord_allows_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many channels there are: never 50 in a second, and everybody gets a turn."""
    clock = Clock()
    starts: list[float] = []
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr("bot.delivery.rate_limits.asyncio.sleep", sleep)
    pace = WriteLimiter(clock)
    for channel in range(200):
        waits.clear()
        await pace.wait_for_channel(channel)
        starts.append(clock.now + sum(waits))
    for number, start in enumerate(starts):
        assert len([one for one in starts[number:] if one < start + 1.0]) < 50
    assert starts == sorted(starts)


async def test_channels_that_nothing_limits_any_more_are_forgotten() -> None:
    clock = Clock()
    limiter = WriteLimiter(clock)
    for channel in range(100):
        clock.now += 1.0
        await limiter.wait_for_channel(channel)
    assert len(limiter._sent) <= 5
