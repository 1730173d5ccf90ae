"""How the game ends (P-210 to P-214)."""

from cards.kernel.dice import commitment
from cards.kernel.moves import PASS_VERB, Action, Refusal
from cards.panic.arrange import Arrangement
from cards.panic.events import PanicDieRolled, PanicEnded, SeatScored
from tests.cards.panic.situation import PanicSituationTable, arrange


def test_the_last_tower() -> None:
    """P-210: the last Tower falls in phase 5: all lose at once."""
    a = arrange().walls().towers(3).monster("bullrog", "swordsman", 3).trophies(1, "net_troll")
    t = PanicSituationTable(a, phase=5)
    assert t.state.over
    assert t.state.winners == ()
    assert t.game.pending(t.state) is None
    assert all(t.game.legal_moves(t.state, seat) == [] for seat in range(4))
    assert t.game.step(t.state, Action(0, PASS_VERB)) == Refusal("over")


def test_the_last_tower_in_phase_six() -> None:
    """P-210: a Curse token's movement may take it, too."""
    a = arrange().walls().towers(2).monster("bullrog", "castle", 1).next_cards("red_moves")
    assert PanicSituationTable(a, phase=6).all_pass().state.winners == ()


def test_not_before_the_bag_is_empty() -> None:
    """P-211: an empty board alone does not end the game."""
    a = arrange().hand(0, "red_knight").monster("orcs", "knight", 1).only("token", "red_moves")
    t = PanicSituationTable(a).attack(0, "orcs", "red_knight")
    assert not t.state.over
    t.until("token").all_pass().all_pass()
    assert t.state.over
    assert t.state.winners == (0,)


def test_the_last_monster_dies_on_a_wall() -> None:
    """P-211, P-214: the check follows every removal, for any reason."""
    a = arrange().monster("orcs", "swordsman", 1).only("token").trophies(3, "bullrog")
    t = PanicSituationTable(a, phase=5)
    assert t.state.winners == (3,)


def test_last_monster_and_last_tower() -> None:
    """P-210: if the last monster dies on the last Tower, the Tower is gone all the same."""
    a = arrange().walls().towers(1).monster("orcs", "swordsman", 1).only("token").trophies(3, "bullrog")
    assert PanicSituationTable(a, phase=5).state.winners == ()


def test_more_trophies_win_a_tie() -> None:
    """P-212: with equal points the greater number of monsters."""
    a = arrange().only("token").monster("maul_rat", "knight", 1).hand(0, "red_knight")
    t = PanicSituationTable(a.trophies(0, "pit_bull").trophies(1, "bullrog")).attack(
        0, "maul_rat", "red_knight"
    )
    t.all_pass()
    assert t.points(0) == t.points(1) == 3
    assert t.state.winners == (0,)


def test_thumb_war() -> None:
    """P-212, H-97: then the die, rolled until one is ahead."""
    a = arrange().only("token").monster("maul_rat", "knight", 1).hand(0, "red_knight").trophies(2, "orcs")
    t = PanicSituationTable(a.dice(4, 4, 2, 5)).attack(0, "maul_rat", "red_knight").all_pass()
    assert t.state.winners == (2,)
    assert [e.die for e in t.events_of(PanicDieRolled)] == [4, 4, 2, 5]


def test_treasures_are_worthless() -> None:
    """P-213: cards in hand do not count."""
    a = arrange().only("token").monster("maul_rat", "knight", 1).hand(0, "red_knight")
    a.trophies(1, "pit_bull").hand(0, "hoard", "spiky_knees", "slimy_armor")
    assert PanicSituationTable(a).attack(0, "maul_rat", "red_knight").all_pass().state.winners == (1,)


def test_the_seed_is_shown_afterwards() -> None:
    """The dice can be verified once the game is over, and not before."""
    t = PanicSituationTable(arrange().walls().towers(3).monster("bullrog", "swordsman", 3))
    before = t.game.view(t.state, 0)
    assert before.seed is None
    t.passes(0).all_pass()
    after = t.game.view(t.state, 0)
    assert t.state.over
    assert after.seed is not None
    assert commitment(after.seed) == before.commitment


