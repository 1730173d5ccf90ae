"""Which pages of rules somebody gets: those of the table, or of a game where there is none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from bot.tables.results import TableView
from bot.tables.service import TableService
from bot.views.base.layout import Screen
from bot.views.base.rules_book import RuleBook, RulesContext
from bot.views.pages.help import card_screen, rules_screen
from bot.views.pages.rule_links import RulesLink, book_of
from cards.game_module import GameModule
from cards.kernel.game import CardFace
from cards.registry import GameRegistry

MIN_LIKENESS = 0.75
"""How alike a word and a name have to be, from 0 to 1, to be taken for a slip of the finger."""


class RuleLookup:
    """Finds the book of a table. It looks as an onlooker does, so no page depends on a hand."""

    def __init__(self, tables: TableService, games: GameRegistry) -> None:
        self._tables = tables
        self._games = games

    async def page(self, topic: str, table: int = 0, game: str = "", card: int = -1) -> Screen:
        """Draw the page of a topic; without one, the page that the moment asks for."""
        found = await self._of_table(table)
        if found is not None:
            book, link = found
            return rules_screen(book, topic, link.at_card(card))
        name = self._game_with(topic, game)
        return rules_screen(self._of_game(name), topic, RulesLink(game=name), self._titles())

    async def card(self, shown: CardFace, table: int, module: GameModule) -> Screen:
        """Draw a card that somebody looked up, its words explained as they hold at the table."""
        found = await self._of_table(table)
        book, link = found or (self._of_game(module.name), RulesLink(game=module.name))
        return card_screen(shown, book, link)

    async def topics(self, table: int, typed: str) -> list[tuple[str, str]]:
        """Suggest pages by title: the key and the title of each."""
        found = await self._of_table(table)
        books = [found[0]] if found is not None else [self._of_game(name) for name in self._games.names()]
        wanted = typed.casefold().strip()
        pages = {key: page.title for book in books for key, page in book.pages.items()}
        return [(key, title) for key, title in pages.items() if wanted in title.casefold()]

    async def _of_table(self, table: int) -> tuple[RuleBook, RulesLink] | None:
        view = await self._tables.view_for(table, None) if table else None
        if not isinstance(view, TableView):
            return None
        return book_of(RulesContext.of(view)), RulesLink.of(view.table)

    def _of_game(self, name: str) -> RuleBook:
        module = self._games.find(name)
        options: Mapping[str, Any] = {} if module is None else module.default_options
        return book_of(RulesContext(name, options, 0))

    def _game_with(self, topic: str, game: str) -> str:
        """Return the game that is asked for; else the first one that has a page on the topic."""
        names = self._games.names()
        if game and self._games.find(game) is not None:
            return game
        return next((name for name in names if self._of_game(name).has(topic)), names[0])

    def _titles(self) -> dict[str, str]:
        modules = {name: self._games.find(name) for name in self._games.names()}
        return {name: module.title for name, module in modules.items() if module is not None}


def similar_name(wanted: str, names: list[str]) -> str:
    """Return the name that was probably meant, by the whole of it or one of its words, or nothing."""
    by_word = {word: name for name in names for word in re.split(r"[\s-]+", name.casefold())}
    by_word |= {name.casefold(): name for name in names}
    return next((by_word[word] for word in get_close_matches(wanted, by_word, 1, MIN_LIKENESS)), "")
