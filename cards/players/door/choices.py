"""Which choices are worth trying in imagined worlds: those that a combat may depend on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import exp

from cards.door import people
from cards.door.decks import Decks
from cards.door.game import DoorGame
from cards.door.state import DoorState
from cards.kernel.frames import Frame
from cards.kernel.moves import PASS_VERB, Action, Move, Refusal
from cards.players.door.bargains import request_help, sells_victory
from cards.players.door.board import Board
from cards.players.door.combat_values import (
    find_plan,
    is_for_the_win,
    points_if_lost,
    points_if_won,
    try_moves,
)
from cards.players.door.prompts import answer_prompt, find_move, make_action, variants
from cards.players.door.sensible import SensiblePlayer, advance_game
from cards.players.door.worth import Taste, seat_worth

MIN_STAKE_WIN_CHANCE = 0.004
"""A combat of others is looked into if it changes the chance of winning the game by at least this much."""

MAX_EXTRA_CHOICES = 4
"""Choices that are tried besides the sensible one."""

ANSWERS_TO_HELP = frozenset({"accept_help", "refuse_help", "offer_help"})
"""Verbs of those who answer a bargain, or offer their help."""

MAX_WAYS_TO_SPOIL = 2
"""Single cards that turn a fight against its party, tried besides the plan that is best by its price."""

MAX_LOSS_POINTS = 6.0
"""Moves that lose more points than this are not considered."""


def choices(board: Board, moves: list[Move], first: Action) -> list[Action]:
    """Return ``first`` and its alternatives; a list of one means there is nothing to think about."""
    if board.state.prompt is not None:
        return [first]
    find_more = _answers if first.verb in ANSWERS_TO_HELP else CHOICES_BY_WINDOW.get(board.kind)
    more = () if find_more is None else find_more(board, moves, first)
    return list(dict.fromkeys((first, *islice(more, MAX_EXTRA_CHOICES))))


def _answers(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Accept a bargain, or refuse it in the hope of a better one; a counter-offer stands for either."""
    me = board.me
    if me not in people.party(board) and sells_victory(board, board.helped_by(me), me):
        return  # there is no hope to weigh against the price
    for move in moves:
        if move.verb in ("accept_help", "refuse_help") and first.ability in (move.ability, -1):
            yield make_action(board.me, move)


