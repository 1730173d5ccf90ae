"""What a surface knows of its message, its marks and the writes that are under way."""

import pytest

from bot.delivery.drawing import Position, RedrawPolicy, RenderedSurface
from bot.delivery.surface import Surface
from bot.delivery.surface_keys import table_key
from bot.store.rows import SurfaceRow
from bot.views.base.layout import Screen, Text

KEY = table_key(1)
POLICY = RedrawPolicy(5.0)
POSTED = SurfaceRow(1, "table", 70, 1000, 1)


def drawn(text: str, version: int = 1) -> RenderedSurface:
    return RenderedSurface(Screen((Text(text),)), version, channel=70)


def delivering(*, marked: bool = True) -> Surface:
    """Return a surface under delivery, which has been marked again meanwhile."""
    surface = Surface(KEY, POSTED)
    surface.mark_dirty(POLICY, 0.0)
    surface.begin_delivery()
    if marked:
        surface.mark_dirty(POLICY, 0.0)
    return surface


def test_a_mark_during_a_delivery_is_for_the_next_one() -> None:
    surface = delivering()
    surface.finish_delivery()
    assert surface.due_at == 5.0
    surface.begin_delivery()
    surface.finish_delivery()
    assert not surface.dirty


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
    surface = delivering()
    surface.unmark()
    surface.finish_delivery()
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


@pytest.mark.parametrize("marked", [False, True])
def test_what_becomes_invalid_during_a_delivery_stays_so_after_it(*, marked: bool) -> None:
    surface = delivering(marked=marked)
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


def test_the_next_message_is_posted_after_the_one_that_was_forgotten() -> None:
    """Its nonce would otherwise find the message that is gone."""
    surface = Surface(KEY, POSTED)
    surface.forgotten()
    assert surface.previous_message == POSTED.message
