"""More Munchkin: Characters, Enhancers, Illusion (P-220 to P-238)."""

import pytest

from cards.kernel.game import Setup
from cards.kernel.moves import Action
from cards.panic.card_events import CardHanded
from cards.panic.game import PanicGame
from cards.panic.state import (
    CASTLE_DISCARDS,
    TOKEN_DISCARDS,
    TREASURE_DISCARDS,
    TREASURES,
    zone,
)
from tests.cards.panic.situation import Arrangement, PanicSituationTable, arrange


def more(seats: int = 4) -> Arrangement:
    return arrange(seats, more_munchkin=True)


def test_or_all_monsters_dead() -> None:
    """P-220: the other way to end the game stays."""
    a = more().only("token").monster("orcs", "swordsman", 1).trophies(2, "pit_bull")
    assert PanicSituationTable(a, phase=5).state.winners == (2,)


# Cleric


def test_cleric_sifts() -> None:
    """P-222: three from the bottom of the Castle discards, one kept, the others on top; then drawing up."""
    a = more().character(0, "cleric").discards("red_knight", "blue_hero", "any_archer", "green_knight")
    t = PanicSituationTable(a.hand(0, "red_archer", "red_hero", "blue_knight"), phase=1).do(0, "power")
    assert t.option_names() == {"red_knight", "blue_hero", "any_archer"}
    assert t.names(t.game.view(t.state, 0).peeked) == ["any_archer", "blue_hero", "red_knight"]
    t.answer("blue_hero")
    pile = [t.name(card) for card in t.state.zones.lists[CASTLE_DISCARDS]]
    assert pile == ["green_knight", "red_knight", "any_archer"]
    assert not t.can(0, "power")
    t.passes(0)
    assert len(t.castle(0)) == 5
    assert "blue_hero" in t.castle(0)


def test_cleric_with_a_full_hand() -> None:
    """P-222: only when drawing up; discarding first makes room, and the phase waits for the power."""
    a = more().character(0, "cleric").discards("red_knight")
    t = PanicSituationTable(
        a.hand(0, "red_archer", "red_hero", "blue_knight", "any_knight", "green_archer"), phase=1
    )
    assert not t.can(0, "power")
    t.do(0, "discard", "", "red_hero")
    assert t.waiting.name == "draw"
    t.do(0, "power").answer()
    assert t.passes(0).waiting.name == "play"


def test_cleric_and_vampire() -> None:
    """P-222: in phase 3 the Cleric discards the Wannabe Vampire at any health: its Treasure, no trophy."""
    a = more().character(0, "cleric").monster("wannabe_vampire", "forest", 1)
    t = PanicSituationTable(a).do(0, "power")
    assert t.zone(TOKEN_DISCARDS) == ["wannabe_vampire"]
    assert t.earned(0) == 1
    assert t.trophies(0) == []
    assert not t.can(0, "power")
    assert not PanicSituationTable(more().character(1, "cleric").monster("wannabe_vampire", "forest", 1)).can(
        1, "power"
    )


# Dwarf


def test_dwarf_holds_more() -> None:
    """P-223: one Castle card more, from the start on."""
    t = PanicSituationTable(more().character(0, "dwarf"), phase=1).passes(0)
    assert len(t.castle(0)) == 6
    game = PanicGame(Setup("panic", 4, 3, {"characters": True}))
    state, _ = game.start()
    dwarf = game.catalog.index("dwarf")
    for _ in range(4):
        pending = game.pending(state)
        assert pending is not None
        (move,) = game.legal_moves(state, pending.awaited[0])
        choice = dwarf if dwarf in move.slots[0].options and pending.awaited == (2,) else None
        pick = choice if choice is not None else next(o for o in move.slots[0].options if o != dwarf)
        state = game.step(state, Action(pending.awaited[0], "answer", move.card, -1, ((pick,),))).state  # type: ignore[union-attr]
    assert [seat.castle_count for seat in game.view(state, None).seats] == [5, 5, 6, 5]


