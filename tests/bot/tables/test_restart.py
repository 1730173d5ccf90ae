"""Killed and started again, everything is where it was."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store.api import StoreError
from bot.store.rows import LogRow, TableCommit
from bot.store.sqlite.store import SqliteStore
from bot.tables import actor_cache
from bot.tables.choices import Choice
from bot.tables.history import replay
from bot.tables.intents import Act, AskOthers, Create, Join
from bot.tables.results import Change
from cards.kernel.game import Setup
from cards.kernel.moves import Refusal
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, CLEO, GUILD, TableHarness, first_choice
from tests.bot.tables.tiny import TINY_MODULE, TinyGame


class Unreliable:
    """A store whose next commits can be made to fail, before or after they reach the disk."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.before = 0
        self.after = 0
        self.blind = 0

    def __getattr__(self, name: str) -> Any:
        if self.blind and name not in ("close", "note_uptime", "exclusive", "is_current"):
            self.blind -= 1
            return self._fail
        return getattr(self._store, name)

    async def _fail(self, *_: object, **__: object) -> None:
        raise StoreError("cannot be read")

    async def commit(self, partial_choice: TableCommit) -> None:
        if self.before:
            self.before -= 1
            raise StoreError("disk full")
        await self._store.commit(partial_choice)
        if self.after:
            self.after -= 1
            raise StoreError("connection lost")


@pytest.fixture
async def frail(tmp_path: Path) -> Any:
    store = Unreliable(await SqliteStore.open(tmp_path / "games.db"))
    harness = await TableHarness.open(store=store)  # type: ignore[arg-type]
    yield harness, store
    await harness.close()


async def test_everybody_sees_the_same_before_and_after(harness: TableHarness, tmp_path: Path) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.act(ANN, "lay")
    await harness.act(ANN, "play")
    await harness.act(BEN, "pass")
    before = [await harness.view_for(user) for user in (ANN, BEN, CLEO, None)]
    again = await harness.restart()
    after = [await again.view_for(user) for user in (ANN, BEN, CLEO, None)]
    for old, new in zip(before, after, strict=True):
        assert replace(old, game=None, deadline=None) == replace(new, game=None, deadline=None)
    assert (await again.act(CLEO, "pass", seen=after[2].table.revision)).table.revision > 0
    await again.close()


async def test_a_press_that_was_saved_but_never_answered_is_known(harness: TableHarness) -> None:
    """F-35: killed between commit and answer, the player presses again."""
    await harness.sit_down(ANN, BEN)
    choice = first_choice((await harness.moves(ANN, "lay"))[0])
    change = await harness.done(ANN, Act(choice), interaction_id=900)
    again = await harness.restart()
    answer = await again.send(ANN, Act(choice), interaction_id=900)
    assert answer == Refusal("already_done", {"revision": change.table.revision})
    assert await again.refused(ANN, Act(choice), interaction_id=901) == "not_now"
    await again.close()


async def test_when_the_disk_fails_memory_stays_equal_to_it(frail: tuple[TableHarness, Unreliable]) -> None:
    harness, store = frail
    await harness.sit_down(ANN, BEN)
    before = await harness.view_for(ANN)
    store.before = 1
    assert await harness.refused(ANN, Act(first_choice(before.moves[-1])), interaction_id=50) == "not_saved"
    assert replace(await harness.view_for(ANN), game=None) == replace(before, game=None)
    await harness.done(ANN, Act(first_choice(before.moves[-1])), interaction_id=50)


async def test_when_the_disk_has_it_after_all_it_counts_and_is_shown(
    frail: tuple[TableHarness, Unreliable],
) -> None:
    """The connection broke after the commit: nobody has to press again, and the screens hear of it."""
    harness, store = frail
    await harness.sit_down(ANN, BEN)
    view = await harness.view_for(ANN)
    store.after = 1
    change = await harness.done(ANN, Act(first_choice(view.moves[-1])), interaction_id=50)
    assert change.table.revision == view.table.revision + 1
    assert harness.notes.changes[-1] == change
    assert (await harness.view_for(ANN)).events[-1].kind == "laid"
    again = await harness.send(ANN, Act(first_choice(view.moves[-1])), interaction_id=50)
    assert again == Refusal("already_done", {"revision": change.table.revision})


async def test_while_nothing_can_be_read_everything_is_refused_and_nothing_lost(
    frail: tuple[TableHarness, Unreliable],
) -> None:
    harness, store = frail
    await harness.sit_down(ANN, BEN)
    view = await harness.view_for(ANN)
    store.before = store.blind = 1_000_000
    lost = await harness.send(ANN, Act(first_choice(view.moves[-1])))
    assert lost == Refusal("not_saved")
    assert await harness.send(ANN, Act(first_choice(view.moves[-1]))) == Refusal("not_saved")
    assert await harness.service.view_for(harness.table, ANN) == Refusal("not_saved")
    assert await harness.service.table_in_channel(CHANNEL) is None
    assert await harness.service.tables_of_user(ANN) == []
    assert await harness.service.last_table_in_channel(CHANNEL) is None
    assert not await harness.service.forget_user(ANN)
    assert await harness.service.past_since(harness.table, ANN, 0) == ()
    assert await harness.service.create(9, ANN, Create(CHANNEL, GUILD, "Ann", "tiny")) == Refusal("not_saved")
    await harness.advance(100)
    store.before = store.blind = 0
    after = await harness.view_for(ANN)
    assert (after.table, after.game_view) == (view.table, view.game_view)
    await harness.done(ANN, Act(first_choice(view.moves[-1])))
    await harness.advance(100)
    assert any(isinstance(change.intent, AskOthers) for change in harness.notes.changes)


