"""Bargains in a door-kicking game, in sentences: help, truces and what is said about them."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import BEAT_S, Stage, Told, tell
from bot.views.base.text import listed, plural, say
from bot.views.door.words.reasons import reason_said
from cards.door.card_events import CardUsed, TradeEnded, TradeOffered
from cards.door.combat_events import (
    BargainItemVoid,
    CombatScored,
    CombatStarted,
    HelperJoined,
    HelperLeft,
    HelperPaymentSet,
    HelpOffered,
    HelpRefused,
    HelpWithdrawn,
    ReasonGiven,
    TruceEnded,
    TruceMade,
    TruceOffered,
)
from cards.kernel.events import NOBODY, Event


def _helped(event: HelperJoined, names: EventNames) -> str:
    if event.compelled:
        return tell(event, names, "🤝 {seat} has to help {fighter}")
    return tell(event, names, "🤝 {seat} [joins|steps in for|sides with] {fighter}")


def _price(event: HelperJoined, names: EventNames) -> str:
    deal, paid = _deal_between(event, names)
    if deal is None or event.compelled:
        return ""
    return " " + say("for {share}", share=share(deal, names, paid))


def _who_is_forced(event: HelperJoined, names: EventNames) -> tuple[int, int, str]:
    """Show the card that made somebody help."""
    used = names.latest(CardUsed)
    card = used.card if event.compelled and used is not None else NOBODY
    return 6, card, tell(event, names, "{seat} has to help {fighter}")


def _deal_between(event: HelperJoined, names: EventNames) -> tuple[HelpOffered | None, tuple[int, ...]]:
    """Return the latest bargain between helper and fighter in this fight, and what the helper pays."""
    pair = {event.seat, event.fighter}
    paid: tuple[int, ...] = ()
    for past in reversed(names.before):
        if isinstance(past, CombatStarted):
            break
        if isinstance(past, HelperPaymentSet) and {past.seat, past.fighter} == pair:
            paid = past.items
        if isinstance(past, HelpOffered) and {past.seat, past.to} == pair:
            return past, paid
    return None, ()


def share(offer: HelpOffered, names: EventNames, paid: tuple[int, ...] = ()) -> str:
    """Say what a bargain gives the helper, and what it costs them."""
    parts = [say("all Treasures")] if offer.treasures < 0 else []
    parts += [plural(offer.treasures, "Treasure")] if offer.treasures > 0 else []
    parts += [names.listed(offer.items)] if offer.items else []
    gets = listed(parts) or say("nothing but thanks")
    return say("{gets}, and pays {paid}", gets=gets, paid=names.listed(paid)) if paid else gets


def _offered(event: HelpOffered, names: EventNames) -> str:
    whom, gets = names.others or names.seat(event.to), share(event, names)
    if event.counter:
        return tell(event, names, "🤝 {seat} counters {whom}’s offer: {gets}", whom=whom, gets=gets)
    score = names.latest(CombatScored)
    if score is not None and score.seat == event.to:
        return tell(event, names, "🤝 {seat} would help {whom} for {gets}", whom=whom, gets=gets)
    return tell(event, names, "🤝 {seat} asks {whom} for help: {gets}", whom=whom, gets=gets)


def _payment(event: HelperPaymentSet, names: EventNames) -> str:
    return tell(event, names, "🤝 {seat} pays {fighter} {all} to be let in", all=names.every(event.items))


def _then_payment(lead: Event, event: HelperPaymentSet, names: EventNames) -> str | None:
    if not isinstance(lead, HelpOffered):
        return None
    told = ", and pays {all}" if lead.seat == event.seat else ", and {seat} pays {all}"
    return tell(event, names, told, all=names.listed(event.items))


def _answers(before: Event, event: HelpRefused, names: EventNames) -> str | None:
    """Who is asked for help answers, and so do others who were asked."""
    match before:
        case HelpOffered():
            is_answer = before.seat == event.to
        case HelperPaymentSet():
            is_answer = {before.seat, before.fighter} == {event.seat, event.to}
        case HelpRefused() | ReasonGiven():
            is_answer = before.to == event.to
        case _:
            is_answer = False
    return "🤝 " if is_answer else None


def _truce_offered(event: TruceOffered, names: EventNames) -> str:
    gives = names.cards(event.items)
    if event.counter:
        return tell(event, names, "🕊️ {seat} answers {to} with another truce: {gives}", gives=gives)
    return tell(event, names, "🕊️ {seat} offers {to} a truce: {gives}", gives=gives)


def _reason(event: ReasonGiven, names: EventNames) -> str:
    answers_trade = bool(names.before) and isinstance(names.before[-1], TradeOffered | TradeEnded)
    said = reason_said(event, names, trade=answers_trade)
    return tell(event, names, "💬 {seat} to {to}: {said}", said=said)


def _then_reason(lead: Event, event: ReasonGiven, names: EventNames) -> str | None:
    """Return a reason behind the answer that it belongs to."""
    if lead.seat != event.seat:
        return None
    said = reason_said(event, names, trade=isinstance(lead, TradeEnded | TradeOffered))
    if isinstance(lead, HelpRefused | TruceEnded | TradeEnded):
        return said
    if isinstance(lead, HelpOffered | TruceOffered | TradeOffered):
        return f". {said}"
    return None


BARGAIN_ROWS = (
    Told(
        HelperJoined,
        _helped,
        voiced=lambda event, names: "" if event.compelled else "rescue",
        tail=_price,
        concern=6,
        about=("seat", "fighter"),
        moment=4,
        reveal=_who_is_forced,
        stage=Stage(BEAT_S),
    ),
    Told(HelperLeft, "👋 {seat} leaves the fight"),
    Told(HelpOffered, _offered, concern=5, about=("to",), gathered=True, asked_again=True),
    Told(HelperPaymentSet, _payment, _then_payment),
    Told(
        HelpRefused,
        "🤝 {seat} [says no to|turns down|has other plans than] {to}",
        None,
        _answers,
        concern=5,
        about=("to",),
    ),
    Told(HelpWithdrawn, ""),
    Told(TruceOffered, _truce_offered, asked_again=True),
    Told(TruceMade, "🕊️ {seat} keeps out of it for {partner}’s {items}"),
    Told(
        TruceEnded,
        {
            "kept": "🕊️ {seat} has kept the truce with {partner}",
            "broken": "🕊️ {seat} breaks the truce with {partner} and gets nothing for it",
            "refused": "🕊️ {seat} refuses {partner}’s truce",
            "void": "🕊️ The truce between {seat} and {partner} comes to nothing",
            "": "",
        },
    ),
    Told(ReasonGiven, _reason, _then_reason),
    Told(BargainItemVoid, "{card} is not handed over after all", concern=5),
)
