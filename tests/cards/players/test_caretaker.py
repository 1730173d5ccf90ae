"""The caretaker: safe, modest, and able to tell what happened."""

from __future__ import annotations

import pytest

from cards.kernel.events import Event
from cards.players.caretaker import Account, Caretaker, account
from tests.cards.players.situations import Spot


def test_runs_rather_than_spend_a_one_shot() -> None:
    hand = ["Potion of Mild Inconvenience", "Magic Missile"]
    spot = Spot({"level": 4, "hand": hand}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]})
    assert spot.told(0, Caretaker()) == "run_away"


def test_takes_a_fight_that_is_won() -> None:
    spot = Spot({"level": 6}, {}, {}, fight={"monsters": ["Goose Knight"]})
    assert spot.told(0, Caretaker()) == "claim"


def test_refuses_bargains_and_exchanges() -> None:
    spot = Spot({"level": 4}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]})
    spot.do(0, "ask_help", picks=[[1], ["all"], [], [], [], []])
    assert spot.told(1, Caretaker()) == "refuse_help"
    trade = Spot({"equipped": ["Sword of Adequacy"]}, {"equipped": ["Spork of Destiny"]}, {})
    trade.do(0, "offer_trade", picks=[[trade.card("Sword of Adequacy")], []])
    assert trade.told(1, Caretaker()) == "refuse_trade"


@pytest.mark.parametrize(("share", "told"), [("0", "accept_help"), ("1", "refuse_help")])
def test_accepts_only_help_that_costs_nothing(share: str, told: str) -> None:
    spot = Spot({"level": 4}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]})
    spot.do(1, "offer_help", picks=[[share], [], [], []])
    assert spot.told(0, Caretaker()) == told


def test_wears_good_things_and_keeps_levels_and_curses() -> None:
    hand = ["Sword of Adequacy", "Read the Manual", "Noodle Arms"]
    spot = Spot({"hand": hand}, {"level": 8}, {})
    assert spot.told(0, Caretaker()) == "play Sword of Adequacy"
    spot.take(spot.asked(0, Caretaker()))
    assert spot.told(0, Caretaker()) == "kick"


def test_loots_rather_than_look_for_trouble() -> None:
    spot = Spot({"level": 9, "hand": ["Dust Bunnies"]}, {}, {}, phase="trouble")
    assert spot.told(0, Caretaker()) == "loot"


def test_does_nothing_unasked() -> None:
    spot = Spot({"level": 9}, {"hand": ["Noodle Arms"]}, {}, fight={"monsters": ["Goose Knight"]})
    assert spot.told(1, Caretaker(), must=False) == "wait"


def test_gives_an_account() -> None:
    """H-17: whoever comes back is told what happened."""
    events = [
        Event("turn_started", 1),
        Event("killed", 1, cards=(5,)),
        Event("level_changed", 1, count=1),
        Event("level_changed", 2, count=1),
        Event("drew", 1, count=2),
        Event("received", 1, cards=(9,), count=1),
        Event("lost", 1),
        Event("caught", 1),
        Event("level_changed", 1, count=-2),
        Event("curse_struck", 1, cards=(4,)),
        Event("died", 1),
        Event("discarded", 1, cards=(7,), count=1),
        Event("discarded", 0, cards=(8,), count=1),
    ]
    assert account(1, events) == Account(
        turns=1, levels=-1, won=1, lost=1, caught=1, deaths=1, curses=1, gained=3, parted=(7,)
    )
