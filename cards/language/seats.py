"""Finds the seats that a card speaks of, and the cards that were chosen for it."""

from __future__ import annotations

from collections.abc import Callable

from cards.kernel.frames import Frame
from cards.language.base import Test, Who
from cards.language.rules_api import Facts


def who_seats(who: Who, facts: Facts, frame: Frame) -> list[int]:
    """Return the seats meant, clockwise from the active one where there are several."""
    if isinstance(who, str):
        return _WORDS[who](facts, frame)
    return seats_holding(who.test, who_seats(who.among, facts, frame), facts, frame)


def seats_holding(test: Test, seats: list[int], facts: Facts, frame: Frame) -> list[int]:
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


def _single(seat: int) -> list[int]:
    return [seat] if seat >= 0 else []


def _owner(facts: Facts, frame: Frame) -> list[int]:
    return _single(facts.owner(frame.card))


def _holder(facts: Facts, frame: Frame) -> list[int]:
    card = bound_card(frame, "card")
    return _single(facts.owner(card)) if card >= 0 else []


def _party(facts: Facts, frame: Frame) -> list[int]:
    return [seat for seat in (facts.fighter, facts.helper) if seat >= 0]


def _others(facts: Facts, frame: Frame) -> list[int]:
    return [seat for seat in facts.living() if seat != frame.seat]


def _bystanders(facts: Facts, frame: Frame) -> list[int]:
    return [seat for seat in facts.living() if not facts.in_combat(seat)]


def _neighbour(facts: Facts, frame: Frame, step: int) -> list[int]:
    """Find who sits next to you among the living, also when you are not one of them."""
    seats = sorted({*facts.living(), frame.seat})
    found = seats[(seats.index(frame.seat) + step) % len(seats)]
    return [] if found == frame.seat else [found]


def _extreme(facts: Facts, seats: list[int], best: Callable[[list[int]], int]) -> list[int]:
    if not seats:
        return []
    level = best([facts.level(seat) for seat in seats])
    return [seat for seat in seats if facts.level(seat) == level]


_WORDS: dict[str, Callable[[Facts, Frame], list[int]]] = {
    "you": lambda facts, frame: _single(frame.seat),
    "it": lambda facts, frame: _single(frame.it),
    "target": lambda facts, frame: _single(frame.int_var("target", -1)),
    "second": lambda facts, frame: _single(frame.int_var("second", -1)),
    "owner": _owner,
    "holder": _holder,
    "active": lambda facts, frame: _single(facts.active),
    "fighter": lambda facts, frame: _single(facts.fighter),
    "helper": lambda facts, frame: _single(facts.helper),
    "party": _party,
    "victim": lambda facts, frame: _single(facts.victim),
    "others": _others,
    "everyone": lambda facts, frame: facts.living(),
    "bystanders": _bystanders,
    "left": lambda facts, frame: _neighbour(facts, frame, 1),
    "right": lambda facts, frame: _neighbour(facts, frame, -1),
    "highest": lambda facts, frame: _extreme(facts, facts.living(), max),
    "lowest": lambda facts, frame: _extreme(facts, facts.living(), min),
    "highest_other": lambda facts, frame: _extreme(facts, _others(facts, frame), max),
    "lowest_other": lambda facts, frame: _extreme(facts, _others(facts, frame), min),
    "nobody": lambda facts, frame: [],
}


def bound_card(frame: Frame, name: str) -> int:
    """Return the (first) card bound to a name in the frame, -1 if none is."""
    value = frame.vars.get(name, -1)
    if isinstance(value, int):
        return value
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        return value[0]
    return -1


def bound_cards(frame: Frame, name: str) -> list[int]:
    """Return all cards bound to a name in the frame."""
    value = frame.vars.get(name, ())
    if isinstance(value, int):
        return [value] if value >= 0 else []
    if isinstance(value, str):
        return []
    return [card for card in value if isinstance(card, int)]
