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


def _then_taken(lead: Event, event: TrophyTaken, names: EventNames) -> str | None:
    if isinstance(lead, TrophyTaken) and event.how == "swapped" and event.seat == lead.giver:
        return f", who gets {names.card(event.trophy)} in return"
    takes = f"takes {names.card(event.trophy)} from {names.seat(event.giver)}"
    by_card = isinstance(lead, CARDS) and lead.seat == event.seat and not event.how
    return takes if by_card else None


def _then_padded(lead: Event, event: TrophyPadded, names: EventNames) -> str | None:
    is_its = isinstance(lead, PanicCardPlayed) and lead.card == event.card
    return f"{plural(event.points, 'point')} more" if is_its else None


PANIC_CARD_ROWS = (
    Told(Discarded, "♻️ {seat} [discards|lets go of|drops] {cards}", gathered=True),
    Told(Drew, _drew, _then_drew),
    Told(Reshuffled, _reshuffled),
    Told(CardHanded, _handed, _then_handed, concern=8, about=("seat", "giver")),
    Told(
        PanicCardPlayed,
        _played,
        joke_card="card",
        concern=7,
        about=("victim",),
        moment=lambda event, line: 3 if len(line) > 1 else 0,  # what it does is told later, if anything
    ),
    Told(PowerUsed, "✨ {seat} uses {card}"),
    Told(TreasuresEarned, "💰 {seat} earns {cards Treasure}", _then_earned, concern=6),
    Told(TreasuresSettled, "💰 {seat} pockets {cards Treasure}"),
    Told(CardHeldToForehead, "🐔 {seat} holds {card a card} to the forehead", concern=7),
    Told(
        TrophyTaken,
        {
            "paid": "🏆 {giver} pays {seat} with {trophy}",
            "repaid": "🏆 {giver} hands {trophy} back to {seat}",
            "swapped": "🏆 {seat} gets {trophy} from {giver} in return",
            "": "🏆 {seat} [takes|makes off with|snatches] {trophy} from {giver}",
        },
        _then_taken,
        concern=9,
        about=("seat", "giver"),
        moment=5,
    ),
    Told(TrophyReclaimed, "🏆 {seat} digs {trophy} out of the discards"),
    Told(TrophyPadded, "🏆 {seat} puts {card} under {trophy}", _then_padded),
    Told(DiscardsSifted, "🔎 {seat} goes through the discards and keeps {kept_count card}"),
    Told(CardGivenBack, "↩️ {seat} gets {card a card} back", concern=7),
)
