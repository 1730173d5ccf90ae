"""Results of finished games: made once, rebuilt alike, and people taken out without touching the others."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.games import game_registry
from bot.statistics.projection import result_of_game
from bot.statistics.questions import profile_of, season_at
from bot.statistics.rating import Key, Rating, rated
from bot.statistics.result import GameResult, result_of_row, row_of_result
from bot.statistics.service import ResultKeeper
from bot.store.api import Store
from bot.store.postgres.store import PostgresStore
from bot.store.results import ResultRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.history import UnreadableTableError
from bot.tables.lobby import TableConfig
from bot.tables.service import TableService
from bot.tables.state import SAVED_TABLE_CODEC
from tests.bot.replays.played_tables import PlayedTable
from tests.bot.statistics.finished_games import copied, finished, finished_in_another_seat, save_games
from tests.postgres import Server

ANN, BEN, CLEO = 100, 101, 102
GUILD = 700
NOW = 1_800_000_000


@pytest.fixture(params=["sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    opened: Store
    if request.param == "sqlite":
        opened = await SqliteStore.open(tmp_path / "games.db")
    else:
        server: Server = request.getfixturevalue("postgres")
        opened = await PostgresStore.open(await server.database())
    yield opened
    await opened.close()


def played() -> list[PlayedTable]:
    """Return three games of the same people, and two that count for nobody."""
    games = [copied(number, NOW + number) for number in (1, 2, 3)]
    lonely = PlayedTable("classic", 3, 4).play(30).close()
    return [*games, lonely, PlayedTable("classic", 3, 5).close()]


def keeper(store: Store) -> ResultKeeper:
    return ResultKeeper(store, game_registry(), lambda: NOW + 100)


async def rows(store: Store) -> list[ResultRow]:
    found = [await store.results.result(number) for number in range(1, 6)]
    return [row for row in found if row is not None]


def ratings(results: list[GameResult]) -> dict[Key, Rating]:
    return [after.copy() for _, _, after in rated(results)][-1]


async def test_games_are_recorded_once_and_a_rebuild_makes_the_same(store: Store) -> None:
    await save_games(store, *played())
    results = keeper(store)
    assert [result.table for result in await results.results(GUILD)] == [1, 2, 3]
    assert await results.results(GUILD + 1) == []
    before = await rows(store)
    assert [row.body != b"" for row in before] == [True, True, True, False, False]
    await results.catch_up()
    assert await rows(store) == before
    report = await results.rebuild()
    assert (report.read, report.changed, report.skipped) == (5, 0, [])
    for row in before:
        await store.results.replace(replace(row, body=b"", ended_at=1))
    assert (await results.rebuild()).changed == 5
    assert await rows(store) == before


async def test_the_last_screen_tells_what_was_earned_though_nobody_recorded_the_game(store: Store) -> None:
    """As after a kill between the last action and its result."""
    await save_games(store, *played()[:1])
    earned = await keeper(store).earned_in(1)
    assert [name for name, _ in earned] == ["Ann", "Ben", "Cleo"]
    assert all("first_game" in keys for _, keys in earned)
    assert await keeper(store).earned_in(1) == earned


async def test_who_changed_seats_has_played_one_game_in_the_last_of_them(store: Store) -> None:
    played_on = finished_in_another_seat()
    await save_games(store, played_on)
    results = keeper(store)
    assert "first_win" in dict(await results.earned_in(played_on.state.table.id))["Ben"]
    (result,) = await results.results(GUILD)
    assert [(seat.user, seat.left) for seat in result.seats] == [(ANN, False), (0, True), (BEN, False)]
    found = profile_of([result], BEN, "Ben", NOW)
    assert (found.games, found.wins, found.streak) == (1, 1, 1)
    assert [(one.user, one.games, one.wins) for one in season_at([result], NOW).people] == [
        (BEN, 1, 1),
        (ANN, 1, 0),
    ]


@pytest.mark.parametrize("at_the_end", ["left again", "in the first of the seats"])
def test_each_person_has_one_seat_in_a_result(at_the_end: str) -> None:
    """People who left twice have left once; people who sit somewhere at the end have not left."""
    saved = finished().saved()
    assert saved.table is not None
    facts = SAVED_TABLE_CODEC.decode(saved.table.body)
    seats = list(facts.table.seats)
    ann, ben, cleo = seats
    gone = replace(ben, user=0, dropped=True, was=BEN)
    seats = [gone, ann, gone, cleo] if at_the_end == "left again" else [ben, ann, gone, cleo]
    body = SAVED_TABLE_CODEC.encode(replace(facts, table=replace(facts.table, seats=tuple(seats))))
    result = result_of_game(game_registry(), replace(saved, table=replace(saved.table, body=body)))
    assert result is not None
    kept = 2 if at_the_end == "left again" else 0
    assert [seat.seat for seat in result.seats if seat.user == BEN] == [kept]


async def test_a_second_process_records_the_same_game_without_harm(store: Store) -> None:
    await save_games(store, *played())
    await keeper(store).catch_up()
    before = await rows(store)
    for row in before:
        await store.results.record(replace(row, guild=1, seats=()))
    assert await rows(store) == before


async def test_whoever_is_forgotten_is_gone_and_the_others_keep_every_figure(store: Store) -> None:
    await save_games(store, *played())
    tables = await TableService.open(store, TableConfig(game_registry()))
    results = keeper(store)
    before = await results.results(GUILD)
    assert await tables.forget_user(BEN)
    assert await results.forget(BEN)
    after = await results.results(GUILD)
    assert await results.results_of(BEN) == []
    for user in (ANN, CLEO):
        assert [one.seat_of(user) for one in after] == [one.seat_of(user) for one in before]
    expected = {key: rating for key, rating in ratings(before).items() if key != (BEN, "")}
    assert ratings(after) == expected
    kept = await rows(store)
    assert not any(b"Ben" in seat.body for row in kept for seat in row.seats)
    assert (await results.rebuild()).changed == 0
    assert await rows(store) == kept
    await tables.close()


async def test_who_opts_out_counts_nowhere_until_they_opt_in_again(store: Store) -> None:
    await save_games(store, *played()[:2])
    results = keeper(store)
    await results.opt_out(ANN)
    assert await results.results_of(ANN) == []
    assert len(await results.results_of(BEN)) == 2
    assert (await results.rebuild()).changed == 0
    await results.opt_in(ANN)
    assert (await results.rebuild()).changed == 0, "what ended before they opted in stays out"
    await save_games(store, copied(3, NOW + 200))
    assert [result.table for result in await results.results_of(ANN)] == [3]
    assert await results.forget(ANN)
    assert not (await results.wish(ANN)).counts_from


@pytest.mark.parametrize("way", ["opt_out", "forget"])
async def test_what_others_are_shown_is_the_same_whoever_goes(store: Store, way: str) -> None:
    """Profiles, ratings and places of the season; only who has gone is nobody's rival any more."""
    await save_games(store, *played()[:3])
    results = keeper(store)
    before = await results.results(GUILD)
    await (results.opt_out(BEN) if way == "opt_out" else results.forget(BEN))
    after = await results.results(GUILD)
    assert await results.results_of(BEN) == []
    old = [one for one in season_at(before, NOW).people if one.user != BEN]
    assert list(season_at(after, NOW).people) == old
    for user in (ANN, CLEO):
        was, now = (profile_of(games, user, "", NOW) for games in (before, after))
        assert was.games == 3
        rivals = tuple(rival for rival in was.rivals if rival.user != BEN)
        assert now == replace(was, rivals=rivals, place=[one.user for one in old].index(user) + 1)


