"""PostgreSQL commits, and the process does not hear of it: what people see of that."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.cluster import cluster as cluster_module
from bot.cluster.cluster import Cluster
from bot.store.postgres.store import PostgresStore
from bot.tables.intents import Act, AddRobot, Create, Join, Start
from bot.tables.results import Change
from cards.kernel.moves import Refusal
from tests.bot.cluster.processes import HERE, SHARD_COUNT, ChangesHeard, cluster_of, hears, until
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, TableHarness, first_choice
from tests.lost_answers import LosingProxy, Loss
from tests.postgres import Server


@pytest.fixture
def proxy() -> LosingProxy:
    return LosingProxy()


@pytest.fixture
def shown() -> ChangesHeard:
    return ChangesHeard()


@pytest.fixture
async def harness(
    postgres: Server, proxy: LosingProxy, shown: ChangesHeard, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TableHarness]:
    """A process that hears all shards, behind the proxy. Its heartbeat commits nothing meanwhile."""
    monkeypatch.setattr(cluster_module, "HEARTBEAT_S", 60.0)
    async with proxy.before(await postgres.database()) as detour:
        store = await PostgresStore.open(detour)
        cluster = await Cluster.join(store, count=SHARD_COUNT)
        cluster.show_on(shown)
        opened = await TableHarness.open(store=store, ownership=cluster)
        for shard in range(SHARD_COUNT):
            opened.service.maintenance.shard_connected(shard, SHARD_COUNT)
        await until(lambda: hears(opened, HERE))
        yield opened
        await opened.service.close()
        await cluster.leave()
        await store.close()


@pytest.mark.parametrize("loss", ["answer", "patience"])
async def test_a_lobby_that_was_opened_unheard_is_there(
    harness: TableHarness, proxy: LosingProxy, loss: Loss
) -> None:
    proxy.lose(loss)
    opened = await harness.service.create(1000, ANN, Create(CHANNEL, HERE, "Ann", "tiny"))
    # Where the server is slow to commit, nobody can tell yet that it will.
    assert isinstance(opened, Change) or (loss == "patience" and opened == Refusal("not_saved"))
    assert proxy.lost == 1
    directory = harness.service.maintenance.directory
    await until(lambda: [channel for _, channel in directory.tables()] == [CHANNEL])
    [(harness.table, _)] = directory.tables()
    await harness.done(BEN, Join("Ben"))
    assert harness.notes.changes[-1].table.revision == 2


async def test_a_press_saved_unheard_beside_others_is_an_ordinary_press(
    harness: TableHarness, proxy: LosingProxy
) -> None:
    """At two tables, and a third one is opened: everybody gets their answer and every screen is drawn."""
    tables: list[int] = []
    for channel in (CHANNEL, CHANNEL + 1):
        await harness.sit_down(ANN, BEN, guild=HERE, channel=channel)
        tables.append(harness.table)
    harness.notes.changes.clear()

    async def lay(table: int) -> object:
        other = TableHarness(harness.store, harness.service, harness.ticker, harness.notes, {}).after(harness)
        other.table = table
        return await other.act(ANN, "lay")

    pressing = [asyncio.create_task(lay(table)) for table in tables]
    opening = asyncio.create_task(harness.service.create(2000, ANN, Create(CHANNEL + 2, HERE, "Ann", "tiny")))
    proxy.lose()
    await asyncio.gather(*pressing)
    opened = await opening
    assert proxy.lost == 1
    assert isinstance(opened, Change)
    assert sorted(change.table.id for change in harness.notes.changes) == sorted([*tables, opened.table.id])
    assert cluster_of(harness).owns(opened.table.id)


async def test_a_press_that_was_saved_while_the_database_went_away_is_shown_when_it_is_back(
    harness: TableHarness, proxy: LosingProxy, shown: ChangesHeard
) -> None:
    """Its presser was told that it failed. The computer whose turn it is goes on."""
    await harness.sit_down(ANN, start=False, guild=HERE)
    await harness.done(ANN, AddRobot("random"))
    await harness.done(ANN, Start())
    before = (await harness.view_for(ANN)).table.revision
    move = first_choice((await harness.moves(ANN, "play"))[0])
    proxy.lose(cuts_off=True)
    assert await harness.send(ANN, Act(move)) == Refusal("not_saved")
    assert proxy.lost == 1
    proxy.is_cut_off = False
    await until(lambda: harness.table in shown.acquired)
    kinds: list[str] = []
    async with asyncio.timeout(60):
        while "robot_act" not in kinds[before:]:
            await harness.advance(1)
            await asyncio.sleep(0.02)  # the database takes real time
            kinds = [line.kind for line in await harness.store.log(harness.table)]
    assert kinds[before : before + 2] == ["act", "robot_act"]
