"""Several processes share the tables: each answers for all, each table is looked after by one."""

import asyncio
import random

import pytest

from bot.store.api import Store, StoreError
from bot.store.postgres.store import PostgresStore
from bot.store.rows import SurfaceRow, UserRow
from bot.tables.intents import Act, Create, Join, Leave, Pause, Resume
from bot.tables.results import Change
from bot.tables.timing import clock_alarm
from cards.kernel.moves import Refusal
from tests.bot.cluster.processes import (
    HERE,
    SHARD_COUNT,
    THERE,
    ChangesHeard,
    Processes,
    cluster_of,
    cut_off,
    hears,
    keeps,
    until,
)
from tests.bot.tables.table_harness import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    NAME_BY_USER,
    FakeTicker,
    first_choice,
)


async def log_kinds(store: Store, table: int) -> list[str]:
    return [line.kind for line in await store.log(table)]


async def test_what_one_process_does_the_other_knows_at_once(cluster: Processes) -> None:
    """Nothing is answered from memory that another process has made old."""
    one, two = await cluster.harness(0), await cluster.harness(1)
    await one.sit_down(ANN, BEN, start=False, guild=THERE)
    two.table = one.table
    assert (await two.view_for(BEN)).seat == 1
    await two.done(CLEO, Join("Cleo"))
    assert (await one.view_for(CLEO)).seat == 2
    found = await one.service.table_in_channel(CHANNEL)
    assert found is not None
    assert len(found.seats) == 3
    occupied = await two.service.create(99, CLEO, Create(CHANNEL, THERE, "Cleo", "tiny"))
    assert occupied == Refusal("occupied", {"table": one.table})


