"""Every condition: when it holds, for one and for several people, and how it reads either way."""

from contextlib import nullcontext
from typing import Any

import pytest
from pydantic import TypeAdapter

from cards.kernel.frames import Frame
from cards.language.base import Condition
from cards.language.text_renderer import TextRenderer
from cards.language.vocabulary import CONDITIONS, FORWARD_REFERENCES
from tests.cards.language.table import LanguageTable

ADAPTER: TypeAdapter[Condition] = TypeAdapter(FORWARD_REFERENCES["AnyCondition"])

# Seat 0 (you, male, Level 3, an Elf with hat and axe) fights a Rat (2) and an undead Ghoul (7) with the
# help of seat 1 (female, Level 5, a Thief); seat 2 (male, Level 1) watches and has nothing.


def table() -> LanguageTable:
    made = LanguageTable()
    made.give(0, "traits", "elf")
    made.give(0, "equipped", "hat", "axe")
    made.give(0, "hand", "rat", "itch")
    made.give(1, "traits", "thief")
    made.give(1, "carried", "boots")
    made.fight("rat", "ghoul", helper=1)
    made.meddlers = [2]
    made.pile_up("door_discard", "itch")
    made.strengths = {"party": 9, "monsters": 9}
    made.totals[1, "theft_proof"] = 1
    return made


def parse(data: dict[str, Any]) -> Condition:
    return ADAPTER.validate_python(data)


HOLDS: list[tuple[dict[str, Any], bool]] = [
    ({"is": "race", "name": "elf"}, True),
    ({"is": "class", "name": "elf"}, False),
    ({"is": "class", "name": "thief", "who": "party"}, True),
    ({"is": "class", "name": "any", "who": "bystanders"}, False),
    ({"is": "role", "name": "any", "who": "everyone"}, False),
    ({"is": "answered"}, False),
    ({"is": "sex", "sex": "female"}, False),
    ({"is": "sex", "sex": "female", "who": "party"}, True),
    ({"is": "level", "min": 3, "max": 3}, True),
    ({"is": "level", "max": 2}, False),
    ({"is": "level", "min": 5, "who": "others"}, True),
    ({"is": "level", "who": "nobody"}, False),
    ({"is": "can_rise"}, True),
    ({"is": "has", "slot": "head"}, True),
    ({"is": "has", "slot": "feet"}, False),
    ({"is": "has", "slot": "feet", "who": "party"}, True),
    ({"is": "has", "from": "equipped", "who": "helper"}, False),
    ({"is": "has", "from": "hand", "least": 2}, True),
    ({"is": "has", "from": "hand", "least": 3}, False),
    ({"is": "has", "from": "hand", "least": 0, "most": 1}, False),
    ({"is": "highest"}, False),
    ({"is": "highest", "who": "helper"}, True),
    ({"is": "lowest", "who": "bystanders", "alone": True}, True),
    ({"is": "there_is", "what": "looted"}, False),
    ({"is": "there_is", "what": "attached_to"}, False),
    ({"is": "there_is", "what": "curse"}, False),
    ({"is": "there_is", "what": "this"}, False),
    ({"is": "same", "who": "left", "as": "helper"}, True),
    ({"is": "same", "who": "left", "as": "you"}, False),
    ({"is": "number", "n": {"num": "level"}, "min": 3, "max": 3}, True),
    ({"is": "number", "n": 2, "min": {"num": "level"}}, False),
    ({"is": "number", "n": 4, "max": {"num": "level"}}, False),
    ({"is": "in_combat"}, True),
    ({"is": "in_combat", "who": "bystanders"}, False),
    ({"is": "fighter"}, True),
    ({"is": "helper"}, False),
    ({"is": "helper", "who": "left"}, True),
    ({"is": "alone"}, False),
    ({"is": "ahead"}, False),
    ({"is": "for_the_win"}, False),
    ({"is": "can_help", "who": "bystanders"}, False),
    ({"is": "meddled"}, False),
    ({"is": "meddled", "who": "bystanders"}, True),
    ({"is": "monsters", "tag": "undead"}, True),
    ({"is": "monsters", "tag": "undead", "least": 2}, False),
    ({"is": "monsters", "least": 0, "most": 1}, False),
    ({"is": "card", "what": "card", "kind": ["monster"]}, True),
    ({"is": "card", "what": "card", "min_level": 3}, False),
    ({"is": "card", "what": "second_card"}, False),
    ({"is": "turn"}, True),
    ({"is": "turn", "who": "others"}, False),
    ({"is": "there_is", "what": "fled"}, False),
    ({"is": "there_is", "what": "card"}, True),
    ({"is": "there_is", "what": {"from": "door_discard", "kind": ["curse"]}}, True),
    ({"is": "there_is", "what": {"from": "treasure_discard"}}, False),
    ({"is": "option", "name": "halfling", "value": "newer"}, True),
    ({"is": "option", "name": "halfling", "value": "older"}, False),
    ({"is": "stat", "stat": "theft_proof"}, False),
    ({"is": "stat", "stat": "theft_proof", "who": "others"}, True),
    ({"is": "all", "of": [{"is": "turn"}, {"is": "fighter"}]}, True),
    ({"is": "all", "of": [{"is": "turn"}, {"is": "alone"}]}, False),
    ({"is": "any", "of": [{"is": "ahead"}, {"is": "fighter"}]}, True),
    ({"is": "any", "of": [{"is": "ahead"}, {"is": "alone"}]}, False),
    ({"is": "not", "test": {"is": "alone"}}, True),
    ({"is": "not", "test": {"is": "turn"}}, False),
]


