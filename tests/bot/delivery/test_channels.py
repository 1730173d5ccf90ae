"""Asking in vain ends before Discord ends it."""

from bot.delivery.channels import MAX_INVALID_CALLS, Channels
from bot.delivery.wire import ChannelUnreachableError
from tests.bot.delivery.fakes import FakeWire, StillClock


def made(clock: StillClock) -> Channels:
    return Channels(FakeWire(clock), clock)


def test_a_refused_channel_is_closed_until_it_is_opened() -> None:
    channels = made(StillClock())
    assert channels.refuse(1)
    assert not channels.refuse(1)
    assert not channels.allows(1)
    assert channels.allows(2)
    assert channels.note_reachable(1, sure=True)
    assert channels.allows(1)


def test_a_press_opens_a_channel_only_some_time_after_its_refusal() -> None:
    """People press again and again; each press must not cost another refusal."""
    clock = StillClock()
    channels = made(clock)
    channels.refuse(1)
    assert not channels.note_reachable(1)
    clock.now += 6.0
    assert channels.note_reachable(1)
    assert channels.allows(1)


def test_a_closed_channel_is_probed_once_after_pauses_that_grow_to_a_minute() -> None:
    """Permissions heal without a word; a press never opens a channel sooner than that."""
    clock = StillClock()
    channels = made(clock)
    pauses: list[float] = []
    for _ in range(7):
        channels.refuse(1, "permission")
        pauses.append(channels.retry_in_s(1))
        assert not channels.allows(1, probe=True)
        clock.now += pauses[-1]
        assert channels.allows(1, probe=True)
        assert not channels.allows(1, probe=True), "one probe, not one for each surface"
    assert pauses == [5.0, 10.0, 20.0, 40.0, 60.0, 60.0, 60.0]
    channels.succeeded(1)
    assert channels.allows(1)
    channels.refuse(1, "permission")
    assert channels.retry_in_s(1) == 5.0


def test_who_asks_for_another_try_gets_one_at_once_but_not_hundreds() -> None:
    channels = made(StillClock())
    for _ in range(5):
        channels.refuse(1)
    assert not channels.allows(1)
    channels.note_requested(1)
    assert channels.allows(1)
    channels.refuse(1)
    assert channels.retry_in_s(1) == 60.0, "a request does not make the pauses short again"
    for channel in range(2, 2 + MAX_INVALID_CALLS // 2):
        channels.refuse(channel)
    channels.note_requested(1)
    assert not channels.allows(1)


def test_after_too_many_refusals_nothing_is_tried_for_ten_minutes() -> None:
    clock = StillClock()
    channels = made(clock)
    for channel in range(MAX_INVALID_CALLS):
        channels.refuse(channel)
    assert not channels.allows(MAX_INVALID_CALLS + 1)
    clock.now += 601.0
    assert channels.allows(MAX_INVALID_CALLS + 1)


def test_a_channel_that_we_know_to_be_closed_is_looked_at_again_soon() -> None:
    """That costs no request, and we may have missed that it healed."""
    channels = Channels(FakeWire(StillClock()), StillClock())
    known = ChannelUnreachableError("timeout", asked=False)
    pauses = list[float]()
    for _ in range(3):
        channels.note_unreachable(1, known)
        pauses.append(channels.retry_in_s(1))
    channels.note_reachable(1)
    channels.note_unreachable(1, known)
    assert (pauses, channels.retry_in_s(1)) == ([5.0, 10.0, 20.0], 5.0)
