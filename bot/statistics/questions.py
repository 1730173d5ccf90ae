"""What people ask of the statistics: profiles, seasons, and whether their games count."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.statistics.achievements import FinishedGame, earned, history_of
from bot.statistics.profile import Profile, Rival, Season, Share, Standing
from bot.statistics.rating import NEWCOMER, rated_season, season_of
from bot.statistics.result import GameResult
from bot.statistics.service import ResultKeeper
from bot.store.api import StoreError
from cards.kernel.moves import Refusal
from cards.registry import title_of


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


MAX_RIVALS = 3


def profile_of(results: Sequence[GameResult], user: int, name: str, moment: int) -> Profile:
    """Return the figures of a person; ``moment`` says which season is the present one."""
    every = history_of(results, user)
    streak, best = _streaks(every)
    season = season_at(results, moment)
    place = next((n for n, one in enumerate(season.people, 1) if one.user == user), 0)
    cards = Counter[str]()
    for one in every:
        cards.update(one.seat.cards)
    favorite = min(cards.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
    return Profile(
        user=user,
        name=name,
        games=len(every),
        wins=sum(one.seat.won for one in every),
        kills=_sum(every, "kills"),
        stabs=_sum(every, "stabs"),
        bargains=_sum(every, "bargains"),
        deaths=_sum(every, "deaths"),
        streak=streak,
        best_streak=best,
        favorite_card=favorite,
        by_edition=_shares(every, lambda one: title_of(one.game.game)),
        by_players=_shares(every, lambda one: f"{len(one.game.seats)} players"),
        rivals=_rivals(every, user),
        rating=season.people[place - 1].rating if place else 0,
        place=place,
        curve=_curve(results, user, moment),
        achievements=tuple(earned(every)),
    )


def _sum(every: Sequence[FinishedGame], what: str) -> int:
    return sum(one.seat.count(what) for one in every)


def season_at(results: Sequence[GameResult], moment: int) -> Season:
    """Return the season of a moment: everybody who has finished a game in it, the best first."""
    year, quarter = season_of(moment)
    season = rated_season(results, (year, quarter))
    played, ratings = season.games, season.final
    names = {seat.user: seat.name for game in played for seat in game.seats if seat.user}
    lines = [
        Standing(user, names.get(user, robot), found.points, found.games, found.wins)
        for (user, robot), found in ratings.items()
    ]
    lines.sort(key=lambda one: (-one.rating, -one.wins, one.user, one.name))
    people = tuple(one for one in lines if one.user)
    return Season(year, quarter, people, tuple(one for one in lines if not one.user))


def _streaks(every: Sequence[FinishedGame]) -> tuple[int, int]:
    """Return how many games in a row were won up to now, and at best."""
    now = best = 0
    for one in every:
        now = now + 1 if one.seat.won else 0
        best = max(best, now)
    return now, best


def _shares(every: Sequence[FinishedGame], what: Callable[[FinishedGame], str]) -> tuple[Share, ...]:
    games, wins = Counter[str](), Counter[str]()
    for one in every:
        games[what(one)] += 1
        wins[what(one)] += one.seat.won
    order = sorted(games, key=lambda name: (-games[name], name))
    return tuple(Share(name, games[name], wins[name]) for name in order)


def _rivals(every: Sequence[FinishedGame], user: int) -> tuple[Rival, ...]:
    """Return those who have won most often before this person or after them; shared wins count for nobody."""
    ahead, behind = Counter[int](), Counter[int]()
    for one in every:
        for other in one.game.seats:
            if other.user and other.user != user and other.won != one.seat.won:
                (ahead if one.seat.won else behind)[other.user] += 1
    order = sorted({*ahead, *behind}, key=lambda other: (-ahead[other] - behind[other], other))
    return tuple(Rival(other, ahead[other], behind[other]) for other in order[:MAX_RIVALS])


def _curve(results: Sequence[GameResult], user: int, moment: int) -> tuple[int, ...]:
    """Return the rating points that somebody has gained in this season, game by game."""
    season = rated_season(results, season_of(moment))
    points = [after[user] - NEWCOMER.points for after in season.points if user in after]
    return (0, *points) if points else ()
