"""Specials of the Castle deck and the Potions that move or hold monsters."""

import pytest

from cards.panic.board import RINGS
from cards.panic.card_events import CardHanded
from cards.panic.state import CASTLE_DECK, CASTLE_DISCARDS, PLAYED_CARDS, TOKEN_DISCARDS
from tests.cards.panic.situation import PanicSituationTable, arrange

ONE_IN_EACH = dict(zip(("bullrog", "pukachu", "platycore", "king_tut", "lawyers"), RINGS, strict=True))


def one_in_each_ring(*cards: str) -> PanicSituationTable:
    """Return a table with a monster in every ring of arc 1, and these cards in hand."""
    a = arrange().hand(0, *cards).towers(2, 3)
    for name, ring in ONE_IN_EACH.items():
        a.monster(name, ring, 1)
    return PanicSituationTable(a.next_cards("orcs"))


def rings_of(table: PanicSituationTable, card: str) -> set[str]:
    return {ONE_IN_EACH[name] for name in table.targets(0, card)}


@pytest.mark.parametrize(
    ("card", "rings"),
    [
        ("super_munchkin", {"archer", "knight", "swordsman", "castle"}),
        ("drive_him_back", {"archer", "knight", "swordsman", "castle"}),
        ("flask_of_glue", {"archer", "knight", "swordsman", "castle"}),
        ("out_to_lunch", {"archer", "knight", "swordsman", "castle"}),
        ("wandering_monster", {"forest", "archer", "knight", "swordsman", "castle"}),
        ("cotion_of_ponfusion", {"archer", "knight", "castle"}),
    ],
)
def test_where_specials_reach(card: str, rings: set[str]) -> None:
    """P-107 to P-110, P-112, P-144, P-175, H-119: which rings each card reaches."""
    assert rings_of(one_in_each_ring(card), card) == rings


def test_glue_holds() -> None:
    """P-109, P-192: no move in phase 5 and by no token; hit and slain all the same; off at the end."""
    a = arrange().hand(0, "red_archer", "flask_of_glue").monster("pit_bull", "archer", 1)
    t = PanicSituationTable(
        a.next_cards("all_clockwise", "red_moves", "orcs", "maul_rat", "potted_plant").dice(3, 3, 3)
    )
    t.play(0, "flask_of_glue", "pit_bull").attack(0, "pit_bull", "red_archer")
    assert t.health("pit_bull") == 1
    t.until("place")
    assert t.at("pit_bull") == ("archer", 1)
    t.until("draw")
    assert t.game.view(t.state, 0).monsters[0].glued is False


def test_one_glue_token() -> None:
    """P-001, P-109: while the token holds a monster, the card has nothing to stick with."""
    a = arrange().hand(0, "flask_of_glue", "draw_2_castle_cards")
    others = [a.game.catalog.definitions[c].id for c in a.state.zones.lists[CASTLE_DECK]]
    a.hand(1, *others[1:]).only("castle", others[0])
    t = PanicSituationTable(a.monster("pit_bull", "archer", 1).monster("bullrog", "archer", 2))
    t.play(0, "flask_of_glue", "pit_bull").play(0, "draw_2_castle_cards")
    assert "flask_of_glue" in t.hand(0)
    assert not t.can(0, "play", "flask_of_glue")


@pytest.mark.parametrize(
    "card", ["wandering_monster", "cotion_of_ponfusion", "out_to_lunch", "drive_him_back", "illusion"]
)
def test_nothing_moves_a_glued_monster(card: str) -> None:
    """P-109, P-112, P-123, P-124, H-95, F-P13, F-P14: none of these cards works on it."""
    a = arrange(illusion=True).hand(0, card, "flask_of_glue")
    t = PanicSituationTable(
        a.monster("pit_bull", "archer", 1).monster("bullrog", "archer", 2).monster("orcs", "knight", 4)
    )
    assert "pit_bull" in t.targets(0, card)
    t.play(0, "flask_of_glue", "pit_bull")
    assert t.targets(0, card) == {"bullrog", "orcs"}


