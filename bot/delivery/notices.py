"""The notices about messages that one process leaves for another. Their text is stored in the database."""

from __future__ import annotations

from typing import Literal

from bot.delivery.surface_keys import SurfaceKey

INVALIDATE_NOTICE = "doubt"
REPOST_NOTICE = "repost"

NoticeKind = Literal["invalidate", "repost"]


def invalidate_notice(key: SurfaceKey) -> str:
    """Return the notice that nobody knows what a surface shows."""
    return f"{INVALIDATE_NOTICE} {key.name}"


def repost_notice(key: SurfaceKey) -> str:
    """Return the notice that a surface has to be posted again below everything else."""
    return f"{REPOST_NOTICE} {key.name}"


def parse_notice(table: int, notice: str) -> tuple[NoticeKind, SurfaceKey]:
    """Return what a notice asks for, and of which surface."""
    word, _, name = notice.partition(" ")
    return "repost" if word == REPOST_NOTICE else "invalidate", SurfaceKey(table, name)
