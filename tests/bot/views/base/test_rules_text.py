"""Rules as data: what holds only at some tables stands in brackets, and what is empty is dropped."""

from collections import defaultdict

import pytest

from bot.views.base.rules_text import told

FACTS = defaultdict(str, epic="yes", top=20, price=1000)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Reach Level {top}\nfor {price:,} gold.", "Reach Level 20 for 1,000 gold."),
        ("[epic?Two doors|One door] [short?soon] at once.", "Two doors at once."),
        ("[short?No|[epic?Level {top}|Level 10]].", "Level 20."),
        ("Do:\n- [short?this]\n- that\nat once\n\n[short?Never.]\n\nEnd.", "Do:\n- that at once\n\nEnd."),
        ("0. [short?Listen]\n1. Kick", "1. Kick"),
    ],
)
def test_a_text_reads_as_the_facts_are(text: str, read: str) -> None:
    assert told(text, FACTS) == read
