"""Views are built once for a state and a reader; none may be old, and none may be another reader's."""

from dataclasses import replace

from bot.tables.past import RecentPast
from bot.tables.table_view import TableViews, build_view
from bot.tables.uptime import Uptime
from cards.registry import GameRegistry
from tests.bot.tables.table_harness import ANN, BEN, CLEO, TableHarness
from tests.bot.tables.tiny import TINY_MODULE

GAMES = GameRegistry((TINY_MODULE,))


def clock_of(harness: TableHarness) -> Uptime:
    """Return a clock that shows what the harness's own does."""
    return Uptime(harness.ticker)


async def test_a_view_is_built_once_for_a_state_and_a_reader(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    anns = await harness.view_for(ANN)
    assert await harness.view_for(ANN) is anns
    change = await harness.act(ANN, "lay")
    newer = await harness.view_for(ANN)
    assert newer is not anns
    assert newer.table.revision == change.table.revision
    assert not newer.drawings


async def test_each_seat_has_its_own_views_and_onlookers_share_one(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    views = [await harness.view_for(user) for user in (ANN, BEN, None)]
    assert [view.seat for view in views] == [0, 1, None]
    assert len({id(view) for view in views}) == 3
    assert len({id(view.drawings) for view in views}) == 3
    assert await harness.view_for(CLEO) is views[2]


async def test_a_kept_view_equals_one_that_is_built_now(harness: TableHarness) -> None:
    """The deadline is told in wall time, so it follows the clock; nothing else may differ either."""
    await harness.sit_down(ANN, BEN)
    actor = next(iter(harness.service.actors()))
    for jump_s in (0.0, 3600.0):
        harness.ticker.offset += jump_s
        for user in (ANN, BEN, None):
            kept = await harness.view_for(user)
            assert actor.state is not None
            fresh = TableViews(clock_of(harness), GAMES).view(actor.state, actor.past, user)
            assert kept == fresh == build_view(actor.state, actor.past, user, clock_of(harness))


async def test_drawings_go_with_the_deadline_that_they_show(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    view = await harness.view_for(ANN)
    assert view.deadline is not None
    drawn: list[int] = []

    def draw() -> int:
        drawn.append(1)
        return len(drawn)

    assert [view.drawn_once("hand", draw), view.drawn_once("hand", draw)] == [1, 1]
    assert view.at(view.deadline, 5.0).drawn_once("hand", draw) == 1
    assert view.at(view.deadline + 60, 0.0).drawn_once("hand", draw) == 2
    assert replace(view, past=()).drawn_once("hand", draw) == 3


async def test_only_the_tables_looked_at_last_are_kept(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN)
    state = next(iter(harness.service.actors())).state
    assert state is not None
    views, past = TableViews(clock_of(harness), GAMES, most=1), RecentPast()
    first = views.view(state, past, None)
    other = replace(state, table=replace(state.table, id=state.table.id + 1))
    views.view(other, past, None)
    assert views.view(state, past, None) is not first
