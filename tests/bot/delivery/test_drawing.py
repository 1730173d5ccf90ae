"""Whether two drawings are the same is told by a number."""

from dataclasses import replace

import pytest

from bot.delivery.drawing import screen_hash
from bot.views.base.layout import (
    Block,
    Button,
    ButtonRow,
    Container,
    File,
    LinkButton,
    Option,
    Screen,
    Section,
    Select,
    Text,
    Thumbnail,
)


def box(*blocks: Block) -> Screen:
    return Screen((Container(blocks, 0xFF0000),))


BUTTON = Button("Go", "k1:1:1:a:go")

DIFFERENT: list[tuple[Screen, Screen]] = [
    (box(Text("a")), Screen((Text("a"),))),
    (box(Text("a")), box(Text("a"), Text("a"))),
    (box(Text("a"), Text("b")), box(Text("b"), Text("a"))),
    (box(Text("a")), Screen((Container((Text("a"),), 0xFF0001),))),
    (box(ButtonRow((BUTTON,))), box(ButtonRow((replace(BUTTON, disabled=True),)))),
    (box(ButtonRow((BUTTON,))), box(ButtonRow((replace(BUTTON, custom_id="k1:1:2:a:go"),)))),
    (box(Select("k", (Option("a", "1"),))), box(Select("k", (Option("a", "1", chosen=True),)))),
    (
        box(Section((Text("a"),), LinkButton("b", "https://c"))),
        box(Section((Text("a"),), Thumbnail("b", "https://c"))),
    ),
    (Screen((Text("a"),)), Screen((Text("a"),), mentioned_users=(1,))),
    (Screen((Text("a"),), (File("a.png", b"1"),)), Screen((Text("a"),), (File("a.png", b"2"),))),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_screens_that_differ_in_anything_have_different_numbers(one: Screen, other: Screen) -> None:
    assert screen_hash(one) != screen_hash(other)