@pytest.mark.parametrize(("data", "expected"), HOLDS, ids=str)
def test_when_it_holds(data: dict[str, Any], expected: bool) -> None:
    made = table()
    rat = made.foes[0]
    frame = Frame("scope", 0, vars={"card": rat, "word": "odd"})
    assert parse(data).holds(made, frame) is expected
    assert parse(data).holds(made, frame) is expected


def test_a_changed_copy_asks_what_is_changed() -> None:
    """A card's text without its house rules is told by copies of what the card asks."""
    asked = parse({"is": "all", "of": [{"is": "level", "min": 9}, {"is": "in_combat"}]})
    asked = parse({"is": "not", "test": asked})
    made, frame = table(), Frame("scope", 0)
    assert asked.holds(made, frame)
    changed = asked.model_copy(update={"test": parse({"is": "in_combat"})})
    assert not changed.holds(made, frame)
    assert asked.holds(made, frame)
    assert asked == parse({"is": "not", "test": asked.model_dump(by_alias=True)["test"]})


@pytest.mark.parametrize("reading", [None, True, False])
@pytest.mark.parametrize("fails", [False, True])
def test_a_negation_turns_the_reading_round_and_back(reading: bool | None, fails: bool) -> None:
    """R-166: also when what it denies fails."""
    made, seen = table(), []

    def has_trait(seat: int, kind: str, name: str) -> bool:
        seen.append(made.as_drawback)
        if fails:
            raise LookupError
        return True

    made.has_trait = has_trait  # type: ignore[method-assign]  # to see how it is asked
    made.as_drawback = reading
    asked = parse({"is": "not", "test": {"is": "race", "name": "elf"}})
    with pytest.raises(LookupError) if fails else nullcontext():
        assert not asked.holds(made, Frame("scope", 0))
    assert seen == [None if reading is None else not reading]
    assert made.as_drawback is reading


def test_nothing_about_a_combat_holds_without_one() -> None:
    made = LanguageTable()
    frame = Frame("scope", 0)
    for word in ("alone", "ahead", "for_the_win", "in_combat", "fighter", "helper"):
        assert not parse({"is": word}).holds(made, frame)


def test_a_party_that_is_ahead_at_the_last_level() -> None:
    made = table()
    made.strengths["party"] = 10
    made.levels[0] = 9
    frame = Frame("scope", 0)
    assert parse({"is": "ahead"}).holds(made, frame)
    assert parse({"is": "for_the_win"}).holds(made, frame)
    assert not parse({"is": "can_rise"}).holds(made, frame)


def test_who_can_be_made_to_help() -> None:
    """R-357: bystanders of a combat without a helper that is not for the win."""
    made = table()
    made.helper = -1
    frame = Frame("scope", 0, 2)
    assert parse({"is": "can_help"}).holds(made, frame)
    assert not parse({"is": "can_help", "who": "fighter"}).holds(made, frame)
    made.levels[0] = 9
    assert not parse({"is": "can_help"}).holds(made, frame)


def test_the_only_one_of_a_class() -> None:
    """F-103: a second one anywhere in the game, and nobody is the only one."""
    made = table()
    only = parse({"is": "class", "name": "thief", "who": "party", "alone": True})
    frame = Frame("scope", 0)
    assert only.holds(made, frame)
    made.give(2, "traits", "thief")
    assert not only.holds(made, frame)


def test_ties_do_not_stand_alone() -> None:
    made = table()
    made.levels = [5, 5, 1]
    frame = Frame("scope", 0)
    assert parse({"is": "highest"}).holds(made, frame)
    assert not parse({"is": "highest", "alone": True}).holds(made, frame)


