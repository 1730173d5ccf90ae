"""A card that somebody looks at is drawn large, with its whole text."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.views.base import naming
from bot.views.base.card_text import face_text
from bot.views.base.card_text import large_card as picture_of
from bot.views.base.layout import Container, Screen
from bot.views.base.reading import TEXT_SIZES
from bot.views.base.sketches import LargeCard
from bot.views.pictures import drawing, large_card
from bot.views.pictures.render import render_png
from cards.kernel.game import CardFace, Setup
from cards.registry import module_of

GAMES = ("classic", "wild_west", "apocalypse", "rick_and_morty", "panic")
MAX_BYTES = 150_000
MAX_HEIGHT_PX = 1000
"""On a phone it is 350 px wide, which makes that 550 px."""


def faces_of(name: str) -> Iterator[CardFace]:
    """Yield every card of a game."""
    game = module_of(name).make(Setup(name, 4, 1, {}), None)
    for card in range(1000):
        try:
            yield game.face(card)
        except IndexError:
            return


@pytest.mark.parametrize("name", GAMES)
def test_no_cards_text_is_cut(name: str) -> None:
    """Not in the picture, not in what is read out, and not in the words for who has pictures off."""
    for shown in {face.id: face for face in faces_of(name)}.values():
        picture = picture_of(shown)
        assert isinstance(picture.sketch, LargeCard)
        for line in (*picture.sketch.text, shown.flavour):
            drawn = drawing.drawable(line, "")
            room = large_card.WIDTH_PX - 2 * large_card.PADDING_PX
            for letters in large_card.LETTERS.values():
                lines = drawing.wrapped(drawn, room, letters.text, large_card.ALL_LINES)
                assert " ".join(lines) == " ".join(drawn.split())
            assert line in picture.alt
        assert all(naming.figure(*each) in picture.alt for each in shown.figures)
        assert picture.text_instead == face_text(shown)
        assert not picture.text_instead.endswith("…")


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_and_the_shortest_card_are_small_files_of_a_phones_height(name: str) -> None:
    by_length = sorted(faces_of(name), key=lambda face: len("".join(face.text)))
    for shown in (by_length[0], by_length[-1]):
        data = render_png(picture_of(shown).sketch)
        assert len(data) < MAX_BYTES
        with Image.open(BytesIO(data)) as picture:
            assert picture.width == large_card.WIDTH_PX
            assert picture.height < MAX_HEIGHT_PX


@pytest.mark.parametrize("name", GAMES)
def test_no_size_of_letters_cuts_anything_on_a_card(name: str) -> None:
    """Name, kind, figures and joke are whole in large letters, too; the picture grows instead."""
    side_room = large_card.WIDTH_PX - large_card.FACE_SIZE_PX - 3 * large_card.PADDING_PX
    room = large_card.WIDTH_PX - 2 * large_card.PADDING_PX
    for shown in faces_of(name):
        sketch = picture_of(shown).sketch
        assert isinstance(sketch, LargeCard)
        for letters in large_card.LETTERS.values():
            figures = [f"{label} {value}" if value else label for label, value in shown.figures]
            parts = [(shown.name, room, letters.name), (f"“{shown.flavour}”", room, letters.joke)]
            parts += [(sketch.kind, side_room, letters.kind)]
            parts += [(figure, side_room, letters.figure) for figure in figures]
            for text, wide, high in parts:
                drawn = drawing.drawable(text)
                lines = drawing.wrapped(drawn, wide, high, large_card.ALL_LINES)
                assert " ".join(lines) == " ".join(drawn.split())


def test_large_letters_make_a_card_taller_and_small_ones_shorter() -> None:
    shown = max(faces_of("classic"), key=lambda face: len("".join(face.text)))
    sketch = picture_of(shown).sketch
    assert isinstance(sketch, LargeCard)
    heights = [large_card.draw_large_card(replace(sketch, text_size=size)).height for size in TEXT_SIZES]
    normal, small, large = heights
    assert small < normal < large


def test_a_hostile_card_with_a_very_long_text_is_taller_and_never_an_error() -> None:
    face = CardFace("x", "W" * 200, "Monster", "door", ("word " * 300, "W" * 500, ""), (("Level", "9" * 60),))
    picture = picture_of(face)
    assert len(picture.alt) <= 1000
    assert render_png(picture.sketch)
    words = Screen((Container((picture,)),)).without_pictures().as_text()
    assert "word word" in words
