"""Rings, arcs, colors (P-020 to P-026) and the numbers on monsters (P-070 to P-072)."""

import pytest

from cards.panic.board import (
    ARCS,
    RINGS,
    after_hit,
    clockwise,
    color_of_arc,
    lowest_number,
    opposite,
    reach,
    ring_and_arc,
    space,
)
from tests.cards.panic.situation import PanicSituationTable, arrange


def test_rings() -> None:
    """P-020: five rings from the Forest inwards."""
    assert RINGS == ("forest", "archer", "knight", "swordsman", "castle")


def test_colours() -> None:
    """P-021, H-90: arcs 1-2 are red, 3-4 green, 5-6 blue."""
    assert [color_of_arc(arc) for arc in ARCS] == ["red", "red", "green", "green", "blue", "blue"]


def test_spaces() -> None:
    """P-022: thirty spaces, each of one ring and arc."""
    numbers = {space(ring, arc) for ring in range(5) for arc in ARCS}
    assert numbers == set(range(30))
    assert all(space(*ring_and_arc(number)) == number for number in numbers)


def test_opposite() -> None:
    """P-023: three arcs further."""
    assert [opposite(arc) for arc in ARCS] == [4, 5, 6, 1, 2, 3]


def test_clockwise() -> None:
    """P-024, H-108: numbers rise clockwise, 1 follows 6."""
    assert [clockwise(arc) for arc in ARCS] == [2, 3, 4, 5, 6, 1]


def test_reach() -> None:
    """P-021: a color of a ring is two spaces, a ring six."""
    assert reach(("knight",), ("blue",)) == 1 << space(2, 5) | 1 << space(2, 6)
    assert reach(("castle",)).bit_count() == 6


def test_monsters_share_a_space() -> None:
    """P-025: any number of monsters may stand in one space; each is attacked by itself."""
    t = PanicSituationTable(
        arrange()
        .monster("lame_goblin", "knight", 1)
        .monster("maul_rat", "knight", 1)
        .monster("pit_bull", "knight", 1)
        .hand(0, "red_knight")
    )
    t.attack(0, "maul_rat", "red_knight")
    assert t.on_board() == ["lame_goblin", "pit_bull"]


def test_behind_the_wall() -> None:
    """P-026: a monster in the Castle ring is past the Wall of its arc, which neither stops nor suffers."""
    t = PanicSituationTable(arrange().towers(6).monster("bullrog", "castle", 1), phase=5)
    assert t.at("bullrog") == ("castle", 2)
    assert t.has_wall(1)
    assert t.health("bullrog") == 3


@pytest.mark.parametrize(("points", "lowest"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 3)])
def test_lowest_numbers(points: int, lowest: int) -> None:
    """P-071, H-91: tokens of 4 and 5 points have three numbers, 4-3-2 and 5-4-3."""
    assert lowest_number(points) == lowest


@pytest.mark.parametrize("lowest", [1, 2, 3])
def test_the_formula_is_the_step_wise_reading(lowest: int) -> None:
    """P-070, P-072: points come off one by one, but the lowest number goes at once or not at all."""

    def turned(health: int, damage: int) -> int:
        while damage and health > lowest:
            health, damage = health - 1, damage - 1
        return 0 if damage >= health else health

    for health in range(lowest, lowest + 5):
        for damage in range(1, 12):
            assert after_hit(health, damage, lowest) == turned(health, damage)
