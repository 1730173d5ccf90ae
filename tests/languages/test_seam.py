"""One call for every sentence: in the language of whoever reads it, with values, plurals and contexts."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot import languages
from bot.languages import language_of, speaking
from cards.say import ENGLISH, say, say_as, say_many, spoken
from tests.languages.messages import bring_up_to_date, template
from tests.languages.pseudo import GROWTH, Pseudo, marked, unmarked
from tests.languages.sentences import Sentence, sentences

KICK = Sentence("{name} kicks open the door.")
CARDS = Sentence("{n} card", "{n} cards")
DOOR = Sentence("the door", context="wild_west")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of catalogs that the bot reads, with one in Polish, which has three plurals."""
    monkeypatch.setattr("bot.languages.files", lambda package: tmp_path)
    language_of.cache_clear()
    catalog = Catalog(locale="pl")
    catalog.add("{name} kicks open the door.", "{name} otwiera drzwi kopniakiem.")
    catalog.add(("{n} card", "{n} cards"), ("{n} karta", "{n} karty", "{n} kart"))
    catalog.add("the door", "te drzwi", context="wild_west")
    with (tmp_path / "pl.po").open("wb") as file:
        write_po(file, catalog)
    bring_up_to_date(tmp_path / "pl.po", template([KICK, CARDS, DOOR]))
    yield tmp_path
    language_of.cache_clear()


def test_a_sentence_is_its_own_english() -> None:
    assert say("{name} kicks open the door.", name="Ann") == "Ann kicks open the door."
    assert [say_many("{n} card", "{n} cards", n) for n in (0, 1, -1, 2)] == [
        "0 cards",
        "1 card",
        "-1 card",
        "2 cards",
    ]
    assert say("") == ""
    assert say("{as it stands}") == "{as it stands}", "without values nothing is put in"


def test_a_catalog_is_read_and_what_it_lacks_is_said_in_english(folder: Path) -> None:
    with speaking(language_of("pl")):
        assert say("{name} kicks open the door.", name="Ann") == "Ann otwiera drzwi kopniakiem."
        told = [say_many("{n} card", "{n} cards", n) for n in (1, 2, 5)]
        assert told == ["1 karta", "2 karty", "5 kart"]
        assert say_as("wild_west", "the door") == "te drzwi"
        assert say_as("classic", "the door") == say("the door") == "the door"
    assert spoken.get() is ENGLISH


@pytest.mark.parametrize("locale", ["en-US", "", "de", "../pl", "pl.mo"])
def test_a_language_without_a_catalog_is_english(folder: Path, locale: str) -> None:
    assert language_of(locale) is ENGLISH


def test_a_region_without_a_catalog_speaks_its_language(folder: Path) -> None:
    assert say_in(language_of("pl-PL")) == "te drzwi"


def say_in(language: object) -> str:
    with speaking(language):  # type: ignore[arg-type]
        return say_as("wild_west", "the door")


def test_make_messages_says_what_is_missing_and_leaves_out_what_names_other_values(folder: Path) -> None:
    more = template([KICK, CARDS, DOOR, Sentence("{name} runs.")])
    path = folder / "pl.po"
    assert "1 of 4 sentences are missing" in bring_up_to_date(path, more)
    with path.open("rb") as file:
        catalog = read_po(file, locale="pl")
    catalog["{name} runs."].string = "{nam} ucieka."
    with path.open("wb") as file:
        write_po(file, catalog)
    assert "other values than in English: {name} runs." in bring_up_to_date(path, more)
    language_of.cache_clear()
    with speaking(language_of("pl")):
        assert say("{name} runs.", name="Ann") == "Ann runs."


def test_readers_are_heard_and_forgotten() -> None:
    speaker = Pseudo()
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr("bot.languages.language_of", {"sv-SE": speaker, "en-US": ENGLISH}.__getitem__)
        languages.hear(5, "sv-SE")
        languages.hear(700, "sv-SE")
        languages.hear(6, "en-US")
        languages.hear(0, "en-US")  # an odd press names nobody
    assert languages.heard(5, 0) is speaker
    assert languages.heard(6, 700) is ENGLISH, "their own comes first"
    assert languages.heard(8, 700) is languages.heard(0, 700) is speaker, "else the server's"
    languages.forget(5)
    assert languages.heard(5, 0) is ENGLISH
    languages.forget(700)


async def test_tasks_that_are_started_meanwhile_speak_the_same() -> None:
    async def told() -> str:
        return say("Whole.")

    with speaking(Pseudo()):
        task = asyncio.create_task(told())
    assert unmarked(await task) == []
    assert say("Whole.") == "Whole."


def test_the_pseudo_language_marks_all_but_values_and_is_longer() -> None:
    sentence = "**{name}** kicks open the door of `/kickdoor new` in <#5>, and finds [epic?gold|nothing]."
    told = marked(sentence)
    assert unmarked(told.replace("{name}", "Ann").replace("[epic?", "")) == []
    for kept in ("**{name}**", "`/kickdoor new`", "<#5>", "[epic?"):
        assert kept in told
    letters = sum(map(str.isalpha, sentence))
    assert len(told) >= len(sentence) + round(GROWTH * 0.5 * letters)
    assert unmarked("Ann: kick the door") == ["kick", "the", "door"]


def test_sentences_are_found_in_code_words_narrators_pages_and_cards() -> None:
    found = sentences()
    keys = {(each.context, each.one) for each in found}
    assert len(keys) == len(found) > 3500
    for key in (
        ("", "Kick down the door"),
        ("classic", "{seat} picks a fight with {monster}"),
        ("", "The game in a minute"),
        ("", "Post the table again, below everything else."),
    ):
        assert key in keys
