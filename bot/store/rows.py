"""What is kept, as rows. Bytes are opaque here; times are milliseconds unless a name says otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

PROBE_NAME, PROBE_BYTES = "probe", bytes(2**18)
"""Saved and deleted in one transaction, to see whether as much as a move can be saved."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as of its newest revision.

    ``body`` holds the host's facts, ``snapshot`` the game's state (None before the start). ``wake`` is the
    uptime (see ``Store.uptime``) at which the table wants attention, None while it has no clock running.
    ``live`` is True while it holds its channel. ``row_version`` (column ``edition``) counts writes: a
    store that several processes share accepts a commit only if it was made from the newest one.
    """

    id: int
    channel: int
    guild: int
    live: bool
    revision: int
    wake: int | None
    body: bytes
    snapshot: bytes | None = None
    row_version: int = field(default=0, compare=False)


def table_row(id: int, channel: int, guild: int, live: object, *more: Any) -> TableRow:
    """Return a row as it was read: SQLite knows no truth values."""
    return TableRow(id, channel, guild, bool(live), *more)


@dataclass(frozen=True, slots=True)
class LogRow:
    """An accepted request: which revision it made, who asked, what came of it.

    ``interaction_id`` is 0 where nobody pressed. ``kind`` names the request, ``body`` and ``events`` are its
    data; ``at`` is in seconds since 1970.
    """

    table: int
    revision: int
    interaction_id: int
    user: int
    kind: str
    body: bytes
    events: bytes
    at: int


@dataclass(frozen=True, slots=True)
class TableCommit:
    """What one accepted request changes; all of it is kept or nothing.

    ``users`` are the people at the table where they changed. ``definitions`` are card definitions with
    their digest, kept once however many tables use them. ``log`` None: a note that is no request.
    """

    table: TableRow
    log: LogRow | None = None
    users: tuple[int, ...] | None = None
    definitions: tuple[str, bytes] | None = None
    location_changed: bool = True


@dataclass(frozen=True, slots=True)
class LiveTable:
    """The little that has to be known of every live table, asleep or not."""

    id: int
    channel: int
    guild: int
    wake: int | None


@dataclass(frozen=True, slots=True)
class SurfaceRow:
    """A message that shows a table.

    ``key`` says which one (``table``, ``hand.2``), ``version`` the revision that it shows.
    """

    table: int
    key: str
    channel: int
    message: int
    version: int


@dataclass(frozen=True, slots=True)
class UserRow:
    """What a person wants or has shown: DMs closed until (seconds since 1970; 0: open), words only, letters.

    ``text_size`` is 0 for normal letters, 1 for small and 2 for large ones.
    """

    user: int
    dm_closed_until: int = 0
    text_only: bool = False
    text_size: int = 0
