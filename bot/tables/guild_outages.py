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
    """Servers of which we do not hear, or that take no messages. Several reasons may overlap.

    An outage that is over counts until all tables of its server have got their time back.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        """``now`` gives the uptime in milliseconds."""
        self._now = now
        self._outages: dict[int, Outage] = {}
        self._in_correction: dict[int, list[Outage]] = {}

    def __contains__(self, guild: int | None) -> bool:
        return guild in self._outages or guild in self._in_correction

    def begin(self, guild: int, reason: str) -> None:
        if guild not in self._outages:
            self._outages[guild] = Outage(self._now)
        self._outages[guild].reasons.add(reason)

    def end(self, guild: int, reason: str) -> Outage | None:
        """Take back one reason; return the outage if it was the last one.

        Then ``corrected`` has to be called in any case.
        """
        outage = self._outages.get(guild)
        if outage is None:
            return None
        outage.reasons.discard(reason)
        if outage.reasons:
            return None
        outage.end()
        self._in_correction.setdefault(guild, []).append(outage)
        return self._outages.pop(guild)

    def corrected(self, guild: int, outage: Outage) -> None:
        """Note that the tables of a server have got back what an outage took."""
        in_correction = self._in_correction[guild]
        in_correction.remove(outage)
        if not in_correction:
            del self._in_correction[guild]

    def guilds(self) -> list[int]:
        """List the servers that have an outage now."""
        return list(self._outages)

    def owing(self, guild: int | None) -> list[Outage]:
        """List the outages that may owe time to the tables of a server."""
        if guild is None:
            return []
        now = self._outages.get(guild)
        return [*self._in_correction.get(guild, ()), *(() if now is None else (now,))]
