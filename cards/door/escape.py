"""Running away: a roll for each monster, Bad Stuff for those who are caught (R-430 to R-443)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.door import combat as fighting
from cards.door import facts, foes, party, people, piles, places, reactions, score, waits
from cards.door.combat_events import (
    BadStuffSuffered,
    Caught,
    CompanionSacrificed,
    Escaped,
    FleeRolled,
    NotPursued,
)
from cards.door.events import DieChanged
from cards.door.reward import settle_items
from cards.door.state import Foe
from cards.door.table import FrameHandler, Table, VerbHandler
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Picks, Slot, make_move, make_slot, numbers_in
from cards.language.definition import Definition

MIN_ESCAPE_ROLL: Final = 5
COPY_FLEE_MODIFIER: Final = -1
"""What is added to rolls to run away from a monster's copy (H-113)."""

NEXT_RUNNER_STEP: Final = 0
CHOOSE_STEP: Final = 1
ROLL_STEP: Final = 2
FAILED_ROLL_STEP: Final = 3
CAUGHT_STEP: Final = 4
ESCAPED_STEP: Final = 5
DONE_STEP: Final = 6
"""Steps of the frame of an escape."""


def may_sacrifice(table: Table, companion: Definition) -> bool:
    """Return True if this companion can be given up to escape, by house rule, card or edition (H-42)."""
    house = table.options.sacrifice
    return companion.sacrifice or table.decks.edition.sacrifice if house is None else bool(house)


def let_escape(table: Table, seat: int, monster: int = -1) -> None:
    """Let a seat escape without a roll: from one monster or, with -1, from all (R-438)."""
    combat = table.state.combat
    if combat is not None and (seat, monster) not in combat.escaped:
        combat.escaped.append((seat, monster))
        if combat.fleeing in (monster, -1) or monster == -1:
            combat.roll = 0
        table.emit(Escaped(seat, monster=monster, by_card=True))


def suffer(table: Table, seat: int, monster: int) -> None:
    """Let a seat suffer a monster's Bad Stuff (R-436)."""
    foe = None if table.state.combat is None else table.state.combat.foe(monster)
    like = monster if foe is None else foe.like
    definition = table.defs[like]
    table.emit(BadStuffSuffered(seat, monster=like))
    if definition.bad and not _suffers(table, like):
        table.push(Frame("run", seat, seat, like, definition.number_of(definition.bad)))


def _suffers(table: Table, card: int) -> bool:
    """Return True if the card's Bad Stuff is running: it must not run inside itself, without end."""
    number = table.defs[card].number_of(table.defs[card].bad)
    frames = table.state.frames
    return any((f.kind, f.card, f.block) == ("run", card, number) for f in frames)


def set_roll(table: Table, n: int, card: int) -> None:
    """Replace the pending Run Away roll (H-15)."""
    combat = table.state.combat
    if combat is not None and combat.roll:
        if n < combat.roll:
            party.meddle(table, party.actor(table))
        combat.roll = n
        table.emit(DieChanged(card=card, die=n))


def escape(table: Table, frame: Frame) -> None:
    """Let each member of the party run from each monster, the fighter first (R-431, R-433, H-20)."""
    STEP_HANDLERS[frame.step](table, frame)


def _next_runner(table: Table, frame: Frame) -> None:
    fight = table.combat
    waiting = [
        seat for seat in people.party(table) if seat not in fight.ran and people.is_living(table, seat)
    ]
    if not waiting:
        table.pop(frame)
        settle_items(table, won=False)
        fighting.clear_combat(table)
        return
    frame.seat = waiting[0]
    frame.vars["left"] = tuple(foe.card for foe in fight.foes)
    frame.step = CHOOSE_STEP


def monsters_left(table: Table, frame: Frame) -> tuple[int, ...]:
    """Return the monsters that the runner still has to run from; none if they died (R-481)."""
    if not people.is_living(table, frame.seat):
        return ()
    return tuple(card for card in frame.cards("left") if table.combat.foe(card) is not None)


def is_over(table: Table, frame: Frame) -> bool:
    """Return True if there is nothing left to run from: the fighter has left the game (H-17)."""
    return not monsters_left(table, frame)


