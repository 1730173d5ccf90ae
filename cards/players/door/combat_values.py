"""Judging combats: what a win or a loss would mean, and which cards would turn them at what price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cards.door import facts, legal, people, score
from cards.door.state import HelpOffer
from cards.door.trial import NO_MONSTERS_MARGIN
from cards.kernel.moves import Action, Move, Picks
from cards.language.definition import Definition
from cards.language.words.decisions import Guess, Roll
from cards.language.words.escapes import Reroll
from cards.players.door.board import Board
from cards.players.door.prompts import make_action, variants, words_of
from cards.players.door.worth import level_worth, worth

TURNING_VERBS = frozenset({"use", "play", "raise", "join", "stack"})
"""Verbs that can change who wins."""

UNTRIED_KINDS_BY_GOAL = {1: frozenset({"curse", "wandering"}), -1: frozenset({"level_up", "companion"})}
"""Kinds of cards that are not tried: nobody curses themselves to win a fight, or makes the fighter stronger
to spoil it."""

MAX_PLAN_STEPS = 6
"""Moves that a plan may consist of."""

DICE_WORDS = (Roll, Guess, Reroll)
LOW_AND_HIGH_ROLLS = ((2,), (5,))
"""A low and a high roll, for trying what depends on one."""

POINTS_BY_PICK_ORDER = {"helper": 0.8, "alternating": 0.4, "fighter_alternating": -0.4, "fighter": -0.8}
"""What picking first is worth to the helper, and being second costs."""

PointsBySeat = dict[int, float]


def add_points(points: PointsBySeat, seat: int, n: float) -> None:
    points[seat] = points.get(seat, 0.0) + n


def depends_on_dice(definition: Definition) -> bool:
    """Return True if a die decides what the card does."""
    return any(isinstance(word, DICE_WORDS) for word in words_of(definition))


def points_if_won(board: Board, deal: HelpOffer | None = None) -> PointsBySeat:
    """Return the points that winning the combat now would bring each seat."""
    fight = board.combat
    fighter, helper = fight.fighter, fight.helper
    deal = fight.deal if deal is None else deal
    points: PointsBySeat = {}
    levels = score.levels_to_win(board) + fight.banked_levels
    _add_levels(board, points, fighter, levels)
    pool = score.pool(board)
    if helper >= 0:
        share, order = 0, ""
        if deal is not None:
            share = pool if deal.treasures < 0 else min(deal.treasures, pool)
            order = "" if deal.numbers else deal.order
            for cards, giver, taker in ((deal.items, fighter, helper), (deal.pays, helper, fighter)):
                for card in cards:
                    add_points(points, taker, worth(board, taker, card))
                    add_points(points, giver, -worth(board, giver, card))
        pick = POINTS_BY_PICK_ORDER.get(order, 0.0) if share and share < pool else 0.0
        add_points(points, helper, board.taste.treasure * share + pick)
        add_points(points, fighter, board.taste.treasure * (pool - share) - pick)
        gain = facts.total(board, helper, "helper_levels") * len(fight.foes)
        _add_levels(board, points, helper, gain)
        if board.options.shared_victory and points.get(fighter, 0) >= board.taste.victory:
            add_points(points, helper, board.taste.victory)
    else:
        add_points(points, fighter, board.taste.treasure * pool)
    return points


def _add_levels(board: Board, points: PointsBySeat, seat: int, levels: int) -> None:
    if levels <= 0:
        return
    level = people.level(board, seat)
    add_points(
        points,
        seat,
        level_worth(board, min(level + levels, board.decks.top_level)) - level_worth(board, level),
    )
    if level + levels >= facts.win_level(board, seat):
        add_points(points, seat, board.taste.victory)


def points_if_lost(board: Board) -> PointsBySeat:
    """Return the points that losing the combat now would cost each seat, by the chance of being caught."""
    points: PointsBySeat = {}
    for seat in people.party(board):
        if seat >= 0 and people.is_living(board, seat):
            for foe in board.combat.foes:
                chance = board.catch_chance(seat, foe.card)
                if chance:
                    add_points(points, seat, -chance * max(board.harm_of(seat, foe.card), 0.0))
    return points


def outlook_if_won(board: Board, deal: HelpOffer | None = None, seat: int = -1) -> float:
    """Return how a seat stands if the party wins."""
    return board.outlook_of(board.me if seat < 0 else seat, points_if_won(board, deal))


def outlook_if_lost(board: Board, seat: int = -1) -> float:
    """Return how a seat stands if the party loses."""
    return board.outlook_of(board.me if seat < 0 else seat, points_if_lost(board))


def outlook_as_it_stands(board: Board) -> float:
    """Return how ``me`` stands if nothing more happens in the combat."""
    combat = board.state.combat
    if combat is None or combat.over or not combat.foes:
        banked = 0.0 if combat is None else board.taste.treasure * score.pool(board)
        extra = {} if combat is None or not banked else {combat.fighter: banked}
        return board.outlook(extra)
    return outlook_if_won(board) if board.margin() > 0 else outlook_if_lost(board)


def is_for_the_win(board: Board) -> bool:
    return board.state.combat is not None and score.for_the_win(board)


@dataclass(frozen=True, slots=True)
class TriedMove:
    """A move that was tried: the table after it, and the party's margin on it."""

    action: Action
    after: Board
    margin: float


