"""Asks whoever is about to spend a card for nothing, or for less than it gives, if they want to (H-126)."""

from __future__ import annotations

from cards.door import asking, engine, legal, memory, people
from cards.door.table import FrameHandler, Table
from cards.door.windows import UNPASSABLE_WINDOWS
from cards.kernel.frames import Frame
from cards.kernel.moves import Action, Refusal, Slot, find_move


def may_ask(table: Table) -> bool:
    """Return True if there is time to ask: nobody else waits for passes, or for an answer."""
    window = table.window
    return window is not None and window.kind in UNPASSABLE_WINDOWS


def loss(table: Table, action: Action) -> str:
    """Return the question about what an action would lose, "" if it loses nothing."""
    definition, picks = table.defs[action.card], action.picks
    if action.verb == "use" and definition.kind in ("class", "race"):
        return "own_price" if any(action.card in chosen for chosen in picks) else ""  # H-142
    if action.verb != "play" or definition.kind != "level_up" or definition.may_win:
        return ""
    targets = [people.level(table, seat) for seat in picks[0] if isinstance(seat, int)]
    return "levels_lost" if max(targets) + definition.levels > table.decks.gain_cap else ""  # H-146


def ask_first(table: Table, action: Action, ask: str = "waste") -> None:
    """Ask the seat whether it wants to spend the card all the same; others do not see which it is."""
    memory.forget_lists(table)
    frame = Frame("waste", action.seat, vars={"ask": ask})
    frame.keep_action(action)
    table.push(frame)


def waste(table: Table, frame: Frame) -> None:
    """Take back a use that would do nothing, unless the seat insists."""
    seat = frame.seat
    ask = str(frame.vars.get("ask", "waste"))
    slot = Slot("waste", "word", ("yes", "no"))
    answer = asking.choose(table, frame, "answer", seat, ask, slot, ("no",))
    table.pop(frame)
    action = frame.kept_action()
    move = find_move(legal.moves(table, seat, action.verb), action)
    if answer[0] == "yes" and not isinstance(move, Refusal):
        engine.apply_move(table, seat, move, action.picks)


FRAME_HANDLERS: dict[str, FrameHandler] = {"waste": waste}
