"""A combat begins and ends, monsters come and go, cards change its figures. Outside it nothing happens."""

from __future__ import annotations

from typing import Final

from cards.door import arrivals, foes, party, people, piles, places, reactions, score
from cards.door.card_events import CardPlayed, CardUsed
from cards.door.combat_events import (
    CombatEnded,
    CombatRuleAdded,
    CombatScored,
    CombatStarted,
    FighterChanged,
    HelperJoined,
    HelperLeft,
    MonsterCopied,
    MonsterEnhanced,
    MonsterJoined,
    MonsterRemoved,
    MonsterStacked,
    StrengthAdded,
    adjustment_event,
)
from cards.door.events import CurseStruck
from cards.door.state import COMBAT_ZONE, MONSTERS_SIDE, PARTY_SIDE, Combat, CombatAdjustment, Foe
from cards.door.table import Table
from cards.kernel.events import Event
from cards.kernel.frames import Frame
from cards.kernel.machine import InvariantError


def start_combat(table: Table, card: int, seat: int) -> None:
    """Begin a combat; if there is one already, the monster joins it instead (R-280, R-310)."""
    if table.state.combat is not None:
        add_monster(table, card, by=seat)
        return
    _clear_causes(table)
    table.state.combat = Combat(seat)
    if table.state.phase == "door":
        people.count(table, seat, "fights")  # only these rule out phase 2
    table.push(Frame("combat", seat, card=card))
    table.emit(CombatStarted(seat, monster=card))
    reactions.fire_all(table, "combat_start", seat)
    add_monster(table, card, by=seat)


def _clear_causes(table: Table) -> None:
    """Put away the cards whose effects cause the combat; they take no part in it (R-562)."""
    for frame in table.state.frames:
        done = frame.kind == "spent" or (frame.kind == "curse" and frame.vars.get("struck"))
        if done and places.in_limbo(table, frame.card):
            stays = table.defs[frame.card].stays
            if stays:
                arrivals.stay(table, frame.card, frame.seat, stays)
            else:
                piles.discard(table, frame.card)


def end_combat(table: Table, card: int) -> None:
    """End the combat without reward or Bad Stuff."""
    combat = table.state.combat
    if combat is None:
        return
    combat.over = True
    combat.stage = "ended"
    combat.foes, gone = [], combat.foes
    combat.banked = combat.banked_levels = 0
    for foe in gone:
        for other in foes.pile_of(table, foe):
            piles.discard(table, other)
    table.emit(CombatEnded(combat.fighter, card=card))


# monsters


def add_monster(table: Table, card: int, *, by: int) -> None:
    combat = table.state.combat
    if combat is None or combat.over:
        piles.discard(table, card, by=by)
        return
    piles.move(table, card, COMBAT_ZONE)
    combat.foes.append(Foe(card, card))
    party.meddle(table, by)
    _announce_monster(table, card, by)


def _announce_monster(table: Table, card: int, by: int) -> None:
    """Emit that a monster joined, and push its entrance (R-359, R-640)."""
    combat = table.combat
    table.emit(MonsterJoined(by, monster=card))
    foe = combat.foe(card)
    assert foe is not None
    if combat.helper >= 0 and score.foe_flag(table, foe, "alone"):
        party.dismiss_helper(table, card)
    table.push(Frame("entrance", combat.fighter, by, card))


def copy_monster(table: Table, monster: int, card: int, *, linked: bool) -> None:
    """Let a card join as a copy of a monster: ``linked`` as a Mate (R-303), else as it is now (R-647)."""
    combat = table.state.combat
    foe = None if combat is None else combat.foe(monster)
    if combat is None or foe is None:
        piles.discard(table, card)
        return
    piles.move(table, card, COMBAT_ZONE)
    root = foes.original(table, foe)
    copy = Foe(card, root.like)
    if linked:
        copy.linked, copy.matched = root.card, len(foes.stack_of(table, foe))
    else:
        _freeze(table, copy, foe)
    combat.foes.append(copy)
    party.meddle(table, party.actor(table))
    table.emit(MonsterCopied(places.owner(table, card), monster=monster, card=card))


def _freeze(table: Table, copy: Foe, foe: Foe) -> None:
    """Give a copy the figures that a monster has at this moment; later changes do not count (R-647).

    What cards have changed on the copy itself goes on counting, so it is left out here.
    """
    root = foes.original(table, foe)
    own = [add for add in table.combat.adds if add.monster == copy.card]
    copy.base = _figure(table, foe) - sum(add.amount for add in own if add.stat == "strength")
    copy.loot = score.loot(table, foe) - sum(add.amount for add in own if add.stat == "treasures")
    copy.borrowed = [*root.borrowed, *root.enhancers]
    copy.tags = root.tags.copy()
    copy.linked, copy.matched = -1, 0


def _figure(table: Table, foe: Foe) -> int:
    """Return what a monster counts apart from its own conditions and the Seals."""
    return sum(line.amount for line in score.foe_lines(table, foe) if line.reason not in ("power", "seals"))


