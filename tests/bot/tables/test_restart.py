"""Killed and started again, everything is where it was."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store.port import StoreError
from bot.store.rows import LogRow, Step
from bot.store.sqlite import SqliteStore
from bot.tables import awake
from bot.tables.choices import Choice
from bot.tables.history import replay
from bot.tables.intents import Act, Create, Join
from bot.tables.results import Done
from cards.kernel.game import Setup
from cards.kernel.moves import Refusal
from tests.bot.tables.house import ANN, BEN, CHANNEL, CLEO, GUILD, House, first
from tests.bot.tables.tiny import TINY, TinyGame


class Unreliable:
    """A store whose next commits can be made to fail, before or after they reach the disk."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.before = 0
        self.after = 0
        self.blind = 0

    def __getattr__(self, name: str) -> Any:
        if self.blind and name not in ("close", "note_uptime", "peers"):
            self.blind -= 1
            return self._fail
        return getattr(self._store, name)

    async def _fail(self, *_: object, **__: object) -> None:
        raise StoreError("cannot be read")

    async def commit(self, step: Step) -> None:
        if self.before:
            self.before -= 1
            raise StoreError("disk full")
        await self._store.commit(step)
        if self.after:
            self.after -= 1
            raise StoreError("connection lost")


@pytest.fixture
async def frail(tmp_path: Path) -> Any:
    store = Unreliable(await SqliteStore.open(tmp_path / "games.db"))
    house = await House.open(store=store)  # type: ignore[arg-type]
    yield house, store
    await house.close()


async def test_everybody_sees_the_same_before_and_after(house: House, tmp_path: Path) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.act(ANN, "lay")
    await house.act(ANN, "play")
    await house.act(BEN, "pass")
    before = [await house.sight(user) for user in (ANN, BEN, CLEO, None)]
    again = await house.restart()
    after = [await again.sight(user) for user in (ANN, BEN, CLEO, None)]
    for old, new in zip(before, after, strict=True):
        assert replace(old, game=None, deadline=None) == replace(new, game=None, deadline=None)
    assert (await again.act(CLEO, "pass", seen=after[2].table.revision)).table.revision > 0
    await again.close()


async def test_a_press_that_was_saved_but_never_answered_is_known(house: House) -> None:
    """F-35: killed between commit and answer, the player presses again."""
    await house.sit_down(ANN, BEN)
    choice = first((await house.moves(ANN, "lay"))[0])
    change = await house.done(ANN, Act(choice), press=900)
    again = await house.restart()
    answer = await again.send(ANN, Act(choice), press=900)
    assert answer == Refusal("already_done", {"revision": change.table.revision})
    assert await again.refused(ANN, Act(choice), press=901) == "not_now"
    await again.close()


async def test_when_the_disk_fails_memory_stays_equal_to_it(frail: tuple[House, Unreliable]) -> None:
    house, store = frail
    await house.sit_down(ANN, BEN)
    before = await house.sight(ANN)
    store.before = 1
    assert await house.refused(ANN, Act(first(before.moves[-1])), press=50) == "not_saved"
    assert replace(await house.sight(ANN), game=None) == replace(before, game=None)
    await house.done(ANN, Act(first(before.moves[-1])), press=50)


async def test_when_the_disk_has_it_after_all_it_counts_and_is_shown(frail: tuple[House, Unreliable]) -> None:
    """The connection broke after the commit: nobody has to press again, and the screens hear of it."""
    house, store = frail
    await house.sit_down(ANN, BEN)
    sight = await house.sight(ANN)
    store.after = 1
    change = await house.done(ANN, Act(first(sight.moves[-1])), press=50)
    assert change.table.revision == sight.table.revision + 1
    assert house.notes.changes[-1] == change
    assert (await house.sight(ANN)).events[-1].kind == "laid"
    again = await house.send(ANN, Act(first(sight.moves[-1])), press=50)
    assert again == Refusal("already_done", {"revision": change.table.revision})


async def test_while_nothing_can_be_read_everything_is_refused_and_nothing_lost(
    frail: tuple[House, Unreliable],
) -> None:
    house, store = frail
    await house.sit_down(ANN, BEN)
    sight = await house.sight(ANN)
    store.before = store.blind = 1_000_000
    lost = await house.send(ANN, Act(first(sight.moves[-1])))
    assert lost == Refusal("not_saved")
    assert await house.send(ANN, Act(first(sight.moves[-1]))) == Refusal("not_saved")
    assert await house.hall.sight(house.table, ANN) == Refusal("not_saved")
    assert await house.hall.at(CHANNEL) is None
    assert await house.hall.of(ANN) == []
    assert await house.hall.last_at(CHANNEL) is None
    assert not await house.hall.forget(ANN)
    assert await house.hall.events_since(house.table, ANN, 0) == ()
    assert await house.hall.create(9, ANN, Create(CHANNEL, GUILD, "Ann", "tiny")) == Refusal("not_saved")
    await house.advance(100)
    store.before = store.blind = 0
    after = await house.sight(ANN)
    assert (after.table, after.view) == (sight.table, sight.view)
    await house.done(ANN, Act(first(sight.moves[-1])))
    await house.advance(100)
    assert (await house.sight(ANN)).table.poll is not None


