"""Being forgotten, and old tables being deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.operations.erasure_requests import ErasureRequests
from bot.statistics.service import ResultKeeper
from bot.store.api import StoreError
from bot.store.backup.copying import copy_database
from bot.store.results_api import StatisticsWish
from bot.store.rows import TableCommit, UserRow
from bot.tables.intents import AddRobot, Create, End, Join, Leave, Replace, Start
from bot.tables.results import Done
from cards.registry import GameRegistry
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, NAME_BY_USER, TableHarness
from tests.bot.tables.tiny import TINY_MODULE


async def test_who_is_forgotten_leaves_no_trace_and_others_keep_their_history(tmp_path: Path) -> None:
    house = await TableHarness.open(tmp_path / "games.db")
    await house.sit_down(ANN, BEN, channel=1)
    await house.act(ANN, "lay")
    await house.done(ANN, Leave())  # ends it: Ben is alone
    ended = house.table
    await house.sit_down(ANN, BEN, CLEO, channel=2)
    await house.act(ANN, "luck")
    await house.act(ANN, "answer")
    await house.sit_down(ANN, start=False, channel=3)
    assert await house.service.forget_user(ANN)
    assert sorted(house.notes.renamed) == [ended, ended + 1, ended + 2]
    assert await house.service.tables_of_user(ANN) == []
    assert await house.service.table_in_channel(3) is None
    live = await house.service.table_in_channel(2)
    assert live is not None
    assert (live.host, live.seats[0].name, live.seats[0].dropped) == (BEN, "Somebody", True)
    house.table = ended
    assert [seat.name for seat in (await house.view_for(BEN)).table.seats] == ["Somebody", "Ben"]
    house.table = live.id
    await house.act(BEN, "lay")
    again = await house.restart()
    assert len((await again.view_for(BEN)).events) > 3
    await again.close()
    assert NAME_BY_USER[ANN].encode() not in (tmp_path / "games.db").read_bytes()
    await verify_nowhere(tmp_path / "games.db", ANN)


async def verify_nowhere(path: Path, user: int) -> None:
    """Look for the id in every column of every row."""
    house = await TableHarness.open(path)
    connection = house.store._queue.connection  # type: ignore[attr-defined]
    for (table,) in await connection.execute_fetchall("SELECT name FROM sqlite_schema WHERE type = 'table'"):
        for row in await connection.execute_fetchall(f"SELECT * FROM {table}"):
            assert user not in row
            assert not any(str(user).encode() in value for value in row if isinstance(value, bytes))
    await house.close()


async def test_who_was_taken_out_before_the_first_move_is_forgotten_too(house: TableHarness) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    await house.done(BEN, Leave())
    assert (await house.view_for(ANN)).table.seats[1].name == "Ben"
    assert await house.service.forget_user(BEN)
    seat = (await house.view_for(ANN)).table.seats[1]
    assert (seat.name, seat.user, seat.was) == ("Somebody", 0, 0)


async def test_a_seat_that_somebody_else_has_taken_over_keeps_their_name(house: TableHarness) -> None:
    await house.sit_down(BEN, ANN, CLEO)
    await house.act(BEN, "luck")
    await house.act(BEN, "answer")
    await house.act(ANN, "lay")
    await house.advance(91)
    await house.advance(91)
    await house.done(BEN, Replace(1, robot="random"))
    await house.done(DAN, Replace(1, "Dan"))
    assert await house.service.forget_user(ANN)
    assert [seat.name for seat in (await house.view_for(BEN)).table.seats] == ["Ben", "Dan", "Cleo"]
    assert {line.user for line in await house.store.log(house.table)} == {0, BEN, CLEO, DAN}


async def test_a_moderator_who_ended_a_game_of_others_leaves_no_trace(tmp_path: Path) -> None:
    """They have no seat by which to find what they did."""
    house = await TableHarness.open(tmp_path / "games.db")
    await house.sit_down(ANN, BEN)
    await house.done(DAN, End(steward=True))
    assert await house.service.forget_user(DAN)
    await house.close()
    await verify_nowhere(tmp_path / "games.db", DAN)


class FailingCommits:
    """Makes the next commits of a table fail, as a full disk does."""

    def __init__(self, house: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: dict[int, int] = {}
        self._commit = house.store.commit
        monkeypatch.setattr(house.store, "commit", self._try)

    async def _try(self, commit: TableCommit) -> None:
        if self.left.get(commit.table.id, 0):
            self.left[commit.table.id] -= 1
            raise StoreError("the disk is full")
        await self._commit(commit)


@pytest.mark.parametrize("others", [(BEN, CLEO), (BEN,), ()])
@pytest.mark.parametrize("start", [True, False])
async def test_who_cannot_leave_keeps_their_seat_and_is_told(
    house: TableHarness, monkeypatch: pytest.MonkeyPatch, others: tuple[int, ...], start: bool
) -> None:
    """Erased without having left, their seat would belong to nobody, and the table to no host."""
    await house.sit_down(ANN, *others, start=False)
    await house.done(ANN, AddRobot("random"))
    if start:
        await house.done(ANN, Start())
    before = (await house.view_for(ANN)).table
    FailingCommits(house, monkeypatch).left[house.table] = 1
    assert not await house.service.forget_user(ANN)
    assert (await house.view_for(ANN)).table == before
    assert await house.service.tables_knowing(ANN) == [house.table]
    assert await house.service.forget_user(ANN)
    table = (await house.view_for(None)).table
    assert table.seat_of(ANN) is None
    assert table.host in others or not table.live
    assert await house.service.tables_knowing(ANN) == []


async def test_one_table_that_cannot_be_saved_keeps_nobody_at_the_others(
    house: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.sit_down(ANN, BEN, channel=1)
    stuck = house.table
    await house.sit_down(ANN, BEN, CLEO, channel=2)
    FailingCommits(house, monkeypatch).left[stuck] = 1
    assert not await house.service.forget_user(ANN)
    assert (await house.view_for(None)).table.seats[0].name == "Somebody"
    house.table = stuck
    assert (await house.view_for(None)).table.seats[0].user == ANN
    assert await house.service.forget_user(ANN)
    assert await house.service.tables_knowing(ANN) == []


async def test_nobody_is_erased_from_a_seat_they_hold(house: TableHarness) -> None:
    """Whoever sits down again while being forgotten plays on."""
    await house.sit_down(ANN, BEN)
    actor = next(actor for actor in house.service.actors() if actor.number == house.table)
    with pytest.raises(StoreError):
        await actor.erase_user(ANN)
    assert (await house.view_for(ANN)).table.seats[0].name == "Ann"


async def test_rules_that_fail_hold_nobody_who_wants_to_be_forgotten(
    house: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.sit_down(ANN, BEN, CLEO)
    monkeypatch.setattr("bot.tables.play.drop_seat", None)
    assert await house.service.forget_user(ANN)
    table = (await house.view_for(None)).table
    assert (table.host, table.seats[0].user, bool(table.seats[0].robot)) == (BEN, 0, True)


async def test_people_who_never_played_can_be_forgotten_too(house: TableHarness) -> None:
    assert await house.service.forget_user(DAN)


@pytest.mark.usefixtures("slow_watch")
async def test_old_tables_go_and_young_ones_stay(tmp_path: Path) -> None:
    house = await TableHarness.open(tmp_path / "games.db")
    await house.sit_down(ANN, start=False, channel=1)
    await house.done(ANN, End())
    old_end = house.table
    await house.sit_down(BEN, start=False, channel=2)
    house.ticker.offset += 91 * 86_400
    opened = await house.service.create(house.next_interaction_id(), CLEO, Create(3, 1, "Cleo", "tiny"))
    assert isinstance(opened, Done)
    await house.advance(3700)
    assert await house.store.table(old_end) is None
    assert await house.service.table_in_channel(2) is not None
    house.ticker.offset += 300 * 86_400
    await house.advance(25 * 3600)
    assert await house.service.table_in_channel(2) is None
    assert await house.service.table_in_channel(3) is not None
    assert [number for number, _ in house.service.maintenance.live_tables()] == [opened.table.id]
    await house.sit_down(DAN, start=False, channel=2)
    await house.done(DAN, AddRobot())
    await house.done(DAN, Start())
    await house.close()


async def test_who_comes_back_after_a_request_is_left_in_peace(tmp_path: Path) -> None:
    """Also at a table that was opened before it; what a copy from before knows is forgotten again."""
    house = await TableHarness.open(tmp_path / "games.db")
    requests = ErasureRequests(tmp_path / "games.db.forgotten", lambda: moment, house.store)
    results = ResultKeeper(house.store, GameRegistry((TINY_MODULE,)), house.ticker.wall)
    await house.sit_down(ANN, BEN, start=False, channel=1)
    moment = house.ticker.wall()
    requests.add(BEN)
    assert await house.service.forget_user(BEN)
    house.ticker.offset += 60
    await house.done(BEN, Join("Ben"))
    assert await requests.reapply(house.service, results) == 0
    assert (await house.view_for(ANN)).table.seats[1].name == "Ben"
    moment = house.ticker.wall()
    requests.add(BEN)
    assert await requests.reapply(house.service, results) == 1
    assert await house.service.tables_knowing(BEN) == []
    await house.close()


async def test_a_restored_copy_forgets_what_people_chose_before_they_asked(tmp_path: Path) -> None:
    """Also of somebody who never sat at a table; what they chose after it stays, though nobody plays."""
    now = 1_800_000_000

    async def opened() -> tuple[TableHarness, ResultKeeper, ErasureRequests]:
        house = await TableHarness.open(tmp_path / "games.db")
        results = ResultKeeper(house.store, GameRegistry((TINY_MODULE,)), lambda: now)
        return house, results, ErasureRequests(tmp_path / "games.db.forgotten", lambda: now, house.store)

    async def choose(house: TableHarness) -> None:
        await house.store.save_user(UserRow(ANN, 0, True, 2))
        await house.store.results.save_wish(StatisticsWish(ANN, opted_out=True))

    async def has_chosen(house: TableHarness) -> bool:
        left = await house.store.user(ANN), await house.store.results.wish(ANN)
        return left != (UserRow(ANN), StatisticsWish(ANN))

    house, results, requests = await opened()
    await choose(house)
    await house.close()
    copy_database(tmp_path / "games.db", tmp_path / "copy.db")
    now += 60
    house, results, requests = await opened()
    moment = requests.add(ANN)
    assert await house.service.forget_user(ANN)
    assert await results.forget(ANN)
    await requests.note_honored(moment)
    now += 60
    await choose(house)
    assert await requests.reapply(house.service, results) == 0
    assert await has_chosen(house)
    await house.close()
    (tmp_path / "games.db").unlink()
    (tmp_path / "copy.db").rename(tmp_path / "games.db")
    house, results, requests = await opened()
    assert await requests.reapply(house.service, results) == 1
    assert not await has_chosen(house)
    await choose(house)
    assert await requests.reapply(house.service, results) == 0
    assert await has_chosen(house)
    await house.close()
