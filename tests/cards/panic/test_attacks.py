"""Hits, Weapons, Potions that hurt, and what they do to monsters."""

import pytest

from cards.kernel.moves import Action, Refusal
from cards.panic.board import ARCS, FIGHT_RINGS, RINGS, RingName, color_of_arc
from cards.panic.card_events import TreasuresEarned
from cards.panic.state import TOKEN_DISCARDS, TREASURE_DISCARDS
from tests.cards.panic.situation import PanicSituationTable, arrange


def reached(card: str) -> set[tuple[str, int]]:
    """Return the spaces in which the card by itself can attack a monster."""
    found: set[tuple[str, int]] = set()
    for ring in RINGS:
        for arc in ARCS:
            a = arrange().hand(0, card).towers(1 if arc > 1 else 2).monster("platycore", ring, arc)
            if card in PanicSituationTable(a).attackers(0, "platycore"):
                found.add((ring, arc))
    return found


@pytest.mark.parametrize("ring", FIGHT_RINGS)
@pytest.mark.parametrize("shade", ["red", "green", "blue"])
def test_ring_and_colour(ring: str, shade: str) -> None:
    """P-100, P-053, F-P01: such a Hit reaches its ring in both arcs of its color, and nothing else."""
    assert reached(f"{shade}_{ring}") == {(ring, arc) for arc in ARCS if color_of_arc(arc) == shade}


def test_heroes() -> None:
    """P-101: a Hero reaches Swordsman, Knight and Archer of the Hero's color."""
    assert reached("blue_hero") == {(ring, arc) for ring in FIGHT_RINGS for arc in (5, 6)}


def test_any_color() -> None:
    """P-102: such a Hit reaches its ring in all colors."""
    assert reached("any_archer") == {("archer", arc) for arc in ARCS}


def test_a_hit_takes_one_point() -> None:
    """P-070, P-100: one Hit takes one point; at 0 the monster is slain."""
    t = PanicSituationTable(arrange().hand(0, "red_knight", "red_knight").monster("pit_bull", "knight", 2))
    assert t.attack(0, "pit_bull", "red_knight").health("pit_bull") == 1
    assert t.attack(0, "pit_bull", "red_knight").trophies(0) == ["pit_bull"]


def test_separate_attacks_are_separate_sums() -> None:
    """P-073, P-071: two attacks of one point do not hurt a 4-point monster at 2; one of two slays it."""
    a = arrange().hand(0, "blue_archer", "any_archer").monster("hippogriff", "archer", 5, health=2)
    t = PanicSituationTable(a).attack(0, "hippogriff", "blue_archer").attack(0, "hippogriff", "any_archer")
    assert t.health("hippogriff") == 2
    a = arrange().hand(0, "blue_archer", "any_archer").monster("hippogriff", "archer", 5, health=2)
    assert PanicSituationTable(a).attack(0, "hippogriff", "blue_archer", "any_archer").trophies(0) == [
        "hippogriff"
    ]


def test_one_weapon_for_each_hit() -> None:
    """P-052: two Weapons on one Hit are refused, one Weapon without a Hit too."""
    a = arrange().hand(0, "red_knight", "horny_helmet", "rat_on_a_stick").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a)
    token = t.game.catalog.index("bullrog")
    knight, helmet, rat = (t.game.catalog.index(n) for n in ("red_knight", "horny_helmet", "rat_on_a_stick"))
    for cards in ((knight, helmet, rat), (helmet,), (helmet, rat)):
        result = t.game.step(t.state, Action(0, "attack", token, -1, (cards,)))
        assert result == Refusal("bad_choice", {"slot": "cards"})
    t.attack(0, "bullrog", "red_knight", "rat_on_a_stick")
    assert t.health("bullrog") == 1


def test_no_weapons_without_hits() -> None:
    """P-052: with Weapons alone there is nothing to attack with."""
    t = PanicSituationTable(arrange().hand(0, "horny_helmet").monster("bullrog", "knight", 1))
    assert not t.can(0, "attack")


WEAPONS = {
    "helm_of_courage": (1, 1, 1),
    "horny_helmet": (1, 1, 1),
    "pointy_hat_of_power": (1, 1, 1),
    "rapier_of_unfairness": (1, 1, 1),
    "rat_on_a_stick": (1, 1, 1),
    "singing_and_dancing_sword": (1, 0, 0),
    "spiky_knees": (1, 0, 0),
    "shield_of_ubiquity": (0, 1, 0),
    "short_wide_armor": (0, 1, 0),
    "eleven_foot_pole": (0, 0, 1),
    "magic_missile": (0, 0, 1),
    "buckler_of_swashing": (2, 1, 1),
    "slimy_armor": (1, 2, 1),
    "bow_with_ribbons": (1, 1, 2),
    "boots_of_butt_kicking": (2, 2, 2),
    "chainsaw_of_bloody_dismemberment": (3, 3, 3),
    "dagger_of_treachery": (3, 0, 0),
}
"""Points added in Swordsman, Knight, Archer."""


