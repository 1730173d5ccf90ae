"""Phase 6: tokens from the bag, one at a time (P-058 to P-061)."""

from __future__ import annotations

from collections.abc import Iterator

from cards.kernel.frames import Frame
from cards.kernel.moves import Move
from cards.panic.board import FOREST
from cards.panic.engine import PanicMachine
from cards.panic.monster_events import TokenDrawn
from cards.panic.state import BAG, DRAWN_TOKEN
from cards.panic.turn import place

ROLL_ALL = "roll_all"


def moves(table: PanicMachine) -> Iterator[Move]:
    """Yield the roll for all monsters of the phase, while more than one is still to come."""
    if table.state.frames[-1].int_var("quota") > 1:
        yield Move(ROLL_ALL)


def roll_all(table: PanicMachine) -> None:
    """Roll for the drawn monster and for all further ones of this phase without asking again (H-129)."""
    frame = table.state.frames[-1]
    frame.vars["at_once"] = 1
    frame.window = None


def run_placing(table: PanicMachine, frame: Frame) -> None:
    """Draw until the quota is filled or the bag is empty.

    Before the die is rolled for a monster, the active player has time to choose its arc (P-153), unless they
    have asked for all dice at once (H-129).
    """
    state = table.state
    if frame.step == 1:
        arc = frame.int_var("arc") or table.roll(frame.seat, "place")
        frame.vars.pop("arc", None)
        frame.vars["quota"] = frame.int_var("quota") - 1
        frame.step = 0
        place(table, frame.card, FOREST, arc)
        frame.card = -1
        return
    table.check_end()
    if state.over:
        return
    bag = state.zones.lists[BAG]
    if frame.int_var("quota") <= 0 or not bag:
        table.pop(frame)
        return
    token = bag[-1]
    state.zones.move(token, DRAWN_TOKEN)
    table.emit(TokenDrawn(frame.seat, token=token))
    if table.rules.catalog.points[token]:
        frame.card = token
        frame.step = 1
        if not frame.int_var("at_once"):
            table.wait(frame, "place", 1 << frame.seat, table.rules.options.place_seconds)
    else:
        table.push(Frame("token", frame.seat, card=token))


def run_curse_token(table: PanicMachine, frame: Frame) -> None:
    """Give everybody time to cancel a drawn Curse token, then let it act (P-059, P-193)."""
    if frame.step == 0:
        frame.step = 1
        table.wait(frame, "token", table.seats_mask(), table.rules.options.curse_seconds, general=True)
    elif frame.int_var("cancelled"):
        table.finish_token(frame)
    else:
        table.rules.catalog.word(frame.card).run(table, frame)
