"""Showing a table to one reader: the one place where a state becomes what somebody may see."""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.results import Sight
from bot.tables.standing import Standing
from bot.tables.uptime import Uptime
from cards.kernel.events import Event


def sight_of(standing: Standing, events: Iterable[Event], user: int | None, uptime: Uptime) -> Sight:
    """Show the table as this person (None: an onlooker) may see it."""
    table, game = standing.table, standing.game
    seat = None if user is None else table.seat_of(user)
    seen = tuple(event.seen_by(seat) for event in events)
    if game is None:
        return Sight(table, seat, events=seen)
    state, due = standing.state, standing.timer.due
    acting = seat is not None and table.phase == "playing" and table.halt in ("", "asleep")
    return Sight(
        table=table,
        seat=seat,
        game=game,
        view=game.view(state, seat),
        moves=tuple(game.legal(state, seat)) if acting and seat is not None else (),
        pending=standing.pending,
        events=seen,
        deadline=None if due is None else uptime.wall_at(due),
    )
