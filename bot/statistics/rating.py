"""Ratings from results in the order of their endings, from the beginning in each season."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import is_

from cachetools import LRUCache
from openskill.models import PlackettLuce, PlackettLuceRating

from bot.statistics.result import GameResult, SeatResult

_MODEL = PlackettLuce()
MONTHS_PER_SEASON = 3

Key = tuple[int, str]
"""Who has a rating: a person, or (with user 0) a kind of computer player."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is (``mu``), how uncertain that is (``sigma``), and after how many games."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> int:
        """Return the figure to show: what they are worth almost certainly, never below 0."""
        return max(0, round(100 * (self.mu - 3 * self.sigma) + 1000))


NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)


def season_of(moment: int) -> tuple[int, int]:
    """Return year and quarter of a moment in seconds since 1970, by UTC."""
    date = time.gmtime(moment)
    return date.tm_year, (date.tm_mon - 1) // MONTHS_PER_SEASON + 1


def rated(results: Iterable[GameResult]) -> Iterator[tuple[GameResult, dict[int, Rating], dict[Key, Rating]]]:
    """Go through results in their order: each with the seats' ratings before it, and all ratings after it.

    All ratings begin again with every season. A game that nobody has won rates nobody, nor does one that is
    not rated.
    """
    ratings: dict[Key, Rating] = {}
    season = (0, 0)
    for result in results:
        if season_of(result.ended_at) != season:
            season, ratings = season_of(result.ended_at), {}
        before = {seat.seat: _before(seat, ratings) for seat in result.seats}
        _rate(result, before, ratings)
        yield result, before, ratings


@dataclass(frozen=True, slots=True)
class RatedSeason:
    """The ratings at the end of some games, and after each game the points of the people in it."""

    games: tuple[GameResult, ...]
    final: Mapping[Key, Rating]
    points: tuple[Mapping[int, int], ...]


MAX_KEPT_SEASONS = 32
_kept_seasons: LRUCache[tuple[int, int, int], RatedSeason] = LRUCache(MAX_KEPT_SEASONS)
"""By server and season. Rating thousands of games takes a second; most questions come between two games."""


def rated_season(results: Sequence[GameResult], season: tuple[int, int]) -> RatedSeason:
    """Rate the games of a season, all of one server; remembered until one of them is another."""
    games = tuple(game for game in results if game.is_rated and season_of(game.ended_at) == season)
    if not games:
        return RatedSeason((), {}, ())
    key = (games[0].guild, *season)
    kept = _kept_seasons.get(key)
    if kept is not None and len(kept.games) == len(games) and all(map(is_, kept.games, games)):
        return kept
    final: dict[Key, Rating] = {}
    points: list[Mapping[int, int]] = []
    for game, _, final in rated(games):
        points.append({seat.user: final[seat.user, ""].points for seat in game.seats if seat.user})
    made = _kept_seasons[key] = RatedSeason(games, final, tuple(points))
    return made


def forget_seasons() -> None:
    """Forget what is remembered, for it names people."""
    _kept_seasons.clear()


def _before(seat: SeatResult, ratings: dict[Key, Rating]) -> Rating:
    key = key_of(seat)
    if key is not None:
        return ratings.get(key, NEWCOMER)
    return Rating(*seat.rating) if len(seat.rating) == 2 else NEWCOMER


def key_of(seat: SeatResult) -> Key | None:
    """Return under which key a seat is rated; None for people who want no statistics."""
    return (seat.user, "") if seat.user else (0, seat.robot) if seat.robot else None


def _rate(result: GameResult, before: dict[int, Rating], ratings: dict[Key, Rating]) -> None:
    after = dict(before)
    if result.won and result.is_rated:
        teams = [[_MODEL.rating(mu=r.mu, sigma=r.sigma)] for r in before.values()]
        made: list[list[PlackettLuceRating]] = _MODEL.rate(teams, ranks=[s.place for s in result.seats])
        after = {seat: Rating(one.mu, one.sigma) for seat, [one] in zip(before, made, strict=True)}
    new: dict[Key, list[tuple[SeatResult, Rating]]] = {}
    for seat in result.seats:
        if (key := key_of(seat)) is not None:
            new.setdefault(key, []).append((seat, after[seat.seat]))
    for key, several in new.items():  # several computers of one kind at a table count together
        old = ratings.get(key, NEWCOMER)
        mu, sigma = (sum(v) / len(several) for v in zip(*((r.mu, r.sigma) for _, r in several), strict=True))
        wins = old.wins + sum(seat.won for seat, _ in several)
        ratings[key] = Rating(mu, sigma, old.games + len(several), wins)
