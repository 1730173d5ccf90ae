"""Words are found by lying in their package, as sources, compiled or in a zip file."""

import importlib
import pkgutil
import re
import sys
import zipfile
from collections.abc import Callable, Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from cards.kernel.frames import Frame
from cards.language import conditions, words
from cards.language.base import CHOSEN_NAMES, NAMING_FIELDS, Condition, Formula, Word
from cards.language.schema import pack_schema
from cards.language.text_renderer import TextRenderer
from cards.language.vocabulary import (
    CONDITIONS,
    FORMULAS,
    FORWARD_REFERENCES,
    WORD_PARTS,
    WORDS,
    by_tag,
    models_in,
    modules_of,
    tags_of,
)
from tests.cards.language.table import LanguageTable

YELL = '''
from typing import Literal

from cards.language.base import Model, Word
from cards.language.words.people import Death


class {name}Volume(Model):
    """How loud."""


class {name}(Word):
    """Somebody yells."""

    do: Literal["{tag}"]

    def resolve(self, rules, frame):
        return None

    def describe(self, renderer):
        return "you {tag}"


class _Base{name}({name}):
    """For other words."""
'''


@pytest.fixture
def import_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Give a place to add import paths, forgotten with what was imported from them."""
    before = set(sys.modules)
    yield monkeypatch
    for name in set(sys.modules) - before:
        if name.split(".")[0] == "more_words":
            del sys.modules[name]


def zipped(folder: Path) -> Path:
    path = folder / "more.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("more_words/__init__.py", "")
        archive.writestr("more_words/zap.py", YELL.format(name="Zap", tag="zap"))
        archive.writestr("more_words/yell.py", YELL.format(name="Yell", tag="yell"))
    return path


def unpacked(folder: Path) -> Path:
    with zipfile.ZipFile(zipped(folder)) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.mark.parametrize("place", [zipped, unpacked])
def test_a_word_is_found_by_its_file(
    place: Callable[[Path], Path], tmp_path: Path, import_path: pytest.MonkeyPatch
) -> None:
    """What a file imports or keeps to itself is not found, and the order is that of the names."""
    import_path.syspath_prepend(str(place(tmp_path)))
    found = tuple(models_in(modules_of(importlib.import_module("more_words"))))
    assert [model.__name__ for model in found] == ["YellVolume", "Yell", "ZapVolume", "Zap"]
    new = by_tag((model for model in reversed(found) if issubclass(model, Word)), "do")
    assert [tags_of(model, "do") for model in new] == [("yell",), ("zap",)]


def test_the_word_in_the_guide_works(tmp_path: Path, import_path: pytest.MonkeyPatch) -> None:
    guide = Path(__file__).resolve().parents[3] / "docs" / "card-language.md"
    example = re.search(r"```python\n(.*?)```", guide.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    (tmp_path / "more_words").mkdir()
    (tmp_path / "more_words" / "__init__.py").touch()
    (tmp_path / "more_words" / "recover.py").write_text(example[1])
    import_path.syspath_prepend(str(tmp_path))
    (word,) = models_in(modules_of(importlib.import_module("more_words")))
    word.model_rebuild(force=True, _types_namespace=FORWARD_REFERENCES)
    made = word.model_validate({"do": "recover", "who": "target"})
    assert isinstance(made, Word)
    assert made.describe(TextRenderer()) == (
        "that player goes to Level 1 and draws a Treasure for each Level lost"
    )
    table = LanguageTable()
    table.levels[2] = 4
    held = len(table.cards_of(2, "hand"))
    assert made.resolve(table, Frame("scope", 0, -1, 0, vars={"target": 2})) is None
    assert (table.level(2), len(table.cards_of(2, "hand"))) == (1, held + 3)


def test_a_compiled_word_is_found_once(tmp_path: Path) -> None:
    """A compiled module may lie beside its source."""
    for name in ("yell.py", f"yell{EXTENSION_SUFFIXES[0]}", f"zap{EXTENSION_SUFFIXES[0]}"):
        (tmp_path / name).touch()
    assert [found.name for found in pkgutil.iter_modules([str(tmp_path)])] == ["yell", "zap"]


@pytest.mark.parametrize(
    ("models", "tag"), [(WORDS, "do"), (CONDITIONS, "is_"), (FORMULAS, "num")], ids=["do", "is", "num"]
)
def test_no_name_is_taken_twice(models: tuple[type[Word | Condition | Formula], ...], tag: str) -> None:
    names = [name for model in models for name in tags_of(model, tag)]
    assert len(names) == len(set(names)) > 10
    firsts = [tags_of(model, tag)[0] for model in models]
    assert firsts == sorted(firsts)


def test_every_file_of_the_packages_defines_a_word_or_condition() -> None:
    """A file that is found and defines nothing is a mistake, such as a name with an underscore."""
    for package, models in ((words, WORDS), (conditions, CONDITIONS)):
        homes = {model.__module__ for model in models}
        assert homes == {module.__name__ for module in modules_of(package)}
        assert len(homes) == len(list(Path(package.__path__[0]).glob("[a-z]*.py")))


def test_parts_of_words_are_found_with_them() -> None:
    assert {part.__name__ for part in WORD_PARTS} == {"ChooseOption", "RollOutcome"}


def test_every_field_that_can_name_somebody_chosen_is_checked() -> None:
    """Otherwise a new word could speak of a ``target`` that nothing on its card chooses."""
    kept = pack_schema()["$defs"]
    fields = {
        name
        for model in (*WORDS, *CONDITIONS, *FORMULAS)
        for name, field in kept[model.__name__]["properties"].items()
        if {"WhoName", "RefName"} & {ref.rpartition("/")[2] for ref in refs_of(field)}
    }
    assert fields
    unchecked = fields - {name.rstrip("_") for name in NAMING_FIELDS}
    assert unchecked == set()
    assert {"target", "second", "card", "second_card", "monster"} <= CHOSEN_NAMES


def refs_of(field: dict[str, object]) -> Iterator[str]:
    """Yield what a field's schema refers to, itself or in one of its choices."""
    if "$ref" in field:
        yield str(field["$ref"])
    for key in ("anyOf", "oneOf"):
        choices = field.get(key, [])
        assert isinstance(choices, list)
        for choice in choices:
            yield from refs_of(choice)
