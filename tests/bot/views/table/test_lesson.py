"""The box of a lesson on top of its learner's private screen."""

from collections.abc import AsyncIterator

from bot.tables.intents import SkipTip
from bot.tables.results import TableView
from bot.views import screens
from bot.views.base.layout import Button, ButtonRow, Container, Screen, Text
from bot.views.base.paint import paint
from bot.views.table import lesson
from tests.bot.tables.table_harness import ANN, TableHarness
from tests.bot.tables.test_lessons import follow_tips, guide, open_lesson, press
from tests.gallery.estimate import estimated_height_px

MAX_HEIGHT_PX = 1000
"""The box, the hand and an offer to answer: a phone's view and a little more."""

USUAL_HEIGHT_PX = 800


def box_of(screen: Screen) -> Container:
    first = screen.parts[0]
    assert isinstance(first, Container)
    assert first.color == lesson.LESSON_COLOR
    return first


def buttons_of(*blocks: object) -> list[Button]:
    rows = [block for block in blocks if isinstance(block, ButtonRow)]
    return [button for row in rows for button in row.buttons if isinstance(button, Button)]


def text_of(container: Container) -> str:
    return "\n".join(block.content for block in container.blocks if isinstance(block, Text))


async def steps_of(harness: TableHarness) -> AsyncIterator[TableView]:
    """Go through a lesson by its tips and yield each view with one."""
    while (told := await guide(harness)).action is not None:
        yield await harness.view_for(ANN)
        await press(harness, told.action)


async def test_each_step_stands_on_one_screen_with_a_copy_of_its_button() -> None:
    harness, heights = await open_lesson(), list[int]()
    async for view in steps_of(harness):
        screen = screens.hand_screen(view, auto_updated=True)
        box = box_of(screen)
        assert view.lesson is not None
        assert view.lesson.tip in text_of(box)
        copies = [b for b in buttons_of(*box.blocks) if b.custom_id.endswith(f"!{lesson.TAG}")]
        assert len(copies) == (0 if view.lesson.find else 1)
        rest = [part for part in screen.parts[1:] if isinstance(part, Container)]
        below = {button.custom_id for part in rest for button in buttons_of(*part.blocks)}
        for copied in copies:
            assert copied.custom_id.removesuffix(f"!{lesson.TAG}") in below, copied
        presses = [button.custom_id for part in (box, *rest) for button in buttons_of(*part.blocks)]
        assert len(set(presses)) == len(presses)
        assert paint(screen.without_pictures()).to_components()
        heights.append(estimated_height_px(screen))
    assert max(heights) <= MAX_HEIGHT_PX
    assert sorted(heights)[len(heights) * 9 // 10] <= USUAL_HEIGHT_PX
    await harness.close()


async def test_it_says_that_it_is_rehearsed_and_how_it_ends() -> None:
    harness = await open_lesson()
    await guide(harness)
    first = screens.hand_screen(await harness.view_for(ANN))
    assert lesson.REHEARSED_TEXT in text_of(box_of(first))
    await follow_tips(harness)
    last = screens.hand_screen(await harness.view_for(ANN))
    assert lesson.OVER_TEXT in text_of(box_of(last))
    await harness.close()


async def test_a_skipped_tip_takes_its_copy_along() -> None:
    harness = await open_lesson()
    await guide(harness)
    await harness.done(ANN, SkipTip())
    box = box_of(screens.hand_screen(await harness.view_for(ANN)))
    assert lesson.SKIPPED_TEXT in text_of(box)
    assert [button.label for button in buttons_of(*box.blocks)] == ["Leave"]
    await harness.close()


async def test_other_tables_have_no_box() -> None:
    harness = await TableHarness.open()
    await harness.sit_down(ANN, 102)
    view = await harness.view_for(ANN)
    assert view.lesson is None
    assert lesson.lesson_box(view) == []
    assert lesson.lesson_px(view) == 0
    await harness.close()
