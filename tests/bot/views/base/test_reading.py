"""How one person wants to read what they alone see."""

import pytest

from bot.views import screens
from bot.views.base.layout import Container, Picture, Screen, Section, Text, Thumbnail
from bot.views.base.reading import Reading, text_size_of
from bot.views.base.sketches import LargeCard, Scene, Strip, TextSize
from bot.views.table import private
from tests.bot.views.games import view_of
from tests.cards.players.situations import PlayerSituation


def hand() -> Screen:
    situation = PlayerSituation({"hand": ["Elf", "Wizard"]}, {}, {}, phase="arrange")
    return screens.hand_screen(view_of(situation.game, situation.state, 0))


def test_who_has_chosen_nothing_gets_the_screen_as_it_is() -> None:
    screen = hand()
    assert Reading().shown(screen) is screen


@pytest.mark.parametrize("size", ["small", "large"])
def test_the_size_goes_to_hands_and_cards_and_to_no_other_picture(size: TextSize) -> None:
    situation = PlayerSituation({"hand": ["Elf"]}, {}, {}, phase="arrange")
    view = view_of(situation.game, situation.state, 0)
    card = private.card_screen(view, situation.card("Elf"))
    found = [
        sketch for screen in (hand(), card) for sketch in Reading(text_size=size).shown(screen).sketches()
    ]
    assert [type(sketch) for sketch in found] == [Strip, LargeCard]
    assert {sketch.text_size for sketch in found if isinstance(sketch, Strip | LargeCard)} == {size}
    table = Screen((Picture("attachment://table.png", "the table", Scene((), 10)),))
    assert Reading(text_size=size).shown(table) == table


def test_large_letters_leave_no_small_print_and_every_word() -> None:
    small = "-# Not now: Elf\nYou drew:\n-# Frying Pan\nit costs -# nothing"
    beside = Section((Text("-# beside"),), Thumbnail("attachment://x.png", "x"))
    screen = Screen((Container((Text(small), beside)),))
    assert Reading(text_size="large").shown(screen).as_text() == (
        "Not now: Elf\nYou drew:\nFrying Pan\nit costs -# nothing\nbeside\nx"
    )
    assert Reading(text_size="small").shown(screen) == screen


def test_words_instead_of_pictures_are_larger_as_well() -> None:
    shown = Reading(text_only=True, text_size="large").shown(hand())
    assert shown.sketches() == []
    assert "**Elf**" in shown.as_text()
    assert "-# " not in shown.as_text()


def test_a_size_that_a_later_release_has_saved_reads_as_normal() -> None:
    assert [text_size_of(number) for number in (0, 1, 2, 3, -1)] == [
        "normal",
        "small",
        "large",
        "normal",
        "normal",
    ]
