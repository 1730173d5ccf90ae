"""What `make fix` writes into the docs is up to date."""

from cards.language.schema import reference
from cards.scenario_reference import scenario_words
from tests.architecture.tree import ROOT

MEND = "docs/{page} is out of date: `make fix` writes it again"


def test_the_card_reference_is_the_one_of_the_models() -> None:
    current = (ROOT / "docs" / "card-reference.md").read_text(encoding="utf-8") == reference()
    assert current, MEND.format(page="card-reference.md")


def test_the_words_of_scenarios_are_those_of_the_games() -> None:
    current = (ROOT / "docs" / "scenario-words.md").read_text(encoding="utf-8") == scenario_words()
    assert current, MEND.format(page="scenario-words.md")
