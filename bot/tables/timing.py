"""How long people have, and what a wait's timer is after each request."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from bot.tables.standing import Standing, Timer
from bot.tables.table import Speed
from cards.kernel.game import Pending

HOUR = 3600

Wait = Literal["go_on", "ask", "again"]
"""What becomes of a running clock: nothing; a grace in which the others decide; the whole time once more."""


@dataclass(frozen=True, slots=True)
class Pace:
    """A speed: the game's seconds times ``factor``, kept between ``least`` and ``most`` seconds."""

    factor: int
    least: int
    most: int


PACES: dict[Speed, Pace] = {
    "live": Pace(1, 5, 10 * 60),
    "relaxed": Pace(10, 3 * 60, HOUR),
    "post": Pace(1440, 8 * HOUR, 72 * HOUR),
}

CARETAKER_SECONDS = 60
"""What a wait gets in which nobody is awaited but computers and those they stand in for. They need little of
it, unless one has offered somebody a bargain; and should one fail, the table goes on soon."""

COUNTED = 60
"""Live seconds from which on letting a wait run out counts as being absent. Shorter ones are chances
to interfere, and saying nothing is the usual way of passing them up."""

ABSENT_AFTER = 2
"""Waits in a row that somebody lets run out before the caretaker takes over (H-17)."""


REMINDED = 60_000
"""Milliseconds from which on a wait is long enough for a reminder at half time."""


def manned(standing: Standing, pending: Pending) -> bool:
    """Tell whether the wait is for at least one person who is there."""
    seats = standing.table.seats
    return any(seats[seat].human and not seats[seat].away for seat in pending.awaited)


def allowance(standing: Standing, pending: Pending) -> int:
    """Return how long this wait may last, in milliseconds."""
    if not manned(standing, pending):
        return CARETAKER_SECONDS * 1000
    pace = PACES[standing.table.speed]
    return 1000 * min(max(pending.seconds * pace.factor, pace.least), pace.most)


def next_timer(before: Standing, after: Standing, now: int, *, fresh: bool, how: Wait = "go_on") -> Timer:
    """Return the timer that ``after`` should have; ``fresh`` forces a new one, as after an undo."""
    table, pending = after.table, after.pending
    if table.phase != "playing" or pending is None:
        return Timer()
    old, wait = before.timer, before.pending
    if fresh or wait is None or wait.serial != pending.serial or how == "again":
        full = allowance(after, pending)
        started = Timer(full, now + full, full)
        return stop(started, now) if table.halt else started
    if how == "ask":
        grace = old.allowance // 2
        return Timer(grace, now + grace, grace, "poll")
    if table.halt:
        return stop(old, now)
    if old.due is None:
        return replace(old, due=now + old.left)
    if manned(before, wait) != manned(after, pending):
        # The last person passed, or somebody came back: the rest of the wait is for others to fill.
        full = allowance(after, pending)
        return Timer(full, now + full, full)
    return old


def others_there(standing: Standing) -> tuple[int, ...]:
    """Return the people who are there and not awaited, if the wait is one on which they may decide."""
    table, pending = standing.table, standing.pending
    if pending is None or pending.seconds < COUNTED or not manned(standing, pending):
        return ()
    return tuple(s for s in table.people if s not in pending.awaited and not table.seats[s].away)


def stop(timer: Timer, now: int) -> Timer:
    """Let the timer stand still with what is left of it."""
    if timer.due is None:
        return timer
    return replace(timer, due=None, left=max(0, timer.due - now))


def half_time(timer: Timer) -> int | None:
    """Return the uptime of the reminder at half time, if it is still to come."""
    if timer.due is None or timer.stage or timer.allowance < REMINDED:
        return None
    return timer.due - timer.allowance // 2


def next_alarm(timer: Timer) -> int | None:
    """Return the uptime at which the timer next asks for something."""
    half = half_time(timer)
    return timer.due if half is None else half


def computers_seated(standing: Standing) -> tuple[int, ...]:
    """Return the seats for which a computer decides, while the game goes on."""
    table = standing.table
    if table.phase != "playing" or table.halt or standing.pending is None:
        return ()
    return tuple(number for number, seat in enumerate(table.seats) if seat.robot or seat.away)


def computers_awaited(standing: Standing) -> tuple[int, ...]:
    """Return the awaited seats for which a computer decides."""
    pending = standing.pending
    return () if pending is None else tuple(s for s in computers_seated(standing) if s in pending.awaited)


def wake_at(standing: Standing, now: int) -> int | None:
    """Return the uptime at which the table next wants attention."""
    return now if computers_awaited(standing) else next_alarm(standing.timer)