@pytest.mark.parametrize(
    "card", ["wandering_monster", "cotion_of_ponfusion", "out_to_lunch", "drive_him_back", "illusion"]
)
def test_nothing_moves_sleepers(card: str) -> None:
    """P-112, P-123, P-124, P-142: nor do they on monsters under the Sleep Potion."""
    a = arrange(illusion=True).hand(0, card, "sleep_potion")
    t = PanicSituationTable(a.monster("pit_bull", "archer", 1).monster("bullrog", "archer", 2)).play(
        0, "sleep_potion"
    )
    assert t.targets(0, card) == set()


def test_super_munchkin_slays_what_is_glued() -> None:
    """P-109, P-142: glued and sleeping monsters can be slain."""
    a = arrange().hand(0, "super_munchkin", "flask_of_glue", "sleep_potion").monster("bullrog", "archer", 2)
    t = PanicSituationTable(a).play(0, "flask_of_glue", "bullrog").play(0, "sleep_potion")
    assert t.play(0, "super_munchkin", "bullrog").trophies(0) == ["bullrog"]


def test_out_to_lunch() -> None:
    """P-110, P-121: the monster goes to the discards, two Treasures come in phase 4."""
    t = one_in_each_ring("out_to_lunch").play(0, "out_to_lunch", "king_tut")
    assert t.zone(TOKEN_DISCARDS) == ["king_tut"]
    assert t.trophies(0) == []
    assert t.earned(0) == 2
    assert t.passes(0).treasures(0) != []


def test_help_me_out_here() -> None:
    """P-111, H-102: its player sees a hand and may take a card that helps to slay; nobody else sees it."""
    a = arrange().hand(0, "help_me_out_here").hand(1, "red_knight", "hoard", "horny_helmet", "sleep_potion")
    a.hand(1, "duck_of_doom", "super_munchkin", "cotion_of_ponfusion", "out_to_lunch")
    t = PanicSituationTable(a.monster("pit_bull", "knight", 1)).play(0, "help_me_out_here", 1)
    assert t.names(t.game.view(t.state, 0).peeked) == t.hand(1)
    assert t.game.view(t.state, 2).peeked == t.game.view(t.state, None).peeked == ()
    assert t.option_names() == {"red_knight", "super_munchkin", "cotion_of_ponfusion"}
    t.answer("red_knight")
    assert t.hand(0) == ["red_knight"]
    (handed,) = t.events_of(CardHanded)
    assert handed.redacted_for(2).to_record().cards == ()
    t.attack(0, "pit_bull", "red_knight").passes(0)
    assert t.health("pit_bull") == 1
    assert "red_knight" not in t.hand(1)


def test_borrowed_from_a_leaver() -> None:
    """P-111, H-17: if the owner has left, the card is discarded."""
    a = arrange().hand(0, "help_me_out_here").hand(1, "red_knight").monster("pit_bull", "knight", 1)
    t = PanicSituationTable(a).play(0, "help_me_out_here", 1).answer("red_knight").drop(1).passes(0)
    assert "red_knight" in t.zone(CASTLE_DISCARDS)


def test_wandering_into_a_tower() -> None:
    """P-112, P-173, H-119: a monster put onto a Tower hits it."""
    a = arrange().hand(0, "wandering_monster").towers(4, 5).monster("pit_bull", "castle", 1)
    t = PanicSituationTable(a).play(0, "wandering_monster", "pit_bull").answer(4)
    assert t.at("pit_bull") == ("castle", 4)
    assert t.health("pit_bull") == 1
    assert not t.has_tower(4)


def test_wandering_into_the_last_tower() -> None:
    """P-210, H-119: that ends the game at once, no matter who played the card."""
    a = arrange().hand(2, "wandering_monster").towers(4).monster("pit_bull", "castle", 1)
    t = PanicSituationTable(a).play(2, "wandering_monster", "pit_bull").answer(4)
    assert t.state.over
    assert t.state.winners == ()


def test_wandering_to_death() -> None:
    """P-055, H-119: a Tower can slay a monster that is put onto it."""
    a = arrange().hand(2, "wandering_monster").towers(3, 4).monster("orcs", "castle", 1)
    t = PanicSituationTable(a).play(2, "wandering_monster", "orcs").answer(4)
    assert t.zone(TOKEN_DISCARDS) == ["orcs"]
    assert not t.has_tower(4)


