"""What can be played from a hand has a button on it, however full the hand and whatever is told above it."""

import pytest

from bot.tables.results import TableView
from bot.views import screens
from bot.views.base.game_screens import screens_of
from bot.views.base.reading import Reading
from bot.views.press import moves
from bot.views.table.hand_cards import HAND_MENU_LABEL, _hand_buttons, presses_of
from tests.bot.views.games import positions, view_of
from tests.cards.players.situations import PlayerSituation

LONG_NOTE = "\n".join(
    ["> Ben is cursed, and so is the dog. “Woof,” says the dog, who has seen better days."] * 4
)


def kept(view: TableView, note: str, size: str) -> bool:
    """Return True if a card of the hand has a button, where one has something to do by itself."""
    groups = screens_of(view).hand.groups(view)
    wanted = {button.custom_id for button in _hand_buttons(view, groups)}
    drawn = screens.hand_screen(view, note=note)
    drawn = Reading(text_size="large").shown(drawn) if size == "large" else drawn
    assert HAND_MENU_LABEL in drawn.as_text() or not any(group.cards for group in groups)
    deals = any(move.card >= 0 and moves.agrees(view, move) for move in view.moves)
    return not wanted or deals or bool(wanted & presses_of(tuple(drawn.blocks())))


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("note", ["", LONG_NOTE])
def test_seven_cards_after_a_win_keep_a_button(note: str, size: str) -> None:
    hand = ["Warrior", "Elf", "Thinking Saucepan", "Tinfoil Tiara", "Cleric", "Flaming Armor", "Goose Knight"]
    situation = PlayerSituation({"hand": hand, "level": 3}, {}, {}, phase="after")
    assert kept(view_of(situation.game, situation.state, 0), note, size)


@pytest.mark.parametrize("name", ["classic", "wild_west", "apocalypse", "rick_and_morty"])
def test_no_moment_of_a_game_takes_the_last_button_of_a_hand(name: str) -> None:
    """Fights, claims, Curses and trades: also for whoever only may meddle."""
    for number, (game, state, _) in enumerate(positions(name, 5, 11, 240)):
        if number % 4 or game.pending(state) is None:
            continue
        for seat in range(5):
            view = view_of(game, state, seat)
            assert kept(view, LONG_NOTE, "large"), (number, seat)
