"""The rules in short pages, and cards looked up by name."""

from __future__ import annotations

from bot.views.layout import Box, Option, Screen, Select, Text
from bot.views.presses import Press
from bot.views.private import face_text
from bot.views.words.rules import PAGES
from cards.kernel.game import Face

HELP = 0x57A0F2


def rules_screen(topic: str = "") -> Screen:
    """Draw one page of the rules, with a menu of the others."""
    page = PAGES.get(topic) or next(iter(PAGES.values()))
    name = topic if topic in PAGES else next(iter(PAGES))
    options = tuple(
        Option(found.title, key, found.summary, chosen=key == name) for key, found in PAGES.items()
    )
    menu = Select(str(Press(0, 0, "h", "rules")), options, "Another page")
    return Screen((Box((Text(f"## 📖 {page.title}\n{page.text}"), menu), HELP),))


def card_screen(shown: Face) -> Screen:
    """Draw a card that somebody looked up."""
    return Screen((Box((Text(face_text(shown)),), HELP),))