@pytest.mark.parametrize("ends", ["time_up", "leaves"])
@pytest.mark.parametrize(("towers", "goes_to"), [((3,), 4), ((3, 4, 5, 6), 3)])
def test_wandering_without_an_answer(ends: str, towers: tuple[int, ...], goes_to: int) -> None:
    """P-112, H-119, H-17: who does not answer brings no Tower down if there is an arc without one."""
    a = arrange().hand(1, "wandering_monster").towers(*towers).walls().monster("pukachu", "castle", 1)
    t = PanicSituationTable(a).play(1, "wandering_monster", "pukachu")
    if ends == "leaves":
        t.drop(1)
    else:
        t.time_up()
    assert t.at("pukachu") == ("castle", goes_to)
    assert not t.state.over


def test_wandering_without_an_answer_elsewhere() -> None:
    """P-112: outside the Castle it goes to the first arc of another color."""
    a = arrange().hand(1, "wandering_monster").monster("pukachu", "archer", 1)
    t = PanicSituationTable(a).play(1, "wandering_monster", "pukachu").time_up()
    assert t.at("pukachu") == ("archer", 3)


def test_draw_two() -> None:
    """P-113: two Castle cards at any time, by anybody; they can be used at once."""
    a = (
        arrange()
        .hand(3, "draw_2_castle_cards")
        .next_cards("flask_of_glue", "red_hero")
        .monster("orcs", "archer", 1)
    )
    t = PanicSituationTable(a).play(3, "draw_2_castle_cards")
    assert t.castle(3) == ["flask_of_glue", "red_hero"]
    t.play(3, "flask_of_glue", "orcs")


def test_a_card_does_not_draw_itself() -> None:
    """P-050, P-113: a card is discarded once it has worked, so a reshuffle does not bring it back."""
    a = arrange().hand(0, "draw_2_castle_cards").only("castle")
    t = PanicSituationTable(a)
    assert t.zone(PLAYED_CARDS) == []
    t.play(0, "draw_2_castle_cards")
    assert "draw_2_castle_cards" not in t.hand(0)
    assert t.zone(CASTLE_DISCARDS) == ["draw_2_castle_cards"]


def test_where_tokens_fit() -> None:
    """P-114, H-105: on standing Walls, one each, two in all."""
    t = PanicSituationTable(arrange().hand(0, "fortify_wall").walls(2, 4, 5).fortified(4))
    move = t.find(0, "play", t.card(0, "fortify_wall"))
    assert move is not None
    assert move.slots[0].options == (2, 5)
    t = PanicSituationTable(arrange().hand(0, "fortify_wall").fortified(1, 2))
    assert not t.can(0, "play", "fortify_wall")


def test_sleep() -> None:
    """P-142: no monster moves, also in Forest and Castle, also by tokens; damage still works."""
    t = one_in_each_ring("sleep_potion", "red_archer")
    before = {name: t.at(name) for name in ONE_IN_EACH}
    t.play(0, "sleep_potion").attack(0, "pukachu", "red_archer")
    assert t.health("pukachu") == 2
    t.until("place")
    assert {name: t.at(name) for name in ONE_IN_EACH} == before


def test_sleep_and_curse_tokens() -> None:
    """P-142, P-192: tokens do not move sleeping monsters."""
    a = arrange().hand(0, "sleep_potion").monster("bullrog", "archer", 1)
    t = PanicSituationTable(
        a.next_cards("all_clockwise", "red_moves", "orcs", "maul_rat", "pit_bull").dice(3, 3, 3)
    )
    t.play(0, "sleep_potion").until("draw")
    assert t.at("bullrog") == ("archer", 1)


def test_sleep_only_in_phase_three() -> None:
    """P-142, P-051: not in phase 4, nor by another player."""
    t = PanicSituationTable(
        arrange().hand(0, "sleep_potion").hand(1, "cotion_of_ponfusion").monster("orcs", "archer", 1)
    )
    assert not t.can(1, "play", "cotion_of_ponfusion")
    t.passes(0)
    assert not t.can(0, "play", "sleep_potion")


def test_the_discards_never_return() -> None:
    """P-121: nothing in the monster discards goes back to the bag."""
    a = arrange().hand(0, "out_to_lunch").monster("orcs", "archer", 1).only("token", "bullrog")
    t = PanicSituationTable(a).play(0, "out_to_lunch", "orcs").until("draw")
    assert "orcs" in t.zone(TOKEN_DISCARDS)
    assert t.on_board() == ["bullrog"]
