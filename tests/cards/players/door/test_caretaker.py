"""The caretaker plays safely and can sum up what happened."""

import pytest

from cards.players.door.sensible import CaretakerPlayer
from tests.cards.players.situations import PlayerSituation


def test_runs_rather_than_spend_a_one_shot() -> None:
    hand = ["Potion of Mild Inconvenience", "Magic Missile"]
    situation = PlayerSituation(
        {"level": 4, "hand": hand}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]}
    )
    assert situation.asked_in_words(0, CaretakerPlayer()) == "run_away"


def test_takes_a_fight_that_is_won() -> None:
    situation = PlayerSituation({"level": 6}, {}, {}, fight={"monsters": ["Goose Knight"]})
    assert situation.asked_in_words(0, CaretakerPlayer()) == "claim"


def test_refuses_bargains_and_exchanges() -> None:
    situation = PlayerSituation({"level": 4}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]})
    situation.do(0, "ask_help", picks=[[1], ["all"], [], [], [], [], []])
    assert situation.asked_in_words(1, CaretakerPlayer()) == "refuse_help"
    trade = PlayerSituation({"equipped": ["Sword of Adequacy"]}, {"equipped": ["Spork of Destiny"]}, {})
    trade.do(0, "offer_trade", picks=[[trade.card("Sword of Adequacy")], []])
    assert trade.asked_in_words(1, CaretakerPlayer()) == "refuse_trade"


@pytest.mark.parametrize(("share", "told"), [("0", "accept_help"), ("1", "refuse_help")])
def test_accepts_only_help_that_costs_nothing(share: str, told: str) -> None:
    situation = PlayerSituation({"level": 4}, {"level": 9}, {}, fight={"monsters": ["Goose Knight"]})
    situation.do(1, "offer_help", picks=[[share], [], [], [], [], []])
    assert situation.asked_in_words(0, CaretakerPlayer()) == told


def test_wears_good_things_and_keeps_levels_and_curses() -> None:
    hand = ["Sword of Adequacy", "Read the Manual", "Noodle Arms"]
    situation = PlayerSituation({"hand": hand}, {"level": 8}, {})
    assert situation.asked_in_words(0, CaretakerPlayer()) == "play Sword of Adequacy"
    situation.take(situation.asked(0, CaretakerPlayer()))
    assert situation.asked_in_words(0, CaretakerPlayer()) == "kick"


def test_loots_rather_than_look_for_trouble() -> None:
    situation = PlayerSituation({"level": 9, "hand": ["Dust Bunnies"]}, {}, {}, phase="trouble")
    assert situation.asked_in_words(0, CaretakerPlayer()) == "loot"


def test_does_nothing_unasked() -> None:
    situation = PlayerSituation(
        {"level": 9}, {"hand": ["Noodle Arms"]}, {}, fight={"monsters": ["Goose Knight"]}
    )
    assert situation.asked_in_words(1, CaretakerPlayer(), must=False) == "wait"
