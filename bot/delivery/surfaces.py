"""What a surface is: a message that shows something, what it should show, and what is known of it."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from bot.store.rows import SurfaceRow
from bot.views.layout import Screen

DISCORD_EPOCH_S = 1420070400.0
"""Seconds since 1970 at which Discord's ids begin."""

TABLE_SURFACE = "table"
"""The name of a table's own message."""

CALL_SURFACE = "call"
"""The name of the message that mentions whom everybody waits for."""


@dataclass(frozen=True, slots=True)
class SurfaceKey:
    """Names a surface: the table and which of its messages."""

    table: int
    name: str


@dataclass(frozen=True, slots=True)
class RenderedSurface:
    """A surface as it should be now.

    It goes to ``channel``, or where that is 0 to the ``user`` as a direct message. ``version`` grows with
    what it shows. With ``once`` the message is never edited: another version is another message. With
    ``afloat`` it is posted again below when others have buried it.
    """

    screen: Screen
    version: int
    channel: int = 0
    user: int = 0
    post_once: bool = False
    repost_when_buried: bool = False


@dataclass(frozen=True, slots=True)
class Unchanged:
    """What to draw where the surface stays as it is, there or not."""


UNCHANGED = Unchanged()


class SurfaceRenderer(Protocol):
    """Draws surfaces from the newest saved state."""

    async def render(self, key: SurfaceKey) -> RenderedSurface | Unchanged | None:
        """Return the surface as it should be now; None where it should not be there."""
        ...


class SurfaceStore(Protocol):
    """Where the ids of messages are kept."""

    def owns(self, table: int) -> bool:
        """Return True if this process is the one that shows the table."""
        ...

    async def load(self, table: int) -> list[SurfaceRow]: ...

    async def save(self, row: SurfaceRow) -> bool:
        """Keep it; False where another process shows the table by now."""
        ...

    async def drop(self, table: int, name: str) -> None: ...

    async def report_overwrite(self, row: SurfaceRow) -> None:
        """Say that we have written into a message of another process's by mistake."""
        ...


class FailureListener(Protocol):
    """Who has to know about what cannot be delivered."""

    async def dm_closed(self, key: SurfaceKey, user: int) -> None:
        """Take note that this person gets no direct messages."""
        ...

    async def channel_unreachable(self, key: SurfaceKey, channel: int, reason: str) -> None:
        """Take note that the channel cannot be used; said once until it works again."""
        ...

    async def delivery_stalled(self, key: SurfaceKey) -> None:
        """Take note that Discord does not take this surface at the moment; said once until it does."""
        ...

    async def delivery_resumed(self, key: SurfaceKey) -> None:
        """Take note that Discord takes this surface again, or that nobody waits for it any more."""
        ...


class Surface:
    """What is known of one surface. ``shown`` is the hash of what the message shows, "" if unknown.

    ``writers`` are on their way to Discord: edits of ours and answers to clicks. If two were at once they
    have ``crossed``, and nobody knows which of them landed last. ``writes`` counts ours that arrived.
    ``last`` is the newest message that was dropped: its nonce would only find it again.
    """

    __slots__ = (
        "crossed",
        "debounce",
        "dirty",
        "due",
        "failures",
        "keep_position",
        "last",
        "looked",
        "replaced",
        "repost",
        "row",
        "shown",
        "task",
        "version",
        "woken",
        "writers",
        "writes",
    )

    def __init__(self, row: SurfaceRow | None) -> None:
        self.row = row
        self.shown = ""
        self.version = -1
        self.dirty = False
        self.repost = False
        self.debounce = False
        self.keep_position = False
        self.crossed = False
        self.writers = 0
        self.due = 0.0
        self.looked = 0.0
        self.failures = 0
        self.last = 0
        self.writes = 0
        self.replaced: list[SurfaceRow] = []
        self.task: asyncio.Task[None] | None = None
        self.woken = asyncio.Event()

    def begin_write(self) -> None:
        self.crossed = self.crossed or self.writers > 0
        self.writers += 1

    @contextmanager
    def writing(self) -> Generator[None]:
        self.begin_write()
        try:
            yield
        finally:
            self.writers -= 1


def nonce(key: SurfaceKey, before: int) -> str:
    """Return the nonce for posting a surface after the message ``before`` (0: its first).

    It stays the same when a crash or a lost answer makes us try again, so Discord posts only once.
    """
    return hashlib.sha256(f"{key.table}/{key.name}/{before}".encode()).hexdigest()[:24]


def posted_at_s(message: int) -> float:
    """Return when a message was posted, in seconds since 1970."""
    return (message >> 22) / 1000 + DISCORD_EPOCH_S


def screen_hash(screen: Screen) -> str:
    return hashlib.sha256(repr((screen, [file.data for file in screen.files])).encode()).hexdigest()
