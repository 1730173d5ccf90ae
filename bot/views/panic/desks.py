"""The screens of the castle-defense game for moves that belong together: attacks, offers."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base.layout import Block, Text
from bot.views.base.parts import Desk
from bot.views.panic import attack as panic_attack
from bot.views.panic import bargains as panic_bargains
from bot.views.panic.board import PLAY_PHASE, view_of
from bot.views.press import moves
from cards.kernel.moves import Move


def desks(view: TableView) -> list[Desk]:
    """List the desks of the phase in which cards are played."""
    game_view = view_of(view)
    # Asking for help has a button of its own, so the desk is for what is said afterwards.
    if game_view.phase != PLAY_PHASE or game_view.over or game_view.wait is None:
        return []
    window = game_view.wait.name if game_view.wait.kind == "window" else ""
    found: list[Desk] = []
    may_fight = any(move.verb == "attack" for move in view.moves)
    if may_fight or (view.seat is None and window in ("play", "claim")):
        found.append(Desk("combat", "⚔ Attack", window == "play", panic_attack.quick(view)))
    in_talks = bool(game_view.offers) or window == "offers"
    others = [move for move in view.moves if move.verb != "ask"]
    if in_talks or any(moves.verb_of(view, move).group == "help" for move in others):
        found.append(Desk("help", "🤝 Offers"))
    return found


def desk(view: TableView, group: str) -> list[Block]:
    """Draw what has to be known beside the moves of a desk."""
    if group == "combat":
        return [Text(panic_attack.desk_text(view))]
    if group == "help":
        return [Text(panic_bargains.offers_text(view))]
    return []


def is_for_combat(view: TableView, move: Move) -> bool:
    """Return True if the card is played on a monster."""
    return any(slot.name == "monster" for slot in move.slots)
