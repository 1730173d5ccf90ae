"""Which servers are out of reach, for which reasons and since when: time that nobody there is charged."""

from __future__ import annotations

from collections.abc import Callable


class GuildOutages:
    """Servers of which we do not hear, or that take no messages. Several reasons may overlap."""

    def __init__(self, now: Callable[[], int]) -> None:
        """``now`` gives the uptime in milliseconds."""
        self._now = now
        self._since: dict[int, int] = {}
        self._reasons: dict[int, set[str]] = {}

    def __contains__(self, guild: int | None) -> bool:
        return guild in self._since

    def begin(self, guild: int, reason: str) -> None:
        self._since.setdefault(guild, self._now())
        self._reasons.setdefault(guild, set()).add(reason)

    def end(self, guild: int, reason: str) -> int | None:
        """Take back one reason; return the milliseconds lost if it was the last one."""
        reasons = self._reasons.get(guild, set())
        reasons.discard(reason)
        if reasons or guild not in self._since:
            return None
        del self._reasons[guild]
        return self._now() - self._since.pop(guild)
