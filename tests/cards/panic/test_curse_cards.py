"""Curse cards and what cancels them (P-103 to P-106, P-120, P-126, P-138, P-152)."""

import pytest

from cards.panic.card_events import CardHanded, CardHeldToForehead, CurseFoundNothing
from cards.panic.chronicle import record_of
from cards.panic.state import CASTLE_DISCARDS, TREASURE_DISCARDS
from tests.cards.panic.situation import PanicSituationTable, arrange

HIT_CARDS = ("red_knight", "red_hero", "blue_knight", "any_knight", "blue_archer", "red_archer")


def test_duck_of_doom() -> None:
    """P-103: a random Treasure of one other player comes to the curser's hand; only these two know which."""
    a = arrange().hand(2, "duck_of_doom").hand(1, "hoard", "spiky_knees", "red_knight")
    t = PanicSituationTable(a).play(2, "duck_of_doom", 1)
    assert t.waiting.name == "curse"
    assert t.waiting.awaited == (1,)
    t.passes(1)
    (handed,) = t.events_of(CardHanded)
    assert handed.seen == 0b110
    assert len(t.treasures(2)) == len(t.treasures(1)) == 1
    assert t.castle(1) == ["red_knight"]
    assert t.zone(CASTLE_DISCARDS) == ["duck_of_doom"]


def test_duck_is_random() -> None:
    """P-103: the dice choose."""
    found: set[str] = set()
    for seed in range(12):
        a = arrange().hand(2, "duck_of_doom").hand(1, "hoard", "spiky_knees")
        a.state.dice.seed = seed
        found.update(PanicSituationTable(a).play(2, "duck_of_doom", 1).passes(1).treasures(2))
    assert found == {"hoard", "spiky_knees"}


@pytest.mark.parametrize(
    ("named", "taken"),
    [
        ("red", {"red_knight", "red_hero", "red_archer"}),
        ("blue", {"blue_knight", "blue_archer"}),
        ("green", set[str]()),
        ("knight", {"red_knight", "blue_knight", "any_knight"}),
        ("archer", {"blue_archer", "red_archer"}),
        ("swordsman", set[str]()),
    ],
)
def test_truly_obnoxious(named: str, taken: set[str]) -> None:
    """P-104, H-104: Heroes go with their color, not with a ring; Any Color with its ring."""
    t = PanicSituationTable(
        arrange().hand(0, "truly_obnoxious").hand(1, *HIT_CARDS, "magic_missile", "flask_of_glue")
    )
    t.play(0, "truly_obnoxious", named).all_pass()
    assert set(t.hand(0)) == taken
    assert set(t.hand(1)) == {*HIT_CARDS, "magic_missile", "flask_of_glue"} - taken


def test_lightning() -> None:
    """P-105: the curser's lowest trophy for the highest of a player with more points."""
    a = arrange().hand(0, "lightning").trophies(0, "pit_bull", "orcs").trophies(1, "net_troll", "maul_rat")
    t = PanicSituationTable(a.trophies(2, "bullrog")).play(0, "lightning", 1).passes(1)
    assert t.trophies(0) == ["net_troll", "pit_bull"]
    assert t.trophies(1) == ["maul_rat", "orcs"]


def test_lightning_for_nothing() -> None:
    """P-105: a curser without trophies gives nothing."""
    t = (
        PanicSituationTable(arrange().hand(0, "lightning").trophies(1, "net_troll"))
        .play(0, "lightning", 1)
        .passes(1)
    )
    assert t.trophies(0) == ["net_troll"]
    assert t.trophies(1) == []


def test_lightning_and_the_addition_error() -> None:
    """P-105, P-151: the Addition Error counts when highest and lowest are found, and travels along."""
    a = arrange().hand(0, "lightning").trophies(1, "pukachu", "bullrog")
    t = (
        PanicSituationTable(a.card_under_trophy("convenient_addition_error", "bullrog"))
        .play(0, "lightning", 1)
        .passes(1)
    )
    assert t.trophies(0) == ["bullrog"]
    assert t.points(0) == 4
    assert t.points(1) == 3


def with_a_promise(curser: int, *trophies: str) -> PanicSituationTable:
    """Return a turn in which seat 0 owes Orcs for a card of seat 1, and holds these other trophies."""
    a = arrange().hand(0, "red_archer").hand(1, "potion_of_halitosis").hand(curser, "lightning")
    a.trophies(0, "orcs", *trophies).trophies(2, "plutonium_dragon").monster("bullrog", "archer", 1)
    t = PanicSituationTable(a).do(0, "ask", "", ())
    t.do(1, "offer", "potion_of_halitosis", "bullrog", "asker", 0, ("orcs",))
    return t.do(0, "accept", "potion_of_halitosis").attack(0, "bullrog", "potion_of_halitosis")


