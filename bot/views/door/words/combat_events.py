"""What happened in a fight of a door-kicking game, in sentences: who fights, what counts, and the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, FACE_S, Stage, Told, tell
from bot.views.base.text import say, say_many, signed
from bot.views.door.words.leads import FIGHT_STARTS, does
from cards.door.card_events import CardPlayed, CardUsed
from cards.door.combat_events import (
    CombatEnded,
    CombatLost,
    CombatRuleAdded,
    CombatScored,
    CombatStarted,
    FighterChanged,
    FighterGaveUp,
    FleeAdded,
    HelperJoined,
    HelperLeft,
    KillClaimed,
    MonsterCopied,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    MonsterRemoved,
    MonsterSpared,
    MonsterStacked,
    StrengthAdded,
    TreasuresAdded,
)
from cards.door.events import CurseStruck, DoorKicked, LookedForTrouble
from cards.kernel.events import NOBODY, Event

_RULE_CLAUSES = {
    "alone": ": nobody can help in this fight",
    "level_only": ": only Levels count in this fight",
    "no_items": ": no Item bonuses in this fight",
    "no_level": ": the party’s Levels do not count in this fight",
    "no_one_shots": ": no one-shots for the party in this fight",
    "no_escape": ": no running away from this fight",
    "wins_ties": ": the party wins ties in this fight",
}

_ANY_RULE_CLAUSE = " changes the rules of this fight"

_SCORED = (
    *FIGHT_STARTS,
    CardPlayed,
    CardUsed,
    CombatRuleAdded,
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
)
"""Lines that end with how the fight stands."""


def _then_scored(lead: Event, event: CombatScored, names: EventNames) -> str | None:
    if not isinstance(lead, _SCORED):
        return None
    before = names.latest(CombatScored)
    same = before is not None and (before.party, before.monsters) == (event.party, event.monsters)
    return "" if same and not isinstance(lead, FIGHT_STARTS) else _standing(event, names)


def _standing(event: CombatScored, names: EventNames) -> str:
    if event.ahead and event.party == event.monsters:
        told = "{seat} wins ties, and it is {party} : {monsters}"
    elif event.ahead:
        told = "{seat} leads {party} : {monsters}"
    elif event.party == event.monsters:
        told = "it is {party} : {monsters} for {seat}, and a tie loses"
    else:
        told = "{seat} trails {party} : {monsters}"
    return tell(event, names, told, monsters=event.monsters)


def _meddled(event: CombatScored, line: Sequence[Event]) -> int:
    """Return how much a score concerns the fighter: much where somebody else has changed it."""
    lead = line[0]
    is_meddling = isinstance(lead, MonsterEnhanced | MonsterJoined | CardUsed | StrengthAdded)
    return 7 if is_meddling and lead.seat not in (event.seat, NOBODY) else 0


def _meddling(event: MonsterJoined | MonsterEnhanced, line: Sequence[Event]) -> int:
    """Return how big a moment a change of the monsters is: big where somebody meddles in others' fights."""
    return 5 if event.seat not in (_fighter(event, line), NOBODY) else 2


def _fighter(event: Event, events: Sequence[Event]) -> int:
    """Return whose fight it is that these events have changed."""
    return next((each.seat for each in events if isinstance(each, CombatScored)), NOBODY)


def _outdone(event: MonsterEnhanced | StrengthAdded, events: Sequence[Event]) -> int:
    """Return the fighter against whom a strength works."""
    worse = (event.bonus > 0) is (isinstance(event, MonsterEnhanced) or event.side == "monsters")
    return _fighter(event, events) if worse else NOBODY


def _joined(event: MonsterJoined, names: EventNames) -> str:
    if event.seat < 0:
        return tell(event, names, "👹 {monster} joins the fight")
    if _has_to_fight(event, names):
        return tell(event, names, "⚔️ {seat} has to fight {monster}")
    return tell(event, names, "👹 {seat} sends {monster} into the fight")


def _has_to_fight(event: MonsterJoined, names: EventNames) -> bool:
    """Return True if the fight that has just begun is about this monster."""
    started = names.latest(CombatStarted)
    return started is not None and (started.seat, started.monster) == (event.seat, event.monster)


def _then_joined(lead: Event, event: MonsterJoined, names: EventNames) -> str | None:
    if isinstance(lead, DoorKicked):
        return "" if lead.card == event.monster else None
    if isinstance(lead, LookedForTrouble):
        return "" if lead.monster == event.monster else None
    joins = isinstance(lead, CardUsed | CardPlayed)
    return tell(event, names, "{monster} joins the fight") if joins else None


def _who_joins(event: MonsterJoined, names: EventNames) -> tuple[int, int, str]:
    head = tell(event, names, "{seat} sends it in") if event.seat >= 0 else say("It joins the fight")
    return 5, event.monster, head


def _removed(event: MonsterRemoved, names: EventNames) -> str:
    told = "💀 {monster} is finished off" if event.killed else "💨 {monster} leaves the fight"
    return tell(event, names, told)


def _then_removed(lead: Event, event: MonsterRemoved, names: EventNames) -> str | None:
    told = "{monster} is finished off" if event.killed else "{monster} leaves the fight"
    return tell(event, names, told) if isinstance(lead, CardUsed) else None


def _enhanced(event: MonsterEnhanced, names: EventNames) -> str:
    sign = "📉" if event.bonus < 0 else "📈"
    if event.seat < 0:
        return tell(event, names, "{sign} {card} lands on {monster}: {bonus+}", sign=sign)
    return tell(event, names, "{sign} {seat} slips {card} onto {monster}: {bonus+}", sign=sign)


