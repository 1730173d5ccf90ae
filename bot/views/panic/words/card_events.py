"""What becomes of cards and trophies in the castle-defense game, in sentences."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, FACE_S, Stage, Told, tell
from bot.views.panic.words.leads import CARDS
from cards.kernel.events import NOBODY, Discarded, Drew, Event, Reshuffled
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
from cards.say import say


def _drew(event: Drew, names: EventNames) -> str:
    if event.deck == "treasure" and not event.cards:
        return tell(event, names, "💰 {seat} draws {card_count Treasure}")
    return tell(event, names, "🃏 {seat} draws {cards}")


def _then_drew(lead: Event, event: Drew, names: EventNames) -> str | None:
    if not isinstance(lead, (Discarded, *CARDS)) or lead.seat != event.seat:
        return None
    noun = "Treasure" if event.deck == "treasure" else "card"
    return say("draws {cards}", cards=names.cards(event.cards, event.card_count, noun))


def _reshuffled(event: Reshuffled, names: EventNames) -> str:
    if event.deck == "treasure":
        return say("♻️ The Treasure discards are shuffled into a new deck")
    return say("♻️ The Castle discards are shuffled into a new deck")


def _handed(event: CardHanded, names: EventNames) -> str:
    match event.how:
        case "borrowed":
            return tell(event, names, "👐 {seat} borrows {card a card} from {giver}")
        case "pilfered":
            known = event.card >= 0
            told = (
                "👐 {seat} pockets {giver}’s {card}" if known else "👐 {seat} pockets one of {giver}’s cards"
            )
            return tell(event, names, told)
        case "snatched":
            return tell(event, names, "👐 {seat} snatches {card a card} from {giver}")
        case "charity":
            return tell(event, names, "🎁 Charity: {giver} gives {seat} {card a card}")
        case "paid":
            return tell(event, names, "🤝 {giver} pays {seat} with {card a card}")
        case "repaid":
            return tell(event, names, "🤝 {giver} hands {card a card} back to {seat}")
        case "demanded":
            return tell(event, names, "👐 {giver} has to hand {card a card} to {seat}")
        case _:
            return tell(event, names, "👐 {giver} gives {seat} {card a card}")


def _robbed(event: CardHanded) -> int:
    """Return whose card somebody else has taken; -1 where it was given."""
    return event.giver if event.how in ("pilfered", "snatched", "demanded") else NOBODY


def _then_handed(lead: Event, event: CardHanded, names: EventNames) -> str | None:
    if not isinstance(lead, CARDS) or lead.seat != event.seat:
        return None
    return tell(event, names, "gets {card a card} from {giver}")


PLAYED_TEXTS = {
    (True, False, False): "🌀 {seat} [casts|inflicts|lets loose] {card}",
    (True, False, True): "🌀 {seat} [casts|inflicts|lets loose] {card}, naming {named}",
    (True, True, False): "🌀 {seat} plays {card} on {on}",
    (True, True, True): "🌀 {seat} plays {card} on {on}, naming {named}",
    (False, False, False): "🃏 {seat} plays {card}",
    (False, False, True): "🃏 {seat} plays {card}, naming {named}",
    (False, True, False): "🃏 {seat} plays {card} on {on}",
    (False, True, True): "🃏 {seat} plays {card} on {on}, naming {named}",
}
"""A card by whether it is a Curse, whether it hits something, and whether something was named."""


def _played(event: PanicCardPlayed, names: EventNames) -> str:
    on = names.listed(event.targets) or names.seat(event.victim)
    is_curse = names.kind(event.card) == "curse"
    told = PLAYED_TEXTS[is_curse, bool(on), bool(event.named)]
    return tell(event, names, told, on=on)


def _treasures(event: TreasuresEarned | TreasuresSettled, names: EventNames) -> str:
    return names.cards(event.cards, event.card_count, "Treasure")


def _then_earned(lead: Event, event: TreasuresEarned, names: EventNames) -> str | None:
    if not isinstance(lead, (MonsterAttacked, MonsterSlain, *CARDS)):
        return None
    earned = _treasures(event, names)
    return earned if event.seat == lead.seat else tell(event, names, "{earned} for {seat}", earned=earned)


def _then_taken(lead: Event, event: TrophyTaken, names: EventNames) -> str | None:
    if isinstance(lead, TrophyTaken) and event.how == "swapped" and event.seat == lead.giver:
        return tell(event, names, ", who gets {trophy} in return")
    takes = tell(event, names, "takes {trophy} from {giver}")
    by_card = isinstance(lead, CARDS) and lead.seat == event.seat and not event.how
    return takes if by_card else None


def _then_padded(lead: Event, event: TrophyPadded, names: EventNames) -> str | None:
    is_its = isinstance(lead, PanicCardPlayed) and lead.card == event.card
    return tell(event, names, "{points point} more") if is_its else None


PANIC_CARD_ROWS = (
    Told(Discarded, "♻️ {seat} [discards|lets go of|drops] {cards}", gathered=True),
    Told(Drew, _drew, _then_drew),
    Told(Reshuffled, _reshuffled),
    Told(
        CardHanded,
        _handed,
        _then_handed,
        concern=8,
        about=("seat", "giver"),
        stage=Stage(
            lambda event, events: BEAT_S if _robbed(event) >= 0 else 0.0, lambda event, events: _robbed(event)
        ),
    ),
    Told(
        PanicCardPlayed,
        _played,
        joke_card="card",
        concern=7,
        about=("victim",),
        moment=lambda event, line: 3 if len(line) > 1 else 0,  # what it does is told later, if anything
        stage=Stage(lambda event, events: FACE_S if event.victim >= 0 else 0.0, "victim"),
    ),
    Told(PowerUsed, "✨ {seat} uses {card}"),
    Told(TreasuresEarned, "💰 {seat} earns {cards Treasure}", _then_earned, concern=6),
    Told(TreasuresSettled, "💰 {seat} pockets {cards Treasure}"),
    Told(
        CardHeldToForehead,
        "🐔 {seat} holds {card a card} to the forehead",
        concern=7,
        stage=Stage(BEAT_S, "seat"),
    ),
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
        stage=Stage(BEAT_S, lambda event, events: NOBODY if event.how else event.giver),
    ),
    Told(TrophyReclaimed, "🏆 {seat} digs {trophy} out of the discards"),
    Told(TrophyPadded, "🏆 {seat} puts {card} under {trophy}", _then_padded),
    Told(DiscardsSifted, "🔎 {seat} goes through the discards and keeps {kept_count card}"),
    Told(CardGivenBack, "↩️ {seat} gets {card a card} back", concern=7),
)
