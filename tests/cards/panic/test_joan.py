"""F-105: the sample turn of the rule sheet, step by step (P-041 to P-062)."""

from __future__ import annotations

from cards.panic.state import DRAWN_TOKEN, FRONT_CARDS, zone
from tests.cards.panic.situation import PanicSituationTable, arrange

JOAN, GLORIA, MARSHALL, SETH = range(4)


def test_joans_turn() -> None:
    """F-105: trophies 3 + 1 + 3 + 2 + 4 = 13; she keeps the Flask of Glue and a Blue Archer."""
    a = arrange(4)
    a.hand(JOAN, "blue_knight", "red_swordsman", "flask_of_glue")
    a.hand(JOAN, "shield_of_ubiquity", "boots_of_butt_kicking", "spiky_knees", "cotion_of_ponfusion")
    a.hand(GLORIA, "sleep_potion").hand(MARSHALL, "potion_of_halitosis").hand(SETH, "buckler_of_swashing")
    a.trophies(JOAN, "king_tut", "maul_rat").trophies(GLORIA, "plutonium_dragon")
    a.trophies(MARSHALL, "pit_bull").trophies(SETH, "mr_bones")
    a.monster("gazebo", "knight", 5).monster("net_troll", "archer", 1, health=3)
    a.monster("large_angry_chicken", "swordsman", 3).monster("shrieking_geek", "archer", 6)
    a.next_cards("any_swordsman", "blue_archer", "blue_archer")
    a.next_cards("swiss_army_polearm", "helm_of_courage", "horny_helmet", "rat_on_a_stick")
    a.next_cards("undead_horse", "blue_moves", "lose_help", "bullrog", "pukachu").dice(3, 1, 2)
    t = PanicSituationTable(a, seat=JOAN, phase=1)

    # 1: she discards nothing and draws two (P-041)
    t.passes(JOAN)
    assert t.castle(JOAN) == ["any_swordsman", "blue_archer", "blue_knight", "flask_of_glue", "red_swordsman"]

    # 2: four Treasures, three may stay; Marshall and Seth tie, she chooses Seth (P-045, P-047, P-049)
    assert (t.waiting.name, t.waiting.awaited) == ("charity_odd", (JOAN,))
    assert t.options() == {MARSHALL, SETH}
    t.answer(SETH).answer("shield_of_ubiquity")
    assert t.treasures(SETH) == ["buckler_of_swashing", "shield_of_ubiquity"]

    # 3: Blue Knight and Boots slay the Gazebo, Any Color Swordsman and Spiky Knees the Chicken,
    # the Blue Archer hits the Geek (P-052, P-131, P-137, P-070)
    t.attack(JOAN, "gazebo", "blue_knight", "boots_of_butt_kicking")
    t.attack(JOAN, "large_angry_chicken", "any_swordsman", "spiky_knees")
    t.attack(JOAN, "shrieking_geek", "blue_archer")
    assert t.health("shrieking_geek") == 2
    assert t.earned(JOAN) == 2

    # she asks for help with the Net Troll; Seth wants the Treasure and leaves her the trophy (P-200)
    t.do(JOAN, "ask", "", "net_troll", ())
    t.do(GLORIA, "offer", "sleep_potion", -1, "asker", 0, ())
    t.do(MARSHALL, "offer", "potion_of_halitosis", "net_troll", "helper", 0, ())
    t.do(SETH, "offer", "buckler_of_swashing", "net_troll", "asker", 2, ())
    t.do(JOAN, "accept", "buckler_of_swashing")
    t.play(JOAN, "cotion_of_ponfusion", "net_troll")
    assert t.at("net_troll") == ("swordsman", 1)
    t.attack(JOAN, "net_troll", "red_swordsman", "buckler_of_swashing")
    assert t.trophies(JOAN) == ["gazebo", "king_tut", "large_angry_chicken", "maul_rat", "net_troll"]
    assert (t.earned(JOAN), t.earned(SETH)) == (2, 2)
    assert t.hand(JOAN) == ["flask_of_glue"]
    t.passes(JOAN)

    # 4: Treasures come to hand; the Polearm draws a Blue Archer that she cannot use now (P-056, P-155, P-051)
    assert t.state.phase == 4
    assert t.treasures(JOAN) == ["helm_of_courage", "swiss_army_polearm"]
    assert t.treasures(SETH) == ["horny_helmet", "rat_on_a_stick", "shield_of_ubiquity"]
    t.play(JOAN, "swiss_army_polearm")
    assert t.castle(JOAN) == ["blue_archer", "flask_of_glue"]
    assert not t.can(JOAN, "attack")
    t.all_pass()

    # 5: only the Geek is left to move (P-057)
    assert t.on_board() == ["shrieking_geek"]
    assert t.at("shrieking_geek") == ("knight", 6)

    # 6: Undead Horse in arc 3, "blue moves", "lose help", Bullrog, Pukachu (P-058, P-059, P-183, P-182)
    assert t.zone(DRAWN_TOKEN) == ["undead_horse"]
    t.passes(JOAN)
    assert t.at("undead_horse") == ("forest", 3)
    assert t.waiting.name == "token"
    t.all_pass()
    assert t.at("shrieking_geek") == ("swordsman", 6)
    assert t.at("undead_horse") == ("forest", 3)
    t.all_pass()
    assert t.zone(zone(JOAN, FRONT_CARDS)) == ["lose_help"]
    t.passes(JOAN).passes(JOAN)
    assert t.at("bullrog") == ("forest", 1)
    assert t.at("pukachu") == ("forest", 2)

    assert t.state.active == GLORIA
    assert t.points(JOAN) == 13
    assert t.castle(JOAN) == ["blue_archer", "flask_of_glue"]
