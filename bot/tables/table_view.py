"""The one place where a table state becomes what a reader may see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cachetools import LRUCache

from bot.tables import passing
from bot.tables.lessons import guide_of
from bot.tables.past import RecentPast
from bot.tables.play import has_to_be_asked
from bot.tables.results import TableView
from bot.tables.state import TableState
from bot.tables.uptime import Uptime
from cards.registry import GameRegistry

MAX_VIEWED_TABLES = 128
"""Tables whose views are kept, some 100 KB each: those that were looked at last."""


@dataclass(slots=True)
class _Viewed:
    """The views of one state of a table, by seat; None is an onlooker."""

    state: TableState
    past: RecentPast
    newest: int
    by_seat: dict[int | None, TableView] = field(default_factory=dict[int | None, TableView])


class TableViews:
    """Builds views, each once for a state of a table and a seat.

    One change at a table has all of its screens drawn, most of them several times, and a state never changes
    in place. Every seat has views of its own, and onlookers share one.
    """

    def __init__(self, uptime: Uptime, games: GameRegistry, most: int = MAX_VIEWED_TABLES) -> None:
        self._uptime = uptime
        self._games = games
        self._viewed: LRUCache[int, _Viewed] = LRUCache(most)

    def view(self, state: TableState, past: RecentPast, user: int | None) -> TableView:
        """Show the table as this person (None: an onlooker) may see it now."""
        views = self._views_of(state, past)
        seat = None if user is None else state.table.seat_of(user)
        found = views.get(seat)
        if found is None:
            found = build_view(state, past, user, self._uptime)
            if state.table.lesson is not None and seat is not None:
                found = replace(found, lesson=guide_of(self._games, state))
            found = replace(found, passes_unasked=self._passes_unasked(state, found))
        else:
            found = found.at(_deadline(state, self._uptime), _passes_for_s(state, self._uptime))
        views[seat] = found
        return found

    def _passes_unasked(self, state: TableState, view: TableView) -> bool:
        module = self._games.find(state.table.game)
        if module is None or view.seat is None or not view.passes_for_s:
            return False
        to_come = (due.seat for due in passing.due_passes(state) if due.at > self._uptime.now())
        return view.seat in to_come and not has_to_be_asked(state, module, view.seat)

    def _views_of(self, state: TableState, past: RecentPast) -> dict[int | None, TableView]:
        """Return what is kept for exactly this state and this past."""
        number = state.table.id
        viewed = self._viewed.get(number)
        if (
            viewed is None
            or viewed.state is not state
            or viewed.past is not past
            or viewed.newest != past.newest
        ):
            viewed = self._viewed[number] = _Viewed(state, past, past.newest)
        return viewed.by_seat


def build_view(state: TableState, past: RecentPast, user: int | None, uptime: Uptime) -> TableView:
    """Show the table as this person (None: an onlooker) may see it."""
    table, game = state.table, state.game
    seat = None if user is None else table.seat_of(user)
    if game is None:
        return TableView(table, seat)
    game_state = state.game_state
    acting = seat is not None and table.phase == "playing" and table.halt in ("", "asleep")
    return TableView(
        table=table,
        seat=seat,
        game=game,
        game_view=game.view(game_state, seat),
        moves=tuple(game.legal_moves(game_state, seat)) if acting and seat is not None else (),
        pending=state.pending,
        past=past.seen_by(seat),
        deadline=_deadline(state, uptime),
        habit=None if seat is None else passing.habit_of(state, seat),
        passes_for_s=_passes_for_s(state, uptime),
    )


def _deadline(state: TableState, uptime: Uptime) -> int | None:
    due = state.timer.due
    return None if due is None or state.game is None or state.table.alone else uptime.wall_at(due)


def _passes_for_s(state: TableState, uptime: Uptime) -> float:
    until = None if state.game is None else passing.passes_until(state)
    return 0.0 if until is None else max(0.0, (until - uptime.now()) / 1000)