@pytest.mark.parametrize(
    ("cards", "falls"),
    [
        (("red_knight",), False),
        (("red_knight", "horny_helmet"), False),
        (("red_knight", "any_knight"), False),
        (("potion_of_halitosis",), False),
        (("red_knight", "any_knight", "red_hero"), True),
    ],
)
def test_dwarf_and_orcs(cards: tuple[str, ...], falls: bool) -> None:
    """P-223, P-230, P-231, H-98: three Hits in one attack; Weapons and Potions do not count as Hits."""
    a = more().character(0, "dwarf").hand(0, *cards).monster("orcs", "knight", 1)
    t = PanicSituationTable(a).attack(0, "orcs", *cards)
    t.all_pass()
    assert (t.trophies(0) == ["orcs"]) is falls
    if not falls:
        assert t.health("orcs") == 1


def test_dwarf_and_super_munchkin() -> None:
    """P-231, H-98: no other card slays the Orcs for the Dwarf."""
    a = more().character(0, "dwarf").hand(0, "super_munchkin").monster("orcs", "knight", 1)
    assert PanicSituationTable(a.monster("maul_rat", "knight", 1)).targets(0, "super_munchkin") == {
        "maul_rat"
    }


def test_a_helpers_hit_counts_for_the_dwarf() -> None:
    """P-231: the third Hit may be the helper's."""
    a = more().character(0, "dwarf").hand(0, "red_knight", "any_knight").hand(1, "red_hero")
    t = PanicSituationTable(a.monster("orcs", "knight", 1)).do(0, "ask", "", ())
    t.do(1, "offer", "red_hero", -1, "asker", 0, ()).do(0, "accept", "red_hero")
    t.attack(0, "orcs", "red_knight", "any_knight", "red_hero").all_pass()
    assert t.trophies(0) == ["orcs"]


# Elf


def test_elf_is_tipped() -> None:
    """P-224, P-208: one extra Treasure for help with a kill, on top of the deal."""
    a = more().character(1, "elf").hand(1, "red_knight").monster("orcs", "knight", 1)
    t = PanicSituationTable(a).do(0, "ask", "", ()).do(1, "offer", "red_knight", -1, "asker", 1, ())
    t.do(0, "accept", "red_knight").attack(0, "orcs", "red_knight").all_pass()
    assert t.trophies(0) == ["orcs"]
    assert (t.earned(0), t.earned(1)) == (0, 2)


def test_no_tip_without_a_kill() -> None:
    """P-224: help that slays nothing brings nothing extra."""
    a = more().character(1, "elf").hand(1, "red_knight").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a).do(0, "ask", "", ()).do(1, "offer", "red_knight", -1, "asker", 1, ())
    t.do(0, "accept", "red_knight").attack(0, "bullrog", "red_knight")
    assert t.earned(1) == 0


def test_elf_and_face_sucker() -> None:
    """P-224, P-230: the Elf hits it, but it stays on its last number."""
    a = more().character(0, "elf").hand(0, "red_knight", "boots_of_butt_kicking", "super_munchkin")
    t = PanicSituationTable(a.monster("face_sucker", "knight", 1))
    assert t.targets(0, "super_munchkin") == set()
    t.attack(0, "face_sucker", "red_knight", "boots_of_butt_kicking")
    assert t.health("face_sucker") == 1
    assert t.all_pass().waiting.name == "play"


# Halfling


def test_halfling_counts_treasures_at_the_end() -> None:
    """P-225, P-213, P-214: each Treasure in hand is a point, what is earned last included."""
    a = more().only("token").character(0, "halfling").monster("maul_rat", "knight", 1).hand(0, "red_knight")
    t = PanicSituationTable(a.hand(0, "hoard", "spiky_knees").trophies(1, "bullrog")).attack(
        0, "maul_rat", "red_knight"
    )
    t.all_pass().all_pass()
    assert t.state.winners == (0,)
    assert t.points(0) == 1 + 3


def test_halfling_and_bigfoot() -> None:
    """P-225: no Treasure for slaying Bigfoot, but the trophy."""
    a = more().character(0, "halfling").hand(0, "red_knight").monster("bigfoot", "knight", 1, health=1)
    t = PanicSituationTable(a).attack(0, "bigfoot", "red_knight").all_pass()
    assert t.trophies(0) == ["bigfoot"]
    assert t.earned(0) == 0


def test_halfling_helps_with_bigfoot() -> None:
    """P-225: nor for helping; the promised Treasures are not drawn."""
    a = more().character(1, "halfling").hand(1, "red_knight").monster("bigfoot", "knight", 1, health=1)
    t = PanicSituationTable(a).do(0, "ask", "", ()).do(1, "offer", "red_knight", -1, "asker", 1, ())
    t.do(0, "accept", "red_knight").attack(0, "bigfoot", "red_knight").all_pass()
    assert (t.earned(0), t.earned(1)) == (0, 0)


