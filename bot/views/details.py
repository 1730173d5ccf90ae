"""What a move is about, where only the game's own view can tell: whose offer, which power of a card."""

from __future__ import annotations

from bot.tables.results import Sight
from bot.views import people
from cards.door.game import DoorGame
from cards.door.seen import DoorView
from cards.kernel.moves import Move


def offer_name(sight: Sight, move: Move) -> str:
    """Name the offer that the move accepts, refuses or withdraws."""
    view = sight.view
    if isinstance(view, DoorView):
        offers = () if view.combat is None else view.combat.offers
        what, found = "bargain", next((o for o in offers if o.number == move.ability), None)
        if found is None:
            trades = (trade for trade in view.trades if trade.number == move.ability)
            return _offer_name(sight, next(((t.by, t.to) for t in trades), None), "trade")
        return _offer_name(sight, (found.by, found.to), what)
    return "the offer"


def _offer_name(sight: Sight, between: tuple[int, int] | None, what: str) -> str:
    if between is None:
        return f"the {what}"
    by, to = between
    if by == sight.seat:
        return f"my {what} for {people.raw_name(sight.table, to)}"
    return f"{people.raw_name(sight.table, by)}’s {what}"


def power_name(sight: Sight, move: Move) -> str:
    """Return what the card calls the power that the move uses; empty where it has only one."""
    if isinstance(sight.game, DoorGame) and move.card >= 0 and move.ability >= 0:
        powers = sight.game.decks.definitions[move.card].play
        if len(powers) > 1 and move.ability < len(powers):
            return powers[move.ability].name or f"way {move.ability + 1}"
    return ""
