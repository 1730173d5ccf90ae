"""Finds every sentence that people read: in calls of ``say``, in tables of words, and in data files."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app.translator import NAME_CONTEXT
from bot.views.base.event_rows import wordings_of
from bot.views.base.reading import TEXT_SIZES
from bot.views.base.rules_text import unwrapped
from cards.panic.board import COLORS
from cards.registry import REGISTRY, module_of

ROOT = Path(__file__).resolve().parents[2]

ROWS = frozenset({"Verb", "AskedWords", "ComputerWords", "RulePage", "RuleTerm", "common"})
"""What tables of words are made of: their strings are said when a row is shown."""

TABLE_NAMES = (
    "_BUTTONS", "_HEADING", "_HINT", "_HINTS", "_LABELS", "_NAMES", "_NOTE",
    "_TEXT", "_TEXTS", "_TITLES", "_WORDS"
)  # fmt: skip
"""How constants are called whose strings are said when they are shown."""

PLAIN_KEYS = frozenset({"group", "style", "emoji", "kind_signs", "section", "when", "looks"})
"""Keys of data files under which no words stand that anybody reads."""

FOLDERS = ("cogs", "bot/views", "bot/delivery", "bot/statistics")
"""Where people's screens and answers are made; what cards say is read from the cards."""

WORD_FILES = (
    "bot/views/base/table_words.toml",
    "bot/views/pages/achievements.toml",
    "bot/views/door/words/words.toml",
    "bot/views/door/words/sayings.toml",
    "bot/views/panic/words/words.toml",
    "bot/views/panic/words/sayings.toml",
)
JOINTS = ("{others} and {last}", "{others} or {last}")
NOUNS = ("card", "Door", "Treasure", "Level", "monster", "point", "turn", "day", "hour", "minute", "second")