def _choose(table: Table, frame: Frame) -> None:
    """Let the runner choose which monster to run from first (R-433), then wait for cards on that roll."""
    fight = table.combat
    rest = monsters_left(table, frame)
    if (frame.seat, -1) in fight.escaped:
        rest = ()
    if not rest:
        fight.ran.append(frame.seat)
        fight.fleeing = -1
        frame.step = NEXT_RUNNER_STEP
        return
    if fight.fleeing not in rest:
        fight.fleeing = rest[0] if len(rest) == 1 else -1
    waits.open_window(table, frame, "flee", 1 << frame.seat, table.options.answer_seconds)


def flee_bonus(table: Table, seat: int, foe: Foe) -> int:
    """Return what is added to the seat's roll (R-432)."""
    total = 0
    for amount, _ in flee_lines(table, seat, foe):
        total += amount
    return total


def flee_lines(table: Table, seat: int, foe: Foe) -> list[tuple[int, int]]:
    """Return what is added to the seat's roll, each amount with its card.

    A Steed's bonus replaces its rider's (R-622).
    """
    found = [
        (n, card)
        for n, card in facts.mods(table, seat, "flee")
        if not (
            card in table.pile("combat")
            or foes.is_fought(table, card)
            or score.is_denied_bonus(table, n, card)
        )
    ]
    own = [(n, card) for n, card in found if places.owner(table, card) == seat]
    steed = [(n, card) for n, card in own if _runs(table, card)]
    lines = [(COPY_FLEE_MODIFIER, foe.card)] if foe.card != foe.like else []
    lines += steed or own
    lines += [(n, card) for n, card in found if places.owner(table, card) != seat]
    for card in foes.shapers(table, foe):
        for mod in score.monster_mods(table, card, "flee"):
            lines.append((facts.modifier_amount(table, mod, seat, card), card))
    for add in table.combat.adds:
        concerns = add.stat == "flee" and add.seat in (seat, -1) and add.monster in (foe.card, -1)
        if concerns and not score.is_denied_bonus(table, add.amount, add.card):
            lines.append((add.amount, add.card))
    return lines


def _runs(table: Table, card: int) -> bool:
    """Return True if a card's bonus is the Steed's own: a Steed's, or an Item's for Steeds (R-622)."""
    definition = table.defs[card]
    return definition.kind == "steed" or "steed" in definition.tags


def is_slow(table: Table, seat: int, steed: int) -> bool:
    """Return True if this Steed lowers its rider's Run Away rolls, whatever others do (H-148)."""
    return sum(n for n, card in facts.mods(table, seat, "flee") if card == steed) < 0


def is_pursued(table: Table, seat: int, foe: Foe) -> bool:
    """Return True if the monster pursues the seat at all (R-438, R-442)."""
    escaped = table.combat.escaped
    if escaped and ((seat, foe.card) in escaped or (seat, -1) in escaped):
        return False
    like = foes.original(table, foe).like
    pursues = table.defs[like].pursues
    return pursues is None or pursues.holds(table.rules, Frame("scope", table.fighter, seat, like))


def _roll(table: Table, frame: Frame) -> None:
    fight = table.combat
    foe = fight.foe(fight.fleeing)
    if foe is None:
        frame.step = DONE_STEP
        return
    if not is_pursued(table, frame.seat, foe):
        table.emit(NotPursued(frame.seat, monster=foe.card))
        frame.step = DONE_STEP
        return
    if score.has_combat_rule(table, "no_escape") or score.foe_flag(table, foe, "no_escape"):
        frame.step = CAUGHT_STEP
        return
    fight.roll = table.state.dice.roll()
    bonus = flee_bonus(table, frame.seat, foe)
    table.emit(FleeRolled(frame.seat, monster=foe.card, die=fight.roll, bonus=bonus))
    frame.step = ESCAPED_STEP if fight.roll + bonus >= MIN_ESCAPE_ROLL else FAILED_ROLL_STEP


def _wait_after_failed_roll(table: Table, frame: Frame) -> None:
    """Wait for cards that change a failed roll; nothing else may be played (R-437, H-15).

    An escape by card replaces the roll (R-438): monsters and cards do not react to it (R-435).
    """
    fight = table.combat
    foe = fight.foe(fight.fleeing)
    if foe is None or not is_pursued(table, frame.seat, foe):
        frame.step = DONE_STEP
    elif table.combat.roll + flee_bonus(table, frame.seat, foe) >= MIN_ESCAPE_ROLL:
        frame.step = ESCAPED_STEP
    elif frame.vars.pop("closed", 0):
        frame.step = CAUGHT_STEP
    else:
        waits.open_window(table, frame, "caught", 1 << frame.seat, table.options.answer_seconds)


