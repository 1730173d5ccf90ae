"""Bargaining in the castle-defense game: who offers which card for what, and what would come of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from zlib import crc32

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.parts import Bargaining, OfferAnswers, OpenOffer, QuickTerm
from bot.views.base.text import fit, listed, plural
from bot.views.panic.board import PLAY_PHASE, catalog_of, monster_name, view_of
from bot.views.panic.outcomes import achieved
from bot.views.panic.words.deal_events import paid_when
from bot.views.table import story
from bot.views.table.bargaining import asked_since, one_treasure
from cards.kernel.events import Event
from cards.kernel.moves import Move, Pick, Picks
from cards.panic.card_events import (
    HelpAsked,
    OfferCountered,
    PanicHelpOffered,
)
from cards.panic.events import PanicTurnStarted
from cards.panic.forecast import falls
from cards.panic.view import PanicSeenOffer

USELESS_TEXT = " – no use to you now"
ONE_OFFER_TEXT = "-# One deal a turn: a yes ends the others."

MAX_OFFER_NUMBER = 10**6


def offers_text(view: TableView) -> str:
    """Say what help was asked for, and all offers with their terms."""
    game_view = view_of(view)
    lines = ["### 🤝 Offers"]
    if game_view.asked_for >= 0:
        wanted = "To be swapped" if is_swap(view) else "Asked for"
        lines.append(f"{wanted}: {_named(view, game_view.asked_for)}")
        lines[-1] += story.said_with(view, lambda event: isinstance(event, HelpAsked))
    offers = sorted(game_view.offers, key=lambda offer: offer.monster != game_view.asked_for)
    lines += [offer_line(view, offer) for offer in offers] or ["-# No offers yet."]
    return fit(lines, 1500)


def hand_lines(view: TableView) -> list[str]:
    """Return the offers that the reader can only watch, and how many they can take."""
    offers, takeable = _open_offers(view), {move.card for move in offers_beside(view)}
    left = [offer_line(view, offer) for offer in offers if offer.card not in takeable]
    return left + [ONE_OFFER_TEXT] * (len(offers) > 1 and view_of(view).deals_left == 1)


def offers_beside(view: TableView) -> dict[Move, str]:
    """Return the moves that take an open offer, each with what it costs and achieves."""
    offers = {offer.card: offer for offer in _open_offers(view)}
    taking = {move.card: move for move in answers(view).accept}
    return {
        taking[card]: offer_line(view, offer).removeprefix("• ")
        for card, offer in offers.items()
        if card in taking
    }


def offer_line(view: TableView, offer: PanicSeenOffer) -> str:
    """Say who offers which card for what, and what it would do to which monster."""
    name = naming.name(view.table, offer.seat)
    price = _price(view, offer)
    wants = f" for {listed(price)}" if price else ", for nothing"
    done = " ✅" if offer.accepted else ""
    if offer.by_asker and not offer.accepted:
        name = f"{naming.name(view.table, view_of(view).active)} → {name}"
    useless = USELESS_TEXT if _is_useless(view, offer) else ""
    lent, does = _use(view, offer)
    return f"• **{name}**: {lent}{wants}{does}{done}{useless}{_said(view, offer)}"


def _said(view: TableView, offer: PanicSeenOffer) -> str:
    """Return what was said with an offer, or with the bid for it."""

    def is_offer(event: Event) -> bool:
        if offer.by_asker:
            return isinstance(event, OfferCountered) and event.helper == offer.seat
        return isinstance(event, PanicHelpOffered) and event.seat == offer.seat

    return story.said_with(view, is_offer)


def _use(view: TableView, offer: PanicSeenOffer) -> tuple[str, str]:
    """Name the card that is offered, and say what would come of it; one of the two names the monster."""
    comes = "" if offer.used else achieved(view, offer)
    is_named = offer.monster < 0 or ":" in comes
    target = "" if is_named else f" against {_named(view, offer.monster)}"
    return f"{naming.card_name(view, offer.card)}{target}", f" · **{comes}**" if comes else ""


def _price(view: TableView, offer: PanicSeenOffer) -> list[str]:
    """Name all that is asked, or bid, for a card."""
    if is_swap(view):
        return [naming.card_name(view, view_of(view).asked_for)]
    price: list[str] = []
    if offer.trophy == "helper":
        price.append("the trophy")
    if offer.treasures:
        price.append(plural(offer.treasures, "Treasure") + _shortage(view, offer))
    at_once = offer.when == "now"
    for cards, when in paid_when(
        offer.pay, lambda card: catalog_of(view).deck[card] == "token", at_once=at_once
    ):
        price.append(f"{listed(naming.card_name(view, card) for card in cards)} {when}")
    return price


def _shortage(view: TableView, offer: PanicSeenOffer) -> str:
    """Say how many Treasures the monster brings where more are asked for: those are all that is paid."""
    if offer.monster < 0 or offer.treasures <= (brings := catalog_of(view).dots[offer.monster]):
        return ""
    return f" (it brings {brings})"


def is_swap(view: TableView) -> bool:
    """Return True if a card is up to be swapped for one that is offered (P-240)."""
    asked_for = view_of(view).asked_for
    return asked_for >= 0 and catalog_of(view).deck[asked_for] != "token"


def _is_useless(view: TableView, offer: PanicSeenOffer) -> bool:
    """Return True if the reader is asked to accept a card that they cannot use as things stand."""
    game_view = view_of(view)
    wait = game_view.wait
    if offer.accepted or offer.by_asker or game_view.active != view.seat or wait is None:
        return False
    is_time = wait.kind == "window" and wait.name in ("play", "offers") and game_view.deals_left > 0
    return is_time and not any(
        move.verb == "accept" and (move.card, move.ability) == (offer.card, offer.seat) for move in view.moves
    )


def first_picks(view: TableView, move: Move) -> Mapping[str, tuple[Pick, ...]]:
    """Return how a bargain begins: with who is about to break something, what is offered, a fair price."""
    game_view = view_of(view)
    maker = move.ability if move.verb == "counter" else view.seat
    if move.verb not in ("ask", "counter", "offer") or not move.slots:
        return {}
    for offer in game_view.offers:
        if (offer.seat, offer.card, offer.accepted) == (maker, move.card, False):
            terms: dict[str, tuple[Pick, ...]] = {
                "trophy": (offer.trophy,),
                "treasures": (offer.treasures,),
                "pay": offer.pay,
            }
            return terms if move.verb == "counter" else {"monster": (offer.monster,), **terms}
    monster, options = game_view.asked_for, move.slots[0].options
    if move.verb != "counter" and monster not in options and not is_swap(view):
        breakers = {m.token for fall in falls(game_view) for m in fall.group}
        found = [m for m in game_view.monsters if m.token in options]
        found.sort(key=lambda m: (m.token not in breakers, -m.ring, -m.health))
        monster = found[0].token if found else -1
    if monster < 0:
        return {}
    fair = min(1, catalog_of(view).dots[monster]) if not is_swap(view) else 0
    return {"monster": (monster,), "treasures": (fair,)}


def _open_offers(view: TableView) -> list[PanicSeenOffer]:
    """Return what the reader has to answer or has bid, those against the monster asked about first."""
    seen = view_of(view)
    found = [
        offer
        for offer in seen.offers
        if not offer.accepted and (seen.active == view.seat or (offer.by_asker and offer.seat == view.seat))
    ]
    return sorted(found, key=lambda offer: offer.monster != seen.asked_for)


def _named(view: TableView, card: int) -> str:
    is_monster = view_of(view).monster(card) is not None
    return monster_name(view, card) if is_monster else naming.card_name(view, card)


def bargaining(view: TableView) -> Bargaining | None:
    """Return what is being bargained for in this turn; None where no offer is open."""
    game_view = view_of(view)
    if game_view.over or game_view.phase != PLAY_PHASE:
        return None
    found = [
        OpenOffer(_number(offer), _addressee(view, offer), _open_line(view, offer))
        for offer in game_view.offers
        if not offer.accepted
    ]
    asked = asked_since(view, PanicTurnStarted, partial(_asked, view))
    return Bargaining(tuple(found), asked) if found else None


def _asked(view: TableView, event: Event) -> int:
    """Return who has to answer what an event offers; -1 for all other events."""
    match event:
        case PanicHelpOffered():
            return view_of(view).active
        case OfferCountered():
            return event.helper
        case _:
            return -1


def _addressee(view: TableView, offer: PanicSeenOffer) -> int:
    return offer.seat if offer.by_asker else view_of(view).active


def _number(offer: PanicSeenOffer) -> int:
    """Return a number that is another one for other terms: whoever answers has read these."""
    return crc32(repr(offer).encode()) % MAX_OFFER_NUMBER


def _open_line(view: TableView, offer: PanicSeenOffer) -> str:
    """Say who offers which card for what, or bids what for it."""
    price, (lent, does) = listed(_price(view, offer)), _use(view, offer)
    said = does + _said(view, offer)
    if offer.by_asker:
        asker = naming.name(view.table, view_of(view).active)
        return f"🔁 **{asker}**: {price or 'nothing but thanks'} for {lent}{said}"
    wants = f" for {price}" if price else ", for nothing"
    return f"🤝 **{naming.name(view.table, offer.seat)}**: {lent}{wants}{said}"


def answers(view: TableView) -> OfferAnswers:
    """Return how the reader may answer what they are offered, or the terms for their own card."""
    refuse = tuple(move for move in view.moves if move.verb == "refuse")
    to_answer = {(move.ability, move.card) for move in refuse}
    offers = [o for o in view_of(view).offers if not o.accepted and (o.seat, o.card) in to_answer]
    own = {offer.card for offer in offers if offer.by_asker}
    return OfferAnswers(
        "help",
        frozenset(map(_number, offers)),
        tuple(move for move in view.moves if move.verb in ("accept", "agree")),
        refuse,
        tuple(m for m in view.moves if m.verb == "counter" or (m.verb == "offer" and m.card in own)),
    )


def asked_seats(view: TableView) -> frozenset[int]:
    """Return nobody: the table waits for all who are asked."""
    return frozenset()


def offer_name(view: TableView, move: Move) -> str:
    """Return what is offered, by the name of its card."""
    return naming.card_label(view, move.card, 40)


def quick_terms(view: TableView, move: Move, picks: Picks) -> list[QuickTerm]:
    """Return the change to the terms that is asked for most: one Treasure, to pay less or to get more."""
    return one_treasure(move, picks, less=move.verb == "counter")
