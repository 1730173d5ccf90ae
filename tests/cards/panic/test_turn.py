"""The phases of a turn (P-040 to P-044, P-050 to P-062)."""

import pytest

from cards.kernel.events import Reshuffled
from cards.panic.state import CASTLE_DECK, CASTLE_DISCARDS, TREASURE_DECK
from tests.cards.panic.situation import PanicSituationTable, arrange


def test_six_phases() -> None:
    """P-040: draw, charity, play, Treasure, movement, placing; then the seat to the left."""
    a = arrange().hand(0, "red_knight").monster("bullrog", "archer", 1)
    t = PanicSituationTable(a.next_cards("lame_goblin", "maul_rat", "potted_plant").dice(1, 2, 3), phase=1)
    seen: list[int] = []
    for _ in range(10):
        if t.state.active:
            break
        seen.append(t.state.phase)
        t.time_up()
    assert seen == [1, 3, 4, 6, 6, 6]
    assert t.state.active == 1
    assert t.state.phase == 1


def test_discard_one_and_draw_up() -> None:
    """P-041: one Castle card may be discarded, then the player draws up to the hand size."""
    a = (
        arrange()
        .hand(0, "red_knight", "blue_archer", "hoard")
        .next_cards("red_hero", "blue_hero", "green_hero")
    )
    t = PanicSituationTable(a.next_cards("red_swordsman"), phase=1)
    t.do(0, "discard", "", "blue_archer")
    assert t.waiting.name == "play"
    assert t.zone(CASTLE_DISCARDS) == ["blue_archer"]
    assert t.castle(0) == ["blue_hero", "green_hero", "red_hero", "red_knight", "red_swordsman"]
    assert t.treasures(0) == ["hoard"]


def test_only_one_and_only_castle_cards() -> None:
    """P-041: not two cards, and no Treasure."""
    t = PanicSituationTable(arrange().hand(0, "red_knight", "blue_archer", "hoard"), phase=1)
    assert t.refused(0, "discard", "", ("red_knight", "blue_archer")) == "bad_choice"
    assert t.refused(0, "discard", "", "hoard") == "bad_choice"


def test_reshuffling() -> None:
    """P-043: the discards become the deck when it runs out, in the middle of a draw too."""
    a = arrange().hand(0, "hoard").only("castle", "red_hero").only("treasure", "spiky_knees")
    t = PanicSituationTable(a, phase=1)
    castle, treasures = len(t.zone(CASTLE_DISCARDS)), len(t.state.zones.lists[3])
    t.passes(0)
    assert "red_hero" in t.castle(0)
    assert t.zone(CASTLE_DISCARDS) == []
    assert len(t.zone(CASTLE_DECK)) == castle - 4
    t.play(0, "hoard")
    assert "spiky_knees" in t.treasures(0)
    assert len(t.zone(TREASURE_DECK)) == treasures - 1
    assert len(t.events_of(Reshuffled)) == 1


def test_nothing_left_to_draw() -> None:
    """P-043: if deck and discards run out, the player draws what there is."""
    names = [d.id for d in arrange().game.catalog.definitions]
    a = arrange()
    castle = [names[card] for card in a.game.catalog.of_deck("castle")]
    a.hand(1, *castle[:-2])
    t = PanicSituationTable(a, phase=1).passes(0)
    assert len(t.castle(0)) == 2
    assert t.waiting.name == "play"


def test_impressive_title_instead_of_one() -> None:
    """P-044, P-156: any number of Castle cards instead of one; not on top of one."""
    a = arrange().hand(0, "red_knight", "blue_archer", "any_archer", "really_impressive_title")
    t = PanicSituationTable(a, phase=1).play(
        0, "really_impressive_title", ("red_knight", "blue_archer", "any_archer")
    )
    assert len(t.castle(0)) == 5
    assert t.treasures(0) == []
    assert t.waiting.name == "play"
    a = arrange(more_munchkin=True).character(0, "thief")
    a.hand(0, "red_knight", "blue_archer", "really_impressive_title")
    t = PanicSituationTable(a, phase=1).do(0, "discard", "", "red_knight")
    assert not t.can(0, "play", "really_impressive_title")


