"""How long people have, and what a wait's timer is after each request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from bot.tables.passing import next_pass
from bot.tables.state import TableState, Timer
from bot.tables.table import allowed_s
from cards.kernel.game import Pending

ClockEffect = Literal["go_on", "ask", "again"]
"""What becomes of a running clock: nothing; a grace in which the others decide; the whole time once more."""


CARETAKER_WAIT_S = 60
"""What a wait gets in which nobody is awaited but computers and those they stand in for. They need little of
it, unless one has offered somebody a bargain; and should one fail, the table goes on soon."""

MIN_COUNTED_WAIT_S = 60
"""Live seconds from which on the others are asked before a wait runs out, and letting it run out counts as
being absent even where one may act but need not: in shorter ones saying nothing is the usual way to pass."""

MAX_MISSED_WAITS = 2
"""Waits in a row that somebody lets run out before the caretaker takes over (H-17)."""


LOBBY_MS = 24 * 3_600_000
"""How long a lobby stays open after the last thing that anybody did there."""

HOST_SILENCE_MS = 600_000
"""Silence of a lobby's host after which whoever sits there may do what hosts do."""

ABANDONED_MS = 3_600_000
"""Silence of a lobby's host after which anybody may close it."""

ALONE_MS = 24 * 3_600_000
"""How long a question stands that one may let pass, in a game with nobody else: nobody waits."""

SHORT_WAIT_MS, CHOOSING_MS = 25_000, 10_000
"""A wait that is no longer than the first stands open for the second after a press of somebody awaited."""

MIN_REMINDER_WAIT_MS = 60_000
"""Milliseconds from which on a wait is long enough for a reminder at half time."""

LIVE_REMINDER_MS, LIVE_IDLE_MS, LIVE_GRACE_MS = 60_000, 90_000, 30_000
"""Where everybody is there, somebody who presses nothing is reminded, then the others are asked, then the
game goes on: an idle friend costs two minutes, however long people may think."""


def awaits_person(state: TableState, pending: Pending) -> bool:
    """Return True if the wait is for at least one person who is there."""
    return any(state.table.seats[seat].present for seat in pending.awaited)


def allowance_ms(state: TableState, pending: Pending) -> int:
    """Return how long this wait may last, in milliseconds."""
    if not awaits_person(state, pending):
        return CARETAKER_WAIT_S * 1000
    if state.table.alone:
        return ALONE_MS
    return 1000 * allowed_s(state.table.speed, pending.seconds)


def lobby_timer(old: Timer, now: int, *, host_spoke: bool) -> Timer:
    """Return the clock of a lobby after a request: its allowance goes back to the host's last one."""
    began, due = now if host_spoke or old.due is None else old.due - old.allowance, now + LOBBY_MS
    return Timer(due - began, due, due - began, "half")


def host_silence_ms(state: TableState, now: int) -> int:
    """Return for how long the host of a lobby has done nothing there; 0 anywhere else."""
    timer = state.timer
    return 0 if state.table.phase != "lobby" or timer.due is None else now - timer.due + timer.allowance


def is_host_gone(state: TableState, now: int) -> bool:
    """Return True if nobody should have to wait for the host: silent in a lobby, away in a game."""
    return state.table.host_away or host_silence_ms(state, now) >= HOST_SILENCE_MS


