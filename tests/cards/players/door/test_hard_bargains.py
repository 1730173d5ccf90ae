"""How a cunning player bargains for help: it asks for what a sensible partner still agrees to."""

from __future__ import annotations

from cards.kernel.moves import Action, Move
from cards.players.door.board import Board
from cards.players.door.cunning import CUNNING_TASTE, CunningPlayer
from cards.players.door.hard_bargains import ask_for_pay, demand
from cards.players.door.prompts import answer_prompt
from cards.players.door.sensible import SensiblePlayer
from tests.cards.players.situations import PlayerSituation

STRONG_SEAT = {"level": 5, "equipped": ["Sword of Adequacy"]}
NO_TERMS: list[list[int]] = [[], [], [], [], []]


def board_of(spot: PlayerSituation, seat: int) -> tuple[Board, list[Move]]:
    """Return the table as a seat knows it, and what it may do."""
    board = Board(spot.state, spot.game.decks, seat, answer_prompt, CUNNING_TASTE).freeze()
    return board, spot.moves(seat)


def demanded(spot: PlayerSituation, seat: int) -> Action | None:
    return demand(*board_of(spot, seat))


def test_a_helper_demands_what_the_fighter_still_pays() -> None:
    """R-352, H-122: a fighter who cannot win alone gives all Treasures for the Level."""
    spot = PlayerSituation({"level": 4}, STRONG_SEAT, {"level": 2}, fight={"monsters": ["Net Troll"]})
    asked = spot.asked(0, must=False)
    assert asked is not None
    fair = int(asked.picks[1][0])
    spot.take(asked)
    answer = demanded(spot, 1)
    assert answer is not None
    assert answer.verb == "offer_help"
    assert int(answer.picks[0][0]) > fair
    spot.take(answer)
    assert spot.asked_in_words(0, SensiblePlayer()) == "accept_help"


def test_a_demand_that_was_turned_down_is_not_made_again() -> None:
    """A player who always asks for more would hold up the table."""
    spot = PlayerSituation({"level": 4}, STRONG_SEAT, {"level": 2}, fight={"monsters": ["Net Troll"]})
    spot.do(0, "ask_help", picks=[[1], ["0"], *NO_TERMS])
    spot.take(demanded(spot, 1))
    spot.do(0, "refuse_help")
    spot.do(0, "ask_help", picks=[[1], ["1"], *NO_TERMS])
    assert demanded(spot, 1) is None


def test_nothing_is_demanded_where_help_would_not_win() -> None:
    weak = {"level": 1}
    spot = PlayerSituation({"level": 1}, weak, {}, fight={"monsters": ["Dragon With a Podcast"]})
    spot.do(0, "ask_help", picks=[[1], ["0"], *NO_TERMS])
    assert demanded(spot, 1) is None


def test_nothing_is_demanded_for_the_winning_kill() -> None:
    """No price is worth somebody else's victory."""
    strong = {"level": 8, "equipped": ["Flaming Armor"]}
    spot = PlayerSituation({"level": 9}, strong, {}, fight={"monsters": ["Two-Faced Giant"]})
    spot.do(0, "ask_help", picks=[[1], ["all"], *NO_TERMS])
    assert demanded(spot, 1) is None


def test_a_fighter_who_wins_alone_hears_no_offer() -> None:
    spot = PlayerSituation({"level": 9}, STRONG_SEAT, {}, fight={"monsters": ["Dust Bunnies"]})
    assert demanded(spot, 1) is None


def test_helps_unasked_for_a_high_price() -> None:
    spot = PlayerSituation({"level": 4}, STRONG_SEAT, {"level": 2}, fight={"monsters": ["Net Troll"]})
    usual = spot.asked(1, SensiblePlayer(), must=False)
    offer = demanded(spot, 1)
    assert usual is not None
    assert offer is not None
    assert usual.verb == offer.verb == "offer_help"
    assert int(offer.picks[0][0]) > int(usual.picks[0][0])


def test_an_elf_pays_for_being_let_in() -> None:
    """R-352: who gains a Level by helping gives an Item for it."""
    elf = {"level": 5, "in_play": ["Elf"], "carried": ["Spork of Destiny"]}
    spot = PlayerSituation({"level": 3}, elf, {}, {}, fight={"monsters": ["Zombie Accountant"]})
    asked = ask_for_pay(*board_of(spot, 0))
    assert asked is not None
    assert [spot.name(int(card)) for card in asked.picks[6]] == ["Spork of Destiny"]
    spot.take(asked)
    assert spot.asked_in_words(1, SensiblePlayer()) == "accept_help"


def test_who_refused_to_pay_is_asked_for_help_alone() -> None:
    elf = {"level": 5, "in_play": ["Elf"], "carried": ["Spork of Destiny"]}
    spot = PlayerSituation({"level": 3}, elf, {}, {}, fight={"monsters": ["Zombie Accountant"]})
    spot.take(ask_for_pay(*board_of(spot, 0)))
    spot.do(1, "refuse_help")
    assert ask_for_pay(*board_of(spot, 0)) is None


def test_the_cunning_player_weighs_a_demand_against_a_yes_and_a_no() -> None:
    """What it does with a request is tried out in its head, and is one of the three answers."""
    spot = PlayerSituation({"level": 4}, STRONG_SEAT, {"level": 2}, fight={"monsters": ["Net Troll"]})
    spot.do(0, "ask_help", picks=[[1], ["1"], *NO_TERMS])
    answer = spot.asked(1, CunningPlayer(), must=False)
    assert answer is not None
    assert answer.verb in ("offer_help", "accept_help", "refuse_help")
