"""What the renderer returns for a surface."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from bot.views.base.layout import Block, Container, Screen, Section


class MessageUpdate(Enum):
    """How a newer version of a surface gets into its message."""

    EDIT = auto()
    """Edited in place."""
    EDIT_IN_SIGHT = auto()
    """Edited in place, or posted again below when others have buried it."""
    EDIT_IN_PLACE = auto()
    """Edited in place, however old or buried: it tells of something that is over."""
    EDIT_VERSION = auto()
    """Edited in place as long as its version stays the same; another version is another message."""
    POST_ONCE = auto()
    """Never edited: another version is another message, and the one before goes away."""


@dataclass(frozen=True, slots=True)
class RenderedSurface:
    """A surface as it should be now.

    It goes to ``channel``, or where that is 0 to the ``user`` as a direct message. ``version`` grows with
    what it shows. ``last``: nothing follows it. ``heals``: once it is shown, the game goes on by itself.
    """

    screen: Screen
    version: int
    channel: int = 0
    user: int = 0
    update: MessageUpdate = MessageUpdate.EDIT
    last: bool = False
    heals: bool = False

    @property
    def post_once(self) -> bool:
        return self.update is MessageUpdate.POST_ONCE


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The message stays as it is, there or not."""


@dataclass(frozen=True, slots=True)
class Gone:
    """There should be no message."""


UNCHANGED = Unchanged()
GONE = Gone()


@dataclass(frozen=True, slots=True)
class Drawing:
    """What a surface should show now, and in how many seconds it has to be drawn again, if at all."""

    content: RenderedSurface | Unchanged | Gone
    redraw_after_s: float | None = None


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
