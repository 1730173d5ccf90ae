"""The classic pack: its composition, and the figures that the rules name."""

from collections import Counter

import pytest

from cards.language.packs import load_pack

CLASSIC = load_pack("classic")


def test_95_doors_and_73_treasures() -> None:
    """R-031: the split of the classic box."""
    assert Counter(made.back for made in CLASSIC.cards()) == {"door": 95, "treasure": 73}


def test_composition() -> None:
    kinds = Counter(made.kind for made in CLASSIC.cards())
    assert kinds == {
        "monster": 37,
        "curse": 19,
        "class": 12,
        "race": 9,
        "double": 4,
        "enhancer": 5,
        "wandering": 3,
        "special": 7,
        "cheat": 1,
        "item": 37,
        "one_shot": 24,
        "level_up": 9,
        "companion": 1,
    }


def test_classes_and_races_are_there_three_times_each() -> None:
    traits = Counter(made.trait for made in CLASSIC.cards() if made.trait)
    names = ("warrior", "wizard", "thief", "cleric", "elf", "dwarf", "halfling")
    assert traits == dict.fromkeys(names, 3)


def test_the_pyramid_of_monsters() -> None:
    """Many weak monsters, few strong ones, Treasures that fit their Levels; six to eight Undead (R-311)."""
    monsters = [made for made in CLASSIC.cards() if made.kind == "monster"]
    levels = Counter(made.level for made in monsters)
    assert sorted(levels) == [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
    assert levels[1] >= levels[4] >= levels[8] >= levels[12] >= levels[18]
    assert 6 <= sum("undead" in made.tags for made in monsters) <= 8
    assert all(made.treasures <= 1 + made.level // 4 for made in monsters)
    assert all(made.levels == 2 for made in monsters if made.level >= 16)


def test_slots_and_big_items() -> None:
    items = [made for made in CLASSIC.cards() if made.kind == "item"]
    assert Counter(made.slot for made in items) == {"head": 5, "armor": 6, "feet": 3, "hand": 16, "": 7}
    assert sum(made.big for made in items) == 6
    assert all(-1 <= made.bonus <= 5 for made in items)


@pytest.mark.parametrize(
    ("id_", "figures"),
    [
        ("net-troll", {"level": 10, "treasures": 3}),
        ("enraged", {"strength": 5, "treasures": 1}),
        ("ancient", {"strength": 10}),
        ("magic-missile", {"bonus": 5, "kind": "one_shot"}),
        ("chainsaw-of-bloody-dismemberment", {"bonus": 3}),
        ("boots-of-butt-kicking", {"bonus": 2, "slot": "feet"}),
        ("hireling", {"kind": "companion", "back": "treasure", "item": False, "carries": 1}),
    ],
)
def test_figures_the_sheet_states(id_: str, figures: dict[str, object]) -> None:
    made = CLASSIC.find(id_)
    assert {name: getattr(made, name) for name in figures} == figures


@pytest.mark.parametrize(
    ("id_", "line"),
    [
        ("drooling-slime", "+4 against Elves."),
        ("mace-of-sharpness", "Usable only if you are a Cleric."),
        ("lose-your-armor", "Lose your Armor."),
        ("warrior", "You win ties."),
        ("dwarf", "You may have any number of Big Items in play."),
        ("elf", "You go up a Level for each monster killed when helping."),
        ("halfling", "You may sell an Item at double price each turn."),
    ],
)
def test_texts_the_sheet_states(id_: str, line: str) -> None:
    assert line in CLASSIC.find(id_).text


def test_one_shots_with_a_price_are_items() -> None:
    """R-201, R-226: Items have a value, one-shots included; other Treasures are not Items (R-229)."""
    for made in CLASSIC.definitions:
        assert made.item is (made.kind in ("item", "one_shot"))
        assert made.once is (made.kind == "one_shot")


def test_no_two_cards_have_the_same_name() -> None:
    names = [made.name for made in CLASSIC.definitions]
    assert len(names) == len(set(names))
