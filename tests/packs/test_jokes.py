"""One joke, one set: each has props of its own, and every monster above Level 2 a rule of its own kind."""

import re
from collections import defaultdict
from itertools import permutations

from cards.language.definition import Definition
from cards.language.packs import load_pack, pack_names

SETS = pack_names()
_NAMES_OF_THE_SHEETS = """
    Net Troll/Wannabe Vampire/Drooling Slime/Enraged/Ancient/Mate/Wandering Monster/Magic Missile/Yuppie Water
    Chainsaw of Bloody Dismemberment/Boots of Butt-Kicking/Staff of Napalm/Kneepads of Allure/Flaming Armor
    Mace of Sharpness/Hireling/Cheat!/Super Munchkin/Half-Breed/Warrior/Wizard/Thief/Cleric/Elf/Dwarf/Halfling
    Lose Your Armor/Ghost Rider/Mechanical Bull/Killer Jalapeño/Grizzly/Gol-Darned/Ornery/Rootin' Tootin'
    Hung-Over/Bowler Hat/Bowie Knife/Bullwhip/Branding Iron/Civil War Cannon/Sheriff's Badge/20-Gallon Hat
    Catamount/Crusty Old Prospector/Schoolmarm/Mutant/Wishing Ring/Cowboy/Indian/Outlaw/Dude/Fire Ants/Tiamutt
    Liver Casserole/Great Cthulhu/Beer Shortage/Peanut Butter Shortage/Disaster! Zoo Breakout/Tire Iron
    Dehydrated Water/Double-Barreled Slingshot/Photofloods/A Drone of Your Own/Survival Tool/Blogger/Kid
    15-Year Supply of Beer and Toilet Paper/Militia/Scientist/Council of Ricks/Tinkles/Mrs. Refrigerator
    Ghost in a Jar/Genetically Mutated…/Mega Seeds/Roy Helmet/Unity/Parent/Galactic Federation Jail
    Frank Palicky/Ma-Sha/Flask/Spoon/Bottle of Wine/Fetish Camouflage/Snuffles/Laser Gun/Time Gun
    Freeze Ray Gun/Rick/Morty/Beth/Jerry/Summer/Mr. Poopybutthole/High Schooler/Super Genius/Songwriter
"""
SHEET_NAMES = frozenset(
    name.strip() for line in _NAMES_OF_THE_SHEETS.splitlines() for name in line.split("/") if name.strip()
)
"""What the rule sheets name; all other cards are our own."""
PLAIN_PROPS = {
    "armor": "a place for Items, and the sheets' own Traps name it",
    "boot": "what Footgear is called",
    "door": "all games kick them in",
    "ghost": "two sheets name one",
    "gun": "cards ask for it in names (R-670)",
    "hand": "a place for Items",
    "hat": "what Headgear is called",
    "undead": "a tag that cards ask for",
    "water": "a card of the sheets asks for it in names",
    "wizard": "a Class",
}
"""Words for things that several sets have, each with its reason."""
_SMALL_WORDS = """
    a an the of with in on and at by for from its off out that to up very you your i o
    all one two second half year day last long tall big great high black red bad wrong open full everything
    lucky spare killer mutated slightly suspiciously left self doom get go help hold made super munchkin
"""
NO_PROPS = frozenset(_SMALL_WORDS.split())
"""Words that name no thing: small words, numbers, and what is only said of a thing or done with it."""
COMMON_FORMS = (
    re.compile(r"[+-]\d+ against .+\."),
    re.compile(r"[+-]\d+ to Run Away from it\."),
    re.compile(r"Will not pursue Level \d+ or lower\."),
)
"""The three common forms: so much against somebody, so much to run away from it, and whom it lets go."""
TOLD_BY_SHEETS = {
    "Tinkles",
    "Council of Ricks",
    "Tiamutt",
    "Liver Casserole",
    "Ghost Rider",
    "Mechanical Bull",
    "Killer Jalapeño",
}
"""Monsters whose whole rule a sheet states: they stay as they are."""


def things_in(name: str) -> set[str]:
    """Return the words for things in a card's name, in the singular."""
    words = re.findall(r"[a-zñ]+", name.lower().replace("'s ", " ").replace("s' ", " "))
    singular = {
        word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word for word in words
    }
    return singular - NO_PROPS


def shared_props(names: dict[str, list[str]]) -> dict[str, set[str]]:
    """Return the words for things on cards of our own that another set has, too, with their cards."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for ours, others in permutations(names, 2):
        for name in set(names[ours]) - set(names[others]) - SHEET_NAMES:
            for other in names[others]:
                for word in things_in(name) & things_in(other):
                    found[word] |= {name, other}
    return found


def names_of_all_sets() -> dict[str, list[str]]:
    return {pack: [card.name for card in load_pack(pack).definitions] for pack in SETS}


def test_no_prop_is_in_two_sets() -> None:
    shared = shared_props(names_of_all_sets())
    assert {word: shared[word] for word in sorted(set(shared) - set(PLAIN_PROPS))} == {}


def test_every_plain_word_is_needed() -> None:
    assert set(PLAIN_PROPS) - set(shared_props(names_of_all_sets())) == set()


def test_no_five_words_of_a_joke_are_told_in_two_sets() -> None:
    told: defaultdict[str, set[str]] = defaultdict(set)
    for pack in SETS:
        for card in load_pack(pack).definitions:
            words = re.findall(r"[a-z']+", card.flavour.lower())
            for start in range(len(words) - 4):
                told[" ".join(words[start : start + 5])].add(pack)
    assert {words for words, packs in told.items() if len(packs) > 1} == set()


def test_a_prop_in_two_sets_is_found() -> None:
    """A search that finds nothing proves nothing."""
    names = {
        "one": ["Beanie of Doubt", "Chainsaw of Bloody Dismemberment"],
        "two": ["Quantum Beanies", "Chainsaw"],
    }
    assert set(shared_props(names)) == {"beanie", "chainsaw"}


def is_common(card: Definition) -> bool:
    rules = [line for line in card.text if not line.startswith("Bad Stuff: ")]
    return all(any(form.fullmatch(line) for form in COMMON_FORMS) for line in rules)


def test_no_monster_above_level_2_has_common_rules_alone() -> None:
    common = [
        f"{pack}: {card.name}"
        for pack in SETS
        for card in load_pack(pack).definitions
        if card.kind == "monster" and card.level > 2 and card.name not in TOLD_BY_SHEETS and is_common(card)
    ]
    assert common == []


def test_what_the_sheets_tell_is_common() -> None:
    """The exceptions are needed, and what they are excused from is found."""
    told = [card for pack in SETS for card in load_pack(pack).definitions if card.name in TOLD_BY_SHEETS]
    assert len(told) == len(TOLD_BY_SHEETS)
    assert all(is_common(card) for card in told)
    assert not is_common(load_pack("classic").find("gossip-imps"))


def test_the_names_of_the_sheets_are_there() -> None:
    assert SHEET_NAMES - {name for names in names_of_all_sets().values() for name in names} == set()
