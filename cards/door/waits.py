"""Windows open and close; what is awaited of whom."""

from __future__ import annotations

from cards.door import memory, people
from cards.door.table import Table
from cards.door.windows import OPEN_PLAY_WINDOWS, UNPASSABLE_WINDOWS
from cards.kernel.frames import Frame, Window


def open_window(table: Table, frame: Frame, kind: str, awaited: int, seconds: int) -> None:
    """Open a window; note that what people have just received can be played in it (H-110)."""
    table.open_window(frame, kind, awaited, seconds)
    if kind in OPEN_PLAY_WINDOWS:
        for seat, person in enumerate(table.state.people):
            if person.fresh and not people.in_combat(table, seat):
                person.offered = len(person.fresh)


def close_window(frame: Frame) -> None:
    """End the frame's window as if all had passed; one that waits for an act is evaluated again."""
    passed = frame.window is not None and frame.window.kind not in UNPASSABLE_WINDOWS
    frame.window = None
    if passed:
        frame.vars["closed"] = 1


def close_if_passed(frame: Frame) -> None:
    """Close the frame's window if nobody is awaited any more."""
    window = frame.window
    if window is not None and window.awaited & ~window.passed == 0:
        close_window(frame)


def end_wait(table: Table, window: Window, seat: int) -> None:
    """End the right to play cards just received with a wait in which it could be used (R-093, H-110)."""
    person = table.state.people[seat]
    if person.fresh and window.kind in OPEN_PLAY_WINDOWS and not people.in_combat(table, seat):
        person.fresh.clear()
        person.offered = 0
        memory.forget(table)


def stop_waiting_for(table: Table, seat: int) -> None:
    """Stop waiting for the seat in every window."""
    for frame in table.state.frames:
        if frame.kind == "curse" and frame.seat == seat:
            frame.window = None  # its victim is gone
        if frame.window is not None:
            frame.window.awaited &= ~(1 << seat)
            close_if_passed(frame)
