"""The balance report distinguishes fights, counts seats and names cards that nobody used."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from cards.balance import GameOutcome, GameStats, report
from cards.games.door_stats import DoorStats
from cards.kernel.events import Event
from cards.kernel.game import CardFace
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


START_EVENT = Event("combat_started", 0, cards=(1,))
END_EVENT = Event("combat_ended", 0)


@pytest.mark.parametrize(
    ("between", "name"),
    [
        ([Event("killed", 0, other=-1)], "alone"),
        ([Event("killed", 0, other=2)], "helped"),
        ([Event("lost", 0)], "fled"),
        ([Event("lost", 0), Event("caught", 0)], "caught"),
        ([], "otherwise"),
    ],
)
def test_fights_are_told_apart(between: list[Event], name: str) -> None:
    assert dict(watched(START_EVENT, *between, END_EVENT).fights) == {name: 1}


def test_a_fight_that_ends_the_game_counts() -> None:
    assert dict(watched(START_EVENT, Event("killed", 0), over=True).fights) == {"alone": 1}


def test_fights_turned_after_the_claim_deaths_and_uses_are_counted() -> None:
    sheet = watched(
        START_EVENT,
        Event("claimed", 0),
        Event("lost", 0),
        END_EVENT,
        START_EVENT,
        Event("died", 0),
        END_EVENT,
    )
    used = watched(
        Event("played", 1, cards=(7,)), Event("used", 1, cards=(7, 8)), Event("drew", 1, cards=(9,))
    )
    assert (sheet.meddled, sheet.deaths, dict(used.shown)) == (1, 1, {"card-7": 2})


def test_seats_are_counted_from_the_first_turn() -> None:
    outcomes = [
        GameOutcome(GameStats(first=2), 30, (3,)),
        GameOutcome(GameStats(first=0), 50, (0, 1)),
    ]
    found = report(outcomes, 4, ["a"])
    assert found["by_seat"] == [0.25, 0.25, 0.0, 0.5]
    assert found["by_order"] == [0.25, 0.75, 0.0, 0.0]
    assert (found["shared_wins"], found["never_used"]) == (0.5, ["a"])
    assert found["turns"] == {"least": 30, "tenth": 30, "half": 30, "nine_tenths": 30, "most": 50}


def test_the_simulator_rotates_players_and_tells_their_shares() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    text = "--player sensible,random --players 3 --games 3 --jobs 1 --rotate --report"
    result = run(parser.parse_args(text.split()))
    assert result["finished"] == 3
    assert set(result["shares"]) == {"random", "sensible"}
    assert sum(result["shares"].values()) == pytest.approx(1, abs=0.01)
    assert sum(result["balance"]["by_seat"]) == pytest.approx(1, abs=0.01)
    assert seat_names("sensible,random", 3) == ["sensible", "random", "random"]
