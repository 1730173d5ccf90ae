"""Screens become what discord.py sends, and Discord's limits are kept before Discord says so."""

import pytest

from bot.views.base import limits
from bot.views.base.layout import (
    AttachedFile,
    Block,
    Button,
    ButtonRow,
    Container,
    Field,
    Form,
    LinkButton,
    Option,
    Picture,
    Screen,
    Section,
    Select,
    Separator,
    Text,
    Thumbnail,
)
from bot.views.base.limits import ScreenTooBigError
from bot.views.base.paint import mentions, paint, paint_form
from bot.views.base.text import clean, escape, fit, humanize, label, listed, plural, shorten, signed
from tests.bot.views.library_view import library_view

SELECT, RADIO_GROUP, CHECKBOX_GROUP = 3, 21, 22


def whole() -> Screen:
    """Return a screen with one of each."""
    button = Button("Go", "k1:1:1:a:go", "primary", emoji="🚪")
    menu = Select("k1:1:1:w:x", (Option("One", "1", "first"), Option("Two", "2")), "Which?", 1, 2)
    beside = Section((Text("Card"),), Button("Read", "k1:1:1:g:card.1"))
    thumb = Section((Text("Picture"),), Thumbnail("https://example.org/a.png", "a picture"))
    blocks: tuple[Block, ...] = (
        Text("# Hello"),
        Separator(),
        ButtonRow((button, LinkButton("Web", "https://example.org"))),
    )
    return Screen((Container((*blocks, menu, beside, thumb), 0xFF0000), Text("below")), mentioned_users=(5,))


async def test_a_screen_is_painted_as_discord_wants_it() -> None:
    view = paint(whole())
    box, below = view.to_components()
    assert box["type"] == 17
    assert box["accent_color"] == 0xFF0000
    assert [part["type"] for part in box["components"]] == [10, 14, 1, 1, 9, 9]
    assert below == {"type": 10, "content": "below"} | {k: v for k, v in below.items() if k == "id"}


async def test_painted_views_are_finished_so_the_library_keeps_nothing() -> None:
    view = paint(whole())
    assert view.is_finished()
    assert view.timeout is None


async def test_the_counts_are_those_of_the_library() -> None:
    screen = whole()
    view = library_view(screen)
    assert limits.components(screen) == sum(1 for _ in view.walk_children())
    assert limits.text_length(screen) == view.content_length()


async def test_one_of_everything_is_sent_as_the_library_would_send_it() -> None:
    """Also what no screen of a game has: menus that are off, pictures and files from elsewhere."""
    lines = (Option("One", "1", "first", chosen=True, emoji="🔥"), Option("Two", "2"))
    more = (
        Separator(line=False, large=True),
        Select("k1:1:1:w:y", lines, "", 0, 2, disabled=True),
        Picture("attachment://a.png", "a picture"),
        AttachedFile("log.json"),
        ButtonRow((Button("No", "k1:1:1:a:no", "bad", disabled=True), Button("Yes", "k1:1:1:a:yes", "good"))),
        Section((Text("a"), Text("b")), LinkButton("Web", "https://example.org")),
    )
    screen = Screen((*whole().parts, Container(more), *more[:1]))
    painted, made = paint(screen), library_view(screen)
    assert painted.to_components() == made.to_components()
    assert painted.has_components_v2() == made.has_components_v2()


def test_only_named_people_are_notified() -> None:
    allowed = mentions(whole())
    assert allowed["parse"] == []
    assert [int(user) for user in allowed["users"]] == [5]
    assert mentions(Screen((Text("x"),))) == {"parse": []}


@pytest.mark.parametrize(
    "block",
    [
        Text(""),
        Text("x" * 4001),
        ButtonRow(()),
        ButtonRow(tuple(Button("x", f"k{n}") for n in range(6))),
        ButtonRow((Button("", "k"),)),
        ButtonRow((Button("x" * 81, "k"),)),
        ButtonRow((Button("x", "k" * 101),)),
        ButtonRow((Button("x", "k"), Button("y", "k"))),
        Select("k", ()),
        Select("k", tuple(Option(str(n), str(n)) for n in range(26))),
        Select("k", (Option("a", "1"), Option("b", "1"))),
        Select("k", (Option("a" * 101, "1"),)),
        Select("k", (Option("a", "1", "n" * 101),)),
        Select("k", (Option("a", "1"),), "h" * 151),
        Select("k", (Option("a", "1"),), most=2),
        Section((), Button("x", "k")),
        Section((Text("a"),) * 4, Button("x", "k")),
    ],
)
async def test_what_discord_would_refuse_is_not_painted(block: Block) -> None:
    with pytest.raises(ScreenTooBigError):
        paint(Screen((block,)))


