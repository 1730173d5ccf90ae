"""Playing on from an imagined world: what a choice leads to if everybody then plays sensibly."""

from __future__ import annotations

from math import exp

from cards.door.decks import Decks
from cards.door.game import DoorGame
from cards.door.state import DoorState
from cards.kernel.frames import Frame
from cards.kernel.moves import Action, Move, Refusal
from cards.players.door.board import Board
from cards.players.door.prompts import answer_prompt
from cards.players.door.sensible import SensiblePlayer
from cards.players.door.turns import advance_game
from cards.players.door.worth import Taste, seat_worth

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
