"""Filters on cards: every field fits and fails to fit."""

from typing import Any

import pytest

from cards.kernel.frames import Frame
from cards.language.filters import Filter
from cards.language.finding import fits
from cards.language.text_renderer import TextRenderer
from tests.cards.language.table import LanguageTable

FITS: list[tuple[dict[str, Any], set[str]]] = [
    ({}, {"hat", "boots", "axe", "bow", "bomb", "ghoul", "elf", "itch"}),
    ({"kind": ["item", "curse"]}, {"hat", "boots", "axe", "bow", "itch"}),
    ({"id": "hat"}, {"hat"}),
    ({"slot": "hand"}, {"axe", "bow"}),
    ({"slot": "none", "item": True}, {"bomb"}),
    ({"hands": 2}, {"bow"}),
    ({"tag": "undead"}, {"ghoul"}),
    ({"without_tag": "undead", "kind": ["monster"]}, set()),
    ({"trait": "elf"}, {"elf"}),
    ({"name_has": "bow"}, {"hat", "bow"}),
    ({"big": True}, {"axe"}),
    ({"big": False, "item": True}, {"hat", "boots", "bow", "bomb"}),
    ({"item": False}, {"ghoul", "elf", "itch"}),
    ({"equipped": True}, {"hat"}),
    ({"equipped": False, "slot": "head"}, set()),
    ({"used_up": True}, {"bomb"}),
    ({"used_up": False, "item": True}, {"hat", "boots", "axe", "bow"}),
    ({"back": "door"}, {"ghoul", "elf", "itch"}),
    ({"min_value": 400}, {"boots", "axe", "bow"}),
    ({"max_value": 100, "item": True}, {"bomb"}),
    ({"min_bonus": 3, "max_bonus": 3}, {"axe", "bow"}),
    ({"min_level": 7}, {"ghoul"}),
    ({"max_level": 6, "kind": ["monster"]}, set()),
    ({"not_this": True, "item": True}, {"hat", "axe", "bow", "bomb"}),
]


@pytest.mark.parametrize(
    ("fields", "expected"), FITS, ids=lambda value: str(value) if isinstance(value, dict) else ""
)
def test_what_fits(fields: dict[str, Any], expected: set[str]) -> None:
    """R-671: letters in a name count also inside another word (Bowler)."""
    table = LanguageTable()
    table.give(0, "equipped", "hat")
    cards = [*table.cards_of(0, "equipped"), *table.give(0, "carried", "boots", "axe", "bow", "bomb")]
    cards += table.give(0, "hand", "ghoul", "elf", "itch")
    frame = Frame("scope", 0, card=cards[1])
    wanted = Filter.model_validate(fields)
    assert {table.cards[card].id for card in cards if fits(wanted, card, table, frame)} == expected


NOUNS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "card", "cards"),
    ({"id": "hat"}, "Bowler", "Bowler"),
    ({"id": "unknown"}, "unknown", "unknown"),
    ({"trait": "elf"}, "Elf", "Elves"),
    ({"trait": "moon_child"}, "Moon Child", "Moon Childs"),
    ({"slot": "none"}, "Item that needs no slot", "Items that need no slot"),
    ({"kind": ["curse", "class"]}, "Curse or Class card", "Curses and Class cards"),
    ({"item": True, "equipped": True, "big": True}, "worn Big Item", "worn Big Items"),
    (
        {"item": True, "equipped": False, "used_up": True},
        "spare one-shot Item",
        "spare one-shot Items",
    ),
    ({"hands": 1}, "1-Hand Item", "1-Hand Items"),
    ({"kind": ["monster"], "without_tag": "undead"}, "non-Undead monster", "non-Undead monsters"),
    ({"not_this": True}, "other card", "other cards"),
    ({"back": "treasure"}, "Treasure card", "Treasure cards"),
    ({"max_level": 4}, "monster of Level 4 or lower", "monsters of Level 4 or lower"),
    ({"min_level": 4, "max_level": 4}, "monster of Level 4", "monsters of Level 4"),
    (
        {"item": True, "min_value": 100, "max_value": 300},
        "Item worth 100 to 300 gold",
        "Items worth 100 to 300 gold",
    ),
    (
        {"item": True, "min_bonus": 2},
        "Item with a bonus of at least 2",
        "Items with a bonus of at least 2",
    ),
]


@pytest.mark.parametrize(("fields", "one", "many"), NOUNS, ids=str)
def test_how_it_reads(fields: dict[str, Any], one: str, many: str) -> None:
    telling = TextRenderer(traits={"elf": ("Elf", "Elves")}, names={"hat": "Bowler"})
    assert telling.nouns(Filter.model_validate(fields)) == (one, many)


def test_a_role_is_meant_only_where_roles_are_spoken_of() -> None:
    """R-035: what strikes "a card" of somebody passes the Role over."""
    hero = {"id": "hero", "kind": "role", "name": "Hero", "trait": "hero", "plural": "Heroes", "sex": "male"}
    table = LanguageTable(hero)
    (card,) = table.give(0, "traits", "hero")
    frame = Frame("scope", 0)
    found = [
        fits(Filter.model_validate(fields), card, table, frame)
        for fields in ({}, {"kind": ["role"]}, {"trait": "hero"}, {"item": False})
    ]
    assert found == [False, True, True, False]
