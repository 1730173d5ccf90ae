"""Figures and names of cards as people read them, and what is said of cards of every edition."""

import pytest

from bot.views.base import wording
from bot.views.base.event_names import EventNames
from bot.views.base.naming import card_figures, card_lines, figure
from bot.views.base.sketches import LargeCard
from bot.views.door.words.reasons import REASON_SAYINGS, TRADE_SAYINGS, reason_said
from bot.views.door.words.vocabulary import DOOR_WORDS
from bot.views.pictures.large_card import LETTERS, _beside
from bot.views.press import moves
from cards.door.combat_events import FleeAdded, ReasonGiven, StrengthAdded, TreasuresAdded
from cards.kernel.events import Event
from cards.kernel.game import CardFace
from cards.registry import module_of

GAMES = ("classic", "apocalypse", "rick_and_morty", "wild_west", "panic")


def faces(game: str) -> tuple[CardFace, ...]:
    return module_of(game).faces()


@pytest.mark.parametrize("game", GAMES)
def test_figures_explain_themselves_and_have_a_true_minus(game: str) -> None:
    for face in faces(game):
        told = f"{card_figures(face)} {' '.join(card_lines(face))}"
        assert "Slot " not in told
        assert "Sex " not in told
        assert not any(f" -{digit}" in f" {told}" for digit in "0123456789"), told


@pytest.mark.parametrize("game", GAMES)
def test_the_large_card_says_its_figures_as_the_words_do(game: str) -> None:
    for face in faces(game):
        beside = " ".join(line for line, _, _ in _beside(LargeCard(face, face.kind, ()), LETTERS["normal"]))
        assert "Slot" not in beside
        assert "Sex" not in beside


def test_figures_with_and_without_a_label() -> None:
    assert figure("Slot", "Armor") == "Armor"
    assert figure("Sex", "Male") == "Male"
    assert figure("Bonus", "-2") == "−2"
    assert figure("Monster", "-5") == "Monster −5"
    assert figure("Level", "7") == "Level 7"


@pytest.mark.parametrize("game", GAMES)
def test_names_that_go_on_have_a_true_ellipsis(game: str) -> None:
    assert [face.name for face in faces(game) if "..." in face.name + face.flavour] == []


@pytest.mark.parametrize(
    ("extra", "note", "told"),
    [
        ("600", "+4 now · +4, Armor, 600 gold", "+4, Armor, 600 gold"),
        ("600", "+3 now · +4, Armor, 600 gold", "+3 now · +4, Armor, 600 gold"),
        ("1200", "+4, Armor, 600 gold", "1200 · +4, Armor, 600 gold"),
        ("60", "+4, Armor, 600 gold", "60 · +4, Armor, 600 gold"),
        ("", "+4 now · +4, Armor, 600 gold · Burns", "+4, Armor, 600 gold · Burns"),
        ("7 : 5", "Level 3", "7 : 5 · Level 3"),
    ],
)
def test_no_figure_of_an_item_is_said_twice(extra: str, note: str, told: str) -> None:
    assert moves._said_once(extra, note) == told


def test_what_strikes_is_not_called_a_curse_where_it_is_a_trap() -> None:
    assert "curse" not in DOOR_WORDS.windows["curse"].lower()
    assert "curse" not in DOOR_WORDS.refusals["curse_pending"].lower()


def test_figures_of_a_fight_say_what_they_change_behind_a_sign() -> None:
    names = EventNames(lambda seat: f"S{seat}", lambda card: f"C{card}")
    lines = {
        StrengthAdded(0, cards=(7,), bonus=-3, side="monsters"): "📉 C7: −3 strength for the monsters",
        StrengthAdded(0, cards=(7,), bonus=2, side="party"): "📈 C7: +2 strength for the party",
        FleeAdded(0, cards=(7,), bonus=1, side="party"): "🏃 C7: +1 to run away for S0",
        FleeAdded(-1, cards=(7,), bonus=1, side="party"): "🏃 C7: +1 to run away",
        TreasuresAdded(0, cards=(7,), treasures=1, side="monsters"): "💰 C7: +1 Treasure",
    }
    for event, told in lines.items():
        assert wording.event(DOOR_WORDS, event, names) == told


@pytest.mark.parametrize("reason", sorted(TRADE_SAYINGS))
def test_a_refused_trade_is_not_a_fight(reason: str) -> None:
    assert reason in REASON_SAYINGS
    assert len(TRADE_SAYINGS[reason]) == 3
    event: Event = ReasonGiven(0, to=1, reason=reason)
    assert isinstance(event, ReasonGiven)
    for number in range(0, 300_000, 1000):
        said = reason_said(event, EventNames(str, str, number=number), trade=True).strip("“”")
        assert said in TRADE_SAYINGS[reason]
        assert not {"sword", "lose", "help", "landlord", "dungeon"} & set(said.lower().strip(".").split())
