"""How a seat lays out the best of its own cards at once, and which of them it can spare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cards.door import facts, gear, people, places, score
from cards.door.belief import believe
from cards.door.game import DoorGame
from cards.door.plays import own_time
from cards.door.trade import equip_move
from cards.door.view_types import DoorView
from cards.door.windows import TRAIT_KINDS
from cards.kernel.moves import ANSWER_VERB, NOTHING_LAID_OUT, PASS_VERB, Action, LayOut, Move, Pick, Slot
from cards.players.base import AnyGame
from cards.players.door.board import Board
from cards.players.door.inventory import MIN_MOVE_GAIN
from cards.players.door.prompts import answer_prompt, cheapest, find_move, make_action, variants
from cards.players.door.worth import Taste, hand_worth

LASTING_KINDS = frozenset({"item", "class", "race", "steed"})
"""Kinds that stay where they are laid, so that playing them spends nothing."""

GEAR_KINDS = frozenset({"item", "steed"})

SELF_KINDS = frozenset({"class", "race", "level_up"})
"""Kinds that nearly everybody plays on themselves as soon as there is room."""

FLIGHT_WINDOWS = frozenset({"flee", "caught"})

CHARITY_QUESTIONS = frozenset({"charity_larger", "charity_cards"})

MAX_LAID_OUT = 12
"""Cards that are laid out at once."""


def is_lasting(board: Board, move: Move, kinds: frozenset[str] = LASTING_KINDS) -> bool:
    """Return True if a move equips something, or lays a card of these kinds out for good."""
    return move.verb == "equip" or (move.verb == "play" and board.defs[move.card].kind in kinds)


def best_gear(game: AnyGame, view: DoorView, moves: Sequence[Move], seat: int) -> LayOut:
    """Return how a seat equips the best of what it holds and carries, as far as its own view tells."""
    board = _board(game, view, seat)
    return _lay_out(board, board, (), moves)


def best_layout(game: AnyGame, view: DoorView, moves: Sequence[Move], seat: int) -> LayOut:
    """Return the same, after the Class, Race and Levels that the seat would play on itself.

    What would take the place of another Class or Race is left alone, and so is what depends on a die.
    """
    board = _board(game, view, seat)
    if not any(is_lasting(board, move, GEAR_KINDS | SELF_KINDS) for move in moves):
        return NOTHING_LAID_OUT
    actions, after = list[Action](), board
    left: list[Move] = [
        move for move in moves if move.verb == "play" and board.defs[move.card].kind in SELF_KINDS
    ]
    while left and len(actions) < MAX_LAID_OUT:
        found = [played for move in left if (played := _played(after, move)) is not None]
        best = max(found, key=lambda played: played.board.outlook(), default=None)
        if best is None:
            break
        after = best.board
        actions += best.actions
        left = [move for move in left if move.card != best.actions[0].card]
    # A new Class or Race may allow to wear what could not be played before.
    newly = [Move("play", card) for card in places.hand(after, seat) if actions and _may_play(after, card)]
    return _lay_out(board, after, tuple(actions), [*moves, *newly])


def surplus_action(
    game: AnyGame, view: DoorView, moves: Sequence[Move], seat: int, cards: tuple[int, ...] = ()
) -> Action | None:
    """Return the next step of giving away what the seat needs least, ending its turn first; None if done.

    With ``cards`` it is these that are given.
    """
    wait = view.wait
    if wait is not None and wait.kind == "prompt":
        answer = find_move(moves, ANSWER_VERB)
        if answer is None or wait.name not in CHARITY_QUESTIONS:
            return None
        board = _board(game, view, seat)
        prompt = board.state.prompt
        return None if prompt is None else make_action(seat, answer, (answer_prompt(board, prompt),))
    give = find_move(moves, "give_away")
    if give is not None:
        return make_action(seat, give, (cards or least_useful(game, view, seat, give.slots[0].least),))
    end = find_move(moves, "end_turn")
    return None if end is None else make_action(seat, end)


def flight_action(view: DoorView, moves: Sequence[Move], seat: int) -> Action | None:
    """Return the next step of a flight: the next monster, its roll, what it does; None once it is over."""
    if view.wait is None or view.wait.name not in FLIGHT_WINDOWS:
        return None
    flee = find_move(moves, "flee")
    if flee is not None:
        return make_action(seat, flee, (flee.slots[0].options[:1],))
    let = find_move(moves, PASS_VERB)
    return None if let is None else make_action(seat, let)


def least_useful(game: AnyGame, view: DoorView, seat: int, count: int) -> tuple[Pick, ...]:
    """Return so many cards of the seat's own hand, those first that it needs least."""
    board = _board(game, view, seat)
    slot = Slot("cards", "card", places.hand(board, seat), count, count)
    return cheapest(slot, lambda card: hand_worth(board, seat, card))