VOICE_FILES = ("bot/views/door/words/voices.toml", "bot/views/panic/words/voices.toml")
PAGE_FILES = (
    "bot/views/pages/pages.toml",
    "bot/views/door/rules/pages.toml",
    "bot/views/door/rules/fights.toml",
    "bot/views/panic/rules/pages.toml",
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A key of the catalogs: with its plural and its context, if it has them, and the file it is from."""

    one: str
    many: str = ""
    context: str = ""
    place: str = ""


def sentences() -> list[Sentence]:
    """Return all sentences, each once, in the order of their files."""
    words, data = (*_of_python(), *_of_words()), (*_of_voices(), *_of_pages(), *_of_cards())
    found = [*_of_closed_words(), *words, *data]
    kept: dict[tuple[str, str], Sentence] = {}
    for each in found:
        known = kept.get((each.context, each.one))
        if any(letter.isalpha() for letter in each.one) and (known is None or each.many > known.many):
            kept[each.context, each.one] = each
    return list(kept.values())


def _of_closed_words() -> Iterator[Sentence]:
    """Yield words and joints that are put together where they are said."""
    words = (*TEXT_SIZES, *COLORS, "female", "male", "monsters", "party", *JOINTS)
    yield from (Sentence(word) for word in words)
    yield from (Sentence(f"{{n}} {noun}", f"{{n}} {noun}s") for noun in NOUNS)
    yield from (Sentence(f"{{n}}{ending}") for ending in ("st", "nd", "rd", "th"))


def _of_python() -> Iterator[Sentence]:
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = str(path.relative_to(ROOT))
            yield from _of_tree(ast.parse(path.read_text(encoding="utf-8")), place)


def _of_tree(tree: ast.Module, place: str) -> Iterator[Sentence]:
    named: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node, place, named)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and target.id.isupper() and target.id.endswith(TABLE_NAMES):
                told = (wording for text in _strings(node.value) for wording in wordings_of(text))
                yield from (Sentence(text, place=place) for text in told)
        elif isinstance(node, ast.AsyncFunctionDef):
            yield from _of_command(node, place)
        elif isinstance(node, ast.ClassDef):
            texts = {keyword.arg: _spelt(keyword.value) for keyword in node.keywords}
            yield from _of_named(texts.get("group_name", []), texts.get("group_description", []), place)


def _of_call(node: ast.Call, place: str, named: dict[str, list[ast.expr]]) -> Iterator[Sentence]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    told_before = [named.get(each.id, []) if isinstance(each, ast.Name) else [each] for each in node.args]
    texts = [[text for value in values for text in _spelt(value)] for values in told_before]
    match name, texts:
        case "say", [said, *_]:
            yield from (Sentence(text, place=place) for text in said)
        case "tell", [_, _, said, *_]:
            yield from _of_events([wording for text in said for wording in wordings_of(text)], place)
        case "say_as", [voices, said, *_]:
            yield from (Sentence(text, context=voice, place=place) for voice in voices for text in said)
        case "say_many", [ones, manies, *_]:
            yield from (Sentence(*both, place=place) for both in zip(ones, manies, strict=True))
        case "plural", [_, ones, *more]:
            manies = more[0] if more else [f"{one}s" for one in ones]
            for one, many in zip(ones, manies, strict=True):
                yield Sentence(f"{{n}} {one}", f"{{n}} {many}", place=place)
        case "locale_str", [said]:
            yield from (Sentence(text, place=place) for text in said)
        case "describe", _:
            told = (text for keyword in node.keywords for text in _spelt(keyword.value))
            yield from (Sentence(text, place=place) for text in told)
        case "Group", _:
            texts = {keyword.arg: _spelt(keyword.value) for keyword in node.keywords}
            yield from _of_named(texts.get("name", []), texts.get("description", []), place)
        case "Told", _:
            told = [wording for text in _strings(node.args[1]) for wording in wordings_of(text)]
            yield from _of_events(told, place)
        case _ if name in ROWS:
            values = [*node.args, *(keyword.value for keyword in node.keywords)]
            yield from (Sentence(text, place=place) for value in values for text in _strings(value))
        case _:
            pass


def _of_events(told: list[str], place: str) -> Iterator[Sentence]:
    """Yield sentences about events, and the nouns that stand with their fields."""
    nouns = [noun for text in told for noun in re.findall(r"\{\w+ ([^}]+)\}", text)]
    yield from (Sentence(text, place=place) for text in (*told, *nouns))
    yield from (Sentence(f"{{n}} {noun}", f"{{n}} {noun}s", place=place) for noun in nouns)


def _of_command(node: ast.AsyncFunctionDef, place: str) -> Iterator[Sentence]:
    """Yield the name of a command, those of its options, and its description: its function's first line."""
    calls = [each for each in node.decorator_list if isinstance(each, ast.Call)]
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "command":
            told = ast.get_docstring(node)
            assert told is not None
            names = [text for keyword in call.keywords for text in _spelt(keyword.value)] or [node.name]
            options = [argument.arg for argument in node.args.args[2:]]
            yield from _of_named([*names, *options], told.splitlines()[:1], place)


def _of_named(names: list[str], described: list[str], place: str) -> Iterator[Sentence]:
    yield from (Sentence(name, context=NAME_CONTEXT, place=place) for name in names)
    yield from (Sentence(text, place=place) for text in described)


def _strings(node: ast.AST) -> Iterator[str]:
    """Yield the strings of a table; functions in it say their own."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif not isinstance(node, ast.Lambda | ast.Call):
        inner = node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node)
        yield from (text for each in inner for text in _strings(each))


def _spelt(node: ast.AST) -> list[str]:
    """Return the string of an argument, or all of them where it depends."""
    if isinstance(node, ast.IfExp):
        return [*_spelt(node.body), *_spelt(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _read(place: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / place).read_text(encoding="utf-8"))


def _leaves(data: Any) -> Iterator[str]:
    """Yield the strings of a data file that people read."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in PLAIN_KEYS:
                yield from _leaves(value)
    elif isinstance(data, list):
        for value in data:
            yield from _leaves(value)


def _of_words() -> Iterator[Sentence]:
    for place in WORD_FILES:
        yield from (Sentence(text, place=place) for text in _leaves(_read(place)))


def _of_voices() -> Iterator[Sentence]:
    for place in VOICE_FILES:
        for voice, texts in _read(place).items():
            yield from (Sentence(text, context=voice, place=place) for text in _leaves(texts))


def _of_pages() -> Iterator[Sentence]:
    for place in PAGE_FILES:
        yield from (Sentence(unwrapped(text), place=place) for text in _leaves(_read(place)))


def _of_cards() -> Iterator[Sentence]:
    """Yield what is printed on all cards, as their texts read once they are rendered."""
    for name in REGISTRY.names():
        module, place = module_of(name), f"cards/packs/{name}"
        for text in (module.title, module.blurb, module.difficulty):
            yield Sentence(text, place=place)
        for value in module.default_options.values():
            yield from [Sentence(value, place=place)] if isinstance(value, str) else []
        for face in module.faces():
            kinds = [word.replace("_", " ") for word in (face.kind, *face.traits)]
            kinds = [
                kind for word in kinds for kind in (word[:1].upper() + word[1:], word.lower(), f"Big {word}")
            ]
            texts = (face.name, *kinds, *face.text, face.flavour, *_figures(face.figures))
            yield from (Sentence(text, place=place) for text in texts)


def _figures(figures: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for figure in figures:
        yield from (text for text in figure if not text.strip("+-−").isdecimal())
