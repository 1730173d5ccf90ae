"""The lists of closed words of the door-kicking games are complete, and hold nothing that never happens."""

from __future__ import annotations

import re
from pathlib import Path

import cards.door
from cards.door.screen_terms import EVENTS, QUESTIONS, REFUSALS, STAGES, WINDOWS
from cards.language.enums import PromptName

_ROOT = Path(cards.door.__file__).parent.parent
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("door", "language", "kernel")
    for path in (_ROOT / folder).rglob("*.py")
    if path.name != "screen_terms.py"
)
BY_STAT = {"strength_added", "treasures_added", "flee_added"}
"""Events that are named after the figure that a card adds to."""


def test_nothing_is_listed_in_vain() -> None:
    """Each word on the lists stands in the rules as well."""
    for word in (*EVENTS.keys() - BY_STAT, *QUESTIONS, *WINDOWS, *REFUSALS, *STAGES):
        assert f'"{word}"' in SOURCES, word


def test_the_rules_use_no_other_words() -> None:
    """Every question, window and refusal that the rules spell out is on the lists."""
    asked = set(re.findall(r'\bchoose\(frame, f?"[^"]*", [\w.]+, "(\w+)"', SOURCES)) | set(
        PromptName.__args__
    )
    assert len(asked) >= 25
    assert asked == set(QUESTIONS)
    windows = set(re.findall(r'\bopen_window\(\s*frame, "(\w+)"', SOURCES))
    assert windows | {"victory", "defeat"} == set(WINDOWS)
    refused = set(re.findall(r'\bRefusal\(\s*"(\w+)"', SOURCES))
    refused |= set(re.findall(r'\bRefusal\("\w+" if [^"]*"?\w*"? ?else "(\w+)"', SOURCES))
    assert refused | {"not_asked", "decision_pending"} == set(REFUSALS)
