"""What happened in a door-kicking game, in sentences."""

from __future__ import annotations

from typing import assert_never

from bot.views.text import escape, plural, quoted, signed
from bot.views.words.door_reasons import reason_said
from bot.views.words.event_names import EventNames
from cards.door.card_events import (
    CardAnswered,
    CardAttached,
    CardGivenUp,
    CardPlayed,
    CardReceived,
    CardsShown,
    CardStays,
    CardUsed,
    HandsSwapped,
    ItemEquipped,
    ItemsSold,
    ItemUnequipped,
    ItemUnloaded,
    Traded,
    TradeEnded,
    TradeOffered,
)
from cards.door.character_events import (
    BodyLaidOut,
    BodyLooted,
    CharacterDied,
    CompanionTurned,
    CurseCancelled,
    Cursed,
    CurseShruggedOff,
    CurseStruck,
    LevelChanged,
    RoleDealt,
    SealClosed,
    SealOpened,
    SexChanged,
)
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
from cards.door.events import (
    CardEvent,
    CharacterEvent,
    CharacterReborn,
    CombatEvent,
    CorrectionMade,
    DieChanged,
    DieRolled,
    DoorEvent,
    DoorKicked,
    EscapeEvent,
    FirstPlayerChosen,
    GameWon,
    LookedForTrouble,
    NoDoorLeft,
    PassedWindow,
    RoomLooted,
    SkipOrdered,
    TimedOut,
    TurnEnded,
    TurnEvent,
    TurnLost,
    TurnSkipped,
    TurnStarted,
)
from cards.kernel.events import EVERYONE_MASK, Discarded, Drew, Reshuffled, SeatLeft
from cards.language.grammar import article

DIE_SIDES = 6

COMPANION_KINDS = frozenset({"hireling", "sidekick", "ally", "steed"})
"""Kinds printed on cards that carry Items; in the rules such a card lies under its Item."""

_RULE_CLAUSES = {
    "alone": ": nobody can help in this fight",
    "level_only": ": only Levels count in this fight",
    "no_items": ": no Item bonuses in this fight",
    "no_level": ": the party’s Levels do not count in this fight",
    "no_one_shots": ": no One-Shots for the party in this fight",
    "no_escape": ": no running away from this fight",
    "wins_ties": ": the party wins ties in this fight",
}
_ANY_RULE_CLAUSE = " changes the rules of this fight"


def door_sentence(event: DoorEvent, names: EventNames) -> str:
    """Return an event in one sentence; the empty string for those that are not worth telling.

    What follows from it in the same action is added by ``door_outcome``.
    """
    if isinstance(event, TurnEvent):
        return _turn(event, names)
    if isinstance(event, CardEvent):
        return _card(event, names)
    if isinstance(event, CharacterEvent):
        return _character(event, names)
    if isinstance(event, CombatEvent):
        return _combat(event, names)
    return _escape(event, names)


