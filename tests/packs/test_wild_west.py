"""The Wild West pack: its composition, and the figures of its rule sheet."""

from collections import Counter

import pytest

from cards.door.game import DoorGame
from cards.kernel.game import Setup
from cards.language.packs import load_pack

WEST = load_pack("wild_west")


def test_95_doors_and_73_treasures() -> None:
    """R-031: 168 cards; the sheet leaves the split open."""
    assert Counter(made.back for made in WEST.cards()) == {"door": 95, "treasure": 73}


def test_composition() -> None:
    kinds = Counter(made.kind for made in WEST.cards())
    assert kinds == {
        "monster": 37,
        "curse": 14,
        "class": 16,
        "double": 2,
        "enhancer": 6,
        "wandering": 3,
        "companion": 6,
        "steed": 6,
        "cheat": 2,
        "special": 5,
        "item": 37,
        "item_enhancer": 4,
        "one_shot": 21,
        "level_up": 9,
    }


def test_every_class_is_there_four_times_and_there_are_no_races() -> None:
    traits = Counter(made.trait for made in WEST.cards() if made.trait)
    assert traits == dict.fromkeys(("cowboy", "indian", "outlaw", "dude"), 4)


def test_the_pyramid_of_monsters() -> None:
    """Many weak monsters, few strong ones, Treasures that fit their Levels; seven Undead (R-311)."""
    monsters = [made for made in WEST.cards() if made.kind == "monster"]
    levels = Counter(made.level for made in monsters)
    assert sorted(levels) == [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
    assert levels[1] >= levels[4] >= levels[8] >= levels[12] >= levels[18]
    assert sum("undead" in made.tags for made in monsters) == 7
    assert all(made.treasures <= 1 + made.level // 4 for made in monsters)
    assert all(made.levels == 2 for made in monsters if made.level >= 16)


def test_slots_and_big_items() -> None:
    items = [made for made in WEST.cards() if made.kind == "item"]
    assert Counter(made.slot for made in items) == {"head": 5, "armor": 6, "feet": 3, "hand": 14, "": 9}
    assert sum(made.big for made in items) == 5
    assert all(0 <= made.bonus <= 5 for made in items)


@pytest.mark.parametrize(
    ("id_", "figures"),
    [
        ("ghost-rider", {"level": 8, "treasures": 2, "tags": {"undead"}}),
        ("mechanical-bull", {"kind": "monster"}),
        ("grizzly", {"kind": "monster"}),
        ("gol-darned", {"strength": 5, "treasures": 1}),
        ("ornery", {"kind": "enhancer"}),
        ("rootin-tootin", {"kind": "enhancer"}),
        ("hung-over", {"kind": "enhancer"}),
        ("bowler-hat", {"bonus": 2, "slot": "head"}),
        ("bowie-knife", {"bonus": 2, "slot": "hand"}),
        ("bullwhip", {"bonus": 3}),
        ("civil-war-cannon", {"kind": "item", "big": True}),
        ("sheriffs-badge", {"kind": "item"}),
        ("twenty-gallon-hat", {"kind": "item", "slot": "head"}),
        ("catamount", {"kind": "steed", "back": "door", "item": True, "big": True}),
        ("crusty-old-prospector", {"kind": "companion", "back": "door", "item": False}),
        ("schoolmarm", {"kind": "companion", "sex": "female"}),
        ("mutant", {"back": "door"}),
        ("wishing-ring", {"kind": "one_shot"}),
        ("cheat", {"kind": "cheat"}),
    ],
)
def test_figures_the_sheet_states(id_: str, figures: dict[str, object]) -> None:
    made = WEST.find(id_)
    assert {name: getattr(made, name) for name in figures} == figures


@pytest.mark.parametrize(
    ("id_", "line"),
    [
        ("ghost-rider", "-3 against Indians."),
        ("mechanical-bull", "-3 against Cowboys."),
        ("killer-jalapeno", "+3 against Dudes."),
        ("branding-iron", "Usable only if you are a Cowboy."),
        ("lose-your-armor", "Lose your Armor."),
        ("dude", "+1 for each piece of Headgear you wear."),
        (
            "indian",
            "+2 for each “Bow” Item that you use.",
        ),
        ("catamount", "You may have one more Big Item in play."),
    ],
)
def test_texts_the_sheet_states(id_: str, line: str) -> None:
    assert line in WEST.find(id_).text


def test_a_steed_to_be_fought_is_twice_its_bonus() -> None:
    """R-623: Level, Levels and Treasures come from the bonus alone."""
    steeds = [made for made in WEST.definitions if made.kind == "steed"]
    assert len(steeds) == 6
    for made in steeds:
        assert (made.level, made.levels, made.treasures) == (2 * made.bonus, 1, 1)
        assert made.bonus >= 1
        assert f"you may fight it instead (Level {made.level}, 1 Treasure)" in made.text[-1]


def test_each_sidekick_has_a_sex_and_can_be_sacrificed() -> None:
    """R-603, R-606: half of them are female; none has a price (R-602)."""
    sidekicks = [made for made in WEST.definitions if made.kind == "companion"]
    assert Counter(made.sex for made in sidekicks) == {"male": 3, "female": 3}
    assert all(made.sacrifice and not made.value and made.label == "Sidekick" for made in sidekicks)


def test_enough_items_have_a_bow_in_their_name() -> None:
    """R-187: an Indian finds at least half a dozen, a Steed among them."""
    bows = [made for made in WEST.cards() if "bow" in made.name.lower() and made.item]
    assert len(bows) >= 6
    assert any(made.kind == "steed" for made in bows)


def test_traps_are_called_traps() -> None:
    """R-570: the Wild West calls a Curse a Trap."""
    assert {made.label for made in WEST.definitions if made.kind == "curse"} == {"Trap"}
    assert not any("Curse" in line for made in WEST.definitions for line in made.text)


def test_no_two_cards_have_the_same_name() -> None:
    names = [made.name for made in WEST.definitions]
    assert len(names) == len(set(names))


def test_every_card_has_a_joke_of_its_own() -> None:
    jokes = [made.flavour for made in WEST.definitions]
    assert all(jokes)
    assert len(set(jokes)) == len(jokes)


def test_only_cards_that_the_rules_name_are_shared_with_the_classic_set() -> None:
    """What is ours is ours once: no joke twice, and only names that several sheets have."""
    classic = load_pack("classic")
    shared = {made.name for made in classic.definitions} & {made.name for made in WEST.definitions}
    assert shared == {"Cheat!", "Lose Your Armor", "Super Munchkin", "Wandering Monster"}
    jokes = {made.flavour for made in classic.definitions}
    assert jokes.isdisjoint(made.flavour for made in WEST.definitions)


def test_the_players_own_sex_is_asked_for() -> None:
    """R-034: in the West everybody starts with a sex of their own, whatever their seats."""
    sexes = ("female", "female", "male")
    game = DoorGame(Setup("wild_west", 3, 5, sexes=sexes))
    state, _ = game.start()
    assert tuple(person.sex for person in state.people) == sexes


def test_everybody_starts_at_level_1_with_four_doors_and_four_treasures() -> None:
    """R-032, R-033: and without a Class."""
    game = DoorGame(Setup("wild_west", 6, 5))
    state, _ = game.start()
    for seat in game.view(state, None).seats:
        assert (seat.level, seat.hand_size, seat.traits) == (1, 8, ())
