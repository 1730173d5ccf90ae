"""The balance report distinguishes fights, counts seats and names cards that nobody used."""

import argparse
from typing import Any

import pytest

from cards.balance import GameOutcome, GameStats, report
from cards.door.card_events import CardPlayed, CardUsed
from cards.door.combat_events import (
    Caught,
    CombatEnded,
    CombatLost,
    CombatStarted,
    KillClaimed,
    MonsterKilled,
)
from cards.door.events import CharacterDied
from cards.games.door_stats import DoorStats
from cards.kernel.events import Drew, Event
from cards.kernel.game import CardFace, Setup
from cards.registry import make_game
from cards.simulate import add_arguments, run, seat_names


class NamingGame:
    """A game that only knows the names of its cards."""

    def face(self, card: int) -> CardFace:
        return CardFace(f"card-{card}", "", "", "", ())


class GameInProgress:
    """A state of a game that goes on, or is over."""

    def __init__(self, over: bool = False) -> None:
        self.over = over


def watched(*events: Event, over: bool = False) -> DoorStats:
    sheet = DoorStats()
    game: Any = NamingGame()
    state: Any = GameInProgress(over)
    sheet.record(game, state, events)
    return sheet


START_EVENT = CombatStarted(0, monster=1)
END_EVENT = CombatEnded(0)


@pytest.mark.parametrize(
    ("between", "name"),
    [
        ([MonsterKilled(0, monster=1, helper=-1)], "alone"),
        ([MonsterKilled(0, monster=1, helper=2)], "helped"),
        ([CombatLost(0)], "fled"),
        ([CombatLost(0), Caught(0, monster=1)], "caught"),
        ([], "otherwise"),
    ],
)
def test_fights_are_told_apart(between: list[Event], name: str) -> None:
    assert dict(watched(START_EVENT, *between, END_EVENT).fights) == {name: 1}


def test_a_fight_that_ends_the_game_counts() -> None:
    killed = MonsterKilled(0, monster=1, helper=-1)
    assert dict(watched(START_EVENT, killed, over=True).fights) == {"alone": 1}


def test_fights_turned_after_the_claim_deaths_and_uses_are_counted() -> None:
    sheet = watched(
        START_EVENT,
        KillClaimed(0),
        CombatLost(0),
        END_EVENT,
        START_EVENT,
        CharacterDied(0),
        END_EVENT,
    )
    used = watched(
        CardPlayed(1, card=7, card_kind="item"),
        CardUsed(1, card=7, monsters=(8,), spent=False),
        Drew(1, cards=(9,), card_count=1, deck="door"),
    )
    assert (sheet.meddled, sheet.deaths, dict(used.shown)) == (1, 1, {"card-7": 2})


def test_seats_are_counted_from_the_first_turn() -> None:
    outcomes = [
        GameOutcome(GameStats(first=2), 30, (3,)),
        GameOutcome(GameStats(first=0), 50, (0, 1)),
    ]
    found = report(outcomes, make_game(Setup("panic", 4, 1)))
    assert found["by_seat"] == [0.25, 0.25, 0.0, 0.5]
    assert found["by_order"] == [0.25, 0.75, 0.0, 0.0]
    assert found["shared_wins"] == 0.5
    assert "any_archer" in found["never_used"]
    assert found["turns"] == {"least": 30, "tenth": 30, "half": 30, "nine_tenths": 30, "most": 50}


def test_the_simulator_rotates_players_and_tells_their_shares() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    text = "--player sensible,random --players 3 --games 3 --jobs 1 --rotate --report"
    result = run(parser.parse_args(text.split()))
    assert result["finished"] == 3
    assert set(result["shares"]) == {"random", "sensible"}
    assert sum(result["shares"].values()) == pytest.approx(1, abs=0.01)
    assert "most_points" not in result
    assert sum(result["balance"]["by_seat"]) == pytest.approx(1, abs=0.01)
    assert seat_names("sensible,random", 3) == ["sensible", "random", "random"]


def test_where_all_may_lose_the_simulator_tells_who_had_most_points() -> None:
    """A castle that falls has no winner, but somebody has the most points."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    text = "--game panic --player random --players 3 --games 4 --jobs 1"
    result = run(parser.parse_args(text.split()))
    assert result["won_by_nobody"] == 4
    assert result["shares"] == {"random": 0.0}
    assert result["most_points"] == {"random": 1.0}
