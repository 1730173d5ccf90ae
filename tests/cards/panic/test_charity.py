"""Phase 2 (P-045 to P-049)."""

import pytest

from cards.kernel.moves import HOST_SEAT, TIME_UP_VERB, Action, Refusal
from cards.panic.card_events import CardHanded
from cards.panic.state import TREASURE_DISCARDS
from tests.cards.panic.situation import PanicSituationTable, arrange

FIVE_TREASURES = ("hoard", "spiky_knees", "magic_missile", "horny_helmet", "slimy_armor")


def test_three_may_stay() -> None:
    """P-045: with three to six players three Treasures are fine; with one or two, four."""
    assert PanicSituationTable(arrange(3).hand(0, *FIVE_TREASURES[:3]), phase=2).waiting.name == "play"
    assert PanicSituationTable(arrange(2).hand(0, *FIVE_TREASURES[:4]), phase=2).waiting.name == "play"
    assert (
        PanicSituationTable(arrange(2).hand(0, *FIVE_TREASURES).trophies(0, "orcs"), phase=2).waiting.name
        == "charity_give"
    )


def test_only_in_phase_two() -> None:
    """P-045: the limit does not apply at any other time."""
    t = PanicSituationTable(arrange().hand(0, *FIVE_TREASURES).hand(1, "wishing_ring"))
    assert t.waiting.name == "play"
    t.until("draw")
    assert len(t.treasures(0)) == 5


def test_to_whoever_has_least() -> None:
    """P-045, P-049: the excess goes to the lowest; the giver chooses the cards; only these two see them."""
    a = arrange().hand(0, *FIVE_TREASURES).trophies(0, "bullrog").trophies(1, "orcs").trophies(2, "net_troll")
    t = PanicSituationTable(a.trophies(3, "pit_bull"), phase=2)
    assert t.waiting.name == "charity_give"
    assert t.option_names() == set(FIVE_TREASURES)
    t.answer("hoard", "slimy_armor")
    assert t.treasures(1) == ["hoard", "slimy_armor"]
    assert len(t.treasures(0)) == 3
    handed = t.events_of(CardHanded)
    assert all(event.seen == 0b11 for event in handed)
    t.play(1, "hoard")
    assert len(t.treasures(1)) == 3


def test_the_addition_error_counts_for_charity() -> None:
    """P-046: with it, seat 1 is no longer the lowest."""
    a = (
        arrange(3)
        .hand(0, *FIVE_TREASURES[1:])
        .trophies(0, "bullrog")
        .trophies(1, "orcs")
        .trophies(2, "maul_rat")
    )
    t = PanicSituationTable(a.card_under_trophy("convenient_addition_error", "orcs"), phase=2).answer(
        "spiky_knees"
    )
    assert t.treasures(2) == ["spiky_knees"]


def test_odd_ones() -> None:
    """P-047: if the number is uneven, the giver says who gets the odd one."""
    a = (
        arrange()
        .hand(0, *FIVE_TREASURES, "boots_of_butt_kicking")
        .trophies(0, "bullrog")
        .trophies(1, "net_troll")
    )
    t = PanicSituationTable(a, phase=2)
    assert t.waiting.name == "charity_odd"
    assert t.options() == {2, 3}
    t.answer(3).answer("hoard").answer("spiky_knees", "slimy_armor")
    assert t.treasures(2) == ["hoard"]
    assert t.treasures(3) == ["slimy_armor", "spiky_knees"]


def test_tied_at_the_bottom() -> None:
    """P-048: one of several lowest players gives to the other lowest."""
    a = (
        arrange(3)
        .hand(0, *FIVE_TREASURES)
        .trophies(0, "orcs")
        .trophies(1, "maul_rat")
        .trophies(2, "pit_bull")
    )
    t = PanicSituationTable(a, phase=2).answer("hoard", "magic_missile")
    assert t.treasures(1) == ["hoard", "magic_missile"]


def test_the_safe_answer() -> None:
    """When time runs out the first Treasures go, and the turn goes on."""
    a = arrange(3).hand(0, *FIVE_TREASURES).trophies(0, "bullrog").trophies(1, "orcs")
    t = PanicSituationTable(a, phase=2).time_up()
    assert t.treasures(2) == sorted(FIVE_TREASURES[:2])
    assert t.waiting.name == "play"


def test_alone_at_the_table() -> None:
    """P-243: in solitaire the excess over four is discarded."""
    t = PanicSituationTable(arrange(1).hand(0, *FIVE_TREASURES), phase=2)
    assert t.waiting.name == "charity_discard"
    t.answer("hoard")
    assert t.zone(TREASURE_DISCARDS) == ["hoard"]


def test_a_receiver_leaves() -> None:
    """H-17: if somebody leaves while the giver is asked, the question is asked again without that player."""
    a = arrange().hand(0, *FIVE_TREASURES).trophies(0, "bullrog").trophies(1, "net_troll")
    t = PanicSituationTable(a, phase=2).answer("magic_missile").drop(2)
    assert t.waiting.name == "charity_give"
    t.answer("magic_missile", "hoard")
    assert t.treasures(3) == ["hoard", "magic_missile"]


@pytest.mark.parametrize("seat", [1, 2, 3, None])
def test_half_chosen_charity_stays_hidden(seat: int | None) -> None:
    """P-047: what the giver has chosen so far is not known in a world that somebody else imagines."""
    a = arrange().hand(0, *FIVE_TREASURES).trophies(0, "pukachu").trophies(3, "bullrog")
    t = PanicSituationTable(a, phase=2)
    worlds: set[bytes] = set()
    for card in ("magic_missile", "hoard"):
        chosen = t.game.step(t.state, t.action(0, "answer", "", t.card(0, card)))
        assert not isinstance(chosen, Refusal)
        own = t.game.redeal_hidden(chosen.state, 0, 3)
        assert own.frames[-1].vars == chosen.state.frames[-1].vars
        world = t.game.redeal_hidden(chosen.state, seat, 3)
        pending = t.game.pending(world)
        assert pending is not None
        assert (pending.name, pending.awaited) == ("charity_give", (0,))
        assert t.game.view(world, seat) == t.game.view(chosen.state, seat)
        worlds.add(t.game.encode(world))
        while world.phase == 2:
            pending = t.game.pending(world)
            assert pending is not None
            after = t.game.step(world, Action(HOST_SEAT, TIME_UP_VERB, ability=pending.serial))
            assert not isinstance(after, Refusal)
            world = after.state
            assert t.game.check(world) == []
    assert len(worlds) == 1
