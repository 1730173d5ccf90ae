"""Setup and the phases of a turn: arrange, kick, trouble or loot, charity (R-030 ff., R-080 ff.)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.door.card_events import CardReceived
from cards.door.character_events import CurseShruggedOff
from cards.door.engine import Engine
from cards.door.events import (
    CharacterReborn,
    DieRolled,
    DoorKicked,
    FirstPlayerChosen,
    LookedForTrouble,
    NoDoorLeft,
    RoomLooted,
    TurnEnded,
    TurnSkipped,
    TurnStarted,
)
from cards.door.rule_tables import FrameHandler, VerbHandler
from cards.door.state import LIMBO_ZONE
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, MoveCache, Picks, Slot

STARTING_CARDS_PER_DECK: Final = 4
"""Cards of each deck for a new character (R-032, R-493)."""

BEGIN_STEP: Final = 0
ARRANGE_STEP: Final = 1
KICK_STEP: Final = 2
TROUBLE_STEP: Final = 3
AFTER_STEP: Final = 4
CHARITY_STEP: Final = 5
END_STEP: Final = 6
"""Steps of the frame of a turn."""

KICK_MOVE: Final = Move("kick")
LOOT_MOVE: Final = Move("loot")
TROUBLE_MOVES: Final = MoveCache("trouble")
END_TURN_MOVE: Final = Move("end_turn")


def setup(engine: Engine, frame: Frame) -> None:
    """Let all seats play their first cards; then the dice or the host say who begins (R-036, R-037)."""
    if not frame.vars.pop("closed", 0):
        engine.state.phase = "setup"  # a Curse may have brought a combat in between
        engine.open_window(frame, "setup", engine.seat_mask(engine.living()), engine.options.turn_seconds)
        return
    chosen, seats = engine.options.first_player - 1, engine.living() or engine.everyone()
    first = chosen if chosen in seats else _highest_roll(engine, seats)
    engine.emit(FirstPlayerChosen(first))
    engine.pop(frame)
    engine.push(Frame("turn", first))


def _highest_roll(engine: Engine, seats: list[int]) -> int:
    while len(seats) > 1:
        rolls = {seat: engine.state.dice.roll() for seat in seats}
        for seat, die in rolls.items():
            engine.emit(DieRolled(seat, die=die, purpose="first"))
        best = max(rolls.values())
        seats = [seat for seat, die in rolls.items() if die == best]
    return seats[0]


def turn(engine: Engine, frame: Frame) -> None:
    """Run the turn of the frame's seat, step by step; death, leaving or a card ends it (R-491, H-116)."""
    if BEGIN_STEP < frame.step < END_STEP and engine.is_cut_short(frame.seat):
        frame.step = END_STEP
    STEP_HANDLERS[frame.step](engine, frame)


def is_over(engine: Engine, frame: Frame) -> bool:
    """Return True if a card has ended the turn while its window was open (H-116)."""
    return engine.is_cut_short(frame.seat)


def _begin(engine: Engine, frame: Frame) -> None:
    """Start the turn: the dead come back (R-492), a new character draws its cards (R-493)."""
    state, seat = engine.state, frame.seat
    state.active = seat
    state.turn += 1
    frame.step = ARRANGE_STEP
    for other, person in enumerate(state.people):
        person.tallies.clear()
        # What came when the last turn was over may still be played in this one (H-110).
        del person.fresh[: person.offered]
        person.offered = 0
        if not person.left and not person.alive:
            person.alive = True
            engine.emit(CharacterReborn(other))
    state.used = {key: n for key, n in state.used.items() if key.startswith("game:")}
    person = state.people[seat]
    engine.enter_phase("arrange")
    engine.emit(TurnStarted(seat, turn=state.turn))
    if person.reborn:
        person.reborn = False
        engine.draw(seat, "door", STARTING_CARDS_PER_DECK)
        engine.draw(seat, "treasure", STARTING_CARDS_PER_DECK)
    if person.skips:
        person.skips -= 1
        engine.emit(TurnSkipped(seat))
        frame.step = END_STEP
        return
    if engine.options.seal_die and engine.state.dice.roll() == 1:
        engine.open_seal(seat)
    if engine.options.listen_at_the_door:
        engine.draw(seat, "door", 1)
    engine.fire_all("turn_start", seat)


