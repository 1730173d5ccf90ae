"""The drawings of the cards: every card has its own, each word is drawn, and none is too large."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import pytest
from PIL import ImageChops
from PIL.Image import Image

from bot.views.pictures.faces.compose import lettering
from bot.views.pictures.faces.draw import by_lunasvg, by_resvg, draw_face, draw_look, face_svg
from bot.views.pictures.faces.kit import load_kit
from bot.views.pictures.palette import reduced
from bot.views.pictures.render import png_file
from cards.kernel.game import CardFace
from cards.kernel.looks import (
    AROUND_WORDS,
    BACK_WORDS,
    BACKDROP_WORDS,
    CREATURE_WORDS,
    EYE_WORDS,
    HAT_WORDS,
    HEADGEAR_WORDS,
    ITEM_WORDS,
    LOOK_WORDS,
    MOUTH_WORDS,
    WORN_WORDS,
    LookError,
    parse_look,
)
from cards.language.packs import load_pack
from cards.panic.faces import face
from cards.panic.options import PanicOptions
from cards.panic.pack import Catalog, load_box
from tests.gallery.sheet import CAPTION_HEIGHT_PX, contact_sheet

MAX_PICTURE_BYTES = 150_000
MAX_ENGINE_DIFFERENCE = 10.0
"""The same of what two engines draw, at 96 px: they stretch outlines differently."""
MIN_DIFFERENCE = 2.0
"""Mean difference of two drawings, shrunk to 24 px, in steps of brightness out of 255."""
DRAWN_PACKS = ("classic", "wild_west", "apocalypse", "rick_and_morty", "panic")


def cards_of(pack: str) -> list[CardFace]:
    if pack == "panic":
        options = PanicOptions(
            more_munchkin=True, characters=True, expansion_weapons=True, enhancers=True, illusion=True
        )
        catalog = Catalog(load_box(), options, 2)
        found = [face(catalog, card) for card in range(len(catalog))]
        return list({(card.id, card.back): card for card in found}.values())
    return [made.face for made in load_pack(pack).definitions]


@pytest.mark.parametrize("pack", DRAWN_PACKS)
def test_the_other_engine_draws_the_same(pack: str) -> None:
    """The one that is used by itself is young and has one author."""
    for card in cards_of(pack)[::8]:
        document = face_svg(card.look, card.kind, card.name, 96, True)
        ours, others = by_lunasvg(document).convert("RGB"), by_resvg(document).convert("RGB")
        assert difference(ours, others) < MAX_ENGINE_DIFFERENCE, card.id


def difference(one: Image, other: Image) -> float:
    """Return by how much the colors of two pictures differ on average."""
    found = ImageChops.difference(one, other).tobytes()
    return sum(found) / len(found)


@pytest.mark.parametrize("pack", DRAWN_PACKS)
def test_each_card_of_a_set_has_a_drawing_of_its_own(pack: str) -> None:
    """Two cards of a set are told apart even when they are shrunk to the size of a thumbnail."""
    cards = cards_of(pack)
    assert [card.id for card in cards if not card.look] == []
    small = {card.id: draw_face(card, 24, dark=False) for card in cards}
    alike = [
        (one, other)
        for one, other in combinations(small, 2)
        if difference(small[one], small[other]) < MIN_DIFFERENCE
    ]
    assert alike == []


def test_each_word_is_drawn() -> None:
    """The words that packs may use are those of the kit: none without a drawing, and the reverse."""
    kit = load_kit()
    assert {word for word, part in kit.parts.items() if part.creature} == CREATURE_WORDS
    assert {word for word, part in kit.parts.items() if not part.creature} == ITEM_WORDS
    assert (set(kit.eyes), set(kit.mouths), set(kit.hats)) == (EYE_WORDS, MOUTH_WORDS, HAT_WORDS)
    assert (set(kit.backs), set(kit.around)) == (BACK_WORDS, AROUND_WORDS)
    assert (set(kit.backdrops), set(kit.worn)) == (BACKDROP_WORDS, WORN_WORDS)
    assert HEADGEAR_WORDS <= ITEM_WORDS


def test_each_word_changes_the_drawing() -> None:
    """A word that changed nothing would be a typing error in the kit."""
    plain = draw_look("imp, sword", "monster", "", 60).tobytes()
    words = sorted(LOOK_WORDS - {"imp", "sword", "eyes", "smile", "violet", "above"})
    same = [word for word in words if draw_look(f"imp, sword, {word}", "monster", "", 60).tobytes() == plain]
    assert same == []


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ("blob, breifcase", "briefcase"),
        ("red, tie", "begins with"),
        ("blob, grin, smile", "one of that sort"),
        ("sign, says far too long", "1 to 7"),
    ],
)
def test_a_look_that_nothing_draws_is_a_fault(look: str, told: str) -> None:
    with pytest.raises(LookError, match=told):
        parse_look(look)


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize("kind", ["monster", "curse", "item", "class", "something new"])
def test_a_card_without_a_look_is_drawn_by_its_kind_and_name(kind: str, dark: bool) -> None:
    """Games of older releases and other people's packs say nothing of looks; unknown words stop nobody."""
    one, other = (CardFace("x", name, kind, "door", ()) for name in ("Wet Troll", "Dry Troll"))
    assert draw_face(one, 60, dark).tobytes() == draw_face(one, 60, dark).tobytes()
    assert draw_face(one, 60, dark).tobytes() != draw_face(other, 60, dark).tobytes()
    unknown = draw_look("blob, word of tomorrow", kind, "Wet Troll", 60, dark)
    assert unknown.tobytes() == draw_look("", kind, "Wet Troll", 60, dark).tobytes()