def test_everybody_is_told() -> None:
    """P-211: the points of each seat are announced."""
    a = arrange(3).hand(0, "red_knight").monster("orcs", "knight", 1).only("token").trophies(2, "pit_bull")
    t = PanicSituationTable(a).attack(0, "orcs", "red_knight").all_pass()
    assert [(e.seat, e.points) for e in t.events_of(SeatScored)] == [(0, 1), (1, 0), (2, 2)]
    assert [e.reason for e in t.events_of(PanicEnded)] == ["monsters"]


def make_deal(t: PanicSituationTable, card: str, monster: str, treasures: int = 0) -> PanicSituationTable:
    """Let seat 0 take the card of seat 1 for so many Treasures of the monster."""
    t.do(0, "ask", "", ())
    t.do(1, "offer", card, monster, "asker", treasures, ())
    return t.do(0, "accept", card)


def test_payment_for_an_unused_card_comes_back_before_counting() -> None:
    """P-214, H-127: the last monster falls without the helper's card, so its price goes back."""
    a = arrange().only("token").hand(1, "potion_of_halitosis").hand(0, "red_archer")
    a.trophies(0, "pukachu").trophies(1, "maul_rat").monster("orcs", "archer", 1)
    t = PanicSituationTable(a).do(0, "ask", "", ())
    t.do(1, "offer", "potion_of_halitosis", "orcs", "asker", 0, ())
    t.do(0, "counter", "potion_of_halitosis", "asker", 0, ("pukachu",), "now")
    t.do(1, "agree", "potion_of_halitosis").attack(0, "orcs", "red_archer").all_pass()
    assert [t.points(seat) for seat in range(4)] == [4, 1, 0, 0]
    assert t.state.winners == (0,)
    assert t.hand(1) == ["potion_of_halitosis"]


def with_halfling() -> Arrangement:
    """Return the end of a game: the Elf can slay the last monster; the Halfling has one Treasure."""
    a = arrange(3, more_munchkin=True).only("token").monster("orcs", "archer", 1).hand(0, "red_archer")
    a.character(0, "elf").character(1, "halfling").character(2, "dwarf").hand(1, "potion_of_halitosis")
    return a.trophies(0, "maul_rat").trophies(1, "mr_bones")


def test_an_unused_pledge_counts_for_the_halfling() -> None:
    """P-214, P-229: a pledged Treasure that was not used is back in the Halfling's hand."""
    t = make_deal(PanicSituationTable(with_halfling()), "potion_of_halitosis", "orcs")
    t.attack(0, "orcs", "red_archer")
    while not t.state.over:
        t.time_up()
    assert t.treasures(1) == ["potion_of_halitosis"]
    assert t.points(1) == t.game.catalog.points[t.game.catalog.index("mr_bones")] + 1


def test_a_borrowed_treasure_counts_for_its_owner() -> None:
    """P-214, P-111: what Help Me Out Here! took and nobody played goes back before counting."""
    t = PanicSituationTable(with_halfling().hand(0, "help_me_out_here")).play(0, "help_me_out_here", 1)
    t.answer(t.card(1, "potion_of_halitosis")).attack(0, "orcs", "red_archer")
    while not t.state.over:
        t.time_up()
    assert t.treasures(1) == ["potion_of_halitosis"]


def test_the_share_for_a_card_that_does_not_fight_is_paid_before_counting() -> None:
    """P-214, P-207: the helper's Treasure is theirs also if the last Tower falls in phase 3."""
    a = arrange(3, more_munchkin=True).character(0, "elf").character(1, "halfling").character(2, "dwarf")
    a.towers(1).walls().hand(1, "drive_him_back").hand(0, "red_archer", "wandering_monster")
    a.monster("mr_bones", "castle", 3).monster("orcs", "archer", 1).monster("pukachu", "knight", 1)
    t = make_deal(PanicSituationTable(a), "drive_him_back", "pukachu", treasures=1)
    t.play(0, "drive_him_back", "pukachu").attack(0, "orcs", "red_archer").until("play")
    t.play(0, "wandering_monster", "mr_bones").answer(1)
    assert t.state.over
    assert (len(t.treasures(0)), len(t.treasures(1))) == (0, 1)
    assert t.points(1) == 1
