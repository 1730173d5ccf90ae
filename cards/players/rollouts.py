"""Playing on from an imagined table: what a choice leads to when everybody then plays sensibly."""

from __future__ import annotations

from math import exp

from cards.door.decks import Decks
from cards.door.game import DoorGame
from cards.door.state import DoorState
from cards.kernel.frames import Frame
from cards.kernel.moves import Action, Move, Refusal
from cards.players.board import Board
from cards.players.prompts import decide
from cards.players.sensible import SensiblePlayer
from cards.players.turns import lead_on
from cards.players.worth import Taste, estate

SPREAD = 37.0
"""Points that make a win e times as likely: fitted to whole games of sensible players.

A Level is ten points (``Taste.level``), and in a logistic model of who wins it counted 0.27.
"""

BRINK = 20.0
"""Points that the last Level before the win counts more than any Level.

The fit says ten; in trials who believed in twenty won more games.
"""

OWN_FRAME = frozenset({"flee", "caught", "curse"})
"""Windows in which a trial needs the frame that opened them."""


class Rollout:
    """A world of one's own in which everybody plays on by ``policy``; ``steps`` counts their decisions."""

    def __init__(self, game: DoorGame, world: DoorState, policy: SensiblePlayer) -> None:
        self.game = game
        self.state = world.clone()
        self.policy = policy
        self.steps = 0

    def act(self, action: Action) -> bool:
        """Let an action happen, and tell whether it was legal."""
        return not isinstance(self.game.act(self.state, action), Refusal)

    def play_on(self, most: int, turns: int) -> None:
        """Play on to the end of so many turns (0: of what is open now), for so many decisions at most."""
        state, end = self.state, self.state.turn + max(turns, 1)
        while self.steps < most and not state.over and state.turn < end:
            if not turns and state.combat is None and state.prompt is None:
                return
            action = self._next()
            if action is None or not self.act(action):
                return

    def _next(self) -> Action | None:
        """Return what is done next: by whoever wants to, else by somebody who has to lead on."""
        pending = self.game.pending(self.state)
        if pending is None:
            return None
        seats = [*self._offered(), *pending.awaited]
        for must in (False, True):
            for seat in dict.fromkeys(seats):
                moves = self.game.legal(self.state, seat)
                if moves:
                    self.steps += 1
                    action = self._decide(seat, moves, must=must)
                    if action is not None:
                        return action
        return None

    def _offered(self) -> list[int]:
        """Return who has been offered a bargain, and so may answer though nobody waits for it."""
        combat = self.state.combat
        return [] if combat is None or self.state.prompt is not None else [o.to for o in combat.offers]

    def _decide(self, seat: int, moves: list[Move], *, must: bool) -> Action | None:
        board = Board(standing_still(self.state), self.game.decks, seat, decide, self.policy.taste).read()
        board.hurried = True
        action = self.policy.decide(board, moves, must=must)
        return lead_on(board, moves) if action is None and must else action


def standing_still(state: DoorState) -> DoorState:
    """Return a copy on which moves can be tried without the game going on, as on a believed table."""
    copy = state.clone()
    top = copy.frames[-1] if copy.frames else None
    if copy.prompt is not None or top is None:
        copy.frames = []
    elif top.window is not None and top.window.kind not in OWN_FRAME:
        copy.frames = [Frame("rest", copy.active, window=top.window)]
    else:
        copy.frames = [top]
    return copy


def chance_of(estates: list[float], me: int) -> float:
    """Return how likely a seat wins, by what everybody has in points."""
    return 1.0 / sum(exp(min((points - estates[me]) / SPREAD, 30.0)) for points in estates)


def chance(state: DoorState, decks: Decks, me: int, taste: Taste) -> float:
    """Return how likely a seat wins from here; others' hands count by their number of cards."""
    if state.over:
        return 1.0 / len(state.winners) if me in state.winners else 0.0
    board = Board(state, decks, me, decide, taste).read()
    last = board.top_level - 1
    return chance_of(
        [
            estate(board, seat, known=seat == me) + (BRINK if person.level >= last else 0.0)
            for seat, person in enumerate(state.people)
        ],
        me,
    )
