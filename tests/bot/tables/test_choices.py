"""Choices travel in buttons and come back unchanged, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.choices import Choice, decode, encode

words = st.from_regex(r"[a-z][a-z0-9_+-]*", fullmatch=True)
numbers = st.integers(-1, 999_999)
picks = st.lists(st.lists(words | numbers, max_size=4).map(tuple), max_size=4).map(tuple)
choices = st.builds(Choice, words, numbers, numbers, picks)


@given(choices)
def test_a_choice_comes_back_as_it_went(choice: Choice) -> None:
    text = encode(choice)
    assert ":" not in text
    assert decode(text[:400]) == choice or len(text) > 400


@given(st.text(max_size=120))
def test_forged_text_is_read_as_nothing_or_as_itself(text: str) -> None:
    choice = decode(text)
    if choice is not None:
        assert decode(encode(choice)) == choice


@pytest.mark.parametrize("text", ["", "Pass", "pass.x", "pass.1.1.?", "pass.9999999", "pass...a,", "a" * 401])
def test_malformed_choices_are_refused(text: str) -> None:
    assert decode(text) is None


def test_an_empty_slot_differs_from_an_open_one() -> None:
    assert decode(encode(Choice("sell", picks=((),)))) == Choice("sell", picks=((),))
    assert decode(encode(Choice("sell"))) == Choice("sell")


def test_words_that_no_game_may_use_are_our_own_fault() -> None:
    with pytest.raises(ValueError, match="closed word"):
        encode(Choice("Bad verb"))
