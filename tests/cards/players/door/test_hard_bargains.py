"""How a cunning player bargains for help: it asks for what a sensible partner still agrees to."""

from cards.kernel.moves import Action, Move
from cards.players.door.board import Board
from cards.players.door.cunning import CUNNING_TASTE, CunningPlayer
from cards.players.door.hard_bargains import ask_for_pay, demand
from cards.players.door.prompts import answer_prompt
from cards.players.door.sensible import SensiblePlayer
from tests.cards.players.situations import PlayerSituation

STRONG_SEAT = {"level": 5, "equipped": ["Sword of Adequacy"]}
NO_TERMS: list[list[int]] = [[], [], [], [], []]


def board_of(situation: PlayerSituation, seat: int) -> tuple[Board, list[Move]]:
    """Return the table as a seat knows it, and what it may do."""
    board = Board(situation.state, situation.game.decks, seat, answer_prompt, CUNNING_TASTE).freeze()
    return board, situation.moves(seat)


def demanded(situation: PlayerSituation, seat: int) -> Action | None:
    return demand(*board_of(situation, seat))


def test_a_helper_demands_what_the_fighter_still_pays() -> None:
    """R-352, H-122: a fighter who cannot win alone gives all Treasures for the Level."""
    situation = PlayerSituation({"level": 4}, STRONG_SEAT, {"level": 2}, fight={"monsters": ["Net Troll"]})
    asked = situation.asked(0, must=False)
    fair = int(asked.picks[1][0])
    situation.take(asked)
    answer = demanded(situation, 1)
    assert answer is not None
    assert answer.verb == "offer_help"
    assert int(answer.picks[0][0]) > fair
    situation.take(answer)
    assert situation.asked_in_words(0, SensiblePlayer()) == "accept_help"


def test_a_demand_that_was_turned_down_is_not_made_again() -> None:
    """A player who always asks for more would hold up the table."""
    situation = PlayerSituation({"level": 4}, STRONG_SEAT, {"level": 2}, fight={"monsters": ["Net Troll"]})
    situation.do(0, "ask_help", picks=[[1], ["0"], *NO_TERMS])
    situation.take(demanded(situation, 1))
    situation.do(0, "refuse_help")
    situation.do(0, "ask_help", picks=[[1], ["1"], *NO_TERMS])
    assert demanded(situation, 1) is None


def test_nothing_is_demanded_where_help_would_not_win() -> None:
    weak = {"level": 1}
    situation = PlayerSituation({"level": 1}, weak, {}, fight={"monsters": ["Dragon With a Podcast"]})
    situation.do(0, "ask_help", picks=[[1], ["0"], *NO_TERMS])
    assert demanded(situation, 1) is None


def test_nothing_is_demanded_for_the_winning_kill() -> None:
    """No price is worth somebody else's victory to who may still win."""
    strong = {"level": 8, "equipped": ["Flaming Armor"]}
    situation = PlayerSituation({"level": 9}, strong, {}, fight={"monsters": ["Two-Faced Giant"]})
    situation.do(0, "ask_help", picks=[[1], ["all"], *NO_TERMS])
    assert demanded(situation, 1) is None


def test_who_is_far_behind_demands_all_for_the_winning_kill_and_does_not_hope() -> None:
    """It weighs no chance of its own against the price, and the fighter pays."""
    hopeless = {**STRONG_SEAT, "level": 4}
    situation = PlayerSituation({"level": 9}, hopeless, {}, fight={"monsters": ["Net Troll"]})
    situation.do(0, "ask_help", picks=[[1], ["1"], *NO_TERMS])
    answer = situation.asked(1, CunningPlayer(), must=False)
    assert (answer.verb, answer.picks[0][0]) == ("offer_help", "3")
    situation.take(answer)
    assert situation.asked_in_words(0) == "accept_help"


def test_a_fighter_who_wins_alone_hears_no_offer() -> None:
    situation = PlayerSituation({"level": 9}, STRONG_SEAT, {}, fight={"monsters": ["Dust Bunnies"]})
    assert demanded(situation, 1) is None


def test_helps_unasked_for_a_high_price() -> None:
    situation = PlayerSituation({"level": 4}, STRONG_SEAT, {"level": 2}, fight={"monsters": ["Net Troll"]})
    usual = situation.asked(1, SensiblePlayer(), must=False)
    offer = demanded(situation, 1)
    assert usual is not None
    assert offer is not None
    assert usual.verb == offer.verb == "offer_help"
    assert int(offer.picks[0][0]) > int(usual.picks[0][0])


def test_an_elf_pays_for_being_let_in() -> None:
    """R-352: who gains a Level by helping gives an Item for it."""
    elf = {"level": 5, "in_play": ["Elf"], "carried": ["Spork of Destiny"]}
    situation = PlayerSituation({"level": 3}, elf, {}, {}, fight={"monsters": ["Zombie Accountant"]})
    asked = ask_for_pay(*board_of(situation, 0))
    assert asked is not None
    assert [situation.name(int(card)) for card in asked.picks[6]] == ["Spork of Destiny"]
    situation.take(asked)
    assert situation.asked_in_words(1, SensiblePlayer()) == "accept_help"


def test_who_refused_to_pay_is_asked_for_help_alone() -> None:
    elf = {"level": 5, "in_play": ["Elf"], "carried": ["Spork of Destiny"]}
    situation = PlayerSituation({"level": 3}, elf, {}, {}, fight={"monsters": ["Zombie Accountant"]})
    situation.take(ask_for_pay(*board_of(situation, 0)))
    situation.do(1, "refuse_help")
    assert ask_for_pay(*board_of(situation, 0)) is None


def test_the_cunning_player_weighs_a_demand_against_a_yes_and_a_no() -> None:
    """What it does with a request is tried out in its head, and is one of the three answers."""
    situation = PlayerSituation({"level": 4}, STRONG_SEAT, {"level": 2}, fight={"monsters": ["Net Troll"]})
    situation.do(0, "ask_help", picks=[[1], ["1"], *NO_TERMS])
    answer = situation.asked(1, CunningPlayer(), must=False)
    assert answer.verb in ("offer_help", "accept_help", "refuse_help")