def next_timer(
    before: TableState, after: TableState, now: int, *, restart: bool, effect: ClockEffect = "go_on"
) -> Timer:
    """Return the timer that ``after`` should have; ``restart`` forces a new one, as after an undo."""
    table, pending = after.table, after.pending
    if table.phase == "lobby":
        return after.timer if after.timer.due is not None else lobby_timer(Timer(), now, host_spoke=True)
    if table.phase != "playing" or pending is None or table.lesson is not None:
        return Timer()
    if table.alone and not pending.optional:
        return Timer()
    old, wait = before.timer, before.pending
    if restart or wait is None or wait.serial != pending.serial or effect == "again":
        full = allowance_ms(after, pending)
        waits = old.waits + 1 if effect == "again" and not table.halt else 0
        started = Timer(full, now + full, full, waits=waits)
        return stopped(started, now) if table.halt else started
    if effect == "ask":
        grace = min(old.allowance // 2, LIVE_GRACE_MS if table.speed == "live" else old.allowance)
        return Timer(grace, now + grace, grace, "poll", old.waits)
    timer = old if old.due is not None else replace(old, due=now + old.left)
    if awaits_person(before, wait) != awaits_person(after, pending):
        # The last person passed, or somebody came back: the rest of the wait is for others to fill.
        full = allowance_ms(after, pending)
        timer = Timer(full, now + full, full)
    return stopped(timer, now) if table.halt else timer


def present_unawaited(state: TableState) -> tuple[int, ...]:
    """Return the people who are there and not awaited, if the wait is one on which they may decide."""
    pending = state.pending
    if pending is None or pending.seconds < MIN_COUNTED_WAIT_S or not awaits_person(state, pending):
        return ()
    return tuple(seat for seat in state.table.people_here if seat not in pending.awaited)


def stopped(timer: Timer, now: int) -> Timer:
    """Return the timer stopped, with the time that is left."""
    if timer.due is None:
        return timer
    return replace(timer, due=None, left=max(0, timer.due - now))


def reminder_at(state: TableState) -> int | None:
    """Return the uptime of the reminder, if it is still to come: at half time, or sooner at a live table."""
    timer = state.timer
    if timer.due is None or timer.stage or timer.allowance < MIN_REMINDER_WAIT_MS or state.table.alone:
        return None
    after = timer.allowance // 2
    if state.table.speed == "live":
        after = min(after, LIVE_REMINDER_MS)
    return timer.due - timer.allowance + after


def question_at(state: TableState) -> int | None:
    """Return the uptime at which those who are there are asked whether to wait on; None: they are not."""
    timer = state.timer
    if timer.due is None or timer.stage == "poll" or state.table.poll or not present_unawaited(state):
        return None
    if state.table.speed != "live":
        return timer.due
    return min(timer.due, max(timer.due - timer.allowance, timer.seen) + LIVE_IDLE_MS)


def with_presses(state: TableState, pressed_at: Mapping[int, int]) -> TableState:
    """Return the state with the latest press of anybody awaited (by user): who looks at cards is thinking.

    A short wait stands open for who is choosing, up to twice its time.
    """
    timer, pending = state.timer, state.pending
    awaited = () if pending is None else pending.awaited
    seen = max((pressed_at.get(state.table.seats[seat].user, 0) for seat in awaited), default=0)
    if seen <= timer.seen:
        return state
    if (
        pending is not None
        and timer.due is not None
        and (full := allowance_ms(state, pending)) <= SHORT_WAIT_MS
    ):
        began = timer.due - timer.allowance
        due = max(timer.due, min(seen + CHOOSING_MS, began + 2 * full))
        timer = replace(timer, due=due, allowance=due - began)
    return replace(state, timer=replace(timer, seen=seen))


def clock_alarm(state: TableState) -> int | None:
    """Return the uptime at which the clock next asks for something."""
    alarms = (state.timer.due, reminder_at(state), question_at(state))
    return min((alarm for alarm in alarms if alarm is not None), default=None)


def next_alarm(state: TableState, now: int) -> int | None:
    """Return the uptime at which the clock next asks for something, or somebody may pass by themselves."""
    alarms = (clock_alarm(state), next_pass(state, now))
    return min((alarm for alarm in alarms if alarm is not None), default=None)


def computers_seated(state: TableState) -> tuple[int, ...]:
    """Return the seats for which a computer decides, while the game goes on."""
    table = state.table
    if table.phase != "playing" or table.halt or state.pending is None:
        return ()
    return tuple(number for number, seat in enumerate(table.seats) if seat.robot or seat.away)


def computers_awaited(state: TableState) -> tuple[int, ...]:
    """Return the awaited seats for which a computer decides."""
    pending = state.pending
    return () if pending is None else tuple(s for s in computers_seated(state) if s in pending.awaited)


def wake_at(state: TableState, now: int) -> int | None:
    """Return the uptime at which the table next wants attention."""
    return now if computers_awaited(state) else next_alarm(state, now)