# Thief


def test_thief_pilfers() -> None:
    """P-226, P-232: the Thief sees a hand and takes one Castle card, which counts as a drawn card."""
    a = more().character(0, "thief").hand(1, "red_hero", "blue_knight", "hoard")
    t = PanicSituationTable(a.hand(0, "red_archer", "any_knight", "any_archer"), phase=1).do(
        0, "power", "", 1
    )
    assert t.names(t.game.view(t.state, 0).peeked) == ["blue_knight", "hoard", "red_hero"]
    assert t.game.view(t.state, 2).peeked == ()
    assert t.option_names() == {"red_hero", "blue_knight"}
    t.answer("red_hero")
    assert t.events_of(CardHanded)[0].seen == 0b11
    assert t.hand(1) == ["blue_knight", "hoard"]
    assert t.passes(0).state.phase == 3
    assert len(t.castle(0)) == 5


def test_thief_with_a_full_hand() -> None:
    """P-226: when there is nothing to draw there is nothing to take."""
    a = (
        more()
        .character(0, "thief")
        .hand(0, "red_archer", "any_knight", "any_archer", "red_hero", "blue_hero")
    )
    assert not PanicSituationTable(a.hand(1, "red_knight"), phase=1).can(0, "power")


def test_thief_and_lawyers() -> None:
    """P-226, P-230: professional courtesy: hit, not slain."""
    a = more().character(0, "thief").hand(0, "red_knight").monster("lawyers", "knight", 1, health=1)
    assert PanicSituationTable(a).attack(0, "lawyers", "red_knight").health("lawyers") == 1


# Warrior


def test_warrior_wields_two() -> None:
    """P-227: two Weapons with each Hit, in the Warrior's own phase 3."""
    a = more().character(0, "warrior").hand(0, "red_knight", "horny_helmet", "rat_on_a_stick", "slimy_armor")
    t = PanicSituationTable(a.monster("bullrog", "knight", 1))
    three = ("red_knight", "horny_helmet", "rat_on_a_stick", "slimy_armor")
    assert t.refused(0, "attack", "", three) == "bad_choice"
    t.attack(0, "bullrog", "red_knight", "horny_helmet", "rat_on_a_stick").all_pass()
    assert t.trophies(0) == ["bullrog"]


def test_warrior_and_geek() -> None:
    """P-227, P-230: not without help; with a helper's card in the attack it falls."""
    a = more().character(0, "warrior").hand(0, "red_knight", "any_knight").hand(1, "horny_helmet")
    t = PanicSituationTable(a.monster("shrieking_geek", "knight", 1, health=1)).attack(
        0, "shrieking_geek", "red_knight"
    )
    assert t.health("shrieking_geek") == 1
    t.do(0, "ask", "", ()).do(1, "offer", "horny_helmet", -1, "asker", 0, ())
    t.do(0, "accept", "horny_helmet").attack(0, "shrieking_geek", "any_knight", "horny_helmet").all_pass()
    assert t.trophies(0) == ["shrieking_geek"]


# Wizard


def test_wizard_fails() -> None:
    """P-228: on 1 to 3 nothing happens, and the try is used up."""
    a = more().character(0, "wizard").dice(3).monster("bullrog", "swordsman", 1)
    t = PanicSituationTable(a).do(0, "power")
    assert t.waiting.name == "play"
    assert t.at("bullrog") == ("swordsman", 1)
    assert not t.can(0, "power")


def test_wizard_may_leave_it() -> None:
    """P-228: moving a monster after the roll is a choice; the default answer moves nothing."""
    t = (
        PanicSituationTable(more().character(0, "wizard").dice(6).monster("bullrog", "swordsman", 1))
        .do(0, "power")
        .time_up()
    )
    assert t.waiting.name == "play"
    assert t.at("bullrog") == ("swordsman", 1)


