"""The board of the castle-defense game: what the coming march does, and what stands where."""

from dataclasses import replace
from itertools import combinations
from math import dist

import pytest

from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Picture, Text
from bot.views.base.sketches import Castle, MonsterToken
from bot.views.panic import table as board
from bot.views.panic.board import letter_of
from bot.views.panic.march import march_lines
from bot.views.pictures import drawing
from bot.views.pictures.castle import draw_castle, placed
from cards.panic.arrange import Arrangement
from tests.bot.views.games import view_of
from tests.cards.panic.situation import PanicSituationTable, arrange


def board_of(arrangement: Arrangement) -> tuple[Castle, str]:
    """Return the picture of the board and the words below it."""
    made = PanicSituationTable(arrangement)
    view = view_of(made.game, made.state, 0)
    blocks = board.draw(view)
    (picture,) = [block for block in blocks if isinstance(block, Picture)]
    assert isinstance(picture.sketch, Castle)
    assert draw_castle(picture.sketch).width > 0
    told = [*blocks, *board.details(view)]
    return picture.sketch, "\n".join(block.content for block in told if isinstance(block, Text))


def test_who_cannot_see_the_board_hears_how_much_of_the_castle_stands() -> None:
    made = PanicSituationTable(arrange().walls(2).towers(2, 4))
    (picture,) = [b for b in board.draw(view_of(made.game, made.state, 0)) if isinstance(b, Picture)]
    assert "2 Towers and 1 Wall stand." in picture.alt


def test_the_march_and_what_it_brings_down() -> None:
    """A Wall falls, a Tower where no Wall is left, a Fortify token first; a weak monster dies on them."""
    made = arrange().walls(1, 2, 3).fortified(3).monster("bullrog", "swordsman", 1, 1)
    made = made.monster("pit_bull", "swordsman", 5).monster("platycore", "swordsman", 3)
    _, words = board_of(made.monster("net_troll", "knight", 6))
    assert "Next march:" in words
    assert "Wall 🔴 1 falls to" in words
    assert ", who dies on it" in words
    assert "Fortify token 🟢 3 falls to" in words
    assert "Tower 🔵 5 falls to" in words
    assert "6 falls" not in words


def test_the_map_names_who_breaks_what_and_says_how_old_it_is() -> None:
    made = PanicSituationTable(arrange().walls(1).monster("bullrog", "swordsman", 1))
    view = view_of(made.game, made.state, 0)
    letter = letter_of(view, made.game.catalog.index("bullrog"))
    words = "\n".join(block.content for block in board.details(view) if isinstance(block, Text))
    assert f"As of turn {made.state.turn}, Attack" in words
    assert f"Wall 🔴 1 falls to Bullrog ({letter})" in words


def test_after_the_march_nothing_is_announced() -> None:
    """In phase 6 the monsters have marched; no arrows, no warnings."""
    made = PanicSituationTable(arrange().walls(1).monster("bullrog", "swordsman", 1), phase=6)
    assert march_lines(view_of(made.game, made.state, 0)) == []


def test_lowest_numbers_arrows_and_glue_are_drawn() -> None:
    """What is glued has no arrow; a Troll shows its lowest number; only who reaches a structure breaks it."""
    made = arrange().hand(0, "flask_of_glue").monster("net_troll", "swordsman", 1)
    table = PanicSituationTable(made.monster("bullrog", "knight", 2))
    view = view_of(table.game, table.state, 0)
    castle = next(b for b in screens_of(view).board.draw(view) if isinstance(b, Picture)).sketch
    assert isinstance(castle, Castle)
    troll, bullrog = castle.tokens
    assert (troll.lowest, troll.marches, troll.breaks) == (2, True, True)
    assert (bullrog.lowest, bullrog.marches, bullrog.breaks) == (1, True, False)
    table.play(0, "flask_of_glue", "net_troll")
    assert march_lines(view_of(table.game, table.state, 0)) == []


def test_no_ruins_before_the_game_begins() -> None:
    """While Characters are picked, the Castle stands whole."""
    a = arrange(characters=True)
    view = view_of(a.game, a.begin_setup(), 0)
    castle = next(b for b in screens_of(view).board.draw(view) if isinstance(b, Picture)).sketch
    assert isinstance(castle, Castle)
    assert castle.towers == castle.walls == (True,) * 6


def test_monsters_are_told_arc_by_arc() -> None:
    """People who see no picture read what stands in each arc, the monster nearest to the Tower first."""
    made = arrange().walls(2).towers(1, 2).monster("net_troll", "archer", 1).monster("bullrog", "knight", 1)
    _, words = board_of(made.monster("pit_bull", "forest", 2))
    assert words.index("**🔴 1** · Tower, no Wall") < words.index("Knight: ") < words.index("Archer: ")
    assert words.index("Archer: ") < words.index("**🔴 2** · Tower, Wall") < words.index("Forest: ")
    assert "🔒2" in words


