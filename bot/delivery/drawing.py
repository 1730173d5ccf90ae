"""How a surface is drawn again: how soon and where, and what the renderer returns for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum, auto
from typing import TypeAlias

from bot.views.base.layout import Block, Container, Screen, Section


class Position(IntEnum):
    """Where a message stands after it is drawn again. Of two wishes the greater one wins."""

    UNMOVED = 0
    """Where it is, however old or buried: nothing has happened that people should see."""
    IN_SIGHT = 1
    """Where it is, unless it is too old to be edited well, or buried."""
    BOTTOM = 2
    """Posted again below everything else."""


@dataclass(frozen=True, slots=True)
class RedrawPolicy:
    """How a surface is to be drawn again.

    ``delay_s`` counts from the moment the surface is marked; None is the usual batch delay. With
    ``debounce`` every later mark that debounces too starts the delay again, so the surface waits for quiet.
    """

    delay_s: float | None = None
    debounce: bool = False
    position: Position = Position.IN_SIGHT

    def resolve(self, batch_delay_s: float) -> RedrawPolicy:
        """Return the policy with the batch delay in place of None."""
        if self.delay_s is not None:
            return self
        return RedrawPolicy(batch_delay_s, self.debounce, self.position)

    def after(self, elapsed_s: float) -> RedrawPolicy:
        """Return what is left of a resolved policy so many seconds later."""
        return replace(self, delay_s=_seconds(self) - elapsed_s)

    def merge(self, later: RedrawPolicy) -> RedrawPolicy:
        """Combine two marks of one surface; both delays count from the same moment.

        - Two that debounce: the later one's delay counts, and the result debounces.
        - Otherwise: the shorter delay counts, and the result does not debounce; what is urgent is never put
          off by what is not.
        - The greater position wins, whichever came first.
        """
        debounce = self.debounce and later.debounce
        delay_s = _seconds(later) if debounce else min(_seconds(self), _seconds(later))
        return RedrawPolicy(delay_s, debounce, max(self.position, later.position))


def _seconds(policy: RedrawPolicy) -> float:
    if policy.delay_s is None:
        raise ValueError("resolve the policy first")
    return policy.delay_s


SOON = RedrawPolicy()
"""After the usual batch delay."""

AT_ONCE = RedrawPolicy(0.0)

POST_AGAIN = RedrawPolicy(0.0, position=Position.BOTTOM)


class MessageUpdate(Enum):
    """How a newer version of a surface gets into its message."""

    EDIT = auto()
    """Edited in place."""
    EDIT_IN_SIGHT = auto()
    """Edited in place, or posted again below when others have buried it."""
    EDIT_IN_PLACE = auto()
    """Edited in place, however old or buried: it tells of something that is over."""
    POST_ONCE = auto()
    """Never edited: another version is another message, and the one before goes away."""


@dataclass(frozen=True, slots=True)
class RenderedSurface:
    """A surface as it should be now.

    It goes to ``channel``, or where that is 0 to the ``user`` as a direct message. ``version`` grows with
    what it shows. ``last``: nothing follows it. ``heals``: once it is shown, the game goes on by itself.
    ``awaits`` is the one person for whom the table waits (0: nobody); ``calls``: it is time to call them, and
    only a new message does. ``redraw_after_s``: in so many seconds it is another screen.
    """

    screen: Screen
    version: int
    channel: int = 0
    user: int = 0
    update: MessageUpdate = MessageUpdate.EDIT
    last: bool = False
    heals: bool = False
    awaits: int = 0
    calls: bool = False
    redraw_after_s: float | None = None

    @property
    def post_once(self) -> bool:
        return self.update is MessageUpdate.POST_ONCE


@dataclass(frozen=True, slots=True)
class Gone:
    """There should be no message."""


GONE = Gone()

Drawing: TypeAlias = RenderedSurface | Gone | None
"""What a surface should show now; None: the message stays as it is, there or not."""


def screen_hash(screen: Screen) -> int:
    """Return a number that is another one for every other screen. It means something in this process only.

    The classes are part of it: blocks of two kinds may hold the same words.
    """
    parts = [
        (part.color, *_kinds(part.blocks), part.blocks)
        if isinstance(part, Container)
        else (*_kinds((part,)), part)
        for part in screen.parts
    ]
    return hash((tuple(parts), screen.files, screen.mentioned_users))


def _kinds(blocks: tuple[Block, ...]) -> list[type]:
    return [type(block.beside) if isinstance(block, Section) else type(block) for block in blocks]
