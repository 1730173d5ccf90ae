"""Movement against Walls and Towers (P-170 to P-178)."""

from tests.cards.panic.situation import PanicSituationTable, arrange


def test_all_move_at_once() -> None:
    """P-170: a monster behind another one moves into the space that becomes free."""
    a = arrange().towers(6).monster("bullrog", "castle", 1).monster("pukachu", "castle", 2)
    t = PanicSituationTable(a.monster("platycore", "archer", 1).monster("king_tut", "knight", 1), phase=5)
    assert t.at("bullrog") == ("castle", 2)
    assert t.at("pukachu") == ("castle", 3)
    assert t.at("platycore") == ("knight", 1)
    assert t.at("king_tut") == ("swordsman", 1)


def test_a_wall_is_hit() -> None:
    """P-171: the Wall falls, the monster takes a point and stays in the Swordsman ring."""
    t = PanicSituationTable(arrange().monster("bullrog", "swordsman", 3), phase=5)
    assert t.at("bullrog") == ("swordsman", 3)
    assert t.health("bullrog") == 2
    assert not t.has_wall(3)
    assert t.has_tower(3)


def test_a_tower_is_hit() -> None:
    """P-172, P-176: without a Wall the Tower falls; the survivor takes a point and moves into its space."""
    t = PanicSituationTable(arrange().walls(1).monster("bullrog", "swordsman", 3), phase=5)
    assert t.at("bullrog") == ("castle", 3)
    assert t.health("bullrog") == 2
    assert not t.has_tower(3)


def test_an_empty_castle_space() -> None:
    """P-172: without Wall and Tower it just moves in."""
    t = PanicSituationTable(arrange().walls().towers(1).monster("bullrog", "swordsman", 3), phase=5)
    assert t.at("bullrog") == ("castle", 3)
    assert t.health("bullrog") == 3


def test_around_the_castle() -> None:
    """P-173: in the Castle ring it goes clockwise and hits the next Tower."""
    t = PanicSituationTable(arrange().towers(1, 4).monster("bullrog", "castle", 6), phase=5)
    assert t.at("bullrog") == ("castle", 1)
    assert t.health("bullrog") == 2
    assert not t.has_tower(1)


def test_who_hesitates() -> None:
    """P-174, H-93: if time runs out the one with most health takes it."""
    a = arrange().monster("pit_bull", "swordsman", 3).monster("net_troll", "swordsman", 3)
    t = PanicSituationTable(a, phase=5).time_up()
    assert t.health("net_troll") == 3
    assert t.health("pit_bull") == 2


def test_several_at_a_tower() -> None:
    """P-174: at a Tower one takes the point and all survivors move in, from both sides."""
    a = arrange().walls(1).towers(3, 6).monster("bullrog", "swordsman", 3).monster("orcs", "castle", 2)
    t = PanicSituationTable(a, phase=5)
    assert t.option_names() == {"bullrog", "orcs"}
    t.answer("orcs")
    assert t.on_board() == ["bullrog"]
    assert t.at("bullrog") == ("castle", 3)
    assert t.health("bullrog") == 3


def test_a_strong_one_may_take_it() -> None:
    """P-174, P-074: a 4-point monster on its lowest number may be named, and takes nothing."""
    a = arrange().monster("orcs", "swordsman", 3).monster("net_troll", "swordsman", 3, health=2)
    t = PanicSituationTable(a, phase=5).answer("net_troll")
    assert t.health("net_troll") == 2
    assert t.health("orcs") == 1


def test_two_structures_two_questions() -> None:
    """P-170, P-174: each structure is resolved by itself."""
    a = arrange().monster("bullrog", "swordsman", 3).monster("pit_bull", "swordsman", 3)
    a.monster("pukachu", "swordsman", 5).monster("platycore", "swordsman", 5)
    t = PanicSituationTable(a, phase=5).answer("pit_bull").answer("platycore")
    assert (t.health("pit_bull"), t.health("platycore")) == (1, 2)
    assert not t.has_wall(3)
    assert not t.has_wall(5)


def test_never_with_a_tower() -> None:
    """P-176: after every move the space of a Tower holds no monster."""
    a = arrange().walls().monster("bullrog", "swordsman", 1).monster("pukachu", "swordsman", 2)
    t = PanicSituationTable(a.monster("orcs", "swordsman", 3), phase=5)
    assert t.game.check(t.state) == []
    assert t.at("bullrog") == ("castle", 1)
    assert not t.has_tower(3)
    assert t.on_board() == ["bullrog", "pukachu"]


def test_out_of_the_forest() -> None:
    """P-177: a monster placed in the Forest comes to the Archer ring in the next turn's phase 5."""
    a = arrange(2).next_cards("bullrog", "maul_rat", "orcs").dice(4, 1, 1)
    t = PanicSituationTable(a, phase=6).until("draw")
    assert t.at("bullrog") == ("forest", 4)
    t.until("settle").all_pass()
    assert t.at("bullrog") == ("archer", 4)


def test_a_group_at_a_token() -> None:
    """P-178: several at once are one group; only the token falls."""
    a = arrange().fortified(3).monster("bullrog", "swordsman", 3).monster("pit_bull", "swordsman", 3)
    t = PanicSituationTable(a, phase=5).answer("bullrog")
    assert t.has_wall(3)
    assert t.health("bullrog") == 2
    assert t.health("pit_bull") == 2
