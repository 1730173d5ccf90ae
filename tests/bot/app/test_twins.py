"""Who answers presses beside us, and who of the two has to go."""

import pytest

from bot.app.twins import (
    CONFLICT_SPAN_S,
    CONFLICTS_FOR_CERTAINTY,
    PRESSES_OF_AN_ELDER,
    REMINDER_INTERVAL_S,
    TwinWatch,
)


class Clock:
    """A clock in the test's hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_loses_the_first_presses_goes() -> None:
    twins = TwinWatch(Clock())
    for number in range(CONFLICTS_FOR_CERTAINTY):
        assert not twins.newcomer.is_set()
        twins.note_answer(100 + number)
        assert twins.note_conflict(number, 0.1)
    assert twins.newcomer.is_set()


def test_who_answered_alone_for_long_stays() -> None:
    twins = TwinWatch(Clock())
    for number in range(PRESSES_OF_AN_ELDER):
        twins.note_answer(number)
    for number in range(1000, 1100):
        assert twins.note_conflict(number, 0.1)
    assert not twins.newcomer.is_set()


def test_one_accident_long_ago_does_not_keep_anybody_young() -> None:
    """A single press was answered elsewhere, by a twin that stopped at once, say; then a year goes by."""
    clock = Clock()
    twins = TwinWatch(clock)
    twins.note_conflict(1, 0.1)
    clock.now += CONFLICT_SPAN_S + 1
    for number in range(10, 10 + PRESSES_OF_AN_ELDER):
        twins.note_answer(number)
    for number in range(1000, 1100):
        assert twins.note_conflict(number, 0.1)
    assert not twins.newcomer.is_set()


def test_who_stays_says_once_an_hour_that_somebody_else_answers(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    twins = TwinWatch(clock)
    for number in range(PRESSES_OF_AN_ELDER):
        twins.note_answer(number)
    minutes = round(REMINDER_INTERVAL_S / 60)
    for number in range(1000, 1000 + 2 * minutes + CONFLICTS_FOR_CERTAINTY):
        twins.note_conflict(number, 0.1)
        clock.now += 60
    assert [record.levelname for record in caplog.records] == ["CRITICAL"] * 3


def test_of_two_that_have_hardly_begun_only_one_goes() -> None:
    """Each press has one loser; the first to lose three goes, and then nobody loses any more."""
    two = TwinWatch(Clock()), TwinWatch(Clock())
    for number in range(CONFLICTS_FOR_CERTAINTY * 2 - 1):
        loser = number % 2
        two[1 - loser].note_answer(number)
        two[loser].note_conflict(number, 0.1)
        if two[loser].newcomer.is_set():
            break
    assert [twin.newcomer.is_set() for twin in two].count(True) == 1


def test_our_own_answer_that_was_repeated_is_no_twin() -> None:
    twins = TwinWatch(Clock())
    twins.note_answer(5)
    for _ in range(10):
        assert not twins.note_conflict(5, 0.1)
    for number in range(10, 20):
        assert not twins.note_conflict(number, 1.2), "the library has tried twice"
    assert not twins.newcomer.is_set()


def test_now_and_then_is_an_accident() -> None:
    clock = Clock()
    twins = TwinWatch(clock)
    for number in range(10):
        twins.note_conflict(number, 0.1)
        clock.now += CONFLICT_SPAN_S / 2 + 1
    assert not twins.newcomer.is_set()


def test_processes_on_one_database_are_no_twins() -> None:
    twins = TwinWatch(Clock(), shared=True)
    for number in range(10):
        assert not twins.note_conflict(number, 0.1)
    assert not twins.newcomer.is_set()
