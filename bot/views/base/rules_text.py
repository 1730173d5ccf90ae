"""Pages of rules as data: one TOML file a game, told with the facts of one table.

A page has a ``title``, a ``summary``, a ``text`` and the terms that it explains: ``word | form = meaning``,
those met on almost every card as ``common``. It is there where the fact that ``when`` names is something.
``{fact}`` stands for a fact, ``[fact?words|others]`` for the words where it is something, else for the
others, which may be left out. Lines of a paragraph are joined; items of a list and paragraphs of which
nothing is left are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from bot.views.base.rules_book import RulePage, RuleTerm
from bot.views.base.text import read_texts, say

_CHOICE_PATTERN = re.compile(r"\[([^\[\]?]+)\?([^\[\]|]*)(?:\|([^\[\]]*))?\]")
_WRAP_PATTERN = re.compile(r"(?<!\n)\n(?!\n|- |\d\. )")
_EMPTY_ITEM_PATTERN = re.compile(r"^(-|\d\.) *\n", re.MULTILINE)

Facts = dict[str, Any]
"""What holds at a table, by name; a class of its own may answer what nobody has put down."""


def rule_pages(package: str, facts: Facts) -> dict[str, RulePage]:
    """Return the pages of a package's ``pages.toml`` that hold at the table with these facts, by key."""
    return {
        key: RulePage(
            told(page["title"], facts),
            told(page["summary"], facts),
            told(page["text"], facts),
            page.get("section", "game"),
            (*_terms(page, "common", facts), *_terms(page, "terms", facts)),
        )
        for key, page in _pages(package).items()
        if "when" not in page or facts[page["when"]]
    }


@cache
def _pages(package: str) -> dict[str, Any]:
    return read_texts(package, "pages")


def _terms(page: Mapping[str, Any], kind: str, facts: Facts) -> list[RuleTerm]:
    found: list[RuleTerm] = []
    for line in page.get(kind, ()):
        words, _, meaning = told(line, facts).partition(" = ")
        found.append(RuleTerm(tuple(dict.fromkeys(words.split(" | "))), meaning, common=kind == "common"))
    return found


def unwrapped(text: str) -> str:
    """Return a text of a file with each paragraph in one line, which is how catalogs know it."""
    return _WRAP_PATTERN.sub(" ", text)


def told(text: str, facts: Facts) -> str:
    """Return a text as it reads with these facts."""
    text, count = say(unwrapped(text)), 1
    while count:  # from the innermost brackets outwards
        text, count = _CHOICE_PATTERN.subn(lambda one: one[2] if facts[one[1]] else one[3] or "", text)
    text = re.sub(r" *(\n|$)", r"\1", re.sub(" {2,}", " ", text.format_map(facts)))
    return re.sub(r"\n{3,}", "\n\n", _EMPTY_ITEM_PATTERN.sub("", f"{text}\n")).strip()
