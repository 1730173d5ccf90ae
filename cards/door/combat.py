"""The combat from its first monster to victory or flight (R-280 to R-337)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.door import asking, facts, fights, memory, party, people, piles, places, reactions, score, waits
from cards.door.combat_events import (
    CombatEnded,
    CombatLost,
    FighterGaveUp,
    KillClaimed,
    MonsterSpared,
    MonsterStacked,
)
from cards.door.events import DieRolled
from cards.door.state import COMBAT_ZONE, MONSTERS_SIDE, PARTY_SIDE
from cards.door.table import FrameHandler, Table, VerbHandler
from cards.door.truce import settle_truces
from cards.door.windows import COMBAT_WINDOWS, OUT_OF_COMBAT_WINDOWS
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, MoveCache, Picks, Slot, numbers_in

CLAIM_MOVE: Final = Move("claim")
RUN_AWAY_MOVE: Final = Move("run_away")
JOIN_MOVES: Final = MoveCache("join")
FIRST_ROUND_PATIENCE: Final = 2
"""How much longer a fighter may think in the first round, which for some is the first of their life."""
MAX_VICTORY_REOPENINGS: Final = 5
"""How often a victory window may reopen without a change of the margin (H-01)."""


def encounter(table: Table, frame: Frame) -> None:
    """Meet a monster found behind the door or played as trouble; some spare some players (R-317, H-48)."""
    spares = table.defs[frame.card].spares
    scope = Frame("scope", frame.seat, frame.seat, frame.card)
    if frame.step or table.state.combat is not None:
        _begin_combat(table, frame)
        return
    if spares is None or not spares.test.holds(table.rules, scope):
        settle_on_fight(table, frame)
        return
    if spares.may:
        slot = Slot("choice", "word", ("fight", "spare"))
        answer = asking.choose(table, frame, "choice", frame.seat, "fight_spared", slot, ("spare",))
        if answer[0] == "fight":
            settle_on_fight(table, frame)
            return
    table.pop(frame)
    if table.state.phase == "door":
        people.count(table, frame.seat, "fights")  # as in a fight, only this rules out phase 2
    table.emit(MonsterSpared(frame.seat, monster=frame.card))
    piles.discard(table, frame.card)
    if spares.then:
        number = table.defs[frame.card].number_of(spares.then)
        table.push(Frame("run", frame.seat, frame.seat, frame.card, number))


def settle_on_fight(table: Table, frame: Frame) -> None:
    """Let the frame's card be fought, once all else that was found with it is settled, too (H-150)."""
    frame.kind, frame.step = "encounter", 1
    frames = table.state.frames
    unsettled = (n for n, one in enumerate(frames) if one.kind in ("encounter", "steed") and not one.step)
    frames.insert(next(unsettled, len(frames) - 1), frames.pop())


def _begin_combat(table: Table, frame: Frame) -> None:
    """Begin the combat; cards found together with the monster join at once (R-713)."""
    table.pop(frame)
    frames = table.state.frames
    kicked = [frame]
    while frames and frames[-1].kind in ("encounter", "enhancement"):
        kicked.insert(0, frames.pop())
    first, *others = [one for one in kicked if one.kind == "encounter"]
    fights.start_combat(table, first.card, first.seat)
    frames += [one for one in kicked if one.kind == "enhancement"] + others[::-1]


def entrance(table: Table, frame: Frame) -> None:
    """Run the text of a card that just joined, then stack the Parasites that follow it (R-640, R-641)."""
    combat = table.state.combat
    if combat is None or combat.over:
        table.pop(frame)
        return
    if frame.step == 0:
        frame.step = 1
        reactions.fire(table, "enter", frame.seat, frame.card)
        return
    foe = combat.foe(frame.card)
    if foe is None or not is_stacking(table, frame.card):
        table.pop(frame)
        return
    stack_more(table, frame)


def is_stacking(table: Table, card: int) -> bool:
    """Return True if monsters like this one pile up (R-640)."""
    return any(tag in table.defs[card].tags for tag in table.decks.edition.stacks)


def stack_more(table: Table, frame: Frame) -> None:
    """Roll for the topmost Parasite of the discards until a 4 or more, or none is left (R-641, H-75)."""
    found = next((c for c in reversed(table.pile("door_discard")) if is_stacking(table, c)), -1)
    if found < 0:
        table.pop(frame)
        return
    die = table.state.dice.roll()
    table.emit(DieRolled(table.fighter, die=die, card=frame.card, purpose="parasite"))
    if die > 3:
        table.pop(frame)
        return
    stack(table, found, frame.card)


