"""What the text of an ability leaves out because its effects say it already."""

from typing import Any

import pytest

from cards.language.abilities import Ability
from cards.language.prose import render_ability, without_implied
from cards.language.text_renderer import TextRenderer

TOP_DOOR = {"from": "door_discard", "pick": "top"}
HELPED = {"is": "not", "test": {"is": "alone"}}
NOT_FOR_THE_WIN = {"is": "not", "test": {"is": "for_the_win"}}
SAFE = {"is": "stat", "stat": "theft_proof", "who": "it"}


def ability(when: str, test: Any, then: list[Any], **more: Any) -> Ability:
    return Ability.model_validate({"when": [when], "if": test, "then": then, **more})


@pytest.mark.parametrize(
    ("when", "test", "effect", "told"),
    [
        (
            "own_turn",
            {"is": "there_is", "what": TOP_DOOR},
            {"do": "take", "what": TOP_DOOR},
            "Play in your turn, outside a fight: Take the top Door discard.",
        ),
        (
            "own_turn",
            {"is": "has", "from": "hand"},
            {"do": "discard", "what": {"from": "hand"}},
            "Play in your turn, outside a fight: Discard a card from hand.",
        ),
        (
            "any_time",
            {"is": "number", "n": {"num": "seals"}, "min": 1},
            {"do": "close_seal"},
            "Play at any time: Close a Seal.",
        ),
        ("combat", HELPED, {"do": "dismiss"}, "Play in any fight: The helper leaves the fight."),
        (
            "own_combat",
            {"is": "all", "of": [{"is": "fighter"}, {"is": "alone"}, NOT_FOR_THE_WIN]},
            {"do": "force_help", "who": "left"},
            "Play when you fight alone: The player on your left must help (not for the win).",
        ),
    ],
)
def test_a_condition_that_the_effect_says_is_not_told(when: str, test: Any, effect: Any, told: str) -> None:
    assert render_ability(ability(when, test, [effect]), TextRenderer(), card=True) == told


@pytest.mark.parametrize(
    ("when", "test", "effect"),
    [
        (
            "own_turn",
            {"is": "there_is", "what": {**TOP_DOOR, "kind": ["class"]}},
            {"do": "take", "what": TOP_DOOR},
        ),
        ("own_turn", {"is": "has", "from": "hand", "least": 3}, {"do": "discard", "what": {"from": "hand"}}),
        (
            "own_turn",
            {"is": "has", "from": "hand", "back": "door"},
            {"do": "discard", "what": {"from": "hand"}},
        ),
        ("any_time", {"is": "number", "n": {"num": "seals"}, "min": 3}, {"do": "close_seal"}),
        ("any_time", {"is": "number", "n": {"num": "seals"}, "min": 1}, {"do": "open_seal"}),
        ("combat", HELPED, {"do": "power", "n": 2, "who": "helper"}),
        ("combat", {"is": "alone"}, {"do": "dismiss"}),
        ("own_combat", NOT_FOR_THE_WIN, {"do": "level"}),
        ("any_time", {"is": "turn"}, {"do": "draw"}),
    ],
)
def test_what_the_effect_does_not_say_is_told(when: str, test: Any, effect: Any) -> None:
    """More asked than the effect needs, or something else."""
    made = ability(when, test, [effect])
    assert without_implied(made).test == made.test


def test_that_others_are_protected_stands_on_their_own_cards() -> None:
    fighting = {"is": "in_combat", "who": "it"}
    group = {"among": "others", "if": {"is": "not", "test": {"is": "any", "of": [fighting, SAFE]}}}
    targets = [{"name": "card", "what": {"whose": group}}]
    made = ability("own_turn", None, [{"do": "take", "what": "card", "to": "carried"}], targets=targets)
    assert render_ability(made, TextRenderer(), card=True) == (
        "Play in your turn, outside a fight, and choose an Item of another player who is not in a fight: "
        "Take that card and carry it."
    )
    alone = {"among": "others", "if": {"is": "not", "test": SAFE}}
    made = ability("own_turn", None, [{"do": "draw"}], targets=[{"name": "card", "what": {"whose": alone}}])
    assert "of another player: Draw" in render_ability(made, TextRenderer(), card=True)


def test_what_may_be_done_stays_as_it_is() -> None:
    """The text is told of a copy; the ability that the rules ask keeps its condition."""
    made = ability("combat", HELPED, [{"do": "dismiss"}])
    assert without_implied(made).test is None
    assert made.test is not None
