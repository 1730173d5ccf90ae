"""Abilities: what has to be chosen and paid, when they cannot be used, and what the choices are called."""

from typing import Any

import pytest

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.abilities import Ability, Mod
from cards.language.activation import ability_slots, bind_choices
from tests.cards.language.table import LanguageTable

BASE: dict[str, Any] = {"when": ["any_time"], "then": [{"do": "level"}]}


def ability(**fields: Any) -> Ability:
    return Ability.model_validate({**BASE, **fields})


def slots(table: LanguageTable, made: Ability, card: int = -1) -> tuple[Slot, ...] | None:
    return ability_slots(made, table, Frame("scope", 0, card=card))


def test_an_ability_without_choices() -> None:
    assert slots(LanguageTable(), ability()) == ()


def test_an_ability_whose_test_fails_cannot_be_used() -> None:
    assert slots(LanguageTable(), ability(**{"if": {"is": "level", "min": 9}})) is None
    assert slots(LanguageTable(), ability(**{"if": {"is": "level", "min": 2}})) == ()


def test_players_to_choose_from() -> None:
    target = {"name": "target", "who": "others", "if": {"is": "level", "min": 2, "who": "it"}}
    assert slots(LanguageTable(), ability(targets=[target])) == (Slot("target", "seat", (1,)),)
    target["if"] = {"is": "level", "min": 9, "who": "it"}
    assert slots(LanguageTable(), ability(targets=[target])) is None


def test_anybody_can_be_chosen_if_nothing_is_said() -> None:
    assert slots(LanguageTable(), ability(targets=[{}])) == (Slot("target", "seat", (0, 1, 2)),)


def test_monsters_to_choose_from() -> None:
    table = LanguageTable()
    assert slots(table, ability(targets=[{"name": "monster"}])) is None
    rat, ghoul = table.fight("rat", "ghoul")
    assert slots(table, ability(targets=[{"name": "monster"}])) == (Slot("monster", "card", (rat, ghoul)),)
    wanted = {"name": "monster", "what": {"tag": "undead"}}
    assert slots(table, ability(targets=[wanted])) == (Slot("monster", "card", (ghoul,)),)


def test_cards_sides_and_words_to_choose_from() -> None:
    table = LanguageTable()
    (hat,) = table.give(1, "carried", "hat")
    targets = [
        {"name": "card", "what": {"whose": "others"}},
        {"name": "side"},
        {"name": "word", "words": ["odd", "even"]},
    ]
    assert slots(table, ability(targets=targets)) == (
        Slot("card", "card", (hat,)),
        Slot("side", "word", ("party", "monsters")),
        Slot("word", "word", ("odd", "even")),
    )


def test_the_cost_is_any_card_of_ones_own() -> None:
    """R-153, H-142: hand and table pay, the Class itself, too; Role and lasting curses do not (R-566)."""
    table = LanguageTable(
        {"id": "hero", "kind": "role", "name": "Hero", "trait": "hero", "plural": "Heroes", "sex": "female"}
    )
    (hat,) = table.give(0, "hand", "hat")
    (boots,) = table.give(0, "carried", "boots")
    own, _ = table.give(0, "traits", "thief", "hero")
    table.give(0, "curses", "itch")
    assert slots(table, ability(cost={}), own) == (Slot("cost", "card", (hat, boots, own)),)
    hand = {"from": "hand", "discard": 1, "most": 3}
    assert slots(table, ability(cost=hand), own) == (Slot("cost", "card", (hat,), 1, 1),)
    assert slots(table, ability(cost={"discard": 4}), own) is None
    assert slots(table, ability(cost={"slot": "feet"}), own) == (Slot("cost", "card", (boots,)),)


def test_the_whole_hand_as_cost() -> None:
    """H-117: the hand, never what lies on the table."""
    table = LanguageTable()
    whole = {"whole_hand": True, "discard": 2}
    table.give(0, "hand", "hat")
    table.give(0, "carried", "boots")
    assert slots(table, ability(cost=whole)) is None
    hand = table.give(0, "hand", "rat", "bomb")
    assert slots(table, ability(cost=whole)) == (Slot("cost", "card", (0, *hand), 3, 3),)


def test_items_worth_something_as_cost() -> None:
    table = LanguageTable()
    table.give(0, "carried", "hat", "boots")
    worth = {"from": "carried", "worth": 500}
    found = slots(table, ability(cost=worth))
    assert found == (Slot("cost", "card", (0, 1), 1, 2, (200, 400), 500),)
    assert found[0].accepts((0, 1))
    assert not found[0].accepts((1,))
    assert slots(table, ability(cost={**worth, "worth": 700})) is None


def test_what_was_chosen_is_kept_under_its_name() -> None:
    made = ability(
        targets=[{"name": "target"}, {"name": "card", "what": {}, "least": 1, "most": 3}], cost={"most": 2}
    )
    frame = Frame("run", 0)
    assert bind_choices(made, frame, ((2,), (7, 8), (4, 5))) == (4, 5)
    assert frame.vars == {"target": 2, "card": (7, 8), "paid": 2}


def test_nothing_is_paid_where_nothing_is_asked() -> None:
    frame = Frame("run", 0)
    assert bind_choices(ability(targets=[{"name": "side"}]), frame, (("monsters",),)) == ()
    assert frame.vars == {"side": "monsters"}


@pytest.mark.parametrize(
    ("fields", "flat"),
    [({"n": 2}, True), ({}, True), ({"n": {"num": "level"}}, False), ({"if": {"is": "turn"}}, False)],
)
def test_a_modifier_knows_whether_it_is_always_the_same(fields: dict[str, Any], flat: bool) -> None:
    assert Mod.model_validate({"stat": "strength", **fields}).flat is flat
