"""Showing cards of the own hand, which is always allowed (R-011)."""

from __future__ import annotations

from functools import cache
from typing import Final

from cards.door import memory, people, piles
from cards.door.memory import Holding
from cards.door.table import Table, VerbHandler
from cards.door.windows import OPEN_PLAY_WINDOWS
from cards.kernel.moves import Move, Picks, Slot, make_move, make_slot, numbers_in


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    held = memory.held(table, seat)
    if not held.cards:
        return
    others = people.living_by_number(table, but=seat)
    if others:
        out.append(_show(held, others))


def _show(held: Holding, others: tuple[int, ...]) -> Move:
    """Return the move; kept with the hand for as long as the same others live."""
    found = held.show_move
    if found is None or held.shown_to is not others:
        slots = (make_slot("cards", "card", held.cards, 1, len(held.cards)), _seats_slot(others))
        held.shown_to = others
        found = held.show_move = make_move("show", -1, -1, slots)
    return found


@cache
def _seats_slot(others: tuple[int, ...]) -> Slot:
    """Return the slot for those who see the cards, which is made once for the same others."""
    return make_slot("seats", "seat", others, 1, len(others))


def do_show(table: Table, seat: int, move: Move, picks: Picks) -> None:
    """Show some cards to some players; the others learn only that cards were shown."""
    cards, seats = (numbers_in(slot) for slot in picks)
    piles.show(table, cards, seats, owner=seat)


WINDOWS: Final[frozenset[str]] = OPEN_PLAY_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {"show": do_show}
KEEPS_PASSES_VERBS: Final[frozenset[str]] = frozenset({"show"})
