"""What cards add to the figures of a combat, and how it stands then."""

from __future__ import annotations

from typing import Final

from cards.door import party, score
from cards.door.card_events import CardPlayed, CardUsed
from cards.door.character_events import CurseStruck
from cards.door.combat_events import (
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
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE, CombatAdjustment
from cards.door.table import Table
from cards.kernel.events import Event

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
