"""What happened in the castle-defence game, in sentences."""

from __future__ import annotations

from typing import assert_never

from bot.views.text import listed, plural
from bot.views.words.event_names import EventNames
from cards.kernel.events import Discarded, Drew, Reshuffled, SeatLeft
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    CardHeldToForehead,
    CardsSwapped,
    CurseAvoided,
    CurseLifted,
    DiscardsSifted,
    HelpAsked,
    HelpLost,
    HelpRegained,
    OfferAccepted,
    OfferWithdrawn,
    PanicCardPlayed,
    PanicCurseCancelled,
    PanicHelpOffered,
    PowerUsed,
    TreasuresEarned,
    TreasuresSettled,
    TrophyPadded,
    TrophyReclaimed,
    TrophyTaken,
)
from cards.panic.events import (
    CharacterChosen,
    PanicBegan,
    PanicCardEvent,
    PanicDealEvent,
    PanicDieRolled,
    PanicEnded,
    PanicEvent,
    PanicMonsterEvent,
    PanicTurnEvent,
    PanicTurnStarted,
    PanicWon,
    SeatScored,
    WaitTimedOut,
)
from cards.panic.monster_events import (
    FortifyTokenFell,
    MonsterAttacked,
    MonsterBanished,
    MonsterDied,
    MonsterDismissed,
    MonsterGlued,
    MonsterHurt,
    MonsterMoved,
    MonsterPlaced,
    MonstersFellAsleep,
    MonsterSlain,
    MonsterSquashed,
    MonstersRestored,
    MonsterStrengthened,
    MonsterSurvived,
    MoreMonstersPlaced,
    TokenDrawn,
    TowerFell,
    WallFell,
    WallFortified,
)

_ROLLS: dict[str, str] = {"rock": "🎲 The rock rolled {}", "march": "🎲 The march: {}"}
"""The dice worth telling, by what they are rolled for."""

_ENDINGS = {
    "monsters": "🏁 No monsters are left: the castle stands!",
    "towers": "🏁 The last tower fell",
    "left": "🏁 Nobody is left",
}


def panic_sentence(event: PanicEvent, names: EventNames) -> str:
    """Return an event in one sentence; the empty string for those that are not worth telling."""
    if isinstance(event, PanicTurnEvent):
        return _turn(event, names)
    if isinstance(event, PanicCardEvent):
        return _card(event, names)
    if isinstance(event, PanicMonsterEvent):
        return _monster(event, names)
    return _deal(event, names)