async def test_a_press_counts_once_whoever_hears_it(cluster: Processes) -> None:
    """The same interaction in two processes, at once and one after the other."""
    one, two = await cluster.harness(0), await cluster.harness(1)
    await one.sit_down(ANN, BEN, guild=THERE)
    two.table = one.table
    choice = first_choice((await one.moves(ANN, "lay"))[0])
    answers = await asyncio.gather(
        one.send(ANN, Act(choice), interaction_id=500), two.send(ANN, Act(choice), interaction_id=500)
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Change", "Refusal"]
    revision = next(answer for answer in answers if isinstance(answer, Change)).table.revision
    assert Refusal("already_done", {"revision": revision}) in answers
    for harness in (one, two):
        again = await harness.send(ANN, Act(choice), interaction_id=500)
        assert again == Refusal("already_done", {"revision": revision})


async def test_who_comes_second_is_decided_again_and_not_turned_away(cluster: Processes) -> None:
    """Two people press at once in two processes: both count, as they would in one."""
    one, two = await cluster.harness(0), await cluster.harness(1)
    await one.sit_down(ANN, BEN, CLEO, guild=THERE)
    two.table = one.table
    for _ in range(10):
        before = (await one.view_for(None)).table.revision
        moves = {user: (await harness.view_for(user)).moves for user, harness in ((BEN, one), (CLEO, two))}
        lays = {user: [move for move in found if move.verb == "pass"] for user, found in moves.items()}
        if not all(lays.values()):
            break
        await asyncio.gather(
            one.done(BEN, Act(first_choice(lays[BEN][0]))), two.done(CLEO, Act(first_choice(lays[CLEO][0])))
        )
        assert (await one.view_for(None)).table.revision >= before + 2
    rows = await one.store.log(one.table)
    assert [row.revision for row in rows] == list(range(1, len(rows) + 1))


async def test_a_game_over_two_processes_loses_and_doubles_nothing(cluster: Processes) -> None:
    """People press in either process by lot, often in both at once; the log is whole and replays."""
    one, two = await cluster.harness(0), await cluster.harness(1)
    await one.sit_down(ANN, BEN, CLEO, guild=THERE)
    two.table = one.table
    rng, accepted = random.Random(3), 0
    for _ in range(40):
        views = [(user, await rng.choice((one, two)).view_for(user)) for user in (ANN, BEN, CLEO)]
        wishes = [
            (rng.choice((one, two)), user, Act(first_choice(rng.choice(view.moves))))
            for user, view in views
            if view.moves
        ]
        answers = await asyncio.gather(*(harness.send(user, wish) for harness, user, wish in wishes))
        accepted += sum(isinstance(answer, Change) for answer in answers)
        assert {answer.code for answer in answers if isinstance(answer, Refusal)} <= {
            "stale",
            "not_now",
            "wrong_phase",
        }
    rows = await one.store.log(one.table)
    played = [row for row in rows if row.kind == "act"]
    assert len(played) == accepted > 20
    assert [row.revision for row in rows] == list(range(1, len(rows) + 1))
    assert (await one.view_for(ANN)).game_view == (await two.view_for(ANN)).game_view


async def test_each_table_is_kept_by_the_process_that_hears_its_server(cluster: Processes) -> None:
    """Even if another one has opened it or has kept it so far."""
    one = await cluster.harness(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    await until(lambda: keeps(one, one.table))
    two = await cluster.harness(1)
    await until(lambda: keeps(two, one.table) and not keeps(one, one.table))
    assert two.service.table_counts()["live"] == 1
    await until(lambda: one.service.table_counts()["live"] == 0)


async def test_the_tables_of_a_dead_process_are_looked_after_by_a_living_one(cluster: Processes) -> None:
    """What was due at the dead one is done by a living one, once; then the game goes on there."""
    one, two = await cluster.harness(1), await cluster.harness(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    two.table = one.table
    await one.act(ANN, "lay")
    await cluster.kill(one)
    await until(lambda: keeps(two, two.table))
    await two.act(ANN, "lay")
    assert two.service.table_counts()["live"] == 1


async def test_an_ending_that_a_dead_process_owed_is_told_by_a_living_one(cluster: Processes) -> None:
    """It was killed, and the game ended before anybody looked after its tables."""
    one, two = await cluster.harness(1), await cluster.harness(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    table = two.table = one.table
    await one.store.save_surfaces([SurfaceRow(table, "table", CHANNEL, 70, 1)])
    told = ChangesHeard()
    cluster_of(two).show_on(told)
    await cluster.kill(one)
    await two.done(ANN, Leave())
    await until(lambda: table in told.tables)
    assert set(told.tables) == {table}
    assert keeps(two, table)


async def test_exactly_one_living_process_rings_a_clock(cluster: Processes) -> None:
    """Both believe that half of the time is over, then all of it: one reminder, one end in the log."""
    ticker = FakeTicker()
    one, two = await cluster.harness(0, ticker=ticker), await cluster.harness(1, ticker=ticker)
    await one.sit_down(ANN, BEN, guild=THERE)
    two.table = one.table
    await until(lambda: hears(one, THERE))
    both = (one.service._actors.actor(one.table), two.service._actors.actor(one.table))
    for _ in range(2):
        await two.view_for(ANN)
        ticker.seconds += 35.0
        await asyncio.gather(*(actor.check_timer() for actor in both))
    assert len(one.notes.nudges) + len(two.notes.nudges) == 1
    kinds = await log_kinds(one.store, one.table)
    assert kinds.count("ask_others") + kinds.count("time_up") == 1


async def test_time_that_nobody_could_hear_the_server_is_given_back(cluster: Processes) -> None:
    """The process of a server is down for a while: nobody there is charged, and no clock rings."""
    ticker = FakeTicker()
    one, two = await cluster.harness(1, ticker=ticker), await cluster.harness(0, ticker=ticker)
    await one.sit_down(ANN, BEN, guild=HERE)
    two.table = one.table
    deadline = (await one.view_for(None)).deadline
    assert deadline is not None
    await cluster.kill(one)
    await until(lambda: keeps(two, two.table))
    for _ in range(8):
        await two.advance(5)
        await asyncio.sleep(0.02)  # the database takes real time
    assert "time_up" not in await log_kinds(two.store, two.table)
    assert "ask_others" not in await log_kinds(two.store, two.table)
    await asyncio.sleep(0.3)  # the others hear how late it is
    again = await cluster.harness(1, ticker=ticker)
    again.table = two.table
    await until(lambda: keeps(again, again.table) and hears(again, HERE))
    after = (await again.view_for(None)).deadline
    assert after is not None
    assert after - deadline >= 35
    for _ in range(60):
        await again.advance(5)
        await asyncio.sleep(0.02)  # the database takes real time
        if "ask_others" in await log_kinds(again.store, again.table):
            break
    assert "ask_others" in await log_kinds(again.store, again.table)


async def test_a_process_that_has_lost_its_connection_hears_no_shard(cluster: Processes) -> None:
    """The library may end a connection without a word about its shards."""
    harness = await cluster.harness(0, 1)
    await until(lambda: hears(harness, HERE) and hears(harness, THERE))
    harness.service.maintenance.connection_lost()
    await until(lambda: not hears(harness, HERE) and not hears(harness, THERE))
    harness.service.maintenance.shard_connected(1, SHARD_COUNT)
    await until(lambda: hears(harness, HERE))
    assert not hears(harness, THERE)


async def test_a_process_that_slept_writes_nothing_old(cluster: Processes) -> None:
    """It wakes with a table in memory that has gone on without it: its own step is made from the new one."""
    one, two = await cluster.harness(1), await cluster.harness(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    two.table = one.table
    old = one.service._actors.actor(one.table)
    standing = old.state
    await cut_off(cluster, one)
    await until(lambda: keeps(two, two.table))
    assert not keeps(one, one.table)
    await two.act(ANN, "lay")
    assert old.state is standing
    change = await one.done(ANN, Pause())
    assert [row.kind for row in await two.store.log(two.table)][-2:] == ["act", "pause"]
    assert change.table.revision == standing.table.revision + 2  # type: ignore[union-attr]


async def test_a_process_that_woke_up_again_gets_its_own_tables_back(cluster: Processes) -> None:
    """The process that hears a server looks after its tables, once it lives again."""
    one, two = await cluster.harness(1), await cluster.harness(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    await until(lambda: hears(one, HERE))  # stopped before that, it would never say that it hears the server
    await cut_off(cluster, one)
    await until(lambda: keeps(two, one.table))
    cluster = cluster_of(one)
    cluster._loop = asyncio.create_task(cluster._run())
    await until(lambda: keeps(one, one.table) and not keeps(two, one.table))
    await until(lambda: one.service.table_counts()["live"] == 1 and two.service.table_counts()["live"] == 0)


async def test_people_are_forgotten_while_others_play(cluster: Processes) -> None:
    """Forgetting in one process and playing in another never undo each other."""
    one, two = await cluster.harness(0), await cluster.harness(1)
    await one.sit_down(ANN, BEN, CLEO, guild=THERE)
    two.table = one.table
    lay = Act(first_choice((await two.moves(BEN, "lay"))[0]))
    forgotten, laid = await asyncio.gather(one.service.forget_user(ANN), two.send(BEN, lay))
    assert forgotten
    assert isinstance(laid, Change) or laid == Refusal("not_now", {"verb": "lay"})  # the table waits by then
    assert (await two.view_for(ANN)).seat is None
    assert {row.user for row in await one.store.log(one.table)} <= {0, BEN, CLEO}


async def test_nothing_of_who_is_forgotten_stays_in_the_database(
    cluster: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In no column of any table; what processes tell each other is kept nowhere."""
    person = 987_654_321_012_345_678
    monkeypatch.setitem(NAME_BY_USER, person, "Zoe")
    one, two = await cluster.harness(0), await cluster.harness(1)
    await one.sit_down(person, BEN, CLEO, guild=THERE)
    two.table = one.table
    await one.store.save_user(UserRow(person, 99, True, 2))
    await one.store.save_surfaces([SurfaceRow(one.table, f"hand.{person}", 5, 6, 7)])
    await two.done(person, Leave())
    assert str(person) in await _dump(one.store)
    assert await two.service.forget_user(person)
    assert str(person) not in await _dump(one.store)


async def _dump(store: object) -> str:
    """Return all that the database has, as text."""
    assert isinstance(store, PostgresStore)
    names = await store.pool.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    rows = [row for (name,) in names for row in await store.pool.fetch(f"SELECT * FROM {name}")]
    return "\n".join(str(value) for row in rows for value in row)


async def test_who_asks_to_be_forgotten_goes_from_the_screens_of_ended_tables(cluster: Processes) -> None:
    """Also of those whose process is dead: whoever has their shard now shows them."""
    one, two = await cluster.harness(1), await cluster.harness(0)
    shown = [ChangesHeard(), ChangesHeard()]
    for harness, changes in zip((one, two), shown, strict=True):
        cluster_of(harness).show_on(changes)
    await one.sit_down(ANN, BEN, guild=HERE)
    await one.done(ANN, Leave())  # ends it: Ben is alone
    table = two.table = one.table
    assert await two.service.forget_user(ANN)
    await until(lambda: table in shown[0].tables)
    await cluster.kill(one)
    await until(lambda: cluster_of(two)._kept == {0, 1})
    assert await two.service.forget_user(BEN)
    assert two.notes.renamed == [table, table]
    assert keeps(two, table)
    assert [seat.name for seat in (await two.view_for(None)).table.seats] == ["Somebody", "Somebody"]


async def test_nobody_is_forgotten_while_no_process_shows_tables(cluster: Processes) -> None:
    """A name would stay on a last screen for good."""
    one = await cluster.harness(1)
    await one.sit_down(ANN, BEN, guild=HERE)
    worker = await cluster.harness()
    assert await worker.service.forget_user(ANN)
    await cluster.kill(one)
    assert not await worker.service.forget_user(BEN)


async def test_a_clock_that_another_process_starts_rings_though_the_database_fails(
    cluster: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The owner hears of it at a bad moment, and nobody tells it twice."""
    ticker = FakeTicker()
    one, two = await cluster.harness(0, ticker=ticker), await cluster.harness(1, ticker=ticker)
    await one.sit_down(ANN, BEN, guild=THERE)
    table = two.table = one.table
    alarms = one.service.maintenance._scheduler
    await two.done(ANN, Pause())
    await until(lambda: alarms.due_at(table) is None)
    heard = asyncio.Event()
    is_current = one.store.is_current

    async def fail_once(number: int, row_version: int) -> bool:
        if not heard.is_set():
            heard.set()
            raise StoreError("the database is away")
        return await is_current(number, row_version)

    monkeypatch.setattr(one.store, "is_current", fail_once)
    await two.done(ANN, Resume())
    await asyncio.wait_for(heard.wait(), 60)
    await until(lambda: alarms.due_at(table) is not None)
    await one.advance(2)
    state = two.service._actors.actor(table).state
    assert state is not None
    await until(lambda: alarms.due_at(table) == clock_alarm(state))
