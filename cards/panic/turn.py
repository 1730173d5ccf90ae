"""The frames of a turn: six phases in order (P-040), and what is forgotten at its end."""

from __future__ import annotations

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.panic import quiet
from cards.panic.board import ALL_ARCS_MASK, ARCHER
from cards.panic.card_events import HelpRegained
from cards.panic.engine import PanicMachine
from cards.panic.events import CharacterChosen, PanicTurnStarted
from cards.panic.monster_events import MonsterPlaced
from cards.panic.negotiation import drop_offers
from cards.panic.state import (
    BAG,
    BOARD,
    CHARACTER_POOL,
    FRONT_CARDS,
    HAND,
    TOKEN_DISCARDS,
    TREASURES,
    Monster,
    zone,
)

START_MONSTER_COUNT = 4


def run_setup(table: PanicMachine, frame: Frame) -> None:
    """Ask players for their Characters, from the first player on (P-221); then deal and begin."""
    state = table.state
    if state.characters:
        for seat in table.seats_from(state.active):
            if state.characters[seat] < 0:
                slot = Slot("character", "card", state.zones.lists[CHARACTER_POOL])
                got = table.choose(frame, f"seat{seat}", seat, "character", slot)
                if got is None:
                    return
                state.characters[seat] = int(got[0])
                state.zones.move(int(got[0]), zone(seat, FRONT_CARDS))
                table.emit(CharacterChosen(seat, card=int(got[0])))
    table.pop(frame)
    _place_first(table)
    for seat in table.seats_from(state.active):
        table.draw("castle", zone(seat, HAND), table.hand_size(seat))
        table.draw("treasure", zone(seat, TREASURES), table.rules.start_treasures)
    start_turn(table, state.active)


def _place_first(table: PanicMachine) -> None:
    """Build the Castle and put four monsters into the Archer ring; Curses go back into the bag (P-031)."""
    state = table.state
    state.towers = ALL_ARCS_MASK
    state.walls = ALL_ARCS_MASK if table.rules.options.walls else 0
    curses: list[int] = []
    while len(state.board) < START_MONSTER_COUNT:
        token = state.zones.lists[BAG][-1]
        if table.rules.catalog.points[token]:
            place(table, token, ARCHER, table.roll(-1, "start"))
        else:
            state.zones.move(token, BAG, bottom=True)
            curses.append(token)
    if curses:
        table.shuffle(BAG)


def place(table: PanicMachine, token: int, ring: int, arc: int) -> None:
    """Put a monster on the board at full health."""
    points = table.rules.catalog.points[token]
    table.state.zones.move(token, BOARD)
    table.state.board.append(Monster(token, ring, arc, points, points))
    table.emit(MonsterPlaced(monster=token, arc=arc))


def start_turn(table: PanicMachine, seat: int) -> None:
    """Begin a seat's turn."""
    state = table.state
    state.active = seat
    state.turn += 1
    quiet.ask_again(table, seat)
    table.emit(PanicTurnStarted(seat, turn=state.turn))
    table.push(Frame("turn", seat))


def run_turn(table: PanicMachine, frame: Frame) -> None:
    """Run the next step of the turn."""
    _STEPS[frame.step](table, frame)


def _draw(table: PanicMachine, frame: Frame) -> None:
    """Phase 1: time to discard and to use cards and powers for drawing up (P-041)."""
    table.state.phase = 1
    frame.step += 1
    table.wait(frame, "draw", 1 << frame.seat, table.rules.options.turn_seconds)


def _draw_up(table: PanicMachine, frame: Frame) -> None:
    """Draw up to the hand size (P-041, P-042); then phase 2."""
    seat = frame.seat
    if not table.is_gone(seat):
        missing = table.hand_size(seat) - len(table.seat_cards(seat, HAND))
        if missing > 0:
            table.draw("castle", zone(seat, HAND), missing)
    table.state.phase = 2
    frame.step += 1
    table.push(Frame("charity", seat))


def _play(table: PanicMachine, frame: Frame) -> None:
    """Phase 3: play, bargain, fight (P-050)."""
    table.state.phase = 3
    frame.step += 1
    table.wait(frame, "play", 1 << frame.seat, table.rules.options.turn_seconds)


def _claims(table: PanicMachine, frame: Frame) -> None:
    """Before phase 3 ends, let those who enraged a monster fight it (P-237)."""
    seats = 0
    for mask in table.state.claims.values():
        seats |= mask
    frame.step += 1
    table.wait(frame, "claim", seats, table.rules.options.offer_seconds)


def _settle(table: PanicMachine, frame: Frame) -> None:
    """Phase 4: return unused borrowed and pledged cards, and take earned Treasures to hand (P-056)."""
    state = table.state
    table.settle()
    token = table.curse_in_front(frame.seat)
    if token >= 0:
        state.zones.move(token, TOKEN_DISCARDS)
        table.emit(HelpRegained(frame.seat, token=token))
    drop_offers(table)
    state.claims.clear()
    state.attacked.clear()
    state.past_attacks.clear()
    state.asked_for = -1
    state.phase = 4
    table.collect_earned()
    frame.step += 1
    table.wait(frame, "settle", table.seats_mask(), table.rules.options.settle_seconds, general=True)


def run_last_call(table: PanicMachine, frame: Frame) -> None:
    """Settle what is owed, give time for any-time cards, then count points (H-154, P-214)."""
    if frame.step == 0:
        frame.step = 1
        table.settle()
        drop_offers(table)
        table.collect_earned()
        table.wait(frame, "last_call", table.seats_mask(), table.rules.options.settle_seconds, general=True)
    else:
        table.end_game("monsters")


def _move(table: PanicMachine, frame: Frame) -> None:
    """Phase 5: all monsters move (P-057)."""
    table.state.phase = 5
    frame.step += 1
    table.start_march(tuple(m.token for m in table.state.board), "forward")


def _place(table: PanicMachine, frame: Frame) -> None:
    """Phase 6: new monsters (P-058)."""
    table.state.phase = 6
    frame.step += 1
    table.push(Frame("placing", frame.seat, vars={"quota": table.rules.quota}))


def _end(table: PanicMachine, frame: Frame) -> None:
    """End Glue and Sleep; the next player to the left begins (P-062)."""
    state = table.state
    state.glued = -1
    state.asleep = False
    state.unslayable.clear()
    state.asks = 0
    state.spoken = [0] * state.seats
    state.discarded = False
    state.spent.clear()
    table.pop(frame)
    start_turn(table, next(iter(table.seats_from((frame.seat + 1) % state.seats))))


_STEPS = (_draw, _draw_up, _play, _claims, _settle, _move, _place, _end)
