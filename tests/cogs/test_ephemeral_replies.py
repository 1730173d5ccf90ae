"""One private answer for each person and channel; the one before is taken back while Discord allows it."""

from types import SimpleNamespace
from typing import Any, cast

from bot.delivery.live_replies import REPLY_LIFETIME_S
from cogs.ephemeral_replies import EphemeralReplies, Interaction


class Clock:
    """Seconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def pressed(user: int, channel: int) -> Interaction:
    """An interaction, of which only who and where matters here."""
    return cast(Interaction, SimpleNamespace(user=SimpleNamespace(id=user), channel_id=channel))


def message_of(slip: Any) -> int | None:
    return None if slip is None else slip.message


def test_a_new_answer_replaces_the_one_before() -> None:
    slips = EphemeralReplies(Clock())
    assert slips.keep(11, pressed(1, 5)) is None
    assert message_of(slips.keep(12, pressed(1, 5))) == 11
    assert message_of(slips.keep(13, pressed(1, 5))) == 12


def test_an_answer_that_is_ready_after_a_newer_one_is_the_one_to_go() -> None:
    """The newer one stands below it and may be in use already; a later one still replaces that."""
    slips = EphemeralReplies(Clock())
    newer, older = pressed(1, 5), pressed(1, 5)
    slips.keep(12, newer)
    superfluous = slips.keep(11, older, is_follow_up=True)
    assert superfluous is not None
    assert (superfluous.message, superfluous.interaction, superfluous.is_follow_up) == (11, older, True)
    assert message_of(slips.keep(13, pressed(1, 5))) == 12


def test_other_people_and_other_channels_keep_theirs() -> None:
    slips = EphemeralReplies(Clock())
    slips.keep(11, pressed(1, 5))
    assert slips.keep(12, pressed(2, 5)) is None
    assert slips.keep(13, pressed(1, 6)) is None


def test_an_answer_that_is_too_old_is_left_alone() -> None:
    clock = Clock()
    slips = EphemeralReplies(clock)
    slips.keep(11, pressed(1, 5))
    clock.now += REPLY_LIFETIME_S
    assert slips.keep(12, pressed(1, 5)) is None


def test_a_press_on_the_answer_lets_it_be_taken_back_for_longer() -> None:
    clock = Clock()
    slips = EphemeralReplies(clock)
    slips.keep(11, pressed(1, 5))
    clock.now += REPLY_LIFETIME_S - 1
    later = pressed(1, 5)
    slips.renew(11, later)
    clock.now += REPLY_LIFETIME_S - 1
    earlier = slips.keep(12, pressed(1, 5))
    assert earlier is not None
    assert earlier.interaction is later


def test_a_press_on_an_answer_that_is_not_the_latest_changes_nothing() -> None:
    slips = EphemeralReplies(Clock())
    first = pressed(1, 5)
    slips.keep(12, first)
    slips.renew(11, pressed(1, 5))
    earlier = slips.keep(13, pressed(1, 5))
    assert earlier is not None
    assert earlier.interaction is first


def test_a_newer_answer_of_another_process_replaces_ours_once() -> None:
    """Of two given at once the newer one stays, whichever process hears of the other first."""
    slips = EphemeralReplies(Clock())
    slips.keep(12, pressed(1, 5))
    assert slips.replaced_elsewhere(1, 5, 11) is None
    assert slips.replaced_elsewhere(1, 6, 13) is None
    assert message_of(slips.replaced_elsewhere(1, 5, 13)) == 12
    assert slips.replaced_elsewhere(1, 5, 14) is None
