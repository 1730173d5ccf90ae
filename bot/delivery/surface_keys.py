"""The names of surfaces: which message of which table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SurfaceKind(StrEnum):
    """What a surface shows. The values are part of the names that are stored."""

    TABLE = "table"
    """The table's own message, in its channel."""
    CALL = "call"
    """The message that mentions the one person everybody waits for."""
    BARGAIN = "bargain"
    """The message about what people ask of each other: it mentions who has to answer."""
    ENDING = "ending"
    """The message that tells how a finished game ended. It stays below the table's own."""
    HAND = "hand"
    """A person's cards and moves, as a direct message."""
    REMINDER = "remind"
    """A direct message at half of a long wait."""
    TROUBLE = "trouble"
    """A direct message to the host of a suspended game."""
    WATCH = "watch"
    """A spectator's screen: a private answer, see ``LiveReplies``. It has no row in the database."""

    OPEN_HAND = "open"
    """A person's hand opened in the table's channel: a private answer like a spectator's screen."""

    @property
    def in_reply(self) -> bool:
        """Return True if private answers show it, not messages of our own."""
        return self in IN_REPLY_KINDS


IN_REPLY_KINDS = frozenset({SurfaceKind.WATCH, SurfaceKind.OPEN_HAND})


@dataclass(frozen=True, slots=True)
class SurfaceKey:
    """Names a surface: the table and which of its messages, for instance ``hand.5``."""

    table: int
    name: str

    @property
    def kind(self) -> SurfaceKind:
        return SurfaceKind(self.name.partition(".")[0])

    @property
    def user(self) -> int:
        """Return whose message it is; 0 for a message in the table's channel."""
        return int(self.name.partition(".")[2] or 0)


def table_key(table: int) -> SurfaceKey:
    return SurfaceKey(table, SurfaceKind.TABLE)


def bargain_key(table: int) -> SurfaceKey:
    return SurfaceKey(table, SurfaceKind.BARGAIN)


def ending_key(table: int) -> SurfaceKey:
    return SurfaceKey(table, SurfaceKind.ENDING)


def call_key(table: int) -> SurfaceKey:
    return SurfaceKey(table, SurfaceKind.CALL)


def hand_key(table: int, user: int) -> SurfaceKey:
    return SurfaceKey(table, f"{SurfaceKind.HAND}.{user}")


def reminder_key(table: int, user: int) -> SurfaceKey:
    return SurfaceKey(table, f"{SurfaceKind.REMINDER}.{user}")


def trouble_key(table: int, user: int) -> SurfaceKey:
    return SurfaceKey(table, f"{SurfaceKind.TROUBLE}.{user}")


def watch_key(table: int, user: int) -> SurfaceKey:
    return SurfaceKey(table, f"{SurfaceKind.WATCH}.{user}")


def open_hand_key(table: int, user: int) -> SurfaceKey:
    return SurfaceKey(table, f"{SurfaceKind.OPEN_HAND}.{user}")