READS: list[tuple[dict[str, Any], str, str]] = [
    (
        {"is": "any", "of": [{"is": "race", "name": "elf"}, {"is": "class", "name": "thief"}]},
        "you are an Elf or a Thief",
        "you are not an Elf and not a Thief",
    ),
    (
        {"is": "all", "of": [{"is": "in_combat"}, {"is": "has", "from": "hand"}, {"is": "alone"}]},
        "you are in a fight, you hold a card in hand and the fighter has no helper",
        "you are not in a fight, you hold no card in hand or the fighter has a helper",
    ),
    (
        {"is": "all", "of": [{"is": "fighter"}, {"is": "alone"}]},
        "you fight alone",
        "you are not the fighter or the fighter has a helper",
    ),
    (
        {"is": "has", "from": "equipped", "slot": "hand", "hands": 1, "least": 1, "most": 1},
        "you use exactly one 1-Hand Item",
        "you use no 1-Hand Item or more than one",
    ),
    (
        {"is": "number", "n": {"num": "seals"}, "min": 1},
        "a Seal is open",
        "it is not so that a Seal is open",
    ),
    ({"is": "race", "name": "elf"}, "you are an Elf", "you are not an Elf"),
    ({"is": "role", "name": "rick"}, "you are Rick", "you are not Rick"),
    (
        {"is": "role", "name": "rick", "who": "party"},
        "Rick is in the party",
        "Rick is not in the party",
    ),
    ({"is": "answered"}, "you have said yes", "you have not said yes"),
    ({"is": "class", "name": "any", "who": "target"}, "that player has a Class", "that player has no Class"),
    (
        {"is": "class", "name": "thief", "who": "party"},
        "a Thief is in the party",
        "no Thief is in the party",
    ),
    ({"is": "sex", "sex": "male"}, "you are male", "you are not male"),
    (
        {"is": "sex", "sex": "male", "who": "party"},
        "a male player is in the party",
        "no male player is in the party",
    ),
    ({"is": "level", "min": 4}, "you are Level 4 or higher", "you are not Level 4 or higher"),
    ({"is": "level", "min": 2, "max": 4}, "you are Level 2 to 4", "you are not Level 2 to 4"),
    ({"is": "level", "min": 2, "max": 2}, "you are Level 2", "you are not Level 2"),
    ({"is": "can_rise"}, "it would not be your winning Level", "it would be your winning Level"),
    (
        {"is": "has", "slot": "head", "from": "equipped"},
        "you wear Headgear",
        "you wear no Headgear",
    ),
    (
        {"is": "has", "from": "hand", "kind": ["curse"], "least": 2},
        "you hold two or more Curses in hand",
        "you hold fewer than two Curses in hand",
    ),
    ({"is": "has", "most": 0}, "you carry no Item", "you carry an Item"),
    (
        {"is": "has", "least": 1, "most": 3},
        "you carry one to three Items",
        "you carry no Item or more than three",
    ),
    (
        {"is": "has", "least": 0, "most": 3},
        "you carry at most three Items",
        "you carry more than three Items",
    ),
    (
        {"is": "highest"},
        "you have the highest Level",
        "you do not have the highest Level",
    ),
    (
        {"is": "lowest", "alone": True},
        "you have the lowest Level (no ties)",
        "you do not have the lowest Level (no ties)",
    ),
    (
        {"is": "same", "who": "target", "as": "fighter"},
        "that player is the fighter",
        "that player is not the fighter",
    ),
    (
        {"is": "number", "n": {"num": "var", "name": "die"}, "min": 2, "max": 5},
        "the number rolled is at least 2 and at most 5",
        "it is not so that the number rolled is at least 2 and at most 5",
    ),
    (
        {"is": "number", "n": {"num": "var", "name": "die"}, "min": 6, "max": 6},
        "the number rolled is 6",
        "it is not so that the number rolled is 6",
    ),
    ({"is": "in_combat"}, "you are in a fight", "you are not in a fight"),
    ({"is": "helper"}, "you are the helper", "you are not the helper"),
    ({"is": "alone"}, "the fighter has no helper", "the fighter has a helper"),
    ({"is": "ahead"}, "the party is winning", "the party is not winning"),
    ({"is": "for_the_win"}, "this fight could win the game", "this fight could not win the game"),
    ({"is": "can_help", "who": "you"}, "you are able to help", "you are unable to help"),
    (
        {"is": "class", "name": "thief", "who": "party", "alone": True},
        "the only Thief in the game is in the party",
        "the only Thief in the game is not in the party",
    ),
    (
        {"is": "class", "name": "any", "alone": True},
        "you are the only one with a Class",
        "you are not the only one with a Class",
    ),
    ({"is": "meddled"}, "you have played against them", "you have not played against them"),
    (
        {"is": "monsters", "tag": "undead"},
        "an Undead monster is in the fight",
        "no Undead monster is in the fight",
    ),
    (
        {"is": "monsters", "least": 2},
        "two or more monsters are in the fight",
        "fewer than two monsters are in the fight",
    ),
    (
        {"is": "monsters", "least": 0, "most": 1},
        "at most one monster is in the fight",
        "it is not so that at most one monster is in the fight",
    ),
    ({"is": "card", "big": True}, "that card is a Big Item", "that card is not a Big Item"),
    ({"is": "turn"}, "it is your turn", "it is not your turn"),
    ({"is": "there_is", "what": "card"}, "there is that card", "there is not that card"),
    (
        {"is": "there_is", "what": {"whose": "target"}},
        "there is an Item of that player",
        "there is not an Item of that player",
    ),
    (
        {"is": "there_is", "what": {"from": "door_discard", "kind": ["curse"]}},
        "there is a Curse among the Door discards",
        "there is not a Curse among the Door discards",
    ),
    (
        {"is": "option", "name": "halfling", "value": "older"},
        "the house rule “halfling” is older",
        "the house rule “halfling” is not older",
    ),
    (
        {"is": "option", "name": "charm_min_cards", "value": 3},
        "the house rule “charm min cards” is 3",
        "the house rule “charm min cards” is not 3",
    ),
    (
        {"is": "stat", "stat": "theft_proof"},
        "you cannot lose Items to other players",
        "you can lose Items to other players",
    ),
    (
        {"is": "stat", "stat": "no_sale"},
        "you are under a card that says so (cannot sell Items)",
        "you are not under a card that says so (cannot sell Items)",
    ),
    (
        {"is": "stat", "stat": "flee"},
        "you are at +1 or more (Run Away rolls; of a monster: rolls to run away from it)",
        "you are not at +1 or more (Run Away rolls; of a monster: rolls to run away from it)",
    ),
    (
        {"is": "all", "of": [{"is": "turn"}, {"is": "alone"}]},
        "it is your turn and the fighter has no helper",
        "it is not your turn or the fighter has a helper",
    ),
    (
        {"is": "any", "of": [{"is": "turn"}, {"is": "alone"}, {"is": "ahead"}]},
        "it is your turn, the fighter has no helper or the party is winning",
        "it is not your turn, the fighter has a helper and the party is not winning",
    ),
    ({"is": "not", "test": {"is": "turn"}}, "it is not your turn", "it is your turn"),
]


