"""The rules in short pages, and cards looked up by name."""

from __future__ import annotations

from collections.abc import Mapping

from bot.views.base.card_text import large_card
from bot.views.base.custom_ids import ButtonAction, CustomId
from bot.views.base.layout import Block, Button, ButtonRow, Container, Option, Screen, Select, Text
from bot.views.base.limits import MAX_OPTIONS
from bot.views.base.phone_height import blocks_px, room_px
from bot.views.base.rules_book import SECTION_TITLES, RuleBook
from bot.views.base.text import escape, label, say
from bot.views.pages.rule_links import RULES_EMOJI, RulesLink, word_blocks
from cards.kernel.game import CardFace

HELP_COLOR = 0x57A0F2
PART_MARK = "~"
"""Between the key of a page and the number of one of its parts."""

BACK_LABEL = "◀ Back"
MAX_NEIGHBOR_CHARS = 24
"""Characters of the pages before and behind, so that their buttons fit beside each other on a phone."""


def rules_screen(
    book: RuleBook, topic: str, link: RulesLink, games: Mapping[str, str] | None = None
) -> Screen:
    """Draw one page of the rules, or a part of one that is too long for a phone, with menus of the others.

    ``games`` are titles by name, to choose from where there is no table.
    """
    name, _, number = topic.partition(PART_MARK)
    key = book.key_of(name)
    page = book.pages[key]
    title = f"## {RULES_EMOJI} {escape(page.title)}"
    menus = [*_menus(book, key, link), *_games(link, games), *_ways_back(link)]
    around = [*_neighbors(book, key, link), *menus]
    parts = _parts(page.text, room_px([Text(title), *around]))
    if len(parts) > 1:
        parts = _parts(page.text, room_px([Text(title + part_of(1, 9)), *around]))
    part = min(max(int(number), 1), len(parts)) if number.isdecimal() and len(number) < 3 else 1
    title += part_of(part, len(parts))
    ways = _neighbors(book, key, link) if len(parts) == 1 else _between(book, key, link, part, len(parts))
    return Screen((Container((Text(f"{title}\n{parts[part - 1]}"), *ways, *menus), HELP_COLOR),))


def part_of(part: int, parts: int) -> str:
    """Say which part of something long it is, behind its title; nothing where it is whole."""
    return " " + say("({part} of {parts})", part=part, parts=parts) if parts > 1 else ""


def _parts(text: str, room: int) -> list[str]:
    """Return a page in parts that a phone has room for, between paragraphs or lines; none is empty."""
    parts: list[str] = []
    for paragraph in text.split("\n\n"):
        joint = "\n\n"
        for line in paragraph.split("\n"):
            longer = f"{parts[-1]}{joint}{line}" if parts else line
            if parts and blocks_px((Text(longer),)) <= room:
                parts[-1] = longer
            else:
                parts.append(line)
            joint = "\n"
    return parts


def _between(book: RuleBook, key: str, link: RulesLink, part: int, count: int) -> list[Block]:
    """Draw the buttons for the parts before and behind, and for the next page behind the last one."""
    before, behind = book.neighbors(key)
    back = f"{key}{PART_MARK}{part - 1}" if part > 1 else before
    onward = say("More ▶") if part < count else f"{book.pages[behind].title} ▶" if behind else ""
    fits = len(BACK_LABEL) + len(onward) <= MAX_NEIGHBOR_CHARS
    buttons = [Button(BACK_LABEL if fits else "◀", link.custom_id("page", back))] if back else []
    if part < count:
        buttons.append(Button(onward, link.custom_id("page", f"{key}{PART_MARK}{part + 1}"), "primary"))
    elif behind:
        buttons.append(Button(label(onward), link.custom_id("page", behind)))
    return [ButtonRow(tuple(buttons))] if buttons else []


def _menus(book: RuleBook, key: str, link: RulesLink) -> list[Block]:
    """Draw the menus of all pages."""
    blocks: list[Block] = []
    for section, pages in book.sections().items():
        for part, start in enumerate(range(0, len(pages), MAX_OPTIONS)):
            options = tuple(
                Option(label(found.title, 100), name, label(found.summary, 100), chosen=name == key)
                for name, found in list(pages.items())[start : start + MAX_OPTIONS]
            )
            press = link.custom_id("menu", f"{section}{part or ''}")
            blocks.append(Select(press, options, say(SECTION_TITLES[section])))
    return blocks


def _games(link: RulesLink, games: Mapping[str, str] | None) -> list[Block]:
    """Draw the menu of other games."""
    if not games:
        return []
    titles = tuple(
        Option(label(title, 100), name, chosen=name == link.game)
        for name, title in list(games.items())[:MAX_OPTIONS]
    )
    return [Select(link.custom_id("game"), titles, say("Another game"))]


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
    buttons = [Button(say("My hand"), _screen_id(link, "hand"), emoji="✋")]
    if link.card >= 0:
        buttons.insert(0, Button(say("Back to the card"), _screen_id(link, f"card.{link.card}")))
    return [ButtonRow(tuple(buttons))]


def _screen_id(link: RulesLink, rest: str) -> str:
    return str(CustomId(link.table, link.seen, ButtonAction.SCREEN, rest))


def card_screen(shown: CardFace, book: RuleBook, link: RulesLink) -> Screen:
    """Draw a card that somebody looked up, with the words on it that have a page."""
    return Screen((Container((large_card(shown), *word_blocks(book, shown, link)), HELP_COLOR),))