def test_a_fallen_wall_leaves_stones_where_walls_were_built() -> None:
    """Standing, fallen and never built look different even in gray."""

    def gray(walls: tuple[int, ...], *, built: bool) -> bytes:
        made = arrange(walls=built).monster("bullrog", "forest", 4)
        view = view_of(made.game, made.walls(*walls).begin(), 0)
        castle = next(b for b in screens_of(view).board.draw(view) if isinstance(b, Picture)).sketch
        assert isinstance(castle, Castle)
        return draw_castle(castle).convert("L").tobytes()

    assert len({gray((1, 2, 3, 4, 5, 6), built=True), gray((), built=True), gray((), built=False)}) == 3


WORST_SPACES = (
    *[{(ring, arc): 6 for arc in (1, 2)} for ring in range(5)],
    {(2, 1): 5, (1, 1): 3},
    {(3, 6): 4, (4, 6): 5, (4, 1): 4},
    {(4, arc): 5 for arc in range(1, 7)},
    {(ring, 3): 4 for ring in range(5)},
)
"""How many monsters stand in each crowded space."""


@pytest.mark.parametrize("crowds", WORST_SPACES)
def test_no_letter_and_no_number_of_a_crowd_is_covered(crowds: dict[tuple[int, int], int]) -> None:
    """Crowded spaces fan out: no token touches another one or its letter; health is inside the token."""
    tokens = [
        MonsterToken(ring, arc, "A", 2, 2, points=n % 5 + 1)
        for (ring, arc), count in crowds.items()
        for n in range(count)
    ]
    spots = placed(tokens)
    assert len(spots) == len(tokens)
    for one, other in combinations(spots, 2):
        assert dist((one.x, one.y), (other.x, other.y)) >= one.size + other.size
        for marked, other_one in ((one, other), (other, one)):
            x, y, mark = marked.mark()
            assert dist((x, y), (other_one.x, other_one.y)) >= mark + other_one.size
            assert dist((x, y), other_one.mark()[:2]) >= mark + other_one.mark()[2]
    assert min(spot.size for spot in spots) >= 10


def test_no_number_of_an_arc_and_no_name_of_a_ring_is_covered() -> None:
    """The biggest monsters leave the numbers at the rim free, those of three points the rings' names."""
    empty = Castle((), (True,) * 6, (True,) * 6, (False,) * 6)
    forest = tuple(MonsterToken(0, arc, "A", 5, 5, points=5) for arc in range(1, 7))
    assert hidden(empty, forest, drawing.GOLD_COLOR) == 0
    near = tuple(MonsterToken(ring, arc, "A", 3, 3, points=3) for ring in range(4) for arc in (1, 6))
    assert hidden(empty, near, drawing.TEXT_COLOR) == 0


def hidden(castle: Castle, tokens: tuple[MonsterToken, ...], color: drawing.Color) -> int:
    """Return how many pixels of a color are covered by tokens."""
    before, after = draw_castle(castle), draw_castle(replace(castle, tokens=tokens))
    pairs = zip(before.get_flattened_data(), after.get_flattened_data(), strict=True)
    return sum(old == color != new for old, new in pairs)


def test_bigger_monsters_are_bigger_and_have_their_faces() -> None:
    """Five points are drawn larger than one, and each monster has its drawing."""
    castle, _ = board_of(arrange().monster("plutonium_dragon", "archer", 1).monster("bullrog", "archer", 4))
    dragon, bullrog = sorted(placed(castle.tokens), key=lambda spot: spot.token.points, reverse=True)
    assert dragon.size > bullrog.size
    assert dragon.token.face is not None
    assert dragon.token.face.name == "Plutonium Dragon"


def test_that_the_last_towers_fall_is_said_in_another_tone() -> None:
    """P-210: what all lose by is not told like the first Tower; P-220: with the expansion the game ends."""
    board = arrange().walls().monster("bullrog", "swordsman", 5).monster("pit_bull", "swordsman", 4)
    assert "last Tower" not in board_of(board)[1]
    words = board_of(arrange().walls().towers(5).monster("bullrog", "swordsman", 5))[1]
    assert words.count("**Next march: the last Tower falls, and all lose!**") == 2
    assert "🔵 5" in words
    board = arrange().walls().towers(4, 5).monster("bullrog", "swordsman", 5)
    assert "last Tower" not in board_of(board)[1]
    assert "the last Towers fall, and all lose!" in board_of(board.monster("pit_bull", "swordsman", 4))[1]
    board = arrange(more_munchkin=True).walls().towers(5).monster("bullrog", "swordsman", 5)
    assert "the last Tower falls, and the game ends!" in board_of(board)[1]
