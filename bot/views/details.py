"""What a move is about, where only the game's own view can tell: whose offer, which power of a card."""

from __future__ import annotations

from bot.tables.results import Sight
from bot.views import people
from cards.door.game import DoorGame
from cards.door.seen import DoorView
from cards.kernel.moves import Move, Pick, Slot
from cards.panic.board import place_of
from cards.panic.view import PanicView

ARCS = ("", "🔴 1", "🔴 2", "🟢 3", "🟢 4", "🔵 5", "🔵 6")
"""The six arcs by number, with their colours."""

RINGS = ("Forest", "Archer", "Knight", "Swordsman", "Castle")


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


def pick_name(sight: Sight, slot: Slot, candidate: Pick) -> str:
    """Return what a number as candidate stands for; empty where it is just a number."""
    if isinstance(sight.view, PanicView) and isinstance(candidate, int) and slot.kind == "number":
        if slot.name == "arc":
            return f"Arc {ARCS[candidate]}"
        if slot.name == "space":
            ring, arc = place_of(candidate)
            return f"{RINGS[ring]}, arc {ARCS[arc]}"
    return ""


def pick_note(sight: Sight, card: int) -> str:
    """Return where a card as candidate lies and how it stands; empty where its text is enough."""
    if isinstance(sight.view, PanicView):
        for monster in sight.view.monsters:
            if monster.token == card:
                return f"{RINGS[monster.ring]}, arc {ARCS[monster.arc]}, health {monster.health}"
    return ""
