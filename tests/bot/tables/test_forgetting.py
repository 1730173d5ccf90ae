"""Being forgotten, and old tables being deleted."""

from pathlib import Path

import pytest

from bot.operations.erasure_requests import ErasureRequests
from bot.statistics.service import ResultKeeper
from bot.store.api import StoreError
from bot.store.backup.copying import copy_database
from bot.store.results import StatisticsWish
from bot.store.rows import TableCommit, UserRow
from bot.tables.intents import AddRobot, Create, End, Join, Leave, Replace, Start, Vote
from bot.tables.results import Change
from cards.registry import GameRegistry
from tests.bot.tables.table_harness import ANN, BEN, CLEO, DAN, NAME_BY_USER, TableHarness
from tests.bot.tables.tiny import TINY_MODULE


async def test_who_is_forgotten_leaves_no_trace_and_others_keep_their_history(tmp_path: Path) -> None:
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, BEN, channel=1)
    await harness.act(ANN, "lay")
    await harness.done(ANN, Leave())  # ends it: Ben is alone
    ended = harness.table
    await harness.sit_down(ANN, BEN, CLEO, channel=2)
    await harness.act(ANN, "luck")
    await harness.act(ANN, "answer")
    await harness.sit_down(ANN, start=False, channel=3)
    assert await harness.service.forget_user(ANN)
    assert sorted(harness.notes.renamed) == [ended, ended + 1, ended + 2]
    assert await harness.service.tables_of_user(ANN) == []
    assert await harness.service.table_in_channel(3) is None
    live = await harness.service.table_in_channel(2)
    assert live is not None
    assert (live.host, live.former[0].name, live.former[0].user) == (BEN, "Somebody", 0)
    assert (live.seats[0].user, bool(live.seats[0].robot)) == (0, True), "a computer plays on"
    harness.table = ended
    assert [seat.name for seat in (await harness.view_for(BEN)).table.seats] == ["Somebody", "Ben"]
    harness.table = live.id
    await harness.act(BEN, "lay")
    again = await harness.restart()
    assert len((await again.view_for(BEN)).events) > 3
    await again.close()
    assert NAME_BY_USER[ANN].encode() not in (tmp_path / "games.db").read_bytes()
    await verify_nowhere(tmp_path / "games.db", ANN)


async def verify_nowhere(path: Path, user: int) -> None:
    """Look for the id in every column of every row."""
    harness = await TableHarness.open(path)
    connection = harness.store._queue.connection  # type: ignore[attr-defined]
    for (table,) in await connection.fetch("SELECT name FROM sqlite_schema WHERE type = 'table'"):
        for row in await connection.fetch(f"SELECT * FROM {table}"):
            assert user not in row
            assert not any(str(user).encode() in value for value in row if isinstance(value, bytes))
    await harness.close()


async def test_who_was_taken_out_before_the_first_move_is_forgotten_too(harness: TableHarness) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    await harness.done(BEN, Leave())
    assert (await harness.view_for(ANN)).table.seats[1].name == "Ben"
    assert await harness.service.forget_user(BEN)
    seat = (await harness.view_for(ANN)).table.seats[1]
    assert (seat.name, seat.user, seat.was) == ("Somebody", 0, 0)


async def test_a_seat_that_somebody_else_has_taken_over_keeps_their_name(harness: TableHarness) -> None:
    await harness.sit_down(BEN, ANN, CLEO)
    await harness.act(BEN, "luck")
    await harness.act(BEN, "answer")
    await harness.act(ANN, "lay")
    await harness.advance(91)
    await harness.advance(91)
    await harness.done(BEN, Replace(1, robot="random"))
    await harness.done(DAN, Replace(1, "Dan"))
    await harness.done(BEN, Vote(True))
    assert await harness.service.forget_user(ANN)
    assert [seat.name for seat in (await harness.view_for(BEN)).table.seats] == ["Ben", "Dan", "Cleo"]
    assert {line.user for line in await harness.store.log(harness.table)} == {0, BEN, CLEO, DAN}


