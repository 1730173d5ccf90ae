"""What all screens of the castle-defense game call its places and monsters."""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming
from bot.views.base.text import escape
from cards.panic.game import PanicGame
from cards.panic.options import PanicOptions
from cards.panic.pack import Catalog
from cards.panic.view import PanicView

ARC_LABELS = ("", "🔴 1", "🔴 2", "🟢 3", "🟢 4", "🔵 5", "🔵 6")
"""The six arcs by number, with their colors."""

SIGNS = {"Tower": "🗼", "Wall": "🧱", "Fortify token": "🛡️"}

RING_NAMES = ("Forest", "Archer", "Knight", "Swordsman", "Castle")

MONSTER_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

PLAY_PHASE = 3
"""The phase of attacks and bargains, at whose end a lost turn of help is served (P-182)."""

MAX_SHORT_NAME_CHARS = 10
"""Characters of a name where all names stand in a line."""


def arc_name(arc: int) -> str:
    """Return an arc with its color; what is no arc as a number."""
    return ARC_LABELS[arc] if 0 < arc < len(ARC_LABELS) else str(arc)


def view_of(view: TableView) -> PanicView:
    """Return the view of a castle-defense game."""
    assert isinstance(view.game_view, PanicView)
    return view.game_view


def catalog_of(view: TableView) -> Catalog:
    """Return the cards of the game, which are public."""
    assert isinstance(view.game, PanicGame)
    return view.game.catalog


def options_of(view: TableView) -> PanicOptions:
    """Return the house rules of the game."""
    assert isinstance(view.game, PanicGame)
    return view.game.options


def needs_tower(view: TableView) -> bool:
    """Return True if all lose with the last Tower."""
    assert isinstance(view.game, PanicGame)
    return view.game.rules.needs_tower


def treasure_limit(view: TableView) -> int:
    """Return how many Treasures somebody may keep in phase 2."""
    assert isinstance(view.game, PanicGame)
    return view.game.rules.treasure_limit


def letter_of(view: TableView, token: int) -> str:
    """Return the letter of a monster, the same for the whole game."""
    catalog = catalog_of(view)
    tokens = [card for card in range(token) if catalog.deck[card] == "token" and catalog.points[card]]
    return MONSTER_LETTERS[len(tokens) % len(MONSTER_LETTERS)]


def monster_name(view: TableView, token: int) -> str:
    """Name a monster of the board with the letter that it has in the picture."""
    return f"{naming.card_name(view, token)} ({letter_of(view, token)})"


def short_name(view: TableView, seat: int) -> str:
    """Return a seat's name short enough to stand beside five others."""
    return escape(naming.unique_name(view.table, seat, MAX_SHORT_NAME_CHARS))
