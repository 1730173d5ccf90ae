"""What a move is about, where only the game's own view can tell: whose offer, which power of a card."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views import naming
from cards.door.game import DoorGame
from cards.door.view_types import DoorView
from cards.kernel.moves import Move, Pick, Slot
from cards.panic.board import ring_and_arc
from cards.panic.view import PanicView

ARC_LABELS = ("", "🔴 1", "🔴 2", "🟢 3", "🟢 4", "🔵 5", "🔵 6")
"""The six arcs by number, with their colours."""

RING_NAMES = ("Forest", "Archer", "Knight", "Swordsman", "Castle")


def offer_name(view: TableView, move: Move) -> str:
    """Name the offer that the move accepts, refuses or withdraws."""
    game_view = view.game_view
    if isinstance(game_view, DoorView):
        offers = () if game_view.combat is None else game_view.combat.offers
        what, found = "bargain", next((o for o in offers if o.number == move.ability), None)
        if found is None:
            trades = (trade for trade in game_view.trades if trade.number == move.ability)
            return _offer_name(view, next(((t.by, t.to) for t in trades), None), "trade")
        return _offer_name(view, (found.by, found.to), what)
    return "the offer"


def _offer_name(view: TableView, between: tuple[int, int] | None, what: str) -> str:
    if between is None:
        return f"the {what}"
    by, to = between
    if by == view.seat:
        return f"my {what} for {naming.raw_name(view.table, to)}"
    return f"{naming.raw_name(view.table, by)}’s {what}"


def power_name(view: TableView, move: Move) -> str:
    """Return what the card calls the power that the move uses; empty where it has only one."""
    if isinstance(view.game, DoorGame) and move.card >= 0 and move.ability >= 0:
        powers = view.game.decks.definitions[move.card].play
        if len(powers) > 1 and move.ability < len(powers):
            return powers[move.ability].name or f"way {move.ability + 1}"
    return ""


def pick_name(view: TableView, slot: Slot, candidate: Pick) -> str:
    """Return what a number as candidate stands for; empty where it is just a number."""
    if isinstance(view.game_view, PanicView) and isinstance(candidate, int) and slot.kind == "number":
        if slot.name == "arc":
            return f"Arc {ARC_LABELS[candidate]}"
        if slot.name == "space":
            ring, arc = ring_and_arc(candidate)
            return f"{RING_NAMES[ring]}, arc {ARC_LABELS[arc]}"
    return ""


def pick_note(view: TableView, card: int) -> str:
    """Return where a card as candidate lies and how it stands; empty where its text is enough."""
    if isinstance(view.game_view, PanicView):
        for monster in view.game_view.monsters:
            if monster.token == card:
                return f"{RING_NAMES[monster.ring]}, arc {ARC_LABELS[monster.arc]}, health {monster.health}"
    return ""