@pytest.mark.parametrize("others", [("maul_rat",), ("pukachu",)])
def test_lightning_passes_over_what_its_player_owes(others: tuple[str, ...]) -> None:
    """P-105, H-127: a trophy that is promised to a helper cannot be swapped away by who promised it."""
    t = with_a_promise(0, *others).play(0, "lightning", 2).passes(2)
    assert t.waiting.name == "play"
    t.passes(0)
    assert t.trophies(0) == ["plutonium_dragon"]
    assert t.trophies(1) == ["orcs"]
    assert t.trophies(2) == list(others)


@pytest.mark.parametrize("when", ["now", "end"])
def test_lightning_waits_where_all_trophies_are_promised(when: str) -> None:
    """P-105, H-127: nobody has the Curse for nothing by promising, or paying at once, what it would cost."""
    a = arrange().hand(0, "lightning").hand(1, "potion_of_halitosis")
    a.trophies(0, "orcs", "maul_rat").trophies(2, "plutonium_dragon").monster("bullrog", "archer", 1)
    t = PanicSituationTable(a).do(0, "ask", "", ())
    t.do(1, "offer", "potion_of_halitosis", "bullrog", "asker", 0, ())
    t.do(0, "counter", "potion_of_halitosis", "asker", 0, ("orcs", "maul_rat"), when).do(
        1, "agree", "potion_of_halitosis"
    )
    assert (t.trophies(0), t.points(0)) == (["maul_rat", "orcs"], 2)
    assert t.find(0, "play", t.card(0, "lightning")) is None
    t.do(0, "release", "potion_of_halitosis").play(0, "lightning", 2).passes(2)
    t.answer("orcs")
    assert (t.trophies(0), t.trophies(2)) == (["maul_rat", "plutonium_dragon"], ["orcs"])


def test_lightning_of_others_takes_what_is_owed() -> None:
    """P-105, H-127: a promise protects from nobody else's Curse."""
    t = with_a_promise(1).play(1, "lightning", 0).passes(0)
    assert t.trophies(1) == ["orcs"]
    assert t.passes(0).trophies(1) == ["orcs"]


def test_lightning_finds_nothing_left() -> None:
    """P-105: if the victim's trophies are gone when it strikes, nothing happens."""
    a = arrange(5).hand(0, "lightning").trophies(1, "net_troll")
    t = PanicSituationTable(a).play(0, "lightning", 1).drop(1)
    assert t.trophies(0) == []
    assert t.waiting.name == "play"


def chicken() -> PanicSituationTable:
    a = arrange().hand(0, "chicken_on_your_head").hand(1, "hoard", "spiky_knees").hand(2, "slimy_armor")
    return PanicSituationTable(a).play(0, "chicken_on_your_head")


def test_chicken_need_not_take() -> None:
    """P-106: taking is a choice; the default answer takes nothing."""
    t = chicken().all_pass().time_up()
    assert t.treasures(0) == []
    assert t.treasures(2) == ["slimy_armor"]


def test_foreheads() -> None:
    """P-106: players see what the others show but not what they show themselves; onlookers see nothing."""
    t = chicken().all_pass()
    owners = {seat: {owner for _, owner in t.game.view(t.state, seat).shown_treasures} for seat in range(4)}
    assert owners == {0: {1, 2}, 1: {2}, 2: {1}, 3: {1, 2}}
    assert t.game.view(t.state, None).shown_treasures == ()
    for event in t.events_of(CardHeldToForehead):
        assert event.redacted_for(event.seat).to_record().cards == ()
        assert event.redacted_for(None).to_record().cards == ()
        assert event.redacted_for(0).to_record().cards != ()


def test_chicken_finds_nothing() -> None:
    """P-106: without Treasures at the table there is nothing to choose from."""
    t = (
        PanicSituationTable(arrange().hand(0, "chicken_on_your_head"))
        .play(0, "chicken_on_your_head")
        .all_pass()
    )
    assert t.waiting.name == "play"


@pytest.mark.parametrize("phase", [1, 3, 4, 6])
def test_curses_at_any_time(phase: int) -> None:
    """P-120: a Curse card is playable in every phase, in its player's turn or not."""
    a = arrange().hand(1, "truly_obnoxious").hand(0, "duck_of_doom").next_cards("maul_rat")
    t = PanicSituationTable(a, phase=phase)
    assert t.can(1, "play", "truly_obnoxious")
    assert t.can(0, "play", "duck_of_doom")


def test_sandals() -> None:
    """P-120, P-138: the victim cancels a Curse without any Hit."""
    a = arrange().hand(2, "duck_of_doom").hand(1, "hoard", "sandals_of_protection")
    t = PanicSituationTable(a).play(2, "duck_of_doom", 1).play(1, "sandals_of_protection")
    assert t.waiting.name == "play"
    assert t.hand(1) == ["hoard"]
    assert t.hand(2) == []
    assert t.zone(TREASURE_DISCARDS) == ["sandals_of_protection"]


