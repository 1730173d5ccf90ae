"""Figures of people and seasons."""

from dataclasses import replace
from pathlib import Path

from bot.app.games import game_registry
from bot.statistics.profile import Profile, Rival, Season, Share
from bot.statistics.questions import StatisticsService, profile_of, season_at
from bot.statistics.rating import forget_seasons, rated_season, season_of
from bot.statistics.result import GameResult, SeatResult, result_of_row, row_of_result
from bot.statistics.service import ResultKeeper
from bot.tables.choices import Choice
from bot.tables.intents import Act
from bot.views.base.layout import Picture, Text
from bot.views.base.limits import check
from bot.views.base.sketches import ProfileCard, ShareBar
from bot.views.pages.profile import profile_screen, season_screen
from cards.kernel.moves import Refusal
from tests.bot.store.golden import kind_of
from tests.bot.tables.table_harness import ANN, BEN, CLEO, GUILD, TableHarness, first_choice

NOW = 1_790_000_000
QUARTER_S = 92 * 86_400


def game(number: int, winner: int, *, at: int = NOW, name: str = "classic") -> GameResult:
    """Return a game of Ann, Ben and a computer."""
    users = (ANN, BEN, 0)
    seats = tuple(
        SeatResult(
            seat,
            user,
            {ANN: "Ann", BEN: "Ben"}.get(user, ""),
            "" if user else "clever",
            won=seat == winner,
            place=1 if seat == winner else 2,
            counts={"kills": 2, "deaths": 1} if user else {},
            cards={"Frying Pan": 1, "Wizard": seat} if user else {},
        )
        for seat, user in enumerate(users)
    )
    return GameResult(number, 700, at + number, name, seats)


def test_a_profile_adds_up_what_somebody_did() -> None:
    games = [game(1, 0), game(2, 1), game(3, 0), game(4, 0, name="wild_west"), game(5, 2)]
    found = profile_of(games, ANN, "Ann", NOW)
    assert (found.games, found.wins, found.kills, found.deaths) == (5, 3, 10, 5)
    assert (found.streak, found.best_streak) == (0, 2)
    assert found.favorite_card == ("Frying Pan", 5)
    assert found.by_edition == (Share("Classic", 4, 2), Share("Wild West", 1, 1))
    assert found.by_players == (Share("3 players", 5, 3),)
    assert found.rivals == (Rival(BEN, 3, 1),)
    assert found.place == 1
    assert len(found.curve) == 6
    screen = check(profile_screen(found))
    (picture,) = [block for block in screen.blocks() if isinstance(block, Picture)]
    assert isinstance(picture.sketch, ProfileCard)
    assert [tally.count for tally in picture.sketch.tallies] == [10, found.stabs, found.bargains, 5]
    assert picture.sketch.shares[0] == ShareBar("Classic", 4, 2)
    for told in (picture.alt, screen.without_pictures().as_text()):
        assert "10 kills" in told
        assert "Classic 2 of 4" in told
        assert "3 players 3 of 5" in told
        assert "Rating points this season" in told
    assert "10 kills" not in "".join(b.content for b in screen.blocks() if isinstance(b, Text))


def test_a_season_is_a_quarter_and_shows_computers_apart() -> None:
    games = [game(1, 1, at=NOW - QUARTER_S), game(2, 0), game(3, 0)]
    season = season_at(games, NOW)
    assert (season.year, season.quarter) == season_of(NOW)
    assert [(one.user, one.games, one.wins) for one in season.people] == [(ANN, 2, 2), (BEN, 2, 0)]
    assert [(one.name, one.games) for one in season.computers] == [("clever", 2)]
    assert season.people[0].rating > season.people[1].rating
    text = season_screen(season).as_text()
    assert text.index(f"<@{ANN}>") < text.index(f"<@{BEN}>") < text.index("clever")
    assert "dusty" in season_screen(Season(2026, 4)).as_text()


