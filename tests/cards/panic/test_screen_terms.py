"""The lists of screen terms are complete and contain nothing that never happens."""

import re
from pathlib import Path

import cards.panic
from cards.panic.events import PANIC_EVENT_KINDS
from cards.panic.screen_terms import QUESTIONS, REFUSALS, VERBS, WINDOWS
from tests.cards.panic.random_games import OPTIONS_BY_VARIANT, play, with_options

_HOME = Path(cards.panic.__file__).parent
SOURCES = "\n".join(
    path.read_text(encoding="utf-8") for path in _HOME.rglob("*.py") if path.name != "screen_terms.py"
)


def test_everything_told_is_listed() -> None:
    """Kinds of events in games of every variant, and verbs, are all known."""
    for number, options in enumerate(OPTIONS_BY_VARIANT.values()):
        report = play(with_options(4, number, **options), rng_seed=number, skill=50)
        assert {event.kind for event in report.events} <= set(PANIC_EVENT_KINDS.by_name)
        assert {action.verb for action in report.actions} <= {*VERBS, "time_up", "drop"}


def test_nothing_is_listed_in_vain() -> None:
    """Each term on the lists occurs in the rules."""
    for word in (*QUESTIONS, *WINDOWS):
        assert f'"{word}"' in SOURCES, word


def test_the_rules_use_no_other_words() -> None:
    """What the rules ask, open and refuse is on the lists."""
    asked = set(re.findall(r'\bchoose\([^"]*(?:f?"[^"]*", )[^"]*"(\w+)"', SOURCES))
    assert asked <= set(QUESTIONS)
    assert len(asked) >= 12
    assert set(re.findall(r'\bwait\(frame, "(\w+)"', SOURCES)) == set(WINDOWS)
    assert set(re.findall(r'\bRefusal\("(\w+)"', SOURCES)) <= set(REFUSALS)