async def test_more_than_forty_components_are_not_painted() -> None:
    with pytest.raises(ScreenTooBigError, match="41 components"):
        paint(Screen((Container(tuple(Text("x") for _ in range(40))),)))


async def test_a_form_is_painted_with_its_menus_and_lines() -> None:
    form = Form(
        "k1:1:1:f:ask",
        "Ask",
        (
            Field("s0", "Whom?", options=(Option("Ann", "0", chosen=True), Option("Ben", "1")), most=2),
            Field("s1", "And?", "your words", least=0, most=200),
        ),
    )
    first, second = paint_form(form).to_dict()["components"]
    assert first["component"]["type"] == CHECKBOX_GROUP
    assert first["component"]["options"][0]["default"] is True
    assert second["component"]["type"] == 4
    assert second["component"]["required"] is False


@pytest.mark.parametrize(
    ("count", "least", "most", "kind"),
    [
        (6, 1, 1, RADIO_GROUP),
        (6, 0, 1, CHECKBOX_GROUP),  # a radio button that is on cannot be turned off
        (1, 1, 1, CHECKBOX_GROUP),  # Discord takes no radio button alone
        (6, 2, 6, CHECKBOX_GROUP),
        (7, 1, 1, SELECT),
        (7, 0, 7, SELECT),
    ],
)
async def test_few_options_stand_in_a_form_open(count: int, least: int, most: int, kind: int) -> None:
    options = tuple(Option(f"Number {n}", str(n), "a note") for n in range(count))
    form = Form("k1:1:1:f:ask", "Ask", (Field("s0", "Which?", "", options, least, most),))
    (part,) = paint_form(form).to_dict()["components"]
    assert part["component"]["type"] == kind
    assert part["component"]["options"][0]["description"] == "a note"
    assert part["component"]["required"] is (least > 0)


@pytest.mark.parametrize(
    "form",
    [
        Form("k", "", (Field("a", "A"),)),
        Form("k", "T" * 46, (Field("a", "A"),)),
        Form("k", "T", ()),
        Form("k", "T", tuple(Field(str(n), "A") for n in range(6))),
        Form("k", "T", (Field("a", "A" * 46),)),
        Form("k", "T", (Field("a", "A", "n" * 101),)),
    ],
)
async def test_a_form_that_discord_would_refuse_is_not_painted(form: Form) -> None:
    with pytest.raises(ScreenTooBigError):
        paint_form(form)


@pytest.mark.parametrize("raw", ["**b**", "_i_", "`c`", "~~s~~", "||s||", "> q", "[l](x)", "<@1>", "a\nb"])
def test_free_text_stays_plain(raw: str) -> None:
    """Every mark is preceded by a backslash, and it is one line."""
    safe = escape(raw)
    assert "\n" not in safe
    for mark in "*_`~|<>[]":
        assert mark not in safe.replace("\\" + mark, "")


@pytest.mark.parametrize(
    "raw", ["a  b", " a", "a ", "a\u00a0b", "a\u200bb", "a\tb", "", "é ß", "a\u0007b", "\u3000a"]
)
def test_free_text_is_one_line_of_what_can_be_printed(raw: str) -> None:
    slowly = "".join(letter for letter in raw if letter.isprintable() or letter.isspace())
    assert clean(raw) == " ".join(slowly.split())


@pytest.mark.parametrize("raw", ["# big", "- item", "1. first", "-# small"])
def test_free_text_begins_no_heading_or_list(raw: str) -> None:
    assert escape(raw)[0] == "\u200b"


def test_free_text_links_and_mentions_nothing() -> None:
    assert "https://" not in escape("see https://evil.example")
    assert "@everyone" not in escape("hey @everyone")
    assert "discord.gg/" not in escape("discord.gg/x")


def test_words_for_people() -> None:
    assert plural(1, "card") == "1 card"
    assert plural(2, "box", "boxes") == "2 boxes"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([]) == ""
    assert signed(3) == "+3"
    assert signed(-2) == "−2"
    assert humanize("look_for") == "Look for"
    assert humanize("") == "…"
    assert shorten("abcdef", 4) == "abc…"
    assert label("a\u0007b\nc") == "ab c"
    assert label("") == "…"
    assert fit(["one", "two", "three"], 9) == "one\n…"
    assert fit(["a" * 50], 10) == "a" * 7 + "…"
