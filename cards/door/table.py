"""The table while the rules look at it or change it: what every function of the rules gets first.

Before it stands what a phase or subject of the rules hands to the engine: verbs, windows, sources of moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cards.door.decks import Decks
from cards.door.state import PILE_ZONES, Combat, DoorState
from cards.kernel.frames import Frame
from cards.kernel.machine import Machine
from cards.kernel.moves import Move, Picks
from cards.language.rules_api import Rules

VerbHandler = Callable[[Any, int, Move, Picks], None]
FrameHandler = Callable[[Any, Frame], None]


@dataclass(frozen=True, slots=True)
class MoveSource:
    """A function that lists some of a living seat's moves, with the verbs it may list and its windows.

    It is ``cacheable`` if verbs in ``keeps_cache`` do not change its list. Where they do, it is called often
    and lists only moves whose slots can be filled. With ``wants`` it lists nothing for a seat that has none
    of these marks (``legal.marks_of``), so that it need not be called.
    """

    moves: Callable[[Any, int, str, list[Move]], None]
    verbs: frozenset[str]
    windows: frozenset[str]
    cacheable: bool = True
    wants: int = 0


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Neighboring move sources of a kind of window, all of them cacheable or none."""

    cacheable: bool
    sources: tuple[MoveSource, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RuleTables:
    """What the phases and subjects of the rules say about verbs and windows, put together."""

    verb_handlers: dict[str, VerbHandler]
    move_groups: dict[str, tuple[MoveGroup, ...]]
    """For each kind of window its move sources; neighbors that can be cached together form a group."""
    timeout_handlers: dict[str, FrameHandler]
    """What happens when the time of a window runs out; for windows not listed, as if all had passed."""
    obsolete_windows: dict[str, Callable[[Any, Frame], bool]]
    """For windows that acts of others can make pointless: whether that has happened."""
    reopenings: dict[str, Callable[[Any], bool]]
    """For windows that do not reopen after every act: whether they do after this one."""
    keeps_passes: frozenset[str]
    """Verbs that change nothing in a combat, so that passes stand."""
    keeps_cache: frozenset[str]
    """Verbs that move no card and change no figure, so that remembered answers still hold."""
    ends_wait: frozenset[str]
    """Verbs that lead the turn on: the wait for the player who takes one is over."""


MAX_GROUPS: Final = 5
"""Groups that a window may have."""


class Table(Machine[DoorState]):
    """One state with its cards, and what holds while it is looked at.

    Questions and operations are functions of it, in the module of their subject. What stands here, apart from
    plain reads, are the places where ``DoorEngine`` or a computer player's board puts something of its own.
    """

    rule_tables: RuleTables
    as_drawback: bool | None = None
    """Explained in ``cards.language.rules_api``."""
    reacting: bool = False
    """Whether a monster's bonus is asked for, to which the sex of companions counts too (R-606)."""
    denying: bool = False
    """Whether it is just being found out if a card suspends somebody's Classes or Races."""
    recheck_limits: bool = False
    """Whether limits may have changed and are to be checked."""

    def __init__(self, state: DoorState, decks: Decks) -> None:
        super().__init__(state)
        self.decks = decks
        self.defs = decks.definitions
        self.options = decks.options
        self.leave_reactions: tuple[tuple[str, int, int], ...] = ()
        """Events to be fired (``left_play``, ``companion_lost``), with seat and reacting cards."""

    @property
    def combat(self) -> Combat:
        """Return the combat; only for callers that know there is one."""
        combat = self.state.combat
        assert combat is not None
        return combat

    @property
    def fighter(self) -> int:
        """Return the seat whose combat it is, -1 outside combat."""
        combat = self.state.combat
        return -1 if combat is None else combat.fighter

    @property
    def helper(self) -> int:
        """Return the seat that helps in the combat, -1 if none does."""
        combat = self.state.combat
        return -1 if combat is None else combat.helper

    def pile(self, name: str) -> tuple[int, ...]:
        """Return the cards of a pile from bottom to top; a board notes that it only guesses some of them."""
        return self.state.zones.lists[PILE_ZONES[name]]

    # what the layers above put in

    @property
    def rules(self) -> Rules:
        """Return the same table as the card language sees it (``language_port.py``)."""
        raise NotImplementedError

    def may_be_above_limits(self) -> bool:
        """Return True if limits have to be enforced; a board knows what a trial has not touched."""
        return True
