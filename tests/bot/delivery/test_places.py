"""A press just after an edit: whose button stood there a moment ago."""

import pytest

from bot.delivery.surface import ShownPlaces
from bot.views.base.layout import Button, ButtonRow, Container, Screen, Section, Text

STEADY_S = 0.8


def row(*custom_ids: str) -> ButtonRow:
    return ButtonRow(tuple(Button(name, name) for name in custom_ids))


def screen(*rows: ButtonRow) -> Screen:
    return Screen((Container(rows, 0),))


@pytest.mark.parametrize(
    ("before", "pressed", "after_s", "moved"),
    [
        ("k1:7:5:a:pass", "k1:7:6:a:kick", 0.5, True),
        ("k1:7:5:a:pass", "k1:7:6:a:kick", 0.9, False),
        ("k1:7:5:a:pass", "k1:7:6:a:pass", 0.1, False),
        ("k1:7:5:a:pass", "k1:7:5:a:pass", 0.1, False),
    ],
    ids=["another button", "after a while", "the same at another moment", "a button that is gone"],
)
def test_a_button_counts_at_once_only_where_none_stood_that_does_something_else(
    before: str, pressed: str, after_s: float, moved: bool
) -> None:
    now = [100.0]
    shown = ShownPlaces(lambda: now[0])
    shown.note(screen(row("k1:7:5:a:loot", before)))
    now[0] += 10
    assert not shown.has_moved(before, STEADY_S)
    shown.note(screen(row("k1:7:6:a:loot", pressed if pressed != before else "k1:7:6:a:claim")))
    now[0] += after_s
    assert shown.has_moved(pressed, STEADY_S) is moved


def test_rows_are_counted_from_the_end_where_a_chat_is_read() -> None:
    """A row more above moves nothing; a button in a place that was empty is new, and counts."""
    shown = ShownPlaces(lambda: 1.0)
    shown.note(screen(row("k1:7:5:g:hand")))
    shown.note(screen(row("k1:7:6:a:kick"), row("k1:7:6:g:hand")))
    assert not shown.has_moved("k1:7:6:g:hand", STEADY_S)
    assert not shown.has_moved("k1:7:6:a:kick", STEADY_S)
    shown.note(screen(row("k1:7:7:a:loot"), row("k1:7:7:g:hand")))
    assert shown.has_moved("k1:7:7:a:loot", STEADY_S)


def test_a_button_beside_its_words_has_a_place_too() -> None:
    """An offer that takes the place of another one under a thumb does not count at once."""
    shown = ShownPlaces(lambda: 1.0)
    for revision, card in ((5, 3), (6, 4)):
        accept = Button("Accept", f"k1:7:{revision}:a:accept.{card}")
        shown.note(Screen((Container((Section((Text("An offer"),), accept), row("k1:7:5:g:hand")), 0),)))
    assert shown.has_moved("k1:7:6:a:accept.4", STEADY_S)


def test_another_edit_does_not_make_a_button_older_than_it_is() -> None:
    """Three edits in half a second, as after a fight: a thumb still aims at what stood there before."""
    now = [100.0]
    shown = ShownPlaces(lambda: now[0])
    shown.note(screen(row("k1:7:5:a:pass")))
    now[0] += 10
    for revision in (6, 7):
        now[0] += 0.3
        shown.note(screen(row(f"k1:7:{revision}:a:kick")))
    assert shown.has_moved("k1:7:7:a:kick", STEADY_S)
    now[0] += 0.6
    assert not shown.has_moved("k1:7:7:a:kick", STEADY_S)
