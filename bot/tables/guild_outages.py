"""Which servers are out of reach, for which reasons and since when: time that nobody there is charged."""

from __future__ import annotations

from collections.abc import Callable


class Outage:
    """One outage of one server, and what its tables have got back of the time that it takes.

    They may get some while it goes on, so that a kill does not lose it.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        """``now`` gives the uptime in milliseconds."""
        self.reasons: set[str] = set()
        self._now = now
        self._began = now()
        self._ended: int | None = None
        self._returned: dict[int, int] = {}

    def end(self) -> None:
        """Let it take no more time."""
        self._ended = self._now()

    def take_owed(self, table: int) -> int:
        """Return the milliseconds that a table has not got back yet; they count as returned from now on."""
        lost = (self._now() if self._ended is None else self._ended) - self._began
        owed = lost - self._returned.get(table, 0)
        self._returned[table] = lost
        return owed

    def not_returned(self, table: int, owed: int) -> None:
        """Note that a table did not get after all what was taken for it."""
        self._returned[table] -= owed


class GuildOutages:
    """Servers of which we do not hear, or that take no messages. Several reasons may overlap."""

    def __init__(self, now: Callable[[], int]) -> None:
        """``now`` gives the uptime in milliseconds."""
        self._now = now
        self._outages: dict[int, Outage] = {}

    def __contains__(self, guild: int | None) -> bool:
        return guild in self._outages

    def begin(self, guild: int, reason: str) -> None:
        if guild not in self._outages:
            self._outages[guild] = Outage(self._now)
        self._outages[guild].reasons.add(reason)

    def end(self, guild: int, reason: str) -> Outage | None:
        """Take back one reason; return the outage if it was the last one."""
        outage = self._outages.get(guild)
        if outage is None:
            return None
        outage.reasons.discard(reason)
        if outage.reasons:
            return None
        outage.end()
        return self._outages.pop(guild)

    def outage(self, guild: int | None) -> Outage | None:
        """Return the outage that a server has now."""
        return None if guild is None else self._outages.get(guild)

    def all(self) -> list[tuple[int, Outage]]:
        """List the servers that have an outage, with it."""
        return list(self._outages.items())
