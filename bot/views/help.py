"""The rules in short pages, and cards looked up by name."""

from __future__ import annotations

from collections.abc import Mapping

from bot.views.custom_ids import ButtonAction, CustomId
from bot.views.layout import Block, Button, ButtonRow, Container, Option, Screen, Select, Text
from bot.views.limits import MAX_OPTIONS
from bot.views.private import large_card
from bot.views.rule_links import RULES_EMOJI, RulesLink, word_blocks
from bot.views.rules.book import SECTION_TITLES, RuleBook
from bot.views.text import escape, label
from cards.kernel.game import CardFace

HELP_COLOUR = 0x57A0F2

MAX_NEIGHBOR_CHARS = 26
"""Characters of the pages before and behind, so that their buttons fit beside each other on a phone."""


def rules_screen(
    book: RuleBook, topic: str, link: RulesLink, games: Mapping[str, str] | None = None
) -> Screen:
    """Draw one page of the rules, with menus of the others.

    ``games`` are titles by name, to choose from where there is no table.
    """
    key = book.key_of(topic)
    page = book.pages[key]
    told = Text(f"## {RULES_EMOJI} {escape(page.title)}\n{page.text}")
    blocks: list[Block] = [told, *_neighbors(book, key, link)]
    for section, pages in book.sections().items():
        for part, start in enumerate(range(0, len(pages), MAX_OPTIONS)):
            options = tuple(
                Option(label(found.title, 100), name, label(found.summary, 100), chosen=name == key)
                for name, found in list(pages.items())[start : start + MAX_OPTIONS]
            )
            blocks.append(
                Select(link.custom_id("menu", f"{section}{part or ''}"), options, SECTION_TITLES[section])
            )
    if games:
        titles = tuple(
            Option(label(title, 100), name, chosen=name == link.game)
            for name, title in list(games.items())[:MAX_OPTIONS]
        )
        blocks.append(Select(link.custom_id("game"), titles, "Another game"))
    return Screen((Container((*blocks, *_ways_back(link)), HELP_COLOUR),))


def _neighbors(book: RuleBook, key: str, link: RulesLink) -> list[Block]:
    """Draw buttons for the pages before and behind, to read on."""
    before, behind = book.neighbors(key)
    buttons: list[Button] = []
    onward = f"{book.pages[behind].title} ▶" if behind else ""
    if before:
        title = f"◀ {book.pages[before].title}"
        fits = len(title) + len(onward) <= MAX_NEIGHBOR_CHARS
        buttons.append(Button(label(title if fits else "◀"), link.custom_id("page", before)))
    if behind:
        buttons.append(Button(label(onward), link.custom_id("page", behind)))
    return [ButtonRow(tuple(buttons))] if buttons else []


def _ways_back(link: RulesLink) -> list[Block]:
    """Draw the ways back to the card that was being read, and to the hand."""
    if not link.table or link.seen < 0:
        return []
    buttons = [Button("My hand", _screen_id(link, "hand"), emoji="✋")]
    if link.card >= 0:
        buttons.insert(0, Button("Back to the card", _screen_id(link, f"card.{link.card}")))
    return [ButtonRow(tuple(buttons))]


def _screen_id(link: RulesLink, rest: str) -> str:
    return str(CustomId(link.table, link.seen, ButtonAction.SCREEN, rest))


def card_screen(shown: CardFace, book: RuleBook, link: RulesLink) -> Screen:
    """Draw a card that somebody looked up, with the words on it that have a page."""
    return Screen((Container((large_card(shown), *word_blocks(book, shown, link)), HELP_COLOUR),))
