"""Pictures: drawn from what may be seen, the same sketch to the same file, and always also in words."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from bot.views.base.layout import Container, Picture, Screen, Text
from bot.views.base.sketches import (
    Chip,
    FightBox,
    ProfileCard,
    Reveal,
    Scene,
    ScorePart,
    SeatRow,
    ShareBar,
    Side,
    Strip,
    Tally,
    TextSize,
)
from bot.views.pictures import drawing, palette, reveal
from bot.views.pictures.fight import LINE_HEIGHT_PX, draw_fight
from bot.views.pictures.profile import BAR_ROW_HEIGHT_PX
from bot.views.pictures.render import known_png, render_png
from bot.views.pictures.reveal import draw_reveal, revealed_card
from bot.views.pictures.scene import PADDING_PX, ROW_HEIGHT_PX, draw_scene, reduced_part, scene_row
from bot.views.pictures.strip import CARD_SIZE_PX, GAP_PX, card_on_felt, draw_card, draw_strip, kind_on_card
from cards.kernel.game import CardFace
from cards.language.packs import load_pack

MAX_COLOR_ERROR = 4.0
"""Root of the mean square of a color's error, of 255: a palette chosen for each picture had up to 2.5."""

FACES = tuple(card.face for card in load_pack("classic").definitions)
ROWS = (
    SeatRow("Alice", 0, 4, 9, 5, (Chip("head", 2, True), Chip("shot", 0, False)), "Elf Wizard", active=True),
    SeatRow("Карл", 1, 1, 1, 0, alive=False),
    SeatRow("A name much longer than there is any room for", 7, 10, 30, 12, (Chip("hand", 5, True),) * 12),
)
FIGHT = FightBox(
    Side(14, (ScorePart("9", "Alice"), ScorePart("5", "Bob")), colors=(0, 1)),
    Side(-3, (ScorePart("10", "Net Troll", "sent by Bob"),) * 4, FACES[:3]),
    True,
    "4 Treasures",
)