async def test_a_table_that_could_not_be_saved_does_not_exist(frail: tuple[TableHarness, Unreliable]) -> None:
    harness, store = frail
    store.before = 1
    wish = Create(5, GUILD, "Ann", "tiny")
    assert await harness.service.create(1, ANN, wish) == Refusal("not_saved")
    assert await harness.service.table_in_channel(5) is None
    assert isinstance(await harness.service.create(2, ANN, wish), Change)


async def test_a_closing_service_finishes_what_it_took_and_takes_no_more(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, BEN)
    choices = [first_choice(move) for move in await harness.moves(ANN, "lay")]
    tasks = [asyncio.create_task(harness.send(ANN, Act(choice))) for choice in choices[:2]]
    await asyncio.sleep(0)
    await harness.service.close()
    assert all(isinstance(result, Change) for result in await asyncio.gather(*tasks))
    assert await harness.send(ANN, Act(choices[2])) == Refusal("closing")
    assert await harness.service.create(9, ANN, Create(5, GUILD, "Ann", "tiny")) == Refusal("closing")
    await harness.store.close()


async def test_tables_at_rest_leave_memory_and_come_back(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actor_cache, "MAX_CACHED_TABLES", 3)
    tables = []
    for channel in range(10):
        await harness.sit_down(ANN, BEN, channel=channel)
        tables.append(harness.table)
    assert len(list(harness.service.actors())) <= 4
    for table in tables:
        harness.table = table
        await harness.act(ANN, "lay")


async def test_a_table_of_an_unknown_game_is_told_and_kept(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, BEN)
    await harness.close()
    other = await TableHarness.open(tmp_path / "games.db", games=(replace(TINY_MODULE, name="other"),))
    other.after(harness)
    assert await other.refused(ANN, Act(Choice("pass"))) == "unreadable"
    await other.close()


async def test_a_game_keeps_the_cards_it_began_with(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, BEN)
    await harness.close()
    made: list[bytes | None] = []

    class Newer(TinyGame):
        digest = property(lambda self: "tiny-2")

    class Older(TinyGame):
        pass

    def make(setup: Setup, definitions: bytes | None) -> TinyGame:
        made.append(definitions)
        return Newer(setup) if definitions is None else Older(setup)

    newer = await TableHarness.open(tmp_path / "games.db", games=(replace(TINY_MODULE, make=make),))
    newer.after(harness)
    await newer.act(ANN, "lay")
    assert made == [None, b"tiny cards"]
    await newer.close()


async def log_of(harness: TableHarness) -> list[LogRow]:
    return await harness.store.log(harness.table)


async def test_the_log_replays_to_the_saved_state(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    rng = random.Random(5)
    users = {0: ANN, 1: BEN, 2: CLEO}
    for _ in range(60):
        view = await harness.view_for(None)
        if view.pending is None:
            break
        user = users[rng.choice(view.pending.awaited)]
        move = rng.choice((await harness.view_for(user)).moves)
        await harness.done(user, Act(first_choice(move)))
    row = await harness.store.table(harness.table)
    game = TinyGame(Setup("tiny", 3, 1, {"seconds": 30}))
    states = replay(game, await log_of(harness))
    assert row is not None
    assert game.encode(states[row.revision]) == row.snapshot
    assert states[row.revision].zones.faults() == []


async def test_people_find_their_tables_after_a_restart(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, start=False, channel=1)
    await harness.sit_down(BEN, start=False, channel=2)
    again = await harness.restart()
    assert len(await again.service.tables_of_user(BEN)) == 2
    again.table = (await again.service.tables_of_user(ANN))[0].id
    await again.done(CLEO, Join("Cleo"))
    at_one = await again.service.table_in_channel(1)
    assert at_one is not None
    assert len(at_one.seats) == 3
    await again.close()


async def test_a_clock_that_cannot_be_heard_is_not_hammered(frail: tuple[TableHarness, Unreliable]) -> None:
    """A full disk is asked once a second for each table, not as fast as it can say no."""
    harness, store = frail
    await harness.sit_down(ANN, BEN)
    store.before = tries = 10_000
    await harness.advance(120)
    first = store.before
    assert first < tries
    await harness.advance(10)
    assert first - store.before <= 12
    store.before = 0
    await harness.advance(2)
    assert (await harness.view_for(ANN)).table.revision > 0
