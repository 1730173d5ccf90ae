"""The rules in short pages, and cards looked up by name."""

from __future__ import annotations

from bot.views.custom_ids import ButtonAction, CustomId
from bot.views.games import rule_pages
from bot.views.layout import Container, Option, Screen, Select, Text
from bot.views.private import face_text
from cards.kernel.game import CardFace

HELP_COLOUR = 0x57A0F2


def rules_screen(topic: str = "") -> Screen:
    """Draw one page of the rules, with a menu of the others."""
    pages = rule_pages()
    name = topic if topic in pages else next(iter(pages))
    page = pages[name]
    options = tuple(
        Option(found.title, key, found.summary, chosen=key == name) for key, found in pages.items()
    )
    menu = Select(str(CustomId(0, 0, ButtonAction.HELP, "rules")), options, "Another page")
    return Screen((Container((Text(f"## 📖 {page.title}\n{page.text}"), menu), HELP_COLOUR),))


def card_screen(shown: CardFace) -> Screen:
    """Draw a card that somebody looked up."""
    return Screen((Container((Text(face_text(shown)),), HELP_COLOUR),))
