"""Who is asked: not who can do nothing that matters (H-130), and not who does not want to be.

That somebody does not want to be asked what everybody is asked, until their turn or until they take it back,
is said in the open (H-128).
"""

from __future__ import annotations

from collections.abc import Iterator

from cards.kernel.moves import Action, Move, Slot
from cards.panic.engine import PanicMachine

WAIVE, RESUME = "waive", "resume"
UNTIL_TURN, UNTIL_RESUMED = "turn", "me"
GENERAL_WINDOWS = ("offers", "settle", "token", "trophy", "attacked", "last_call")
"""The windows that may concern everybody; a Curse and a counter-offer concern somebody."""
OPTIONAL_WINDOWS = frozenset({*GENERAL_WINDOWS, "claim", "curse", "place"})
"""The windows in which one may act but need not: all but the phases in which a turn is played."""
DISCREET_WINDOWS = frozenset({"settle", "token", "trophy", "attacked", "last_call", "curse"})
"""Those in which a card is all that one could say, so that nobody is told for whom they last."""


def moves(table: PanicMachine, seat: int) -> Iterator[Move]:
    """Yield what the seat may say about being asked. Who is not asked may still act."""
    window = table.window
    if window is None:
        return
    if seat in table.state.waived:
        yield Move(RESUME)
        return
    is_asked = window.kind in GENERAL_WINDOWS and window.awaited & ~window.passed & 1 << seat
    if is_asked and table.other_seats(seat):
        yield Move(WAIVE, slots=(Slot("until", "word", (UNTIL_TURN, UNTIL_RESUMED)),))


def act(table: PanicMachine, action: Action) -> None:
    """Note what a seat says; the window that is open no longer waits for a seat that is not to be asked."""
    if action.verb == RESUME:
        del table.state.waived[action.seat]
        return
    table.state.waived[action.seat] = str(action.picks[0][0])
    frame = table.state.frames[-1]
    assert frame.window is not None
    frame.window.awaited &= ~(1 << action.seat)
    table.close_if_passed(frame)


def ask_again(table: PanicMachine, seat: int) -> None:
    """Begin to ask a seat again whose turn comes."""
    if table.state.waived.get(seat) == UNTIL_TURN:
        del table.state.waived[seat]