def _turn(event: TurnEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case SeatLeft():
            return f"🚪 {seat} leaves the game"
        case FirstPlayerChosen():
            return f"🎲 {seat} goes first"
        case TurnStarted():
            return f"— Turn {event.turn}: {seat} —"
        case TurnSkipped():
            return f"💤 {seat} misses a turn"
        case SkipOrdered():
            return f"💤 {seat} will miss a turn: {names.card(event.card)}"
        case TurnLost():
            return f"💤 {seat}’s turn is over: {names.card(event.card)}"
        case CorrectionMade():
            return _corrected(event, names)
        case CharacterReborn():
            return f"👶 {seat} is back, as a new character"
        case TimedOut():
            return f"⏱ {seat} took too long" if event.seat >= 0 else "⏱ Time ran out"
        case DieRolled():
            return _die_rolled(event, names)
        case DieChanged():
            return f"🎲 {names.card(event.card)} turns the die to {event.die}"
        case DoorKicked():
            return _kicked(event, names)
        case NoDoorLeft():
            return f"🚪 No door is left for {seat}"
        case LookedForTrouble():
            monster = names.card(event.monster)
            looks = names.one_of("looks for trouble", "is looking for a fight", "brings their own trouble")
            return f"👹 {seat} {looks}, namely {monster}"
        case RoomLooted():
            return f"🔦 {seat} " + names.one_of(
                "loots the room",
                "loots the room, drawers and all",
                "loots the room, and checks under the bed",
            )
        case GameWon():
            return f"🏆 {seat} wins the game!"
        case TurnEnded() | PassedWindow():
            return ""
        case _:
            assert_never(event)


def _card(event: CardEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case Discarded():
            lost = names.cards(event.cards, event.card_count)
            return f"🗑️ {seat} discards {lost}" if event.seat >= 0 else ""
        case Drew():
            if event.deck == "treasure" and event.cards and event.seen == EVERYONE_MASK:
                return f"💰 The loot: {names.listed(event.cards)}"
            return f"🂠 {seat} draws {_drawn(event, names)}"
        case Reshuffled():
            return f"🔀 The {names.word(event.deck).capitalize()} discards are shuffled and become the deck"
        case CardReceived():
            return _received(event, names)
        case CardPlayed():
            return _played(event, names)
        case CardUsed():
            return _used(event, names)
        case CardAnswered():
            return f"💬 {seat} says {names.word(event.answer)} to {names.card(event.card)}"
        case CardAttached():
            card, host = names.card(event.card), names.card(event.host)
            if names.kind(event.card) in COMPANION_KINDS:
                return f"🧳 {card} carries {host} for {seat}"
            return f"🔧 {seat} adds {card} to {host}"
        case CardStays():
            return f"{names.card(event.card)} stays with {seat}"
        case CardsShown():
            return f"{seat} shows {names.cards(event.cards, event.card_count)}"
        case HandsSwapped():
            return f"🔁 {seat} and {names.seat(event.other)} swap hands"
        case ItemEquipped():
            return f"🎒 {seat} puts on {names.card(event.card)}"
        case ItemUnequipped():
            return f"🎒 {seat} takes off {names.card(event.card)}"
        case ItemUnloaded():
            return f"🎒 {seat} takes {names.card(event.item)} back from {names.card(event.companion)}"
        case CardGivenUp():
            return f"{seat} gives up {names.card(event.card)}"
        case ItemsSold():
            sold = names.cards(event.cards) if event.cards else "Items"
            sells = names.one_of("sells", "pawns", "parts with")
            return f"💰 {seat} {sells} {sold} for {event.gold:,} gold"
        case TradeOffered():
            return _trade_offered(event, names)
        case Traded():
            return _traded(event, names)
        case TradeEnded():
            return _trade_ended(event, names)
        case _:
            assert_never(event)


def _character(event: CharacterEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case RoleDealt():
            return f"🎭 {seat} plays {names.card(event.card)}"
        case LevelChanged():
            because = f" ({names.card(event.card)})" if event.card >= 0 else ""
            return f"{'⬆️' if event.levels > 0 else '⬇️'} {seat} {level_clause(event, names)}{because}"
        case SexChanged():
            return f"⚥ {seat} is {names.word(event.sex)} now: {names.card(event.card)}"
        case CompanionTurned():
            return f"⚥ {names.card(event.companion)}, with {seat}, is {names.word(event.sex)} now"
        case Cursed():
            return _cursed(event, names)
        case CurseStruck():
            return f"🌀 {names.card(event.card)} {names.one_of('hits', 'gets', 'lands on')} {seat}"
        case CurseShruggedOff():
            return f"🌀 {seat} shrugs off {names.card(event.card)}"
        case CurseCancelled():
            return f"🚫 {names.card(event.card)} stops {names.card(event.curse)}: {seat} is safe"
        case CharacterDied():
            dies = names.one_of("dies", "is no more", "is dead, and takes it personally")
            return f"💀 {seat} {dies}"
        case BodyLaidOut():
            return f"💀 {seat} leaves behind {names.cards(event.cards, event.card_count)}"
        case BodyLooted():
            helps = names.one_of("takes", "inherits", "rescues")
            return f"💀 {seat} {helps} {names.card(event.card)} from what {names.seat(event.body)} left"
        case SealOpened():
            return f"🔖 {seat} opens {names.card(event.card)}: {_open_seals(event.open_count)}"
        case SealClosed():
            return f"🔖 {names.card(event.card)} is closed: {_open_seals(event.open_count)}"
        case _:
            assert_never(event)


def _combat(event: CombatEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case MonsterJoined():
            return _joined(event, names)
        case MonsterCopied():
            return f"👹 There are two of them now: {names.cards((event.monster, event.card))}"
        case MonsterRemoved():
            how = "💀 {} is done away with" if event.killed else "💨 {} leaves the fight"
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
            return f"{names.cards(cards)}: {signed(event.bonus)} for the {side}"
        case FleeAdded():
            return f"{names.cards(event.cards)}: {signed(event.bonus)} to run away"
        case TreasuresAdded():
            return (
                f"{names.cards(event.cards)}: {signed(event.treasures)} {_noun(event.treasures, 'Treasure')}"
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
            return f"💬 {seat} to {names.seat(event.to)}: {reason_said(event, names)}"
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
            return f"{names.card(event.card)} cannot be handed over"
        case CombatEnded():
            return f"🏳️ {names.card(event.card)} ends the fight" if event.card >= 0 else ""
        case CombatStarted() | CombatScored() | HelpWithdrawn():
            return ""
        case _:
            assert_never(event)


def _escape(event: EscapeEvent, names: EventNames) -> str:
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


def level_clause(event: LevelChanged, names: EventNames) -> str:
    """Say where a Level stands after it went up or down, without the seat."""
    level = names.levels.get(event.seat, 0)
    if level <= 0:
        count = plural(abs(event.levels), "Level")
        return f"gains {count}" if event.levels > 0 else f"loses {count}"
    return f"is up to Level {level}" if event.levels > 0 else f"drops to Level {level}"


def _has_escaped(event: NotPursued, names: EventNames) -> bool:
    """Return True if the seat has got away from this monster already, and it was told."""
    for past in reversed(names.before):
        if isinstance(past, CombatStarted):
            return False
        if isinstance(past, Escaped) and (past.seat, past.monster) == (event.seat, event.monster):
            return True
    return False


def _open_seals(count: int) -> str:
    return f"{plural(count, 'Seal')} {'is' if count == 1 else 'are'} open" if count else "no Seal is open"


def _need(least: int) -> str:
    """Say what a die has to show at least."""
    if least > DIE_SIDES:
        return "needs a bigger die"
    return f"needs {least}+" if least > 1 else "cannot fail"


def _one(name: str) -> str:
    """Put the article before the name of a Class or Race, which may be in italics."""
    word = article(name.strip("*")).split(" ", 1)[0]
    return f"{word} {name}"


def _noun(count: int, one: str) -> str:
    return one if abs(count) == 1 else one + "s"


def _corrected(event: CorrectionMade, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event.what:
        case "level":
            return f"✏️ Put right: {seat} is at Level {event.level}"
        case "turn":
            return f"✏️ Put right: it is {seat}’s turn"
        case "discards":
            return f"✏️ Put right: {names.card(event.card)} went to the discards"
        case "hand":
            return f"✏️ Put right: {names.card(event.card)} is in {seat}’s hand"
        case _:
            return f"✏️ Put right: {names.card(event.card)} lies before {seat}"


def _die_rolled(event: DieRolled, names: EventNames) -> str:
    if event.purpose in ("first", "loot"):
        return ""
    if event.purpose == "parasite":
        return f"🎲 The die says {event.die} for {names.card(event.card)}"
    asking = f" for {names.card(event.card)}" if event.card >= 0 else ""
    return f"🎲 {names.seat(event.seat)} rolls {event.die}{asking}"


def _kicked(event: DoorKicked, names: EventNames) -> str:
    seat, card, kind = names.seat(event.seat), names.card(event.card), names.kind(event.card)
    if kind == "monster":
        finds = names.one_of("and wakes", "and walks in on", "and there is", "and disturbs")
    elif kind in ("curse", "trap", "disaster"):
        finds = names.one_of("right into", "and should not have:", "and gets")
    else:
        finds = names.one_of("and finds", "and picks up", "and discovers")
    return f"🚪 {seat} kicks the door in {finds} {card}"


def _drawn(event: Drew, names: EventNames) -> str:
    noun = {"door": "Door", "treasure": "Treasure"}.get(event.deck, "card")
    return names.cards(event.cards, event.card_count, noun)


def _received(event: CardReceived, names: EventNames) -> str:
    seat = names.seat(event.seat)
    if event.source == "door":
        return f"{seat} keeps {names.card_or(event.card, '1 card')}"
    if event.giver >= 0:
        card = names.cards((event.card,), event.card_count)
        if event.source == "hand":
            return f"🎁 {names.seat(event.giver)} gives {seat} {card}"
        return f"👐 {card} goes from {names.seat(event.giver)} to {seat}"
    if event.source == "treasure":
        return f"💰 {seat} gets {names.card_or(event.card, '1 Treasure')}"
    return f"🂠 {seat} gets {names.card_or(event.card, '1 card')}"


def _played(event: CardPlayed, names: EventNames) -> str:
    seat, card = names.seat(event.seat), names.card(event.card)
    match event.card_kind:
        case "class":
            is_now = names.one_of("is now", "signs up as", "goes through life as", "has become")
            return f"🎓 {seat} {is_now} {_one(card)}"
        case "race":
            one = _one(card)
            was = names.one_of(f"is now {one}", f"has been {one} all along", f"turns out to be {one}")
            return f"🧝 {seat} {was}"
        case "item":
            shows = names.one_of("lays out", "brings out", "unpacks", "shows off")
            return f"🎒 {seat} {shows} {card}"
        case "companion" | "steed":
            comes = names.one_of(
                f"takes {card} along", f"is joined by {card}", f"travels with {card} from now on"
            )
            return f"🤝 {seat} {comes}"
        case "level_up":
            target = f" on {names.seat(event.target)}" if event.target not in (event.seat, -1) else ""
            return f"⬆️ {seat} plays {card}{target}"
        case _:
            return f"✨ {seat} plays {card}"


def _used(event: CardUsed, names: EventNames) -> str:
    seat, card = names.seat(event.seat), names.card(event.card)
    on = names.listed(event.monsters) or names.seat(event.target)
    target = f" on {on}" if on else ""
    if not event.spent:
        return f"✨ {seat} uses {card}{target}"
    return f"🧪 {seat} {names.one_of('plays', 'brings in', 'comes up with')} {card}{target}"


def _cursed(event: Cursed, names: EventNames) -> str:
    seat, card = names.seat(event.seat), names.card(event.card)
    if event.by < 0:
        return f"🌀 {card} comes down on {seat}"
    if event.by == event.seat:
        return f"🌀 {seat} brings {card} upon themselves"
    by = names.seat(event.by)
    return "🌀 " + names.one_of(
        f"{by} throws {card} at {seat}", f"{by} curses {seat} with {card}", f"{by} wishes {seat} {card}"
    )


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


def _enhanced(event: MonsterEnhanced, names: EventNames) -> str:
    seat, card, monster = names.seat(event.seat), names.card(event.card), names.card(event.monster)
    bonus = signed(event.bonus)
    if event.seat < 0:
        return f"📈 {card} lands on {monster}: {bonus}"
    return "📈 " + names.one_of(
        f"{seat} slips {card} onto {monster}: {bonus}",
        f"{seat} pins {card} on {monster}: {bonus}",
        f"{seat} has {card} for {monster}: {bonus}",
    )


def _helped(event: HelperJoined, names: EventNames) -> str:
    seat, fighter = names.seat(event.seat), names.seat(event.fighter)
    if event.compelled:
        return f"🤝 {seat} has to help {fighter}"
    deal = _deal_between(event, names)
    price = f" for {share(deal, names)}" if deal is not None else ""
    return f"🤝 {seat} {names.one_of('joins', 'steps in for', 'sides with')} {fighter}{price}"


def _deal_between(event: HelperJoined, names: EventNames) -> HelpOffered | None:
    """Return the latest bargain offered between helper and fighter in this fight."""
    pair = {event.seat, event.fighter}
    for past in reversed(names.before):
        if isinstance(past, CombatStarted):
            return None
        if isinstance(past, HelpOffered) and {past.seat, past.to} == pair:
            return past
    return None


def share(offer: HelpOffered, names: EventNames) -> str:
    """Say what a bargain gives the helper."""
    parts = ["all Treasures"] if offer.treasures < 0 else []
    parts += [plural(offer.treasures, "Treasure")] if offer.treasures > 0 else []
    parts += [names.listed(offer.items)] if offer.items else []
    return " and ".join(parts) or "nothing but thanks"


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


def _trade_offered(event: TradeOffered, names: EventNames) -> str:
    seat, to = names.seat(event.seat), names.seat(event.to)
    if not event.wanted_from or not event.cards:
        return f"🔁 {seat} offers {to} a trade"
    gives, wants = _both_sides(event, names)
    instead = " instead" if event.form == "counter" else ""
    if not wants:
        return f"🎁 {seat} offers {to} {gives} as a gift{instead}"
    if not gives:
        return f"🎁 {seat} asks {to} for {wants}, as a gift{instead}"
    return f"🔁 {seat} offers {to} {gives} for {wants}{instead}"


def _traded(event: Traded, names: EventNames) -> str:
    seat, partner = names.seat(event.seat), names.seat(event.partner)
    if not event.wanted_from or not event.cards:
        return f"🔁 {seat} and {partner} trade {names.cards(event.cards)}"
    gives, wants = _both_sides(event, names)
    if not wants:
        return f"🎁 {seat} gives {partner} {gives}"
    if not gives:
        return f"🎁 {partner} gives {seat} {wants}"
    return f"🔁 {seat} gets {wants} from {partner} and gives {gives} for it"


def _both_sides(event: TradeOffered | Traded, names: EventNames) -> tuple[str, str]:
    """Name what the seat gives, and what it wants."""
    place = event.wanted_from - 1
    return names.listed(event.cards[:place]), names.listed(event.cards[place:])


def _trade_ended(event: TradeEnded, names: EventNames) -> str:
    seat, partner = names.seat(event.seat), names.seat(event.partner)
    match event.how:
        case "refused":
            return f"🔁 {seat} turns down {partner}’s offer"
        case "void":
            return f"🔁 {seat}’s offer to {partner} falls through"
        case _:
            return ""
