"""Every moment of the gallery fits a phone, in Chromium and reckoned without, and is sent as it should."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from bot.delivery.drawing import screen_hash
from bot.views.base import limits
from bot.views.base.paint import paint
from bot.views.pictures import drawing
from tests.bot.views.library_view import library_view
from tests.browser import CHROMIUM
from tests.gallery.budget import EXCEPTIONS, fault_of
from tests.gallery.estimate import estimated_height_px, estimated_lines
from tests.gallery.moments import Moment, moments
from tests.gallery.page import Size, gallery_page
from tests.gallery.sheet import (
    DRAWING_SIZE_PX,
    EMBLEMS_IN_TURN,
    SHEET_CARDS,
    SHEET_COLUMNS,
    draw_sheets,
    sheet_faces,
)

ESTIMATE_SLACK = 1.08
"""By how much a reckoned height may be too large: letters differ from machine to machine."""


@pytest.fixture(scope="module")
def gallery() -> list[Moment]:
    return moments()


def test_every_moment_is_reckoned_within_its_budget(gallery: list[Moment]) -> None:
    faults: list[str] = []
    for moment in gallery:
        assert limits.faults(moment.screen) == []
        high = int(estimated_height_px(moment.screen) / ESTIMATE_SLACK)
        fault = fault_of(moment.name, Size(high, estimated_lines(moment.screen) - 1, too_wide=False))
        faults += [f"{moment.name}: {fault}"] if fault else []
    assert faults == []


def test_every_screen_has_a_number_of_its_own(gallery: list[Moment]) -> None:
    screens = {repr(moment.screen): moment.screen for moment in gallery}
    assert len({screen_hash(screen) for screen in screens.values()}) == len(screens)
    assert [screen_hash(replace(screen)) for screen in screens.values()] == [
        screen_hash(screen) for screen in screens.values()
    ]


async def test_screens_are_sent_as_the_library_would_send_them(gallery: list[Moment]) -> None:
    for moment in gallery:
        sent = paint(moment.screen).to_components()
        assert sent == library_view(moment.screen).to_components(), moment.name


def test_every_exception_has_a_reason_and_excuses_something(gallery: list[Moment]) -> None:
    for begin, reason in EXCEPTIONS.items():
        assert reason
        assert any(moment.name.startswith(begin) for moment in gallery), begin


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
async def test_every_moment_is_within_its_budget_in_a_browser(gallery: list[Moment]) -> None:
    """On a phone of 390 px; on a desktop nothing is wider than its column. Nobody sees an error."""
    async with gallery_page() as page:
        sizes = await page.show([moment.screen for moment in gallery], 390, 844, dark=True)
        named = [
            (moment.name, fault_of(moment.name, size)) for moment, size in zip(gallery, sizes, strict=True)
        ]
        over = [pair for pair in named if pair[1]]
        assert over == [], "\n".join(map(str, over))
        wide = await page.show([moment.screen for moment in gallery], 1280, 800, dark=False)
        assert not any(size.too_wide for size in wide)
        assert page.browser.errors == []


def test_the_sheet_shows_sixty_drawings_of_all_sets_and_kinds(tmp_path: Path) -> None:
    faces = sheet_faces()
    assert len({face.name for face in faces}) == SHEET_CARDS
    assert {drawing.emblem_of(face.kind) for face in faces} >= set(EMBLEMS_IN_TURN)
    for path in draw_sheets(tmp_path):
        with Image.open(path) as sheet:
            assert sheet.width == SHEET_COLUMNS * (DRAWING_SIZE_PX + 6)