def _arrange(engine: Engine, frame: Frame) -> None:
    if frame.vars.pop("kick", 0):
        frame.step = KICK_STEP
        return
    if engine.phase != "arrange":
        engine.enter_phase("arrange")
    engine.open_window(frame, "arrange", 1 << frame.seat, engine.options.turn_seconds)


def _kick(engine: Engine, frame: Frame) -> None:
    """Turn up the top Door card and resolve it by its kind (R-081)."""
    frame.step = TROUBLE_STEP
    seat = frame.seat
    engine.enter_phase("door")
    # An epic player turns up two Doors.
    doors = 2 if engine.options.epic and engine.level(seat) >= 10 else 1
    opened: list[int] = []
    for _ in range(doors):
        card = engine.top("door")
        if card < 0:
            engine.emit(NoDoorLeft(seat))
            break
        engine.move(card, LIMBO_ZONE)
        engine.refill("door")
        engine.emit(DoorKicked(seat, card=card))
        engine.count(seat, "doors_kicked")
        opened.append(card)
    _open_doors(engine, frame, opened)


def _open_doors(engine: Engine, frame: Frame, opened: list[int]) -> None:
    """Resolve curses first, then take other cards, then fight all monsters together (R-713)."""
    seat = frame.seat
    kinds = {card: engine.defs[card].kind for card in opened}
    monsters = [card for card in opened if kinds[card] == "monster"]
    for card in opened:
        if kinds[card] == "enhancer" and monsters:
            engine.push(Frame("enhancement", seat, card=card))
    for card in reversed(monsters):
        engine.push(Frame("encounter", seat, card=card))
    for card in opened:
        if kinds[card] == "enhancer" and monsters:
            continue
        if kinds[card] == "steed" and not monsters and engine.decks.edition.steeds_fight:
            engine.push(Frame("steed", seat, card=card))
        elif kinds[card] not in ("monster", "curse"):
            engine.put_in_hand(card, seat)
            engine.emit(CardReceived(seat, card=card, source="door"))
    for card in opened:
        if kinds[card] == "curse":
            if engine.flag(seat, "curse_proof"):
                engine.emit(CurseShruggedOff(seat, card=card))
                engine.discard(card, by=seat)
            else:
                engine.curse(seat, card)
    if not monsters:
        engine.fire_all("door_opened", seat)


def _trouble(engine: Engine, frame: Frame) -> None:
    """Offer trouble or loot, unless there has been a fight (R-082, R-083, R-086)."""
    if engine.tally(frame.seat, "fights") or frame.vars.pop("chosen", 0):
        frame.step = AFTER_STEP
        return
    if engine.phase != "trouble":
        engine.enter_phase("trouble")
    engine.open_window(frame, "trouble", 1 << frame.seat, engine.options.turn_seconds)


def _after(engine: Engine, frame: Frame) -> None:
    if frame.vars.pop("ended", 0):
        frame.step = CHARITY_STEP
        return
    if engine.phase != "after":
        engine.enter_phase("after")
    engine.open_window(frame, "after", 1 << frame.seat, engine.options.turn_seconds)


def _charity(engine: Engine, frame: Frame) -> None:
    frame.step = END_STEP
    engine.enter_phase("charity")
    engine.push(Frame("charity", frame.seat))


def _end(engine: Engine, frame: Frame) -> None:
    """End what lasts for a turn, and pass the turn to the left (R-038, R-087)."""
    state, seat = engine.state, frame.seat
    if not frame.vars.get("farewell"):
        frame.vars["farewell"] = 1
        # Curses outlast death, but this turn is over for the dead as well.
        for card in [card for card in engine.table(seat) if state.lasting.get(card) == "turn"]:
            engine.discard(card, by=seat)
        if engine.is_living(seat):
            engine.fire_all("turn_end", seat)
        return
    agreed = frame.int_var("next", seat + 1)  # a correction may name another seat (H-118)
    following = next(
        other
        for other in ((agreed + step) % state.seats for step in range(state.seats))
        if not state.people[other].left
    )
    engine.emit(TurnEnded(seat))
    engine.pop(frame)
    engine.push(Frame("turn", following))


