"""The time of the first fights."""

import pytest

from tests.cards.players.situations import PlayerSituation


@pytest.mark.parametrize(("turn", "seconds"), [(1, 360), (3, 360), (4, 180), (9, 180)])
def test_a_fight_in_the_first_round_has_twice_the_time(turn: int, seconds: int) -> None:
    """H-17: nobody is taken for absent who reads their first monster; others' chances stay as short."""
    situation = PlayerSituation({}, {}, {}, door_deck=["Two-Faced Giant"])
    situation.state.turn = turn
    situation.do(0, "kick")
    fight = situation.game.pending(situation.state)
    assert fight is not None
    assert (fight.name, fight.seconds) == ("combat", seconds)
    situation.do(0, "run_away")
    chance = situation.game.pending(situation.state)
    assert chance is not None
    assert (chance.name, chance.seconds) == ("defeat", 30)
