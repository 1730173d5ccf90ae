"""One word has one meaning: in class names, in the glossary, and in plain English everywhere."""

import ast
import re
from collections import defaultdict

import pytest

from tests.architecture.tree import ROOT, files, text_of

HOST, GAMES = ("bot", "cogs"), ("cards",)
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")

# Brackets around one letter keep the patterns from finding themselves.
ARCHAIC_PATTERN = re.compile(r"\b(?:[Tt]ell whethe[r]|[a]new|[w]hosoever|[W]hosoever|so be i[t])\b")
GENDERED_PATTERN = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)


def public_classes(floors: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the files below these folders that define each public class name at module level."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in files(".py"):
        place = path.relative_to(ROOT)
        if place.parts[0] in floors:
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].append(str(place))
    return found


@pytest.mark.parametrize("floors", [HOST, GAMES], ids=["host", "games"])
def test_a_public_class_name_is_defined_once(floors: tuple[str, ...]) -> None:
    """Jump to definition is no lottery."""
    assert {name: places for name, places in public_classes(floors).items() if len(places) > 1} == {}


def test_a_term_has_one_meaning_and_the_code_uses_it() -> None:
    """What nothing is called any more leaves the glossary."""
    terms = re.findall(r"\*\*(.+?)\*\*", GLOSSARY)
    assert len(terms) > 50
    assert sorted(term for term in set(terms) if terms.count(term) > 1) == []
    code = "\n".join(path.read_text(encoding="utf-8") for path in files(".py")).lower()
    spellings = {term: re.escape(term).replace(r"\ ", "[ _]?") for term in terms}
    assert [term for term, spelling in spellings.items() if not re.search(spelling, code)] == []


@pytest.mark.parametrize("pattern", [ARCHAIC_PATTERN, GENDERED_PATTERN], ids=["archaic", "gendered"])
def test_the_english_is_plain(pattern: re.Pattern[str]) -> None:
    """Code, docs and messages use present-day words, and people are "they"."""
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files(".py", ".md")
        for match in pattern.finditer(text_of(path) or "")
        if path.name != "test_names.py"
    ]
    assert found == []
