"""A seat's own cards: playing, equipping, selling and trading them, and abilities outside combat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards.door import arrivals, gear, people
from cards.door.charity import excess
from cards.door.state import Trade
from cards.kernel.moves import Action, Move, Pick
from cards.players.door.board import Board
from cards.players.door.combat_values import LOW_AND_HIGH_ROLLS, depends_on_dice
from cards.players.door.prompts import cards_of, make_action, variants
from cards.players.door.worth import equip_gain, sale_worth, table_worth

MIN_MOVE_GAIN = 0.8
"""Points that a free move has to bring, so that pointless moves are not made."""

MIN_TRADE_GAIN = 0.4
"""Points that a trade has to bring to be accepted."""

FREE_VERBS = frozenset({"play", "lay", "equip", "use", "sell", "sell_double"})
HARMFUL_KINDS = frozenset({"curse"})
"""Kinds of cards that are kept for others' fights as long as the hand is not too full."""

MAX_TRADE_ITEMS = 4
"""How many Items of each side are considered for a trade."""

MAX_REFUSED_TRADES = 2
"""Refused trades in a phase after which a seat stops proposing."""


def best_free_move(board: Board, moves: Iterable[Move]) -> Action | None:
    """Return the free move that improves the outlook most, None if none is worth making."""
    before, me = board.outlook(), board.me
    best: tuple[float, Action] | None = None
    for move in moves:
        if move.verb not in FREE_VERBS or _is_repeatable(board, move):
            continue
        for picks in variants(board, me, move):
            gain = _gain(board, move, picks, before)
            if gain > MIN_MOVE_GAIN and (best is None or gain > best[0]):
                best = (gain, make_action(me, move, picks))
    return None if best is None else best[1]


def _is_repeatable(board: Board, move: Move) -> bool:
    """Return True if a move is not looked at: an ability without a cost, which would be used forever, or a
    card that belongs to a combat."""
    definition = board.defs[move.card] if move.card >= 0 else None
    if definition is None:
        return False
    if move.verb == "use":
        ability = definition.play[move.ability]
        spent = ability.spend or definition.kind in ("one_shot", "special")
        return not spent and not ability.max and ability.cost is None
    return move.verb == "play" and definition.kind in ("enhancer", "wandering")


def _gain(board: Board, move: Move, picks: tuple[tuple[Pick, ...], ...], before: float) -> float:
    """Return by how much a move improves the outlook, as a mean over possible rolls."""
    rolls = (
        LOW_AND_HIGH_ROLLS
        if move.card >= 0 and move.verb == "use" and depends_on_dice(board.defs[move.card])
        else ((),)
    )
    total = 0.0
    for dice in rolls:
        after = board.after_move(move, picks, dice=dice)
        if after is None:
            return -1.0
        total += after.outlook() - before
    return total / len(rolls)


def play_surplus_curse(board: Board, moves: Iterable[Move]) -> Action | None:
    """Return a harmful card to play at the leader rather than give it away, if the hand is too full."""
    if excess(board, board.me) <= 0:
        return None
    before, me = board.outlook(), board.me
    best: tuple[float, Action] | None = None
    for move in moves:
        if move.verb == "play" and board.defs[move.card].kind in HARMFUL_KINDS:
            for picks in variants(board, me, move):
                gain = _gain(board, move, picks, before)
                if picks and picks[0][0] != me and gain > 0 and (best is None or gain > best[0]):
                    best = (gain, make_action(me, move, picks))
    return None if best is None else best[1]


# trades


def answer_trade(board: Board, moves: Iterable[Move]) -> Action | None:
    """Accept a trade that improves the seat's outlook; answer any other by a better one, or refuse it."""
    before, moves = board.outlook(), list(moves)
    for move in moves:
        if move.verb == "refuse_trade":
            trade = next(trade for trade in board.state.trades if trade.number == move.ability)
            if people.in_combat(board, trade.by) or people.in_combat(board, trade.to):
                continue  # it can wait
            accept = Move("accept_trade", ability=move.ability)
            after = board.after_move(accept, ()) if accept in moves else None
            good = after is not None and after.outlook() - before > MIN_TRADE_GAIN
            if good:
                return make_action(board.me, accept)
            return _counter_trade(board, trade, moves) or make_action(board.me, move)
    return None


def _counter_trade(board: Board, trade: Trade, moves: Iterable[Move]) -> Action | None:
    """Return a trade from which both should gain, in answer to one that is about the same Items."""
    if trade.countered:
        return None
    named = {*trade.gives, *trade.wants}
    found = [
        (gain, action)
        for gain, action in _good_trades(board, (move for move in moves if move.ability == trade.by))
        if named & {*action.picks[0], *action.picks[1]}
    ]
    return max(found, key=lambda entry: entry[0])[1] if found else None


def propose_trade(board: Board, moves: Iterable[Move]) -> Action | None:
    """Propose a trade of Items from which both should gain."""
    if sum(trade.by == board.me for trade in board.state.refused) >= MAX_REFUSED_TRADES:
        return None
    found = list(_good_trades(board, moves))
    return max(found, key=lambda entry: entry[0])[1] if found else None


def _good_trades(board: Board, moves: Iterable[Move]) -> Iterator[tuple[float, Action]]:
    """Yield trades of one Item for another from which both should gain, with what they bring ``me``."""
    state, me = board.state, board.me
    tried = {(t.to, t.gives, t.wants) for t in (*state.trades, *state.refused) if t.by == me}
    for move in moves:
        if move.verb != "offer_trade":
            continue
        other = move.ability
        for gives in _spare_items(board, me, other, cards_of(move.slots[0])):
            for wants in _spare_items(board, other, me, cards_of(move.slots[1])):
                if (other, (gives,), (wants,)) in tried:
                    continue
                gain = _trade_gain(board, other, gives, wants)
                if gain > 0:
                    yield gain, make_action(me, move, ((gives,), (wants,)))


def _spare_items(board: Board, holder: int, taker: int, items: list[int]) -> list[int]:
    """Return Items that the holder hardly uses and the taker would."""
    found = [
        (equip_gain(board, taker, card) - table_worth(board, holder, card) + sale_worth(board, card), card)
        for card in items
        if equip_gain(board, taker, card) > 0
    ]
    return [card for gain, card in sorted(found, reverse=True) if gain > 0][:MAX_TRADE_ITEMS]


def _trade_gain(board: Board, other: int, gives: int, wants: int) -> float:
    """Return what a trade brings ``me``; 0 if the other should refuse it."""
    trial = board.trial()
    for card, seat in ((gives, other), (wants, board.me)):
        if not gear.can_carry(board, seat, card):
            return 0.0
        arrivals.hand_over(trial, card, seat)
    if not trial.run_pending():
        return 0.0
    theirs = trial.outlook_of(other) - board.outlook_of(other)
    mine = trial.outlook() - board.outlook()
    return mine if theirs > MIN_TRADE_GAIN and mine > MIN_MOVE_GAIN else 0.0