def stack(table: Table, card: int, monster: int) -> None:
    """Put a Parasite under another one in the combat: it adds its Level and nothing else (R-643)."""
    foe = table.combat.foe(monster)
    assert foe is not None
    piles.move(table, card, COMBAT_ZONE)
    foe.stacked.append(card)
    table.emit(MonsterStacked(card=card, monster=monster, bonus=table.defs[card].level))


def combat(table: Table, frame: Frame) -> None:
    """Decide which stage the combat is in, and open the window of that stage."""
    fight = table.combat
    if fight.over or not fight.foes or not people.is_living(table, fight.fighter):
        _finish_combat(table, frame)
        return
    memory.start(table)
    if _helper_leaves(table, frame):
        party.dismiss_helper(table, -1)
        memory.forget(table)
        memory.start(table)
    closed = frame.vars.pop("closed", 0)
    ahead = score.ahead(table)
    if fight.stage == "victory":
        if ahead and closed:
            fight.stage = "reward"
            table.pop(frame)
            table.push(Frame("reward", fight.fighter))
            return
        if not ahead:
            fight.stage = "fight"
        elif _margin(table) != fight.margin:
            fight.margin, fight.reopened = _margin(table), 0
    elif fight.stage == "defeat":
        if ahead:
            fight.stage = "fight"
        elif closed:
            _begin_flight(table, frame)
            return
    _open_stage(table, frame)


def _must_helper_leave(table: Table) -> bool:
    """Return True if the helper has to leave: dead, or a card forbids all help (R-359) or theirs (R-002)."""
    helper = table.helper
    if helper < 0:
        return False
    return (
        not people.is_living(table, helper)
        or score.fought_alone(table)
        or facts.flag(table, helper, "no_help")
    )


def _must_decide_on_helper(table: Table) -> bool:
    """Return True if the helper has to leave the combat, or may (R-357, R-359)."""
    if _must_helper_leave(table):
        return True
    fight = table.combat
    return fight.helper >= 0 and fight.compelled and score.for_the_win(table)


def _helper_leaves(table: Table, frame: Frame) -> bool:
    """Return True if the helper has to go, or was compelled and backs out.

    Who stays in a combat for the win helps of their own free will from then on (R-357, H-115).
    """
    fight = table.combat
    if not _must_decide_on_helper(table):
        return False
    if _must_helper_leave(table):
        return True
    slot, monster = Slot("choice", "word", ("leave", "stay")), fight.foes[0].card
    answer = asking.choose(table, frame, "back_out", fight.helper, "back_out", slot, ("leave",), card=monster)
    del frame.vars["back_out"]
    fight.compelled = False
    return answer[0] == "leave"


def _margin(table: Table) -> int:
    return score.strength(table, PARTY_SIDE) - score.strength(table, MONSTERS_SIDE)


def reopens_victory(table: Table) -> bool:
    """Return True if an act takes back all passes for a claimed kill and lets the time start again (H-01).

    Only so many do that without a change of strength. After those whoever has not passed can still act, but
    nobody can hold the kill up for good.
    """
    table.combat.reopened += 1
    return table.combat.reopened <= MAX_VICTORY_REOPENINGS


def is_victory_unsettled(table: Table, frame: Frame) -> bool:
    """Return True if the combat no longer stands as it did when its victory window opened."""
    fight = table.combat
    if fight.over or not fight.foes or not people.is_living(table, fight.fighter):
        return True
    memory.start(table)
    return not score.ahead(table) or _margin(table) != fight.margin or _must_decide_on_helper(table)


def _open_stage(table: Table, frame: Frame) -> None:
    fight = table.combat
    table.state.phase = "combat"
    if fight.stage == "fight":
        slowly = FIRST_ROUND_PATIENCE if table.state.turn <= len(table.state.people) else 1
        waits.open_window(table, frame, "combat", 1 << fight.fighter, slowly * table.options.turn_seconds)
        return
    others = [seat for seat in people.living_seats(table) if seat != fight.fighter]
    waits.open_window(table, frame, fight.stage, people.seat_mask(others), table.options.victory_seconds)
    waits.close_if_passed(frame)


def _finish_combat(table: Table, frame: Frame) -> None:
    """End a combat without monsters: it is won, unless a card ended it (R-316, R-335, R-337)."""
    fight = table.combat
    table.pop(frame)
    if not people.is_living(table, fight.fighter):
        clear_combat(table)
        return
    if fight.stage != "ended":
        fight.stage = "reward"
    table.push(Frame("reward", fight.fighter))