async def test_a_damaged_log_is_skipped_and_named(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    whole, broken = copied(1, NOW), copied(2, NOW)
    line = broken.commits[40]
    assert line.log is not None
    broken.commits[40] = replace(line, log=replace(line.log, events=b"{"))
    await save_games(store, whole, broken)
    results = keeper(store)
    assert [result.table for result in await results.results(GUILD)] == [1]
    assert "table 2 counts for nobody" in caplog.text
    report = await results.rebuild()
    assert (report.read, report.changed) == (1, 0)
    assert report.skipped == ["table 2: its past cannot be read: ValueError"]


async def test_results_of_a_server_that_plays_no_more_are_deleted(store: Store) -> None:
    await save_games(store, *played())
    await keeper(store).catch_up()
    await store.results.purge_results(NOW)
    assert len(await rows(store)) == 5
    await store.results.purge_results(NOW + 1000)
    assert await rows(store) == []


async def test_a_restored_backup_forgets_again(store: Store) -> None:
    await save_games(store, *played())
    results = keeper(store)
    await results.catch_up()
    await results.forget_again(BEN, NOW)
    assert len(await results.results_of(BEN)) == 3, "their request is older than any game"
    await results.forget_again(BEN, NOW + 1)
    assert await results.results_of(BEN) == []


def test_a_game_that_nobody_wins_rates_nobody() -> None:
    """So it is with a castle that falls."""
    result = result_of_game(game_registry(), finished().saved())
    assert result is not None
    lost = replace(result, seats=tuple(replace(seat, won=False) for seat in result.seats))
    assert {rating.mu for rating in ratings([lost]).values()} == {25.0}
    won = replace(result, seats=tuple(replace(s, won=not s.seat, place=1 + s.seat) for s in result.seats))
    assert ratings([won])[ANN, ""].mu > 25 > ratings([won])[CLEO, ""].mu


def test_the_result_of_a_game_comes_back_from_its_row() -> None:
    result = result_of_game(game_registry(), finished().saved())
    assert result is not None
    assert result_of_row(row_of_result(result)) == result
    assert [seat.user for seat in result.seats] == [ANN, BEN, CLEO]
    winner = next(seat for seat in result.seats if seat.won)
    assert (winner.place, winner.score >= 10) == (1, True)
    assert sum(seat.count("stabs") for seat in result.seats) == sum(s.count("stabbed") for s in result.seats)


def test_of_a_running_game_nothing_is_told() -> None:
    assert result_of_game(game_registry(), PlayedTable("classic", 3, 1).play(50).saved()) is None


def test_a_log_with_a_gap_cannot_be_read() -> None:
    saved = finished().saved()
    with pytest.raises(UnreadableTableError):
        result_of_game(game_registry(), replace(saved, log=saved.log[:9] + saved.log[10:]))


@pytest.mark.parametrize("how", ["forget me", "my statistics"])
@pytest.mark.parametrize("work", ["recording", "a rebuild"])
async def test_who_is_taken_out_while_another_process_writes_a_result_stays_out(
    store: Store, monkeypatch: pytest.MonkeyPatch, work: str, how: str
) -> None:
    """Each process takes one step after the other, but two of them do not wait for each other."""
    await save_games(store, copied(1, NOW))
    here, there = keeper(store), keeper(store)
    if work == "a rebuild":
        await here.catch_up()
        monkeypatch.setattr(store.results, "result", nothing_yet)
    name = "record" if work == "recording" else "replace"
    write = getattr(store.results, name)

    async def write_late(row: ResultRow) -> None:
        monkeypatch.setattr(store.results, name, write)
        monkeypatch.setattr(there, "catch_up", nothing_to_do)  # it has looked before the game ended
        if how == "forget me":
            await store.forget_user(ANN)
            assert await there.forget(ANN)
        else:
            await there.opt_out(ANN)
        await write(row)

    monkeypatch.setattr(store.results, name, write_late)
    await (here.catch_up() if work == "recording" else here.rebuild())
    assert await store.results.results_of(ANN) == []
    assert len(await store.results.results_of(BEN)) == 1


async def nothing_to_do() -> None: ...


async def nothing_yet(table: int) -> None: ...


@pytest.mark.parametrize(("people", "corrected"), [(1, False), (2, False), (2, True)])
def test_the_log_says_whether_a_game_is_rated(people: int, corrected: bool) -> None:
    table = PlayedTable("panic", people, 3).play(12)
    if corrected:
        table.take_back()
    result = result_of_game(game_registry(), table.play_on(1000).saved())
    assert result is not None
    assert (len(result.seats), result.corrected) == (people, corrected)
    assert result.is_rated == (people == 2 and not corrected)
