"""The engine with all its phases, verbs and lists of moves put together."""

from __future__ import annotations

from typing import ClassVar

from cards.door import (
    abilities,
    charity,
    combat,
    companions,
    curses,
    death,
    escape,
    help,
    overflow,
    plays,
    reward,
    showing,
    trade,
    turn,
)
from cards.door.decks import Decks
from cards.door.engine import Engine
from cards.door.state import DoorState

PARTS = (turn, combat, escape, help, charity, plays, companions, abilities, trade, showing)


class DoorEngine(Engine):
    """The complete rules of the door-kicking game over one state."""

    @classmethod
    def reading(cls, state: DoorState, decks: Decks) -> DoorEngine:
        """Return an engine that only answers questions, and so may remember its answers."""
        engine = cls(state, decks)
        memo = state.memo
        if memo is None:
            memo = state.memo = {}
        engine.memo = memo
        return engine

    handlers: ClassVar = {
        **turn.FRAMES,
        **charity.FRAMES,
        **combat.FRAMES,
        **escape.FRAMES,
        **reward.FRAMES,
        **death.FRAMES,
        **overflow.FRAMES,
        **curses.FRAMES,
        **plays.FRAMES,
        **companions.FRAMES,
        **abilities.FRAMES,
    }
    verbs: ClassVar = {
        **turn.VERBS,
        **charity.VERBS,
        **combat.VERBS,
        **escape.VERBS,
        **help.VERBS,
        **trade.VERBS,
        **plays.VERBS,
        **companions.VERBS,
        **showing.VERBS,
        **abilities.VERBS,
    }
    listers: ClassVar = {
        kind: tuple((part.moves, frozenset(part.VERBS)) for part in PARTS if kind in part.WINDOWS)
        for kind in frozenset().union(*(part.WINDOWS for part in PARTS))
    }
    defaults: ClassVar = {**turn.DEFAULTS, **charity.DEFAULTS, **combat.DEFAULTS, **escape.DEFAULTS}
    quiet = help.QUIET | trade.QUIET | companions.QUIET | showing.QUIET
    calm = help.QUIET | trade.CALM | showing.QUIET | combat.CALM
