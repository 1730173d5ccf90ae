"""What happened in a fight, and in running from it, in sentences."""

from __future__ import annotations

from typing import assert_never

from bot.views.base.event_names import EventNames
from bot.views.base.text import escape, plural, quoted, signed
from bot.views.door.words.reasons import reason_said
from cards.door.card_events import TradeEnded, TradeOffered
from cards.door.combat_events import (
    BadStuffSuffered,
    BargainItemVoid,
    Caught,
    CombatEnded,
    CombatLost,
    CombatRuleAdded,
    CombatScored,
    CombatStarted,
    CompanionSacrificed,
    Escaped,
    FighterChanged,
    FighterGaveUp,
    FleeAdded,
    FleeRolled,
    HelperJoined,
    HelperLeft,
    HelperPaymentSet,
    HelpOffered,
    HelpRefused,
    HelpWithdrawn,
    KillClaimed,
    LineSaid,
    MonsterCopied,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    MonsterRemoved,
    MonsterSpared,
    MonsterStacked,
    NotPursued,
    ReasonGiven,
    StrengthAdded,
    TreasuresAdded,
    TruceEnded,
    TruceMade,
    TruceOffered,
)
from cards.door.escape import MIN_ESCAPE_ROLL
from cards.door.events import CombatEvent, EscapeEvent
from cards.kernel.dice import DIE_SIDES

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


def combat_sentence(event: CombatEvent, names: EventNames) -> str:
    """Return what happened in a fight in one sentence; the empty string for what is not worth telling."""
    seat = names.seat(event.seat)
    match event:
        case MonsterJoined():
            return _joined(event, names)
        case MonsterCopied():
            return f"👹 There are two of them now: {names.cards((event.monster, event.card))}"
        case MonsterRemoved():
            how = "💀 {} is finished off" if event.killed else "💨 {} leaves the fight"
            return how.format(names.card(event.monster))
        case MonsterStacked():
            return (
                f"👹 {names.card(event.card)} crawls under {names.card(event.monster)}: {signed(event.bonus)}"
            )
        case MonsterEnhanced():
            return _enhanced(event, names)
        case StrengthAdded():
            side = names.word(event.side)
            cards = tuple(dict.fromkeys(event.cards))  # a monster may strengthen itself
            sign = "📉" if event.bonus < 0 else "📈"
            return f"{sign} {names.cards(cards)}: {signed(event.bonus)} strength for the {side}"
        case FleeAdded():
            whose = f" for {seat}" if seat else ""
            return f"🏃 {names.cards(event.cards)}: {signed(event.bonus)} to run away{whose}"
        case TreasuresAdded():
            return (
                f"💰 {names.cards(event.cards)}: {signed(event.treasures)} "
                f"{_noun(event.treasures, 'Treasure')}"
            )
        case CombatRuleAdded():
            return f"{names.card(event.card)}{_RULE_CLAUSES.get(event.rule, _ANY_RULE_CLAUSE)}"
        case FighterChanged():
            return f"⚔️ {seat} fights now: {names.card(event.card)}"
        case HelperJoined():
            return _helped(event, names)
        case HelperLeft():
            return f"👋 {seat} leaves the fight"
        case HelpOffered():
            return _help_offered(event, names)
        case HelperPaymentSet():
            return f"🤝 {seat} pays {names.seat(event.fighter)} {names.every(event.items)} to be let in"
        case HelpRefused():
            says = names.one_of("says no to", "turns down", "has other plans than")
            return f"🤝 {seat} {says} {names.seat(event.to)}"
        case TruceOffered():
            made = "answers {} with another truce" if event.counter else "offers {} a truce"
            return f"🕊️ {seat} {made.format(names.seat(event.to))}: {names.cards(event.items)}"
        case TruceMade():
            return f"🕊️ {seat} keeps out of it for {names.seat(event.partner)}’s {names.cards(event.items)}"
        case TruceEnded():
            return _truce_ended(event, names)
        case ReasonGiven():
            said = reason_said(event, names, trade=_answers_trade(names))
            return f"💬 {seat} to {names.seat(event.to)}: {said}"
        case LineSaid():
            return f"💬 {seat}: {quoted(escape(event.text))}"
        case KillClaimed():
            return f"⚔️ {seat} " + names.one_of("claims the kill", "calls it a win", "reaches for the loot")
        case FighterGaveUp():
            return f"🏳️ {seat} gives up"
        case CombatLost():
            return f"🏃 {seat} loses the fight and " + names.one_of("runs", "makes for the door", "legs it")
        case MonsterKilled():
            return _killed(event, names)
        case MonsterSpared():
            return f"🕊️ {names.card(event.monster)} lets {seat} go"
        case BargainItemVoid():
            return f"{names.card(event.card)} is not handed over after all"
        case CombatEnded():
            return f"🏳️ {names.card(event.card)} ends the fight" if event.card >= 0 else ""
        case CombatStarted() | CombatScored() | HelpWithdrawn():
            return ""
        case _:
            assert_never(event)


def escape_sentence(event: EscapeEvent, names: EventNames) -> str:
    """Return what came of running away in one sentence; the empty string for what was told before."""
    seat = names.seat(event.seat)
    match event:
        case NotPursued():
            if _has_escaped(event, names):
                return ""
            return f"🏃 {names.card(event.monster)} does not follow {seat}"
        case FleeRolled():
            need = _need(MIN_ESCAPE_ROLL - event.bonus)
            return f"🎲 {seat} {need} to get away from {names.card(event.monster)} and rolls {event.die}"
        case Caught():
            return f"😖 {names.card(event.monster)} catches {seat}"
        case Escaped():
            away = names.one_of("gets away", "escapes", "slips out")
            return f"🏃 {seat} {away}" + (f" from {names.card(event.monster)}" if event.monster >= 0 else "")
        case CompanionSacrificed():
            return f"🕯️ {seat} leaves {names.card(event.card)} behind to get away"
        case BadStuffSuffered():
            return f"😖 {names.card(event.monster)} does its worst to {seat}"
        case _:
            assert_never(event)


