"""Texts in pictures: none is cut, none lies on another, none leaves the picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageDraw

from bot.app.games import game_registry
from bot.views.base.sketches import Curve, Curves, Ending, FightBox, Reveal, ScorePart, Side
from bot.views.base.text import signed
from bot.views.pictures import drawing, palette
from bot.views.pictures import ending as ending_picture
from bot.views.pictures.ending import SUPERSAMPLING, draw_ending
from bot.views.pictures.ending import WIDTH_PX as CURVES_WIDTH_PX
from bot.views.pictures.fight import draw_fight
from bot.views.pictures.reveal import (
    LINE_GAP_PX,
    TEXT_LEFT_PX,
    WIDTH_PX,
    draw_reveal,
    revealed_card,
    texts_beside,
)
from bot.views.pictures.strip import CARD_SIZE_PX, card_on_felt
from cards.kernel.game import CardFace

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class WrittenText:
    """A text in a picture, and where it lies."""

    text: str
    box: Box


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[WrittenText]:
    """Return a list to which each text is added that is drawn from now on."""
    found: list[WrittenText] = []
    original = ImageDraw.ImageDraw.text

    def text(draw: ImageDraw.ImageDraw, xy: tuple[float, float], told: str, **more: Any) -> None:
        by = SUPERSAMPLING if draw.im.size[0] == CURVES_WIDTH_PX * SUPERSAMPLING else 1
        spacing = {key: more[key] for key in ("anchor", "spacing") if key in more}
        left, top, right, bottom = draw.textbbox(xy, told, font=more["font"], **spacing)
        if told and draw.mode != "L":  # letters that are looked at alone, to see whether the font has them
            found.append(WrittenText(told, (left / by, top / by, right / by, bottom / by)))
        original(draw, xy, told, **more)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    return found


def overlaps(texts: list[WrittenText]) -> Iterator[tuple[str, str]]:
    """Yield each two texts that lie on each other."""
    for one, other in combinations(texts, 2):
        (left, top, right, bottom), (x, y, far, low) = one.box, other.box
        if min(right, far) > max(left, x) and min(bottom, low) > max(top, y):
            yield one.text, other.text


def all_faces() -> list[CardFace]:
    games = game_registry()
    return list({face.name: face for name in games.names() for face in games.find(name).faces()}.values())


def is_whole(texts: list[WrittenText], whole: str) -> bool:
    """Return True if the words of a text stand in the picture, in their order."""
    plain = "".join(drawing.drawable(whole, "").split())
    return plain in "".join("".join(each.text.split()) for each in texts)


def test_a_card_in_the_hand_has_its_whole_name_figures_and_kind(written: list[WrittenText]) -> None:
    wide, high = CARD_SIZE_PX
    for face in all_faces():
        written.clear()
        card_on_felt(face)
        assert is_whole(written, face.name), face.name
        assert is_whole(written, face.kind[1:]), face.name
        assert not any(is_cut(each, face) for each in written), face.name
        assert list(overlaps(written)) == []
        assert all(each.box[2] <= wide and each.box[3] <= high for each in written), face.name


def is_cut(text: WrittenText, face: CardFace) -> bool:
    """Return True if something is missing behind a text; some names and jokes end so themselves."""
    return text.text.endswith("…") and not face.name.endswith("…") and "…" not in face.flavour


def drawn_at_once(reveal: Reveal) -> Image.Image:
    """Draw a card that is revealed without keeping any part of it, each text in its place."""
    card = revealed_card(reveal.face)
    picture = Image.new("RGB", (WIDTH_PX, card.height), drawing.BACKGROUND_COLOR)
    picture.paste(card, (0, 0))
    draw = ImageDraw.Draw(picture)
    for text in texts_beside(reveal, card.height):
        where = (TEXT_LEFT_PX, text.top)
        drawing.write(draw, text.lines, where, text.size, text.color, LINE_GAP_PX)
    return picture


def test_a_card_that_is_revealed_is_put_together_as_if_drawn_at_once() -> None:
    for number, face in enumerate(all_faces()[::9]):
        notes = ("+3 against Elves", "13 short")[: number % 3]
        for score in (None, (7, 16)):
            reveal = Reveal(face, "jumpy Ada kicks", notes, face.flavour, score)
            kept = draw_reveal(reveal)
            assert kept.tobytes() == palette.reduced(drawn_at_once(reveal)).tobytes(), face.name


def test_a_card_that_is_revealed_has_its_whole_name_and_figures(written: list[WrittenText]) -> None:
    for face in all_faces():
        written.clear()
        drawn = drawn_at_once(
            Reveal(face, "Ada kicks the door", ("1 Treasure at stake",), face.flavour, (7, 16))
        )
        assert is_whole(written, face.name), face.name
        assert not any(is_cut(each, face) for each in written), face.name
        assert list(overlaps(written)) == []
        assert all(each.box[2] <= drawn.width and each.box[3] <= drawn.height for each in written), face.name


@pytest.mark.parametrize("notes", [0, 1, 3])
@pytest.mark.parametrize("score", [None, (17, 116)])
def test_what_a_revealed_card_does_is_told_in_full(
    written: list[WrittenText], notes: int, score: tuple[int, int] | None
) -> None:
    """The head is there whatever it is; a note or joke that does not fit is left out, not cut."""
    head = "W" * 20 + " kicks the door open"
    many = ("+3 against Elves and Wizards of the party", "4 Treasures at stake", "13 short")[:notes]
    for face in all_faces()[::5]:
        written.clear()
        drawn = drawn_at_once(Reveal(face, head, many, face.flavour * 2, score))
        assert is_whole(written, head)
        assert all(is_whole(written, note) for note in many)
        assert not any(is_cut(each, face) for each in written), face.name
        assert list(overlaps(written)) == []
        assert all(each.box[3] <= drawn.height for each in written)


def test_a_fight_names_all_cards_in_full(written: list[WrittenText]) -> None:
    names = ("Siren of the Snooze Button", "Unspeakably Awful Indescribable Horror", "Elf", "W" * 20)
    parts = tuple(ScorePart(signed(-10), name, "sent by Pixel") for name in names)
    drawn = draw_fight(
        FightBox(Side(12, parts, colors=(0,)), Side(99, parts), False, "4 Treasures, 2 Levels")
    )
    assert all(is_whole(written, name) for name in names)
    assert all(each.text == drawing.drawable(each.text) for each in written), "the font has a box for others"
    assert list(overlaps(written)) == []
    assert all(each.box[3] <= drawn.height for each in written)


FACE = CardFace("x", "Sleepwalking Ogre", "Monster", "door", ())
NAMES = ("Ann", "W" * 20, "Cleo x", "Ben", "D" * 19 + ".", "Zoe")


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize(
    "caption", ["", "Last to fall: Sleepwalking Ogre", "Last card: " + "Unspeakably " * 4]
)
@pytest.mark.parametrize("is_long", [False, True])
def test_the_end_of_a_game_names_everybody(
    written: list[WrittenText], seats: int, caption: str, is_long: bool
) -> None:
    """No name is cut without being told in full below, and the caption of the card touches nobody's."""
    names = ["W" * 19 + str(n) for n in range(seats)] if is_long else NAMES[:seats]
    rows = tuple(Curve(name, n, (1, 9 - n), n == 0) for n, name in enumerate(names))
    drawn = draw_ending(Ending(Curves(rows, "Level", 10), FACE if caption else None, caption))
    assert list(overlaps(written)) == []
    assert all(any(each.text == name for each in written) for name in names)
    assert is_whole(written, caption)
    assert all(each.box[0] >= 0 and each.box[2] <= CURVES_WIDTH_PX for each in written)
    assert drawn.height >= ending_picture.PODIUM_HEIGHT_PX + ending_picture.CHART_HEIGHT_PX