def _trouble(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Fight a monster from the hand, with the help of others if necessary, or none."""
    for move in moves:
        if move.verb in ("loot", "trouble"):
            yield make_action(board.me, move)


def _combat(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Get more out of a fight that is won anyway; win any other with cards or help, or run."""
    me = board.me
    if me != board.combat.fighter:
        return
    claim = find_move(moves, "claim")
    if claim is not None:
        yield make_action(me, claim)
        margin = board.margin()
        yield from (option.action for option in try_moves(board, moves, me) if 0 < option.margin < margin)
        return
    turning = find_plan(board, moves, 1)
    if turning is not None and turning.succeeds:
        yield turning.first
    asking = find_move(moves, "ask_help")
    if asking is not None and not any(offer.by == me for offer in board.combat.offers):
        call = request_help(board, asking)
        if call is not None:
            yield call
    run = find_move(moves, "run_away")
    if run is not None and turning is not None:
        yield make_action(me, run)


def _victory(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Interfere with somebody's kill, by one card or another, or do not."""
    passing = find_move(moves, PASS_VERB)
    if board.me in people.party(board) or passing is None:
        return
    if first.verb != PASS_VERB:
        yield make_action(board.me, passing)
    elif is_for_the_win(board) or stake(board) > MIN_STAKE_WIN_CHANCE:
        turning = find_plan(board, moves, -1)
        if turning is None:
            return
        yield turning.first
    else:
        return
    tried = [option for option in try_moves(board, moves, board.me, -1) if option.margin <= 0]
    tried.sort(key=lambda option: -option.after.outlook())
    yield from (option.action for option in tried[:MAX_WAYS_TO_SPOIL])


def _quiet_turn(board: Board, moves: list[Move], first: Action) -> Iterator[Action]:
    """Do more before the turn goes on, above all with cards that would have to be given away."""
    if first.verb not in ("kick", "end_turn", "give_away"):
        return
    me, before = board.me, board.outlook()
    found: list[tuple[float, Action]] = []
    for move in moves:
        if move.verb in ("play", "use"):
            for picks in variants(board, me, move):
                after = board.after_move(move, picks)
                gain = -MAX_LOSS_POINTS if after is None else after.outlook() - before
                if gain > -MAX_LOSS_POINTS:
                    found.append((gain, make_action(me, move, picks)))
    found.sort(key=lambda entry: -entry[0])
    yield from (act for _, act in found)


CHOICES_BY_WINDOW: dict[str, Callable[[Board, list[Move], Action], Iterator[Action]]] = {
    "trouble": _trouble,
    "combat": _combat,
    "victory": _victory,
    "arrange": _quiet_turn,
    "after": _quiet_turn,
    "charity": _quiet_turn,
}


def stake(board: Board) -> float:
    """Return by how much a combat of others changes the chances of ``me``."""
    lost, won = (
        win_chance_from_worths(
            [points + extra.get(seat, 0.0) for seat, points in enumerate(board.seat_worths())], board.me
        )
        for extra in (points_if_lost(board), points_if_won(board))
    )
    return abs(lost - won)


POINTS_PER_E_ODDS = 37.0
"""Points that make a win e times as likely: fitted to whole games of sensible players.

A Level is ten points (``Taste.level``), and in a logistic model of who wins it counted 0.27.
"""

LAST_LEVEL_POINTS = 20.0
"""By how many points the last Level before the win counts more than any other.

The fit says ten; in trials, players that used twenty won more games.
"""

OWN_FRAME_WINDOWS = frozenset({"flee", "caught", "curse"})
"""Windows for which a trial needs the frame that opened them."""


class Rollout:
    """A private world in which everybody plays on by ``policy``; ``steps`` counts their decisions."""

    def __init__(self, game: DoorGame, world: DoorState, policy: SensiblePlayer) -> None:
        self.game = game
        self.state = world.clone()
        self.policy = policy
        self.steps = 0

    def act(self, action: Action) -> bool:
        """Carry out an action, and return True if it was legal."""
        return not isinstance(self.game.step_in_place(self.state, action), Refusal)

    def play_on(self, max_decisions: int, turns: int) -> None:
        """Play on to the end of ``turns`` turns (0: of what is open now), for ``max_decisions`` at most."""
        state, end = self.state, self.state.turn + max(turns, 1)
        while self.steps < max_decisions and not state.over and state.turn < end:
            if not turns and state.combat is None and state.prompt is None:
                return
            action = self._next_action()
            if action is None or not self.act(action):
                return

    def _next_action(self) -> Action | None:
        """Return what is done next, by a seat that wants to act, else by one the game waits for."""
        pending = self.game.pending(self.state)
        if pending is None:
            return None
        seats = [*self._seats_with_offers(), *pending.awaited]
        for must in (False, True):
            for seat in dict.fromkeys(seats):
                moves = self.game.legal_moves(self.state, seat)
                if moves:
                    self.steps += 1
                    action = self._decide(seat, moves, must=must)
                    if action is not None:
                        return action
        return None

    def _seats_with_offers(self) -> list[int]:
        """Return the seats that were offered a bargain: they may answer, although not awaited."""
        combat = self.state.combat
        return [] if combat is None or self.state.prompt is not None else [o.to for o in combat.offers]

    def _decide(self, seat: int, moves: list[Move], *, must: bool) -> Action | None:
        board = Board(
            frozen_copy(self.state), self.game.decks, seat, answer_prompt, self.policy.taste
        ).freeze()
        board.combat_only = True
        action = self.policy.decide(board, moves, must=must)
        return advance_game(board, moves) if action is None and must else action


def frozen_copy(state: DoorState) -> DoorState:
    """Return a copy on which moves can be tried without the game going on, like a belief."""
    copy = state.clone()
    top = copy.frames[-1] if copy.frames else None
    if copy.prompt is not None or top is None:
        copy.frames = []
    elif top.window is not None and top.window.kind not in OWN_FRAME_WINDOWS:
        copy.frames = [Frame("rest", copy.active, window=top.window)]
    else:
        copy.frames = [top]
    return copy


def win_chance_from_worths(worths: list[float], me: int) -> float:
    """Return how likely a seat is to win, from everybody's worth in points."""
    return 1.0 / sum(exp(min((points - worths[me]) / POINTS_PER_E_ODDS, 30.0)) for points in worths)


def win_chance(state: DoorState, decks: Decks, me: int, taste: Taste, *, open_hands: bool = False) -> float:
    """Return how likely a seat is to win from here; others' hands count by their number unless open."""
    if state.over:
        return 1.0 / len(state.winners) if me in state.winners else 0.0
    board = Board(state, decks, me, answer_prompt, taste).freeze()
    last = board.decks.top_level - 1
    return win_chance_from_worths(
        [
            seat_worth(board, seat, known=open_hands or seat == me)
            + (LAST_LEVEL_POINTS if person.level >= last else 0.0)
            for seat, person in enumerate(state.people)
        ],
        me,
    )
