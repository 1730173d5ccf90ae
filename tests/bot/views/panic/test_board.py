"""The board of the castle-defense game: what the coming march does, and what stands where."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import Any

import pytest

from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Picture, Text
from bot.views.base.sketches import Castle, MonsterToken
from bot.views.panic import table as board
from bot.views.panic.march import march_lines
from bot.views.pictures import castle as castle_picture
from bot.views.pictures.castle import draw_castle
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


def test_a_crowd_stands_on_two_lines_and_every_letter_can_be_read() -> None:
    """Five monsters of one space keep their distance: no token covers the middle of another one."""
    places: list[tuple[float, float]] = []

    def note(*args: Any) -> None:
        places.append((args[2], args[3]))

    crowd = [MonsterToken(2, 1, letter, 2, 2) for letter in "ABCDE"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(castle_picture, "_token", note)
        draw_castle(Castle(tuple(crowd), (True,) * 6, (True,) * 6, (False,) * 6))
    assert len(places) == 5
    assert min(dist(a, b) for a, b in combinations(places, 2)) > 2 * castle_picture.CROWDED_TOKEN_PX


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
