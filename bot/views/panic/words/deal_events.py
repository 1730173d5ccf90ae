"""Help, curses and swaps in the castle-defense game, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, Stage, Told, tell
from bot.views.base.text import listed, plural, say
from bot.views.panic.words.reasons import reason_said
from cards.kernel.events import Event
from cards.panic.card_events import (
    CardsSwapped,
    CurseAvoided,
    CurseFoundNothing,
    CurseLifted,
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
    PanicReasonGiven,
)


def _then_cancelled(lead: Event, event: PanicCurseCancelled, names: EventNames) -> str | None:
    is_its = isinstance(lead, PanicCardPlayed) and lead.card == event.card
    return tell(event, names, "cancels {curse}") if is_its else None


def _then_avoided(lead: Event, event: CurseAvoided, names: EventNames) -> str | None:
    is_its = isinstance(lead, PanicCardPlayed) and lead.card == event.card
    return tell(event, names, "safe from {curse}") if is_its else None


ASKED_TEXTS = {False: "🤝 {seat} asks for help", True: "🤝 {seat} asks for help against {card}"}


def _asked(event: HelpAsked, names: EventNames) -> str:
    if _is_swap(event, names):
        return tell(event, names, "🔁 {seat} would swap {card}")
    return tell(event, names, ASKED_TEXTS[event.card >= 0])


def _is_swap(event: HelpAsked, names: EventNames) -> bool:
    """Return True if a card was put up for a swap, and not a monster to be helped against."""
    return event.card >= 0 and names.kind(event.card) not in ("", "monster")


def _offered(event: PanicHelpOffered, names: EventNames) -> str:
    price = [say("the trophy")] if event.trophy == "helper" else []
    price += [plural(event.treasures, "Treasure")] if event.treasures else []
    price += [names.listed(event.pay)] if event.pay else []
    asked = names.latest(HelpAsked)
    price += [names.card(asked.card)] if asked is not None and _is_swap(asked, names) else []
    told = "🤝 {seat} offers {card} for {price}" if price else "🤝 {seat} offers {card}, for nothing"
    return tell(event, names, told, price=listed(price))


def _countered(event: OfferCountered, names: EventNames) -> str:
    trophy, _, when = names.word(event.terms).partition(" ")
    price = [say("the trophy")] if trophy == "helper" else []
    price += [plural(event.treasures, "Treasure")] if event.treasures else []
    for cards, then in paid_when(
        event.pay, lambda card: names.kind(card) == "monster", at_once=when == "now"
    ):
        price.append(f"{names.listed(cards)} {then}")
    bid = listed(price) if price else say("nothing but thanks")
    return tell(event, names, "🔁 {seat} bids {helper} {bid} for {card}", bid=bid)


def paid_when(
    cards: Sequence[int], is_trophy: Callable[[int], bool], *, at_once: bool
) -> list[tuple[tuple[int, ...], str]]:
    """Return what an offer pays, by when: trophies always change hands when phase 3 ends (H-127)."""
    now = tuple(card for card in cards if at_once and not is_trophy(card))
    later = tuple(card for card in cards if card not in now)
    whens = (now, say("now")), (later, say("after the fight"))
    return [(some, when) for some, when in whens if some]


def _swapped(event: CardsSwapped, names: EventNames) -> str:
    cards = names.cards((event.given, event.taken))
    return tell(event, names, "🔁 {seat} and {other} swap {cards}", cards=cards)


PANIC_DEAL_ROWS = (
    Told(HelpLost, "🚫 {seat} gets no help: {token}", concern=7, stage=Stage(BEAT_S, "seat")),
    Told(HelpRegained, "🤝 {seat} can get help again"),
    Told(CurseLifted, "✨ {seat} is rid of {token}", concern=7),
    Told(
        PanicCurseCancelled,
        "🚫 {seat} cancels {curse} with {card}",
        _then_cancelled,
        moment=4,
        stage=Stage(BEAT_S),
    ),
    Told(CurseAvoided, "🚫 {seat} is safe from {curse}: {card}", _then_avoided),
    Told(CurseFoundNothing, "🌀 {curse} finds nothing to take"),
    Told(HelpAsked, _asked),
    Told(PanicHelpOffered, _offered),
    Told(OfferCountered, _countered, concern=8, about=("helper",)),
    Told(OfferAccepted, "🤝 {seat} accepts {helper}’s {card}", concern=8, about=("helper",)),
    Told(CardsSwapped, _swapped, concern=7, about=("seat", "other")),
    Told(PanicReasonGiven, reason_said, concern=5, about=("to",)),
    Told(OfferWithdrawn, "🤝 {seat} takes their offer back"),
    Told(
        OfferLapsed,
        {
            "unanswered": "🤝 {seat} leaves {asker}’s bid for {card} unanswered",
            "outbid": "🤝 {seat}’s {card} is not needed: {asker} has taken other help",
            "useless": "🤝 {seat}’s {card}: no help any more",
            "unpaid": "🤝 {seat} gets nothing for {card}: it brought nothing to share",
            "": "🤝 {asker} does not take {seat}’s {card}",
        },
        concern=5,
        about=("seat", "asker"),
    ),
)
