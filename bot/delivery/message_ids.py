"""What can be read from a message's id, and what makes a posted message be found again."""

from __future__ import annotations

import hashlib

from bot.delivery.surface_keys import SurfaceKey

DISCORD_EPOCH_S = 1420070400.0
"""Seconds since 1970 at which Discord's ids begin."""


def nonce(key: SurfaceKey, before: int) -> str:
    """Return the nonce for posting a surface after the message ``before`` (0: its first).

    It stays the same when a crash or a lost answer makes us try again, so Discord posts only once.
    """
    return hashlib.sha256(f"{key.table}/{key.name}/{before}".encode()).hexdigest()[:24]


def posted_at_s(message: int) -> float:
    """Return when a message was posted, in seconds since 1970."""
    return (message >> 22) / 1000 + DISCORD_EPOCH_S