def test_sandals_save_their_holder_alone() -> None:
    """P-138, H-106: a Curse on all still hits the others."""
    a = arrange().hand(0, "truly_obnoxious").hand(1, "red_knight", "sandals_of_protection")
    t = (
        PanicSituationTable(a.hand(2, "red_archer"))
        .play(0, "truly_obnoxious", "red")
        .play(1, "sandals_of_protection")
    )
    assert t.waiting.name == "curse"
    assert t.waiting.awaited == (2, 3)
    assert t.game.view(t.state, 3).curse is not None
    t.all_pass()
    assert t.hand(1) == ["red_knight"]
    assert t.hand(0) == ["red_archer"]


def test_wishing_ring_ends_the_curse() -> None:
    """P-120, P-152: a victim's Ring cancels the Curse for everybody."""
    a = arrange().hand(0, "truly_obnoxious").hand(1, "red_knight", "wishing_ring").hand(2, "red_archer")
    t = PanicSituationTable(a).play(0, "truly_obnoxious", "red").play(1, "wishing_ring")
    assert t.waiting.name == "play"
    assert t.hand(0) == []
    assert t.hand(2) == ["red_archer"]


def test_only_victims_cancel() -> None:
    """P-120: only a victim can cancel the Curse."""
    a = arrange().hand(2, "duck_of_doom").hand(1, "hoard").hand(3, "wishing_ring", "sandals_of_protection")
    t = PanicSituationTable(a).play(2, "duck_of_doom", 1)
    assert not t.can(3, "play", "wishing_ring")
    assert not t.can(3, "play", "sandals_of_protection")


def test_the_window_tells_nothing() -> None:
    """H-107: the window opens and waits alike, whether or not anybody holds a card that cancels."""
    waits = []
    for cards in ((), ("wishing_ring",), ("sandals_of_protection", "hoard")):
        t = PanicSituationTable(arrange().hand(0, "truly_obnoxious").hand(1, *cards)).play(
            0, "truly_obnoxious", "red"
        )
        waits.append(t.waiting)
    assert waits[0] == waits[1] == waits[2]


def test_drawing_into_a_cancel() -> None:
    """P-154, H-107: cards drawn while the Curse is pending can cancel it; an act reopens the window."""
    a = (
        arrange()
        .hand(0, "truly_obnoxious")
        .hand(1, "red_knight", "hoard")
        .next_cards("wishing_ring", "spiky_knees")
    )
    t = PanicSituationTable(a).play(0, "truly_obnoxious", "red").passes(2)
    serial = t.waiting.serial
    t.play(1, "hoard")
    assert t.waiting.awaited == (1, 2, 3)
    assert t.waiting.serial > serial
    t.play(1, "wishing_ring")
    assert "red_knight" in t.hand(1)


def test_curse_upon_curse() -> None:
    """P-120: while one Curse is pending another may be played; the later one is resolved first."""
    a = arrange().hand(0, "truly_obnoxious").hand(1, "duck_of_doom", "red_knight").hand(0, "hoard")
    t = PanicSituationTable(a).play(0, "truly_obnoxious", "red").play(1, "duck_of_doom", 0).passes(0)
    assert t.treasures(1) == ["hoard"]
    assert t.waiting.name == "curse"
    t.all_pass()
    assert t.castle(0) == ["red_knight"]


def test_the_curser_leaves() -> None:
    """H-17: a Curse ends if its player leaves."""
    a = arrange().hand(2, "truly_obnoxious").hand(1, "red_knight")
    t = PanicSituationTable(a).play(2, "truly_obnoxious", "red").drop(2).all_pass()
    assert t.hand(1) == ["red_knight"]
    assert t.waiting.name == "play"


@pytest.mark.parametrize(
    ("curse", "picks"), [("duck_of_doom", (1,)), ("truly_obnoxious", ("red",)), ("chicken_on_your_head", ())]
)
def test_a_curse_that_finds_nothing_is_told(curse: str, picks: tuple[object, ...]) -> None:
    """H-103: nobody has such a card, so the Curse is spent for nothing; with one to take it is not told."""
    for held, found in (("blue_knight", 1), ("hoard", 0), ("red_knight", 0)):
        if found or (held == "red_knight") == (curse == "truly_obnoxious"):
            t = PanicSituationTable(arrange(2).hand(0, curse).hand(1, held)).play(0, curse, *picks).passes(1)
            assert len(t.events_of(CurseFoundNothing)) == found


@pytest.mark.parametrize(("taken", "count"), [("gazebo", 0), ("net_troll", 1)])
def test_a_stab_that_wins_nothing_is_no_stab(taken: str, count: int) -> None:
    """H-126: three points for three are not told as a theft at the end."""
    a = arrange(2).hand(0, "lightning").trophies(0, "bullrog").trophies(1, taken, "maul_rat")
    table = PanicSituationTable(a).play(0, "lightning", 1)
    view, points = table.game.view(table.state, 0), table.game.catalog.points
    table.passes(1)
    record = record_of(view, points, [(1, table.events)])
    assert len(record.thefts) == count
