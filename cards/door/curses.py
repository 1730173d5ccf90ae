"""A curse from pending to resolved (R-560 to R-571), and the frame that runs a card's effects."""

from __future__ import annotations

from typing import Final

from cards.door.character_events import CurseStruck
from cards.door.engine import Engine
from cards.door.rule_tables import FrameHandler
from cards.kernel.frames import Frame
from cards.language import interpreter

PENDING_STEP: Final = 0
STRIKE_STEP: Final = 1
SETTLE_STEP: Final = 2


def curse(engine: Engine, frame: Frame) -> None:
    """Wait for cards that cancel it, whether or not anybody holds one (H-07); then resolve the curse."""
    seat, card = frame.seat, frame.card
    if frame.vars.get("cancelled") or not engine.is_living(seat):
        engine.pop(frame)
        if engine.in_limbo(card):
            engine.discard(card)
        return
    if frame.step == PENDING_STEP:
        frame.step = STRIKE_STEP
        seats = engine.seat_mask(engine.living_seats())
        engine.open_window(frame, "curse", seats, engine.options.curse_seconds)
    elif frame.step == STRIKE_STEP:
        _strike(engine, frame)
    else:
        _settle(engine, frame)


def _strike(engine: Engine, frame: Frame) -> None:
    if not frame.vars.pop("closed", 0):
        frame.step = PENDING_STEP
        return
    frame.step = SETTLE_STEP
    frame.vars["struck"] = 1
    definition = engine.defs[frame.card]
    engine.emit(CurseStruck(frame.seat, card=frame.card))
    engine.count(frame.seat, "curses_suffered")
    engine.fire_all("cursed", frame.seat)
    if definition.hits:
        number = definition.number_of(definition.hits)
        engine.push(Frame("run", frame.seat, frame.it, frame.card, number))


def _settle(engine: Engine, frame: Frame) -> None:
    """Leave a lasting curse in front of its victim, discard any other (R-562)."""
    engine.pop(frame)
    if not engine.in_limbo(frame.card):
        return
    stays = engine.defs[frame.card].stays
    if stays and engine.is_living(frame.seat):
        engine.stay(frame.card, frame.seat, stays)
    else:
        engine.discard(frame.card)


def run(engine: Engine, frame: Frame) -> None:
    """Run the effects of a card, one word at a time."""
    if interpreter.run_next_word(engine, frame):
        engine.pop(frame)


FRAME_HANDLERS: dict[str, FrameHandler] = {"curse": curse, "run": run}
