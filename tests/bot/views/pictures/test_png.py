"""PNG files are written quickly where an extra is installed, and show the same with and without it."""

import io
import sys
from collections.abc import Iterator

import pytest
from PIL import Image

from bot.views.base.sketches import Strip
from bot.views.pictures import palette
from bot.views.pictures.render import png_file, quick_deflate
from bot.views.pictures.strip import draw_strip
from cards.language.packs import load_pack

FACES = tuple(card.face for card in load_pack("classic").definitions)


@pytest.fixture(autouse=True)
def _forgotten_choice() -> Iterator[None]:
    quick_deflate.cache_clear()
    yield
    quick_deflate.cache_clear()


@pytest.fixture(params=["with the extra", "without it"])
def _writer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "without it":
        monkeypatch.setitem(sys.modules, "isal", None)
    else:
        pytest.importorskip("isal")


def pictures() -> list[Image.Image]:
    dots = palette.blank((3, 2))
    dots.putdata(range(6))
    return [draw_strip(Strip(FACES[:5])), palette.blank((1, 1)), dots]


@pytest.mark.usefixtures("_writer")
def test_a_file_shows_each_pixel_as_it_was_drawn() -> None:
    for picture in pictures():
        shown = Image.open(io.BytesIO(png_file(picture)))
        shown.verify()  # the checksums of all its parts
        shown = Image.open(io.BytesIO(png_file(picture)))
        assert (shown.format, shown.mode, shown.size) == ("PNG", "P", picture.size)
        assert shown.convert("RGB").tobytes() == picture.convert("RGB").tobytes()


def test_without_the_extra_pillow_writes_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "isal", None)
    assert quick_deflate() is None


def test_files_of_the_extra_are_hardly_larger(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("isal")
    picture = draw_strip(Strip(FACES[:9]))
    quick = len(png_file(picture))
    quick_deflate.cache_clear()
    monkeypatch.setitem(sys.modules, "isal", None)
    assert quick < 1.2 * len(png_file(picture))