@pytest.mark.parametrize(
    "card",
    ["super_munchkin", "drive_him_back", "flask_of_glue", "out_to_lunch", "wandering_monster", "illusion"],
)
def test_wizard_and_harpies(card: str) -> None:
    """P-228, P-122: no Special of the Wizard works on them, in the Wizard's turn or another's."""
    a = more().character(0, "wizard").hand(0, card).monster("harpies", "knight", 1)
    t = PanicSituationTable(a.monster("orcs", "knight", 2).monster("maul_rat", "archer", 2))
    assert t.targets(0, card) == {"orcs", "maul_rat"}


def test_potions_work_on_harpies() -> None:
    """P-122: Potions are no Specials."""
    a = more().character(0, "wizard").hand(0, "cotion_of_ponfusion").monster("harpies", "knight", 1)
    assert PanicSituationTable(a).targets(0, "cotion_of_ponfusion") == {"harpies"}


def test_illusion_does_not_bring_harpies() -> None:
    """P-122, P-234: the Wizard's Illusion cannot use them as the replacement either."""
    a = more().character(0, "wizard").hand(0, "illusion").monster("harpies", "knight", 1)
    a.monster("orcs", "knight", 2).monster("maul_rat", "archer", 2).monster("pit_bull", "forest", 1)
    t = PanicSituationTable(a).play(0, "illusion", "orcs")
    assert t.option_names() == {"maul_rat", "pit_bull"}


# Castle card, Weapons


def test_illusion() -> None:
    """P-234: a monster between Archer and Swordsman is discarded, another one takes its place."""
    a = more().hand(0, "illusion").towers(3).monster("bullrog", "knight", 1).monster("orcs", "castle", 2)
    t = PanicSituationTable(a.monster("pit_bull", "forest", 5))
    assert t.targets(0, "illusion") == {"bullrog"}
    t.play(0, "illusion", "bullrog")
    assert t.option_names() == {"orcs", "pit_bull"}
    t.answer("orcs")
    assert t.at("orcs") == ("knight", 1)
    assert t.zone(TOKEN_DISCARDS) == ["bullrog"]
    assert t.trophies(0) == []


def test_illusion_needs_two() -> None:
    """P-234: not with a single monster on the board."""
    assert not PanicSituationTable(more().hand(0, "illusion").monster("bullrog", "knight", 1)).can(
        0, "play", "illusion"
    )


# Enhancers


def slain_by_one(*enhancers: str) -> PanicSituationTable:
    """Return a table at which seat 0 has just slain a 3-point monster and seat 1 holds Enhancers."""
    a = more().hand(0, "red_knight").hand(1, *enhancers).monster("bullrog", "knight", 1, health=1)
    return PanicSituationTable(a).attack(0, "bullrog", "red_knight")


def test_trophy_window() -> None:
    """P-236, H-94: a slain monster waits before its trophy is handed out, whatever cards are in hand."""
    t = slain_by_one()
    assert (t.waiting.name, t.waiting.awaited) == ("trophy", (1, 2, 3))
    assert t.trophies(0) == []
    assert t.waiting == slain_by_one("baby").waiting
    t.all_pass()
    assert t.trophies(0) == ["bullrog"]


def test_no_trophy_window_in_the_standard_game() -> None:
    """P-236, H-94: there the trophy is handed out at once."""
    a = arrange().hand(0, "red_knight").monster("orcs", "knight", 1)
    assert PanicSituationTable(a).attack(0, "orcs", "red_knight").trophies(0) == ["orcs"]


@pytest.mark.parametrize(("card", "health"), [("baby", 1), ("intelligent", 2)])
def test_enhancers_save(card: str, health: int) -> None:
    """P-237, P-236: the health is added after the blow, the monster lives; one Treasure for its friend."""
    t = slain_by_one(card).play(1, card, "bullrog").all_pass()
    assert t.trophies(0) == []
    assert t.health("bullrog") == health
    assert t.zone(CASTLE_DISCARDS) == ["red_knight"]
    assert t.zone(TREASURE_DISCARDS) == [card]
    assert len(t.treasures(1)) == 1


def test_under_attack_by_another() -> None:
    """P-236: not in the player's own attack, only on an attacked monster, which may be alive."""
    a = more().hand(0, "red_knight", "baby").hand(1, "intelligent")
    t = PanicSituationTable(a.monster("bullrog", "knight", 1).monster("orcs", "knight", 2))
    assert not t.can(1, "play", "intelligent")
    t.attack(0, "bullrog", "red_knight")
    assert t.targets(1, "intelligent") == {"bullrog"}
    assert not t.can(0, "play", "baby")
    t.play(1, "intelligent", "bullrog")
    assert t.health("bullrog") == 4
    assert t.monster("bullrog").top == 5


