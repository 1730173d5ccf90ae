"""Judging combats: what a win or a loss would mean, and which cards would turn it at what price."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cards.door.state import Offer
from cards.kernel.moves import Action, Move, Picks
from cards.language.definition import Definition
from cards.language.words.guess import Guess
from cards.language.words.reroll import Reroll
from cards.language.words.roll import Roll
from cards.players.board import WON, Board
from cards.players.picks import action, variants
from cards.players.prompts import words_of
from cards.players.worth import level_worth

TURNING = frozenset({"use", "play", "raise", "join", "stack"})
"""Verbs that can change who wins."""

BESIDE = {1: frozenset({"curse", "wandering"}), -1: frozenset({"level_up", "companion"})}
"""Kinds of cards that are not even tried: nobody curses himself to win a fight, or makes its fighter stronger
to spoil it."""

MOST_STEPS = 6
"""Cards in a row that a plan may take."""

CHANCY = (Roll, Guess, Reroll)
LOW_HIGH = ((2,), (5,))
"""A low and a high roll, for trying what depends on one."""

Points = dict[int, float]


def add(points: Points, seat: int, n: float) -> None:
    points[seat] = points.get(seat, 0.0) + n


def is_chancy(definition: Definition) -> bool:
    """Tell whether a die decides what the card does."""
    return any(isinstance(word, CHANCY) for word in words_of(definition))


def spoils(board: Board, deal: Offer | None = None) -> Points:
    """Return what winning the combat now would bring to whom."""
    fight = board.combat
    fighter, helper = fight.fighter, fight.helper
    deal = fight.deal if deal is None else deal
    points: Points = {}
    levels = board.levels_to_win() + fight.banked_levels
    _rise(board, points, fighter, levels)
    pool = board.pool()
    if helper >= 0:
        share = 0
        if deal is not None:
            share = pool if deal.treasures < 0 else min(deal.treasures, pool)
            for card in deal.items:
                add(points, helper, 2.0 + board.taste.gold * board.value(card))
                add(points, fighter, -2.0 - board.taste.gold * board.value(card))
        pick = 0.8 if share and share < pool else 0.0
        add(points, helper, board.taste.treasure * share + pick)
        add(points, fighter, board.taste.treasure * (pool - share) - pick)
        gain = board.total(helper, "helper_levels") * len(fight.foes)
        _rise(board, points, helper, gain)
        if board.options.shared_victory and points.get(fighter, 0) >= board.taste.victory:
            add(points, helper, board.taste.victory)
    else:
        add(points, fighter, board.taste.treasure * pool)
    return points


def _rise(board: Board, points: Points, seat: int, levels: int) -> None:
    if levels <= 0:
        return
    level = board.level(seat)
    add(points, seat, level_worth(board, min(level + levels, board.top_level)) - level_worth(board, level))
    if level + levels >= board.win_level(seat):
        add(points, seat, board.taste.victory)


def damage(board: Board) -> Points:
    """Return what losing the combat now would cost whom, by chance of being caught."""
    points: Points = {}
    for seat in board.party():
        if seat >= 0 and board.is_living(seat):
            for foe in board.combat.foes:
                chance = board.catch_chance(seat, foe.card)
                if chance:
                    add(points, seat, -chance * max(board.harm_of(seat, foe.card), 0.0))
    return points


def won(board: Board, deal: Offer | None = None, seat: int = -1) -> float:
    """Return how a seat stands if the party wins."""
    return board.outlook_of(board.me if seat < 0 else seat, spoils(board, deal))


def lost(board: Board, seat: int = -1) -> float:
    """Return how a seat stands if the party loses."""
    return board.outlook_of(board.me if seat < 0 else seat, damage(board))


def as_it_stands(board: Board) -> float:
    """Return how ``me`` stands if nothing more happens in the combat."""
    combat = board.state.combat
    if combat is None or combat.over or not combat.foes:
        banked = 0.0 if combat is None else board.taste.treasure * combat.banked
        extra = {} if combat is None or not banked else {combat.fighter: banked}
        return board.outlook(extra)
    return won(board) if board.margin() > 0 else lost(board)


def is_for_the_win(board: Board) -> bool:
    return board.state.combat is not None and board.for_the_win()


@dataclass(frozen=True, slots=True)
class Option:
    """A move tried out: the table after it, and the party's margin then."""

    act: Action
    after: Board
    margin: float


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves that would turn a combat, the first of them to be made now.

    ``value`` is how ``me`` stands if the plan works, ``turns`` whether it does by itself.
    """

    first: Action
    value: float
    turns: bool
    moved: float
    """By how much the margin moves."""
    steps: int


def options(board: Board, moves: Iterable[Move], seat: int, goal: int = 0) -> list[Option]:
    """Try every move that could change who wins; ``goal`` as for a plan, 0 for whatever comes of it."""
    found: list[Option] = []
    beside = BESIDE.get(goal, frozenset())
    for move in moves:
        if move.verb not in TURNING or (move.verb == "play" and board.defs[move.card].kind in beside):
            continue
        for picks in variants(board, seat, move):
            option = _try(board, move, picks, seat)
            if option is not None:
                found.append(option)
    return found


def _try(board: Board, move: Move, picks: Picks, seat: int) -> Option | None:
    if is_chancy(board.defs[move.card]):
        tries = [board.tried(move, picks, seat, dice) for dice in LOW_HIGH]
    else:
        tries = [board.tried(move, picks, seat)]
    after = tries[0]
    if after is None or any(trial is None for trial in tries):
        return None
    margin = sum(trial.margin() for trial in tries if trial is not None) / len(tries)
    return Option(action(seat, move, picks), after, margin)


def plan(board: Board, moves: Iterable[Move], goal: int) -> Plan | None:
    """Find cheap moves of ``me`` that bring the margin above 0 (goal 1) or to 0 and below (goal -1).

    Step by step: what turns the fight at once at the least price, else what moves it most for its price.
    None if no move brings it nearer.
    """
    me, here, current = board.me, board.margin(), board
    first: Action | None = None
    listed = list(moves)
    steps = 0
    margin = here
    while steps < MOST_STEPS and (margin <= 0 if goal > 0 else margin > 0):
        best = _best(current, options(current, listed, me, goal), margin, goal)
        if best is None:
            break
        first = best.act if first is None else first
        margin, current = best.margin, best.after
        steps += 1
        if current.state.over or is_decided(current):
            break
        listed = current.legal(me)
    if first is None:
        return None
    turns = margin > 0 if goal > 0 else margin <= 0 or is_decided(current)
    return Plan(first, _value(current, margin), turns, (margin - here) * goal, steps)


def is_decided(board: Board) -> bool:
    """Tell whether the combat is over on this board."""
    combat = board.state.combat
    return combat is None or combat.over or not combat.foes


def _value(board: Board, margin: float) -> float:
    if board.state.over or is_decided(board):
        return as_it_stands(board)
    return won(board) if margin > 0 else lost(board)


def _best(board: Board, found: list[Option], margin: float, goal: int) -> Option | None:
    """Choose the next step of a plan."""
    before = board.outlook()
    turning: list[tuple[float, int, Option]] = []
    moving: list[tuple[float, int, Option]] = []
    for number, option in enumerate(found):
        after = option.after
        if is_decided(after):
            turning.append((_value(after, WON), -number, option))
            continue
        if (option.margin > 0) == (goal > 0):
            turning.append((_value(after, option.margin), -number, option))
        gain = (option.margin - margin) * goal
        if gain > 0:
            price = max(before - after.outlook(), 0.0) + 1.0
            moving.append((gain / price, -number, option))
    if turning:
        return max(turning)[2] if len(turning) == 1 else max(turning, key=lambda entry: entry[:2])[2]
    return max(moving, key=lambda entry: entry[:2])[2] if moving else None