def _begin_flight(table: Table, frame: Frame) -> None:
    """Begin the flight (R-430)."""
    fight = table.combat
    fight.stage = "escape"
    fight.banked = fight.banked_levels = 0
    table.pop(frame)
    table.emit(CombatLost(fight.fighter))
    table.push(Frame("escape", fight.fighter))
    for seat in people.party(table):
        reactions.fire_all(table, "lost", seat)
    for seat in people.living_seats(table):
        if seat not in people.party(table):
            reactions.fire_all(table, "other_lost", seat, it=fight.fighter)


def discard_all(table: Table) -> None:
    """Discard everything that was in the combat (R-334, R-440), piles of Parasites on top (R-645)."""
    fight = table.combat
    stacked = [card for foe in fight.foes if foe.stacked for card in (*reversed(foe.stacked), foe.card)]
    for card in [c for c in table.pile("combat") if c not in stacked] + stacked:
        piles.discard(table, card, by=fight.fighter)


def clear_combat(table: Table) -> None:
    """End the combat, with all that held for it."""
    fight = table.combat
    discard_all(table)
    fighters = people.party(table)
    table.state.bodies.sort(key=lambda seat: seat != fight.fighter)
    table.state.combat = None
    settle_truces(table, fight)
    table.recheck_limits = True
    for frame in table.state.frames:
        if frame.window is not None and frame.window.kind in OUT_OF_COMBAT_WINDOWS | {"setup"}:
            frame.window = None  # the combat interrupted a phase, which now goes on
    for seat in fighters:
        party.use_up_next_combat(table, seat)
        if people.is_living(table, seat):
            reactions.fire_all(table, "combat_end", seat)
    table.emit(CombatEnded(fight.fighter))


# moves


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    """List what decides the combat, and monsters in hand that may join others of their kind."""
    if kind not in COMBAT_WINDOWS:
        return
    if kind == "combat" and seat == table.fighter:
        out.append(CLAIM_MOVE if score.ahead(table) else RUN_AWAY_MOVE)
    for card in places.hand(table, seat):
        if table.defs[card].kind == "monster":
            _joining(table, card, out)


def _joining(table: Table, card: int, out: list[Move]) -> None:
    definition = table.defs[card]
    if is_stacking(table, card):
        hosts = tuple(
            foe.card
            for foe in table.combat.foes
            if foe.linked < 0 and foe.card == foe.like and is_stacking(table, foe.card)
        )
        if hosts:
            out.append(Move("stack", card, slots=(Slot("monster", "card", hosts),)))
    kinds = [tag for tag in table.decks.edition.joins if tag in definition.tags]
    if kinds and any(tag in facts.tags(table, foe.card) for foe in table.combat.foes for tag in kinds):
        out.append(JOIN_MOVES.with_card(card))


def do_claim(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Claim the kill; everybody may still act for a while (R-330)."""
    fight = table.combat
    fight.stage = "victory"
    fight.reopened, fight.margin = 0, _margin(table)
    table.emit(KillClaimed(seat))


def do_run_away(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Give up the fight; everybody may still act once (H-02)."""
    table.combat.stage = "defeat"
    table.emit(FighterGaveUp(seat))


def do_join(table: Table, seat: int, move: Move, picks: Picks) -> None:
    fights.add_monster(table, move.card, by=seat)


def do_stack(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Add a Parasite from the hand without a roll; the rolls for more then follow (R-642)."""
    host = numbers_in(picks[0])[0]
    stack(table, move.card, host)
    party.meddle(table, seat)
    table.push(Frame("entrance", table.fighter, seat, host, step=1))


def decide_on_timeout(table: Table, frame: Frame) -> None:
    """Decide for an absent fighter: claim the win if there is one, else run."""
    if score.ahead(table):
        do_claim(table, table.fighter, CLAIM_MOVE, ())
    else:
        do_run_away(table, table.fighter, RUN_AWAY_MOVE, ())
    frame.window = None


FRAME_HANDLERS: dict[str, FrameHandler] = {"encounter": encounter, "entrance": entrance, "combat": combat}
WINDOWS: Final[frozenset[str]] = COMBAT_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {
    "claim": do_claim,
    "run_away": do_run_away,
    "join": do_join,
    "stack": do_stack,
}
OBSOLETE_WINDOWS: Final[dict[str, Callable[[Table, Frame], bool]]] = {"victory": is_victory_unsettled}
REOPENINGS: Final[dict[str, Callable[[Table], bool]]] = {"victory": reopens_victory}
TIMEOUT_HANDLERS: dict[str, FrameHandler] = {"combat": decide_on_timeout}
KEEPS_CACHE_VERBS: Final[frozenset[str]] = frozenset({"claim", "run_away"})