def test_enhancers_are_for_phase_three() -> None:
    """P-236: the attack ends with phase 3."""
    a = more().hand(0, "red_knight").hand(1, "baby").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a).attack(0, "bullrog", "red_knight").passes(0)
    assert t.waiting.name == "settle"
    assert not t.can(1, "play", "baby")


def test_enraged() -> None:
    """P-237: three more health; its player may fight it out of turn, and wins trophy and Treasure."""
    a = more().hand(0, "red_knight").hand(1, "enraged", "any_knight", "boots_of_butt_kicking")
    t = PanicSituationTable(a.monster("bullrog", "knight", 1, health=1).monster("orcs", "knight", 2))
    t.attack(0, "bullrog", "red_knight").play(1, "enraged", "bullrog").all_pass()
    assert t.health("bullrog") == 3
    assert t.attackers(1, "bullrog") == {"any_knight", "boots_of_butt_kicking"}
    assert t.attackers(1, "orcs") == set()
    assert not t.can(2, "attack")
    t.attack(1, "bullrog", "any_knight", "boots_of_butt_kicking").all_pass()
    assert t.trophies(1) == ["bullrog"]
    assert (t.earned(0), t.earned(1)) == (0, 1)


def test_enraged_with_super_munchkin() -> None:
    """P-237: its player may use cards that slay on that monster, and on no other."""
    a = more().hand(0, "red_knight").hand(1, "enraged", "super_munchkin").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a.monster("orcs", "knight", 2)).attack(0, "bullrog", "red_knight")
    assert not t.can(1, "play", "super_munchkin")
    t.play(1, "enraged", "bullrog")
    assert t.targets(1, "super_munchkin") == {"bullrog"}
    assert t.play(1, "super_munchkin", "bullrog").all_pass().trophies(1) == ["bullrog"]


def test_time_for_the_enraged() -> None:
    """P-237: before phase 3 ends, players who enraged a monster get time to fight it; then it is too late."""
    a = more().hand(0, "red_knight").hand(1, "enraged", "any_knight").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a).attack(0, "bullrog", "red_knight").play(1, "enraged", "bullrog").passes(0)
    assert (t.waiting.name, t.waiting.awaited) == ("claim", (1,))
    t.attack(1, "bullrog", "any_knight").passes(1)
    assert t.waiting.name == "settle"
    assert t.state.claims == {}


def test_the_active_player_may_still_slay_it() -> None:
    """P-237: a player who slays it then gets trophy and Treasure."""
    a = more().hand(0, "red_knight", "any_knight", "boots_of_butt_kicking", "red_hero").hand(1, "enraged")
    t = PanicSituationTable(a.monster("bullrog", "knight", 1, health=1)).attack(0, "bullrog", "red_knight")
    t.play(1, "enraged", "bullrog").all_pass()
    t.attack(0, "bullrog", "any_knight", "boots_of_butt_kicking").all_pass()
    assert t.trophies(0) == ["bullrog"]


def test_lose_help_does_not_stop_the_enraged() -> None:
    """P-206, P-237: fighting it needs no bargain."""
    a = more().curse(0, "lose_help").hand(0, "red_knight").hand(1, "enraged", "any_knight")
    t = (
        PanicSituationTable(a.monster("bullrog", "knight", 1))
        .attack(0, "bullrog", "red_knight")
        .play(1, "enraged", "bullrog")
    )
    assert t.attackers(1, "bullrog") == {"any_knight"}


def test_ancient() -> None:
    """P-237: to its lowest number, not slain in this turn by anything; one Treasure."""
    a = more().hand(0, "red_knight", "any_knight", "red_hero", "super_munchkin").hand(1, "ancient")
    t = PanicSituationTable(a.monster("net_troll", "knight", 1)).attack(0, "net_troll", "red_knight")
    t.play(1, "ancient", "net_troll")
    assert t.health("net_troll") == 2
    assert len(t.treasures(1)) == 1
    assert not t.can(0, "play", "super_munchkin")
    t.attack(0, "net_troll", "any_knight", "red_hero")
    assert t.health("net_troll") == 2
    t.until("draw")
    assert t.state.unslayable == []


