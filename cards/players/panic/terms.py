"""What the terms of a bargain are worth in the castle-defense game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cards.kernel.moves import Move
from cards.panic.view import PanicView
from cards.players.panic.values import PanicValues

LEAST_PRICE: Final = 0.7
"""The part of its worth for which a helper parts with a card: fighting together helps them too."""


def payment_worth(values: PanicValues, cards: Iterable[int]) -> float:
    """Return what cards and trophies are worth that change hands; trophies win the game."""
    return sum(2.0 * values.catalog.points[card] or values.worth(card) for card in cards)


def terms_pay(values: PanicValues, view: PanicView, card: int) -> bool:
    """Return True if the active player's terms are worth the helper's card."""
    offer = next(o for o in view.offers if o.card == card and not o.accepted)
    worth = 1.5 * offer.treasures + payment_worth(values, offer.pay)
    if offer.trophy == "helper":
        worth += 2.0 * max(values.catalog.points[offer.monster], 1) if offer.monster >= 0 else 2.0
    return worth >= LEAST_PRICE * values.worth(card)


def waits_for_offers(view: PanicView) -> bool:
    """Return True while somebody who was asked for help may still answer: it is too early to accept."""
    return view.wait is not None and (view.wait.kind, view.wait.name) == ("window", "offers")


def may_bid_less(view: PanicView, move: Move) -> bool:
    """Return True if nobody has haggled yet about an offer that asks for more than a Treasure."""
    offer = next(o for o in view.offers if o.seat == move.ability and not o.accepted)
    asks_much = offer.trophy == "helper" or offer.treasures > 1 or bool(offer.pay)
    return offer.monster >= 0 and not offer.by_asker and not offer.answers and asks_much
