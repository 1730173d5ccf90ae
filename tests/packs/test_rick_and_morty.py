"""The Rick and Morty pack: its composition, and what the rule sheet says about its cards."""

from collections import Counter

import pytest

from cards.language.packs import combine_packs, load_pack

PACK = load_pack("rick_and_morty")


def test_95_doors_73_treasures_and_six_roles() -> None:
    """R-031, H-72: 168 cards, split as in the classic box, and the Roles apart from them."""
    assert Counter(made.back for made in PACK.cards()) == {"door": 95, "treasure": 73, "role": 6}


def test_composition() -> None:
    kinds = Counter(made.kind for made in PACK.cards())
    assert kinds == {
        "role": 6,
        "monster": 37,
        "curse": 17,
        "class": 12,
        "double": 2,
        "enhancer": 6,
        "wandering": 3,
        "companion": 9,
        "special": 11,
        "cheat": 1,
        "item": 38,
        "one_shot": 23,
        "level_up": 9,
    }


def test_four_classes_three_times_each() -> None:
    traits = Counter(made.trait for made in PACK.cards() if made.kind == "class")
    assert traits == dict.fromkeys(("parent", "high_schooler", "super_genius", "songwriter"), 3)


def test_the_roles_of_the_sheet_and_their_sexes() -> None:
    """R-034, R-035: six Roles, each with the sex that its player has."""
    roles = {made.name: made.sex for made in PACK.definitions if made.kind == "role"}
    assert roles == {
        "Rick": "male",
        "Morty": "male",
        "Beth": "female",
        "Jerry": "male",
        "Summer": "female",
        "Mr. Poopybutthole": "male",
    }


def test_no_role_or_class_runs_better_than_by_one() -> None:
    """H-70, H-71: our own texts for Roles and Classes add no more than 1 to Run Away rolls."""
    for made in PACK.definitions:
        if made.kind in ("role", "class"):
            assert sum(mod.n for mod in made.mods_by_stat.get("flee", ()) if isinstance(mod.n, int)) <= 1


