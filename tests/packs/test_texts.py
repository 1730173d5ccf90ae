"""What cards say at a table: its house rules, and what the sets of a mix call things."""

import re
from collections import Counter

import pytest

from cards.door.deck_building import decks_of
from cards.door.options import DoorOptions
from cards.games.door import door_module
from cards.language.packs import combine_packs, load_pack, pack_names
from cards.language.text_renderer import STANDARD_HOUSE_RULES

SETS = ("classic", "apocalypse", "rick_and_morty", "wild_west")


def text_at_table(pack: str, card: str, **options: object) -> tuple[str, ...]:
    made = decks_of([load_pack(part) for part in pack.split("+")], DoorOptions.model_validate(options))
    return next(found.face.text for found in made.definitions if found.id == card)


def test_texts_take_the_house_rules_that_tables_have_unless_told_otherwise() -> None:
    standard = DoorOptions.model_validate({})
    assert {name: getattr(standard, name) for name in STANDARD_HOUSE_RULES} == STANDARD_HOUSE_RULES


@pytest.mark.parametrize(
    "options",
    [{}, {"halfling": "older", "charm_min_cards": 0, "cowboy_early_win": False, "sacrifice": False}],
)
@pytest.mark.parametrize("pack", [*SETS, "+".join(SETS)])
def test_no_card_speaks_of_house_rules(pack: str, options: dict[str, object]) -> None:
    made = decks_of([load_pack(part) for part in pack.split("+")], DoorOptions.model_validate(options))
    for card in made.definitions:
        assert not any("house" in line.replace("warehouse", "") for line in card.face.text), card.name


@pytest.mark.parametrize("pack", SETS)
def test_no_sentence_ends_twice(pack: str) -> None:
    """A power is called by its name and a full stop; so no name brings a mark of its own."""
    texts = [text for face in door_module(pack).faces() for text in face.text]
    assert [text for text in texts if re.search("[.!?]{2}", text)] == []


def test_a_halfling_says_which_of_the_two_it_is() -> None:
    """H-41."""
    newer, older = (
        text_at_table("classic", "halfling"),
        text_at_table("classic", "halfling", halfling="older"),
    )
    assert any(line.startswith("Second Try. ") for line in newer)
    assert "-1 to Run Away." not in newer
    assert "-1 to Run Away." in older
    assert not any(line.startswith("Second Try. ") for line in older)


def test_a_wizard_says_how_many_cards_a_charm_takes() -> None:
    """H-40."""
    assert any("three or more" in line for line in text_at_table("classic", "wizard"))
    assert not any("three" in line for line in text_at_table("classic", "wizard", charm_min_cards=0)[1:])


def test_a_cowboy_wins_early_only_where_the_house_lets_them() -> None:
    """H-50."""
    early = "You need one fewer Level to win if you have a Steed."
    assert early in text_at_table("wild_west", "cowboy")
    assert early not in text_at_table("wild_west", "cowboy", cowboy_early_win=False)


def test_a_sidekick_can_be_given_up_only_where_the_house_lets_it() -> None:
    """H-42."""
    assert any("Leave it behind" in line for line in text_at_table("wild_west", "schoolmarm"))
    assert not any(
        "Leave it behind" in line for line in text_at_table("wild_west", "schoolmarm", sacrifice=False)
    )


def test_a_card_against_theft_says_that_curses_and_bad_stuff_take_items_all_the_same() -> None:
    for pack, card, curses in (
        ("classic", "lucky-undershirt", "Curses"),
        ("apocalypse", "gas-mask", "Disasters"),
    ):
        text = text_at_table(pack, card)
        assert f"You cannot lose Items to other players, only to {curses} and Bad Stuff." in text


def test_a_mix_names_what_all_its_sets_call_a_curse_or_a_companion() -> None:
    """R-570, R-720: Undo Button cancels a Disaster as well, and says so."""
    mix = combine_packs([load_pack("classic"), load_pack("apocalypse")])
    assert mix.find("undo-button").text[0].startswith("Play when a Curse or Disaster is about to strike")
    assert mix.find("tinfoil-tiara").text == ("You are safe from Curses and Disasters found behind doors.",)
    assert mix.find("sinkhole").face.kind == "Disaster"
    assert mix.find("butterfingers").face.kind == "Curse"
    west = combine_packs([load_pack("rick_and_morty"), load_pack("wild_west")])
    assert "You may have any number of Allies and Sidekicks." in west.find("unity").text
    assert west.find("trap-insurance").text[0].startswith("Play when a Trap is about to strike")


@pytest.mark.parametrize("pack", pack_names())
def test_a_set_alone_keeps_to_its_own_word(pack: str) -> None:
    words = {"Curse", "Trap", "Disaster"} - {load_pack(pack).labels.curse}
    for card in load_pack(pack).definitions:
        assert not any(word in line for word in words for line in card.text), card.name


def test_what_becomes_of_the_treasures_of_a_monster_that_leaves() -> None:
    """H-51, H-81: West alone pays for it, a house rule or other sets do not."""
    yours, gone = "but its Treasures are yours", "Treasures and all"
    for card in ("trapdoor-gallows", "boomtown-landlady"):
        assert yours in " ".join(text_at_table("wild_west", card))
        assert gone in " ".join(text_at_table("wild_west", card, treasure_for_eliminated=False))
        assert gone in " ".join(text_at_table("wild_west+classic", card))
        assert yours in " ".join(text_at_table("wild_west+classic", card, treasure_for_eliminated=True))


def test_a_card_that_is_looked_up_reads_as_at_its_table() -> None:
    """Each name once in a mix, with the words of all its sets and the house rules of the table."""
    module = door_module("classic+apocalypse")
    told = {face.name: face for face in module.faces({"halfling": "older", "halve_decks": True})}
    assert "-1 to Run Away." in told["Halfling"].text
    assert "-1 to Run Away." not in {face.name: face for face in module.faces()}["Halfling"].text
    assert "Curse or Disaster" in told["Undo Button"].text[0]
    assert {face.name for face in module.faces()} == set(told)
    twice = [name for name, count in Counter(face.name for face in module.faces()).items() if count > 1]
    texts = {name: {face.text for face in module.faces() if face.name == name} for name in twice}
    assert all(len(found) == 1 for found in texts.values())
