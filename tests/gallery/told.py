"""The moments at which a game is told: its end, what was missed, the replay, and a person's profile."""

from collections.abc import Iterator

from bot.app.games import game_registry
from bot.replays.recording import play_again
from bot.replays.replay import replay_of
from bot.replays.service import ReplayRequest, page_of
from bot.views import screens
from bot.views.base.layout import Screen
from bot.views.pages.profile import (
    ACHIEVEMENT_TEXTS,
    Profile,
    Rival,
    Season,
    Share,
    Standing,
    earned_lines,
    profile_screen,
    season_screen,
)
from bot.views.table import recap
from bot.views.table.replay import replay_screen
from tests.bot.replays.played_tables import PlayedTable
from tests.bot.views.table.test_highlights import finished
from tests.bot.views.table.test_story import played, view_of_past

FINISHED_GAMES = (("classic", 4, 1), ("panic", 3, 4))
REPLAYED_GAMES = ("classic", "panic")
REPLAYED_STEPS = 150
REPLAYED_CHAPTER = 6

PROFILE = Profile(
    1,
    "Ann with a rather long name",
    games=48,
    wins=15,
    kills=120,
    stabs=44,
    bargains=31,
    deaths=19,
    streak=3,
    best_streak=5,
    favorite_card=("Enraged", 12),
    by_edition=(Share("Classic", 30, 10), Share("Wild West", 14, 4), Share("Panic", 4, 1)),
    by_players=(Share("3 players", 20, 8), Share("4 players", 28, 7)),
    rivals=(Rival(2, 11, 5), Rival(3, 4, 9)),
    rating=1570,
    place=2,
    curve=(0, 12, -3, 20, 44, 30, 61, 70),
    achievements=tuple(ACHIEVEMENT_TEXTS)[:12],
)
SEASON = Season(
    2030,
    1,
    tuple(Standing(user, f"Person {user}", 1600 - 20 * user, 20, 10 - user) for user in range(1, 9)),
    (Standing(0, "Sensible", 1500, 30, 9),),
)


def told_screens() -> Iterator[tuple[str, Screen]]:
    """Yield the screens with their names."""
    yield "profile", profile_screen(PROFILE)
    yield "profile in words", profile_screen(PROFILE).without_pictures()
    yield "season", season_screen(SEASON)
    for name, seats, seed in FINISHED_GAMES:
        view, _ = finished(name, seats, seed)
        people = [
            (seat.name, tuple(ACHIEVEMENT_TEXTS)[: number + 1])
            for number, seat in enumerate(view.table.seats)
        ]
        earned = earned_lines(people)
        yield f"end of {name}", screens.ending_screen(view, view.past, earned)
        yield f"story of {name}", recap.story_screen(view, view.past)
    for name in REPLAYED_GAMES:
        game, state, past = played(name, 3, 7, 120)
        view = view_of_past(game, state, past, 0)
        yield f"recap of {name}", recap.story_screen(view, view.past)
        table = PlayedTable(name, 3, 3).play(REPLAYED_STEPS).close()
        replay = replay_of(play_again(game_registry(), table.saved()))
        for hands_open in (False, True):
            asked = ReplayRequest(3, 700, 100, REPLAYED_CHAPTER, hands_open=hands_open)
            hands = " with hands" if hands_open else ""
            yield f"replay of {name}{hands}", replay_screen(page_of(replay, asked))
        last = ReplayRequest(3, 700, 100, REPLAYED_CHAPTER, part=99)
        yield f"replay of {name}, last part", replay_screen(page_of(replay, last))
