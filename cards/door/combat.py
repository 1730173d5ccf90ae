"""The combat from its first monster to victory or flight (R-280 to R-337)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.door.combat_events import (
    CombatEnded,
    CombatLost,
    FighterGaveUp,
    KillClaimed,
    MonsterSpared,
    MonsterStacked,
)
from cards.door.engine import Engine
from cards.door.events import DieRolled
from cards.door.rule_tables import FrameHandler, VerbHandler
from cards.door.state import COMBAT_ZONE, MONSTERS_SIDE, PARTY_SIDE
from cards.door.truce import settle_truces
from cards.door.windows import COMBAT_WINDOWS, OUT_OF_COMBAT_WINDOWS
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, MoveCache, Picks, Slot

CLAIM_MOVE: Final = Move("claim")
RUN_AWAY_MOVE: Final = Move("run_away")
JOIN_MOVES: Final = MoveCache("join")
FIRST_ROUND_PATIENCE: Final = 2
"""How much longer a fighter may think in the first round, which for some is the first of their life."""
MAX_VICTORY_REOPENINGS: Final = 5
"""How often a victory window may reopen without a change of the margin (H-01)."""


def encounter(engine: Engine, frame: Frame) -> None:
    """Meet a monster found behind the door or played as trouble; some spare some players (R-317, H-48)."""
    spares = engine.defs[frame.card].spares
    scope = Frame("scope", frame.seat, frame.seat, frame.card)
    if (
        spares is None
        or engine.state.combat is not None
        or not spares.test.compiled_test.holds(engine, scope)
    ):
        _begin_combat(engine, frame)
        return
    if spares.may:
        slot = Slot("choice", "word", ("fight", "spare"))
        answer = engine.choose(frame, "choice", frame.seat, "fight_spared", slot, ("spare",))
        if answer is None:
            return
        if answer[0] == "fight":
            _begin_combat(engine, frame)
            return
    engine.pop(frame)
    if engine.phase == "door":
        engine.count(frame.seat, "fights")  # as in a fight, only this rules out phase 2
    engine.emit(MonsterSpared(frame.seat, monster=frame.card))
    engine.discard(frame.card)
    if spares.then:
        number = engine.defs[frame.card].number_of(spares.then)
        engine.push(Frame("run", frame.seat, frame.seat, frame.card, number))


def _begin_combat(engine: Engine, frame: Frame) -> None:
    """Begin the combat; cards found together with the monster join at once (R-713)."""
    engine.pop(frame)
    frames = engine.state.frames
    kicked: list[Frame] = []
    while frames and frames[-1].kind in ("encounter", "enhancement"):
        kicked.append(frames.pop())
    engine.start_combat(frame.card, frame.seat)
    frames += reversed(kicked)


def entrance(engine: Engine, frame: Frame) -> None:
    """Run the text of a card that just joined, then stack the Parasites that follow it (R-640, R-641)."""
    combat = engine.state.combat
    if combat is None or combat.over:
        engine.pop(frame)
        return
    if frame.step == 0:
        frame.step = 1
        engine.fire("enter", frame.seat, frame.card)
        return
    foe = combat.foe(frame.card)
    if foe is None or not is_stacking(engine, frame.card):
        engine.pop(frame)
        return
    stack_more(engine, frame)


def is_stacking(engine: Engine, card: int) -> bool:
    """Return True if monsters like this one pile up (R-640)."""
    return any(tag in engine.defs[card].tags for tag in engine.decks.edition.stacks)


def stack_more(engine: Engine, frame: Frame) -> None:
    """Roll for the topmost Parasite of the discards until a 4 or more, or none is left (R-641, H-75)."""
    found = next((c for c in reversed(engine.pile("door_discard")) if is_stacking(engine, c)), -1)
    if found < 0:
        engine.pop(frame)
        return
    die = engine.state.dice.roll()
    engine.emit(DieRolled(engine.fighter, die=die, card=frame.card, purpose="parasite"))
    if die > 3:
        engine.pop(frame)
        return
    stack(engine, found, frame.card)


def stack(engine: Engine, card: int, monster: int) -> None:
    """Put a Parasite under another one in the combat: it adds its Level and nothing else (R-643)."""
    foe = engine.combat.foe(monster)
    assert foe is not None
    engine.move(card, COMBAT_ZONE)
    foe.stacked.append(card)
    engine.emit(MonsterStacked(card=card, monster=monster, bonus=engine.defs[card].level))


def combat(engine: Engine, frame: Frame) -> None:
    """Decide which stage the combat is in, and open the window of that stage."""
    fight = engine.combat
    if fight.over or not fight.foes or not engine.is_living(fight.fighter):
        _finish_combat(engine, frame)
        return
    engine.start_memo()
    leaves = _helper_leaves(engine, frame)
    if leaves is None:
        return
    if leaves:
        engine.dismiss_helper(-1)
        engine.clear_memo()
        engine.start_memo()
    closed = frame.vars.pop("closed", 0)
    ahead = engine.ahead()
    if fight.stage == "victory":
        if ahead and closed:
            fight.stage = "reward"
            engine.pop(frame)
            engine.push(Frame("reward", fight.fighter))
            return
        if not ahead:
            fight.stage = "fight"
        elif _margin(engine) != fight.margin:
            fight.margin, fight.reopened = _margin(engine), 0
    elif fight.stage == "defeat":
        if ahead:
            fight.stage = "fight"
        elif closed:
            _begin_flight(engine, frame)
            return
    _open_stage(engine, frame)


def _must_helper_leave(engine: Engine) -> bool:
    """Return True if the helper has to leave: dead, or a card forbids all help (R-359) or theirs (R-002)."""
    helper = engine.helper
    if helper < 0:
        return False
    return not engine.is_living(helper) or engine.fought_alone() or engine.flag(helper, "no_help")


def _must_decide_on_helper(engine: Engine) -> bool:
    """Return True if the helper has to leave the combat, or may (R-357, R-359)."""
    if _must_helper_leave(engine):
        return True
    fight = engine.combat
    return fight.helper >= 0 and fight.compelled and engine.for_the_win()


def _helper_leaves(engine: Engine, frame: Frame) -> bool | None:
    """Return True if the helper has to go, or was compelled and backs out; None while they are asked.

    Who stays in a combat for the win helps of their own free will from then on (R-357, H-115).
    """
    fight = engine.combat
    if not _must_decide_on_helper(engine):
        return False
    if _must_helper_leave(engine):
        return True
    slot, monster = Slot("choice", "word", ("leave", "stay")), fight.foes[0].card
    answer = engine.choose(frame, "back_out", fight.helper, "back_out", slot, ("leave",), card=monster)
    if answer is None:
        return None
    del frame.vars["back_out"]
    fight.compelled = False
    return answer[0] == "leave"


def _margin(engine: Engine) -> int:
    return engine.strength(PARTY_SIDE) - engine.strength(MONSTERS_SIDE)


def reopens_victory(engine: Engine) -> bool:
    """Return True if an act takes back all passes for a claimed kill and lets the time start again (H-01).

    Only so many do that without a change of strength. After those whoever has not passed can still act, but
    nobody can hold the kill up for good.
    """
    engine.combat.reopened += 1
    return engine.combat.reopened <= MAX_VICTORY_REOPENINGS


def is_victory_unsettled(engine: Engine, frame: Frame) -> bool:
    """Return True if the combat no longer stands as it did when its victory window opened."""
    fight = engine.combat
    if fight.over or not fight.foes or not engine.is_living(fight.fighter):
        return True
    engine.start_memo()
    return not engine.ahead() or _margin(engine) != fight.margin or _must_decide_on_helper(engine)


def _open_stage(engine: Engine, frame: Frame) -> None:
    fight = engine.combat
    engine.state.phase = "combat"
    if fight.stage == "fight":
        slowly = FIRST_ROUND_PATIENCE if engine.state.turn <= len(engine.state.people) else 1
        engine.open_window(frame, "combat", 1 << fight.fighter, slowly * engine.options.turn_seconds)
        return
    others = [seat for seat in engine.living_seats() if seat != fight.fighter]
    engine.open_window(frame, fight.stage, engine.seat_mask(others), engine.options.victory_seconds)
    engine.close_window_if_passed(frame)


def _finish_combat(engine: Engine, frame: Frame) -> None:
    """End a combat without monsters: it is won, unless a card ended it (R-316, R-335, R-337)."""
    fight = engine.combat
    engine.pop(frame)
    if not engine.is_living(fight.fighter):
        clear_combat(engine)
        return
    if fight.stage != "ended":
        fight.stage = "reward"
    engine.push(Frame("reward", fight.fighter))


def _begin_flight(engine: Engine, frame: Frame) -> None:
    """Begin the flight (R-430)."""
    fight = engine.combat
    fight.stage = "escape"
    fight.banked = fight.banked_levels = 0
    engine.pop(frame)
    engine.emit(CombatLost(fight.fighter))
    engine.push(Frame("escape", fight.fighter))
    for seat in engine.party():
        engine.fire_all("lost", seat)
    for seat in engine.living_seats():
        if seat not in engine.party():
            engine.fire_all("other_lost", seat, it=fight.fighter)


def clear_combat(engine: Engine) -> None:
    """Discard everything that was in the combat (R-334, R-440), piles of Parasites on top (R-645)."""
    fight = engine.combat
    piles = [card for foe in fight.foes if foe.stacked for card in (*reversed(foe.stacked), foe.card)]
    for card in [c for c in engine.pile("combat") if c not in piles] + piles:
        engine.discard(card, by=fight.fighter)
    party = engine.party()
    engine.state.bodies.sort(key=lambda seat: seat != fight.fighter)
    engine.state.combat = None
    settle_truces(engine, fight)
    engine.recheck_limits = True
    for frame in engine.state.frames:
        if frame.window is not None and frame.window.kind in OUT_OF_COMBAT_WINDOWS | {"setup"}:
            frame.window = None  # the combat interrupted a phase, which now goes on
    for seat in party:
        engine.use_up_next_combat(seat)
        if engine.is_living(seat):
            engine.fire_all("combat_end", seat)
    engine.emit(CombatEnded(fight.fighter))


# moves


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    """List what decides the combat, and monsters in hand that may join others of their kind."""
    if kind not in COMBAT_WINDOWS:
        return
    if kind == "combat" and seat == engine.fighter:
        out.append(CLAIM_MOVE if engine.ahead() else RUN_AWAY_MOVE)
    for card in engine.hand(seat):
        if engine.defs[card].kind == "monster":
            _joining(engine, card, out)


def _joining(engine: Engine, card: int, out: list[Move]) -> None:
    definition = engine.defs[card]
    if is_stacking(engine, card):
        hosts = tuple(
            foe.card
            for foe in engine.combat.foes
            if foe.linked < 0 and foe.card == foe.like and is_stacking(engine, foe.card)
        )
        if hosts:
            out.append(Move("stack", card, slots=(Slot("monster", "card", hosts),)))
    kinds = [tag for tag in engine.decks.edition.joins if tag in definition.tags]
    if kinds and any(tag in engine.tags(foe.card) for foe in engine.combat.foes for tag in kinds):
        out.append(JOIN_MOVES.with_card(card))


def do_claim(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Claim the kill; everybody may still act for a while (R-330)."""
    fight = engine.combat
    fight.stage = "victory"
    fight.reopened, fight.margin = 0, _margin(engine)
    engine.emit(KillClaimed(seat))


