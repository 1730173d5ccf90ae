"""The names of surfaces: which message of which table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SurfaceKind(StrEnum):
    """What a surface shows. The values are part of the names that are stored."""

    TABLE = "table"
    """The table's own message, in its channel."""
    ENDING = "ending"
    """The message that tells how a finished game ended. It stays below the table's own."""
    HAND = "hand"
    """A person's cards and moves, as a direct message."""
    REMINDER = "remind"
    """A direct message at half of a long wait."""
    TROUBLE = "trouble"
    """A direct message to the host of a suspended game."""
    REPLACED = "replaced"
    """A message that another one has replaced, by its id: it is to be deleted."""
    WATCH = "watch"
    """A spectator's screen: a private answer, see ``LiveReplies``. It has no row in the database."""

    OPEN_HAND = "open"
    """A person's hand opened in the table's channel: a private answer like a spectator's screen."""

    @property
    def in_reply(self) -> bool:
        """Return True if private answers show it, not messages of our own."""
        return self in IN_REPLY_KINDS

    def of(self, table: int, user: int = 0) -> SurfaceKey:
        """Return the key of this surface of a table, for a person where each has one of their own."""
        return SurfaceKey(table, f"{self}.{user}" if user else self)


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


table_key = SurfaceKind.TABLE.of
ending_key = SurfaceKind.ENDING.of
hand_key = SurfaceKind.HAND.of
reminder_key = SurfaceKind.REMINDER.of
replaced_key = SurfaceKind.REPLACED.of
trouble_key = SurfaceKind.TROUBLE.of
watch_key = SurfaceKind.WATCH.of
open_hand_key = SurfaceKind.OPEN_HAND.of
