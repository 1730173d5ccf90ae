"""Letters in pictures can be read on their grounds, by the measure of the accessibility guidelines."""

import pytest

from bot.views.pictures import drawing

MIN_LARGE_CONTRAST, MIN_SMALL_CONTRAST = 3.0, 4.3
"""Of large and of small letters to their ground, as 1 to 21."""


def luminance(color: drawing.Color) -> float:
    parts = [value / 255 for value in color]
    red, green, blue = (part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: drawing.Color, other: drawing.Color) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("color", {**drawing.KIND_COLORS, **drawing.HIT_COLORS}.values())
def test_names_are_read_on_their_bands_and_kinds_on_paper(color: drawing.Color) -> None:
    assert contrast(color, drawing.PAPER_COLOR) > MIN_LARGE_CONTRAST
    assert contrast(drawing.on_paper(color), drawing.PAPER_COLOR) > MIN_SMALL_CONTRAST


@pytest.mark.parametrize("ground", [drawing.BACKGROUND_COLOR, drawing.PANEL_COLOR])
def test_sums_and_seats_are_read_on_dark_grounds(ground: drawing.Color) -> None:
    for color in (drawing.GOOD_COLOR, drawing.BAD_COLOR, drawing.GOLD_COLOR, *drawing.SEAT_COLORS):
        assert contrast(color, ground) > MIN_LARGE_CONTRAST


def test_small_letters_are_read_on_dark_grounds() -> None:
    assert contrast(drawing.MUTED_COLOR, drawing.BACKGROUND_COLOR) > MIN_SMALL_CONTRAST
    assert contrast(drawing.TEXT_COLOR, drawing.PANEL_COLOR) > MIN_SMALL_CONTRAST