def _who_enhances(event: MonsterEnhanced, names: EventNames) -> tuple[int, int, str]:
    told = "{seat} makes it easier" if event.bonus < 0 else "{seat} makes it worse"
    return 4, event.card, tell(event, names, told)


def _strength(event: StrengthAdded, names: EventNames) -> str:
    cards = tuple(dict.fromkeys(event.cards))  # a monster may strengthen itself
    sign = "📉" if event.bonus < 0 else "📈"
    by = names.cards(cards)
    return tell(event, names, "{sign} {by}: {bonus+} strength for the {side}", sign=sign, by=by)


def _then_strength(lead: Event, event: StrengthAdded, names: EventNames) -> str | None:
    return tell(event, names, "{bonus+} for the {side}") if does(lead, *event.cards) else None


def _flee(event: FleeAdded, names: EventNames) -> str:
    told = "🏃 {by}: {bonus+} to run away for {seat}" if event.seat >= 0 else "🏃 {by}: {bonus+} to run away"
    return tell(event, names, told, by=names.cards(event.cards))


def _then_flee(lead: Event, event: FleeAdded, names: EventNames) -> str | None:
    if not does(lead, *event.cards):
        return None
    others = event.seat not in (lead.seat, -1)
    return tell(event, names, "{bonus+} to run away for {seat}" if others else "{bonus+} to run away")


def _more_treasures(event: TreasuresAdded) -> str:
    many = signed(event.treasures)
    return say_many("{many} Treasure", "{many} Treasures", event.treasures, many=many)


def _killed(event: MonsterKilled, names: EventNames) -> str:
    if event.helper >= 0:
        return tell(event, names, "💀 {seat} and {helper} bring down {monster}")
    return tell(event, names, "💀 {seat} brings down {monster}")


def _then_killed(lead: Event, event: MonsterKilled, names: EventNames) -> str | None:
    return tell(event, names, "{monster} falls, too") if isinstance(lead, MonsterKilled) else None


def _who_wins(event: MonsterKilled, names: EventNames) -> tuple[int, int, str]:
    told = "{seat} wins with {helper}" if event.helper >= 0 else "{seat} wins"
    return 8, event.monster, tell(event, names, told)


def _then_ended(lead: Event, event: CombatEnded, names: EventNames) -> str | None:
    return say("that ends the fight") if event.card >= 0 and does(lead, event.card) else None


COMBAT_ROWS = (
    Told(
        CombatStarted,
        "",
        lambda lead, event, names: "" if isinstance(lead, FIGHT_STARTS) else None,
        scene="start",
    ),
    Told(
        MonsterJoined,
        _joined,
        _then_joined,
        voiced=lambda event, names: "" if event.seat < 0 or _has_to_fight(event, names) else "send",
        used_up="monster",
        joke_card="monster",
        moment=_meddling,
        reveal=_who_joins,
        stage=Stage(FACE_S, _fighter),
    ),
    Told(
        MonsterCopied,
        lambda event, names: say(
            "👹 There are two of them now: {cards}", cards=names.cards((event.monster, event.card))
        ),
        used_up="card",
    ),
    Told(MonsterRemoved, _removed, _then_removed),
    Told(MonsterStacked, "👹 {card} crawls under {monster}: {bonus+}", used_up="card"),
    Told(
        MonsterEnhanced,
        _enhanced,
        voiced=lambda event, names: "stab" if event.seat >= 0 and event.bonus > 0 else "",
        used_up="card",
        joke_card="card",
        moment=_meddling,
        reveal=_who_enhances,
        stage=Stage(FACE_S, _outdone),
    ),
    Told(StrengthAdded, _strength, _then_strength, stage=Stage(FACE_S, _outdone)),
    Told(FleeAdded, _flee, _then_flee),
    Told(
        TreasuresAdded,
        lambda event, names: f"💰 {names.cards(event.cards)}: {_more_treasures(event)}",
        lambda lead, event, names: _more_treasures(event) if does(lead, *event.cards) else None,
    ),
    Told(
        CombatRuleAdded,
        lambda event, names: f"{names.card(event.card)}{_RULE_CLAUSES.get(event.rule, _ANY_RULE_CLAUSE)}",
    ),
    Told(CombatScored, "", _then_scored, concern=_meddled),
    Told(FighterChanged, "⚔️ {seat} fights now: {card}"),
    Told(KillClaimed, "⚔️ {seat} [claims the kill|calls it a win|reaches for the loot]", stage=Stage(BEAT_S)),
    Told(FighterGaveUp, "🏳️ {seat} gives up"),
    Told(
        CombatLost,
        "🏃 {seat} loses the fight and [runs|makes for the door|legs it]",
        moment=4,
        stage=Stage(BEAT_S),
    ),
    Told(
        MonsterKilled,
        _killed,
        _then_killed,
        voiced=lambda event, names: "kill_together" if event.helper >= 0 else "kill",
        used_up="monster",
        concern=6,
        about=("seat", "helper"),
        moment=7,
        reveal=_who_wins,
        stage=Stage(BEAT_S),
    ),
    Told(MonsterSpared, "🕊️ {monster} lets {seat} go"),
    Told(
        CombatEnded,
        lambda event, names: tell(event, names, "🏳️ {card} ends the fight") if event.card >= 0 else "",
        _then_ended,
        scene="end",
    ),
)
