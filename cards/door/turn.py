"""Setup and the phases of a turn: arrange, kick, trouble or loot, charity (R-030 ff., R-080 ff.)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from cards.door import (
    asking,
    characters,
    combat,
    curses,
    facts,
    fights,
    foes,
    people,
    piles,
    places,
    reactions,
    waits,
    winning,
)
from cards.door.card_events import CardReceived
from cards.door.events import (
    CharacterReborn,
    CurseShruggedOff,
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
from cards.door.state import LIMBO_ZONE
from cards.door.table import FrameHandler, Table, VerbHandler
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


def looted_card(table: Table) -> int:
    """Return the card that the active seat has looted and still holds, -1 if none (R-084)."""
    for frame in table.state.frames:
        if frame.kind == "turn":
            card = frame.int_var("looted", -1)
            return card if card in places.hand(table, frame.seat) else -1
    return -1


def meet_monster(table: Table, card: int, seat: int) -> None:
    """Let a seat meet a monster as if it had been behind the door; it may not fight them (R-317)."""
    piles.move(table, card, LIMBO_ZONE)
    table.push(Frame("encounter", seat, card=card))


def enter_phase(table: Table, phase: str) -> None:
    """Enter a phase."""
    state = table.state
    state.phase = phase
    state.refused.clear()


def setup(table: Table, frame: Frame) -> None:
    """Let all seats play their first cards; then the dice or the host say who begins (R-036, R-037)."""
    if not frame.vars.pop("closed", 0):
        table.state.phase = "setup"  # a Curse may have brought a combat in between
        waits.open_window(
            table, frame, "setup", people.seat_mask(people.living(table)), table.options.turn_seconds
        )
        return
    chosen, seats = table.options.first_player - 1, people.living(table) or people.everyone(table)
    first = chosen if chosen in seats else _highest_roll(table, seats)
    table.emit(FirstPlayerChosen(first))
    table.pop(frame)
    table.push(Frame("turn", first))


def _highest_roll(table: Table, seats: list[int]) -> int:
    while len(seats) > 1:
        rolls = {seat: table.state.dice.roll() for seat in seats}
        for seat, die in rolls.items():
            table.emit(DieRolled(seat, die=die, purpose="first"))
        best = max(rolls.values())
        seats = [seat for seat, die in rolls.items() if die == best]
    return seats[0]


def turn(table: Table, frame: Frame) -> None:
    """Run the turn of the frame's seat, step by step; death and leaving end it (R-491).

    A card that costs the turn leads to its Charity, which is no right but a duty (H-116, H-141).
    """
    if BEGIN_STEP < frame.step < END_STEP and characters.is_cut_short(table, frame.seat):
        frame.step = CHARITY_STEP if people.is_living(table, frame.seat) else END_STEP
    STEP_HANDLERS[frame.step](table, frame)


def is_over(table: Table, frame: Frame) -> bool:
    """Return True if a card has ended the turn while its window was open (H-116)."""
    return characters.is_cut_short(table, frame.seat)


def _begin(table: Table, frame: Frame) -> None:
    """Start the turn: the dead come back (R-492), a new character draws its cards (R-493)."""
    state, seat = table.state, frame.seat
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
            table.emit(CharacterReborn(other))
    state.used = {key: n for key, n in state.used.items() if key.startswith("game:")}
    person = state.people[seat]
    enter_phase(table, "arrange")
    table.emit(TurnStarted(seat, turn=state.turn))
    if person.reborn:
        person.reborn = False
        piles.draw(table, seat, "door", STARTING_CARDS_PER_DECK)
        piles.draw(table, seat, "treasure", STARTING_CARDS_PER_DECK)
    if person.skips:
        person.skips -= 1
        table.emit(TurnSkipped(seat))
        frame.step = END_STEP
        return
    if table.options.seal_die and state.dice.roll() == 1:
        winning.open_seal(table, seat)
    wanted = table.decks.round_seal_sum if state.turn % state.seats == 1 else 0
    if wanted and state.dice.roll() + state.dice.roll() == wanted:
        winning.open_seal(table, seat)
    if table.options.listen_at_the_door:
        piles.draw(table, seat, "door", 1)
    reactions.fire_all(table, "turn_start", seat)


def _arrange(table: Table, frame: Frame) -> None:
    if frame.vars.pop("kick", 0):
        frame.step = KICK_STEP
        return
    if table.state.phase != "arrange":
        enter_phase(table, "arrange")
    waits.open_window(table, frame, "arrange", 1 << frame.seat, table.options.turn_seconds)


def _kick(table: Table, frame: Frame) -> None:
    """Turn up the top Door card and resolve it by its kind (R-081)."""
    frame.step = TROUBLE_STEP
    seat = frame.seat
    enter_phase(table, "door")
    # An epic player turns up two Doors.
    doors = 2 if table.options.epic and people.level(table, seat) >= 10 else 1
    opened: list[int] = []
    for _ in range(doors):
        card = piles.top(table, "door")
        if card < 0:
            table.emit(NoDoorLeft(seat))
            break
        piles.move(table, card, LIMBO_ZONE)
        piles.refill(table, "door")
        table.emit(DoorKicked(seat, card=card))
        people.count(table, seat, "doors_kicked")
        opened.append(card)
    _open_doors(table, frame, opened)


def _open_doors(table: Table, frame: Frame, opened: list[int]) -> None:
    """Resolve curses first, then take other cards, then fight all monsters together (R-713)."""
    seat = frame.seat
    kinds = {card: table.defs[card].kind for card in opened}
    foes_found = ["monster", "steed"] if table.decks.edition.steeds_fight else ["monster"]
    found = [card for card in reversed(opened) if kinds[card] in foes_found]
    monsters = [card for card in opened if kinds[card] == "monster"]
    others = [card for card in opened if card not in found and kinds[card] != "curse"]
    for card in others:
        if kinds[card] == "enhancer" and found:
            table.push(Frame("enhancement", seat, card=card))
    for card in found:
        table.push(Frame("encounter" if kinds[card] == "monster" else "steed", seat, card=card))
    for card in others:
        if len(opened) == 1:
            _take(table, card, seat)
        elif kinds[card] != "enhancer" or not found:
            table.push(Frame("enhancement", seat, card=card))
    for card in opened:
        if kinds[card] == "curse":
            if facts.flag(table, seat, "curse_proof"):
                table.emit(CurseShruggedOff(seat, card=card))
                piles.discard(table, card, by=seat)
            else:
                curses.start_curse(table, seat, card)
    if not monsters:
        reactions.fire_all(table, "door_opened", seat)


def _trouble(table: Table, frame: Frame) -> None:
    """Offer trouble or loot, unless there has been a fight (R-082, R-083, R-086)."""
    if people.tally(table, frame.seat, "fights") or frame.vars.pop("chosen", 0):
        frame.step = AFTER_STEP
        return
    if table.state.phase != "trouble":
        enter_phase(table, "trouble")
    waits.open_window(table, frame, "trouble", 1 << frame.seat, table.options.turn_seconds)


def _after(table: Table, frame: Frame) -> None:
    if frame.vars.pop("ended", 0):
        frame.step = CHARITY_STEP
        return
    if table.state.phase != "after":
        enter_phase(table, "after")
    waits.open_window(table, frame, "after", 1 << frame.seat, table.options.turn_seconds)


def _charity(table: Table, frame: Frame) -> None:
    frame.step = END_STEP
    enter_phase(table, "charity")
    table.push(Frame("charity", frame.seat))


def _end(table: Table, frame: Frame) -> None:
    """End what lasts for a turn, and pass the turn to the left (R-038, R-087)."""
    state, seat = table.state, frame.seat
    if not frame.vars.get("farewell"):
        frame.vars["farewell"] = 1
        # Curses outlast death, but this turn is over for the dead as well.
        for card in [card for card in places.in_play(table, seat) if state.lasting.get(card) == "turn"]:
            piles.discard(table, card, by=seat)
        if people.is_living(table, seat):
            reactions.fire_all(table, "turn_end", seat)
        return
    agreed = frame.int_var("next", seat + 1)  # a correction may name another seat (H-118)
    following = next(
        other
        for other in ((agreed + step) % state.seats for step in range(state.seats))
        if not state.people[other].left
    )
    table.emit(TurnEnded(seat))
    table.pop(frame)
    table.push(Frame("turn", following))


def leave_turn(table: Table, frame: Frame, following: int) -> None:
    """Let the turn end now, and another seat's begin."""
    frame.window = None
    frame.step = END_STEP
    frame.vars["next"] = following