def do_run_away(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Give up the fight; everybody may still act once (H-02)."""
    engine.combat.stage = "defeat"
    engine.emit(FighterGaveUp(seat))


def do_join(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    engine.add_monster(move.card, by=seat)


def do_stack(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Add a Parasite from the hand without a roll; the rolls for more then follow (R-642)."""
    host = picks[0][0]
    assert isinstance(host, int)
    stack(engine, move.card, host)
    engine.meddle(seat)
    engine.push(Frame("entrance", engine.fighter, seat, host, step=1))


def decide_on_timeout(engine: Engine, frame: Frame) -> None:
    """Decide for an absent fighter: claim the win if there is one, else run."""
    if engine.ahead():
        do_claim(engine, engine.fighter, CLAIM_MOVE, ())
    else:
        do_run_away(engine, engine.fighter, RUN_AWAY_MOVE, ())
    frame.window = None


FRAME_HANDLERS: dict[str, FrameHandler] = {"encounter": encounter, "entrance": entrance, "combat": combat}
WINDOWS: Final[frozenset[str]] = COMBAT_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {
    "claim": do_claim,
    "run_away": do_run_away,
    "join": do_join,
    "stack": do_stack,
}
OBSOLETE_WINDOWS: Final[dict[str, Callable[[Engine, Frame], bool]]] = {"victory": is_victory_unsettled}
REOPENINGS: Final[dict[str, Callable[[Engine], bool]]] = {"victory": reopens_victory}
TIMEOUT_HANDLERS: dict[str, FrameHandler] = {"combat": decide_on_timeout}
KEEPS_CACHE_VERBS: Final[frozenset[str]] = frozenset({"claim", "run_away"})