def _board(game: AnyGame, view: DoorView, seat: int) -> Board:
    assert isinstance(game, DoorGame)
    return Board(believe(view, game.decks), game.decks, seat, answer_prompt, Taste()).freeze()


def _lay_out(board: Board, after: Board, before: tuple[Action, ...], moves: Sequence[Move]) -> LayOut:
    """Return these actions and those that equip the best then."""
    left = [move for move in moves if is_lasting(board, move, GEAR_KINDS)]
    actions = list(before)
    while len(actions) < MAX_LAID_OUT:
        found = [worn for move in left if (worn := _worn(after, move)) is not None]
        best = max(found, key=lambda worn: (_strength(worn.board), worn.board.outlook()), default=None)
        if best is None or not _is_better(best.board, after):
            break
        after = best.board
        actions += best.actions
        left = [move for move in left if move.card != best.actions[0].card]
    levels = people.level(board, board.me), people.level(after, board.me)
    return LayOut(tuple(actions), _strength(board), _strength(after), *levels)


class _Worn(NamedTuple):
    """What puts a card on, and the table after it."""

    actions: tuple[Action, ...]
    board: Board


def _worn(board: Board, move: Move) -> _Worn | None:
    """Return how a move puts its card on; what only lies down, its place being taken, is equipped next."""
    if move.verb == "equip":
        move = equip_move(board, board.me, move.card)  # what is worn may have changed since it was listed
    picks = next(iter(variants(board, board.me, move)))
    after = board.after_move(move, picks)
    if after is None:
        return None
    actions = (make_action(board.me, move, picks),)
    if move.card in after.state.people[board.me].equipped or move.card in facts.steeds(after, board.me):
        return _Worn(actions, after)
    if move.verb == "equip" or not gear.equippable(after, board.me, move.card):
        return None
    second = _worn(after, Move("equip", move.card))
    return None if second is None else _Worn(actions + second.actions, second.board)


def _may_play(board: Board, card: int) -> bool:
    """Return True if a card of the hand is gear that the seat may play and use."""
    if board.defs[card].kind not in GEAR_KINDS or not own_time(board, board.me, board.root.kind, card):
        return False
    return facts.usable(board, board.me, card) and gear.can_carry(board, board.me, card)


def _played(board: Board, move: Move) -> _Worn | None:
    """Return what playing a card on oneself brings at best; None where it is no gain."""
    tried = [
        _Worn((make_action(board.me, move, picks),), after)
        for picks in variants(board, board.me, move)
        if (after := board.after_move(move, picks)) is not None and _is_sure_gain(board, after)
    ]
    return max(tried, key=lambda played: played.board.outlook(), default=None)


def _is_sure_gain(before: Board, after: Board) -> bool:
    """Return True if the seat stands better, whatever a die shows, and has lost no Class, Race or Level."""
    me = before.me
    held = {card for kind in TRAIT_KINDS for card in places.traits(before, me, kind)}
    gains = after.outlook() - before.outlook() > MIN_MOVE_GAIN and not after.rolled
    return (
        gains
        and people.level(after, me) >= people.level(before, me)
        and held <= set(places.in_play(after, me))
    )


def _is_better(after: Board, before: Board) -> bool:
    """Return True for a higher strength, or without a lower one for what an Item can do besides."""
    gain = _strength(after) - _strength(before)
    return gain > 0 or (gain == 0 and after.outlook() - before.outlook() > MIN_MOVE_GAIN)


def _strength(board: Board) -> int:
    return sum(line.amount for line in score.member_lines(board, board.me))
