"""The law by which two marks of one surface combine."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.delivery.drawing import POST_AGAIN, SOON, Position, RedrawPolicy

policies = st.builds(RedrawPolicy, st.floats(0.0, 1000.0), st.booleans(), st.sampled_from(list(Position)))


@given(policies, policies)
def test_of_two_positions_the_greater_one_wins(earlier: RedrawPolicy, later: RedrawPolicy) -> None:
    assert earlier.merge(later).position == max(earlier.position, later.position)


@given(policies, policies)
def test_what_is_urgent_is_never_put_off(earlier: RedrawPolicy, later: RedrawPolicy) -> None:
    merged = earlier.merge(later)
    assert merged.debounce == (earlier.debounce and later.debounce)
    for one in (earlier, later):
        if not one.debounce:
            assert merged.delay_s is not None
            assert one.delay_s is not None
            assert merged.delay_s <= one.delay_s


@given(policies, policies)
def test_two_that_wait_for_quiet_wait_for_the_later_one(earlier: RedrawPolicy, later: RedrawPolicy) -> None:
    first, second = (RedrawPolicy(one.delay_s, debounce=True) for one in (earlier, later))
    assert first.merge(second) == second


@given(policies, policies, policies)
def test_marks_that_do_not_debounce_may_come_in_any_order(
    one: RedrawPolicy, two: RedrawPolicy, three: RedrawPolicy
) -> None:
    a, b, c = (RedrawPolicy(policy.delay_s, position=policy.position) for policy in (one, two, three))
    assert a.merge(b) == b.merge(a)
    assert a.merge(b).merge(c) == a.merge(b.merge(c))


def test_a_delay_goes_on_while_the_surface_waits() -> None:
    assert RedrawPolicy(10.0).after(4.0).merge(RedrawPolicy(7.0)) == RedrawPolicy(6.0)
    assert RedrawPolicy(10.0).after(4.0).merge(RedrawPolicy(5.0)) == RedrawPolicy(5.0)


def test_a_policy_without_a_delay_takes_the_batch_delay_and_is_not_merged_before() -> None:
    assert SOON.resolve(0.3) == RedrawPolicy(0.3)
    assert POST_AGAIN.resolve(0.3) == POST_AGAIN
    with pytest.raises(ValueError, match="resolve"):
        SOON.merge(POST_AGAIN)
