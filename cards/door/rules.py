"""The complete engine: all phases, verbs and move sources put together."""

from __future__ import annotations

from itertools import groupby
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from cards.door import (
    abilities,
    charity,
    combat,
    companions,
    curses,
    death,
    escape,
    help,
    memory,
    overflow,
    plays,
    reward,
    showing,
    state_based_actions,
    trade,
    truce,
    turn,
    waste,
)
from cards.door.decks import Decks
from cards.door.language_port import LanguagePort
from cards.door.state import DoorState
from cards.door.table import MAX_GROUPS, MoveGroup, MoveSource, RuleTables
from cards.door.windows import (
    COMPANION_MARK,
    FIGHTING_MARK,
    GEAR_MARK,
    IN_PLAY_SHIFT,
    ITEM_MARK,
    MONSTER_MARK,
    OWN_TURN_MARK,
    SPENT_MARK,
    STEED_MARK,
    USABLE_MARK,
)
from cards.kernel.frames import Frame

MOVE_SOURCES: Final[tuple[MoveSource, ...]] = (
    MoveSource(turn.moves, frozenset(turn.VERB_HANDLERS), turn.WINDOWS, wants=OWN_TURN_MARK),
    MoveSource(
        combat.moves, frozenset(combat.VERB_HANDLERS), combat.WINDOWS, wants=FIGHTING_MARK | MONSTER_MARK
    ),
    MoveSource(escape.moves, frozenset(escape.VERB_HANDLERS), escape.WINDOWS),
    MoveSource(help.moves, frozenset(help.VERB_HANDLERS), help.WINDOWS, cacheable=False),
    MoveSource(truce.moves, frozenset(truce.VERB_HANDLERS), truce.WINDOWS, cacheable=False),
    MoveSource(charity.moves, frozenset(charity.VERB_HANDLERS), charity.WINDOWS),
    MoveSource(plays.moves, frozenset(plays.VERB_HANDLERS), plays.WINDOWS),
    MoveSource(
        companions.moves,
        frozenset(companions.VERB_HANDLERS),
        companions.WINDOWS,
        wants=COMPANION_MARK << IN_PLAY_SHIFT,
    ),
    MoveSource(
        abilities.moves,
        frozenset(abilities.VERB_HANDLERS),
        abilities.WINDOWS,
        wants=FIGHTING_MARK | SPENT_MARK | USABLE_MARK << IN_PLAY_SHIFT,
    ),
    MoveSource(
        trade.moves,
        frozenset(trade.VERB_HANDLERS),
        trade.WINDOWS,
        wants=ITEM_MARK | (ITEM_MARK | GEAR_MARK | STEED_MARK) << IN_PLAY_SHIFT,
    ),
    MoveSource(trade.trade_moves, frozenset(trade.VERB_HANDLERS), trade.TRADE_WINDOWS, cacheable=False),
    MoveSource(showing.moves, frozenset(showing.VERB_HANDLERS), showing.WINDOWS),
)


def _by_window() -> dict[str, tuple[MoveGroup, ...]]:
    """Return the groups of move sources for each kind of window."""
    found: dict[str, tuple[MoveGroup, ...]] = {}
    for kind in frozenset[str]().union(*(lister.windows for lister in MOVE_SOURCES)):
        groups = groupby((one for one in MOVE_SOURCES if kind in one.windows), lambda one: one.cacheable)
        found[kind] = tuple(MoveGroup(cacheable, tuple(group)) for cacheable, group in groups)
    assert max(map(len, found.values())) <= MAX_GROUPS
    return found


RULE_TABLES: Final = RuleTables(
    verb_handlers={
        **turn.VERB_HANDLERS,
        **charity.VERB_HANDLERS,
        **combat.VERB_HANDLERS,
        **escape.VERB_HANDLERS,
        **help.VERB_HANDLERS,
        **truce.VERB_HANDLERS,
        **trade.VERB_HANDLERS,
        **plays.VERB_HANDLERS,
        **companions.VERB_HANDLERS,
        **showing.VERB_HANDLERS,
        **abilities.VERB_HANDLERS,
    },
    move_groups=_by_window(),
    timeout_handlers={
        **turn.TIMEOUT_HANDLERS,
        **charity.TIMEOUT_HANDLERS,
        **combat.TIMEOUT_HANDLERS,
        **escape.TIMEOUT_HANDLERS,
    },
    obsolete_windows={
        **turn.OBSOLETE_WINDOWS,
        **charity.OBSOLETE_WINDOWS,
        **combat.OBSOLETE_WINDOWS,
        **escape.OBSOLETE_WINDOWS,
    },
    reopenings=combat.REOPENINGS,
    keeps_passes=help.KEEPS_PASSES_VERBS
    | truce.KEEPS_PASSES_VERBS
    | trade.KEEPS_PASSES_VERBS
    | companions.KEEPS_PASSES_VERBS
    | showing.KEEPS_PASSES_VERBS,
    keeps_cache=help.KEEPS_PASSES_VERBS
    | truce.KEEPS_PASSES_VERBS
    | trade.KEEPS_CACHE_VERBS
    | showing.KEEPS_PASSES_VERBS
    | combat.KEEPS_CACHE_VERBS,
    ends_wait=frozenset(turn.VERB_HANDLERS) | frozenset(charity.VERB_HANDLERS),
)


@mypyc_attr(free_list_len=1)  # one is made for each question
class DoorEngine(LanguagePort):
    """The complete rules of the door-kicking game over one state."""

    def __init__(self, state: DoorState, decks: Decks) -> None:
        super().__init__(state, decks)
        self.rule_tables = RULE_TABLES

    @staticmethod
    def reading(state: DoorState, decks: Decks) -> DoorEngine:
        """Return an engine that only answers questions, and can therefore remember its answers."""
        engine = DoorEngine(state, decks)
        memory.resume(engine)
        return engine

    def check_state_based_actions(self, top: Frame) -> bool:
        """Do what takes precedence over pending frames; return True if anything was done."""
        return state_based_actions.check(self, top)

    frame_handlers: ClassVar = {
        **turn.FRAME_HANDLERS,
        **charity.FRAME_HANDLERS,
        **combat.FRAME_HANDLERS,
        **escape.FRAME_HANDLERS,
        **reward.FRAME_HANDLERS,
        **death.FRAME_HANDLERS,
        **overflow.FRAME_HANDLERS,
        **curses.FRAME_HANDLERS,
        **help.FRAME_HANDLERS,
        **companions.FRAME_HANDLERS,
        **abilities.FRAME_HANDLERS,
        **waste.FRAME_HANDLERS,
    }