@dataclass(frozen=True, slots=True)
class CombatPlan:
    """Moves that would turn a combat; the first is to be made now.

    ``value`` is how ``me`` stands if the plan works, ``succeeds`` whether it does by itself.
    """

    first: Action
    value: float
    succeeds: bool
    margin_gain: float
    """By how much the margin changes."""
    steps: int


def try_moves(board: Board, moves: Iterable[Move], seat: int, goal: int = 0) -> list[TriedMove]:
    """Try every move that could change who wins; ``goal`` as for a plan, 0 for moves in either direction."""
    found: list[TriedMove] = []
    beside = UNTRIED_KINDS_BY_GOAL.get(goal, frozenset())
    for move in moves:
        if move.verb not in TURNING_VERBS or (move.verb == "play" and board.defs[move.card].kind in beside):
            continue
        for picks in variants(board, seat, move):
            option = _try_move(board, move, picks, seat)
            if option is not None:
                found.append(option)
    return found


def _try_move(board: Board, move: Move, picks: Picks, seat: int) -> TriedMove | None:
    if depends_on_dice(board.defs[move.card]):
        tries = [board.after_move(move, picks, seat, dice) for dice in LOW_AND_HIGH_ROLLS]
    else:
        tries = [board.after_move(move, picks, seat)]
    after = tries[0]
    if after is None or any(trial is None for trial in tries):
        return None
    margin = sum(trial.margin() for trial in tries if trial is not None) / len(tries)
    return TriedMove(make_action(seat, move, picks), after, margin)


def find_plan(board: Board, moves: Iterable[Move], goal: int) -> CombatPlan | None:
    """Find cheap moves of ``me`` that bring the margin above 0 (goal 1) or to 0 and below (goal -1).

    Each step is the move with the best outlook among those that turn the fight at once, else the one that
    changes the margin most for its price. Return None if no move brings the goal nearer.
    """
    me, here, current = board.me, board.margin(), board
    first: Action | None = None
    listed = list(moves)
    steps = 0
    margin = here
    while steps < MAX_PLAN_STEPS and (margin <= 0 if goal > 0 else margin > 0):
        best = _best_step(current, try_moves(current, listed, me, goal), margin, goal)
        if best is None:
            break
        first = best.action if first is None else first
        margin, current = best.margin, best.after
        steps += 1
        if current.state.over or is_decided(current):
            break
        listed = legal.moves(current, me)
    if first is None:
        return None
    turns = margin > 0 if goal > 0 else margin <= 0 or is_decided(current)
    return CombatPlan(first, _outlook_with_margin(current, margin), turns, (margin - here) * goal, steps)


def is_decided(board: Board) -> bool:
    """Return True if the combat is over on this board."""
    combat = board.state.combat
    return combat is None or combat.over or not combat.foes


def _outlook_with_margin(board: Board, margin: float) -> float:
    if board.state.over or is_decided(board):
        return outlook_as_it_stands(board)
    return outlook_if_won(board) if margin > 0 else outlook_if_lost(board)


def _best_step(board: Board, found: list[TriedMove], margin: float, goal: int) -> TriedMove | None:
    """Choose the next step of a plan."""
    before = board.outlook()
    turning: list[tuple[float, int, TriedMove]] = []
    moving: list[tuple[float, int, TriedMove]] = []
    for number, option in enumerate(found):
        after = option.after
        if is_decided(after):
            turning.append((_outlook_with_margin(after, NO_MONSTERS_MARGIN), -number, option))
            continue
        if (option.margin > 0) == (goal > 0):
            turning.append((_outlook_with_margin(after, option.margin), -number, option))
        gain = (option.margin - margin) * goal
        if gain > 0:
            price = max(before - after.outlook(), 0.0) + 1.0
            moving.append((gain / price, -number, option))
    if turning:
        return max(turning)[2] if len(turning) == 1 else max(turning, key=lambda entry: entry[:2])[2]
    return max(moving, key=lambda entry: entry[:2])[2] if moving else None
