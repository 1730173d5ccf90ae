"""Several processes share the tables: each answers for all, each table is looked after by one."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from itertools import count

import pytest

from bot.store.port import Store
from bot.store.postgres import PostgresStore
from bot.tables import rota
from bot.tables.intents import Act, Create, Join, Leave, Pause
from bot.tables.results import Done
from cards.kernel.moves import Refusal
from tests.bot.tables.house import ANN, BEN, CHANNEL, CLEO, FakeTicker, House, first
from tests.postgres import Server

LEASE = 3.0
SHARDS = 2
HERE, THERE = 5 << 22, 6 << 22
"""Servers on shard 1 and on shard 0."""


class Town:
    """Some houses on one database."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._presses = count(1)
        self.houses: list[House] = []

    async def house(self, *shards: int, ticker: FakeTicker | None = None) -> House:
        """Open one that hears these shards."""
        store = await PostgresStore.open(self.address, shards=shards, count=SHARDS, lease=LEASE)
        house = await House.open(store=store, ticker=ticker)
        house._presses = self._presses
        for shard in shards:
            house.hall.upkeep.shard_back(shard, SHARDS)
        self.houses.append(house)
        return house

    async def die(self, house: House) -> None:
        """Let a house end without a word, its connections cut, its lease running on."""
        self.houses.remove(house)
        assert house.hall.upkeep._rota is not None
        await house.hall.upkeep._rota.stop()
        await house.hall.upkeep._watch.stop()
        await house.hall.upkeep._thinkers.close()
        assert isinstance(house.store, PostgresStore)
        ear = house.store.peers._ear
        assert ear is not None
        await ear.close()
        await house.store._link.close()