def opened(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    assert picture.format == "PNG"
    return picture.convert("RGB")


@pytest.mark.parametrize(("size", "most"), [("small", 4), ("normal", 3), ("large", 2)])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 8, 13])
def test_a_hand_of_any_size_is_drawn_in_rows(count: int, size: TextSize, most: int) -> None:
    """Fewer in a row are larger, since a picture is shown as wide as its message; one alone is not."""
    picture = opened(render_png(Strip(FACES[:count], size)))
    most = 4 if size == "normal" and count > 6 else most
    rows = -(-count // most)
    assert picture.size == (
        GAP_PX + most * (CARD_SIZE_PX[0] + GAP_PX),
        GAP_PX + rows * (CARD_SIZE_PX[1] + GAP_PX),
    )


def test_every_card_of_the_classic_pack_can_be_drawn() -> None:
    for start in range(0, len(FACES), 12):
        opened(render_png(Strip(FACES[start : start + 12])))


def test_a_card_and_its_joke_are_drawn_once_while_the_score_changes() -> None:
    face = next(face for face in FACES if face.flavour)
    first, then = (Reveal(face, "Ann against", joke=face.flavour, score=(3, last)) for last in (5, 6))
    for cached in (reveal._card, reveal._told):
        cached.cache_clear()
    one, other = draw_reveal(first), draw_reveal(then)
    assert reveal._card.cache_info().misses == 1
    assert reveal._told.cache_info().misses == 4  # head, joke, both scores
    changed = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox()
    assert changed is not None
    assert changed[0] > reveal.FACE_SIZE_PX
    assert changed[1] > one.height - 2 * reveal.SCORE_SIZE_PX


@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_shows_as_many_pips_as_it_says(die: int) -> None:
    picture = Image.new("RGB", (100, 100))
    drawing.die(ImageDraw.Draw(picture), 0, 0, 99, die, drawing.GOOD_COLOR)
    spots = [(25 * column, 25 * row) for column in (1, 2, 3) for row in (1, 2, 3)]
    assert sum(picture.getpixel(spot) == drawing.INK_COLOR for spot in spots) == die


def test_a_die_cards_and_the_way_to_doom_stand_where_the_score_does() -> None:
    plain = Reveal(FACES[0], "Ann runs")
    shown = [
        replace(plain, die=2, need=6),
        replace(plain, die=2, need=2),
        replace(plain, die=2, need=6, score=(7, 16)),
        replace(plain, cards=FACES[:3]),
        replace(plain, cards=FACES[:9]),
        replace(plain, steps=(3, 7)),
        replace(plain, steps=(7, 7)),
    ]
    files = {render_png(each) for each in (plain, *shown)}
    assert len(files) == len(shown) + 1
    assert {opened(data).size for data in files} == {opened(render_png(plain)).size}


def test_a_fight_for_the_win_has_a_red_frame() -> None:
    for calm in (FIGHT, Reveal(FACES[0], "Ann kicks the door open", score=(7, 16))):
        framed = opened(render_png(replace(calm, final="Ann wins the game")))
        red = opened(render_png(replace(calm, final="Ann"))).getpixel((2, 40))
        assert red == framed.getpixel((framed.width - 3, 40)) != opened(render_png(calm)).getpixel((2, 40))


def test_a_card_is_drawn_once_for_all_hands() -> None:
    """A hand that changes by one card draws one card."""
    draw_card.cache_clear()
    plain = draw_strip(Strip(FACES[:4])).tobytes()
    assert draw_card.cache_info().misses == len(set(FACES[:4]))
    assert draw_strip(Strip(FACES[:4])).tobytes() == plain
    draw_strip(Strip(FACES[1:5]))
    assert draw_card.cache_info().misses == len(set(FACES[:5]))


@pytest.mark.parametrize("goal", [10, 20])
def test_a_table_has_a_row_for_each_seat(goal: int) -> None:
    plain = opened(render_png(Scene(ROWS, goal)))
    assert opened(render_png(Scene(ROWS[:1], goal))).height < plain.height


def test_a_fight_has_a_row_for_each_part_and_one_for_who_brought_it() -> None:
    fighting = opened(render_png(FIGHT))
    alone = opened(render_png(replace(FIGHT, monsters=Side(1, (ScorePart("1", "Net Troll"),)))))
    assert fighting.width == alone.width
    assert fighting.height - alone.height == 6 * LINE_HEIGHT_PX


@pytest.mark.parametrize("face", FACES[::9], ids=lambda face: face.id)
def test_a_revealed_card_is_drawn_with_and_without_a_score(face: CardFace) -> None:
    calm = opened(render_png(Reveal(face, "Ann kicks the door open", ("+3 against you",) * 3, face.flavour)))
    fighting = Reveal(face, "Ann kicks the door open", ("+3 against you",) * 3, face.flavour, (7, 16))
    assert opened(render_png(fighting)).size == calm.size
    assert render_png(fighting) != render_png(replace(fighting, ahead=True))


@pytest.mark.parametrize("curve", [(), (0, 12), (0, -30, -70, -20), (0,) * 40])
def test_a_profile_is_drawn_with_any_figures(curve: tuple[int, ...]) -> None:
    tallies = tuple(Tally("monster", count, "kills") for count in (0, 1, 10_000_000, 44))
    shares = (ShareBar("A mix of four editions and more", 1000, 1000), ShareBar("", 1, 0))
    drawn = opened(render_png(ProfileCard(tallies, shares, curve, "This season")))
    assert drawn.width == 780
    fewer = opened(render_png(ProfileCard(tallies, shares[:1], curve, "This season")))
    assert drawn.height - fewer.height == BAR_ROW_HEIGHT_PX
    if curve:
        assert opened(render_png(ProfileCard(tallies, shares))).height < drawn.height


def test_the_same_sketch_gives_the_same_file() -> None:
    assert render_png(Scene(ROWS, 10)) is render_png(Scene(ROWS, 10))


def test_text_is_broken_and_cut_to_its_room() -> None:
    lines = drawing.wrapped("one two three four five six seven eight nine ten", 120, 20, 2)
    assert len(lines) == 2
    assert lines[-1].endswith("…")
    assert all(drawing.width(line, 20) <= 120 for line in lines)


def screen() -> Screen:
    table = Picture(
        "attachment://table.png", "Alice: Level 4.", Scene(ROWS, 10), text_instead="the table in words"
    )
    hand = Picture("attachment://hand.png", "Your hand: Elf.", Strip(FACES[:1]))
    return Screen((Container((Text("Title"), table)), hand, Text("End")))


def test_a_finished_screen_has_a_file_for_each_picture() -> None:
    sketches = screen().sketches()
    done = screen().with_pictures({sketch: render_png(sketch) for sketch in sketches})
    assert [file.name for file in done.files] == ["table.png", "hand.png"]
    assert done.sketches() == []
    assert "Alice: Level 4." in done.as_text()


def test_in_words_a_picture_is_its_text_or_nothing() -> None:
    plain = screen().without_pictures()
    assert plain.as_text() == "Title\nthe table in words\nEnd"
    assert plain.sketches() == []


def test_a_hit_has_the_color_of_its_arcs() -> None:
    assert drawing.color_of("hit", "Green Archer") == drawing.HIT_COLORS["green"]
    assert drawing.color_of("hit", "Any Color Knight") not in drawing.HIT_COLORS.values()
    assert drawing.color_of("Monster", "Green Slime") == drawing.KIND_COLORS["monster"]
    assert drawing.color_of("something new", "X") == drawing.KIND_COLORS["other"]


def test_the_shared_colors_are_close_to_what_was_drawn() -> None:
    """No picture may look rough for sharing its colors with all others."""
    drawn = [card_on_felt(face) for face in FACES[::5]]
    drawn += [revealed_card(face) for face in FACES[::20]]
    drawn += [scene_row(row, 10) for row in ROWS] + [draw_fight(FIGHT)]
    for picture in drawn:
        reduced = palette.reduced(picture)
        assert reduced.mode == "P"
        assert palette.reduced(reduced) is reduced
        away = ImageStat.Stat(ImageChops.difference(picture, reduced.convert("RGB"))).rms
        assert max(away) < MAX_COLOR_ERROR, away


@pytest.mark.parametrize(
    "color", [drawing.BACKGROUND_COLOR, drawing.PAPER_COLOR, drawing.PANEL_COLOR, *drawing.SEAT_COLORS]
)
def test_large_grounds_keep_their_color(color: drawing.Color) -> None:
    found = palette.reduced(Image.new("RGB", (4, 4), color)).convert("RGB").getpixel((0, 0))
    assert isinstance(found, tuple)
    assert all(abs(one - other) <= 4 for one, other in zip(found, color, strict=True)), found


def test_a_strip_shows_each_card_as_it_is_drawn_alone() -> None:
    strip = draw_strip(Strip(FACES[:5])).convert("RGB")
    for number, face in enumerate(FACES[:5]):
        x = GAP_PX + number % 3 * (CARD_SIZE_PX[0] + GAP_PX)
        y = GAP_PX + number // 3 * (CARD_SIZE_PX[1] + GAP_PX)
        alone = draw_card(face).convert("RGB")
        assert strip.crop((x, y, x + alone.width, y + alone.height)).tobytes() == alone.tobytes()


@pytest.mark.parametrize("goal", [1, 10, 20])
def test_the_parts_of_a_row_are_the_row_drawn_as_a_whole(goal: int) -> None:
    """Nothing is drawn across the lines where they meet, however much there is to draw."""
    crowded = SeatRow("W" * 40, 3, goal, -12345, 1000, (Chip("head", 100, False),) * 14, "jgy " * 40)
    for row in (*ROWS, crowded, replace(crowded, active=True), replace(crowded, alive=False)):
        shown = draw_scene(Scene((row,), goal)).convert("RGB")
        whole = palette.reduced(scene_row(row, goal)).convert("RGB")
        assert (
            shown.crop((0, PADDING_PX, whole.width, PADDING_PX + whole.height)).tobytes() == whole.tobytes()
        )


def test_what_does_not_change_at_a_table_is_not_drawn_again() -> None:
    reduced_part.cache_clear()
    draw_scene(Scene(ROWS, 10))
    drawn = reduced_part.cache_info().misses
    draw_scene(Scene((replace(ROWS[0], cards=6), *ROWS[1:]), 10))
    assert reduced_part.cache_info().misses == drawn + 1


def test_a_row_that_changes_is_drawn_as_it_is_now() -> None:
    """Rows are remembered by what they show: a Level more is another row, and the others stay."""
    before, after = Scene(ROWS, 10), Scene((replace(ROWS[0], level=5), *ROWS[1:]), 10)
    first, second = opened(render_png(before)), opened(render_png(after))
    assert first.tobytes() != second.tobytes()
    below = (0, ROW_HEIGHT_PX + 2 * PADDING_PX, first.width, first.height)
    assert first.crop(below).tobytes() == second.crop(below).tobytes()


def test_only_what_was_drawn_is_known() -> None:
    sketch = Scene((replace(ROWS[0], name="Nobody drawn yet"),), 10)
    assert known_png(sketch) is None
    data = render_png(sketch)
    assert known_png(sketch) is data


def test_a_big_item_says_so_in_the_hand() -> None:
    """Most people may carry only one, so it tells cards apart."""
    faces = {face.id: face for face in FACES}
    assert kind_on_card(faces["full-metal-cummerbund"]) == "Big Item"
    assert kind_on_card(faces["sword-of-adequacy"]) == "Item"
