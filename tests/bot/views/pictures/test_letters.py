"""Names stand in pictures as people write them, whatever their letters."""

import pytest
from PIL import Image, ImageChops, ImageDraw, features

from bot.views.pictures import drawing, letters

NAMES = (
    *("Đức Nguyễn", "Мария Ёлкина", "Γιώργος", "山田太郎", "ひかり", "王小明", "김민준"),
    *("محمد علي", "דוד לוי", "अमित शर्मा", "สมชาย ใจดี", "Cléo, Łukasz Groß"),
)
SIZE = 24
WHERE = (300, 60)


def ink(text: str, anchor: str = "la") -> Image.Image:
    picture = Image.new("L", (600, 120))
    ImageDraw.Draw(picture).text(WHERE, text, font=drawing.font(SIZE), fill=255, anchor=anchor)
    return picture


def box(text: str, anchor: str = "la") -> tuple[int, int, int, int]:
    found = ink(text, anchor).getbbox()
    assert found is not None
    return found


def test_letters_are_shaped() -> None:
    """Pillow's wheels bring what joins Arabic letters and puts Devanagari ones in their order."""
    assert features.check("raqm")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_drawn_as_it_is_written(name: str) -> None:
    assert drawing.drawable(name, "Seat 1") == name
    left, top, right, bottom = box(name)
    assert abs(right - left - drawing.width(name, SIZE)) <= 6
    plain = box("Agy")
    assert abs(top - plain[1]) <= SIZE // 2
    assert abs(bottom - plain[3]) <= SIZE // 2


@pytest.mark.parametrize("name", NAMES)
def test_a_name_stands_where_it_is_put(name: str) -> None:
    wide = drawing.width(name, SIZE)
    for anchor, shift in (("la", 0), ("ma", wide / 2), ("ra", wide)):
        assert abs(box(name)[0] - shift - box(name, anchor)[0]) <= 2
    assert box(name, "ls")[1] < box(name)[1]


def test_what_pillow_has_is_drawn_as_ever() -> None:
    plain = Image.new("L", (600, 120))
    font = letters._font(0, SIZE)
    ImageDraw.Draw(plain).text(WHERE, "Ann, Bob & 12", font=font, fill=255)
    assert ImageChops.difference(plain, ink("Ann, Bob & 12")).getbbox() is None


def test_mixed_letters_run_in_the_direction_of_the_first() -> None:
    assert [run for _, run in letters._runs("Bob שלום")] == ["Bob ", "שלום"]
    assert [run for _, run in letters._runs("שלום Bob")] == ["Bob", "שלום "]
    assert letters._runs("Bob") == ()


def test_arabic_letters_join_and_hebrew_ones_run_from_the_right() -> None:
    assert drawing.width("محمد", SIZE) != sum(drawing.width(letter, SIZE) for letter in "محمد")
    wide = drawing.width("ב", SIZE)
    left = (WHERE[0], 0, WHERE[0] + wide - 2, 120)
    assert ImageChops.difference(ink("אב").crop(left), ink("ב").crop(left)).getbbox() is None


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Zoë 🎲", "Zoë"),
        ("Ann 🎉 Lee", "Ann Lee"),
        ("👩‍👩‍👧", "Seat 1"),
        ("🎲", "Seat 1"),
        ("Cle\u0301o", "Cléo"),
        ("\U0001e900\U0001e901", "Seat 1"),
    ],
)
def test_emoji_and_letters_that_no_font_has_are_left_out(name: str, drawn: str) -> None:
    assert drawing.drawable(name, "Seat 1") == drawn


def test_a_long_name_is_cut_to_its_room() -> None:
    for name in NAMES:
        cut = drawing.fitted(name * 3, 90, SIZE)
        assert cut.endswith("…")
        assert drawing.width(cut, SIZE) <= 90


def test_every_font_is_there_with_its_license() -> None:
    assert {path.name for path in letters.FONT_FILES[0].parent.iterdir()} == {
        *("NotoSans-Regular.ttf", "NotoSansArabic-Regular.ttf", "NotoSansDevanagari-Regular.ttf"),
        *("NotoSansHebrew-Regular.ttf", "NotoSansThai-Regular.ttf", "DroidSansFallback.ttf"),
        *("OFL.txt", "Apache-2.0.txt"),
    }
