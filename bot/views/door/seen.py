"""What a view of a door-kicking game holds, with its type."""

from __future__ import annotations

from bot.tables.results import TableView
from cards.door.game import DoorGame
from cards.door.view_types import DoorView
from cards.language.definition import Definition


def view_of(view: TableView) -> DoorView:
    """Return the view of a door-kicking game."""
    assert isinstance(view.game_view, DoorView)
    return view.game_view


def definition_of(view: TableView, card: int) -> Definition:
    """Return how a card is defined, which is public."""
    assert isinstance(view.game, DoorGame)
    return view.game.decks.definitions[card]
