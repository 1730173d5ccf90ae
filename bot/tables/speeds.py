"""How long the seconds of a game are at a table's speed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.tables.table import Speed

HOUR_S = 3600


@dataclass(frozen=True, slots=True)
class SpeedLimits:
    """A speed: the game's seconds times ``factor``, kept between ``min_s`` and ``max_s`` seconds."""

    factor: int
    min_s: int
    max_s: int


SPEED_LIMITS: dict[Speed, SpeedLimits] = {
    "live": SpeedLimits(1, 5, HOUR_S),
    "relaxed": SpeedLimits(10, 3 * 60, HOUR_S),
    "post": SpeedLimits(1440, 8 * HOUR_S, 72 * HOUR_S),
}


def allowed_s(speed: Speed, live_s: int) -> int:
    """Return how many seconds a wait of so many live seconds lasts at a speed."""
    limits = SPEED_LIMITS[speed]
    return min(max(live_s * limits.factor, limits.min_s), limits.max_s)
