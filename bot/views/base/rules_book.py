"""Pages of rules, the terms that they explain, and the book that they make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from bot.tables.results import TableView
from cards.kernel.game import CardFace, Game

PageSection = Literal["game", "cards"]
"""Where a page is found: how the game and the table go, or what the cards name."""

SECTION_TITLES: dict[PageSection, str] = {
    "game": "How the game goes",
    "cards": "What the cards say",
}


@dataclass(frozen=True, slots=True)
class RulesContext:
    """What pages may depend on: the game, its options, and what everybody sees of the table.

    ``game`` is None as long as the cards are not dealt. ``game_view`` is an onlooker's: pages know no hand.
    """

    game_name: str
    options: Mapping[str, Any]
    seat_count: int
    game: Game[Any, Any] | None = None
    game_view: Any = None
    table: int = 0
    """The table's number, 0 where the game is only looked up."""

    @classmethod
    def of(cls, view: TableView) -> RulesContext:
        """Return what pages may know of a table."""
        table = view.table
        return cls(table.game, table.options, len(table.seats), view.game, view.game_view, table.id)


@dataclass(frozen=True, slots=True)
class RuleTerm:
    """A word that stands on cards, with its meaning in a line.

    ``words`` are all its forms. A ``common`` one is met on almost every card, so it is explained only to
    those who ask.
    """

    words: tuple[str, ...]
    meaning: str
    common: bool = False


def common(meaning: str, *words: str) -> RuleTerm:
    """Return a term that is met on almost every card."""
    return RuleTerm(words, meaning, common=True)


@dataclass(frozen=True, slots=True)
class RulePage:
    """One page: a title, a line for the menu, the text in markdown, and the terms that it explains."""

    title: str
    summary: str
    text: str
    section: PageSection = "game"
    terms: tuple[RuleTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundTerm:
    """Terms of one page that stand on a card: the page's key, the words as printed, what they mean."""

    page: str
    words: tuple[str, ...]
    meanings: tuple[str, ...]
    common: bool


@dataclass(frozen=True)
class RuleBook:
    """The pages by their keys, in reading order; ``opening`` is the one that the present moment asks for."""

    pages: Mapping[str, RulePage]
    opening: str = ""

    def key_of(self, topic: str) -> str:
        """Return the key of the page that somebody asks for by key or title; the opening page otherwise."""
        if topic in self.pages:
            return topic
        wanted = topic.casefold().strip()
        found = (key for key, page in self.pages.items() if page.title.casefold() == wanted)
        return next(found, self.opening if self.opening in self.pages else next(iter(self.pages)))

    def has(self, topic: str) -> bool:
        """Return True if there is a page with this key or title."""
        wanted = topic.casefold().strip()
        return topic in self.pages or any(page.title.casefold() == wanted for page in self.pages.values())

    def sections(self) -> dict[PageSection, dict[str, RulePage]]:
        """Return the pages by section, sections without pages left out."""
        found: dict[PageSection, dict[str, RulePage]] = {}
        for section in SECTION_TITLES:
            pages = {key: page for key, page in self.pages.items() if page.section == section}
            if pages:
                found[section] = pages
        return found

    def neighbors(self, key: str) -> tuple[str, str]:
        """Return the pages before and behind a page, "" where there is none."""
        keys = list(self.pages)
        place = keys.index(key)
        return (keys[place - 1] if place else "", keys[place + 1] if place + 1 < len(keys) else "")

    @cached_property
    def _by_word(self) -> dict[str, tuple[str, RuleTerm]]:
        """Return the page and the term of each word; the first page that explains it counts."""
        found: dict[str, tuple[str, RuleTerm]] = {}
        for key, page in self.pages.items():
            for term in page.terms:
                for word in term.words:
                    found.setdefault(word, (key, term))
        return found

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._by_word, key=lambda word: (-len(word), word))
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?![\w])")

    def terms_on(self, face: CardFace) -> list[FoundTerm]:
        """Return the terms that stand on a card, by page, the rarer ones first."""
        terms: dict[str, dict[str, tuple[RuleTerm, list[str]]]] = {}
        for word in dict.fromkeys(self._pattern.findall("\n".join(printed_words(face)))):
            key, term = self._by_word[word]
            _, words = terms.setdefault(key, {}).setdefault(term.meaning, (term, []))
            words.append(word)
        found = [_found(key, entries.values()) for key, entries in terms.items()]
        return sorted(found, key=lambda term: term.common)


def _found(page: str, entries: Iterable[tuple[RuleTerm, list[str]]]) -> FoundTerm:
    """Join the terms of one page; where some are rare, only these are told."""
    rare = [entry for entry in entries if not entry[0].common]
    told = rare or list(entries)
    words = tuple(min(words, key=len) for _, words in told)  # one form rather than many
    return FoundTerm(page, words, tuple(term.meaning for term, _ in told), common=not rare)


def printed_words(face: CardFace) -> list[str]:
    """Return all lines of a card in which terms can stand; its name and its joke are none."""
    kind = face.kind.replace("_", " ")
    traits = [trait.replace("_", " ").capitalize() for trait in face.traits]
    return [
        kind[:1].upper() + kind[1:],
        *traits,
        *(figure for pair in face.figures for figure in pair),
        *face.text,
    ]
