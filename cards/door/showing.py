"""Showing cards of the own hand, which is always allowed (R-011)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cards.door.engine import OPEN_PLAY_WINDOWS, Engine, VerbHandler
from cards.kernel.moves import Move, Picks, make_move, make_slot


def moves(engine: Engine, seat: int, kind: str, out: list[Move]) -> None:
    if kind not in OPEN_PLAY_WINDOWS:
        return
    cards = engine.hand(seat)
    if not cards:
        return
    others = [other for other in range(engine.state.seats) if other != seat and engine.is_living(other)]
    if others:
        out.append(_show(cards, tuple(others)))


@lru_cache(maxsize=4096)
def _show(cards: tuple[int, ...], others: tuple[int, ...]) -> Move:
    """Return the move; cached, since hands seldom change and it is listed after nearly every action."""
    slots = (
        make_slot("cards", "card", cards, 1, len(cards)),
        make_slot("seats", "seat", others, 1, len(others)),
    )
    return make_move("show", -1, -1, slots)


def do_show(engine: Engine, seat: int, move: Move, picks: Picks) -> None:
    """Show some cards to some players; the others learn only that cards were shown."""
    cards, seats = (tuple(pick for pick in slot if isinstance(pick, int)) for slot in picks)
    engine.show(cards, seats, owner=seat)


WINDOWS: Final[frozenset[str]] = OPEN_PLAY_WINDOWS
VERB_HANDLERS: dict[str, VerbHandler] = {"show": do_show}
KEEPS_PASSES_VERBS: Final[frozenset[str]] = frozenset({"show"})
