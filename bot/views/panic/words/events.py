"""What happened in the castle-defense game, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from bot.views.base.event_names import EventNames
from bot.views.base.text import escape, listed, plural
from bot.views.panic.board import arc_name
from bot.views.panic.words.moments import lapse
from cards.kernel.events import Discarded, Drew, Reshuffled, SeatLeft
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    CardHeldToForehead,
    CardsSwapped,
    CurseAvoided,
    CurseFoundNothing,
    CurseLifted,
    DiscardsSifted,
    HelpAsked,
    HelpLost,
    HelpRegained,
    OfferAccepted,
    OfferCountered,
    OfferLapsed,
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

_ROLLS: dict[str, str] = {"rock": "🎲 The Rock comes down arc {}", "march": "🎲 The die moves arc {}"}
"""The dice worth telling, by what they are rolled for."""

_ENDINGS = {
    "monsters": "🏁 No monsters are left: the Castle stands!",
    "towers": "🏁 The last Tower has fallen",
    "left": "🏁 Nobody is left",
}


def panic_sentence(event: PanicEvent, names: EventNames) -> str:
    """Return an event in one sentence; the empty string for those that are not worth telling.

    What follows from it in the same action is added by ``panic_outcome``.
    """
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
            return f"🚪 {seat} leaves the game"
        case PanicBegan():
            return f"🎲 {seat} begins"
        case CharacterChosen():
            return f"🎭 {seat} is the {names.card(event.card)}"
        case PanicTurnStarted():
            return f"— {seat}’s turn —"
        case PanicDieRolled():
            return _ROLLS.get(event.purpose, "").format(arc_name(event.die))
        case WaitTimedOut():
            over = "" if lapse(event) else "⏱ Time ran out"
            return f"⏱ {seat} took too long" if event.seat >= 0 else over
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
            lets_go = names.one_of("discards", "lets go of", "drops")
            return f"♻️ {seat} {lets_go} {names.cards(event.cards, event.card_count)}"
        case Drew():
            return _drew(event, names)
        case Reshuffled():
            return f"♻️ The {names.word(event.deck).title()} discards are shuffled into a new deck"
        case CardHanded():
            return _handed(event, names)
        case PanicCardPlayed():
            return _played(event, names)
        case PowerUsed():
            return f"✨ {seat} uses {names.card(event.card)}"
        case TreasuresEarned():
            return f"💰 {seat} earns {names.cards(event.cards, event.card_count, 'Treasure')}"
        case TreasuresSettled():
            return f"💰 {seat} pockets {names.cards(event.cards, event.card_count, 'Treasure')}"
        case CardHeldToForehead():
            return f"🐔 {seat} holds {names.card_or(event.card, 'a card')} to the forehead"
        case TrophyTaken():
            return _trophy_taken(event, names)
        case TrophyReclaimed():
            return f"🏆 {seat} digs {names.card(event.trophy)} out of the discards"
        case TrophyPadded():
            return f"🏆 {seat} puts {names.card(event.card)} under {names.card(event.trophy)}"
        case DiscardsSifted():
            return f"🔎 {seat} goes through the discards and keeps {plural(event.kept_count, 'card')}"
        case CardGivenBack():
            return f"↩️ {seat} gets {names.card_or(event.card, 'a card')} back"
        case _:
            assert_never(event)


def _monster(event: PanicMonsterEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case MonsterPlaced():
            comes = names.one_of("Out of the bag at", "New at", "Look who is at")
            return f"👹 {comes} arc {arc_name(event.arc)}: {names.card(event.monster)}"
        case MonsterAttacked():
            return _attacked(event, names)
        case MonsterHurt():
            return _hurt(event, names)
        case MonsterSlain():
            slays = names.one_of("slays", "finishes", "fells")
            return f"💀 {seat} {slays} {names.card(event.monster)}{trophy_clause(event, names)}"
        case MonsterSurvived():
            return f"🩹 Not slain after all: {names.card(event.monster)}, at {event.health}"
        case MonsterDied():
            return _died(event, names)
        case MonsterSquashed():
            flat = names.one_of("Squashed", "Flat now", "In the wrong place")
            return f"🪨 {flat}: {names.card(event.monster)}"
        case MonsterDismissed():
            return f"💨 {seat} sends {names.card(event.monster)} away"
        case MonsterBanished():
            return f"💨 {seat} banishes {names.card(event.monster)}"
        case MonsterGlued():
            return f"🍯 Stuck fast: {names.card(event.monster)}"
        case MonstersFellAsleep():
            return "😴 The monsters fall asleep"
        case MonsterStrengthened():
            return f"📈 {names.card(event.monster)}: health {event.health} now"
        case MonstersRestored():
            return f"📈 {restored_clause(event, names).capitalize()}"
        case WallFortified():
            return f"🛡️ {seat} fortifies the Wall of arc {arc_name(event.arc)}"
        case WallFell():
            return f"🧱 The Wall of arc {arc_name(event.arc)} falls!"
        case FortifyTokenFell():
            return f"🛡️ The Fortify token of arc {arc_name(event.arc)} is gone"
        case TowerFell():
            breaker = "the Rock" if event.cause == "rock" else names.listed(event.monsters)
            return f"🗼 The Tower of arc {arc_name(event.arc)} falls{f' to {breaker}' if breaker else ''}!"
        case TokenDrawn():
            if names.kind(event.token) == "monster":
                return ""  # that it comes to an arc is told
            return f"🔶 {seat} draws a token: {names.card(event.token)}"
        case MoreMonstersPlaced():
            return f"👹 {plural(event.monster_count, 'more monster')}!"
        case MonsterMoved():
            return f"👣 {moves_clause(event, names)}"
        case _:
            assert_never(event)


def _deal(event: PanicDealEvent, names: EventNames) -> str:
    seat = names.seat(event.seat)
    match event:
        case HelpLost():
            return f"🚫 {seat} gets no help: {names.card(event.token)}"
        case HelpRegained():
            return f"🤝 {seat} can get help again"
        case CurseLifted():
            return f"✨ {seat} is rid of {names.card(event.token)}"
        case PanicCurseCancelled():
            return f"🚫 {seat} cancels {names.card(event.curse)} with {names.card(event.card)}"
        case CurseAvoided():
            return f"🚫 {seat} is safe from {names.card(event.curse)}: {names.card(event.card)}"
        case CurseFoundNothing():
            return f"🌀 {names.card(event.curse)} finds nothing to take"
        case HelpAsked() if _is_swap(event, names):
            return f"🔁 {seat} would swap {names.card(event.card)}"
        case HelpAsked():
            against = f" against {names.card(event.card)}" if event.card >= 0 else ""
            said = f": “{escape(event.note)}”" if event.note else ""
            return f"🤝 {seat} asks for help{against}{said}"
        case PanicHelpOffered():
            price = ["the trophy"] if event.trophy == "helper" else []
            price += [plural(event.treasures, "Treasure")] if event.treasures else []
            price += [names.listed(event.pay)] if event.pay else []
            asked = names.latest(HelpAsked)
            price += [names.card(asked.card)] if asked is not None and _is_swap(asked, names) else []
            wanted = f" for {listed(price)}" if price else ", for nothing"
            return f"🤝 {seat} offers {names.card(event.card)}{wanted}"
        case OfferCountered():
            return _countered(event, names)
        case OfferAccepted():
            return f"🤝 {seat} accepts {names.seat(event.helper)}’s {names.card(event.card)}"
        case CardsSwapped():
            cards = names.cards((event.given, event.taken))
            return f"🔁 {seat} and {names.seat(event.other)} swap {cards}"
        case OfferWithdrawn():
            return f"🤝 {seat} takes their offer back"
        case OfferLapsed():
            return _lapsed(event, names)
        case _:
            assert_never(event)


def _is_swap(event: HelpAsked, names: EventNames) -> bool:
    """Return True if a card was put up for a swap, and not a monster to be helped against."""
    return event.card >= 0 and names.kind(event.card) not in ("", "monster")


def _countered(event: OfferCountered, names: EventNames) -> str:
    trophy, _, when = names.word(event.terms).partition(" ")
    price = ["the trophy"] if trophy == "helper" else []
    price += [plural(event.treasures, "Treasure")] if event.treasures else []
    for cards, then in paid_when(
        event.pay, lambda card: names.kind(card) == "monster", at_once=when == "now"
    ):
        price.append(f"{names.listed(cards)} {then}")
    bid = listed(price) if price else "nothing but thanks"
    return f"🔁 {names.seat(event.seat)} bids {names.seat(event.helper)} {bid} for {names.card(event.card)}"


def paid_when(
    cards: Sequence[int], is_trophy: Callable[[int], bool], *, at_once: bool
) -> list[tuple[tuple[int, ...], str]]:
    """Return what an offer pays, by when: trophies always change hands when phase 3 ends (H-127)."""
    now = tuple(card for card in cards if at_once and not is_trophy(card))
    later = tuple(card for card in cards if card not in now)
    return [(some, when) for some, when in ((now, "now"), (later, "when the fighting is over")) if some]


def _lapsed(event: OfferLapsed, names: EventNames) -> str:
    seat, asker, card = names.seat(event.seat), names.seat(event.asker), names.card(event.card)
    match event.why:
        case "unanswered":
            return f"🤝 {seat} leaves {asker}’s bid for {card} unanswered"
        case "useless":
            return f"🤝 {seat}’s {card}: no help any more"
        case "unpaid":
            return f"🤝 {seat} gets nothing for {card}: it brought nothing to share"
        case _:
            return f"🤝 {asker} does not take {seat}’s {card}"


def trophy_clause(event: MonsterSlain, names: EventNames) -> str:
    """Say who gets the trophy where it is not the slayer."""
    return f"; the trophy is {names.seat(event.holder)}’s" if event.holder not in (event.seat, -1) else ""


def place_clause(event: MonsterMoved, names: EventNames) -> str:
    """Name the space to which a monster goes."""
    return f"{names.word(event.ring).title()} {arc_name(event.arc)}"


def moves_clause(event: MonsterMoved, names: EventNames) -> str:
    """Say which monster goes where; without a verb, since some monsters are many."""
    return f"{names.card(event.monster)} → {place_clause(event, names)}"


def restored_clause(event: MonstersRestored, names: EventNames) -> str:
    """Say which monsters have their full health again."""
    return f"back to full health: {names.cards(event.monsters, event.monster_count, 'monster')}"


def _drew(event: Drew, names: EventNames) -> str:
    seat = names.seat(event.seat)
    if event.deck == "treasure" and not event.cards:
        return f"💰 {seat} draws {plural(event.card_count, 'Treasure')}"
    return f"🃏 {seat} draws {names.cards(event.cards, event.card_count)}"


def _played(event: PanicCardPlayed, names: EventNames) -> str:
    on = f" on {names.listed(event.targets) or names.seat(event.victim)}"
    on = on if event.targets or event.victim >= 0 else ""
    named = f", naming {names.word(event.named)}" if event.named else ""
    kind = names.kind(event.card)
    plays = names.one_of("casts", "inflicts", "lets loose") if kind == "curse" and not on else "plays"
    sign = "🌀" if kind == "curse" else "🃏"
    return f"{sign} {names.seat(event.seat)} {plays} {names.card(event.card)}{on}{named}"


def _attacked(event: MonsterAttacked, names: EventNames) -> str:
    seat, monster, cards = names.seat(event.seat), names.card(event.monster), names.listed(event.cards)
    hits = names.one_of("hits", "goes for", "has a go at", "attacks")
    return f"⚔️ {seat} {hits} {monster} with {cards or 'bare hands'}"


def _handed(event: CardHanded, names: EventNames) -> str:
    seat, giver = names.seat(event.seat), names.seat(event.giver)
    card = names.card_or(event.card, "a card")
    match event.how:
        case "borrowed":
            return f"👐 {seat} borrows {card} from {giver}"
        case "pilfered":
            return f"👐 {seat} pockets {_owned(event.card, giver, names)}"
        case "snatched":
            return f"👐 {seat} snatches {card} from {giver}"
        case "charity":
            return f"🎁 Charity: {giver} gives {seat} {card}"
        case "paid":
            return f"🤝 {giver} pays {seat} with {card}"
        case "repaid":
            return f"🤝 {giver} hands {card} back to {seat}"
        case "demanded":
            return f"👐 {giver} has to hand {card} to {seat}"
        case _:
            return f"👐 {giver} gives {seat} {card}"


def _trophy_taken(event: TrophyTaken, names: EventNames) -> str:
    seat, giver, trophy = names.seat(event.seat), names.seat(event.giver), names.card(event.trophy)
    match event.how:
        case "paid":
            return f"🏆 {giver} pays {seat} with {trophy}"
        case "repaid":
            return f"🏆 {giver} hands {trophy} back to {seat}"
        case "swapped":
            return f"🏆 {seat} gets {trophy} from {giver} in return"
        case _:
            takes = names.one_of("takes", "makes off with", "snatches")
            return f"🏆 {seat} {takes} {trophy} from {giver}"


def _hurt(event: MonsterHurt, names: EventNames) -> str:
    monster = names.card(event.monster)
    match event.cause:
        case "tower":
            return f"🗼 The Tower leaves {monster} at {event.health}"
        case "wall":
            return f"🧱 The Wall leaves {monster} at {event.health}"
        case _:
            return f"🩹 {monster}: down to {event.health}" if event.health else ""


def _died(event: MonsterDied, names: EventNames) -> str:
    monster = names.card(event.monster)
    match event.cause:
        case "tower":
            return f"🗼 The Tower takes {monster} along"
        case "wall":
            return f"🧱 {monster} dies at the Wall"
        case _:
            return f"💀 Dead: {monster}"


def _owned(card: int, giver: str, names: EventNames) -> str:
    """Name a card as somebody’s; one that the reader may not know is one of theirs."""
    return f"{giver}’s {names.card(card)}" if card >= 0 else f"one of {giver}’s cards"
