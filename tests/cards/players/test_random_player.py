"""The player that makes random moves."""

from cards.kernel.dice import Dice
from cards.kernel.moves import Move
from cards.players.random_player import (
    IDLE_WEIGHT,
    USUAL_WEIGHT,
    WAITS_PER_ACTION,
    WEIGHT_BY_VERB,
    RandomPlayer,
)


def waits_of(moves: list[Move], times: int = 400) -> int:
    """Count how often a player prefers to wait."""
    player, dice = RandomPlayer(), Dice(5)
    return sum(player.choose_or_wait(None, moves, 0, dice) is None for _ in range(times))


def test_it_waits_for_an_answer_to_its_offer() -> None:
    """Now and then it acts anyway, so that it does not hold up the table."""
    waited = waits_of([Move("ask_help"), Move("withdraw_help", ability=1)])
    assert abs(waited - 400 * (WAITS_PER_ACTION - 1) / WAITS_PER_ACTION) < 40


def test_it_seldom_does_what_leads_nowhere() -> None:
    assert WEIGHT_BY_VERB["show"] == WEIGHT_BY_VERB["unequip"] == IDLE_WEIGHT < USUAL_WEIGHT
    assert abs(waits_of([Move("show"), Move("unequip", 3)]) - 300) < 40
    assert waits_of([Move("show"), Move("play", 3)]) == 0


def test_it_never_waits_when_it_has_to_choose() -> None:
    player, dice = RandomPlayer(), Dice(5)
    found = {player.choose(None, [Move("show"), Move("unequip", 3)], 0, dice).verb for _ in range(100)}
    assert found == {"show", "unequip"}


def test_its_choices_depend_on_the_dice_that_it_was_given() -> None:
    moves = [Move("play", card) for card in range(40)]
    one, same, other = (
        [RandomPlayer().choose(None, moves, 0, dice).card for _ in range(3)]
        for dice in (Dice(1), Dice(1), Dice(2))
    )
    assert one == same != other
