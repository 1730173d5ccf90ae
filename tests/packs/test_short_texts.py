"""A card is understood at first sight, in every set and in Panic: short, one thought a sentence."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from cards.games.panic import panic_cards
from cards.kernel.game import CardFace
from cards.language.abilities import Ability
from cards.language.definition import Definition
from cards.language.grammar import number_word
from cards.language.packs import load_pack, pack_names
from cards.language.text_renderer import STANDARD_HOUSE_RULES

MAX_WORDS = 40
MAX_SENTENCE_WORDS = 32
MAX_CARDS_WITH_A_PHRASE = 2
PHRASE_WORDS = 3
SCENARIOS = Path(__file__).parents[1] / "scenarios"


@cache
def door_cards() -> tuple[Definition, ...]:
    return tuple(card for name in pack_names() for card in load_pack(name).definitions)


@cache
def faces() -> tuple[CardFace, ...]:
    return (*(card.face for card in door_cards()), *panic_cards())


def sentences(face: CardFace) -> list[str]:
    return [each for line in face.text for each in re.split(r"(?<=[.!?])\s", line)]


def test_no_card_has_more_than_forty_words() -> None:
    counts = {(face.pack, face.name): sum(len(line.split()) for line in face.text) for face in faces()}
    assert {card: count for card, count in counts.items() if count > MAX_WORDS} == {}


def test_a_sentence_is_one_thought() -> None:
    """Short, and with one colon at most."""
    long = [s for face in faces() for s in sentences(face) if len(s.split()) > MAX_SENTENCE_WORDS]
    assert long == []
    assert [s for face in faces() for s in sentences(face) if s.count(":") > 1] == []
    assert [line for face in faces() for line in face.text if re.search(r": [A-Z]\w+: ", line)] == []


def test_no_three_words_are_on_three_jokes() -> None:
    told: defaultdict[str, set[str]] = defaultdict(set)
    for face in faces():
        words = re.findall(r"[\w'’]+", face.flavour.lower())
        for start in range(len(words) - PHRASE_WORDS + 1):
            told[" ".join(words[start : start + PHRASE_WORDS])].add(f"{face.pack}: {face.name}")
    assert {said: cards for said, cards in told.items() if len(cards) > MAX_CARDS_WITH_A_PHRASE} == {}


BARE_WHO = re.compile(r"(?:^|[.!?:] )Who \w+ [^?]*[.!]")
"""A clause that stands as a subject: "Who runs gets nothing." """


def test_no_card_speaks_like_a_statute() -> None:
    texts = [text for face in faces() for text in (*face.text, face.flavour)]
    assert [text for text in texts if BARE_WHO.search(text) or "kicked up" in text.lower()] == []


def test_a_bare_who_is_found() -> None:
    """A search that finds nothing proves nothing."""
    assert BARE_WHO.search("Who runs gets nothing.")
    assert not BARE_WHO.search("Who gets the odd card?")


def worded() -> list[tuple[Definition, Ability]]:
    return [(card, ability) for card in door_cards() for ability in card.play if ability.told]


def figures_of(part: object) -> set[int]:
    """Return the figures of a part of a card: all numbers that stand in its data."""
    if isinstance(part, dict):
        return {figure for value in part.values() for figure in figures_of(value)}
    if isinstance(part, list | tuple):
        return {figure for value in part for figure in figures_of(value)}
    return {abs(part)} if isinstance(part, int) and not isinstance(part, bool) else set()


@pytest.mark.parametrize(("card", "ability"), worded(), ids=lambda each: getattr(each, "id", None))
def test_an_own_wording_has_the_figures_of_its_data(card: Definition, ability: Ability) -> None:
    """Whatever is more than one: how much, how often, on which faces of the die."""
    data = ability.model_dump(exclude_defaults=True, exclude={"told", "name"})
    said = ability.told.lower().replace("twice", "two")
    told = {int(figure) for figure in re.findall(r"\d+", said)}
    told |= {n for n in range(1, 11) if re.search(rf"\b{number_word(n)}\b", said)}
    assert {figure for figure in figures_of(data) if figure > 1} - {2} <= told
    assert {figure for figure in told if figure > 1} <= figures_of(data) | {2, 3, 4, 6}


def test_no_own_wording_hides_a_house_rule() -> None:
    for card, ability in worded():
        assert not any(option in str(ability.model_dump()) for option in STANDARD_HOUSE_RULES), card.name


def test_every_own_wording_is_played_in_a_scenario() -> None:
    played = "\n".join(path.read_text(encoding="utf-8") for path in SCENARIOS.glob("*.toml"))
    for card, ability in worded():
        assert card.name in played or (ability.name and ability.name in played), card.name
