"""Finds the seats that a card speaks of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.kernel.frames import Frame
from cards.language.base import Condition, Who
from cards.language.player_words import WHO_WORDS
from cards.language.rules_api import Facts

_SEATS: Final[dict[str, Callable[[Facts, Frame], list[int]]]] = {
    word.name: word.seats for word in WHO_WORDS.values()
}


def who_seats(who: Who, facts: Facts, frame: Frame) -> list[int]:
    """Return the seats meant, clockwise from the active one where there are several."""
    if isinstance(who, str):
        return seats_of(who, facts, frame)
    return seats_holding(who.test, seats_of(who.among, facts, frame), facts, frame)


def seats_of(word: str, facts: Facts, frame: Frame) -> list[int]:
    """Return the seats that a word means."""
    if word == "it":  # asked most, by each test that is tried for several; it must agree with its word
        return [frame.it] if frame.it >= 0 else []
    if word == "you":  # likewise
        return [frame.seat] if frame.seat >= 0 else []
    return _SEATS[word](facts, frame)


def seats_holding(test: Condition, seats: list[int], facts: Facts, frame: Frame) -> list[int]:
    """Return those of the seats for whom the test holds, each tried as "it"."""
    return [seat for seat in seats if test.holds(facts, scope_with_it(frame, seat))]


def scope_with_it(frame: Frame, seat: int) -> Frame:
    """Return the same scope with a seat as "it"."""
    return Frame(frame.kind, frame.seat, seat, frame.card, vars=frame.vars)


def first_seat(who: Who, facts: Facts, frame: Frame) -> int:
    """Return the first seat meant, -1 if there is none."""
    seats = who_seats(who, facts, frame)
    return seats[0] if seats else -1


def any_seat_holds(who: Who, facts: Facts, frame: Frame, test: Callable[[int], bool]) -> bool:
    """Return True if a test holds for one of the seats meant."""
    for seat in who_seats(who, facts, frame):
        if test(seat):
            return True
    return False