def leave_turn(engine: Engine, frame: Frame, following: int) -> None:
    """Let the turn end now, and another seat's begin."""
    frame.window = None
    frame.step = END_STEP
    frame.vars["next"] = following


STEP_HANDLERS: Final[tuple[FrameHandler, ...]] = (_begin, _arrange, _kick, _trouble, _after, _charity, _end)


def steed(engine: Engine, frame: Frame) -> None:
    """Let the active player fight a Steed found behind the door, or take it (R-623)."""
    slot = Slot("choice", "word", ("take", "fight"))
    answer = engine.choose(frame, "choice", frame.seat, "fight_steed", slot, ("take",))
    if answer is None:
        return
    engine.pop(frame)
    if answer[0] == "fight" and engine.is_living(frame.seat):
        engine.start_combat(frame.card, frame.seat)
    else:
        engine.put_in_hand(frame.card, frame.seat)
        engine.emit(CardReceived(frame.seat, card=frame.card, source="door"))


def enhancement(engine: Engine, frame: Frame) -> None:
    """Put an enhancer that was turned up together with a monster on that monster (R-713)."""
    engine.pop(frame)
    monsters = engine.monsters()
    if monsters:
        engine.enhance(frame.card, monsters[-1], frame.seat)
    else:
        engine.put_in_hand(frame.card, frame.seat)
        engine.emit(CardReceived(frame.seat, card=frame.card, source="door"))


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List the moves that advance the turn."""
    if seat != engine.active:
        return
    if kind == "arrange":
        out.append(KICK_MOVE)
    elif kind == "trouble":
        out.append(LOOT_MOVE)
        for card in engine.hand(seat):
            if engine.defs[card].kind == "monster":
                out.append(TROUBLE_MOVES.with_card(card))
    elif kind == "after":
        out.append(END_TURN_MOVE)


def do_kick(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    engine.state.frames[-1].vars["kick"] = 1


def do_trouble(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Look for trouble: fight a monster from the hand as if it had been kicked (R-082)."""
    frame = engine.state.frames[-1]
    frame.vars["chosen"] = 1
    frame.window = None
    engine.emit(LookedForTrouble(seat, monster=move.card))
    engine.meet_monster(move.card, seat)


def do_loot(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Loot the room: one card, face-down (R-084); a Treasure in the faster game (R-700)."""
    frame = engine.state.frames[-1]
    frame.vars["chosen"] = 1
    engine.emit(RoomLooted(seat))
    drawn = engine.draw(seat, "treasure" if engine.options.listen_at_the_door else "door", 1)
    frame.vars["looted"] = drawn[0] if drawn else -1


def do_end_turn(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    engine.state.frames[-1].vars["ended"] = 1


def _time_up_trouble(engine: Engine, frame: Frame) -> None:
    do_loot(engine, frame.seat, LOOT_MOVE, ())
    frame.window = None


def _continue_on_timeout(key: str, engine: Engine, frame: Frame) -> None:
    frame.vars[key] = 1
    frame.window = None


def _time_up_arrange(engine: Engine, frame: Frame) -> None:
    _continue_on_timeout("kick", engine, frame)


def _time_up_after(engine: Engine, frame: Frame) -> None:
    _continue_on_timeout("ended", engine, frame)


FRAME_HANDLERS: dict[str, FrameHandler] = {
    "setup": setup,
    "turn": turn,
    "steed": steed,
    "enhancement": enhancement,
}
WINDOWS: Final[frozenset[str]] = frozenset({"arrange", "trouble", "after"})
VERB_HANDLERS: dict[str, VerbHandler] = {
    "kick": do_kick,
    "trouble": do_trouble,
    "loot": do_loot,
    "end_turn": do_end_turn,
}
OBSOLETE_WINDOWS: Final[dict[str, Callable[[Engine, Frame], bool]]] = dict.fromkeys(WINDOWS, is_over)
TIMEOUT_HANDLERS: dict[str, FrameHandler] = {
    "arrange": _time_up_arrange,
    "trouble": _time_up_trouble,
    "after": _time_up_after,
}
