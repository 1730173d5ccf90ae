"""Running away: a roll for each monster, Bad Stuff for those who are caught (R-430 to R-443)."""

from __future__ import annotations

from typing import Final

from cards.door import combat as fighting
from cards.door.combat_events import Caught, CompanionSacrificed, Escaped, FleeRolled, NotPursued
from cards.door.engine import Engine
from cards.door.reward import settle_items
from cards.door.rule_tables import FrameHandler, VerbHandler
from cards.door.state import Foe
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Picks, Slot, make_move, make_slot

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


def escape(engine: Engine, frame: Frame) -> None:
    """Let each member of the party run from each monster, the fighter first (R-431, R-433, H-20)."""
    STEP_HANDLERS[frame.step](engine, frame)


def _next_runner(engine: Engine, frame: Frame) -> None:
    fight = engine.combat
    waiting = [seat for seat in engine.party() if seat not in fight.ran and engine.is_living(seat)]
    if not waiting:
        engine.pop(frame)
        settle_items(engine, won=False)
        fighting.clear_combat(engine)
        return
    frame.seat = waiting[0]
    frame.vars["left"] = tuple(foe.card for foe in fight.foes)
    frame.step = CHOOSE_STEP


def monsters_left(engine: Engine, frame: Frame) -> tuple[int, ...]:
    """Return the monsters that the runner still has to run from; none if they died (R-481)."""
    if not engine.is_living(frame.seat):
        return ()
    rest = frame.vars.get("left", ())
    assert isinstance(rest, tuple)
    return tuple(card for card in rest if isinstance(card, int) and engine.combat.foe(card) is not None)


def _choose(engine: Engine, frame: Frame) -> None:
    """Let the runner choose which monster to run from first (R-433), then wait for cards on that roll."""
    fight = engine.combat
    rest = monsters_left(engine, frame)
    if (frame.seat, -1) in fight.escaped:
        rest = ()
    if not rest:
        fight.ran.append(frame.seat)
        fight.fleeing = -1
        frame.step = NEXT_RUNNER_STEP
        return
    if fight.fleeing not in rest:
        fight.fleeing = rest[0] if len(rest) == 1 else -1
    engine.open_window(frame, "flee", 1 << frame.seat, engine.options.answer_seconds)


def flee_bonus(engine: Engine, seat: int, foe: Foe) -> int:
    """Return what is added to the seat's roll (R-432)."""
    total = 0
    for amount, _ in flee_lines(engine, seat, foe):
        total += amount
    return total


def flee_lines(engine: Engine, seat: int, foe: Foe) -> list[tuple[int, int]]:
    """Return what is added to the seat's roll, each amount with its card.

    A Steed's bonus replaces its rider's (R-622).
    """
    found = [
        (n, card)
        for n, card in engine.mods(seat, "flee")
        if not (card in engine.pile("combat") or engine.is_fought(card) or engine.is_denied_bonus(n, card))
    ]
    own = [(n, card) for n, card in found if engine.owner(card) == seat]
    steed = [(n, card) for n, card in own if _runs(engine, card)]
    lines = [(COPY_FLEE_MODIFIER, foe.card)] if foe.card != foe.like else []
    lines += steed or own
    lines += [(n, card) for n, card in found if engine.owner(card) != seat]
    for card in engine.shapers(foe):
        for mod in engine.monster_mods(card, "flee"):
            lines.append((engine.modifier_amount(mod, seat, card), card))
    for add in engine.combat.adds:
        concerns = add.stat == "flee" and add.seat in (seat, -1) and add.monster in (foe.card, -1)
        if concerns and not engine.is_denied_bonus(add.amount, add.card):
            lines.append((add.amount, add.card))
    return lines


def _runs(engine: Engine, card: int) -> bool:
    """Return True if a card's bonus is the Steed's own: a Steed's, or an Item's for Steeds (R-622)."""
    definition = engine.defs[card]
    return definition.kind == "steed" or "steed" in definition.tags


def steed_bonus(engine: Engine, seat: int) -> int:
    """Return what the seat's Steeds add to its Run Away rolls."""
    return sum(n for n, card in engine.mods(seat, "flee") if engine.defs[card].kind == "steed")


def is_pursued(engine: Engine, seat: int, foe: Foe) -> bool:
    """Return True if the monster pursues the seat at all (R-438, R-442)."""
    escaped = engine.combat.escaped
    if escaped and ((seat, foe.card) in escaped or (seat, -1) in escaped):
        return False
    like = engine.original(foe).like
    pursues = engine.defs[like].pursues
    return pursues is None or pursues.holds(engine, Frame("scope", engine.fighter, seat, like))


