"""The one place where a table state becomes what a reader may see."""

from __future__ import annotations

from bot.tables import passing
from bot.tables.recent_past import RecentPast
from bot.tables.results import TableView
from bot.tables.state import TableState
from bot.tables.uptime import Uptime


def build_view(state: TableState, past: RecentPast, user: int | None, uptime: Uptime) -> TableView:
    """Show the table as this person (None: an onlooker) may see it."""
    table, game = state.table, state.game
    seat = None if user is None else table.seat_of(user)
    if game is None:
        return TableView(table, seat)
    game_state, due, passes_until = state.game_state, state.timer.due, passing.passes_until(state)
    acting = seat is not None and table.phase == "playing" and table.halt in ("", "asleep")
    return TableView(
        table=table,
        seat=seat,
        game=game,
        game_view=game.view(game_state, seat),
        moves=tuple(game.legal_moves(game_state, seat)) if acting and seat is not None else (),
        pending=state.pending,
        past=past.seen_by(seat),
        deadline=None if due is None else uptime.wall_at(due),
        habit=None if seat is None else passing.habit_of(state, seat),
        passes_for_s=0.0 if passes_until is None else max(0.0, (passes_until - uptime.now()) / 1000),
    )
