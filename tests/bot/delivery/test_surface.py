"""The states of a surface, and the steps that each of them allows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.delivery.drawing import Position, RedrawPolicy, RenderedSurface
from bot.delivery.surface import DeliveryState, IllegalTransitionError, MessageState, Surface
from bot.delivery.surface_keys import table_key
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen, Text

KEY = table_key(1)
POLICY = RedrawPolicy(5.0)
POSTED = SurfaceRow(1, "table", 70, 1000, 1)
INTENDED = SurfaceRow(1, "call", 70, -1000, 1)


def drawn(text: str, version: int = 1) -> RenderedSurface:
    return RenderedSurface(Screen((Text(text),)), version, channel=70)


def surface_in(state: DeliveryState) -> Surface:
    surface = Surface(KEY, POSTED)
    if state is not DeliveryState.CLEAN:
        surface.mark_dirty(POLICY, 0.0)
    if state in (DeliveryState.DELIVERING, DeliveryState.DELIVERING_DIRTY):
        surface.begin_delivery()
    if state is DeliveryState.DELIVERING_DIRTY:
        surface.mark_dirty(POLICY, 0.0)
    assert surface.state is state
    return surface


def fail(surface: Surface) -> None:
    surface.delivery_failed(POLICY, 1.0, 0.0)


def ask_when_due(surface: Surface) -> object:
    return surface.due_at


STEPS_NOT_ALLOWED: list[tuple[DeliveryState, Callable[[Surface], object]]] = [
    (DeliveryState.CLEAN, Surface.begin_delivery),
    (DeliveryState.CLEAN, Surface.finish_delivery),
    (DeliveryState.DIRTY, Surface.finish_delivery),
    (DeliveryState.DELIVERING, Surface.begin_delivery),
    (DeliveryState.DELIVERING_DIRTY, Surface.begin_delivery),
    (DeliveryState.DIRTY, fail),
    (DeliveryState.CLEAN, ask_when_due),
    (DeliveryState.DELIVERING, ask_when_due),
]


@pytest.mark.parametrize(("state", "step"), STEPS_NOT_ALLOWED)
def test_a_step_that_the_state_does_not_allow_is_a_mistake(
    state: DeliveryState, step: Callable[[Surface], object]
) -> None:
    surface = surface_in(state)
    with pytest.raises(IllegalTransitionError):
        step(surface)
    assert surface.state is state


def test_a_mark_during_a_delivery_is_for_the_next_one() -> None:
    surface = surface_in(DeliveryState.DELIVERING_DIRTY)
    surface.finish_delivery()
    assert surface.state is DeliveryState.DIRTY
    assert surface.due_at == 5.0
    surface.begin_delivery()
    surface.finish_delivery()
    assert surface.state is DeliveryState.CLEAN


def test_a_failed_delivery_is_tried_again_with_what_was_marked_meanwhile() -> None:
    """A mark that leaves the message where it is takes nothing from the one that failed."""
    surface = Surface(KEY, POSTED)
    surface.mark_dirty(RedrawPolicy(0.0, position=Position.BOTTOM), 0.0)
    taken = surface.begin_delivery()
    surface.mark_dirty(RedrawPolicy(0.0, debounce=True, position=Position.UNMOVED), 1.0)
    surface.delivery_failed(taken, 15.0, 2.0)
    assert (surface.due_at, surface.debounced, surface.failures) == (17.0, False, 1)
    assert surface.begin_delivery().position is Position.BOTTOM


def test_a_surface_that_was_let_go_is_not_due_though_it_was_marked_during_a_delivery() -> None:
    surface = surface_in(DeliveryState.DELIVERING_DIRTY)
    surface.unmark()
    surface.finish_delivery()
    assert surface.state is DeliveryState.CLEAN
    assert not surface.dirty


def test_two_writes_at_once_are_one_conflict_once_both_are_over() -> None:
    surface = Surface(KEY, POSTED)
    surface.written(POSTED, drawn("one"))
    with surface.writing():
        surface.begin_answer(drawn("two", 2))
        assert not surface.settle_conflict()
    assert not surface.settle_conflict()
    surface.end_write()
    assert surface.settle_conflict()
    assert not surface.shows(drawn("two"))
    assert not surface.settle_conflict()


@pytest.mark.parametrize("state", [DeliveryState.DELIVERING, DeliveryState.DELIVERING_DIRTY])
def test_what_becomes_invalid_during_a_delivery_stays_so_after_it(state: DeliveryState) -> None:
    surface = surface_in(state)
    surface.invalidate()
    surface.written(POSTED, drawn("one"))
    assert not surface.settle_conflict(), "the delivery settles it when it is over"
    surface.finish_delivery()
    assert surface.settle_conflict()
    assert not surface.shows(drawn("one"))


def test_what_becomes_invalid_during_an_answer_is_drawn_after_it() -> None:
    surface = Surface(KEY, POSTED)
    surface.begin_answer(drawn("one"))
    surface.invalidate()
    surface.end_write()
    assert surface.settle_conflict()


def test_an_answer_that_shows_an_older_version_is_a_conflict() -> None:
    surface = Surface(KEY, POSTED)
    surface.written(POSTED, drawn("three", 3))
    surface.begin_answer(drawn("two", 2))
    surface.end_write()
    assert surface.settle_conflict()


def test_a_write_that_fails_is_over_all_the_same() -> None:
    surface = Surface(KEY, POSTED)
    with pytest.raises(OSError, match="reset"), surface.writing():
        raise OSError("reset")
    with surface.writing():
        pass
    assert not surface.settle_conflict()


def test_an_intention_becomes_a_message_or_nothing() -> None:
    surface = Surface(KEY)
    assert surface.message_state is MessageState.ABSENT
    with pytest.raises(IllegalTransitionError):
        surface.found(POSTED)
    surface.intended(INTENDED)
    assert surface.message_state is MessageState.INTENDED
    with pytest.raises(IllegalTransitionError):
        surface.intended(INTENDED)
    surface.found(POSTED)
    assert surface.message_state is MessageState.POSTED
    assert not surface.shows(drawn("one")), "what was found may be older"
    surface.forgotten()
    assert surface.message_state is MessageState.ABSENT


def test_the_next_message_is_posted_after_the_one_that_was_forgotten() -> None:
    """Its nonce would otherwise find the message that is gone; an intention never was one."""
    surface = Surface(KEY, POSTED)
    surface.forgotten()
    assert surface.previous_message == POSTED.message
    surface.intended(INTENDED)
    assert surface.previous_message == INTENDED.message
    surface.forgotten()
    assert surface.previous_message == POSTED.message


class SurfaceMachine(RuleBasedStateMachine):
    """Any legal sequence of steps, beside what has to be true of each state."""

    def __init__(self) -> None:
        super().__init__()
        self.surface = Surface(KEY)
        self.now = 0.0
        self.taken = POLICY

    @rule()
    def mark(self) -> None:
        self.now += 1.0
        self.surface.mark_dirty(POLICY, self.now)
        assert self.surface.dirty

    @rule()
    def unmark(self) -> None:
        self.surface.unmark()
        assert not self.surface.dirty

    @precondition(lambda self: self.surface.state is DeliveryState.DIRTY)
    @rule()
    def begin(self) -> None:
        self.taken = self.surface.begin_delivery()

    @precondition(lambda self: "delivering" in self.surface.state)
    @rule()
    def finish(self) -> None:
        self.surface.finish_delivery()

    @precondition(lambda self: "delivering" in self.surface.state)
    @rule()
    def fail(self) -> None:
        self.surface.delivery_failed(self.taken, 1.0, self.now)
        assert self.surface.dirty

    @invariant()
    def dirty_surfaces_are_due_and_no_others(self) -> None:
        state = self.surface.state
        assert self.surface.dirty == (state in (DeliveryState.DIRTY, DeliveryState.DELIVERING_DIRTY))
        if self.surface.dirty:
            assert self.surface.due_at <= self.now + 5.0


TestSurfaceMachine = SurfaceMachine.TestCase
