"""What came of a finished game, and how it is saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from bot.store.results import ResultRow, ResultSeatRow
from cards.kernel.codec import CheckedCodec


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What came of a game for one seat.

    ``user`` 0 is a computer (``robot`` names its kind) or somebody who wants no statistics. ``left`` are
    those who gave their seat up before the end. ``place`` counts from 1; several may share it. ``rating``
    is what a person who was taken out had before the game, so that the others' ratings stay what they are.
    """

    seat: int = 0
    user: int = 0
    name: str = ""
    robot: str = ""
    won: bool = False
    left: bool = False
    place: int = 0
    score: int = 0
    counts: Mapping[str, int] = field(default_factory=dict[str, int])
    cards: Mapping[str, int] = field(default_factory=dict[str, int])
    rating: tuple[float, ...] = ()

    def count(self, name: str) -> int:
        """Return a figure, 0 where the game has none of the name."""
        return self.counts.get(name, 0)

    def without_person(self, rating: tuple[float, ...] = ()) -> SeatResult:
        """Return the seat with nothing in it that says who sat there."""
        return replace(self, user=0, name="", counts={}, cards={}, rating=rating)


@dataclass(frozen=True, slots=True)
class GameResult:
    """What came of a game that counts. Nobody has won a game that all have lost together.

    ``corrected`` are those in which a move was taken back or something was put right.
    """

    table: int
    guild: int
    ended_at: int
    game: str
    seats: tuple[SeatResult, ...]
    corrected: bool = False

    @property
    def is_rated(self) -> bool:
        """Return True if it counts for ratings: as it was played, and with several people to its end."""
        return not self.corrected and sum(not (seat.robot or seat.left) for seat in self.seats) > 1

    @property
    def won(self) -> bool:
        """Return True if somebody has won."""
        return any(seat.won for seat in self.seats)

    def seat_of(self, user: int) -> SeatResult | None:
        """Return the seat of a person."""
        return next((seat for seat in self.seats if user and seat.user == user), None)


@dataclass(frozen=True, slots=True)
class _SavedGame:
    """What is saved of a game beside its seats."""

    game: str
    corrected: bool = False


MAX_KEPT_RESULTS = 8192
"""A busy server's question reads thousands of results, nearly all of which the one before has read."""

_GAME_CODEC = CheckedCodec(_SavedGame)
_SEAT_CODEC = CheckedCodec(SeatResult)


def row_of_result(result: GameResult) -> ResultRow:
    """Return a result as it is saved."""
    seats = tuple(ResultSeatRow(seat.seat, seat.user, _encoded(seat)) for seat in result.seats)
    body = _GAME_CODEC.encode(_SavedGame(result.game, result.corrected))
    return ResultRow(result.table, result.guild, result.ended_at, body, seats)


@lru_cache(maxsize=MAX_KEPT_RESULTS)
def result_of_row(row: ResultRow) -> GameResult:
    """Read a saved result that counts. Raises ValueError where it is damaged."""
    seats = tuple(replace(_SEAT_CODEC.decode(s.body), seat=s.seat, user=s.user) for s in row.seats)
    saved = _GAME_CODEC.decode(row.body)
    return GameResult(row.table, row.guild, row.ended_at, saved.game, seats, saved.corrected)


def _encoded(seat: SeatResult) -> bytes:
    """Return a seat without its number and its person, which have columns of their own."""
    counts, cards = dict(sorted(seat.counts.items())), dict(sorted(seat.cards.items()))
    return _SEAT_CODEC.encode(replace(seat, seat=0, user=0, counts=counts, cards=cards))
