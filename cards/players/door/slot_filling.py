"""Filling the open slots of a move: payments with what costs least, other choices one variant each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product

from cards.door import gear
from cards.kernel.moves import Action, Move, Pick, Picks, Slot
from cards.players.door.board import Board
from cards.players.door.worth import worth

MAX_VARIANTS = 10
MAX_CANDIDATES = 6
"""How many candidates of one slot are considered."""


def cards_of(slot: Slot) -> list[int]:
    """Return the candidates of a slot of cards or seats."""
    return [pick for pick in slot.options if isinstance(pick, int)]


def cheapest(slot: Slot, cost: Callable[[int], float]) -> tuple[Pick, ...]:
    """Fill a slot with the cards that cost least; if a sum is needed, with cards that reach it cheaply."""
    cards = sorted(cards_of(slot), key=lambda card: (cost(card), card))
    if not slot.need:
        return tuple(cards[: slot.least])
    weight = dict(zip(slot.options, slot.weights, strict=True))
    cards = [card for card in cards if weight[card] > 0]
    cards.sort(key=lambda card: cost(card) / weight[card])
    chosen: list[int] = []
    for card in cards:
        if len(chosen) >= slot.least and sum(weight[c] for c in chosen) >= slot.need:
            break
        chosen.append(card)
    for card in sorted(chosen, key=cost, reverse=True):
        rest = [c for c in chosen if c != card]
        if len(rest) >= slot.least and sum(weight[c] for c in rest) >= slot.need:
            chosen = rest
    return tuple(chosen[: slot.most])


def most_valuable(slot: Slot, value: Callable[[int], float]) -> tuple[Pick, ...]:
    """Fill a slot with the cards that are worth most, as many as may be taken."""
    cards = sorted(cards_of(slot), key=lambda card: (-value(card), card))
    return tuple(cards[: min(slot.most, len(cards))])


def variants(board: Board, seat: int, move: Move) -> Iterator[Picks]:
    """Yield sensible ways to fill a move's slots."""
    return islice(product(*(_slot_variants(board, seat, slot) for slot in move.slots)), MAX_VARIANTS)


def _slot_variants(board: Board, seat: int, slot: Slot) -> Iterable[tuple[Pick, ...]]:
    """Return the ways to fill one slot: own cards that pay for something by cost, all else one by one."""
    if slot.kind == "word" or slot.kind == "number":
        return [(option,) for option in slot.options]
    if slot.kind == "seat":
        return [(option,) for option in slot.options] if slot.least <= 1 else [slot.options[: slot.least]]
    cards = cards_of(slot)
    if slot.name in ("cost", "items") or slot.need or slot.least != 1:
        return [cheapest(slot, lambda card: worth(board, seat, card))]
    if len(cards) > MAX_CANDIDATES:
        cards = sorted(cards, key=lambda card: -gear.value(board, card) - board.defs[card].level)[
            :MAX_CANDIDATES
        ]
    return [(card,) for card in cards]


def make_action(seat: int, move: Move, picks: Picks = ()) -> Action:
    """Return a move with its slots filled as an action of the seat."""
    return Action(seat, move.verb, move.card, move.ability, picks)


def find_move(moves: Iterable[Move], verb: str) -> Move | None:
    """Return the first move with this verb."""
    return next((move for move in moves if move.verb == verb), None)
