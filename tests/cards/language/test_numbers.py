"""Numbers that depend on the table: what they come to and how they read."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from cards.kernel.frames import Frame
from cards.language.base import Formula
from cards.language.numbers import number_value
from cards.language.text_renderer import TextRenderer
from cards.language.vocabulary import FORMULAS, FORWARD_REFERENCES
from tests.cards.language.table import LanguageTable

ADAPTER: TypeAdapter[Formula] = TypeAdapter(FORWARD_REFERENCES["AnyTree"])


def parse(data: dict[str, Any]) -> Formula:
    return ADAPTER.validate_python(data)


def value(data: dict[str, Any]) -> int:
    table = LanguageTable()
    table.give(0, "equipped", "hat", "bow", "boots")
    table.give(0, "hand", "rat")
    table.give(1, "hand", "rat", "itch")
    table.fight("ghoul", "rat")
    table.pile_up("door_discard", "rat", "rat", "itch")
    table.pile_up("treasure_discard", "hat")
    table.pile_up("seals_open", "rat", "rat")
    table.strengths = {"party": 11, "monsters": 9}
    frame = Frame("scope", 0, vars={"paid": 3, "card": table.foes[0]})
    return number_value(parse(data), table, frame)


NUMBERS: list[tuple[dict[str, Any], int, str]] = [
    ({"num": "count", "item": True}, 3, "the number of Items you use"),
    (
        {"num": "count", "name_has": "Bow", "times": 2},
        4,
        "2 times the number of “Bow” Items you use",
    ),
    (
        {"num": "count", "from": "hand", "whose": "everyone"},
        3,
        "the number of cards each player holds in hand",
    ),
    ({"num": "count", "from": "hand", "whose": "nobody"}, 0, "the number of cards nobody holds in hand"),
    ({"num": "count", "from": "carried"}, 3, "the number of Items you carry"),
    ({"num": "count", "from": "combat", "tag": "undead"}, 1, "the number of Undead monsters in the fight"),
    (
        {"num": "count", "from": "door_discard", "kind": ["monster"]},
        2,
        "the number of monsters among the Door discards",
    ),
    ({"num": "count", "from": "treasure_discard"}, 1, "the number of cards among the Treasure discards"),
    ({"num": "level"}, 3, "your Level"),
    ({"num": "level", "who": "others"}, 6, "each other player's Level"),
    ({"num": "var", "name": "paid", "times": 2}, 6, "2 times the number of cards you discarded"),
    ({"num": "var", "name": "levels"}, 0, "the number of Levels you lost"),
    ({"num": "var", "name": "unknown_yet"}, 0, "“unknown yet”"),
    (
        {"num": "players", "who": "others", "times": 3},
        6,
        "3 times the number of players counting each other player",
    ),
    ({"num": "tally", "name": "levels_gained"}, 7, "the number of Levels gained by you this turn"),
    ({"num": "printed", "what": "card"}, 7, "the Level of that card"),
    (
        {"num": "printed", "what": "card", "stat": "treasures", "times": 2},
        4,
        "2 times the Treasures of that card",
    ),
    ({"num": "printed", "what": "second_card"}, 0, "the Level of the second card"),
    ({"num": "seals", "times": 2}, 4, "the number of open Seals"),
    ({"num": "pool"}, 3, "the number of Treasures that the fight brings"),
    ({"num": "pool", "killed": True}, 2, "the number of Treasures that the kill brings"),
    ({"num": "plus", "of": [4, -1, {"num": "level"}]}, 6, "4 minus 1 plus your Level"),
    ({"num": "half", "n": {"num": "level"}}, 1, "half of your Level, rounded down"),
    ({"num": "half", "n": {"num": "level"}, "up": True}, 2, "half of your Level, rounded up"),
    ({"num": "between", "n": {"num": "level"}, "max": 2}, 2, "your Level (at most 2)"),
    ({"num": "between", "n": {"num": "level"}, "min": 5}, 5, "your Level (at least 5)"),
    ({"num": "between", "n": {"num": "level"}, "min": 5, "max": 9}, 5, "your Level (at least 5, at most 9)"),
]


@pytest.mark.parametrize(("data", "expected", "told"), NUMBERS, ids=str)
def test_what_it_comes_to_and_how_it_reads(data: dict[str, Any], expected: int, told: str) -> None:
    assert value(data) == expected
    assert parse(data).describe(TextRenderer()) == told


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"num": "count", "item": True, "times": 2}, "+2 for each Item you use"),
        ({"num": "players", "who": "bystanders"}, "+1 for each player outside the fight"),
        ({"num": "seals"}, "+1 for each open Seal"),
        ({"num": "var", "name": "die"}, "a bonus equal to the number rolled"),
        ({"num": "var", "name": "levels"}, "+1 for each Level lost"),
    ],
)
def test_how_it_reads_as_a_bonus(data: dict[str, Any], told: str) -> None:
    assert TextRenderer().signed(parse(data)) == told


def test_every_number_is_tried_here() -> None:
    names = {name for model in FORMULAS for name in model.model_fields["num"].annotation.__args__}  # type: ignore[union-attr]
    assert names == {data["num"] for data, _, _ in NUMBERS}
