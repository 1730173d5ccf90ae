"""Specials of the Treasure deck (P-150 to P-156) and Treasure under trophies (P-162)."""

from cards.panic.board import FOREST
from cards.panic.state import TOKEN_DISCARDS, UNDER_TROPHIES
from tests.cards.panic.situation import PanicSituationTable, arrange


def test_invoke_obscure_rules() -> None:
    """P-150: at any time a random discarded monster becomes a trophy, no Curse token, no Treasure."""
    a = arrange().hand(2, "invoke_obscure_rules").discards("red_moves", "net_troll", "huge_rock")
    t = PanicSituationTable(a).play(2, "invoke_obscure_rules")
    assert t.trophies(2) == ["net_troll"]
    assert t.zone(TOKEN_DISCARDS) == ["huge_rock", "red_moves"]
    assert t.earned(2) == 0
    t = PanicSituationTable(arrange().hand(2, "invoke_obscure_rules").discards("red_moves"))
    assert not t.can(2, "play", "invoke_obscure_rules")


def test_addition_error() -> None:
    """P-151: at any time under one of the player's trophies, for one point more."""
    a = arrange().hand(1, "convenient_addition_error").trophies(1, "orcs", "pit_bull").trophies(0, "maul_rat")
    t = PanicSituationTable(a)
    assert t.targets(1, "convenient_addition_error") == {"orcs", "pit_bull"}
    t.play(1, "convenient_addition_error", "orcs")
    assert t.points(1) == 4
    assert t.zone(UNDER_TROPHIES) == ["convenient_addition_error"]
    assert not PanicSituationTable(arrange().hand(1, "convenient_addition_error")).can(
        1, "play", "convenient_addition_error"
    )


def test_loaded_die() -> None:
    """P-153, H-100: the arc of a monster that the player is placing, before the roll."""
    a = arrange().hand(0, "loaded_die")
    t = PanicSituationTable(a.next_cards("bullrog", "maul_rat", "orcs").dice(1, 2), phase=6)
    t.play(0, "loaded_die", 5)
    assert t.at("bullrog") == ("forest", 5)
    t.until("draw")
    assert t.at("maul_rat") == ("forest", 1)
    assert t.at("orcs") == ("forest", 2)


def test_loaded_die_only_in_ones_own_turn() -> None:
    """P-153, H-100: others cannot load the die, nor can the player at another time."""
    t = PanicSituationTable(arrange().hand(1, "loaded_die").next_cards("bullrog"), phase=6)
    assert t.waiting.name == "place"
    assert not t.can(1, "play", "loaded_die")
    assert not PanicSituationTable(arrange().hand(0, "loaded_die")).can(0, "play", "loaded_die")


def test_the_monster_is_seen_before_the_roll() -> None:
    """P-153: everybody sees the drawn monster while its player may load the die."""
    t = PanicSituationTable(arrange().next_cards("bullrog"), phase=6)
    for seat in (None, 0, 3):
        assert t.name(t.game.view(t.state, seat).drawn) == "bullrog"
    assert all(m.ring != FOREST for m in t.state.board)


def test_hoard() -> None:
    """P-154: two Treasures at any time, usable at once."""
    a = arrange().hand(2, "hoard").next_cards("swiss_army_polearm", "spiky_knees")
    t = PanicSituationTable(a).play(2, "hoard").play(2, "swiss_army_polearm")
    assert t.treasures(2) == ["spiky_knees"]
    assert len(t.castle(2)) == 1


def test_title_only_in_phase_one() -> None:
    """P-156: in the player's own Discard and Draw phase and at no other time."""
    t = PanicSituationTable(arrange().hand(0, "really_impressive_title", "red_knight"))
    assert not t.can(0, "play", "really_impressive_title")
    t = PanicSituationTable(arrange().hand(1, "really_impressive_title", "red_knight"), phase=1)
    assert not t.can(1, "play", "really_impressive_title")


def test_curses_do_not_reach_what_is_under_trophies() -> None:
    """P-162: Treasures earned in phase 3 are not hand cards before phase 4."""
    a = arrange().hand(0, "red_knight").hand(1, "duck_of_doom").monster("orcs", "knight", 1)
    t = (
        PanicSituationTable(a.next_cards("hoard"))
        .attack(0, "orcs", "red_knight")
        .play(1, "duck_of_doom", 0)
        .passes(0)
    )
    assert t.treasures(1) == []
    assert t.earned(0) == 1
    t.passes(0)
    assert t.treasures(0) == ["hoard"]


def test_lightning_leaves_the_treasure() -> None:
    """P-162, P-105: if the trophy is taken before phase 4, its Treasure stays with the slayer."""
    a = arrange().hand(0, "red_knight").hand(1, "lightning").monster("orcs", "knight", 1)
    t = PanicSituationTable(a).attack(0, "orcs", "red_knight").play(1, "lightning", 0).passes(0)
    assert t.trophies(1) == ["orcs"]
    assert t.earned(0) == 1
