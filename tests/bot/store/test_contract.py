"""What every store promises, whichever database it writes to."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.api import ConflictError, Store, StoreError
from bot.store.postgres.store import PostgresStore
from bot.store.rows import PROBE_NAME, LiveTable, SurfaceRow, TableCommit, UserRow
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.steps import entry, following, row, save, step


class StorePlace:
    """Somewhere a store can be opened, closed and opened again."""

    def __init__(self, opener: Callable[[], Awaitable[Store]]) -> None:
        self.open = opener


@pytest.fixture(params=["sqlite", "postgres"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> StorePlace:
    if request.param == "sqlite":
        return StorePlace(lambda: SqliteStore.open(tmp_path / "new" / "games.db"))
    address = await request.getfixturevalue("postgres").database()
    return StorePlace(lambda: PostgresStore.open(address))


@pytest.fixture
async def store(place: StorePlace) -> AsyncIterator[Store]:
    opened = await place.open()
    yield opened
    await opened.close()


async def test_a_step_comes_back_after_reopening(place: StorePlace) -> None:
    store = await place.open()
    await save(store, replace(step(press=77), users=(7, 8), definitions=("abc", b"cards")))
    await store.close()
    store = await place.open()
    assert await store.table(1) == row()
    assert await store.log(1) == [entry(press=77)]
    assert await store.recent_interactions(1, 5) == [(77, 1)]
    assert await store.live_tables() == [LiveTable(1, 10, 5, 1000)]
    assert await store.tables_of(7) == [1]
    assert await store.tables_of(9) == []
    assert await store.definitions("abc") == b"cards"
    assert await store.definitions("abd") is None
    await store.close()


async def test_people_who_left_are_not_found_any_more(store: Store) -> None:
    await save(store, replace(step(), users=(7, 8)))
    await save(store, replace(step(revision=2), users=(8,)))
    assert await store.tables_of(7) == []
    assert await store.tables_of(8) == [1]


async def test_tables_of_a_person_come_with_the_latest_used_first(store: Store) -> None:
    for table, at in ((1, 50), (2, 70), (3, 60)):
        made = step(table, channel=table)
        assert made.log is not None
        await save(store, replace(made, users=(7,), log=replace(made.log, at=at)))
    await save(store, TableCommit(replace(row(3, 1, 3), live=False)))
    assert await store.tables_of(7) == [2, 1]


@pytest.mark.parametrize(
    "second",
    [step(revision=1), step(revision=2, press=77), step(table=2, channel=10)],
    ids=["same revision", "same press", "second live table in a channel"],
)
async def test_whoever_comes_second_changes_nothing(store: Store, second: TableCommit) -> None:
    await save(store, step(press=77))
    with pytest.raises(ConflictError):
        await save(store, second)
    assert await store.table(1) == row()
    assert await store.table(2) is None
    assert len(await store.log(1)) == 1


@pytest.mark.parametrize("location_changed", [True, False])
async def test_a_note_never_overwrites_a_newer_revision(store: Store, location_changed: bool) -> None:
    """One that makes no revision, from somebody who has slept through the last one; others are saved."""
    old = TableCommit(replace(row(), wake=5000, row_version=1), location_changed=location_changed)
    await save(store, step())
    await save(store, step(revision=2))
    beside = [step(table, channel=table) for table in range(20, 30)]
    results = await asyncio.gather(*map(store.commit, [*beside, old]), return_exceptions=True)
    assert [type(result).__name__ for result in results] == ["NoneType"] * 10 + ["ConflictError"]
    assert await store.table(1) == row(revision=2)
    new = replace(old, table=replace(row(revision=2), wake=5000))
    await save(store, new)
    assert await store.table(1) == new.table


async def test_an_ended_table_gives_its_channel_free(store: Store) -> None:
    await save(store, TableCommit(replace(row(), live=False), entry()))
    await save(store, step(table=2))
    assert await store.last_at(10) == 2
    assert await store.live_at(10) == 2
    assert await store.live_at(11) is None
    assert await store.last_at(11) is None
    assert [brief.id for brief in await store.live_tables()] == [2]


async def test_one_bad_step_does_not_spoil_those_saved_with_it(store: Store) -> None:
    await save(store, step(press=77))
    steps = [step(table, channel=100 + table) for table in range(2, 40)]
    steps.insert(20, following(step(revision=2, press=77), 1))
    results = await asyncio.gather(*map(store.commit, steps), return_exceptions=True)
    assert [type(result) for result in results if result is not None] == [ConflictError]
    assert len(await store.live_tables()) == 39
    assert await store.table(1) == row()


async def test_numbers_beyond_the_database_are_an_error_and_no_end(store: Store) -> None:
    with pytest.raises(StoreError):
        await store.table(1 << 70)
    with pytest.raises(StoreError):
        await save(store, step(table=1 << 70))
    await save(store, step())
    assert await store.table(1) == row()


async def test_closing_saves_what_is_queued_and_then_refuses(place: StorePlace) -> None:
    store = await place.open()
    waiting = [asyncio.create_task(store.commit(step(table, channel=table))) for table in range(1, 600)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreError):
        await save(store, step(700))
    with pytest.raises(StoreError):
        await store.live_tables()
    await store.close()
    store = await place.open()
    assert len(await store.live_tables()) == 599
    await store.close()


async def test_table_ids_are_never_given_twice(place: StorePlace) -> None:
    store = await place.open()
    first = [await store.next_table() for _ in range(3)]
    await store.close()
    store = await place.open()
    assert [*first, await store.next_table()] == [1, 2, 3, 4]
    await store.close()


async def test_surfaces_are_one_per_table_and_key(store: Store) -> None:
    for table in (1, 2):
        await save(store, step(table, channel=table))
    await store.save_surfaces([SurfaceRow(1, "table", 10, 500, 1), SurfaceRow(1, "hand.0", 11, 501, 1)])
    await store.save_surfaces([SurfaceRow(1, "table", 10, 502, 2), SurfaceRow(2, "table", 12, 503, 1)])
    assert set(await store.surfaces(1)) == {
        SurfaceRow(1, "table", 10, 502, 2),
        SurfaceRow(1, "hand.0", 11, 501, 1),
    }
    await store.drop_surfaces(1, ["hand.0"])
    assert await store.surfaces(1) == [SurfaceRow(1, "table", 10, 502, 2)]
    await store.drop_surfaces(1)
    assert await store.surfaces(1) == []
    assert len(await store.surfaces(2)) == 1


async def test_what_people_want_is_remembered(store: Store) -> None:
    assert await store.user(7) == UserRow(7)
    for size in (2, 0, 1):
        await store.save_user(UserRow(7, 1234, True, size))
        assert await store.user(7) == UserRow(7, 1234, True, size)
    await store.save_user(UserRow(7, 0, False))
    assert await store.user(7) == UserRow(7)


async def test_what_people_want_is_remembered_while_others_ask(store: Store) -> None:
    """Screens are drawn all the time; none may bring back what somebody wanted before."""
    for round_ in range(20):
        wanted = UserRow(7, round_, round_ % 2 == 0)
        await asyncio.gather(store.user(7), store.save_user(wanted), store.user(7))
        assert await store.user(7) == wanted


async def test_a_forgotten_person_leaves_no_trace_and_others_keep_theirs(store: Store) -> None:
    await save(store, replace(step(press=77), users=(7, 8)))
    await save(store, replace(step(2, 1, channel=11), users=(7, 9)))
    await save(store, replace(step(2, 2, channel=11), users=(9,)))
    await store.save_user(UserRow(7, 5, True))
    await store.save_user(UserRow(17, 5, True))
    assert (await store.user(7)).text_only
    await store.save_surfaces([SurfaceRow(1, f"hand.{user}", 3, user, 1) for user in (7, 8, 17)])
    assert await store.all_tables_of(7) == [1, 2]
    await store.forget_user(7)
    assert await store.all_tables_of(7) == []
    assert await store.tables_of(8) == [1]
    assert {line.user for table in (1, 2) for line in await store.log(table)} == {0}
    assert await store.user(7) == UserRow(7)
    assert await store.user(17) == UserRow(17, 5, True)
    assert {row.key for row in await store.surfaces(1)} == {"hand.8", "hand.17"}


async def test_a_table_whose_message_does_not_show_its_end_is_found_for_a_while(store: Store) -> None:
    shown_by_table = {1: 1, 2: 2, 3: 1, 4: None}
    for table, shown in shown_by_table.items():
        made = step(table, 1, channel=table)
        await save(store, made)
        last = step(table, 2, channel=table)
        assert last.log is not None
        live = table == 3
        await save(store, TableCommit(replace(last.table, live=live), replace(last.log, at=50), (7,)))
        if shown is not None:
            await store.save_surfaces(
                [SurfaceRow(table, "table", 1, table, shown), SurfaceRow(table, "hand.7", 2, table, 1)]
            )
    assert await store.untold_endings(49) == [1]
    assert await store.untold_endings(50) == []
    await store.save_surfaces([SurfaceRow(1, "table", 1, 1, 2)])
    assert await store.untold_endings(49) == []


async def test_old_tables_are_deleted_with_all_that_belongs_to_them(store: Store) -> None:
    for table in range(1, 7):
        made = step(table, channel=table)
        assert made.log is not None
        ended = replace(made.table, live=table > 3)
        await save(store, TableCommit(ended, replace(made.log, at=table * 10), (7,)))
        await store.save_surfaces([SurfaceRow(table, "table", 1, table, 1)])
    assert await store.purge(ended_before=25, idle_before=55, limit=3) == [1, 2, 4]
    assert await store.purge(ended_before=25, idle_before=55, limit=3) == [5]
    assert await store.purge(ended_before=25, idle_before=55, limit=3) == []
    assert await store.all_tables_of(7) == [3, 6]
    for table in range(1, 7):
        kept = table in (3, 6)
        assert (await store.table(table) is not None) == kept
        assert (len(await store.log(table)), len(await store.surfaces(table))) == (kept, kept)


async def test_the_last_request_is_known_without_those_of_a_wrong_clock(store: Store) -> None:
    assert await store.last_request_at(1000) == 0
    for table, at in ((1, 50), (2, 70), (3, 9000)):
        made = step(table, channel=table)
        assert made.log is not None
        await save(store, replace(made, log=replace(made.log, at=at)))
    assert await store.last_request_at(1000) == 70


async def test_it_is_remembered_which_requests_are_honored(store: Store) -> None:
    assert await store.erased_until() is None
    for moment in (5000, 4000):
        await store.note_erased_until(moment)
        assert await store.erased_until() == moment


async def test_after_a_failed_save_as_much_as_a_move_is_tried_and_nothing_stays(store: Store) -> None:
    made = step(1)
    with pytest.raises(StoreError):
        await store.commit(replace(made, table=replace(made.table, wake=1 << 70)))
    await store.check_saving()
    assert await store.definitions(PROBE_NAME) is None
    await store.check_saving()


async def test_uptime_is_remembered(store: Store) -> None:
    assert await store.uptime() == 0
    await store.note_uptime(5000)
    assert await store.uptime() == 5000
