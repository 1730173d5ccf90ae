"""Twins: cards of different packs that say the same thing under other names."""

from typing import Any

import pytest

from cards.language.commands import EXIT_OK
from cards.language.forms import CardForm
from cards.language.twins import find_twins, twins_report
from tests.cards.language.table import pack_of
from tests.cards.language.test_commands import run

HIT: dict[str, Any] = {"id": "a-hit", "kind": "curse", "name": "Hit", "hits": [{"do": "level", "n": -1}]}
SWORD: dict[str, Any] = {"id": "a-sword", "kind": "item", "name": "Sword", "slot": "hand", "bonus": 2}
MAGNET: dict[str, Any] = {
    "id": "a-magnet",
    "kind": "item",
    "name": "Magnet",
    "play": [{"name": "Pull", "when": ["own_turn"], "then": [{"do": "draw"}]}],
}


def forms(*cards: dict[str, Any]) -> list[CardForm]:
    found = [pack_of(card).find(card["id"]).form for card in cards]
    assert None not in found
    return [form for form in found if form is not None]


def twins(one: dict[str, Any], other: dict[str, Any]) -> int:
    return len(find_twins({"here": forms(one), "there": forms(other)}))


@pytest.mark.parametrize("card", [HIT, SWORD, MAGNET], ids=lambda card: card["name"])
def test_equal_data_under_other_names_is_a_twin(card: dict[str, Any]) -> None:
    assert (
        twins(card, {**card, "id": "other", "name": "Other", "flavour": "New!", "look": "blob", "copies": 3})
        == 1
    )
    assert twins(card, {**card, "flavour": "The same card in both sets."}) == 0
    assert twins(card, {**card, "name": "Other", "tags": ["shiny"]}) == 0


def test_what_players_call_an_ability_and_what_a_card_costs_make_no_difference() -> None:
    pull = {**MAGNET["play"][0], "name": "Tug"}
    assert twins(MAGNET, {**MAGNET, "name": "Tractor Beam", "play": [pull], "value": 700}) == 1
    assert twins(MAGNET, {**MAGNET, "name": "Tractor Beam", "play": [{**pull, "max": 1}]}) == 0


def test_two_alike_in_one_set_are_no_twins_of_each_other() -> None:
    assert find_twins({"here": forms(HIT, {**HIT, "id": "second", "name": "Second"})}) == []


def test_the_report_counts_those_that_are_more_than_plain() -> None:
    there = forms({**HIT, "name": "Thump"}, {**SWORD, "name": "Axe"})
    report = list(twins_report({"here": forms(HIT, SWORD), "there": there}))
    assert report[0] == "here: 2 twins, 1 of them neither a plain bonus nor Go Up a Level"
    assert report[1:3] == ["    Hit [curse]: Thump (there)", "    Sword [item]: Axe (there)"]


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("twins") == EXIT_OK
    printed = capsys.readouterr().out
    assert "classic: " in printed
    assert "wild_west: " in printed