def test_ancient_saves_the_slain() -> None:
    """P-237, P-236: in the trophy window too, even from Super Munchkin; other Enhancers cannot do that."""
    assert slain_by_one("ancient").play(1, "ancient", "bullrog").all_pass().health("bullrog") == 1
    a = more().hand(0, "super_munchkin").hand(1, "ancient", "baby").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a).play(0, "super_munchkin", "bullrog")
    assert t.waiting.name == "trophy"
    assert not t.can(1, "play", "baby")
    t.play(1, "ancient", "bullrog").all_pass()
    assert t.health("bullrog") == 1


def test_ancient_on_a_wall() -> None:
    """P-237, P-074: nor do structures slay it in this turn."""
    a = more().hand(0, "red_swordsman").hand(1, "ancient").monster("bullrog", "swordsman", 1, health=2)
    t = (
        PanicSituationTable(a.next_cards("orcs"))
        .attack(0, "bullrog", "red_swordsman")
        .play(1, "ancient", "bullrog")
    )
    t.until("place")
    assert t.health("bullrog") == 1
    assert not t.has_wall(1)


def test_humongous() -> None:
    """P-237, P-238: all monsters to full health, added points included; a Treasure for each that was hurt."""
    a = more().hand(0, "red_knight", "any_archer").hand(1, "baby").hand(2, "humongous")
    a.monster("bullrog", "knight", 1).monster("net_troll", "archer", 4, health=2).monster("orcs", "forest", 1)
    t = PanicSituationTable(a).attack(0, "bullrog", "red_knight").play(1, "baby", "bullrog")
    assert (t.health("bullrog"), t.monster("bullrog").top) == (3, 3)
    t.attack(0, "net_troll", "any_archer")
    t.play(2, "humongous")
    assert (t.health("bullrog"), t.health("net_troll")) == (3, 4)
    assert len(t.treasures(2)) == 1


def test_humongous_at_any_time() -> None:
    """P-237: it needs no attack, only a monster that is hurt."""
    t = PanicSituationTable(more().hand(3, "humongous").monster("bullrog", "knight", 1, health=1), phase=1)
    t.play(3, "humongous")
    assert t.health("bullrog") == 3
    assert not PanicSituationTable(more().hand(3, "humongous").monster("bullrog", "knight", 1)).can(
        3, "play", "humongous"
    )


def test_the_slayer_leaves() -> None:
    """H-17: if the slayer leaves in the trophy window, nobody gets the trophy."""
    t = slain_by_one().drop(0)
    t.all_pass()
    assert "bullrog" in t.zone(TOKEN_DISCARDS)


# borrowed cards


@pytest.mark.parametrize(
    ("borrower", "owner", "monster", "fits"),
    [
        ("warrior", "halfling", "shrieking_geek", False),  # a borrowed card is no help
        ("wizard", "halfling", "harpies", False),
        ("warrior", "wizard", "harpies", True),
        ("warrior", "halfling", "harpies", True),
    ],
)
def test_borrowed_specials_are_the_borrowers(borrower: str, owner: str, monster: str, fits: bool) -> None:
    """H-102, P-122, P-227: what may be taken is what the borrower can use as a card of their own."""
    a = more().character(0, borrower).character(1, owner).hand(0, "help_me_out_here")
    t = PanicSituationTable(a.hand(1, "super_munchkin").monster(monster, "archer", 1))
    t.play(0, "help_me_out_here", 1)
    assert t.option_names() == ({"super_munchkin"} if fits else set())
    if fits:
        t.answer(t.card(1, "super_munchkin"))
        assert t.targets(0, "super_munchkin") == {monster}


@pytest.mark.parametrize("card", ["baby", "humongous"])
def test_an_enhancer_does_not_draw_itself(card: str) -> None:
    """P-043, P-050: where the Treasures have run out it would come back without end."""
    a = more().only("treasure").hand(0, "red_knight").hand(1, card).monster("bullrog", "knight", 1)
    for held in list(a.state.zones.lists[TREASURE_DISCARDS]):
        a.state.zones.move(held, zone(2, TREASURES))
    t = PanicSituationTable(a).attack(0, "bullrog", "red_knight")
    t.play(1, card, *(("bullrog",) if card == "baby" else ()))
    assert t.hand(1) == []
    assert t.zone(TREASURE_DISCARDS) == [card]