def _caught(table: Table, frame: Frame) -> None:
    fight = table.combat
    monster = fight.fleeing
    frame.step = DONE_STEP
    table.emit(Caught(frame.seat, monster=monster))
    suffer(table, frame.seat, monster)
    foe = fight.foe(monster)
    if foe is not None:
        reactions.fire(table, "caught", frame.seat, foes.original(table, foe).like)
    reactions.fire_all(table, "caught", frame.seat)


def _escaped(table: Table, frame: Frame) -> None:
    fight = table.combat
    foe = fight.foe(fight.fleeing)
    frame.step = DONE_STEP
    table.emit(Escaped(frame.seat, monster=fight.fleeing, by_card=False))
    if foe is not None:
        reactions.fire(table, "escaped", frame.seat, foes.original(table, foe).like)
    reactions.fire_all(table, "escaped", frame.seat)


def _done(table: Table, frame: Frame) -> None:
    fight = table.combat
    done, fight.fleeing, fight.roll = fight.fleeing, -1, 0
    frame.vars["left"] = tuple(card for card in monsters_left(table, frame) if card != done)
    frame.step = CHOOSE_STEP


STEP_HANDLERS: Final[tuple[FrameHandler, ...]] = (
    _next_runner,
    _choose,
    _roll,
    _wait_after_failed_roll,
    _caught,
    _escaped,
    _done,
)


def runner(table: Table) -> int:
    """Return the seat that is running away, -1 if none."""
    for frame in reversed(table.state.frames):
        if frame.kind == "escape":
            return frame.seat
    return -1


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List the monsters to run from, and companions to give up instead of any roll (R-603, R-609)."""
    if kind != "flee" or seat != runner(table):
        return
    frame = table.state.frames[-1]
    fled = table.combat.fleeing
    monsters = monsters_left(table, frame) if fled < 0 else (fled,)
    out.append(make_move("flee", -1, -1, (make_slot("monster", "card", monsters),)))
    _sacrifices(table, seat, out)


def _sacrifices(table: Table, seat: int, out: list[Move]) -> None:
    for card in facts.cards_of(table, seat, "companions"):
        definition = table.defs[card]
        if definition.kind != "companion" or not may_sacrifice(table, definition):
            continue
        fight = table.combat
        covers = seat == fight.fighter and fight.helper >= 0  # H-43
        words = ("alone", "both") if covers else ("alone",)
        out.append(Move("sacrifice", card, slots=(Slot("saves", "word", words),)))


def do_flee(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Choose the monster to run from; if it is chosen already, roll."""
    fight = table.combat
    monster = numbers_in(picks[0])[0]
    if fight.fleeing == monster:
        table.state.frames[-1].step = ROLL_STEP
    fight.fleeing = monster


def do_sacrifice(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Give up a companion with what it carries, and escape from all monsters (R-603, R-605)."""
    fight = table.combat
    table.emit(CompanionSacrificed(seat, card=move.card))
    piles.discard(table, move.card, by=seat)
    let_escape(table, seat)
    if picks[0][0] == "both" and fight.helper >= 0:
        let_escape(table, fight.helper)


def time_up(table: Table, frame: Frame) -> None:
    """Run from the first monster for an absent player."""
    fight = table.combat
    if fight.fleeing < 0:
        fight.fleeing = monsters_left(table, frame)[0]
    frame.step = ROLL_STEP
    frame.window = None


FRAME_HANDLERS: dict[str, FrameHandler] = {"escape": escape}
WINDOWS: Final[frozenset[str]] = frozenset({"flee"})
VERB_HANDLERS: dict[str, VerbHandler] = {"flee": do_flee, "sacrifice": do_sacrifice}
TIMEOUT_HANDLERS: dict[str, FrameHandler] = {"flee": time_up}
OBSOLETE_WINDOWS: Final[dict[str, Callable[[Table, Frame], bool]]] = {"flee": is_over}
