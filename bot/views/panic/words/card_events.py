"""What becomes of cards and trophies in the castle-defense game, in sentences."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import Told
from bot.views.base.text import plural
from bot.views.panic.words.leads import CARDS
from cards.kernel.events import Discarded, Drew, Event, Reshuffled
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    CardHeldToForehead,
    DiscardsSifted,
    PanicCardPlayed,
    PowerUsed,
    TreasuresEarned,
    TreasuresSettled,
    TrophyPadded,
    TrophyReclaimed,
    TrophyTaken,
)
from cards.panic.monster_events import MonsterAttacked, MonsterSlain


def _discarded(event: Discarded, names: EventNames) -> str:
    lets_go = names.one_of("discards", "lets go of", "drops")
    return f"♻️ {names.seat(event.seat)} {lets_go} {names.cards(event.cards, event.card_count)}"


def _drew(event: Drew, names: EventNames) -> str:
    seat = names.seat(event.seat)
    if event.deck == "treasure" and not event.cards:
        return f"💰 {seat} draws {plural(event.card_count, 'Treasure')}"
    return f"🃏 {seat} draws {names.cards(event.cards, event.card_count)}"


def _then_drew(lead: Event, event: Drew, names: EventNames) -> str | None:
    if not isinstance(lead, (Discarded, *CARDS)) or lead.seat != event.seat:
        return None
    noun = "Treasure" if event.deck == "treasure" else "card"
    return f"draws {names.cards(event.cards, event.card_count, noun)}"


def _reshuffled(event: Reshuffled, names: EventNames) -> str:
    return f"♻️ The {names.word(event.deck).title()} discards are shuffled into a new deck"


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


def _owned(card: int, giver: str, names: EventNames) -> str:
    """Name a card as somebody’s; one that the reader may not know is one of theirs."""
    return f"{giver}’s {names.card(card)}" if card >= 0 else f"one of {giver}’s cards"


def _then_handed(lead: Event, event: CardHanded, names: EventNames) -> str | None:
    if not isinstance(lead, CARDS) or lead.seat != event.seat:
        return None
    return f"gets {names.card_or(event.card, 'a card')} from {names.seat(event.giver)}"


def _played(event: PanicCardPlayed, names: EventNames) -> str:
    on = f" on {names.listed(event.targets) or names.seat(event.victim)}"
    on = on if event.targets or event.victim >= 0 else ""
    named = f", naming {names.word(event.named)}" if event.named else ""
    kind = names.kind(event.card)
    plays = names.one_of("casts", "inflicts", "lets loose") if kind == "curse" and not on else "plays"
    sign = "🌀" if kind == "curse" else "🃏"
    return f"{sign} {names.seat(event.seat)} {plays} {names.card(event.card)}{on}{named}"


def _treasures(event: TreasuresEarned | TreasuresSettled, names: EventNames) -> str:
    return names.cards(event.cards, event.card_count, "Treasure")


def _then_earned(lead: Event, event: TreasuresEarned, names: EventNames) -> str | None:
    if not isinstance(lead, (MonsterAttacked, MonsterSlain, *CARDS)):
        return None
    earned = _treasures(event, names)
    return earned if event.seat == lead.seat else f"{earned} for {names.seat(event.seat)}"


def _to_the_forehead(event: CardHeldToForehead, names: EventNames) -> str:
    return f"🐔 {names.seat(event.seat)} holds {names.card_or(event.card, 'a card')} to the forehead"


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


def _then_taken(lead: Event, event: TrophyTaken, names: EventNames) -> str | None:
    if isinstance(lead, TrophyTaken) and event.how == "swapped" and event.seat == lead.giver:
        return f", who gets {names.card(event.trophy)} in return"
    takes = f"takes {names.card(event.trophy)} from {names.seat(event.giver)}"
    by_card = isinstance(lead, CARDS) and lead.seat == event.seat and not event.how
    return takes if by_card else None


def _reclaimed(event: TrophyReclaimed, names: EventNames) -> str:
    return f"🏆 {names.seat(event.seat)} digs {names.card(event.trophy)} out of the discards"


def _padded(event: TrophyPadded, names: EventNames) -> str:
    return f"🏆 {names.seat(event.seat)} puts {names.card(event.card)} under {names.card(event.trophy)}"


def _then_padded(lead: Event, event: TrophyPadded, names: EventNames) -> str | None:
    is_its = isinstance(lead, PanicCardPlayed) and lead.card == event.card
    return f"{plural(event.points, 'point')} more" if is_its else None


def _sifted(event: DiscardsSifted, names: EventNames) -> str:
    kept = plural(event.kept_count, "card")
    return f"🔎 {names.seat(event.seat)} goes through the discards and keeps {kept}"


PANIC_CARD_ROWS = (
    Told(Discarded, _discarded, gathered=True),
    Told(Drew, _drew, _then_drew),
    Told(Reshuffled, _reshuffled),
    Told(CardHanded, _handed, _then_handed, concern=8, about=lambda event: (event.seat, event.giver)),
    Told(
        PanicCardPlayed,
        _played,
        joke_card=lambda event, names: event.card,
        concern=7,
        about=lambda event: (event.victim,),
        moment=lambda event, line: 3 if len(line) > 1 else 0,  # what it does is told later, if anything
    ),
    Told(PowerUsed, lambda event, names: f"✨ {names.seat(event.seat)} uses {names.card(event.card)}"),
    Told(
        TreasuresEarned,
        lambda event, names: f"💰 {names.seat(event.seat)} earns {_treasures(event, names)}",
        _then_earned,
        concern=6,
    ),
    Told(
        TreasuresSettled,
        lambda event, names: f"💰 {names.seat(event.seat)} pockets {_treasures(event, names)}",
    ),
    Told(CardHeldToForehead, _to_the_forehead, concern=7),
    Told(
        TrophyTaken,
        _trophy_taken,
        _then_taken,
        concern=9,
        about=lambda event: (event.seat, event.giver),
        moment=5,
    ),
    Told(TrophyReclaimed, _reclaimed),
    Told(TrophyPadded, _padded, _then_padded),
    Told(DiscardsSifted, _sifted),
    Told(
        CardGivenBack,
        lambda event, names: f"↩️ {names.seat(event.seat)} gets {names.card_or(event.card, 'a card')} back",
        concern=7,
    ),
)
