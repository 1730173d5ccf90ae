"""One word for one thing: what cards, screens, rules pages and commands never call it."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.views.base.rules_book import RulesContext
from bot.views.door.rules.pages import door_rules
from bot.views.panic.rules.pages import panic_rules
from bot.views.panic.table import PHASE_TITLES
from cards.games.panic import panic_cards
from cards.language.packs import load_pack, pack_names
from cards.registry import module_of

ROOT = Path(__file__).parents[3]
TOLD_FILES = [
    *(ROOT / "bot" / "views").rglob("*.toml"),
    *(ROOT / "docs" / "playing.md", ROOT / "bot" / "cli" / "terms.md"),
]

TERMS = {
    "fight": r"\bcombats?\b",
    "wear, put on": r"\b(?:un)?equip(?:s|ped|ment)?\b",
    "leave behind": r"\bsacrific\w*",
    "the lowest Level": r"\bpoorest\b",
    "Hireling, Sidekick, Ally": r"\bcompanions?\b",
    "top, bottom": r"\b(?:top|bottom)most\b",
    "behind the door": r"\bkick(?:s|ed|ing)? it up\b|\bkicked up\b",
    "Attack phase": r"\b[Pp]lay Cards\b|\bphase 3\b(?! of)",
    "Draw phase": r"\bDiscard and [Dd]raw\b",
    "The march": r"\bMonsters move\b",
    "Collect": r"\bCollect Treasure\b|\bTreasure to hand\b",
}
"""Our word for a thing, and what it is not called."""

BARE_WHO = re.compile(r"(?:^|[.!:] )Who \w+ [^?]*[.!]")
KEYS = {"when", "verbs", "group"}


def texts_in(value: object) -> Iterator[str]:
    """Yield the texts of a table of texts; its keys, and what names a part of the code, are none."""
    if isinstance(value, str):
        yield re.sub(r"\[[\w ]+\?|\{[^}]*\}", "", value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in KEYS - {"verbs"}:
                yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)


def told() -> Iterator[tuple[str, str]]:
    """Yield everything that players read, with where it stands."""
    for path in TOLD_FILES:
        if path.suffix == ".toml":
            for text in texts_in(tomllib.loads(path.read_text(encoding="utf-8"))):
                yield path.name, text
        else:
            yield path.name, re.sub(r"`[^`]*`", "", path.read_text(encoding="utf-8"))
    for name in pack_names():
        yield from ((card.name, line) for card in load_pack(name).definitions for line in card.text)
    yield from ((face.name, line) for face in panic_cards() for line in face.text)


TOLD = list(told())


@pytest.mark.parametrize("ours", TERMS)
def test_one_word_for_one_thing(ours: str) -> None:
    assert [(where, text) for where, text in TOLD if re.search(TERMS[ours], text)] == []


def test_no_sentence_has_a_bare_who_as_its_subject() -> None:
    assert [(where, text) for where, text in TOLD if BARE_WHO.search(text)] == []


def test_what_is_not_said_would_be_found() -> None:
    """A search that finds nothing proves nothing."""
    assert len(TOLD) > 2000
    said = "In combat equip the topmost companion, sacrifice the poorest, in your Play Cards phase."
    assert sum(bool(re.search(pattern, said)) for pattern in TERMS.values()) >= 7


@pytest.mark.parametrize("name", pack_names())
def test_a_set_speaks_of_its_own_friends_and_mishaps(name: str) -> None:
    """Curse, Trap or Disaster, Hireling, Sidekick or Ally: pages of a set alone say it as its cards do."""
    labels = load_pack(name).labels
    others = {"Curse", "Trap", "Disaster"} - {labels.curse}
    others |= {"Hireling", "Sidekick", "Ally"} - {labels.companion}
    pages = door_rules(RulesContext(name, module_of(name).default_options, 4)).pages
    for page in pages.values():
        assert not [word for word in others if re.search(rf"\b{word}s?\b", page.text)], page.title


def test_the_phases_of_panic_have_one_name_each() -> None:
    """On the board, as titles of their pages and on the page of a turn."""
    pages = panic_rules(RulesContext("panic", module_of("panic").default_options, 4)).pages
    titles = {page.title for page in pages.values()}
    for number, title in enumerate(PHASE_TITLES[1:], 1):
        assert title in titles
        assert f"{number}. **{title}.**" in pages["panic_turn"].text
