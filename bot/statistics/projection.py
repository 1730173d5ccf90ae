"""From the log of a finished game to its result. A pure function: the same log makes the same result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from bot.statistics.result import GameResult, SeatResult
from bot.store.reading import SavedGame
from bot.store.rows import LogRow
from bot.tables.history import UnreadableTableError, entry_of, load_state, saved_facts
from bot.tables.past import PastRevision, acts_of, without_undone
from bot.tables.seat_names import raw_name
from bot.tables.state import SAVED_EVENTS_CODEC, TableState
from bot.tables.table import Seat, Table
from cards.kernel.chronicle import SeatFigures
from cards.kernel.game import Game
from cards.registry import GameRegistry


def result_of_game(games: GameRegistry, saved: SavedGame) -> GameResult | None:
    """Return what came of a table that has ended; None if it counts for nobody.

    What was closed before its end counts for nobody, nor does a lesson, nor a game at whose end no person
    sat there.
    Raises ``UnreadableTableError`` where what is saved of it is damaged.
    """
    row = saved.table
    if row is None or not saved.log:
        raise UnreadableTableError("its row or its log is gone")
    if row.live:
        return None
    kept = saved_facts(row)
    if kept is None:
        raise UnreadableTableError("its facts are damaged")
    table = kept.table
    if (
        row.snapshot is None
        or table.lesson is not None
        or all(seat.robot or seat.dropped for seat in table.seats)
    ):
        return None
    state = _state(games, saved)
    if state.game is None or not state.game_state.over:
        return None
    figures = _figures(games, state, saved, state.game)
    seats, corrected = tuple(_seats(table, figures)), any(entry_of(line).corrects for line in saved.log)
    return GameResult(row.id, row.guild, saved.log[-1].at, table.game, seats, corrected)


def _state(games: GameRegistry, saved: SavedGame) -> TableState:
    assert saved.table is not None
    with suppress(UnreadableTableError):
        return load_state(games, saved.table, None)
    return load_state(games, saved.table, saved.definitions)


def _figures(
    games: GameRegistry, state: TableState, saved: SavedGame, game: Game[Any, Any]
) -> Mapping[int, SeatFigures]:
    """Read the whole past as everybody may know it. Raises ``UnreadableTableError`` where it has gaps."""
    assert saved.table is not None
    if [line.revision for line in saved.log] != list(range(1, saved.table.revision + 1)):
        raise UnreadableTableError("its log has gaps")
    try:
        past = without_undone(_past_of(line, game) for line in saved.log)
        acts = acts_of(each.redacted_for(None) for each in past)
        module = games.find(state.table.game)
        return {} if module is None else module.figures(game, game.view(state.game_state, None), acts)
    except UnreadableTableError:
        raise
    except Exception as error:  # damaged bytes can be anything
        raise UnreadableTableError(f"its past cannot be read: {type(error).__name__}") from error


def _past_of(line: LogRow, game: Game[Any, Any]) -> tuple[PastRevision, int]:
    entry = entry_of(line)
    events = tuple(game.read_event(record) for record in SAVED_EVENTS_CODEC.decode(line.events).events)
    past = PastRevision(line.revision, events, entry.acting_seat, line.kind, entry.acting_verb)
    return past, entry.back_to


def _seats(table: Table, figures: Mapping[int, SeatFigures]) -> Iterator[SeatResult]:
    keys = {
        number: _rank(table, number, figures.get(number, SeatFigures()).score)
        for number in range(len(table.seats))
    }
    for number, seat in enumerate(table.seats):
        found = figures.get(number, SeatFigures())
        user = seat.user or _gone_from(table, number)
        made = SeatResult(
            number,
            user,
            raw_name(table, number) if user else "",
            seat.robot,
            won=number in table.winners,
            left=_left(seat),
            place=1 + sum(key < keys[number] for key in keys.values()),
            score=found.score,
            counts=found.counts,
            cards=found.cards,
        )
        yield made if user or seat.robot else made.without_person()


def _gone_from(table: Table, number: int) -> int:
    """Return who gave up a seat for good, 0 for nobody.

    A person has one seat in a result: where they sit at the end, or else the last of those they gave up.
    """
    seat = table.seats[number]
    if not seat.dropped or table.seat_of(seat.was) is not None:
        return 0
    return 0 if any(later.was == seat.was for later in table.seats[number + 1 :]) else seat.was


def _left(seat: Seat) -> bool:
    return seat.dropped and not seat.robot


def _rank(table: Table, number: int, score: int) -> tuple[bool, bool, int]:
    """Return what seats are sorted by: winners first, then by score, then those who left."""
    return (number not in table.winners, _left(table.seats[number]), -score)
