"""What became of cards in a door-kicking game, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, FACE_S, Stage, Told, tell
from bot.views.base.text import plural, say
from bot.views.door.words.leads import BLOWS, is_plainly_about
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
from cards.door.combat_events import (
    BadStuffSuffered,
    Caught,
    CombatEnded,
    CombatScored,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    TruceEnded,
)
from cards.door.events import CurseStruck, DieRolled, DoorKicked, RoomLooted, TimedOut, TurnStarted
from cards.kernel.events import EVERYONE_MASK, NOBODY, Discarded, Drew, Event, Reshuffled
from cards.language.grammar import article

COMPANION_KINDS = frozenset({"hireling", "sidekick", "ally", "steed"})
"""Kinds printed on cards that carry Items; in the rules such a card lies under its Item."""

_SPENT_KINDS = frozenset({"level_up", "wandering"})
"""Kinds of cards that are played once and gone."""


def _discarded(event: Discarded, names: EventNames) -> str:
    return tell(event, names, "🗑️ {seat} discards {cards}") if event.seat >= 0 else ""


def _then_discarded(lead: Event, event: Discarded, names: EventNames) -> str | None:
    if isinstance(lead, CardUsed) and lead.seat == event.seat:
        return tell(event, names, "it costs {cards}")
    if isinstance(lead, BLOWS) and event.seat == lead.seat:
        return tell(event, names, "{cards} is gone" if event.card_count == 1 else "{cards} are gone")
    if isinstance(lead, MonsterEnhanced | MonsterJoined) and event.seat >= 0:
        return tell(event, names, "{seat} loses {cards}")
    return None


def _drew(event: Drew, names: EventNames) -> str:
    if event.deck == "treasure" and event.cards and event.seen == EVERYONE_MASK:
        return say("💰 The loot: {cards}", cards=names.every(event.cards))
    noun = {"door": "Door", "treasure": "Treasure"}.get(event.deck, "card")
    drawn = names.cards(event.cards, event.card_count, noun)
    return tell(event, names, "🂠 {seat} draws {drawn}", drawn=drawn)


def _then_drew(lead: Event, event: Drew, names: EventNames) -> str | None:
    if isinstance(lead, RoomLooted) and lead.seat == event.seat:
        return names.listed(event.cards)
    if isinstance(lead, MonsterKilled) and event.deck == "treasure":
        loot = names.listed(event.cards)
        return say("the loot is {loot}", loot=loot) if loot else plural(event.card_count, "Treasure")
    if isinstance(lead, CardUsed) and lead.seat == event.seat:
        return tell(event, names, "draws {cards}")
    return None


def _reshuffled(event: Reshuffled, names: EventNames) -> str:
    if event.deck == "door":
        return say("🔀 The Door discards are shuffled and become the deck")
    return say("🔀 The Treasure discards are shuffled and become the deck")


def _received(event: CardReceived, names: EventNames) -> str:
    if event.source == "door":
        return tell(event, names, "{seat} keeps {card}")
    if event.giver >= 0:
        what = names.cards((event.card,), event.card_count)
        if event.source == "hand":
            return tell(event, names, "🎁 {giver} gives {seat} {what}", what=what)
        return tell(event, names, "👐 {what} goes from {giver} to {seat}", what=what)
    if event.source == "treasure":
        return tell(
            event, names, "💰 {seat} gets {loot}", loot=names.card_or(event.card, plural(1, "Treasure"))
        )
    return tell(event, names, "🂠 {seat} gets {card}")


def _played(event: CardPlayed, names: EventNames) -> str:
    one = _one(names.card(event.card))
    match event.card_kind:
        case "class":
            told = "🎓 {seat} [is now|signs up as|goes through life as|has become] {one}"
        case "race":
            told = "🧝 {seat} [is now {one}|has been {one} all along|turns out to be {one}]"
        case "item":
            told = "🎒 {seat} [lays out|brings out|unpacks|shows off] {card}"
        case "companion" | "steed":
            told = "🤝 {seat} [takes {card} along|is joined by {card}|travels with {card} from now on]"
        case "level_up" if event.target not in (event.seat, -1):
            told = "⬆️ {seat} plays {card} on {target}"
        case "level_up":
            told = "⬆️ {seat} plays {card}"
        case _:
            told = "✨ {seat} plays {card}"
    return tell(event, names, told, one=one)


def _one(name: str) -> str:
    """Put the article before the name of a Class or Race, which may be in italics."""
    word = article(name.strip("*")).split(" ", 1)[0]
    return f"{word} {name}"


def _used(event: CardUsed, names: EventNames) -> str:
    on = names.listed(event.monsters) or names.seat(event.target)
    if event.spent and on:
        return tell(event, names, "🧪 {seat} [plays|brings in|comes up with] {card} on {on}", on=on)
    if event.spent:
        return tell(event, names, "🧪 {seat} [plays|brings in|comes up with] {card}")
    return tell(event, names, "✨ {seat} uses {card} on {on}" if on else "✨ {seat} uses {card}", on=on)


TRADE_TEXTS = {
    (True, False, False): "🎁 {seat} offers {to} {gives} as a gift",
    (True, False, True): "🎁 {seat} offers {to} {gives} as a gift instead",
    (False, True, False): "🎁 {seat} asks {to} for {wants}, as a gift",
    (False, True, True): "🎁 {seat} asks {to} for {wants}, as a gift instead",
    (True, True, False): "🔁 {seat} offers {to} {gives} for {wants}",
    (True, True, True): "🔁 {seat} offers {to} {gives} for {wants} instead",
}
"""An offer by what it gives, what it wants, and whether it answers another one."""


def _trade_offered(event: TradeOffered, names: EventNames) -> str:
    if not event.wanted_from or not event.cards:
        return tell(event, names, "🔁 {seat} offers {to} a trade")
    gives, wants = _both_sides(event, names)
    told = TRADE_TEXTS[bool(gives), bool(wants), event.form == "counter"]
    return tell(event, names, told, gives=gives, wants=wants)


def _traded(event: Traded, names: EventNames) -> str:
    if not event.wanted_from or not event.cards:
        return tell(event, names, "🔁 {seat} and {partner} trade {all}", all=names.cards(event.cards))
    gives, wants = _both_sides(event, names)
    if not wants:
        return tell(event, names, "🎁 {seat} gives {partner} {gives}", gives=gives)
    if not gives:
        return tell(event, names, "🎁 {partner} gives {seat} {wants}", wants=wants)
    told = "🔁 {seat} gets {wants} from {partner} and gives {gives} for it"
    return tell(event, names, told, wants=wants, gives=gives)


def _both_sides(event: TradeOffered | Traded, names: EventNames) -> tuple[str, str]:
    """Name what the seat gives, and what it wants."""
    place = event.wanted_from - 1
    return names.listed(event.cards[:place]), names.listed(event.cards[place:])


def _then_received(lead: Event, event: CardReceived, names: EventNames) -> str | None:
    if event.source == "door":
        return "" if isinstance(lead, DoorKicked) and lead.card == event.card else None
    if isinstance(lead, MonsterKilled) and event.source == "hand":
        return None
    if isinstance(lead, CurseStruck | CardUsed | Caught | BadStuffSuffered | DieRolled | MonsterKilled):
        plainly = is_plainly_about(lead, event.seat, names)
        what = names.cards((event.card,), event.card_count)
        if event.giver >= 0:
            told = "gets {what} from {giver}" if plainly else "{seat} gets {what} from {giver}"
            return tell(event, names, told, what=what)
        return tell(event, names, "gets {what}" if plainly else "{seat} gets {what}", what=what)
    return None


def _robbed(event: CardReceived, events: Sequence[Event]) -> int:
    """Return from whom a power or a card took something: at once, or with the answer of who chose it."""
    is_taken = any(isinstance(each, CardUsed | CurseStruck | DieRolled | Discarded) for each in events)
    is_deal = any(isinstance(each, Traded | TruceEnded | CombatEnded | TimedOut) for each in events)
    return event.giver if is_taken and not is_deal else NOBODY


def _fought_with(event: CardUsed, events: Sequence[Event]) -> float:
    """Return for how long a card is shown that changes a fight."""
    return FACE_S if event.spent and any(isinstance(each, CombatScored) for each in events) else 0.0


def _who_robs(event: CardReceived, names: EventNames) -> tuple[int, int, str]:
    """Show what a power or a card takes from somebody, or that card where nobody may know what it was."""
    causes = (CardUsed, CurseStruck, BadStuffSuffered, MonsterKilled, CombatEnded, TurnStarted)
    cause = next((each for each in reversed(names.before) if isinstance(each, causes)), None)
    if event.giver < 0 or not isinstance(cause, CardUsed) or cause.seat != event.seat:
        return 6, NOBODY, ""
    card = event.card if event.card >= 0 else cause.card
    return 6, card, tell(event, names, "{seat} robs {giver}")


def _more_loot(before: Event, event: CardReceived, names: EventNames) -> str | None:
    """Loot is shared out card by card."""
    if not isinstance(before, CardReceived) or (before.source, event.source) != ("treasure", "treasure"):
        return None
    return tell(event, names, "💰 {seat} gets {loot}", loot="") if before.seat == event.seat else "💰 "


def _attached(event: CardAttached, names: EventNames) -> str:
    if names.kind(event.card) in COMPANION_KINDS:
        return tell(event, names, "🧳 {card} carries {host} for {seat}")
    return tell(event, names, "🔧 {seat} adds {card} to {host}")


def _and_stays(lead: Event, event: CardStays, names: EventNames) -> str | None:
    return say(", and stays") if isinstance(lead, CurseStruck) and lead.card == event.card else None


def _shown(event: CardsShown, names: EventNames) -> str:
    return tell(event, names, "{seat} shows {every}", every=names.every(event.cards, event.card_count))


def _sold(event: ItemsSold, names: EventNames) -> str:
    sold = names.cards(event.cards) if event.cards else say("Items")
    return tell(event, names, "💰 {seat} sells {sold} for {gold} gold", sold=sold)


def _settles(asked: TradeOffered, later: Event) -> bool:
    """Return True if the trade that was offered has been made, or has come to nothing."""
    return isinstance(later, Traded | TradeEnded) and {asked.seat, asked.to} == {later.seat, later.partner}


CARD_ROWS = (
    Told(Discarded, _discarded, _then_discarded, concern=6, gathered=True),
    Told(Drew, _drew, _then_drew),
    Told(Reshuffled, _reshuffled),
    Told(
        CardReceived,
        _received,
        _then_received,
        _more_loot,
        concern=7,
        about=("seat", "giver"),
        stage=Stage(lambda event, events: BEAT_S if _robbed(event, events) >= 0 else 0.0, _robbed),
        reveal=_who_robs,
    ),
    Told(
        CardPlayed,
        _played,
        used_up=lambda event: (event.card,) if event.card_kind in _SPENT_KINDS else (),
        joke_card=lambda event, names: event.card if event.card_kind == "level_up" else -1,
    ),
    Told(
        CardUsed,
        _used,
        used_up=lambda event: (event.card,) if event.spent else (),
        reveal=lambda event, names: (
            4,
            event.card if event.spent else -1,
            tell(event, names, "{seat} plays it"),
        ),
        stage=Stage(_fought_with),
    ),
    Told(CardAnswered, "💬 {seat} says {answer} to {card}"),
    Told(CardAttached, _attached),
    Told(CardStays, "{card} stays with {seat}", _and_stays),
    Told(CardsShown, _shown, in_full=True),
    Told(
        HandsSwapped,
        "🔁 {seat} and {other} swap hands",
        concern=9,
        about=("seat", "other"),
        moment=3,
        is_highlight=True,
    ),
    Told(ItemEquipped, "🎒 {seat} puts on {card}"),
    Told(ItemUnequipped, "🎒 {seat} takes off {card}"),
    Told(ItemUnloaded, "🎒 {seat} takes {item} back from {companion}"),
    Told(CardGivenUp, "{seat} gives up {card}", used_up="card"),
    Told(
        ItemsSold,
        _sold,
        voiced=lambda event, names: "sold" if event.cards else "",
        used_up=lambda event: event.cards,
        moment=5,
    ),
    Told(
        TradeOffered,
        _trade_offered,
        concern=5,
        about=("to",),
        stage=Stage(0.0, "to"),
        settled_by=_settles,
        asked_again=True,
    ),
    Told(Traded, _traded, concern=6, about=("seat", "partner"), moment=3),
    Told(
        TradeEnded,
        {
            "refused": "🔁 {seat} turns down {partner}’s offer",
            "void": "🔁 {seat}’s offer to {partner} falls through",
            "": "",
        },
    ),
)
