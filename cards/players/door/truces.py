"""Truces: what it is worth to be left alone, and to leave others alone."""

from __future__ import annotations

from cards.door import gear, places
from cards.door.state import Truce
from cards.kernel.moves import Action, Move
from cards.players.door.board import Board
from cards.players.door.combat_values import find_plan, is_for_the_win, outlook_if_lost, outlook_if_won
from cards.players.door.prompts import cards_of, make_action
from cards.players.door.worth import table_worth, worth

MEDDLE_CHANCE = 0.12
"""How likely somebody with a full hand is to spoil a fight that a card or two would turn."""

MAX_SPOILABLE_MARGIN = 5
"""The lead that a card or two of somebody else's might turn."""

MIN_DANGEROUS_HAND_SIZE = 4
"""Cards in hand from which on a bystander is worth buying off."""

MIN_STAKE_POINTS = 15.0
"""Points between a win and a loss from which on a fighter thinks of buying others off."""


def truce_reward(board: Board) -> float:
    """Return what ``me`` would lose by breaking its truces, in points."""
    kept = [truce for truce in board.combat.truces if truce.bystander == board.me]
    return sum(worth(board, board.me, card) for truce in kept for card in truce.items)


def answer_truce(board: Board, moves: list[Move]) -> Action | None:
    """Answer an offered truce; None if there is none."""
    for move in moves:
        if move.verb == "refuse_truce":
            truce = next(t for t in board.combat.truce_offers if t.number == move.ability)
            accept = Move("accept_truce", ability=truce.number)
            good = _is_worth_paying if truce.payer == board.me else _is_worth_keeping
            if accept in moves and good(board, truce, moves):
                return make_action(board.me, accept)
            return _other_price(board, truce, moves) or make_action(board.me, move)
    return None


def _is_worth_keeping(board: Board, truce: Truce, moves: list[Move]) -> bool:
    """Return True if the Items are worth more to ``me`` than what it could do against the party."""
    return sum(worth(board, board.me, card) for card in truce.items) > _spoiling_gain(board, moves)


def _spoiling_gain(board: Board, moves: list[Move]) -> float:
    """Return what ``me`` could gain by turning the fight against its party."""
    if board.margin() <= 0:
        return 0.0
    turning = find_plan(board, moves, -1)
    if turning is None or not turning.succeeds:
        return board.taste.victory if is_for_the_win(board) and turning is not None else 0.0
    return turning.value - outlook_if_won(board)


def _is_worth_paying(board: Board, truce: Truce, moves: list[Move]) -> bool:
    """Return True if peace is worth the Items to ``me``."""
    price = sum(table_worth(board, board.me, card) for card in truce.items)
    return price < _worth_of_peace(board, truce.bystander)


def _worth_of_peace(board: Board, bystander: int) -> float:
    """Return what it is worth to a member of the party that a bystander keeps out of the fight."""
    spoilable = 0 < board.margin() <= MAX_SPOILABLE_MARGIN
    if not spoilable or len(places.hand(board, bystander)) < MIN_DANGEROUS_HAND_SIZE:
        return 0.0
    return MEDDLE_CHANCE * (outlook_if_won(board) - outlook_if_lost(board))


def _other_price(board: Board, truce: Truce, moves: list[Move]) -> Action | None:
    """Answer a truce by one about the cheapest Item that should do for both, once."""
    answer = next((m for m in moves if m.verb == "offer_truce" and m.ability == truce.by), None)
    if answer is None or truce.countered:
        return None
    items = [card for card in cards_of(answer.slots[0]) if (card,) != truce.items]
    for card in sorted(items, key=lambda card: (table_worth(board, truce.payer, card), card)):
        other = Truce(0, truce.to, truce.by, truce.payer, (card,))
        if not gear.can_receive(board, truce.bystander, (card,)):
            continue
        good = _is_worth_paying if truce.payer == board.me else _is_worth_keeping
        if good(board, other, moves):
            return make_action(board.me, answer, ((card,),))
    return None


def offer_truce(board: Board, moves: list[Move]) -> Action | None:
    """Buy off the bystander with the most cards before the kill is claimed, if an Item to spare is enough.

    Nobody is bought off where the game is at stake: no Item is worth that.
    """
    me, fight = board.me, board.combat
    if fight.truce_offers or fight.refused_truces or fight.truces or is_for_the_win(board):
        return None
    if outlook_if_won(board) - outlook_if_lost(board) < MIN_STAKE_POINTS:
        return None
    offers = [move for move in moves if move.verb == "offer_truce"]
    for move in sorted(offers, key=lambda move: (-len(places.hand(board, move.ability)), move.ability)):
        spare = [
            card
            for card in cards_of(move.slots[0])
            if card not in board.state.people[me].equipped
            and gear.can_receive(board, move.ability, (card,))
            and worth(board, move.ability, card) > table_worth(board, me, card)
        ]
        spare.sort(key=lambda card: (table_worth(board, me, card), card))
        for card in spare[:1]:
            truce = Truce(0, me, move.ability, me, (card,))
            return make_action(me, move, ((card,),)) if _is_worth_paying(board, truce, moves) else None
    return None
