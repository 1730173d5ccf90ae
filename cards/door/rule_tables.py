"""What a phase or subject of the rules hands to the engine: its verbs, windows and sources of moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Picks

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