def _has_escaped(event: NotPursued, names: EventNames) -> bool:
    """Return True if the seat has got away from this monster already, and it was told."""
    for past in reversed(names.before):
        if isinstance(past, CombatStarted):
            return False
        if isinstance(past, Escaped) and (past.seat, past.monster) == (event.seat, event.monster):
            return True
    return False


def _need(least: int) -> str:
    """Say what a die has to show at least."""
    if least > DIE_SIDES:
        return "needs a bigger die"
    return f"needs {least}+" if least > 1 else "cannot fail"


def _noun(count: int, one: str) -> str:
    return one if abs(count) == 1 else one + "s"


def _joined(event: MonsterJoined, names: EventNames) -> str:
    monster = names.card(event.monster)
    if event.seat < 0:
        return f"👹 {monster} joins the fight"
    seat = names.seat(event.seat)
    started = names.latest(CombatStarted)
    if started is not None and (started.seat, started.monster) == (event.seat, event.monster):
        return f"⚔️ {seat} has to fight {monster}"
    return "👹 " + names.one_of(
        f"{seat} sends {monster} into the fight",
        f"{seat} opens a side door, and {monster} comes in",
        f"{seat} invites {monster} to the fight",
    )


def _answers_trade(names: EventNames) -> bool:
    """Return True if what was answered last is a trade."""
    return bool(names.before) and isinstance(names.before[-1], TradeOffered | TradeEnded)


def _enhanced(event: MonsterEnhanced, names: EventNames) -> str:
    seat, card, monster = names.seat(event.seat), names.card(event.card), names.card(event.monster)
    bonus, sign = signed(event.bonus), "📉" if event.bonus < 0 else "📈"
    if event.seat < 0:
        return f"{sign} {card} lands on {monster}: {bonus}"
    return f"{sign} " + names.one_of(
        f"{seat} slips {card} onto {monster}: {bonus}",
        f"{seat} pins {card} on {monster}: {bonus}",
        f"{seat} has {card} for {monster}: {bonus}",
    )


def _helped(event: HelperJoined, names: EventNames) -> str:
    seat, fighter = names.seat(event.seat), names.seat(event.fighter)
    if event.compelled:
        return f"🤝 {seat} has to help {fighter}"
    deal, paid = _deal_between(event, names)
    price = f" for {share(deal, names, paid)}" if deal is not None else ""
    return f"🤝 {seat} {names.one_of('joins', 'steps in for', 'sides with')} {fighter}{price}"


def _deal_between(event: HelperJoined, names: EventNames) -> tuple[HelpOffered | None, tuple[int, ...]]:
    """Return the latest bargain between helper and fighter in this fight, and what the helper pays."""
    pair = {event.seat, event.fighter}
    paid: tuple[int, ...] = ()
    for past in reversed(names.before):
        if isinstance(past, CombatStarted):
            break
        if isinstance(past, HelperPaymentSet) and {past.seat, past.fighter} == pair:
            paid = past.items
        if isinstance(past, HelpOffered) and {past.seat, past.to} == pair:
            return past, paid
    return None, ()


def share(offer: HelpOffered, names: EventNames, paid: tuple[int, ...] = ()) -> str:
    """Say what a bargain gives the helper, and what it costs them."""
    parts = ["all Treasures"] if offer.treasures < 0 else []
    parts += [plural(offer.treasures, "Treasure")] if offer.treasures > 0 else []
    parts += [names.listed(offer.items)] if offer.items else []
    cost = f", and pays {names.listed(paid)}" if paid else ""
    return (" and ".join(parts) or "nothing but thanks") + cost


def _help_offered(event: HelpOffered, names: EventNames) -> str:
    seat, to = names.seat(event.seat), names.others or names.seat(event.to)
    if event.counter:
        return f"🤝 {seat} counters {to}’s offer: {share(event, names)}"
    score = names.latest(CombatScored)
    if score is not None and score.seat == event.to:
        return f"🤝 {seat} would help {to} for {share(event, names)}"
    return f"🤝 {seat} asks {to} for help: {share(event, names)}"


def _killed(event: MonsterKilled, names: EventNames) -> str:
    seat, monster = names.seat(event.seat), names.card(event.monster)
    if event.helper >= 0:
        killers = f"{seat} and {names.seat(event.helper)}"
        return f"💀 {killers} {names.one_of('bring down', 'finish off', 'make short work of')} {monster}"
    return f"💀 {seat} {names.one_of('brings down', 'finishes off', 'makes short work of')} {monster}"


def _truce_ended(event: TruceEnded, names: EventNames) -> str:
    seat, partner = names.seat(event.seat), names.seat(event.partner)
    match event.how:
        case "kept":
            return f"🕊️ {seat} has kept the truce with {partner}"
        case "broken":
            return f"🕊️ {seat} breaks the truce with {partner} and gets nothing for it"
        case "refused":
            return f"🕊️ {seat} refuses {partner}’s truce"
        case "void":
            return f"🕊️ The truce between {seat} and {partner} comes to nothing"
        case _:
            return ""
