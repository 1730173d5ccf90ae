"""Ways to the rules: the button, the book of a table, and the words on a card that have a page."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cachetools import LRUCache

from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import wording
from bot.views.base.custom_ids import ButtonAction, CustomId
from bot.views.base.game_screens import screens_for
from bot.views.base.layout import Block, Button, Option, Select, Text
from bot.views.base.limits import MAX_OPTION_CHARS, MAX_OPTIONS
from bot.views.base.rules_book import RuleBook, RulesContext
from bot.views.base.rules_text import rule_pages
from bot.views.base.text import escape, label, say
from cards.kernel.game import CardFace
from cards.registry import REGISTRY

MAX_TOLD_TERMS = 3
"""Terms of a card that are explained on its screen; all others are in its menu."""

RULES_EMOJI = "📘"

MAX_REMEMBERED_BOOKS = 16
"""Books that are kept for their terms, 40 KB each."""

_books_for_terms: LRUCache[tuple[str, str, str, int], RuleBook] = LRUCache(MAX_REMEMBERED_BOOKS)


@dataclass(frozen=True, slots=True)
class RulesLink:
    """Where a page of rules is opened from: a table, or only a game; and the card that was being read.

    ``seen`` is the revision of a running table, -1 where there is no hand to go back to.
    """

    table: int = 0
    game: str = ""
    card: int = -1
    seen: int = -1

    @classmethod
    def of(cls, table: Table) -> RulesLink:
        """Return a link from a table's own screens."""
        return cls(table.id, seen=table.revision if table.phase == "playing" else -1)

    def at_card(self, card: int) -> RulesLink:
        """Return the link from the screen of a card of that table."""
        return replace(self, card=card)

    def custom_id(self, what: str, value: str = "") -> str:
        """Return the custom_id of a button or menu: what it does, with which page, game and card."""
        card = str(self.card) if self.card >= 0 else ""
        rest = f"{what}.{value}.{'' if self.table else self.game}.{card}".rstrip(".")
        return str(CustomId(self.table, 0, ButtonAction.HELP, rest))


def rules_button(table: Table) -> Button:
    """Draw the button that opens the rules of a table at the page for the present moment."""
    return Button(say("Rules"), RulesLink.of(table).custom_id("rules"), emoji=RULES_EMOJI)


def book_of(context: RulesContext) -> RuleBook:
    """Return all pages that hold at a table: the game's, its house rules, and those about tables."""
    book = screens_for(context.game_name).rules(context)
    more = rule_pages("bot.views.pages", {"house rules": _house_rules(context)})
    return RuleBook({**book.pages, **more}, book.opening)


def _house_rules(context: RulesContext) -> str:
    """Name the options that differ from the standard ones, each with its value and what it changes."""
    module = REGISTRY.find(context.game_name)
    words = screens_for(context.game_name).words
    lines: list[str] = []
    for key, value in context.options.items():
        if module is not None and module.default_options.get(key) != value:
            title, note = wording.option(words, key)
            lines.append(f"**{escape(title)}: {escape(wording.option_value(value, key))}**")
            lines += [f"-# {escape(note)}"] if note else []
    return "\n".join(lines)


def word_blocks(book: RuleBook, shown: CardFace, link: RulesLink) -> list[Block]:
    """Explain the rarer terms on a card, and lead to the pages of all of them."""
    found = book.terms_on(shown)
    if not found:
        return []
    blocks: list[Block] = []
    rare = [term for term in found if not term.common]
    told = [pair for term in rare for pair in zip(term.words, term.meanings, strict=True)]
    if told:
        lines = [
            f"-# {RULES_EMOJI} **{escape(word)}**: {escape(meaning)}"
            for word, meaning in told[:MAX_TOLD_TERMS]
        ]
        blocks.append(Text("\n".join(lines)))
    options = tuple(
        Option(
            label(", ".join(term.words), MAX_OPTION_CHARS),
            term.page,
            label(term.meanings[0], MAX_OPTION_CHARS),
        )
        for term in found[:MAX_OPTIONS]
    )
    blocks.append(
        Select(link.custom_id("menu", "words"), options, say("{emoji} Words on this card", emoji=RULES_EMOJI))
    )
    return blocks


def card_word_blocks(view: TableView, card: int, shown: CardFace) -> list[Block]:
    """Explain the terms on a card of a table that is being played."""
    return word_blocks(_terms_of(view), shown, RulesLink.of(view.table).at_card(card))


def _terms_of(view: TableView) -> RuleBook:
    """Return a book with all terms of a table's rules; what its pages say of the moment may be old.

    Making one takes longer than drawing the card, and most tables play the same cards by the same options.
    """
    table = view.table
    if not table.digest:  # nobody knows by what cards it is played
        return book_of(RulesContext.of(view))
    options = ",".join(f"{key}={table.options[key]!r}" for key in sorted(table.options))
    key = table.game, table.digest, options, len(table.seats)
    if key not in _books_for_terms:
        _books_for_terms[key] = book_of(RulesContext.of(view))
    return _books_for_terms[key]