async def test_a_moderator_who_ended_a_game_of_others_leaves_no_trace(tmp_path: Path) -> None:
    """They have no seat by which to find what they did."""
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, BEN)
    await harness.done(DAN, End(steward=True))
    assert await harness.service.forget_user(DAN)
    await harness.close()
    await verify_nowhere(tmp_path / "games.db", DAN)


class FailingCommits:
    """Makes the next commits of a table fail, as a full disk does."""

    def __init__(self, harness: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: dict[int, int] = {}
        self._commit = harness.store.commit
        monkeypatch.setattr(harness.store, "commit", self._try)

    async def _try(self, commit: TableCommit) -> None:
        if self.left.get(commit.table.id, 0):
            self.left[commit.table.id] -= 1
            raise StoreError("the disk is full")
        await self._commit(commit)


@pytest.mark.parametrize("others", [(BEN, CLEO), (BEN,), ()])
@pytest.mark.parametrize("start", [True, False])
async def test_who_cannot_leave_keeps_their_seat_and_is_told(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch, others: tuple[int, ...], start: bool
) -> None:
    """Erased without having left, their seat would belong to nobody, and the table to no host."""
    await harness.sit_down(ANN, *others, start=False)
    await harness.done(ANN, AddRobot("random"))
    if start:
        await harness.done(ANN, Start())
    before = (await harness.view_for(ANN)).table
    FailingCommits(harness, monkeypatch).left[harness.table] = 1
    assert not await harness.service.forget_user(ANN)
    assert (await harness.view_for(ANN)).table == before
    assert await harness.service.tables_knowing(ANN) == [harness.table]
    assert await harness.service.forget_user(ANN)
    table = (await harness.view_for(None)).table
    assert table.seat_of(ANN) is None
    assert table.host in others or not table.live
    assert await harness.service.tables_knowing(ANN) == []


async def test_one_table_that_cannot_be_saved_keeps_nobody_at_the_others(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.sit_down(ANN, BEN, channel=1)
    stuck = harness.table
    await harness.sit_down(ANN, BEN, CLEO, channel=2)
    FailingCommits(harness, monkeypatch).left[stuck] = 1
    assert not await harness.service.forget_user(ANN)
    table = (await harness.view_for(None)).table
    assert (table.former[0].name, table.seat_of(ANN)) == ("Somebody", None)
    harness.table = stuck
    assert (await harness.view_for(None)).table.seats[0].user == ANN
    assert await harness.service.forget_user(ANN)
    assert await harness.service.tables_knowing(ANN) == []


async def test_nobody_is_erased_from_a_seat_they_hold(harness: TableHarness) -> None:
    """Whoever sits down again while being forgotten plays on."""
    await harness.sit_down(ANN, BEN)
    actor = next(actor for actor in harness.service.actors() if actor.number == harness.table)
    with pytest.raises(StoreError):
        await actor.erase_user(ANN)
    assert (await harness.view_for(ANN)).table.seats[0].name == "Ann"


async def test_rules_that_fail_hold_nobody_who_wants_to_be_forgotten(
    harness: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.sit_down(ANN, BEN, CLEO)
    monkeypatch.setattr("bot.tables.play.drop_seat", None)
    assert await harness.service.forget_user(ANN)
    table = (await harness.view_for(None)).table
    assert (table.host, table.seats[0].user, bool(table.seats[0].robot)) == (BEN, 0, True)


async def test_people_who_never_played_can_be_forgotten_too(harness: TableHarness) -> None:
    assert await harness.service.forget_user(DAN)


@pytest.mark.usefixtures("slow_watch")
async def test_old_tables_go_and_young_ones_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.timing.LOBBY_MS", 30 * 86_400_000)  # or lobbies would close themselves
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, start=False, channel=1)
    await harness.done(ANN, End())
    old_end = harness.table
    await harness.sit_down(BEN, start=False, channel=2)
    harness.ticker.offset += 91 * 86_400
    opened = await harness.service.create(harness.next_interaction_id(), CLEO, Create(3, 1, "Cleo", "tiny"))
    assert isinstance(opened, Change)
    harness.service.maintenance.note_true_time(harness.ticker.wall())
    await harness.advance(3700)
    assert await harness.store.table(old_end) is None
    assert await harness.service.table_in_channel(2) is not None
    harness.ticker.offset += 300 * 86_400
    harness.service.maintenance.note_true_time(harness.ticker.wall())
    await harness.advance(25 * 3600)
    assert await harness.service.table_in_channel(2) is None
    assert await harness.service.table_in_channel(3) is not None
    assert [number for number, _ in harness.service.maintenance.directory.tables()] == [opened.table.id]
    await harness.sit_down(DAN, start=False, channel=2)
    await harness.done(DAN, AddRobot())
    await harness.done(DAN, Start())
    await harness.close()


async def test_who_comes_back_after_a_request_is_left_in_peace(tmp_path: Path) -> None:
    """Also at a table that was opened before it; what a copy from before knows is forgotten again."""
    harness = await TableHarness.open(tmp_path / "games.db")
    requests = ErasureRequests(tmp_path / "games.db.forgotten", lambda: moment, harness.store)
    results = ResultKeeper(harness.store, GameRegistry((TINY_MODULE,)), harness.ticker.wall)
    await harness.sit_down(ANN, BEN, start=False, channel=1)
    moment = harness.ticker.wall()
    requests.add(BEN)
    assert await harness.service.forget_user(BEN)
    harness.ticker.offset += 60
    await harness.done(BEN, Join("Ben"))
    assert await requests.reapply(harness.service, results) == 0
    assert (await harness.view_for(ANN)).table.seats[1].name == "Ben"
    moment = harness.ticker.wall()
    requests.add(BEN)
    assert await requests.reapply(harness.service, results) == 1
    assert await harness.service.tables_knowing(BEN) == []
    await harness.close()


async def test_a_restored_copy_forgets_what_people_chose_before_they_asked(tmp_path: Path) -> None:
    """Also of somebody who never sat at a table; what they chose after it stays, though nobody plays."""
    now = 1_800_000_000

    async def opened() -> tuple[TableHarness, ResultKeeper, ErasureRequests]:
        harness = await TableHarness.open(tmp_path / "games.db")
        results = ResultKeeper(harness.store, GameRegistry((TINY_MODULE,)), lambda: now)
        return harness, results, ErasureRequests(tmp_path / "games.db.forgotten", lambda: now, harness.store)

    async def choose(harness: TableHarness) -> None:
        await harness.store.save_user(UserRow(ANN, 0, True, 2))
        await harness.store.results.save_wish(StatisticsWish(ANN, opted_out=True))

    async def has_chosen(harness: TableHarness) -> bool:
        left = await harness.store.user(ANN), await harness.store.results.wish(ANN)
        return left != (UserRow(ANN), StatisticsWish(ANN))

    harness, results, requests = await opened()
    await choose(harness)
    await harness.close()
    copy_database(tmp_path / "games.db", tmp_path / "copy.db")
    now += 60
    harness, results, requests = await opened()
    moment = requests.add(ANN)
    assert await harness.service.forget_user(ANN)
    assert await results.forget(ANN)
    await requests.note_honored(moment)
    now += 60
    await choose(harness)
    assert await requests.reapply(harness.service, results) == 0
    assert await has_chosen(harness)
    await harness.close()
    (tmp_path / "games.db").unlink()
    (tmp_path / "copy.db").rename(tmp_path / "games.db")
    harness, results, requests = await opened()
    assert await requests.reapply(harness.service, results) == 1
    assert not await has_chosen(harness)
    await choose(harness)
    assert await requests.reapply(harness.service, results) == 0
    assert await has_chosen(harness)
    await harness.close()
