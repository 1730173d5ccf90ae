"""Takes actions: moves, passes, time-outs, closed seats."""

from __future__ import annotations

from cards.door import asking, fights, memory, party, people, piles, places, waits, winning
from cards.door.events import PassedWindow, TimedOut
from cards.door.table import Table
from cards.door.windows import COMBAT_WINDOWS
from cards.kernel.events import SeatLeft
from cards.kernel.moves import Move, Picks, Refusal


def apply_move(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Carry out a move, and reopen the window or evaluate it again if necessary (R-330)."""
    frame = table.state.frames[-1]
    window = frame.window
    memory.forget_lists(table)
    if table.state.prompt is not None:
        _interrupt(table, seat, move, picks)
        return
    assert window is not None
    verb, tables = move[0], table.rule_tables
    tables.verb_handlers[verb](table, seat, move, picks)
    if verb in tables.ends_wait:
        waits.end_wait(table, window, seat)
    if frame.window is not window or verb in tables.keeps_passes or window.kind == "setup":
        return
    if window.kind in COMBAT_WINDOWS or window.kind in ("caught", "flee") or window.awaited >> seat & 1:
        reopens = tables.reopenings.get(window.kind)
        if reopens is None or reopens(table):
            frame.window = None


def _interrupt(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Carry out a move while somebody else is asked; the question is then asked again (H-124).

    A frame changes nothing before it asks, so it comes to the same question, with what is left to choose.
    """
    asking.note_places(table.state)
    table.state.prompt = None
    table.rule_tables.verb_handlers[move.verb](table, seat, move, picks)


def apply_pass(table: Table, seat: int) -> None:
    """Record a seat's pass; the last one closes the window."""
    frame = table.state.frames[-1]
    window = frame.window
    assert window is not None
    window.passed |= 1 << seat
    table.emit(PassedWindow(seat, window=window.kind))
    waits.end_wait(table, window, seat)
    waits.close_if_passed(frame)
    if frame.window is None:
        memory.forget_lists(table)
    else:
        memory.forget_list(table, seat)


def time_up(table: Table, serial: int) -> bool:
    """Act for the seats whose time ran out; return False if that wait is already over."""
    state = table.state
    if state.prompt is not None:
        if state.prompt.serial != serial:
            return False
        table.emit(TimedOut(state.prompt.seat))
        table.answer(state.prompt.default)
        return True
    frame = state.frames[-1] if state.frames else None
    if frame is None or frame.window is None or frame.window.serial != serial:
        return False
    table.emit(TimedOut(window=frame.window.kind))
    for seat in frame.window.waiting_seats(state.seats):
        waits.end_wait(table, frame.window, seat)
    handler = table.rule_tables.timeout_handlers.get(frame.window.kind)
    if handler is None:
        waits.close_window(frame)
    else:
        handler(table, frame)
    return True


def drop_seat(table: Table, seat: int) -> Refusal | None:
    """Close a seat for good: its cards are discarded, not looted (H-17)."""
    state = table.state
    if not 0 <= seat < state.seats or state.people[seat].left:
        return Refusal("no_such_seat", {"seat": seat})
    if state.prompt is not None:
        asking.note_places(state)
    person = state.people[seat]
    person.left = True
    person.alive = False
    table.emit(SeatLeft(seat))
    if seat in state.bodies:
        state.bodies.remove(seat)
    for card in places.in_play(table, seat):
        state.under.pop(card, None)
    for card in (*places.in_play(table, seat), *places.hand(table, seat)):
        piles.discard(table, card, by=seat)
    if len(people.everyone(table)) < 2:
        state.prompt = None
        winning.finish(table)
        return None
    _remove_from_waits(table, seat)
    return None


def _remove_from_waits(table: Table, seat: int) -> None:
    """Take the seat out of the combat, the open prompt and every window."""
    state = table.state
    combat = state.combat
    if combat is not None:
        combat.offers = [o for o in combat.offers if seat not in (o.by, o.to)]
        combat.truce_offers = [o for o in combat.truce_offers if seat not in o.between]
        if combat.helper == seat:
            party.dismiss_helper(table, -1)
        elif combat.fighter == seat:
            fights.end_combat(table, -1)
    state.trades = [t for t in state.trades if seat not in (t.by, t.to)]
    if state.prompt is not None and state.prompt.seat == seat:
        table.answer(state.prompt.default)
    waits.stop_waiting_for(table, seat)