@pytest.mark.parametrize(("data", "told", "denied"), READS, ids=str)
def test_how_it_reads(data: dict[str, Any], told: str, denied: str) -> None:
    telling = TextRenderer(traits={"elf": ("Elf", "Elves"), "thief": ("Thief", "Thieves")})
    assert parse(data).describe(telling) == told
    assert parse(data).describe_negated(telling) == denied


AGAINST: list[tuple[dict[str, Any], str]] = [
    ({"is": "race", "name": "elf", "who": "party"}, "Elves"),
    ({"is": "race", "name": "elf"}, ""),
    ({"is": "class", "name": "any", "who": "it"}, "anyone with a Class"),
    ({"is": "sex", "sex": "male", "who": "party"}, "male players"),
    ({"is": "level", "max": 3, "who": "party"}, "anyone of Level 3 or lower"),
    ({"is": "has", "slot": "armor", "who": "party"}, "anyone who has Armor"),
    ({"is": "has", "slot": "armor", "who": "others"}, ""),
    ({"is": "alone"}, "anyone who fights alone"),
    ({"is": "monsters", "tag": "undead"}, "Undead monsters"),
    ({"is": "monsters", "least": 2}, ""),
    ({"is": "turn"}, ""),
    (
        {"is": "any", "of": [{"is": "race", "name": "elf", "who": "party"}, {"is": "alone"}]},
        "Elves and anyone who fights alone",
    ),
    ({"is": "any", "of": [{"is": "turn"}, {"is": "alone"}]}, ""),
]


@pytest.mark.parametrize(("data", "told"), AGAINST, ids=str)
def test_what_stands_behind_against(data: dict[str, Any], told: str) -> None:
    telling = TextRenderer(traits={"elf": ("Elf", "Elves")})
    assert parse(data).describe_against(telling) == told


def test_every_condition_is_tried_and_read_here() -> None:
    """A new condition needs its truth and its prose checked."""
    names = {
        name
        for model in CONDITIONS
        for name in model.model_fields["is_"].annotation.__args__  # type: ignore[union-attr]
    }
    assert names == {data["is"] for data, _ in HOLDS}
    assert names - {"fighter", "lowest", "role"} <= {data["is"] for data, _, _ in READS} | {
        "fighter",
        "class",
    }