def _roll(engine: Engine, frame: Frame) -> None:
    fight = engine.combat
    foe = fight.foe(fight.fleeing)
    if foe is None:
        frame.step = DONE_STEP
        return
    if not is_pursued(engine, frame.seat, foe):
        engine.emit(NotPursued(frame.seat, monster=foe.card))
        frame.step = DONE_STEP
        return
    if engine.has_combat_rule("no_escape") or engine.foe_flag(foe, "no_escape"):
        frame.step = CAUGHT_STEP
        return
    fight.roll = engine.state.dice.roll()
    bonus = flee_bonus(engine, frame.seat, foe)
    engine.emit(FleeRolled(frame.seat, monster=foe.card, die=fight.roll, bonus=bonus))
    frame.step = ESCAPED_STEP if fight.roll + bonus >= MIN_ESCAPE_ROLL else FAILED_ROLL_STEP


def _roll_succeeds(engine: Engine, seat: int, foe: Foe) -> bool:
    return engine.combat.roll + flee_bonus(engine, seat, foe) >= MIN_ESCAPE_ROLL


def _wait_after_failed_roll(engine: Engine, frame: Frame) -> None:
    """Wait for cards that change a failed roll; nothing else may be played (R-437, H-15).

    An escape by card replaces the roll (R-438): monsters and cards do not react to it (R-435).
    """
    fight = engine.combat
    foe = fight.foe(fight.fleeing)
    if foe is None or not is_pursued(engine, frame.seat, foe):
        frame.step = DONE_STEP
    elif _roll_succeeds(engine, frame.seat, foe):
        frame.step = ESCAPED_STEP
    elif frame.vars.pop("closed", 0):
        frame.step = CAUGHT_STEP
    else:
        engine.open_window(frame, "caught", 1 << frame.seat, engine.options.answer_seconds)


def _caught(engine: Engine, frame: Frame) -> None:
    fight = engine.combat
    monster = fight.fleeing
    frame.step = DONE_STEP
    engine.emit(Caught(frame.seat, monster=monster))
    engine.suffer(frame.seat, monster)
    foe = fight.foe(monster)
    if foe is not None:
        engine.fire("caught", frame.seat, engine.original(foe).like)
    engine.fire_all("caught", frame.seat)


def _escaped(engine: Engine, frame: Frame) -> None:
    fight = engine.combat
    foe = fight.foe(fight.fleeing)
    frame.step = DONE_STEP
    engine.emit(Escaped(frame.seat, monster=fight.fleeing, by_card=False))
    if foe is not None:
        engine.fire("escaped", frame.seat, engine.original(foe).like)
    engine.fire_all("escaped", frame.seat)


def _done(engine: Engine, frame: Frame) -> None:
    fight = engine.combat
    done, fight.fleeing, fight.roll = fight.fleeing, -1, 0
    frame.vars["left"] = tuple(card for card in monsters_left(engine, frame) if card != done)
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


def runner(engine: Engine) -> int:
    """Return the seat that is running away, -1 if none."""
    for frame in reversed(engine.state.frames):
        if frame.kind == "escape":
            return frame.seat
    return -1


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List the monsters to run from, and companions to give up instead of any roll (R-603, R-609)."""
    if kind != "flee" or seat != runner(engine):
        return
    frame = engine.state.frames[-1]
    fled = engine.combat.fleeing
    monsters = monsters_left(engine, frame) if fled < 0 else (fled,)
    out.append(make_move("flee", -1, -1, (make_slot("monster", "card", monsters),)))
    _sacrifices(engine, seat, out)


def _sacrifices(engine: Engine, seat: int, out: list[Move]) -> None:
    for card in engine.cards_of(seat, "companions"):
        definition = engine.defs[card]
        if definition.kind != "companion" or not engine.may_sacrifice(definition):
            continue
        fight = engine.combat
        covers = seat == fight.fighter and fight.helper >= 0  # H-43
        words = ("alone", "both") if covers else ("alone",)
        out.append(Move("sacrifice", card, slots=(Slot("saves", "word", words),)))


def do_flee(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Choose the monster to run from; if it is chosen already, roll."""
    fight = engine.combat
    monster = picks[0][0]
    assert isinstance(monster, int)
    if fight.fleeing == monster:
        engine.state.frames[-1].step = ROLL_STEP
    fight.fleeing = monster


def do_sacrifice(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Give up a companion with what it carries, and escape from all monsters (R-603, R-605)."""
    fight = engine.combat
    engine.emit(CompanionSacrificed(seat, card=move.card))
    engine.discard(move.card, by=seat)
    engine.escape(seat)
    if picks[0][0] == "both" and fight.helper >= 0:
        engine.escape(fight.helper)


def time_up(engine: Engine, frame: Frame) -> None:
    """Run from the first monster for an absent player."""
    fight = engine.combat
    if fight.fleeing < 0:
        fight.fleeing = monsters_left(engine, frame)[0]
    frame.step = ROLL_STEP
    frame.window = None


FRAME_HANDLERS: dict[str, FrameHandler] = {"escape": escape}
WINDOWS: Final[frozenset[str]] = frozenset({"flee"})
VERB_HANDLERS: dict[str, VerbHandler] = {"flee": do_flee, "sacrifice": do_sacrifice}
TIMEOUT_HANDLERS: dict[str, FrameHandler] = {"flee": time_up}
