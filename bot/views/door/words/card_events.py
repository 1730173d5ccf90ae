"""What became of cards in a door-kicking game, in sentences."""

from __future__ import annotations

from typing import assert_never

from bot.views.base.event_names import EventNames
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
from cards.door.events import CardEvent
from cards.kernel.events import EVERYONE_MASK, Discarded, Drew, Reshuffled
from cards.language.grammar import article

COMPANION_KINDS = frozenset({"hireling", "sidekick", "ally", "steed"})
"""Kinds printed on cards that carry Items; in the rules such a card lies under its Item."""


def card_sentence(event: CardEvent, names: EventNames) -> str:
    """Return what became of cards in one sentence; the empty string for what is not worth telling."""
    seat = names.seat(event.seat)
    match event:
        case Discarded():
            lost = names.cards(event.cards, event.card_count)
            return f"🗑️ {seat} discards {lost}" if event.seat >= 0 else ""
        case Drew():
            if event.deck == "treasure" and event.cards and event.seen == EVERYONE_MASK:
                return f"💰 The loot: {names.every(event.cards)}"
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
            return f"{seat} shows {names.every(event.cards, event.card_count)}"
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


def _one(name: str) -> str:
    """Put the article before the name of a Class or Race, which may be in italics."""
    word = article(name.strip("*")).split(" ", 1)[0]
    return f"{word} {name}"


def _used(event: CardUsed, names: EventNames) -> str:
    seat, card = names.seat(event.seat), names.card(event.card)
    on = names.listed(event.monsters) or names.seat(event.target)
    target = f" on {on}" if on else ""
    if not event.spent:
        return f"✨ {seat} uses {card}{target}"
    return f"🧪 {seat} {names.one_of('plays', 'brings in', 'comes up with')} {card}{target}"


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