def test_drawings_are_small_files() -> None:
    """People pay for what they load: drawings stay below the limit, at 700 px as well."""
    for card in cards_of("classic")[::7]:
        assert len(png_file(reduced(draw_face(card, 700)))) < MAX_PICTURE_BYTES, card.id


@pytest.mark.parametrize("size_px", [1, 24, 90, 100, 124, 168, 236, 264, 333, 700])
def test_a_drawing_is_exactly_as_large_as_it_should_be(size_px: int) -> None:
    """Screens leave just as much room as they ask for."""
    picture = draw_look("imp, sword", "monster", "", size_px)
    assert (picture.size, picture.mode) == ((size_px, size_px), "RGB")


@pytest.mark.parametrize("subject", sorted(CREATURE_WORDS | {"dagger", "pants", "planet"}))
def test_what_is_held_is_not_cut_off(subject: str) -> None:
    """Signs with their letters, and things in either hand, lie within the picture."""
    plain = draw_look(subject, "monster", "", 124)
    for look in (f"{subject}, says oh no", f"{subject}, mug, says oh no", f"{subject}, mug, gem"):
        held = ImageChops.difference(draw_look(look, "monster", "", 124), plain)
        for column in (0, 123):
            assert held.crop((column, 0, column + 1, 124)).getbbox() is None, (look, column)


def test_lettering_is_read_on_any_ground() -> None:
    """White letters have dark edges: on a striped awning half of them lay on white."""
    assert 'stroke="#241f2e"' in lettering("SALE", 50, 50, 40, "#fdfbf5")
    assert lettering("SALE", 50, 50, 40, "#241f2e").count("<g") == 1


def test_the_faces_of_a_swarm_are_more_than_outlines() -> None:
    """Six small goblins have eyes of which some white is left."""
    small = draw_look("goblin, swarm, green, angry, frown", "monster", "", 248)
    red, green, blue = (band.point(lambda value: 255 * (value >= 240)) for band in small.split())
    white = ImageChops.darker(ImageChops.darker(red, green), blue)
    assert white.histogram()[255] > 150


def test_drawings_are_the_same_in_all_threads() -> None:
    """Several tables are drawn at once, each in a thread of its own."""
    cards = cards_of("classic")[:40]
    alone = [draw_face(card, 60).tobytes() for card in cards]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda card: draw_face(card, 60).tobytes(), cards))
    assert together == alone


def test_a_contact_sheet_shows_all_cards() -> None:
    """A row that is full is followed by another one; each card has its drawing there."""
    cards = cards_of("classic")[:13]
    sheet = contact_sheet(cards, 90, 10)
    step, high = 96, 96 + CAPTION_HEIGHT_PX
    assert sheet.size == (10 * step, 2 * high)
    last = sheet.crop((2 * step + 3, high + 3, 2 * step + 93, high + 93))
    assert last.tobytes() == draw_face(cards[12], 90).tobytes()
