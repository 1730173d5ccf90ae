"""Curse tokens (P-180 to P-187, P-190 to P-195) and what cancels them (P-143, P-152, P-193)."""

import pytest

from cards.panic.state import FRONT_CARDS, TOKEN_DISCARDS, zone
from tests.cards.panic.situation import Arrangement, PanicSituationTable, arrange

MONSTERS = ("lame_goblin", "maul_rat", "potted_plant")


def drawing(a: Arrangement, token: str, *dice: int) -> PanicSituationTable:
    """Return a table at phase 6 with this token drawn and its window open."""
    t = PanicSituationTable(a.next_cards(token, *MONSTERS).dice(*dice), phase=6)
    assert t.waiting.name == "token"
    assert t.waiting.awaited == tuple(range(a.state.seats))
    return t


@pytest.mark.parametrize(
    ("token", "arcs"), [("blue_moves", (5, 6)), ("green_moves", (3, 4)), ("red_moves", (1, 2))]
)
def test_a_colour_moves(token: str, arcs: tuple[int, int]) -> None:
    """P-183, P-184, P-185: every monster of the color moves one space, no other does."""
    a = arrange()
    names = dict(
        zip(range(1, 7), ("bullrog", "pukachu", "platycore", "king_tut", "lawyers", "gazebo"), strict=True)
    )
    for arc, name in names.items():
        a.monster(name, "archer", arc)
    t = drawing(a, token).all_pass()
    assert {arc for arc, name in names.items() if t.at(name) == ("knight", arc)} == set(arcs)


def test_lose_help() -> None:
    """P-182, P-206: the drawer keeps it, cannot bargain in their next phase 3, then discards it."""
    a = arrange(2).hand(0, "red_knight").monster("bullrog", "forest", 1)
    t = drawing(a, "lose_help", 3, 3, 3).until("draw")
    assert t.zone(zone(0, FRONT_CARDS)) == ["lose_help"]
    assert t.state.active == 1
    t.time_up()
    assert t.can(1, "ask")
    t.until("draw").until("play")
    assert t.state.active == 0
    assert not t.can(0, "ask")
    t.passes(0)
    assert t.zone(zone(0, FRONT_CARDS)) == []
    assert "lose_help" in t.zone(TOKEN_DISCARDS)


def test_nobody_to_keep_it() -> None:
    """H-17, P-182: if the drawer has left, the token is discarded."""
    t = drawing(arrange(), "lose_help").drop(0).all_pass()
    assert "lose_help" in t.zone(TOKEN_DISCARDS)


def rock(a: Arrangement, arc: int) -> PanicSituationTable:
    return drawing(a, "huge_rock", arc).all_pass()


def test_rock_is_stopped_by_a_tower() -> None:
    """P-190: without a Wall the Tower of the arc stops it."""
    t = rock(arrange().walls(5).monster("bullrog", "swordsman", 2), 2)
    assert not t.has_tower(2)
    assert t.has_tower(5)
    assert t.on_board() == []


def test_rock_is_stopped_by_the_wall_from_inside() -> None:
    """P-190: past the empty Castle spaces the opposite Wall stops it; what is behind that Wall stays."""
    a = arrange().walls(5).towers(6).monster("bullrog", "castle", 5).monster("pukachu", "swordsman", 5)
    t = rock(a, 2)
    assert not t.has_wall(5)
    assert t.on_board() == ["pukachu"]


def test_rock_meets_a_token_from_inside() -> None:
    """P-190, P-178: a Fortify token on the opposite Wall goes before the Wall."""
    t = rock(arrange().walls(5).fortified(5).towers(6), 2)
    assert t.has_wall(5)
    assert not t.has_token(5)


def test_nothing_stops_the_rock() -> None:
    """P-190: with nothing standing in both arcs all their monsters are squashed."""
    a = arrange().walls().towers(6).monster("bullrog", "archer", 2).monster("pukachu", "castle", 2)
    a.monster("platycore", "castle", 5).monster("king_tut", "forest", 5).monster("lawyers", "knight", 6)
    assert rock(a, 2).on_board() == ["lawyers"]


def test_rock_squashes_the_glued() -> None:
    """P-192: glued monsters can be squashed."""
    a = arrange().hand(0, "flask_of_glue").monster("bullrog", "archer", 2)
    t = drawing(a, "huge_rock", 2).play(0, "flask_of_glue", "bullrog").all_pass()
    assert t.on_board() == []
    assert t.state.glued == -1


def test_glued_ones_stay() -> None:
    """P-192, P-109: in answer to a token somebody glues a monster, which then does not move."""
    a = arrange().hand(3, "flask_of_glue").monster("bullrog", "archer", 2).monster("pukachu", "archer", 1)
    t = drawing(a, "red_moves").play(3, "flask_of_glue", "bullrog").all_pass()
    assert t.at("bullrog") == ("archer", 2)
    assert t.at("pukachu") == ("knight", 1)


@pytest.mark.parametrize("card", ["invisibility_potion", "wishing_ring"])
def test_cancelling_a_token(card: str) -> None:
    """P-143, P-152, P-193: anybody may cancel it; it is discarded and drawing goes on."""
    a = arrange().hand(2, card).monster("bullrog", "archer", 1)
    t = drawing(a, "red_moves", 3, 3, 3).play(2, card)
    assert t.at("bullrog") == ("archer", 1)
    assert "red_moves" in t.zone(TOKEN_DISCARDS)
    assert t.waiting.name == "place"
    t.until("draw")
    assert set(MONSTERS) <= set(t.on_board())


def test_cancelling_one_more() -> None:
    """P-193, P-186: a canceled token adds no monster."""
    a = arrange().hand(0, "invisibility_potion")
    t = drawing(a, "one_more", 1, 2, 3).play(0, "invisibility_potion").until("draw")
    assert t.on_board() == sorted(MONSTERS)


def test_sandals_do_not_stop_tokens() -> None:
    """P-138, P-143: Sandals are for Curse cards; Invisibility is for phase 6 only."""
    a = arrange().hand(0, "sandals_of_protection").hand(1, "invisibility_potion")
    assert not drawing(a, "red_moves").can(0, "play", "sandals_of_protection")
    assert not PanicSituationTable(arrange().hand(1, "invisibility_potion")).can(
        1, "play", "invisibility_potion"
    )


def test_wishing_ring_on_a_lasting_curse() -> None:
    """P-152, H-107: the Ring also lifts the token that lies in front of its player."""
    a = arrange().hand(0, "wishing_ring").curse(0, "lose_help").monster("bullrog", "archer", 1)
    t = PanicSituationTable(a).play(0, "wishing_ring")
    assert t.zone(TOKEN_DISCARDS) == ["lose_help"]
    assert t.can(0, "ask")
    assert not PanicSituationTable(arrange().hand(1, "wishing_ring").curse(0, "lose_help")).can(
        1, "play", "wishing_ring"
    )


def test_time_to_cancel_is_given_to_all() -> None:
    """P-143, H-107: the window for a token does not depend on the cards in hands."""
    waits = [
        drawing(arrange().hand(1, *cards), "huge_rock").waiting for cards in ((), ("invisibility_potion",))
    ]
    assert waits[0] == waits[1]
