"""The fights on the rules pages are played: a scenario of each set says the same, number by number."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.views.base.rules_book import RulesContext
from bot.views.door.rules.pages import door_rules
from bot.views.panic.rules.pages import panic_rules
from cards.language.packs import load_pack, pack_names
from cards.registry import module_of
from cards.scenario import Case, read_file, run_case

SCENARIOS = Path(__file__).parents[2] / "scenarios"
MAX_WORDS = 120
SUM = re.compile(r"\*\*(\d+) : (\d+)\*\*")
CARD = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")


def page_of(game: str, key: str) -> str:
    context = RulesContext(game, module_of(game).default_options, 4)
    return (panic_rules if game == "panic" else door_rules)(context).pages[key].text


def case_of(name: str) -> Case:
    (case,) = read_file(SCENARIOS / f"{name}.toml")
    assert run_case(case) == [], "it is as the engine plays it"
    return case


def expected(case: Case) -> list[dict[str, Any]]:
    return [step["expect"] for step in case.data["steps"] if "expect" in step]


@pytest.mark.parametrize("game", pack_names())
def test_each_sum_is_as_the_engine_says(game: str) -> None:
    text, case = page_of(game, "fight"), case_of(f"sample_fight_{game}")
    sums = [(each["party"], each["monsters"]) for each in expected(case) if "party" in each]
    told = [(int(party), int(monsters)) for party, monsters in SUM.findall(text)]
    assert told == sums
    assert len(text.split()) <= MAX_WORDS


@pytest.mark.parametrize("game", pack_names())
def test_bonuses_and_levels_are_those_of_the_cards(game: str) -> None:
    """Each card on the page is one of the set's and of the scenario's, with its figure behind its name."""
    text, case = page_of(game, "fight"), case_of(f"sample_fight_{game}")
    cards = {card.name: card for card in load_pack(game).definitions}
    named = set(CARD.findall(text))
    assert named <= set(cards)
    assert all(name in str(case.data) for name in named)
    for name, bonus in re.findall(r"(?<!\*)\*([^*]+)\* \(\+(\d)\)", text):
        assert cards[name].bonus == int(bonus)
    for name, level in re.findall(r"(?<!\*)\*([^*]+)\*, Level (\d+)", text):
        assert cards[name].level == int(level)
    for name, seat in re.findall(r"\*\*(\w+)\*\*, Level (\d)", text):
        assert {"name": name, "level": int(seat)}.items() <= next(
            each for each in case.data["seats"] if each["name"] == name
        ).items()


def test_the_turn_of_panic_is_as_the_engine_plays_it() -> None:
    """Health, points, Treasure, and where everybody marches and comes in."""
    text, case = page_of("panic", "sample_turn"), case_of("sample_turn_panic")
    found = expected(case)
    assert "**3 → 2**" in text
    assert {"health": {"Bullrog": 2}} in found
    assert "Ada has 1 point" in text
    assert {"points": {"Ada": 1}} in found
    (treasure,) = next(each["hand"]["Ada"] for each in found if "hand" in each)
    assert f"*{treasure}*" in text
    places = {name: at for each in found for name, at in each.get("at", {}).items()}
    assert places.pop("Bullrog") == "swordsman 1"
    assert "is in the **Swordsman** ring" in text
    arcs = sorted(int(at.split()[1]) for at in places.values())
    assert f"in arcs {arcs[0]} and {arcs[1]}" in text
    assert len(text.split()) <= MAX_WORDS


def test_a_mix_tells_the_fight_of_its_first_set() -> None:
    assert page_of("wild_west+classic", "fight") == page_of("wild_west", "fight")