async def test_a_table_that_could_not_be_saved_does_not_exist(frail: tuple[House, Unreliable]) -> None:
    house, store = frail
    store.before = 1
    wish = Create(5, GUILD, "Ann", "tiny")
    assert await house.hall.create(1, ANN, wish) == Refusal("not_saved")
    assert await house.hall.at(5) is None
    assert isinstance(await house.hall.create(2, ANN, wish), Done)


async def test_a_closing_hall_finishes_what_it_took_and_takes_no_more(tmp_path: Path) -> None:
    house = await House.open(tmp_path / "games.db")
    await house.sit_down(ANN, BEN)
    choices = [first(move) for move in await house.moves(ANN, "lay")]
    tasks = [asyncio.create_task(house.send(ANN, Act(choice))) for choice in choices[:2]]
    await asyncio.sleep(0)
    await house.hall.close()
    assert all(isinstance(result, Done) for result in await asyncio.gather(*tasks))
    assert await house.send(ANN, Act(choices[2])) == Refusal("closing")
    assert await house.hall.create(9, ANN, Create(5, GUILD, "Ann", "tiny")) == Refusal("closing")
    await house.store.close()


async def test_tables_at_rest_leave_memory_and_come_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awake, "MOST", 3)
    tables = []
    for channel in range(10):
        await house.sit_down(ANN, BEN, channel=channel)
        tables.append(house.table)
    assert len(list(house.hall.actors())) <= 4
    for table in tables:
        house.table = table
        await house.act(ANN, "lay")


async def test_a_table_of_an_unknown_game_is_told_and_kept(tmp_path: Path) -> None:
    house = await House.open(tmp_path / "games.db")
    await house.sit_down(ANN, BEN)
    await house.close()
    other = await House.open(tmp_path / "games.db", games=(replace(TINY, name="other"),))
    other.after(house)
    assert await other.refused(ANN, Act(Choice("pass"))) == "unreadable"
    await other.close()


async def test_a_game_keeps_the_cards_it_began_with(tmp_path: Path) -> None:
    house = await House.open(tmp_path / "games.db")
    await house.sit_down(ANN, BEN)
    await house.close()
    made: list[bytes | None] = []

    class Newer(TinyGame):
        digest = property(lambda self: "tiny-2")

    class Older(TinyGame):
        pass

    def make(setup: Setup, definitions: bytes | None) -> TinyGame:
        made.append(definitions)
        return Newer(setup) if definitions is None else Older(setup)

    newer = await House.open(tmp_path / "games.db", games=(replace(TINY, make=make),))
    newer.after(house)
    await newer.act(ANN, "lay")
    assert made == [None, b"tiny cards"]
    await newer.close()


async def log_of(house: House) -> list[LogRow]:
    return await house.store.log(house.table)


async def test_the_log_replays_to_the_saved_state(house: House) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    rng = random.Random(5)
    users = {0: ANN, 1: BEN, 2: CLEO}
    for _ in range(60):
        sight = await house.sight(None)
        if sight.pending is None:
            break
        user = users[rng.choice(sight.pending.awaited)]
        move = rng.choice((await house.sight(user)).moves)
        await house.done(user, Act(first(move)))
    row = await house.store.table(house.table)
    game = TinyGame(Setup("tiny", 3, 1, {"seconds": 30}))
    states = replay(game, await log_of(house))
    assert row is not None
    assert game.encode(states[row.revision]) == row.snapshot
    assert states[row.revision].zones.faults() == []


async def test_people_find_their_tables_after_a_restart(house: House) -> None:
    await house.sit_down(ANN, BEN, start=False, channel=1)
    await house.sit_down(BEN, start=False, channel=2)
    again = await house.restart()
    assert len(await again.hall.of(BEN)) == 2
    again.table = (await again.hall.of(ANN))[0].id
    await again.done(CLEO, Join("Cleo"))
    at_one = await again.hall.at(1)
    assert at_one is not None
    assert len(at_one.seats) == 3
    await again.close()


async def test_a_clock_that_cannot_be_heard_is_not_hammered(frail: tuple[House, Unreliable]) -> None:
    """A full disk is asked once a second for each table, not as fast as it can say no."""
    house, store = frail
    await house.sit_down(ANN, BEN)
    store.before = tries = 10_000
    await house.advance(120)
    first = store.before
    assert first < tries
    await house.advance(10)
    assert first - store.before <= 12
    store.before = 0
    await house.advance(2)
    assert (await house.sight(ANN)).table.revision > 0
