"""Whom the words for people mean."""

from typing import Any

import pytest
from pydantic import TypeAdapter

from cards.kernel.frames import Frame
from cards.language.base import Among, Who
from cards.language.player_words import WHO_WORDS, bound_card, bound_cards
from cards.language.seats import first_seat, who_seats
from cards.language.text_renderer import TextRenderer
from tests.cards.language.table import LanguageTable

AMONG: TypeAdapter[Among] = TypeAdapter(Among)

SEATS: dict[str, list[int]] = {
    "you": [1],
    "it": [3],
    "target": [0],
    "second": [],
    "owner": [2],
    "holder": [0],
    "active": [2],
    "fighter": [2],
    "helper": [0],
    "party": [2, 0],
    "victim": [3],
    "others": [2, 3, 0],
    "everyone": [2, 3, 0, 1],
    "bystanders": [3, 1],
    "left": [2],
    "right": [0],
    "highest": [3, 1],
    "lowest": [2],
    "highest_other": [3],
    "lowest_other": [2],
    "nobody": [],
}


def table() -> tuple[LanguageTable, Frame]:
    """Four seats at Levels 3, 5, 1, 5; it is seat 2's turn and combat, seat 0 helps; you are seat 1."""
    made = LanguageTable(seats=3)
    made.seats, made.levels, made.sexes = 4, [3, 5, 1, 5], ["male", "female", "male", "female"]
    made.active = made.fighter = 2
    made.helper, made.victim = 0, 3
    (own,), (held,) = made.give(2, "carried", "hat"), made.give(0, "carried", "boots")
    return made, Frame("scope", 1, 3, own, vars={"target": 0, "card": held})


@pytest.mark.parametrize("word", WHO_WORDS)
def test_whom_a_word_means(word: Any) -> None:
    """R-487: several people are named clockwise from the one whose turn it is."""
    assert who_seats(word, *table()) == SEATS[word]


@pytest.mark.parametrize("it", [-1, 0, 2])
def test_who_is_tried_is_whom_the_word_means(it: int) -> None:
    made, frame = table()
    frame.it = it
    assert who_seats("it", made, frame) == WHO_WORDS["it"].seats(made, frame)


def test_those_among_a_group_for_whom_something_holds() -> None:
    who = AMONG.validate_python({"among": "others", "if": {"is": "level", "min": 3, "who": "it"}})
    assert who_seats(who, *table()) == [3, 0]
    assert TextRenderer().noun(who) == "each other player who is Level 3 or higher"


def test_nobody_has_neighbors_alone() -> None:
    made = LanguageTable(seats=1)
    assert who_seats("left", made, Frame("scope", 0)) == []
    assert who_seats("highest_other", made, Frame("scope", 0)) == []


def test_nobody_holds_a_card_that_is_not_chosen() -> None:
    made, frame = table()
    del frame.vars["card"]
    assert who_seats("holder", made, frame) == []


def test_the_one_seat_of_a_group() -> None:
    made, frame = table()
    who: Who = "everyone"
    assert first_seat(who, made, frame) == 2
    assert first_seat("nobody", made, frame) == -1


@pytest.mark.parametrize(
    ("value", "first", "all_"),
    [(4, 4, [4]), ((4, 5), 4, [4, 5]), ((), -1, []), ("party", -1, []), (None, -1, []), (-1, -1, [])],
)
def test_cards_bound_to_a_name(value: Any, first: int, all_: list[int]) -> None:
    frame = Frame("scope", 0, vars={} if value is None else {"card": value})
    assert bound_card(frame, "card") == first
    assert bound_cards(frame, "card") == all_