def remove_monster(table: Table, monster: int, *, treasures: bool, kill: bool, by: int) -> None:
    """Take a monster out; without any left the combat is over at once (R-315, R-316, R-337)."""
    combat = table.state.combat
    foe = None if combat is None else combat.foe(monster)
    if combat is None or foe is None or combat.over:
        return
    if treasures:
        combat.banked += score.treasures(table, monster)
    if kill:
        combat.banked_levels += score.kill_levels(table, foe)
        combat.slain += 1
        people.count(table, combat.fighter, "monsters_killed")
    _unlink(table, foe)
    combat.foes.remove(foe)
    for card in foes.pile_of(table, foe):
        piles.discard(table, card, by=by)
    table.emit(MonsterRemoved(by, monster=monster, killed=kill))
    if not combat.foes:
        combat.over = True


def _unlink(table: Table, foe: Foe) -> None:
    """Make the Mates of a leaving monster independent, with the figures they had."""
    for other in table.combat.foes:
        if other.linked == foe.card:
            _freeze(table, other, other)


def replace_monster(table: Table, monster: int, card: int) -> None:
    """Replace a monster by another one; enhancers leave with the old one (R-305)."""
    combat = table.state.combat
    foe = None if combat is None else combat.foe(monster)
    if combat is None or foe is None:
        return
    by = places.owner(table, card)
    piles.move(table, card, COMBAT_ZONE)
    _unlink(table, foe)
    place = combat.foes.index(foe)
    combat.foes[place] = Foe(card, card)
    for old in foes.pile_of(table, foe):
        piles.discard(table, old, by=by)
    _announce_monster(table, card, by)


def enhance(table: Table, card: int, monster: int, seat: int) -> None:
    """Put an enhancer on a monster (R-300, R-301); on a Mate it counts for the original."""
    foe = table.combat.foe(monster)
    if foe is None:
        raise InvariantError(f"no monster {monster} in the combat")
    piles.move(table, card, COMBAT_ZONE)
    foes.original(table, foe).enhancers.append(card)
    if table.defs[card].strength > 0:
        party.meddle(table, seat)
    table.emit(MonsterEnhanced(seat, card=card, monster=monster, bonus=table.defs[card].strength))
    table.push(Frame("entrance", table.combat.fighter, seat, card))


UNDECIDED_STAGES: Final = frozenset({"fight", "victory", "defeat"})
"""Stages of a combat in which its score still matters."""

SCORE_EVENTS: Final[frozenset[type[Event]]] = frozenset(
    {
        CombatStarted,
        CombatRuleAdded,
        CardPlayed,
        CardUsed,
        CurseStruck,
        FighterChanged,
        HelperJoined,
        HelperLeft,
        MonsterCopied,
        MonsterEnhanced,
        MonsterJoined,
        MonsterRemoved,
        MonsterStacked,
        StrengthAdded,
    }
)
"""Events after which a combat may stand differently."""


def _add(table: Table, add: CombatAdjustment) -> None:
    combat = table.state.combat
    if combat is not None and not combat.over and add.amount:
        combat.adds.append(add)
        if add.stat != "treasures" and (add.amount > 0) is (add.side == MONSTERS_SIDE):
            party.meddle(table, party.actor(table))
        cards = (add.card, add.monster) if add.monster >= 0 else (add.card,)
        table.emit(adjustment_event(add, cards))


def add_strength(table: Table, side: str, n: int, card: int, *, seat: int = -1, monster: int = -1) -> None:
    _add(table, CombatAdjustment("strength", side, n, card, seat, monster))


def add_rule(table: Table, rule: str, card: int) -> None:
    """Add a rule for the rest of the combat; if it must now be fought alone, the helper leaves."""
    combat = table.state.combat
    if combat is None or combat.over:
        return
    side = PARTY_SIDE if rule == "wins_ties" else MONSTERS_SIDE
    combat.adds.append(CombatAdjustment(rule, side, 1, card))
    if side == MONSTERS_SIDE:
        party.meddle(table, party.actor(table))
    table.emit(CombatRuleAdded(card=card, rule=rule))
    if rule == "alone" and combat.helper >= 0:
        party.dismiss_helper(table, card)


def add_treasures(table: Table, n: int, card: int, *, monster: int = -1) -> None:
    _add(table, CombatAdjustment("treasures", MONSTERS_SIDE, n, card, -1, monster))


def add_flee(table: Table, seat: int, n: int, card: int, *, monster: int = -1) -> None:
    _add(table, CombatAdjustment("flee", PARTY_SIDE, n, card, seat, monster))


def report_score(table: Table) -> None:
    """Emit how an undecided combat stands, once for each action that may have changed it."""
    combat = table.state.combat
    if combat is None or combat.over or not combat.foes or combat.stage not in UNDECIDED_STAGES:
        return
    for event in table.events:
        if type(event) in SCORE_EVENTS:
            ours, theirs = score.strength(table, PARTY_SIDE), score.strength(table, MONSTERS_SIDE)
            table.emit(CombatScored(combat.fighter, party=ours, monsters=theirs, ahead=score.ahead(table)))
            return
