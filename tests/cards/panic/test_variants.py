"""House rules (P-240 to P-244)."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from cards.kernel.game import Setup, SetupError
from cards.panic.game import PanicGame
from cards.panic.options import PanicOptions
from cards.panic.state import BAG, TREASURE_DECK
from tests.cards.panic.situation import PanicSituationTable, arrange


def ids(game: PanicGame) -> set[str]:
    return {definition.id for definition in game.catalog.definitions}


def opening(seats: int = 4, **options: object) -> tuple[list[int], list[int]]:
    """Return how many Castle cards and Treasures each seat begins with."""
    game = PanicGame(Setup("panic", seats, 1, options))
    view = game.view(game.start()[0], None)
    return [s.castle_count for s in view.seats], [s.treasure_count for s in view.seats]


def test_less_munchkin() -> None:
    """P-240: without the four Curse cards."""
    gone = ids(PanicGame(Setup("panic", 4, 1))) - ids(PanicGame(Setup("panic", 4, 1, {"curse_cards": False})))
    assert gone == {"duck_of_doom", "truly_obnoxious", "lightning", "chicken_on_your_head"}


def test_a_swap_needs_its_card() -> None:
    """P-240: if the card on the table is played in the meantime, the offers for it end."""
    a = arrange(swap=True).hand(0, "hoard", "red_knight").hand(1, "blue_archer")
    t = PanicSituationTable(a).do(0, "ask", "hoard").do(1, "offer", "blue_archer").play(0, "hoard")
    assert t.state.offers == []
    assert not t.can(1, "offer", "blue_archer")
    t.all_pass()
    t.do(0, "ask", "red_knight")
    assert t.state.offers == []


def test_castle_card_for_treasure() -> None:
    """P-240: any card for any card."""
    a = arrange(swap=True).hand(0, "red_knight").hand(1, "spiky_knees")
    t = (
        PanicSituationTable(a)
        .do(0, "ask", "red_knight")
        .do(1, "offer", "spiky_knees")
        .do(0, "accept", "spiky_knees")
    )
    assert t.treasures(0) == ["spiky_knees"]
    assert t.castle(1) == ["red_knight"]


@pytest.mark.parametrize(("change", "size"), [(-2, 3), (1, 6)])
def test_hand_size(change: int, size: int) -> None:
    """P-241, P-242: a smaller or larger hand, at the start and when drawing up."""
    assert opening(hand_change=change)[0] == [size] * 4
    t = PanicSituationTable(arrange(hand_change=change), phase=1).passes(0)
    assert len(t.castle(0)) == size


@pytest.mark.parametrize("count", [0, 1, 2])
def test_starting_treasures(count: int) -> None:
    """P-241, P-242: none or two Treasures at the start."""
    assert opening(start_treasures=count)[1] == [count] * 4


def test_without_walls() -> None:
    """P-241: no Walls; from the Swordsman ring monsters hit Towers at once."""
    t = PanicSituationTable(arrange(walls=False).monster("bullrog", "swordsman", 3), phase=5)
    assert t.at("bullrog") == ("castle", 3)


def test_treasures_are_not_reshuffled() -> None:
    """P-241: when the Treasure deck is used up there are no more Treasures."""
    a = arrange(reshuffle_treasures=False).hand(0, "hoard").only("treasure", "spiky_knees")
    t = PanicSituationTable(a).play(0, "hoard")
    assert t.treasures(0) == ["spiky_knees"]
    assert t.zone(TREASURE_DECK) == []
    assert not PanicSituationTable(arrange(reshuffle_treasures=False).only("treasure").hand(0, "hoard")).can(
        0, "play", "hoard"
    )


def test_enhancers_alone() -> None:
    """P-241: the Enhancers come with their trophy window, and nothing else of the expansion."""
    game = PanicGame(Setup("panic", 4, 1, {"enhancers": True}))
    assert ids(game) - ids(PanicGame(Setup("panic", 4, 1))) == {
        "baby",
        "intelligent",
        "enraged",
        "ancient",
        "humongous",
    }
    a = arrange(enhancers=True).hand(0, "red_knight").monster("orcs", "knight", 1)
    assert PanicSituationTable(a).attack(0, "orcs", "red_knight").waiting.name == "trophy"


def test_more_weapons_for_a_hit() -> None:
    """P-242: as many Weapons per Hit as agreed."""
    a = arrange(weapons_per_hit=2).hand(0, "red_knight", "horny_helmet", "rat_on_a_stick")
    t = PanicSituationTable(a.monster("bullrog", "knight", 1))
    assert t.attack(0, "bullrog", "red_knight", "horny_helmet", "rat_on_a_stick").trophies(0) == ["bullrog"]


def test_more_deals() -> None:
    """P-242: more than one deal in a turn."""
    a = arrange(deals_per_turn=2).hand(1, "red_knight").hand(2, "any_knight").monster("bullrog", "knight", 1)
    t = PanicSituationTable(a).do(0, "ask", "", ()).do(1, "offer", "red_knight", -1, "asker", 0, ())
    t.do(2, "offer", "any_knight", -1, "helper", 0, ()).do(0, "accept", "red_knight")
    t.do(0, "accept", "any_knight")
    assert not t.can(0, "ask")
    t.attack(0, "bullrog", "red_knight", "any_knight")
    assert t.health("bullrog") == 1


def test_fewer_monsters() -> None:
    """P-242: two instead of three in phase 6."""
    a = arrange(monsters_placed=2).next_cards("orcs", "maul_rat", "pit_bull").dice(1, 2)
    t = PanicSituationTable(a, phase=6).until("draw")
    assert t.on_board() == ["maul_rat", "orcs"]


def test_parts_of_the_expansion() -> None:
    """P-242: its Weapons, Illusion and Characters by themselves; the Towers are still needed."""
    standard = ids(PanicGame(Setup("panic", 4, 1)))

    def added(**options: object) -> set[str]:
        return ids(PanicGame(Setup("panic", 4, 1, options))) - standard

    assert added(expansion_weapons=True) == {"chainsaw_of_bloody_dismemberment", "dagger_of_treachery"}
    assert added(illusion=True) == {"illusion"}
    assert added(characters=True) == {"cleric", "dwarf", "elf", "halfling", "thief", "warrior", "wizard"}
    assert PanicGame(Setup("panic", 4, 1, {"characters": True})).rules.needs_tower
    assert not PanicGame(Setup("panic", 4, 1, {"more_munchkin": True})).rules.needs_tower


def test_solitaire() -> None:
    """P-243: hand 6, four Treasures, no deals; a Tower at the end wins, without one all is lost."""
    game = PanicGame(Setup("panic", 1, 1))
    assert (game.rules.hand_size, game.rules.treasure_limit, game.rules.quota) == (6, 4, 3)
    t = PanicSituationTable(arrange(1).hand(0, "red_knight").monster("orcs", "knight", 1).only("token"))
    assert not t.can(0, "ask")
    assert t.attack(0, "orcs", "red_knight").state.winners == (0,)
    a = arrange(1).walls().towers(3).monster("bullrog", "swordsman", 3)
    assert PanicSituationTable(a, phase=5).state.winners == ()
    a = arrange(1, more_munchkin=True).walls().towers(3).monster("bullrog", "swordsman", 3)
    assert PanicSituationTable(a, phase=5).state.winners == ()


def test_options_are_independent() -> None:
    """P-244: each has its own field and is stored with the game; unknown or invalid values are refused."""
    setup = Setup("panic", 4, 1, {"swap": True, "walls": False, "trophy_seconds": 45})
    game = PanicGame(setup)
    assert game.setup is setup
    assert (game.options.swap, game.options.walls, game.options.trophy_seconds) == (True, False, 45)
    assert game.options.curse_cards
    for options in (
        {"walls_of_glass": True},
        {"hand_change": 9},
        {"weapons_per_hit": 0},
        {"curse_seconds": 0},
    ):
        with pytest.raises(ValidationError):
            PanicOptions.model_validate(options)
        with pytest.raises(SetupError, match="bad_option"):
            PanicGame(Setup("panic", 4, 1, options))


def test_window_lengths() -> None:
    """P-244: the allowances are those of the options."""
    t = PanicSituationTable(arrange(curse_seconds=33, turn_seconds=44).hand(0, "truly_obnoxious"))
    assert t.waiting.seconds == 44
    assert t.play(0, "truly_obnoxious", "red").waiting.seconds == 33


def test_all_tokens_are_in_the_bag() -> None:
    """P-243: Lose help is out of the bag in solitaire, and only there."""
    assert len(arrange(1).state.zones.lists[BAG]) == 38
    assert len(arrange(2).state.zones.lists[BAG]) == 39


def test_the_options_are_documented() -> None:
    """docs/panic.md names every option."""
    text = (Path(__file__).parents[3] / "docs" / "panic.md").read_text(encoding="utf-8")
    assert [name for name in PanicOptions.model_fields if f"`{name}`" not in text] == []
