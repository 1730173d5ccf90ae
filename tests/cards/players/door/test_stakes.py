"""Who is asked: whoever could turn the fight or stop the curse, and nobody else."""

from typing import Any

import pytest

from cards.players.door.stakes import has_stake
from tests.cards.players.situations import PlayerSituation

POTION = "Potion of Mild Inconvenience"
CANCEL = "Undo Button"
GOOSE = {"monsters": ["Goose Knight"]}


def asked(situation: PlayerSituation, seat: int, *, only_wins: bool = False) -> bool:
    view = situation.game.view(situation.state, seat)
    return has_stake(situation.game, view, situation.moves(seat), seat, only_wins=only_wins)


def claimed(level: int, *others: dict[str, Any]) -> PlayerSituation:
    """Return a fight that the first seat has just claimed to win."""
    situation = PlayerSituation({"level": level}, *others, fight=GOOSE)
    situation.do(0, "claim")
    return situation


def test_empty_hands_are_not_asked() -> None:
    situation = claimed(
        6, {"equipped": ["Spork of Destiny"]}, {"hand": ["Sword of Adequacy", "Dust Bunnies"]}
    )
    assert not asked(situation, 1)
    assert not asked(situation, 2)


@pytest.mark.parametrize(("level", "matters"), [(6, True), (8, False)])
def test_a_card_matters_where_it_turns_the_fight(level: int, *, matters: bool) -> None:
    """A potion for the Knight makes a tie of 6 : 4, and nothing of 8 : 4."""
    situation = claimed(level, {"hand": [POTION]}, {})
    assert asked(situation, 1) is matters
    assert not asked(situation, 2)


def test_two_cards_that_turn_it_together_matter() -> None:
    one = claimed(7, {"hand": [POTION]}, {})
    both = claimed(7, {"hand": [POTION, POTION]}, {})
    assert (asked(one, 1), asked(both, 1)) == (False, True)


def test_a_card_thrown_by_a_die_matters_if_any_roll_turns_the_fight() -> None:
    """Two points on a 1 to 3, five on a 4 to 6."""
    lightning = "Assorted Lightning"
    assert asked(claimed(8, {"hand": [lightning]}, {}), 1)
    situation = PlayerSituation(
        {"level": 8, "equipped": ["Sword of Adequacy"]}, {"hand": [lightning]}, {}, fight=GOOSE
    )
    situation.do(0, "claim")
    assert not asked(situation, 1)


def test_a_kill_for_the_win_is_worth_a_question_to_all_who_hold_anything() -> None:
    situation = claimed(
        9, {"hand": [POTION], "level": 9}, {"hand": ["Sword of Adequacy"]}, {"hand": [POTION]}
    )
    assert asked(situation, 1)
    assert asked(situation, 3)
    assert asked(situation, 1, only_wins=True)
    assert not asked(situation, 2)


def test_who_only_cares_for_wins_sleeps_through_the_rest() -> None:
    situation = claimed(6, {"hand": [POTION]}, {})
    assert asked(situation, 1)
    assert not asked(situation, 1, only_wins=True)


def test_who_could_still_save_the_fight_is_asked_when_somebody_gives_up() -> None:
    strong = {"level": 5, "equipped": ["Sword of Adequacy"]}
    situation = PlayerSituation({"level": 1}, strong, {"level": 1}, {"hand": [POTION]}, fight=GOOSE)
    situation.do(0, "run_away")
    assert [asked(situation, seat) for seat in (1, 2, 3)] == [True, False, False]


def test_an_open_bargain_is_always_a_question() -> None:
    situation = PlayerSituation({"level": 1}, {"level": 1}, {}, fight={"monsters": ["Dragon With a Podcast"]})
    situation.do(0, "ask_help", picks=[[1], ["0"], [], [], [], [], []])
    situation.do(0, "run_away")
    assert "accept_help" in {move.verb for move in situation.moves(1)}
    assert asked(situation, 1)
    assert not asked(situation, 2)


def test_nobody_is_asked_whether_a_curse_may_strike() -> None:
    """Only who can stop it is, be it the victim or, as a rule, somebody else."""
    situation = PlayerSituation(
        {"hand": ["Noodle Arms"]}, {"hand": [CANCEL]}, {"hand": [POTION, "Knotted Laces"]}, {}
    )
    situation.do(0, "play", "Noodle Arms", picks=[[2]])
    assert [asked(situation, seat) for seat in (1, 2, 3)] == [True, False, False]
    assert [asked(situation, seat, only_wins=True) for seat in (1, 2, 3)] == [False] * 3
    own = PlayerSituation({"hand": ["Noodle Arms"]}, {"hand": [CANCEL]}, {})
    own.do(0, "play", "Noodle Arms", picks=[[1]])
    assert asked(own, 1, only_wins=True)


def test_where_passing_is_no_choice_everybody_is_asked() -> None:
    assert asked(PlayerSituation({}, {}, {}), 0)
    assert asked(PlayerSituation({"level": 6}, {}, {}, fight=GOOSE), 0)


def test_nobody_is_asked_whether_to_stop_a_curse_of_their_own() -> None:
    """H-07: unless it is on themselves; everybody saw who played it, so that tells nothing."""
    hand = ["Accidental Garage Sale", "Undo Button"]
    for target, awaited in ((1, (1, 2)), (0, (0, 1, 2))):
        situation = PlayerSituation({"hand": hand}, {"equipped": ["Flaming Armor"]}, {})
        situation.do(0, "play", "Accidental Garage Sale", picks=[[target]])
        pending = situation.game.pending(situation.state)
        assert pending is not None
        assert pending.awaited == awaited
        assert "use" in {move.verb for move in situation.moves(0)}, "but they may still think better of it"
