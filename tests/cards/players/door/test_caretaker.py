"""The caretaker plays safely and can sum up what happened."""

from __future__ import annotations

import pytest

from cards.players.door.caretaker import CaretakerPlayer
from tests.cards.players.situations import PlayerSituation


def test_runs_rather_than_spend_a_one_shot() -> None:
    hand = ["Potion of Mild Inconvenience", "Magic Missile"]
    spot = PlayerSituation({"level": 4, "hand": hand}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]})
    assert spot.asked_in_words(0, CaretakerPlayer()) == "run_away"


def test_takes_a_fight_that_is_won() -> None:
    spot = PlayerSituation({"level": 6}, {}, {}, fight={"monsters": ["Goose Knight"]})
    assert spot.asked_in_words(0, CaretakerPlayer()) == "claim"


def test_refuses_bargains_and_exchanges() -> None:
    spot = PlayerSituation({"level": 4}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]})
    spot.do(0, "ask_help", picks=[[1], ["all"], [], [], [], []])
    assert spot.asked_in_words(1, CaretakerPlayer()) == "refuse_help"
    trade = PlayerSituation({"equipped": ["Sword of Adequacy"]}, {"equipped": ["Spork of Destiny"]}, {})
    trade.do(0, "offer_trade", picks=[[trade.card("Sword of Adequacy")], []])
    assert trade.asked_in_words(1, CaretakerPlayer()) == "refuse_trade"


@pytest.mark.parametrize(("share", "told"), [("0", "accept_help"), ("1", "refuse_help")])
def test_accepts_only_help_that_costs_nothing(share: str, told: str) -> None:
    spot = PlayerSituation({"level": 4}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]})
    spot.do(1, "offer_help", picks=[[share], [], [], [], [], []])
    assert spot.asked_in_words(0, CaretakerPlayer()) == told


def test_wears_good_things_and_keeps_levels_and_curses() -> None:
    hand = ["Sword of Adequacy", "Read the Manual", "Noodle Arms"]
    spot = PlayerSituation({"hand": hand}, {"level": 8}, {})
    assert spot.asked_in_words(0, CaretakerPlayer()) == "play Sword of Adequacy"
    spot.take(spot.asked(0, CaretakerPlayer()))
    assert spot.asked_in_words(0, CaretakerPlayer()) == "kick"


def test_loots_rather_than_look_for_trouble() -> None:
    spot = PlayerSituation({"level": 9, "hand": ["Dust Bunnies"]}, {}, {}, phase="trouble")
    assert spot.asked_in_words(0, CaretakerPlayer()) == "loot"


def test_does_nothing_unasked() -> None:
    spot = PlayerSituation({"level": 9}, {"hand": ["Noodle Arms"]}, {}, fight={"monsters": ["Goose Knight"]})
    assert spot.asked_in_words(1, CaretakerPlayer(), must=False) == "wait"