def test_the_pyramid_of_monsters() -> None:
    """Many weak monsters, few strong ones, Treasures that fit their Levels."""
    monsters = [made for made in PACK.cards() if made.kind == "monster"]
    levels = Counter(made.level for made in monsters)
    assert sorted(levels) == [1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
    assert levels[1] >= levels[4] >= levels[8] >= levels[12] >= levels[18]
    assert all(made.treasures <= 1 + made.level // 4 for made in monsters)
    assert all(made.levels == (2 if made.level >= 16 else 1) for made in monsters)


def test_parasites_can_add_ten_levels_to_one_another() -> None:
    """R-644 can come true, also without the biggest of them."""
    parasites = sorted(made.level for made in PACK.definitions if "parasite" in made.tags)
    assert len(parasites) == 11
    assert sum(parasites[:-1]) - parasites[-2] >= 10
    assert PACK.edition.stacks == ("parasite",)


def test_what_the_edition_decides() -> None:
    """Section 14: Traps and Allies by name, Roles, sacrifices, no Big limit, nothing for the removed."""
    assert (PACK.labels.curse, PACK.labels.companions) == ("Trap", "Allies")
    edition = PACK.edition
    assert edition.big_limit == "none"
    assert edition.roles
    assert edition.sacrifice
    assert not edition.companions_leave
    assert not edition.treasures_for_removed
    assert edition.joins == ()


def test_items_know_two_hands_and_nothing_big() -> None:
    """R-204: one Headgear, Armor and Footgear, two Hand Items; neither Big nor 2-Hands Items."""
    items = [made for made in PACK.definitions if made.kind == "item"]
    assert Counter(made.slot for made in items) == {"head": 6, "armor": 6, "feet": 4, "hand": 14, "": 8}
    assert not any(made.big or made.hands == 2 for made in items)
    assert all(0 <= made.bonus <= 4 for made in items)


def test_guns_are_told_by_their_titles() -> None:
    """R-670: the three of the sheet and three more; no other name holds the word by chance."""
    guns = {made.name for made in PACK.definitions if "gun" in made.name.lower()}
    assert guns == {
        "Laser Gun",
        "Time Gun",
        "Freeze Ray Gun",
        "Glue Gun of Commitment",
        "Staple Gun of Shared Guilt",
        "T-Shirt Gun",
        "Surprise Gun Amnesty",
    }


@pytest.mark.parametrize(
    ("id_", "figures"),
    [
        ("council-of-ricks", {"level": 16, "levels": 2, "treasures": 4}),
        ("tinkles", {"level": 4, "treasures": 2, "tags": {"parasite"}}),
        ("mrs-refrigerator", {"level": 2, "treasures": 1, "tags": {"parasite"}}),
        ("ghost-in-a-jar", {"level": 1, "treasures": 1, "tags": {"parasite"}}),
        ("genetically-mutated", {"strength": 5, "treasures": 1, "name": "Genetically Mutated…"}),
        ("mega-seeds", {"bonus": 2, "value": 300, "kind": "one_shot"}),
        ("roy-helmet", {"bonus": 3, "value": 300, "slot": "head"}),
        ("unity", {"kind": "companion", "back": "door", "label": "Ally"}),
        ("snuffles", {"kind": "companion", "label": "Ally"}),
        ("galactic-federation-jail", {"kind": "curse", "label": "Trap", "stays": ""}),
        ("spoon", {"kind": "item", "slot": "hand"}),
        ("bottle-of-wine", {"kind": "item", "slot": "hand"}),
        ("fetish-camouflage", {"kind": "item", "slot": "armor"}),
        ("flask", {"kind": "item"}),
        ("laser-gun", {"kind": "item", "slot": "hand"}),
        ("ma-sha", {"kind": "monster"}),
        ("wandering-monster", {"copies": 3}),
        ("super-munchkin", {"of": "class", "copies": 2}),
        ("cheat", {"kind": "cheat"}),
    ],
)
def test_figures_the_sheet_states(id_: str, figures: dict[str, object]) -> None:
    made = PACK.find(id_)
    assert {name: getattr(made, name) for name in figures} == figures


@pytest.mark.parametrize(
    ("id_", "line"),
    [
        ("council-of-ricks", "+3 against anyone with a Class."),
        ("council-of-ricks", "Will not pursue Level 5 or lower."),
        ("tinkles", "+3 against Summer."),
        ("tinkles", "Bad Stuff: Show your hand to everyone."),
        ("frank-palicky", "+2 against High Schoolers."),
        ("mrs-refrigerator", "Bad Stuff: Suffer the top Trap of the Door discards."),
        (
            "ghost-in-a-jar",
            "Bad Stuff: Suffer the Bad Stuff of the bottom other monster of the Door discards.",
        ),
        ("unity", "+3 to your strength."),
        ("unity", "You may have any number of Allies."),
        ("unity", "When you lose an Ally, lose all your Allies."),
        ("parent", "When you help to kill a monster, draw a Treasure."),
        ("galactic-federation-jail", "Lose all your hand Items."),
        ("roy-helmet", "You must fight alone: nobody can help if you have said yes."),
        ("super-munchkin", "With only one Class you have all its advantages and none of its disadvantages."),
    ],
)
def test_texts_the_sheet_states(id_: str, line: str) -> None:
    assert line in PACK.find(id_).text


def test_no_two_cards_have_the_same_name() -> None:
    names = [made.name for made in PACK.definitions]
    assert len(names) == len(set(names))


def test_joined_with_the_classic_set() -> None:
    """H-81: the Big limit of the one, Roles, sacrifices and Parasites of the other."""
    both = combine_packs([load_pack("classic"), PACK])
    assert both.edition.big_limit == 1
    assert both.edition.roles
    assert both.edition.sacrifice
    assert both.edition.stacks == ("parasite",)
    assert len(both.cards()) == 168 + 174
