"""Passing by oneself: who can do nothing that matters is not asked, and nobody can tell from the clock.

When a seat would pass is drawn from the game's secret seed, the wait and the seat alone, for everybody alike
and before anybody looks at a hand. Now and then nothing is drawn: then even a seat without any choice is
asked, so that a long wait proves nothing either.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from statistics import NormalDist

from bot.tables.state import PassHabit, TableState
from bot.tables.table import Speed
from cards.kernel.codec import digest

MEDIAN_PASS_S = 5.5
"""Seconds in which people read a question and press *Pass* at a live table, half of them sooner."""
PASS_SPREAD = 0.5
"""Standard deviation of the logarithm of that time."""
MIN_PASS_S, MAX_PASS_S = 4.0, 12.0
"""A question stands as long as it takes to read it; who has not passed after that is really thinking, or has
been asked."""
MIN_PASS_SHARE = 0.4
"""Share of a short wait before which nobody passes."""
MAX_PASS_SHARE = 0.6
"""Share of a short wait within which everybody passes who will pass unasked."""
FIRST_GAME_PASS_S = 8.0, 10.0
FIRST_GAME_SHARES = 0.55, 0.7
"""The same bounds in the first game of a server, where everybody reads such a question for the first time."""
ASKED_ANYWAY_SHARE = 0.1
"""How often a seat is asked although it may hold nothing that matters; where nobody is told who has passed,
how often anybody is: one covers for all."""

PASS_FACTORS: dict[Speed, int] = {"live": 1, "relaxed": 4, "post": 240}
"""How many times longer people take at the slower tables."""

OVERDUE_MS = 500
"""Milliseconds for which a pass that is due still rings: other work may have held it up."""

_DIGITS = 13
"""Hex digits for one random number."""


@dataclass(frozen=True, slots=True)
class DuePass:
    """When a seat passes by itself, in uptime, if nothing that it could do matters then."""

    at: int
    seat: int


def habit_of(state: TableState, seat: int) -> PassHabit:
    """Return when the seat wants to be asked."""
    return next((habit for habit in state.habits if habit.seat == seat), PassHabit(seat))


def with_habit(state: TableState, habit: PassHabit) -> tuple[PassHabit, ...]:
    """Return all habits with one of them replaced."""
    return (*without_habit(state.habits, habit.seat), habit)


def without_habit(habits: tuple[PassHabit, ...], seat: int) -> tuple[PassHabit, ...]:
    """Return the habits of the other seats: nobody inherits one."""
    return tuple(habit for habit in habits if habit.seat != seat)


def latest_pass_ms(state: TableState) -> int:
    """Return how long after the beginning of the wait the last seat passes by itself; 0 if none does."""
    pending, timer = state.pending, state.timer
    if pending is None or not pending.optional or timer.due is None or timer.stage == "poll":
        return 0
    return _bounds_ms(state)[1]


def _bounds_ms(state: TableState) -> tuple[int, int]:
    """Return after how much of the wait the first seat may pass by itself, and the last one."""
    is_first, factor = state.table.first_game, 1000 * PASS_FACTORS[state.table.speed]
    seconds = FIRST_GAME_PASS_S if is_first else (MIN_PASS_S, MAX_PASS_S)
    shares = FIRST_GAME_SHARES if is_first else (MIN_PASS_SHARE, MAX_PASS_SHARE)
    soonest, latest = (
        int(min(bound * factor, share * state.timer.allowance))
        for bound, share in zip(seconds, shares, strict=True)
    )
    return soonest, latest


def pass_delay_ms(state: TableState, seat: int) -> int | None:
    """Draw how long a seat takes to pass, from a time as people need; None: it is asked in any case."""
    pending = state.pending
    if pending is None or not latest_pass_ms(state):
        return None
    if state.table.alone:  # nobody there to hide anything from
        return _bounds_ms(state)[0]
    found = digest(f"pass {state.seed} {pending.serial} {seat}".encode())
    asked, when = ((int(found[place : place + _DIGITS], 16) + 0.5) / 16**_DIGITS for place in (0, _DIGITS))
    # Passing changes nothing about how many people are there.
    if asked < ASKED_ANYWAY_SHARE / (max(1, len(state.table.people_here)) if pending.hides_passes else 1):
        return None
    factor = 1000 * PASS_FACTORS[state.table.speed]
    pace = NormalDist(0.0, PASS_SPREAD)
    low, high = (pace.cdf(log(bound / (MEDIAN_PASS_S * factor))) for bound in _bounds_ms(state))
    return int(MEDIAN_PASS_S * factor * exp(pace.inv_cdf(low + when * (high - low))))


def due_passes(state: TableState) -> list[DuePass]:
    """List when the awaited people would pass, those first who do so first, whatever they hold."""
    pending, due, table = state.pending, state.timer.due, state.table
    if pending is None or due is None or not pending.optional or table.phase != "playing" or table.halt:
        return []
    began = due - state.timer.allowance
    found: list[DuePass] = []
    for seat in pending.awaited:
        delay = pass_delay_ms(state, seat) if table.seats[seat].present else None
        if delay is not None:
            found.append(DuePass(began + delay, seat))
    return sorted(found, key=lambda one: (one.at, one.seat))


def next_pass(state: TableState, now: int) -> int | None:
    """Return the uptime at which the next person would pass."""
    return next((one.at for one in due_passes(state) if one.at > now - OVERDUE_MS), None)


def passes_until(state: TableState) -> int | None:
    """Return the uptime until which people may pass by themselves; None where nobody does."""
    latest, due = latest_pass_ms(state), state.timer.due
    return None if due is None or not latest else due - state.timer.allowance + latest
