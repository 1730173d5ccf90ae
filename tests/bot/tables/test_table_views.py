"""Views are built once for a state and a reader; none may be old, and none may be another reader's."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.recent_past import RecentPast
from bot.tables.table_view import TableViews, build_view
from bot.tables.uptime import Uptime
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness


def clock_of(house: TableHarness) -> Uptime:
    """Return a clock that shows what the house's own does."""
    return Uptime(house.ticker)


async def test_a_view_is_built_once_for_a_state_and_a_reader(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    anns = await house.view_for(ANN)
    assert await house.view_for(ANN) is anns
    change = await house.act(ANN, "lay")
    newer = await house.view_for(ANN)
    assert newer is not anns
    assert newer.table.revision == change.table.revision
    assert not newer.drawings


async def test_each_seat_has_its_own_views_and_onlookers_share_one(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    views = [await house.view_for(user) for user in (ANN, BEN, None)]
    assert [view.seat for view in views] == [0, 1, None]
    assert len({id(view) for view in views}) == 3
    assert len({id(view.drawings) for view in views}) == 3
    assert await house.view_for(CLEO) is views[2]


async def test_a_kept_view_equals_one_that_is_built_now(house: TableHarness) -> None:
    """The deadline is told in wall time, so it follows the clock; nothing else may differ either."""
    await house.sit_down(ANN, BEN)
    actor = next(iter(house.service.actors()))
    for jump_s in (0.0, 3600.0):
        house.ticker.offset += jump_s
        for user in (ANN, BEN, None):
            kept = await house.view_for(user)
            assert actor.state is not None
            fresh = TableViews(clock_of(house)).view(actor.state, actor.past, user)
            assert kept == fresh == build_view(actor.state, actor.past, user, clock_of(house))


async def test_drawings_go_with_the_deadline_that_they_show(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    view = await house.view_for(ANN)
    assert view.deadline is not None
    drawn: list[int] = []

    def draw() -> int:
        drawn.append(1)
        return len(drawn)

    assert [view.drawn_once("hand", draw), view.drawn_once("hand", draw)] == [1, 1]
    assert view.at(view.deadline, 5.0).drawn_once("hand", draw) == 1
    assert view.at(view.deadline + 60, 0.0).drawn_once("hand", draw) == 2
    assert replace(view, past=()).drawn_once("hand", draw) == 3


async def test_only_the_tables_looked_at_last_are_kept(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN)
    state = next(iter(house.service.actors())).state
    assert state is not None
    views, past = TableViews(clock_of(house), most=1), RecentPast()
    first = views.view(state, past, None)
    other = replace(state, table=replace(state.table, id=state.table.id + 1))
    views.view(other, past, None)
    assert views.view(state, past, None) is not first
