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

EPOCH = 1420070400.0
"""Seconds since 1970 at which Discord's ids begin."""

TABLE = "table"
"""The name of a table's own message."""

CALL = "call"
"""The name of the message that mentions whom everybody waits for."""


@dataclass(frozen=True, slots=True)
class Key:
    """Names a surface: the table and which of its messages."""

    table: int
    name: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A surface as it should be now.

    It goes to ``channel``, or where that is 0 to the ``user`` as a direct message. ``version`` grows with
    what it shows. With ``once`` the message is never edited: another version is another message. With
    ``afloat`` it is posted again below when others have buried it.
    """

    screen: Screen
    version: int
    channel: int = 0
    user: int = 0
    once: bool = False
    afloat: bool = False


@dataclass(frozen=True, slots=True)
class Keep:
    """What to draw where the surface stays as it is, there or not."""


KEEP = Keep()


class Artist(Protocol):
    """Draws surfaces from the newest saved state."""

    async def draw(self, key: Key) -> Drawn | Keep | None:
        """Return the surface as it should be now; None where it should not be there."""
        ...


class Shelf(Protocol):
    """Where the ids of messages are kept."""

    def ours(self, table: int) -> bool:
        """Tell whether this process is the one that shows the table."""
        ...

    async def load(self, table: int) -> list[SurfaceRow]: ...

    async def save(self, row: SurfaceRow) -> bool:
        """Keep it; False where another process shows the table by now."""
        ...

    async def drop(self, table: int, name: str) -> None: ...

    async def overwritten(self, row: SurfaceRow) -> None:
        """Say that we have written into a message of another process's by mistake."""
        ...


class Troubles(Protocol):
    """Who has to know about what cannot be delivered."""

    async def dm_closed(self, key: Key, user: int) -> None:
        """Take note that this person gets no direct messages."""
        ...

    async def unreachable(self, key: Key, channel: int, reason: str) -> None:
        """Take note that the channel cannot be used; said once until it works again."""
        ...

    async def stalled(self, key: Key) -> None:
        """Take note that Discord does not take this surface at the moment; said once until it does."""
        ...

    async def flowing(self, key: Key) -> None:
        """Take note that Discord takes this surface again, or that nobody waits for it any more."""
        ...


class Surface:
    """What is known of one surface. ``shown`` is the hash of what the message shows, "" if unknown.

    ``writers`` are on their way to Discord: edits of ours and answers to clicks. If two were at once they
    have ``crossed``, and nobody knows which of them landed last. ``writes`` counts ours that arrived.
    ``last`` is the newest message that was dropped: its nonce would only find it again.
    """

    __slots__ = (
        "anew",
        "crossed",
        "dirty",
        "due",
        "failures",
        "last",
        "looked",
        "patient",
        "replaced",
        "row",
        "shown",
        "still",
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
        self.anew = False
        self.patient = False
        self.still = False
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

    def set_out(self) -> None:
        self.crossed = self.crossed or self.writers > 0
        self.writers += 1

    @contextmanager
    def writing(self) -> Generator[None]:
        self.set_out()
        try:
            yield
        finally:
            self.writers -= 1


def nonce(key: Key, before: int) -> str:
    """Return the nonce for posting a surface after the message ``before`` (0: its first).

    It stays the same when a crash or a lost answer makes us try again, so Discord posts only once.
    """
    return hashlib.sha256(f"{key.table}/{key.name}/{before}".encode()).hexdigest()[:24]


def posted(message: int) -> float:
    """Return when a message was posted, in seconds since 1970."""
    return (message >> 22) / 1000 + EPOCH


def stamp(screen: Screen) -> str:
    return hashlib.sha256(repr((screen, [file.data for file in screen.files])).encode()).hexdigest()
