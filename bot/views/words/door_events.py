"""What happened in a door-kicking game, in sentences."""

from __future__ import annotations

from typing import assert_never

from bot.views.text import signed
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
    MonsterCopied,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    MonsterRemoved,
    MonsterSpared,
    MonsterStacked,
    NotPursued,
    StrengthAdded,
    TreasuresAdded,
)
from cards.door.events import (
    CardEvent,
    CharacterEvent,
    CharacterReborn,
    CombatEvent,
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
from cards.kernel.events import Discarded, Drew, Reshuffled, SeatLeft

_RULE_CLAUSES = {
    "alone": ": nobody can help in this fight",
    "level_only": ": only levels count in this fight",
    "no_items": ": no item bonuses in this fight",
    "no_level": ": the party’s levels do not count in this fight",
    "no_one_shots": ": no one-shots for the party in this fight",
    "no_escape": ": no running away from this fight",
    "wins_ties": ": the party wins ties in this fight",
}
_ANY_RULE_CLAUSE = " changed the rules of this fight"


def door_sentence(event: DoorEvent, names: EventNames) -> str:
    """Return an event in one sentence; the empty string for those that are not worth telling."""
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
            return f"🚪 {seat} left the game"
        case FirstPlayerChosen():
            return f"🎲 {seat} goes first"
        case TurnStarted():
            return f"— Turn {event.turn}: {seat} —"
        case TurnSkipped():
            return f"{seat} missed a turn"
        case SkipOrdered():
            return f"{seat} will miss a turn: {names.card(event.card)}"
        case TurnLost():
            return f"{seat}’s turn is over: {names.card(event.card)}"
        case CharacterReborn():
            return f"{seat} came back as a new character"
        case TimedOut():
            return f"⏱ {seat} took too long" if event.seat >= 0 else "⏱ Time ran out"
        case DieRolled():
            return _die_rolled(event, names)
        case DieChanged():
            return f"🎲 {names.card(event.card)} made the roll {event.die}"
        case DoorKicked():
            return f"🚪 {seat} kicked the door in: {names.card(event.card)}"
        case NoDoorLeft():
            return f"No door was left for {seat}"
        case LookedForTrouble():
            return f"👹 {seat} looked for trouble: {names.card(event.monster)}"
        case RoomLooted():
            return f"🔦 {seat} looted the room"
        case GameWon():
            return f"🏆 {seat} won the game!"
        case TurnEnded() | PassedWindow():
            return ""
        case _:
            assert_never(event)


def _card(event: CardEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case Discarded():
            return f"{seat} discarded {names.cards(event.cards, event.card_count)}" if event.seat >= 0 else ""
        case Drew():
            return f"{seat} drew {_drawn(event, names)}"
        case Reshuffled():
            return f"The {names.word(event.deck)} discards were shuffled"
        case CardReceived():
            return _received(event, names)
        case CardPlayed():
            return _played(event, names)
        case CardUsed():
            return f"{seat} used {names.cards((event.card, *event.monsters))}"
        case CardAnswered():
            return f"{seat} says {names.word(event.answer)}: {names.card(event.card)}"
        case CardAttached():
            return f"{names.cards((event.card, event.host))} lie together before {seat}"
        case CardStays():
            return f"{names.card(event.card)} stays with {seat}"
        case CardsShown():
            return f"{seat} showed {names.cards(event.cards, event.card_count)}"
        case HandsSwapped():
            return f"{seat} and {names.seat(event.other)} swapped hands"
        case ItemEquipped():
            return f"{seat} equipped {names.card(event.card)}"
        case ItemUnequipped():
            return f"{seat} took off {names.card(event.card)}"
        case ItemUnloaded():
            return f"{seat} took an item back: {names.listed((event.companion, event.item))}"
        case CardGivenUp():
            return f"{seat} gave up {names.card(event.card)}"
        case ItemsSold():
            sold = names.cards(event.cards) if event.cards else "items"
            return f"💰 {seat} sold {sold} for {event.gold} gold"
        case TradeOffered():
            return _trade_offered(event, names)
        case Traded():
            return f"🔁 {seat} and {names.seat(event.partner)} traded {names.cards(event.cards)}"
        case TradeEnded():
            return _trade_ended(event, names)
        case _:
            assert_never(event)


def _character(event: CharacterEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case RoleDealt():
            return f"{seat} plays as {names.card(event.card)}"
        case LevelChanged():
            because = f" ({names.card(event.card)})" if event.card >= 0 else ""
            return f"{seat}: {signed(event.levels)} level{because}"
        case SexChanged():
            return f"{seat} is {names.word(event.sex)} now: {names.card(event.card)}"
        case CompanionTurned():
            return f"{names.card(event.companion)}, with {seat}, is {names.word(event.sex)} now"
        case Cursed():
            if event.by < 0:
                return f"🌀 {seat} is cursed: {names.card(event.card)}"
            return f"🌀 {names.seat(event.by)} cursed {seat}: {names.card(event.card)}"
        case CurseStruck():
            return f"🌀 {names.card(event.card)} hit {seat}"
        case CurseShruggedOff():
            return f"🌀 {seat} shrugged off {names.card(event.card)}"
        case CurseCancelled():
            return f"🚫 {names.cards((event.curse, event.card))}: it did not happen"
        case CharacterDied():
            return f"💀 {seat} died"
        case BodyLaidOut():
            return f"💀 {seat} left behind: {names.cards(event.cards, event.card_count)}"
        case BodyLooted():
            return f"💀 {seat} took {names.card(event.card)} from {names.seat(event.body)}"
        case SealOpened():
            return f"🔖 {seat} opened {names.card(event.card)}: {event.open_count} open"
        case SealClosed():
            return f"🔖 {names.card(event.card)} was closed: {event.open_count} open"
        case _:
            assert_never(event)


def _combat(event: CombatEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case MonsterJoined():
            return f"👹 {names.card(event.monster)} joined the fight"
        case MonsterCopied():
            return f"👹 There are two of them: {names.cards((event.monster, event.card))}"
        case MonsterRemoved():
            how = "💀 {} was done away with" if event.killed else "💨 {} left the fight"
            return how.format(names.card(event.monster))
        case MonsterStacked():
            return f"👹 {names.cards((event.card, event.monster))}: +{event.bonus}"
        case MonsterEnhanced():
            return f"📈 {names.cards((event.card, event.monster))}: {signed(event.bonus)}"
        case StrengthAdded():
            return f"{names.cards(event.cards)}: {signed(event.bonus)} for the {names.word(event.side)}"
        case FleeAdded():
            return f"{names.cards(event.cards)}: {signed(event.bonus)} to run away"
        case TreasuresAdded():
            return f"{names.cards(event.cards)}: {signed(event.treasures)} treasures"
        case CombatRuleAdded():
            return f"{names.card(event.card)}{_RULE_CLAUSES.get(event.rule, _ANY_RULE_CLAUSE)}"
        case FighterChanged():
            return f"⚔️ {seat} fights now: {names.card(event.card)}"
        case HelperJoined():
            joined = "has to help" if event.compelled else "joined"
            return f"🤝 {seat} {joined} {names.seat(event.fighter)}"
        case HelperLeft():
            return f"{seat} left the fight"
        case HelpOffered():
            made = "made {} a counter-offer" if event.counter else "offered {} a bargain"
            return f"🤝 {seat} {made.format(names.others or names.seat(event.to))}"
        case HelpRefused():
            return f"🤝 {seat} refused {names.seat(event.to)}’s bargain"
        case KillClaimed():
            return f"⚔️ {seat} claimed the kill"
        case FighterGaveUp():
            return f"🏳️ {seat} gave up"
        case CombatLost():
            return f"🏃 {seat} lost the fight and ran"
        case MonsterKilled():
            killers = f"{seat} and {names.seat(event.helper)}" if event.helper >= 0 else seat
            return f"💀 {killers} killed {names.card(event.monster)}"
        case MonsterSpared():
            return f"{names.card(event.monster)} let {seat} go"
        case BargainItemVoid():
            return f"{names.card(event.card)} could not be handed over"
        case CombatStarted() | CombatScored() | HelpWithdrawn() | CombatEnded():
            return ""
        case _:
            assert_never(event)


def _escape(event: EscapeEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case NotPursued():
            return f"{names.card(event.monster)} did not follow {seat}"
        case FleeRolled():
            return f"🎲 {seat} rolled {event.die} ({signed(event.bonus)}) to get away"
        case Caught():
            return f"😖 {names.card(event.monster)} caught {seat}"
        case Escaped():
            from_whom = f" from {names.card(event.monster)}" if event.monster >= 0 else ""
            return f"🏃 {seat} got away{from_whom}"
        case CompanionSacrificed():
            return f"🕯️ {seat} sacrificed {names.card(event.card)}"
        case BadStuffSuffered():
            return ""
        case _:
            assert_never(event)


def _die_rolled(event: DieRolled, names: EventNames) -> str:
    if event.purpose in ("first", "loot"):
        return ""
    if event.purpose == "parasite":
        return f"🎲 {names.card(event.card)}: rolled {event.die}"
    asking = f" for {names.card(event.card)}" if event.card >= 0 else ""
    return f"🎲 {names.seat(event.seat)} rolled {event.die}{asking}"


def _drawn(event: Drew, names: EventNames) -> str:
    noun = event.deck if event.deck in ("door", "treasure") else "card"
    return names.cards(event.cards, event.card_count, noun)


def _received(event: CardReceived, names: EventNames) -> str:
    seat = names.seat(event.seat)
    if event.source == "door":
        return f"{seat} took {names.card_or(event.card, '1 card')}"
    if event.card >= 0:
        return f"{seat} got {names.card(event.card)}"
    return f"💰 {seat} got 1 treasure" if event.source == "treasure" else f"{seat} got 1 card"


def _played(event: CardPlayed, names: EventNames) -> str:
    seat, card = names.seat(event.seat), names.card(event.card)
    match event.card_kind:
        case "class":
            return f"🎓 {seat} became {card}"
        case "race":
            return f"🧝 {seat} became {card}"
        case "item":
            return f"🎒 {seat} put {card} on the table"
        case "level_up":
            target = f" on {names.seat(event.target)}" if event.target != event.seat else ""
            return f"⬆️ {seat} played {card}{target}"
        case _:
            return f"{seat} played {card}"


def _trade_offered(event: TradeOffered, names: EventNames) -> str:
    seat, to = names.seat(event.seat), names.seat(event.to)
    match event.form:
        case "gift":
            return f"🎁 {seat} offered {to} a gift"
        case "plea":
            return f"🎁 {seat} asked {to} for {names.cards(event.cards)}"
        case "counter":
            return f"🔁 {seat} made {to} a counter-offer"
        case _:
            return f"🔁 {seat} offered {to} a trade"


def _trade_ended(event: TradeEnded, names: EventNames) -> str:
    seat, partner = names.seat(event.seat), names.seat(event.partner)
    match event.how:
        case "refused":
            return f"🔁 {seat} refused {partner}’s offer"
        case "void":
            return f"🔁 {seat}’s offer to {partner} fell through"
        case _:
            return ""