def _turn(event: PanicTurnEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case SeatLeft():
            return f"🚪 {seat} left the game"
        case PanicBegan():
            return f"🎲 {seat} begins"
        case CharacterChosen():
            return f"🎭 {seat} is {names.card(event.card)}"
        case PanicTurnStarted():
            return f"— {seat}’s turn —"
        case PanicDieRolled():
            return _ROLLS.get(event.purpose, "").format(event.die)
        case WaitTimedOut():
            return "⏱ Time ran out"
        case SeatScored():
            return f"🏆 {seat}: {plural(event.points, 'point')}"
        case PanicEnded():
            return _ENDINGS.get(event.reason, "🏁 The game is over")
        case PanicWon():
            return f"👑 {seat} is the Master Munchkin with {plural(event.points, 'point')}"
        case _:
            assert_never(event)


def _card(event: PanicCardEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case Discarded():
            return f"♻️ {seat} discarded {names.cards(event.cards, event.card_count)}"
        case Drew():
            return _drew(event, names)
        case Reshuffled():
            return f"The {names.word(event.deck)} discards were shuffled"
        case CardHanded():
            return _handed(event, names)
        case PanicCardPlayed():
            on = f" on {names.listed(event.targets)}" if event.targets else ""
            named = f", naming {names.word(event.named)}" if event.named else ""
            return f"{seat} played {names.card(event.card)}{on}{named}"
        case PowerUsed():
            return f"✨ {seat} used {names.card(event.card)}"
        case TreasuresEarned():
            return f"💰 {seat} earned {names.cards(event.cards, event.card_count, 'treasure')}"
        case TreasuresSettled():
            return f"💰 {seat} took the earned {names.cards(event.cards, event.card_count, 'treasure')}"
        case CardHeldToForehead():
            return f"{seat} holds {names.card_or(event.card, 'a card')} to the forehead"
        case TrophyTaken():
            return f"🏆 {seat} took {names.card(event.trophy)} from {names.seat(event.giver)}"
        case TrophyReclaimed():
            return f"🏆 {seat} took {names.card(event.trophy)} back from the discards"
        case TrophyPadded():
            return f"🏆 {seat} put {names.card(event.card)} under {names.card(event.trophy)}"
        case DiscardsSifted():
            return f"{seat} looked through the discards"
        case CardGivenBack():
            return f"{seat} got {names.card_or(event.card, 'a card')} back"
        case _:
            assert_never(event)


def _monster(event: PanicMonsterEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case MonsterPlaced():
            return f"👹 {names.card(event.monster)} came to arc {event.arc}"
        case MonsterAttacked():
            cards = names.listed(event.cards)
            return f"⚔️ {seat} hit {names.card(event.monster)} for {event.damage} with {cards}"
        case MonsterHurt():
            return _hurt(event, names)
        case MonsterSlain():
            trophy = f"; the trophy is {names.seat(event.holder)}’s" if event.holder != event.seat else ""
            return f"💀 {seat} slew {names.card(event.monster)}{trophy}"
        case MonsterSurvived():
            return f"{names.card(event.monster)} got up again, at {event.health}"
        case MonsterDied():
            return _died(event, names)
        case MonsterSquashed():
            return f"🪨 {names.card(event.monster)} was squashed"
        case MonsterDismissed():
            return f"💨 {seat} sent {names.card(event.monster)} away"
        case MonsterBanished():
            return f"💨 {seat} banished {names.card(event.monster)}"
        case MonsterGlued():
            return f"🍯 {names.card(event.monster)} sticks fast"
        case MonstersFellAsleep():
            return "😴 The monsters fell asleep"
        case MonsterStrengthened():
            return f"📈 {names.card(event.monster)} is at {event.health} now"
        case MonstersRestored():
            return f"📈 {names.cards(event.monsters, event.monster_count)} recovered"
        case WallFortified():
            return f"🛡️ {seat} fortified arc {event.arc}"
        case WallFell():
            return f"🧱 The wall of arc {event.arc} fell!"
        case FortifyTokenFell():
            return f"🛡️ The Fortify token of arc {event.arc} is gone"
        case TowerFell():
            return f"🗼 The tower of arc {event.arc} fell!"
        case TokenDrawn():
            return f"🔶 {names.card(event.token)} was drawn"
        case MoreMonstersPlaced():
            return f"👹 {plural(event.monster_count, 'monster')} more!"
        case MonsterMoved():
            return f"👣 {names.card(event.monster)} moved to {event.ring.title()} {event.arc}"
        case _:
            assert_never(event)


def _deal(event: PanicDealEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case HelpLost():
            return f"🚫 {seat} can get no help: {names.card(event.token)}"
        case HelpRegained():
            return f"🤝 {seat} can get help again"
        case CurseLifted():
            return f"The curse on {seat} was lifted: {names.card(event.token)}"
        case PanicCurseCancelled():
            return f"🚫 {seat} cancelled {names.card(event.curse)} with {names.card(event.card)}"
        case CurseAvoided():
            return f"🚫 {seat} is safe from {names.card(event.curse)}: {names.card(event.card)}"
        case HelpAsked():
            against = f" against {names.card(event.card)}" if event.card >= 0 else ""
            return f"🤝 {seat} asked for help{against}"
        case PanicHelpOffered():
            price = ["the trophy"] if event.trophy == "helper" else []
            price += [plural(event.treasures, "treasure")] if event.treasures else []
            wanted = f" for {listed(price)}" if price else ""
            return f"🤝 {seat} offered {names.card(event.card)}{wanted}"
        case OfferAccepted():
            return f"🤝 {seat} accepted {names.seat(event.helper)}’s {names.card(event.card)}"
        case CardsSwapped():
            cards = names.cards((event.given, event.taken))
            return f"🔁 {seat} and {names.seat(event.other)} swapped {cards}"
        case OfferWithdrawn():
            return f"🤝 {seat} took their offer back"
        case _:
            assert_never(event)


def _drew(event: Drew, names: EventNames) -> str:
    seat = names.seat(event.seat)
    if event.deck == "treasure" and not event.cards:
        return f"💰 {seat} drew {plural(event.card_count, 'treasure')}"
    return f"{seat} drew {names.cards(event.cards, event.card_count)}"


def _handed(event: CardHanded, names: EventNames) -> str:
    seat, giver = names.seat(event.seat), names.seat(event.giver)
    card = names.card_or(event.card, "a card")
    match event.how:
        case "borrowed":
            return f"{seat} borrowed {card} from {giver}"
        case "pilfered":
            return f"{seat} took {card} from {giver}"
        case "snatched":
            return f"{seat} snatched {card} from {giver}"
        case "charity":
            return f"🎁 Charity: {giver} gave {seat} {card}"
        case _:
            return f"🎁 {giver} gave {seat} {card}"


def _hurt(event: MonsterHurt, names: EventNames) -> str:
    monster = names.card(event.monster)
    match event.cause:
        case "tower":
            return f"🗼 The tower left {monster} at {event.health}"
        case "wall":
            return f"🧱 The wall left {monster} at {event.health}"
        case _:
            return f"{monster} is down to {event.health}" if event.health else ""


def _died(event: MonsterDied, names: EventNames) -> str:
    monster = names.card(event.monster)
    match event.cause:
        case "tower":
            return f"🗼 {monster} died at the tower"
        case "wall":
            return f"🧱 {monster} died at the wall"
        case _:
            return f"💀 {monster} died"