STEP_HANDLERS: Final[tuple[FrameHandler, ...]] = (_begin, _arrange, _kick, _trouble, _after, _charity, _end)


def steed(table: Table, frame: Frame) -> None:
    """Let the active player fight a Steed found behind the door, or take it (R-623)."""
    slot = Slot("choice", "word", ("take", "fight"))
    answer = asking.choose(table, frame, "choice", frame.seat, "fight_steed", slot, ("take",))
    if answer[0] == "fight" and people.is_living(table, frame.seat):
        combat.settle_on_fight(table, frame)
    else:
        table.pop(frame)
        _take(table, frame.card, frame.seat)


def enhancement(table: Table, frame: Frame) -> None:
    """Put an enhancer that was turned up with a monster on that monster; take any other card (R-713)."""
    table.pop(frame)
    monsters = foes.monsters(table)
    if monsters and table.defs[frame.card].kind == "enhancer":
        fights.enhance(table, frame.card, monsters[-1], frame.seat)
    else:
        _take(table, frame.card, frame.seat)


def _take(table: Table, card: int, seat: int) -> None:
    """Let a seat have a card that was behind the door; the dead get nothing (R-486)."""
    if people.is_living(table, seat):
        piles.put_in_hand(table, card, seat)
        table.emit(CardReceived(seat, card=card, source="door"))
    else:
        piles.discard(table, card)


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List the moves that advance the turn."""
    if seat != table.state.active:
        return
    if kind == "arrange":
        out.append(KICK_MOVE)
    elif kind == "trouble":
        out.append(LOOT_MOVE)
        for card in places.hand(table, seat):
            if table.defs[card].kind == "monster":
                out.append(TROUBLE_MOVES.with_card(card))
    elif kind == "after":
        out.append(END_TURN_MOVE)


def do_kick(table: Table, seat: int, move: Move, picks: Picks) -> None:
    table.state.frames[-1].vars["kick"] = 1


def do_trouble(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Look for trouble: fight a monster from the hand as if it had been kicked (R-082)."""
    frame = table.state.frames[-1]
    frame.vars["chosen"] = 1
    frame.window = None
    table.emit(LookedForTrouble(seat, monster=move.card))
    meet_monster(table, move.card, seat)


def do_loot(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Loot the room: one card, face-down (R-084); a Treasure in the faster game (R-700)."""
    frame = table.state.frames[-1]
    frame.vars["chosen"] = 1
    table.emit(RoomLooted(seat))
    drawn = piles.draw(table, seat, "treasure" if table.options.listen_at_the_door else "door", 1)
    frame.vars["looted"] = drawn[0] if drawn else -1


def do_end_turn(table: Table, seat: int, move: Move, picks: Picks) -> None:
    table.state.frames[-1].vars["ended"] = 1


def _time_up_trouble(table: Table, frame: Frame) -> None:
    do_loot(table, frame.seat, LOOT_MOVE, ())
    frame.window = None


def _continue_on_timeout(key: str, table: Table, frame: Frame) -> None:
    frame.vars[key] = 1
    frame.window = None


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
OBSOLETE_WINDOWS: Final[dict[str, Callable[[Table, Frame], bool]]] = dict.fromkeys(WINDOWS, is_over)
TIMEOUT_HANDLERS: dict[str, FrameHandler] = {
    "arrange": partial(_continue_on_timeout, "kick"),
    "trouble": _time_up_trouble,
    "after": partial(_continue_on_timeout, "ended"),
}
