"""Asks whoever is about to spend a card for nothing whether they want to (H-126)."""

from __future__ import annotations

from cards.door.engine import Engine
from cards.door.rule_tables import FrameHandler
from cards.door.windows import UNPASSABLE_WINDOWS
from cards.kernel.frames import Frame
from cards.kernel.moves import Action, Picks, Refusal, Slot, find_move


def may_ask(engine: Engine) -> bool:
    """Return True if there is time to ask: nobody else waits for passes, or for an answer."""
    window = engine.window
    return window is not None and window.kind in UNPASSABLE_WINDOWS


def ask_first(engine: Engine, action: Action) -> None:
    """Ask the seat whether it wants to spend the card all the same; others do not see which it is."""
    values = {f"pick{number}": picks for number, picks in enumerate(action.picks)}
    place = {"used": action.card, "ability": action.ability, "slots": len(action.picks)}
    engine.state.move_lists = None
    engine.push(Frame("waste", action.seat, vars={**place, **values}))


def waste(engine: Engine, frame: Frame) -> None:
    """Take back a use that would do nothing, unless the seat insists."""
    seat = frame.seat
    slot = Slot("waste", "word", ("yes", "no"))
    answer = engine.choose(frame, "answer", seat, "waste", slot, ("no",))
    if answer is None:
        return
    engine.pop(frame)
    picks: Picks = tuple(_picks(frame, number) for number in range(frame.int_var("slots")))
    action = Action(seat, "use", frame.int_var("used"), frame.int_var("ability"), picks)
    move = find_move(engine.legal_moves(seat, "use"), action)
    if answer[0] == "yes" and not isinstance(move, Refusal):
        engine.apply_move(seat, move, picks)


def _picks(frame: Frame, number: int) -> tuple[int | str, ...]:
    value = frame.vars[f"pick{number}"]
    assert isinstance(value, tuple)
    return value


FRAME_HANDLERS: dict[str, FrameHandler] = {"waste": waste}
