"""The screens of the door-kicking games for moves that belong together: fights, bargains, trades."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.layout import Block, Text
from bot.views.base.parts import Desk
from bot.views.base.text import escape
from bot.views.door import bargains as door_bargains
from bot.views.door import combat as door_combat
from bot.views.door import table as door_table
from bot.views.door.seen import view_of
from bot.views.press import moves
from cards.door.view_types import DoorCombatView
from cards.kernel.moves import Move

MAX_NOTED_CARDS = 5
"""Cards of the hand whose text stands at the desk of a fight."""

MAX_DESK_NOTE_CHARS = 75
"""Characters of such a text."""


def desks(view: TableView) -> list[Desk]:
    """List the desks of a fight, and the one for trades."""
    game_view = view_of(view)
    if game_view.combat is not None:
        found = [Desk("combat", _combat_desk(view, game_view.combat))]
        if game_view.combat.stage in ("fight", "victory", "defeat"):
            count = len(game_view.combat.offers) + len(game_view.combat.truce_offers)
            found.append(Desk("help", f"🤝 Bargains ({count})" if count else "🤝 Bargains"))
        verbs = {move.verb for move in view.moves if moves.verb_of(view, move).group == "trade"}
        if game_view.trades or verbs:
            only_shows = not game_view.trades and verbs == {"show"}
            found.append(Desk("trade", "👀 Show" if only_shows else door_table.trade_desk(game_view)))
        return found
    trade = Desk("trade", door_table.trade_desk(game_view))
    return [] if game_view.phase in ("setup", "over") else [trade]


def desk(view: TableView, group: str) -> list[Block]:
    """Draw what has to be known beside the moves of a desk."""
    game_view = view_of(view)
    if group in ("combat", "help") and game_view.combat is not None:
        lines = [f"### {_combat_desk(view, game_view.combat)}" if group == "combat" else "### 🤝 Bargains"]
        lines.append(door_combat.summary(view, game_view.combat))
        lines += door_bargains.offers(view, game_view.combat) if group == "help" else _hand_notes(view)
        return [Text("\n".join(lines))]
    if group == "trade":
        lines = ["### 🔁 Trade", *(door_table.trade_line(view, trade) for trade in game_view.trades)]
        return [Text("\n".join(lines))]
    return []


def is_for_combat(view: TableView, move: Move) -> bool:
    """Return True: no card is offered in a fight that cannot change it."""
    return True


def _combat_desk(view: TableView, combat: DoorCombatView) -> str:
    """Call what somebody does in a fight by its name: others interfere; the table's button is for all."""
    return "⚔ Play cards" if view.seat in (combat.fighter, combat.helper, None) else "⚔ Interfere"


def _hand_notes(view: TableView) -> list[str]:
    """Say what each card of the reader's hand does that could be played into the fight."""
    hand = () if view.seat is None else view_of(view).seats[view.seat].hand
    cards = [card for card in hand if any(move.card == card for move in view.moves)]
    notes = ((naming.face(view, card), card) for card in cards[:MAX_NOTED_CARDS])
    return [
        f"-# **{naming.card_name(view, card)}**: {escape(naming.card_note(shown, MAX_DESK_NOTE_CHARS))}"
        for shown, card in notes
    ]
