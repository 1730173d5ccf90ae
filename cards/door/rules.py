"""The engine with all its phases, verbs and lists of moves put together."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar, Final

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
from cards.door.engine import Engine, Lister, Listers
from cards.door.state import DoorState

LISTERS: Final[tuple[Lister, ...]] = (
    Lister(turn.moves, frozenset(turn.VERBS), turn.WINDOWS),
    Lister(combat.moves, frozenset(combat.VERBS), combat.WINDOWS),
    Lister(escape.moves, frozenset(escape.VERBS), escape.WINDOWS),
    Lister(help.moves, frozenset(help.VERBS), help.WINDOWS, steady=False),
    Lister(charity.moves, frozenset(charity.VERBS), charity.WINDOWS),
    Lister(plays.moves, frozenset(plays.VERBS), plays.WINDOWS),
    Lister(companions.moves, frozenset(companions.VERBS), companions.WINDOWS),
    Lister(abilities.moves, frozenset(abilities.VERBS), abilities.WINDOWS),
    Lister(trade.moves, frozenset(trade.VERBS), trade.WINDOWS),
    Lister(trade.bargains, frozenset(trade.VERBS), trade.WINDOWS, steady=False),
    Lister(showing.moves, frozenset(showing.VERBS), showing.WINDOWS),
)


def _by_window() -> dict[str, tuple[Listers, ...]]:
    """Return the listers of each kind of window."""
    found: dict[str, tuple[Listers, ...]] = {}
    for kind in frozenset[str]().union(*(lister.windows for lister in LISTERS)):
        groups = groupby((one for one in LISTERS if kind in one.windows), lambda one: one.steady)
        found[kind] = tuple(Listers(steady, tuple(group)) for steady, group in groups)
    return found


class DoorEngine(Engine):
    """The complete rules of the door-kicking game over one state."""

    @staticmethod
    def reading(state: DoorState, decks: Decks) -> DoorEngine:
        """Return an engine that only answers questions, and so may remember its answers."""
        engine = DoorEngine(state, decks)
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
    listers: ClassVar = _by_window()
    needless: ClassVar = charity.NEEDLESS
    defaults: ClassVar = {**turn.DEFAULTS, **charity.DEFAULTS, **combat.DEFAULTS, **escape.DEFAULTS}
    quiet = help.QUIET | trade.QUIET | companions.QUIET | showing.QUIET
    calm = help.QUIET | trade.CALM | showing.QUIET | combat.CALM
