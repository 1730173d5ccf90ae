"""Playing a logged game again, revision by revision."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cards.kernel.events import Event
from cards.kernel.game import Game
from cards.kernel.moves import Action, Refusal


class GameReplay:
    """A game that is played again. ``packed`` are its encoded states by revision, from the start on.

    Hundreds of decoded ones would hold everybody up each time that Python looks for garbage.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.packed: dict[int, bytes] = {}
        self.state: Any = None

    def start(self, revision: int) -> tuple[Event, ...]:
        """Deal, and return what happened."""
        state, events = self.game.start()
        self._keep(revision, state)
        return events

    def go_on(
        self, revision: int, actions: Iterable[Action], back_to: int = -1
    ) -> tuple[Event, ...] | Refusal:
        """Return to a revision, if any, and take these actions; return what happened.

        A refusal says that today's rules do not take an action; the game then stands where it was.
        Raises KeyError for a revision that never was.
        """
        state = self.game.decode(self.packed[back_to]) if back_to >= 0 else self.state
        told: tuple[Event, ...] = ()
        for action in actions:
            answer = self.game.step(state, action)
            if isinstance(answer, Refusal):
                return answer
            state, told = answer.state, told + answer.events
        self._keep(revision, state)
        return told

    def _keep(self, revision: int, state: Any) -> None:
        self.state = state
        self.packed[revision] = self.game.encode(state)