@pytest.fixture
async def town(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    monkeypatch.setattr(rota, "BEAT", 0.1)
    opened = Town(await postgres.database())
    yield opened
    for house in opened.houses:
        await house.close()


async def until(true: Callable[[], bool]) -> None:
    """Wait until something has got round."""
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


def keeps(house: House, table: int) -> bool:
    peers = house.store.peers
    assert peers is not None
    return peers.keeps(table)


async def log_kinds(store: Store, table: int) -> list[str]:
    return [line.kind for line in await store.log(table)]


async def test_what_one_process_does_the_other_knows_at_once(town: Town) -> None:
    """Nothing is answered from memory that another process has made old."""
    one, two = await town.house(0), await town.house(1)
    await one.sit_down(ANN, BEN, start=False, guild=THERE)
    two.table = one.table
    assert (await two.sight(BEN)).seat == 1
    await two.done(CLEO, Join("Cleo"))
    assert (await one.sight(CLEO)).seat == 2
    found = await one.hall.at(CHANNEL)
    assert found is not None
    assert len(found.seats) == 3
    occupied = await two.hall.create(99, CLEO, Create(CHANNEL, THERE, "Cleo", "tiny"))
    assert occupied == Refusal("occupied", {"table": one.table})


async def test_a_press_counts_once_whoever_hears_it(town: Town) -> None:
    """The same interaction in two processes, at once and one after the other."""
    one, two = await town.house(0), await town.house(1)
    await one.sit_down(ANN, BEN, guild=THERE)
    two.table = one.table
    choice = first((await one.moves(ANN, "lay"))[0])
    answers = await asyncio.gather(
        one.send(ANN, Act(choice), press=500), two.send(ANN, Act(choice), press=500)
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refusal"]
    revision = next(answer for answer in answers if isinstance(answer, Done)).table.revision
    assert Refusal("already_done", {"revision": revision}) in answers
    for house in (one, two):
        again = await house.send(ANN, Act(choice), press=500)
        assert again == Refusal("already_done", {"revision": revision})


async def test_who_comes_second_is_decided_anew_and_not_turned_away(town: Town) -> None:
    """Two people press at once in two processes: both count, as they would in one."""
    one, two = await town.house(0), await town.house(1)
    await one.sit_down(ANN, BEN, CLEO, guild=THERE)
    two.table = one.table
    for _ in range(10):
        before = (await one.sight(None)).table.revision
        moves = {user: (await house.sight(user)).moves for user, house in ((BEN, one), (CLEO, two))}
        lays = {user: [move for move in found if move.verb == "pass"] for user, found in moves.items()}
        if not all(lays.values()):
            break
        await asyncio.gather(
            one.done(BEN, Act(first(lays[BEN][0]))), two.done(CLEO, Act(first(lays[CLEO][0])))
        )
        assert (await one.sight(None)).table.revision >= before + 2
    rows = await one.store.log(one.table)
    assert [row.revision for row in rows] == list(range(1, len(rows) + 1))


async def test_a_game_over_two_processes_loses_and_doubles_nothing(town: Town) -> None:
    """People press in either process by lot, often in both at once; the log is whole and replays."""
    one, two = await town.house(0), await town.house(1)
    await one.sit_down(ANN, BEN, CLEO, guild=THERE)
    two.table = one.table
    rng, accepted = random.Random(3), 0
    for _ in range(40):
        sights = [(user, await rng.choice((one, two)).sight(user)) for user in (ANN, BEN, CLEO)]
        wishes = [
            (rng.choice((one, two)), user, Act(first(rng.choice(sight.moves))))
            for user, sight in sights
            if sight.moves
        ]
        answers = await asyncio.gather(*(house.send(user, wish) for house, user, wish in wishes))
        accepted += sum(isinstance(answer, Done) for answer in answers)
        assert {answer.code for answer in answers if isinstance(answer, Refusal)} <= {
            "stale",
            "not_now",
            "wrong_phase",
        }
    rows = await one.store.log(one.table)
    played = [row for row in rows if row.kind == "act"]
    assert len(played) == accepted > 20
    assert [row.revision for row in rows] == list(range(1, len(rows) + 1))
    assert (await one.sight(ANN)).view == (await two.sight(ANN)).view


async def test_each_table_is_kept_by_the_process_that_hears_its_server(town: Town) -> None:
    """Even if another one has opened it or has kept it so far."""
    one = await town.house(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    assert keeps(one, one.table)
    two = await town.house(1)
    await until(lambda: keeps(two, one.table) and not keeps(one, one.table))
    assert two.hall.figures()["live"] == 1
    await until(lambda: one.hall.figures()["live"] == 0)


async def test_the_tables_of_a_dead_process_are_taken_over_when_its_lease_is_over(town: Town) -> None:
    """What was due at the dead one is done by a living one, once; then the game goes on there."""
    one, two = await town.house(1), await town.house(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    two.table = one.table
    await one.act(ANN, "lay")
    await town.die(one)
    await until(lambda: keeps(two, two.table))
    await two.act(ANN, "lay")
    assert two.hall.figures()["live"] == 1


async def test_exactly_one_living_process_rings_a_clock(town: Town) -> None:
    """Both believe that half of the time is over, then all of it: one reminder, one end in the log."""
    ticker = FakeTicker()
    one, two = await town.house(0, ticker=ticker), await town.house(1, ticker=ticker)
    await one.sit_down(ANN, BEN, guild=THERE)
    two.table = one.table
    await until(lambda: one.hall.upkeep._rota is not None and one.hall.upkeep._rota.heard(THERE))
    both = (one.hall._awake.actor(one.table), two.hall._awake.actor(one.table))
    for _ in range(2):
        await two.sight(ANN)
        ticker.seconds += 35.0
        await asyncio.gather(*(actor.ring() for actor in both))
    assert len(one.notes.nudges) + len(two.notes.nudges) == 1
    kinds = await log_kinds(one.store, one.table)
    assert kinds.count("ask_others") + kinds.count("time_up") == 1


async def test_time_that_nobody_could_hear_the_server_is_given_back(town: Town) -> None:
    """The process of a server is down for a while: nobody there is charged, and no clock rings."""
    ticker = FakeTicker()
    one, two = await town.house(1, ticker=ticker), await town.house(0, ticker=ticker)
    await one.sit_down(ANN, BEN, guild=HERE)
    two.table = one.table
    deadline = (await one.sight(None)).deadline
    assert deadline is not None
    await town.die(one)
    await until(lambda: keeps(two, two.table))
    for _ in range(8):
        await two.advance(5)
        await asyncio.sleep(0.02)  # the database takes real time
    assert "time_up" not in await log_kinds(two.store, two.table)
    assert "ask_others" not in await log_kinds(two.store, two.table)
    again = await town.house(1, ticker=ticker)
    again.table = two.table
    await until(lambda: keeps(again, again.table))
    after = (await again.sight(None)).deadline
    assert after is not None
    assert after - deadline >= 35
    await until(lambda: again.hall.upkeep._rota is not None and again.hall.upkeep._rota.heard(HERE))
    for _ in range(60):
        await again.advance(5)
        await asyncio.sleep(0.02)  # the database takes real time
        if "ask_others" in await log_kinds(again.store, again.table):
            break
    assert "ask_others" in await log_kinds(again.store, again.table)


async def test_a_process_that_slept_writes_nothing_old(town: Town) -> None:
    """It wakes with a table in memory that has gone on without it: its own step is made from the new one."""
    one, two = await town.house(1), await town.house(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    two.table = one.table
    old = one.hall._awake.actor(one.table)
    standing = old.standing
    assert one.hall.upkeep._rota is not None
    await one.hall.upkeep._rota.stop()
    await until(lambda: keeps(two, two.table))
    assert not keeps(one, one.table)
    await two.act(ANN, "lay")
    assert old.standing is standing
    change = await one.done(ANN, Pause())
    assert [row.kind for row in await two.store.log(two.table)][-2:] == ["act", "pause"]
    assert change.table.revision == standing.table.revision + 2  # type: ignore[union-attr]


async def test_a_process_that_woke_up_again_gets_its_own_tables_back(town: Town) -> None:
    """Whoever hears a server looks after its tables, once it lives again."""
    one, two = await town.house(1), await town.house(0)
    await one.sit_down(ANN, BEN, guild=HERE)
    assert one.hall.upkeep._rota is not None
    await one.hall.upkeep._rota.stop()
    await until(lambda: keeps(two, one.table))
    one.hall.upkeep._rota.start()
    await until(lambda: keeps(one, one.table) and not keeps(two, one.table))
    await until(lambda: one.hall.figures()["live"] == 1 and two.hall.figures()["live"] == 0)


async def test_people_are_forgotten_while_others_play(town: Town) -> None:
    """Forgetting in one process and playing in another never undo each other."""
    one, two = await town.house(0), await town.house(1)
    await one.sit_down(ANN, BEN, CLEO, guild=THERE)
    two.table = one.table
    forgotten, _ = await asyncio.gather(one.hall.forget(ANN), two.act(BEN, "lay"))
    assert forgotten
    assert (await two.sight(ANN)).seat is None
    assert {row.user for row in await one.store.log(one.table)} <= {0, BEN, CLEO}


async def test_who_forgets_somebody_keeps_the_ended_tables_that_nobody_looks_after(town: Town) -> None:
    """Their messages have to change; a keeper that lives hears of it by itself."""
    one, two = await town.house(0), await town.house(1)
    await one.sit_down(ANN, BEN, guild=THERE)
    await one.done(ANN, Leave())  # ends it: Ben is alone
    table = two.table = one.table
    assert await two.hall.forget(ANN)
    assert not keeps(two, table)
    await town.die(one)
    await asyncio.sleep(LEASE + 0.1)
    assert await two.hall.forget(BEN)
    assert keeps(two, table)
    assert two.notes.renamed == [table, table]
    assert [seat.name for seat in (await two.sight(None)).table.seats] == ["Somebody", "Somebody"]