def test_cards_are_used_up() -> None:
    """P-050: any number of cards, each once, then discarded; nothing is equipped."""
    a = arrange().hand(0, "red_knight", "any_knight", "spiky_knees", "horny_helmet")
    t = PanicSituationTable(a.monster("bullrog", "knight", 1).monster("lame_goblin", "knight", 2))
    t.attack(0, "bullrog", "red_knight", "horny_helmet")
    t.attack(0, "lame_goblin", "any_knight")
    assert t.hand(0) == ["spiky_knees"]
    assert t.health("bullrog") == 1
    assert t.zone(CASTLE_DISCARDS) == ["any_knight", "red_knight"]


@pytest.mark.parametrize("phase", [1, 4, 6])
def test_only_in_phase_three(phase: int) -> None:
    """P-051: cards that are not for any time wait for the player's own Play Cards phase."""
    a = arrange().hand(0, "red_knight", "super_munchkin", "hoard").hand(1, "red_archer", "wishing_ring")
    t = PanicSituationTable(a.monster("bullrog", "archer", 1).next_cards("maul_rat"), phase=phase)
    assert not t.can(0, "attack")
    assert not t.can(0, "play", "super_munchkin")
    assert t.can(0, "play", "hoard")


def test_only_in_ones_own_phase_three() -> None:
    """P-051: in another's Play Cards phase a player may play any-time cards and nothing else."""
    a = arrange().hand(1, "red_archer", "super_munchkin", "hoard").monster("bullrog", "archer", 1)
    t = PanicSituationTable(a)
    assert not t.can(1, "attack")
    assert not t.can(1, "play", "super_munchkin")
    t.play(1, "hoard")
    assert len(t.treasures(1)) == 2


def test_settling() -> None:
    """P-054, P-056, F-P31 aside: Treasure lies under the trophy until phase 4, then it comes to hand."""
    a = arrange().hand(0, "red_knight").monster("lame_goblin", "knight", 1).next_cards("hoard")
    t = PanicSituationTable(a).attack(0, "lame_goblin", "red_knight")
    assert t.trophies(0) == ["lame_goblin"]
    assert t.earned(0) == 1
    assert t.treasures(0) == []
    assert not t.can(0, "play", "hoard")
    t.passes(0)
    assert t.state.phase == 4
    assert t.treasures(0) == ["hoard"]
    t.play(0, "hoard")
    assert len(t.treasures(0)) == 2


def test_all_monsters_move() -> None:
    """P-057: each monster moves one ring inwards or, in the Castle, one space clockwise."""
    a = arrange().towers(1, 6).monster("bullrog", "forest", 3).monster("pukachu", "archer", 4)
    t = PanicSituationTable(a.monster("platycore", "castle", 2).monster("king_tut", "knight", 1), phase=5)
    assert t.at("bullrog") == ("archer", 3)
    assert t.at("pukachu") == ("knight", 4)
    assert t.at("platycore") == ("castle", 3)
    assert t.at("king_tut") == ("swordsman", 1)


@pytest.mark.parametrize(("seats", "placed"), [(1, 3), (2, 3), (5, 3), (6, 2)])
def test_placing(seats: int, placed: int) -> None:
    """P-058: three monsters, with six players two, by the die into the Forest at full health."""
    a = arrange(seats).next_cards("net_troll", "pit_bull", "bullrog", "maul_rat").dice(2, 5, 1)
    t = PanicSituationTable(a, phase=6)
    for _ in range(placed):
        assert t.waiting.name == "place"
        t.passes(0)
    assert t.waiting.name == "draw"
    assert [(t.name(m.token), m.arc, m.health) for m in t.state.board] == [
        ("net_troll", 2, 4),
        ("pit_bull", 5, 2),
        ("bullrog", 1, 3),
    ][:placed]
    assert all(m.ring == 0 for m in t.state.board)


def test_next_player() -> None:
    """P-062: the seat to the left is next; glue and sleep are over."""
    a = arrange().hand(3, "flask_of_glue", "sleep_potion").monster("bullrog", "archer", 1)
    t = PanicSituationTable(a.next_cards("maul_rat", "orcs", "pit_bull"), seat=3)
    t.play(3, "flask_of_glue", "bullrog").play(3, "sleep_potion")
    assert t.state.asleep
    assert t.state.glued >= 0
    t.until("draw")
    assert t.state.active == 0
    assert not t.state.asleep
    assert t.state.glued == -1
    assert t.at("bullrog") == ("archer", 1)