def test_a_season_is_rated_once_until_a_game_of_it_is_another() -> None:
    games = [game(1, 0), game(2, 1)]
    first = rated_season(games, season_of(NOW))
    assert rated_season(list(games), season_of(NOW)) is first
    assert rated_season([replace(each, guild=701) for each in games], season_of(NOW)) is not first
    longer = rated_season([*games, game(3, 0)], season_of(NOW))
    assert longer.final[ANN, ""].games == 3
    changed = rated_season([games[0], replace(games[1], game="panic"), longer.games[2]], season_of(NOW))
    assert changed is not longer
    assert changed.final == longer.final
    forget_seasons()
    assert rated_season(games, season_of(NOW)) is not first
    assert rated_season(games, season_of(NOW)) == first


def test_who_was_taken_out_is_in_no_season_and_nobodys_rival() -> None:
    games = [game(1, 0), game(2, 0)]
    gone = [replace(one, seats=(one.seats[0], one.seats[1].without_person(), one.seats[2])) for one in games]
    assert [one.user for one in season_at(gone, NOW).people] == [ANN]
    assert profile_of(gone, ANN, "Ann", NOW).rivals == ()


async def harness_of(path: Path, *, start: bool) -> TableHarness:
    harness = await TableHarness.open(path, games=(kind_of("classic"),))
    await harness.sit_down(ANN, BEN, CLEO, game="classic", start=start)
    return harness


async def test_nothing_of_a_running_game_is_in_any_figure(tmp_path: Path) -> None:
    harness = await harness_of(tmp_path / "games.db", start=True)
    results = ResultKeeper(harness.store, game_registry(), harness.ticker.wall)
    questions = StatisticsService(results, harness.ticker.wall)
    for user in (ANN, BEN, CLEO):
        for move in (await harness.view_for(user)).moves[:1]:
            choice: Choice = first_choice(move)
            await harness.send(user, Act(choice))
    assert await questions.profile(GUILD, ANN, "Ann") == Refusal("no_results")
    season = await questions.season(GUILD)
    assert isinstance(season, Season)
    assert season.people == ()
    assert await results.earned_in(harness.table) == []
    await harness.close()


async def test_who_opts_out_has_no_profile(tmp_path: Path) -> None:
    harness = await harness_of(tmp_path / "games.db", start=False)
    results = ResultKeeper(harness.store, game_registry(), harness.ticker.wall)
    questions = StatisticsService(results, harness.ticker.wall)
    assert await questions.keep(ANN, keep=False) is None
    assert await questions.profile(GUILD, ANN, "Ann") == Refusal("no_statistics")
    assert await questions.keep(ANN, keep=True) is None
    assert await questions.profile(GUILD, ANN, "Ann") == Refusal("no_results")
    await harness.close()


def test_an_empty_profile_can_be_drawn() -> None:
    check(profile_screen(Profile(ANN, "Ann")))


def test_what_was_corrected_or_played_alone_counts_for_oneself_and_for_no_rating() -> None:
    fair, corrected = game(1, 1), replace(game(2, 0), corrected=True)
    alone = replace(game(3, 0), seats=(game(3, 0).seats[0], game(3, 0).seats[2]))
    found = profile_of([fair, corrected, alone], ANN, "Ann", NOW)
    assert (found.games, found.wins, found.kills) == (3, 2, 6)
    assert found.curve == profile_of([fair], ANN, "Ann", NOW).curve
    assert [(one.user, one.games) for one in season_at([fair, corrected, alone], NOW).people] == [
        (BEN, 1),
        (ANN, 1),
    ]
    assert profile_of([alone], ANN, "Ann", NOW).place == 0
    assert season_at([alone], NOW).people == ()
    left = replace(fair, seats=(fair.seats[0], replace(fair.seats[1], left=True), fair.seats[2]))
    assert not left.is_rated
    assert result_of_row(row_of_result(corrected)) == corrected
