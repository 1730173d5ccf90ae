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
from cards.door.engine import Engine, Lister
from cards.door.state import DoorState

LISTS: tuple[tuple[Lister, frozenset[str], frozenset[str]], ...] = (
    (turn.moves, frozenset(turn.VERBS), turn.WINDOWS),
    (combat.moves, frozenset(combat.VERBS), combat.WINDOWS),
    (escape.moves, frozenset(escape.VERBS), escape.WINDOWS),
    (help.moves, frozenset(help.VERBS), help.WINDOWS),
    (charity.moves, frozenset(charity.VERBS), charity.WINDOWS),
    (plays.moves, frozenset(plays.VERBS), plays.WINDOWS),
    (companions.moves, frozenset(companions.VERBS), companions.WINDOWS),
    (abilities.moves, frozenset(abilities.VERBS), abilities.WINDOWS),
    (trade.moves, frozenset(trade.VERBS), trade.WINDOWS),
    (showing.moves, frozenset(showing.VERBS), showing.WINDOWS),
)
"""What lists moves, the verbs it may list, and the kinds of windows in which it may."""


def _listers() -> dict[str, tuple[tuple[Lister, frozenset[str]], ...]]:
    kinds = frozenset[str]().union(*(windows for _, _, windows in LISTS))
    return {kind: tuple((moves, verbs) for moves, verbs, at in LISTS if kind in at) for kind in kinds}


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
    listers: ClassVar = _listers()
    needless: ClassVar = charity.NEEDLESS
    defaults: ClassVar = {**turn.DEFAULTS, **charity.DEFAULTS, **combat.DEFAULTS, **escape.DEFAULTS}
    quiet = help.QUIET | trade.QUIET | companions.QUIET | showing.QUIET
    calm = help.QUIET | trade.CALM | showing.QUIET | combat.CALM
