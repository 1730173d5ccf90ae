"""A curse from pending to resolved (R-560 to R-571), and the frame that runs a card's effects."""

from __future__ import annotations

from typing import Final

from cards.door import arrivals, party, people, piles, places, reactions, waits
from cards.door.events import CurseCancelled, Cursed, CurseStruck
from cards.door.state import LIMBO_ZONE
from cards.door.table import FrameHandler, Table
from cards.kernel.frames import Frame
from cards.language import interpreter

PENDING_STEP: Final = 0
STRIKE_STEP: Final = 1
SETTLE_STEP: Final = 2


def _curse_frame(table: Table) -> Frame | None:
    for frame in reversed(table.state.frames):
        if frame.kind == "curse" and places.in_limbo(table, frame.card):
            return frame
    return None


def victim(table: Table) -> int:
    """Return the seat that the pending Curse is about to strike, -1 if none is pending."""
    frame = _curse_frame(table)
    return -1 if frame is None else frame.seat


def sender(table: Table) -> int:
    """Return who played the pending Curse on somebody; -1 if it came by itself."""
    frame = _curse_frame(table)
    return -1 if frame is None else frame.it


def pending_card(table: Table) -> int:
    """Return the Curse that is pending, -1 if none is."""
    frame = _curse_frame(table)
    return -1 if frame is None else frame.card


def start_curse(table: Table, seat: int, card: int, by: int = -1) -> None:
    """Start a curse: it is pending first, so that it can be canceled (R-008, H-07)."""
    if not people.is_living(table, seat):
        piles.discard(table, card, by=by)
        return
    piles.move(table, card, LIMBO_ZONE)
    if people.in_combat(table, seat):
        party.meddle(table, by)
    table.emit(Cursed(seat, card=card, by=by))
    frames = table.state.frames
    table.push(Frame("curse", seat, by, card))
    place = len(frames) - 1
    while place and frames[place - 1].kind == "curse" and not frames[place - 1].vars.get("struck"):
        place -= 1
    frames.insert(place, frames.pop())  # of several that are pending the first one played strikes first


def cancel_curse(table: Table, card: int) -> None:
    """Cancel the curse that is pending on top of the stack."""
    for frame in reversed(table.state.frames):
        if frame.kind == "curse":
            frame.vars["cancelled"] = 1
            frame.window = None
            table.emit(CurseCancelled(frame.seat, curse=frame.card, card=card))
            return


def curse(table: Table, frame: Frame) -> None:
    """Wait for cards that cancel it, whether or not anybody holds one (H-07); then resolve the curse.

    Whoever has played it on somebody else may still act, but is not waited for.
    """
    seat, card = frame.seat, frame.card
    if frame.vars.get("cancelled") or not people.is_living(table, seat):
        table.pop(frame)
        if places.in_limbo(table, card):
            piles.discard(table, card)
        return
    if frame.step == PENDING_STEP:
        frame.step = STRIKE_STEP
        asked = [each for each in people.living_seats(table) if each == seat or each != frame.it]
        waits.open_window(table, frame, "curse", people.seat_mask(asked), table.options.curse_seconds)
    elif frame.step == STRIKE_STEP:
        _strike(table, frame)
    else:
        _settle(table, frame)


def _strike(table: Table, frame: Frame) -> None:
    if not frame.vars.pop("closed", 0):
        frame.step = PENDING_STEP
        return
    frame.step = SETTLE_STEP
    frame.vars["struck"] = 1
    definition = table.defs[frame.card]
    table.emit(CurseStruck(frame.seat, card=frame.card))
    people.count(table, frame.seat, "curses_suffered")
    reactions.fire_all(table, "cursed", frame.seat)
    if definition.hits:
        number = definition.number_of(definition.hits)
        table.push(Frame("run", frame.seat, frame.it, frame.card, number))


def _settle(table: Table, frame: Frame) -> None:
    """Leave a lasting curse in front of its victim, discard any other (R-562)."""
    table.pop(frame)
    if not places.in_limbo(table, frame.card):
        return
    stays = table.defs[frame.card].stays
    if stays and people.is_living(table, frame.seat):
        arrivals.stay(table, frame.card, frame.seat, stays)
    else:
        piles.discard(table, frame.card)


def run(table: Table, frame: Frame) -> None:
    """Run the effects of a card, one word at a time."""
    if interpreter.run_next_word(table.rules, frame):
        table.pop(frame)


FRAME_HANDLERS: dict[str, FrameHandler] = {"curse": curse, "run": run}
