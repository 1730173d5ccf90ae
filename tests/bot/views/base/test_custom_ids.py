"""custom_ids say all there is to know, fit into Discord's limit, and mean nothing when they are forged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.choices import Choice
from bot.views.base import custom_ids
from bot.views.base.custom_ids import ButtonAction, CustomId, PartialChoice
from bot.views.base.limits import MAX_CUSTOM_ID_CHARS

words = st.from_regex(r"[a-z][a-z0-9_]{0,15}", fullmatch=True)
picks = st.lists(st.integers(-1, 999) | words | st.text(min_size=1, max_size=8), max_size=4).map(tuple)
choices = st.builds(
    Choice, words, st.integers(-1, 999), st.integers(-1, 99), st.lists(picks, max_size=4).map(tuple)
)
steps = st.builds(PartialChoice, choices, picks, st.integers(0, 99))


@given(
    st.integers(0, 2**53),
    st.integers(0, 2**40),
    st.sampled_from(ButtonAction),
    steps,
    st.sampled_from(["", "m"]),
)
def test_a_press_comes_back_as_it_went(
    table: int, seen: int, action: ButtonAction, partial_choice: PartialChoice, tag: str
) -> None:
    press = CustomId(table, seen, action, str(partial_choice), tag)
    assert custom_ids.parse(str(press)) == press


@given(steps)
def test_a_step_comes_back_as_it_went(partial_choice: PartialChoice) -> None:
    assert custom_ids.parse_partial_choice(str(partial_choice)) == partial_choice


@given(st.text(max_size=120))
def test_forged_ids_are_read_as_nothing_or_as_themselves(text: str) -> None:
    press = custom_ids.parse(text)
    assert press is None or custom_ids.parse(str(press)) == press
    step = custom_ids.parse_partial_choice(text)
    assert step is None or custom_ids.parse_partial_choice(str(step)) == step


@pytest.mark.parametrize(
    "custom_id", ["", "k1", "k1:1:1", "k2:1:1:a:pass", "k1:-1:1:a:pass", "k1:1:1:z:pass", "k1:é:1:a:pass"]
)
def test_ids_of_others_and_of_other_versions_are_not_ours(custom_id: str) -> None:
    assert custom_ids.parse(custom_id) is None


def test_the_same_button_twice_is_kept_apart() -> None:
    press = CustomId(1, 2, ButtonAction.MOVE, "pass")
    assert str(press) != str(press.with_tag("m"))
    assert custom_ids.parse(str(press.with_tag("m"))) == press.with_tag("m")


def test_a_choice_of_many_cards_says_when_it_is_too_long() -> None:
    many = PartialChoice(Choice("sell", picks=(tuple(range(100, 140)),)))
    assert not CustomId(1, 2, ButtonAction.MOVE, str(many)).fits
    assert CustomId(1, 2, ButtonAction.MOVE, "sell").fits
    assert len(str(CustomId(1, 2, ButtonAction.MOVE, "sell"))) <= MAX_CUSTOM_ID_CHARS
