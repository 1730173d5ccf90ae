"""What moves, powers and candidates of the door-kicking games are called."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import signed
from bot.views.door import hand as door_hand
from bot.views.door import outcomes as door_outcomes
from bot.views.door import table as door_table
from bot.views.door.forecast import NOT_FOLLOWED
from bot.views.door.seen import definition_of, view_of
from bot.views.press import moves
from cards.door.view_types import DoorCombatView
from cards.kernel.moves import PASS_VERB, Move, Pick, Slot
from cards.registry import module_of


def verb_case(view: TableView, move: Move) -> str:
    """Return under which name the move has other words than usual now."""
    if move.verb == PASS_VERB and _is_helpless(view):
        return "struck"
    if move.verb == "accept_help" and door_outcomes.is_bad_deal(door_outcomes.outcome(view, move)):
        return "bad_deal"
    if move.verb == "claim" and _wins_for_another(view_of(view).combat):
        return "bad_deal"
    if move.verb == "flee" and NOT_FOLLOWED in door_outcomes.outcome(view, move):
        return "unfollowed"
    return "poorest" if move.verb == "give_away" and door_table.is_poorest(view_of(view)) else ""


def _wins_for_another(combat: DoorCombatView | None) -> bool:
    """Return True if the kill that is claimed wins the game, and not for who claims it."""
    return combat is not None and bool(combat.winners) and combat.fighter not in combat.winners


def _is_helpless(view: TableView) -> bool:
    """Return True if a Curse is about to hit the reader and nothing that they hold changes it."""
    game_view = view_of(view)
    if view.seat is None or view.game is None or game_view.curse < 0 or game_view.curse_on != view.seat:
        return False
    has_stake = module_of(view.game.setup.game).has_stake
    if has_stake is None:
        return False
    return not has_stake(view.game, game_view, view.moves, view.seat, only_wins=False)


def power_name(view: TableView, move: Move) -> str:
    """Return what the card calls the power that the move uses, or which card it brings along."""
    if move.verb in ("play", "raise") and door_outcomes.joins(view, move.card):
        (slot,) = move.slots
        sent = slot.options[0] if len(slot.options) == 1 else -1
        own = isinstance(sent, int) and sent in view_of(view).seats[view.seat or 0].hand
        return naming.card_label(view, sent, 40) if own and isinstance(sent, int) else ""
    if move.card < 0 or move.ability < 0:
        return ""
    powers = definition_of(view, move.card).play
    if move.ability >= len(powers):
        return ""
    ways = [other for other in view.moves if (other.verb, other.card) == (move.verb, move.card)]
    # A number tells nothing where there is nothing to choose.
    name = powers[move.ability].name or (f"way {move.ability + 1}" if len(ways) > 1 else "")
    struck = [slot.options[0] for slot in move.slots if slot.kind == "seat" and len(slot.options) == 1]
    others = [naming.raw_name(view.table, seat) for seat in struck if isinstance(seat, int) and seat >= 0]
    return " → ".join(filter(None, [name, *others]))


def own_powers(view: TableView) -> list[tuple[Move, str]]:
    """List what the reader's Class, Race, companions and gear can do now in a fight of their own."""
    combat = view_of(view).combat
    if combat is None or view.seat not in (combat.fighter, combat.helper):
        return []
    held = {card for group in door_hand.groups(view)[1:] for card in group.cards}
    mine = [move for move in view.moves if move.card in held]
    used = [(move, definition_of(view, move.card)) for move in mine if move.verb == "use"]
    named = [(move, found.play[move.ability].name or found.name) for move, found in used]
    return named + [(move, moves.verb_label(view, move)) for move in mine if move.verb == "sacrifice"]


def pick_name(view: TableView, slot: Slot, candidate: Pick) -> str:
    """Name a card that lies before somebody else with whose it is."""
    seat = door_outcomes.owner(view, candidate) if slot.kind == "card" else -1
    if seat in (view.seat, -1) or not isinstance(candidate, int):
        return ""
    return f"{naming.face(view, candidate).name} ({naming.raw_name(view.table, seat)})"


def pick_note(view: TableView, card: int) -> str:
    """Return what an Item that the reader uses adds at the moment, followed by its own text."""
    items = () if view.seat is None else view_of(view).seats[view.seat].items
    item = next((item for item in items if item.card == card and item.equipped), None)
    if item is None:
        return ""
    return f"{signed(item.bonus)} now · {naming.card_note(naming.face(view, card), 80)}"
