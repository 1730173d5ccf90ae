"""Achievements: each is earned by the game that it is about, and told once."""

from dataclasses import replace
from typing import Any

import pytest

from bot.statistics.achievements import QUESTIONS, earned_in
from bot.statistics.questions import profile_of
from bot.statistics.result import GameResult, SeatResult
from bot.views.base.limits import check
from bot.views.pages.profile import ACHIEVEMENT_TEXTS, MAX_EARNED_CHARS, earned_lines, profile_screen

ANN, BEN = 100, 101
NOW = 1_800_000_000


def game(*, won: bool = False, others: int = 1, name: str = "classic", **counts: Any) -> GameResult:
    """Return a game of Ann with so many others; Ben wins it unless she does."""
    cards = counts.pop("cards", {})
    own = SeatResult(0, ANN, "Ann", won=won, place=1 if won else 2, counts=counts, cards=cards)
    rest = [
        SeatResult(n, BEN + n - 1, f"P{n}", won=not won and n == 1, place=2) for n in range(1, others + 1)
    ]
    return GameResult(1, 700, NOW, name, (own, *rest))


def with_robot(result: GameResult, *, wins: bool) -> GameResult:
    return replace(result, seats=(*result.seats[:-1], SeatResult(9, robot="clever", won=wins)))


QUIET: dict[str, Any] = {"fights": 1, "stabs": 1, "kills": 1, "turns": 50, "others": 2}
LOST, WON = game(**QUIET), game(won=True, **QUIET)


def nobody_wins(result: GameResult) -> GameResult:
    return replace(result, seats=tuple(replace(seat, won=False) for seat in result.seats))


CASES: dict[str, list[GameResult]] = {
    "first_game": [LOST],
    "first_win": [WON],
    "ten_games": [LOST] * 10,
    "fifty_games": [LOST] * 50,
    "ten_wins": [WON] * 10,
    "streak_three": [WON] * 3,
    "streak_five": [WON] * 5,
    "streak_broken": [*[WON] * 3, LOST],
    "lost_five": [LOST] * 5,
    "comeback": [*[LOST] * 5, WON],
    "pacifist": [game(won=True, kills=1)],
    "no_kill": [game(won=True, stabs=1)],
    "butcher": [game(kills=10)],
    "hundred_kills": [game(kills=9)] * 12,
    "backstabber": [game(stabs=5)],
    "hundred_stabs": [game(stabs=4)] * 25,
    "pincushion": [game(stabbed=5)],
    "big_stab": [game(largest_stab=10)],
    "turned": [game(turned=1)],
    "die_once": [game(deaths=1)],
    "die_thrice": [game(deaths=3)],
    "die_and_win": [game(deaths=1, won=True)],
    "never_died": [LOST] * 10,
    "ones": [game(ones=3)],
    "sixes": [game(sixes=3)],
    "caught": [game(caught=5)],
    "escape": [game(escapes=5)],
    "helper": [game(helped=3)],
    "deals": [game(bargains=3)],
    "hundred_deals": [game(bargains=1)] * 25,
    "loner": [game(won_alone=5)],
    "big_fight": [game(largest_fight=50)],
    "curser": [game(curses=3)],
    "cursed": [game(cursed=5)],
    "shopper": [game(bought_levels=3)],
    "gold": [game(gold=3000)],
    "falling": [game(lost_levels=5)],
    "marathon": [game(turns=100)],
    "sprint": [game(won=True, fights=3, turns=15)],
    "crowd": [game(won=True, others=5)],
    "duel": [game(won=True, others=1)],
    "machine_breaker": [with_robot(game(won=True, others=3), wins=False)],
    "outwitted": [with_robot(game(others=3), wins=True)],
    "shared": [replace(WON, seats=tuple(replace(seat, won=True) for seat in WON.seats))],
    "all_towers": [game(won=True, name="panic")],
    "last_tower": [game(won=True, name="panic", towers_lost=5)],
    "castle_lost": [nobody_wins(game(name="panic"))],
    "thief_of_trophies": [game(name="panic", stabs=1)],
    "two_editions": [LOST, game(name="panic", stabs=1)],
    "same_card": [game(cards={"Frying Pan": 5})],
}


def numbered(games: list[GameResult]) -> list[GameResult]:
    return [replace(one, table=number, ended_at=NOW + number) for number, one in enumerate(games, start=1)]


def test_there_are_thirty_or_more_and_each_has_words_and_a_case() -> None:
    assert len(QUESTIONS) >= 30
    assert list(QUESTIONS) == list(ACHIEVEMENT_TEXTS) == list(CASES)


