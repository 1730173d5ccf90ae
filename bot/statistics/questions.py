"""What people ask of the statistics: profiles, seasons, and whether their games count."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from bot.statistics.figures import profile_of, season_at
from bot.statistics.profile import Profile, Season
from bot.statistics.service import ResultKeeper
from bot.store.api import StoreError
from cards.kernel.moves import Refusal


class StatisticsService:
    """Answers with values; people see the figures of their own server, and their own of all servers (0)."""

    def __init__(self, results: ResultKeeper, clock: Callable[[], float]) -> None:
        self._results = results
        self._clock = clock

    async def profile(self, guild: int, user: int, name: str) -> Profile | Refusal:
        """Return somebody's figures."""
        try:
            if (await self._results.wish(user)).opted_out:
                return Refusal("no_statistics")
            results = await (self._results.results(guild) if guild else self._results.results_of(user))
            found = await asyncio.to_thread(profile_of, results, user, name, int(self._clock()))
        except StoreError:
            return Refusal("not_loaded")
        if not found.games:
            return Refusal("no_results")
        return found if guild else replace(found, place=0)  # a season has no ranking over servers

    async def season(self, guild: int) -> Season | Refusal:
        """Return the present season."""
        try:
            results = await self._results.results(guild)
            return await asyncio.to_thread(season_at, results, int(self._clock()))
        except StoreError:
            return Refusal("not_loaded")

    async def keep(self, user: int, *, keep: bool) -> Refusal | None:
        """Count somebody's games from now on, or take them out of all statistics."""
        try:
            await (self._results.opt_in(user) if keep else self._results.opt_out(user))
        except StoreError:
            return Refusal("not_saved")
        return None
