"""The referee and the rules agree: at crowded tables, and in whole games.

A difference says which figure it is. Its number plays it again: `play_table(number)` or
`play_whole_game(number)`.
"""

from collections import Counter

import pytest

from tests.referee.dense import play_table
from tests.referee.games import play_whole_game
from tests.referee.mutants import MUTANTS, Mutant, noticed

TABLES, MANY_TABLES = 80, 5_000
GAMES, MANY_GAMES = 3, 500
QUICK_MUTANTS = [MUTANTS[0], MUTANTS[5], MUTANTS[7]]


def check_tables(numbers: range) -> Counter[str]:
    """Look at crowded tables; return how many figures were compared, of each kind."""
    compared: Counter[str] = Counter()
    for number in numbers:
        table = play_table(number)
        assert table.found == [], f"table {number} ({table.game.setup})"
        compared += table.referee.compared
    return compared


def check_games(numbers: range) -> Counter[str]:
    """Look on in whole games; return how many figures were compared, of each kind."""
    compared: Counter[str] = Counter()
    for number in numbers:
        game = play_whole_game(number)
        assert game.found == [], f"game {number}"
        compared += game.referee.compared
    return compared


def test_the_rules_add_up_as_the_cards_say_at_crowded_tables() -> None:
    """Strengths, rolls, Treasures, sales, limits: each figure twice, by the rules and from the files."""
    assert check_tables(range(TABLES))["figures"] > 80_000


def test_the_rules_add_up_as_the_cards_say_in_whole_games() -> None:
    """And what happens follows from the figures: Levels, Treasures, escapes, sales, Charity, looting."""
    compared = check_games(range(GAMES))
    assert {"rolls", "kills", "Treasures", "sales", "hands", "limits"} <= compared.keys()


@pytest.mark.parametrize("mutant", QUICK_MUTANTS, ids=str)
def test_a_broken_rule_is_noticed(mutant: Mutant) -> None:
    """A few of them; all are broken by the long form."""
    assert noticed(mutant, tables=80, games=0)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, MANY_TABLES, 250))
def test_many_crowded_tables(first: int) -> None:
    """The long form: 5,000 of them."""
    assert check_tables(range(first, first + 250))["figures"] > 100_000


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, MANY_GAMES, 50))
def test_many_whole_games(first: int) -> None:
    """The long form: 500 of them, all sets and mixes, epic too."""
    assert check_games(range(first, first + 50))["figures"] > 1_000_000


@pytest.mark.soak
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_every_broken_rule_is_noticed(mutant: Mutant) -> None:
    """The long form: each of them, by a table or else by a whole game."""
    assert noticed(mutant)