@pytest.mark.parametrize("key", CASES)
def test_each_is_earned_by_its_game_and_told_once(key: str) -> None:
    games = numbered(CASES[key])
    told = [dict(earned_in(games, one.table)).get("Ann", ()) for one in games]
    assert [key in keys for keys in told] == [False] * (len(games) - 1) + [True]
    again = numbered([*CASES[key], CASES[key][-1]])
    assert key not in dict(earned_in(again, len(again))).get("Ann", ())


@pytest.mark.parametrize("key", CASES)
def test_none_is_earned_by_somebody_to_whom_nothing_happened(key: str) -> None:
    dull = numbered([LOST])
    assert (key in dict(earned_in(dull, 1))["Ann"]) == (key == "first_game")


def test_who_left_or_was_taken_out_earns_nothing() -> None:
    left = replace(LOST, seats=(replace(LOST.seats[0], left=True), *LOST.seats[1:]))
    gone = replace(LOST, seats=(LOST.seats[0].without_person(), *LOST.seats[1:]))
    for one in (left, gone):
        assert "Ann" not in dict(earned_in([one], 1))
        assert profile_of([one], ANN, "Ann", NOW).achievements == ()


def left(result: GameResult) -> GameResult:
    own, *others = result.seats
    return replace(result, seats=(replace(own, won=False, left=True), *others))


@pytest.mark.parametrize(
    ("games", "key"),
    [
        ([WON, WON, left(WON), WON], "streak_three"),
        ([*[WON] * 3, left(WON), LOST], "streak_broken"),
        ([*[WON] * 3, left(LOST)], "streak_broken"),
        ([*[LOST] * 4, left(LOST)], "lost_five"),
        ([*[LOST] * 9, left(LOST)], "ten_games"),
        ([*[game(kills=20)] * 4, left(game(kills=20)), LOST], "hundred_kills"),
        ([*[LOST] * 8, left(LOST), LOST], "never_died"),
    ],
)
def test_a_game_that_was_left_ends_a_row_of_wins_and_earns_nothing(games: list[GameResult], key: str) -> None:
    games = numbered(games)
    assert all(key not in dict(earned_in(games, one.table)).get("Ann", ()) for one in games)
    assert key not in profile_of(games, ANN, "Ann", NOW).achievements


def test_lost_games_in_a_row_go_on_through_one_that_was_left() -> None:
    games = numbered([LOST, LOST, left(LOST), LOST, LOST, WON])
    assert "lost_five" in dict(earned_in(games, 5))["Ann"]
    assert "comeback" in dict(earned_in(games, 6))["Ann"]


def test_a_crowd_with_long_names_is_told_in_full_within_the_room() -> None:
    """Nobody is left out, whatever they have earned; the jokes go first, then titles are counted."""
    few = earned_lines([("Ann", ("first_game", "first_win")), ("Ben", ("first_game",))])
    assert few[0].count("first time") == 1
    assert earned_lines([("Ann", ("first_game",)), ("Ben", ("first_game",))])[0].startswith(
        "🏅 **Ann** and **Ben** · "
    )
    assert "., " not in few[0]
    every = tuple(ACHIEVEMENT_TEXTS)
    for keys in (every[:3], every[:12], every):
        all_of_them = [keys[: len(keys) - n // 2] for n in range(6)]
        lines = earned_lines([(f"{n}" + "*" * 31, earned) for n, earned in enumerate(all_of_them)])
        assert len(lines) == 3, "who has earned the same shares a line"
        assert [name[0] for line in lines for name in line.split("**")[1:4:2]] == list("012345")
        assert len("\n".join(lines)) <= MAX_EARNED_CHARS
        for line, earned in zip(lines, all_of_them[::2], strict=True):
            assert ACHIEVEMENT_TEXTS["first_game"][0] in line
            told = line.count(" · **")
            assert line.endswith(f"and {len(earned) - told} more") or told == len(earned)
            assert line.replace("\\*", "").count("**") % 2 == 0


def test_hostile_names_and_many_achievements_fit_on_a_screen() -> None:
    games = numbered([one for case in CASES.values() for one in case])
    lines = earned_lines([("**@everyone** <@1>", ("first_win", "duel"))])
    assert "**@everyone**" not in lines[0]
    assert "<@1>" not in lines[0]
    profile = profile_of(games, ANN, "Z̷a̸l̵g̶o̷ *Ann*", NOW)
    assert len(profile.achievements) > 30
    check(profile_screen(profile))