@pytest.mark.parametrize("weapon", WEAPONS)
@pytest.mark.parametrize("ring", FIGHT_RINGS)
def test_weapons(weapon: str, ring: RingName) -> None:
    """P-130 to P-137, P-160, P-235: what each Weapon adds in each ring; F-P25: elsewhere nothing."""
    extra = WEAPONS[weapon][("swordsman", "knight", "archer").index(ring)]
    a = arrange(expansion_weapons=True).hand(0, "green_hero", weapon)
    t = PanicSituationTable(a.monster("plutonium_dragon", ring, 3, health=9))
    if not extra:
        assert weapon not in t.attackers(0, "plutonium_dragon")
        return
    t.attack(0, "plutonium_dragon", "green_hero", weapon)
    assert t.health("plutonium_dragon") == 9 - 1 - extra
    assert t.zone(TREASURE_DISCARDS) == [weapon]


@pytest.mark.parametrize(("potion", "points"), [("potion_of_idiotic_bravery", 1), ("potion_of_halitosis", 2)])
def test_potions_that_hurt(potion: str, points: int) -> None:
    """P-140, P-141, P-175: 1 or 2 points anywhere but in the Forest, without a Hit."""
    everywhere = {(ring, arc) for ring in RINGS[1:] for arc in ARCS}
    assert reached(potion) == everywhere
    t = PanicSituationTable(arrange().hand(0, potion).towers(2).monster("bullrog", "castle", 1)).attack(
        0, "bullrog", potion
    )
    assert t.health("bullrog") == 3 - points


def test_no_weapon_with_a_potion() -> None:
    """P-140: a Weapon needs a Hit; a Potion is none."""
    a = arrange().hand(0, "potion_of_idiotic_bravery", "horny_helmet").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a)
    assert t.refused(0, "attack", "", ("potion_of_idiotic_bravery", "horny_helmet")) == "bad_choice"


def test_potions_join_an_attack() -> None:
    """P-141, P-073: the sheet lets Potions go with Hits; 1 + 2 slay a Dragon at 3."""
    a = arrange().hand(0, "red_knight", "potion_of_halitosis").monster("plutonium_dragon", "knight", 1, 3)
    t = PanicSituationTable(a).attack(0, "plutonium_dragon", "red_knight", "potion_of_halitosis")
    assert t.trophies(0) == ["plutonium_dragon"]


def test_slayer_gets_trophy_and_treasure() -> None:
    """P-054: the token at once, its dots' number of Treasures for phase 4, unseen by anybody."""
    a = arrange().hand(0, "red_knight", "red_hero").monster("leperchaun", "knight", 1, health=2)
    t = PanicSituationTable(a).attack(0, "leperchaun", "red_knight", "red_hero")
    assert t.trophies(0) == ["leperchaun"]
    assert t.earned(0) == 2
    (earned,) = t.events_of(TreasuresEarned)
    assert earned.seen == 0
    assert all(earned.redacted_for(seat).to_record().cards == () for seat in (None, 0, 1))


def test_structures_bring_nothing() -> None:
    """P-055, F-P08: a monster that dies on a Wall or Tower is no trophy and brings no Treasure."""
    a = arrange().walls(2, 3).monster("orcs", "swordsman", 1).monster("maul_rat", "swordsman", 2)
    t = PanicSituationTable(a, phase=5)
    assert t.on_board() == []
    assert not t.has_tower(1)
    assert not t.has_wall(2)
    assert t.zone(TOKEN_DISCARDS) == ["maul_rat", "orcs"]
    assert t.trophies(0) == []
    assert t.earned(0) == 0


def test_copies_are_used_one_at_a_time() -> None:
    """A card counts once in an attack."""
    t = PanicSituationTable(arrange().hand(0, "red_knight").monster("bullrog", "knight", 1))
    card, token = t.game.catalog.index("red_knight"), t.game.catalog.index("bullrog")
    result = t.game.step(t.state, Action(0, "attack", token, -1, ((card, card),)))
    assert result == Refusal("bad_choice", {"slot": "cards"})
