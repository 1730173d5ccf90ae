"""Offers of help in the castle-defense game, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import escape, fit, listed, plural
from bot.views.panic.board import catalog_of, view_of
from bot.views.panic.waiting import monster_name
from bot.views.panic.words.deal_events import paid_when
from cards.kernel.moves import Move, Pick
from cards.panic.view import PanicSeenOffer

USELESS_TEXT = " – you have nothing to use it with"

MAX_HAND_OFFERS = 3
"""Offers that stand on a hand; all are at their desk."""


def offers_text(view: TableView) -> str:
    """Say what help was asked for, and all offers with their terms."""
    game_view = view_of(view)
    lines = ["### 🤝 Offers"]
    if game_view.asked_for >= 0:
        wanted = "To be swapped" if is_swap(view) else "Asked for"
        lines.append(f"{wanted}: {_named(view, game_view.asked_for)}")
    if game_view.asked_note:
        lines.append(f"“{escape(game_view.asked_note)}”")
    lines += [offer_line(view, offer) for offer in game_view.offers] or ["-# No offers yet."]
    return fit(lines, 1500)


def hand_lines(view: TableView) -> list[str]:
    """Return the offers that the reader has to decide about or has made, each with its price."""
    found = [offer for offer in view_of(view).offers if _is_for_reader(view, offer)]
    asked = view_of(view).asked_for
    return [offer_line(view, offer, known=asked) for offer in found[:MAX_HAND_OFFERS]]


def offer_line(view: TableView, offer: PanicSeenOffer, *, known: int = -1) -> str:
    """Say who offers which card for what, and against which monster, unless that is known."""
    name = naming.name(view.table, offer.seat)
    target = f" against {_named(view, offer.monster)}" if offer.monster not in (-1, known) else ""
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
    if is_swap(view):
        price = [naming.card_name(view, view_of(view).asked_for)]
    wants = f" for {listed(price)}" if price else ", for nothing"
    note = f"\n-# “{escape(offer.note)}”" if offer.note else ""
    done = " ✅" if offer.accepted else ""
    if offer.by_asker and not offer.accepted:
        name = f"{naming.name(view.table, view_of(view).active)} → {name}"
    useless = USELESS_TEXT if _is_useless(view, offer) else ""
    return f"• **{name}**: {naming.card_name(view, offer.card)}{target}{wants}{done}{useless}{note}"


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
    is_time = wait.kind == "window" and wait.name in ("play", "offers") and game_view.may_deal
    return is_time and not any(
        move.verb == "accept" and (move.card, move.ability) == (offer.card, offer.seat) for move in view.moves
    )


def first_terms(view: TableView, move: Move) -> Mapping[str, tuple[Pick, ...]]:
    """Return the terms with which an offer begins: the monster asked for, or what is offered already."""
    game_view = view_of(view)
    if move.verb == "offer" and game_view.asked_for >= 0:
        return {"monster": (game_view.asked_for,)}
    if move.verb != "counter":
        return {}
    for offer in game_view.offers:
        if (offer.seat, offer.card) == (move.ability, move.card):
            return {"trophy": (offer.trophy,), "treasures": (offer.treasures,), "pay": offer.pay}
    return {}


def _is_for_reader(view: TableView, offer: PanicSeenOffer) -> bool:
    """Return True if an open offer waits for the reader's answer, or is the bid that they have made."""
    if offer.accepted:
        return False
    return view_of(view).active == view.seat or (offer.by_asker and offer.seat == view.seat)


def _named(view: TableView, card: int) -> str:
    is_monster = view_of(view).monster(card) is not None
    return monster_name(view, card) if is_monster else naming.card_name(view, card)
