"""No two sets say the same under other names, and every monster has something of its own."""

import re
from collections import Counter, defaultdict

import pytest

from cards.language.forms import LevelUpForm
from cards.language.packs import load_pack, pack_names, read_forms
from cards.language.twins import find_twins, twins_report
from cards.panic.pack import load_box

SETS = pack_names()
MAX_TWINS_PER_SET = 10
MAX_PLAIN_LEVEL_UPS_PER_SET = 3
SHEET_TWINS = {"Enraged", "Gol-Darned", "Genetically Mutated…"}
"""Enhancers that three sheets name with the same figures."""
PLAIN_LEVEL_UP = ("Play at any time: one player gains a Level, never the winning one.",)
GROUPS = find_twins({name: read_forms(name) for name in SETS})


def test_no_set_has_more_than_ten_twins() -> None:
    counts = Counter(card.pack for group in GROUPS for card in group)
    assert all(count <= MAX_TWINS_PER_SET for count in counts.values()), counts


def test_the_report_names_every_twin_of_a_set() -> None:
    report = list(twins_report({name: read_forms(name) for name in SETS}))
    heads = {line.split(":")[0]: int(line.split()[1]) for line in report if not line.startswith(" ")}
    assert heads == Counter({name: sum(card.pack == name for g in GROUPS for card in g) for name in SETS})
    assert len(report) == len(SETS) + sum(heads.values())


def test_twins_are_plain_bonuses_and_go_up_a_level() -> None:
    """Or what the sheets themselves name with the same figures."""
    rest = {card.form.name for group in GROUPS for card in group if not card.is_plain}
    assert rest <= SHEET_TWINS


@pytest.mark.parametrize("name", SETS)
def test_go_up_a_level_cards_differ_in_more_than_their_names(name: str) -> None:
    texts = Counter(load_pack(name).find(form.id).text for form in read_forms(name) if is_level_up(form))
    assert texts.pop(PLAIN_LEVEL_UP) <= MAX_PLAIN_LEVEL_UPS_PER_SET
    assert set(texts.values()) == {1}


def is_level_up(form: object) -> bool:
    return isinstance(form, LevelUpForm)


def test_every_monster_above_level_2_has_a_line_of_its_own() -> None:
    """One that no other monster of any set has, besides its Bad Stuff and whom it runs after."""
    owners: defaultdict[str, set[str]] = defaultdict(set)
    monsters = [card for name in SETS for card in load_pack(name).definitions if card.kind == "monster"]
    for card in monsters:
        for line in card.text:
            owners[line].add(f"{card.pack}:{card.id}")
    common = [
        f"{card.pack}: {card.name}"
        for card in monsters
        if card.level > 2
        and not any(
            len(owners[line]) == 1 and not line.startswith(("Bad Stuff: ", "Will not pursue "))
            for line in card.text
        )
    ]
    assert common == []


def test_the_star_of_the_sheet() -> None:
    """Fire Ants: put out with water, in your boots when you get away, hungrier with each Seal."""
    text = "\n".join(load_pack("apocalypse").find("fire-ants").text)
    for part in ("Put Out the Fire. ", "“Water”", "lose the Footgear you wear", "for each open Seal"):
        assert part.casefold() in text.casefold()


@pytest.mark.parametrize(
    ("name", "words", "least"),
    [
        ("apocalypse", ("Seal", "Shark", "Disaster", "Undead"), 18),
        ("rick_and_morty", ("Parasite", "Jerry", "Morty", "Ally", "Gun", "Trap"), 15),
        ("wild_west", ("Steed", "Sidekick", "fight alone", "no helper", "Undead", "Bow"), 15),
    ],
)
def test_treasures_play_with_what_is_special_in_their_set(
    name: str, words: tuple[str, ...], least: int
) -> None:
    treasures = [card for card in load_pack(name).definitions if card.back == "treasure"]
    special = [card.name for card in treasures if any(word in line for word in words for line in card.text)]
    assert len(special) >= least, special


@pytest.mark.parametrize("name", SETS)
def test_every_card_has_a_joke_of_more_than_a_word(name: str) -> None:
    assert [card.name for card in load_pack(name).definitions if len(card.flavour.split()) < 3] == []


def test_every_card_and_token_of_panic_has_a_joke() -> None:
    assert [card.name for card in load_box().all_definitions() if len(card.flavour.split()) < 3] == []


BRITISH = re.compile(
    r"\b(?!(?:y?our|four|hour|pour|sour|tour|flour|scour|detour|contour|troubadour)s?\b)\w+ours?\b"
    r"|\b\w*(?:yjama|tyre|oustache|defence|grey|cosy)\w*|\b\w+isation\w*"
    r"|\b(?:real|organ|recogn|apolog|special|memor)is(?:e[ds]?|ing)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", SETS)
def test_names_and_texts_are_american(name: str) -> None:
    texts = [text for card in load_pack(name).definitions for text in (card.name, card.flavour, *card.text)]
    assert [found.group() for text in texts for found in BRITISH.finditer(text)] == []


def test_british_spellings_are_found() -> None:
    """A search that finds nothing proves nothing."""
    assert BRITISH.findall(
        "The colour of your armour: grey. They realised it an hour ago, in our defence."
    ) == [
        "colour",
        "armour",
        "grey",
        "realised",
        "defence",
    ]


def test_names_that_no_sheet_has_are_gone() -> None:
    names = {card.name for name in SETS for card in load_pack(name).definitions}
    assert names.isdisjoint({"Divine Intervention", "Steal a Level"})


def test_cards_of_one_name_say_the_same_in_all_sets() -> None:
    """A card is found by its name in a mix, whichever set it is from."""
    told: defaultdict[str, set[tuple[object, ...]]] = defaultdict(set)
    for name in SETS:
        for card in load_pack(name).definitions:
            told[card.name].add((card.kind, card.back, card.text))
    assert {name for name, texts in told.items() if len(texts) > 1} <= {"Cheat!"}
