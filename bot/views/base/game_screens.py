"""What a game brings along for its screens, found by the game's name. ``bot.views.games`` lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base.layout import Block
from bot.views.base.parts import (
    Advice,
    Bargains,
    Board,
    Calculator,
    Desks,
    Details,
    Forecast,
    Hand,
    Highlights,
    Names,
    OpenCards,
)
from bot.views.base.rules_book import RuleBook, RulesContext
from bot.views.base.word_tables import Words
from cards.kernel.moves import Move
from cards.registry import REGISTRY

Painter = Callable[[Any], Image.Image]

PLAIN_KEY = ""
"""The key of the screens for games that have none of their own."""


@dataclass(frozen=True, slots=True)
class GameScreens:
    """Everything that is drawn or said differently for the games that share these screens.

    A part that is None is one that these games have not.
    """

    board: Board
    hand: Hand
    words: Words = field(default_factory=Words)
    rules: Callable[[RulesContext], RuleBook] = lambda context: RuleBook({})
    """Returns the pages of ``/kickdoor rules`` that hold at a table."""
    painters: Mapping[type, Painter] = field(default_factory=dict[type, Painter])
    """What paints each kind of sketch that the board puts on a screen."""
    summary: Callable[[TableView, Sequence[PastRevision]], Highlights | None] = lambda view, past: None
    """Returns what a finished game is remembered by, from an onlooker's view and whole past."""
    struck: Callable[[TableView], list[Block]] = lambda view: []
    """Draws what somebody else has just done to the reader, for the top of their own hand."""
    details: Details | None = None
    open_cards: OpenCards | None = None
    desks: Desks | None = None
    names: Names | None = None
    advice: Advice | None = None
    bargains: Bargains | None = None
    forecast: Forecast | None = None
    calculator: Calculator | None = None
    offers: Callable[[TableView], Mapping[Move, str]] = lambda view: {}
    """Returns what stands beside the buttons that take an open offer; it has no line elsewhere."""
    strip: Callable[[TableView], list[Block]] | None = None
    """Draws what a hand shows of the table above the cards, where there is room."""
    brief_news: int = 3
    """How many sentences of news the table's message has room for beside the board."""
    last_sealed_turn: int = 0
    """The last turn in which the seal of the dice is shown; 0 is the laying out before the first one."""


SCREENS_BY_KEY: dict[str, GameScreens] = {}
"""Screens by ``GameModule.screens``; ``bot.views.games`` enters them when it is imported."""

_key_by_game: dict[str, str] = {}


def screens_for(game: str) -> GameScreens:
    """Return the screens of a game by the game's name; plain ones where it has none."""
    key = _key_by_game.get(game)
    if key is None:
        module = REGISTRY.find(game)
        if module is None:
            return screens_by_key(PLAIN_KEY)
        key = module.screens
        if game == module.name:  # other spellings of a game have no end
            _key_by_game[game] = key
    return screens_by_key(key)


def screens_by_key(key: str) -> GameScreens:
    """Return the screens with the key that a game module names; plain ones where there are none."""
    return SCREENS_BY_KEY.get(key) or SCREENS_BY_KEY[PLAIN_KEY]


def screens_of(view: TableView) -> GameScreens:
    """Return the screens of the game that the table is for."""
    return screens_for(view.table.game)


def painter_for(sketch: object) -> Painter:
    """Return what paints a sketch. Raises LookupError for one that no game has registered."""
    for screens in SCREENS_BY_KEY.values():
        if (painter := screens.painters.get(type(sketch))) is not None:
            return painter
    raise LookupError(f"nothing paints a {type(sketch).__name__}")
