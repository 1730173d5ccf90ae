"""Which rooms speak: files in which every sentence goes through the seam. The list only grows."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.languages.sentences import ROOT

FINISHED = (
    "cogs/**/*.py",
    "bot/views/screens.py",
    "bot/views/base/*.py",
    "bot/views/pages/*.py",
    "bot/views/press/*.py",
    "bot/views/pictures/*.py",
    "bot/views/door/words/*.py",
    "bot/views/panic/words/*.py",
    "bot/views/table/*.py",
)

NOT_READ_WORDS = """
cards command describe compile debug error exception fullmatch get getLogger info partition plural read_texts
removeprefix removesuffix replace rpartition say say_as say_many split tell warning
"""
NOT_READ = frozenset(NOT_READ_WORDS.split())
"""Calls whose strings nobody reads, or that say them."""

NOT_SENTENCES = frozenset(
    {
        "a kind that is listed twice",
        "house rules",
        "Treasure",
        "Big ",
        "cards of the hand",
        "dict[str, Any]",
        " of ",
    }
)
"""Keys, types and faults of a program that look like sentences."""

_MARKUP = re.compile(r"`[^`]*`|<[^>]*>|https?://\S+|attachment://\S+")


def plain_sentences(path: Path) -> list[str]:
    """Return the sentences of a file that do not go through the seam, with their lines."""
    place = path.relative_to(ROOT)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node) in ("say", "tell")]
    said = {each.id for call in calls for each in call.args if isinstance(each, ast.Name)}
    found = _in(tree, said, inside=False)
    return [f"{place}:{line}: {text}" for line, text in found if text not in NOT_SENTENCES]


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _in(node: ast.AST, said: set[str], *, inside: bool) -> Iterator[tuple[int, str]]:
    """Yield what is plain below a node; tables at the top of a module are said when they are shown.

    So are variables that are ``said``.
    """
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) if name in said:
            return
        case ast.Raise() | ast.Assert() | ast.MatchValue() | ast.arguments():
            return
        case ast.Expr(value=ast.Constant()):  # a docstring
            return
        case ast.Call() if _name(node) in NOT_READ:
            return
        case ast.Compare() | ast.Subscript():
            inner = [
                each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.Constant | ast.Tuple)
            ]
        case ast.JoinedStr(values=values):
            texts = [str(part.value) for part in values if isinstance(part, ast.Constant)]
            if inside and _is_prose("".join(texts), at_least=1):
                yield node.lineno, "…".join(texts)
            inner = [part for part in values if not isinstance(part, ast.Constant)]
        case ast.Constant(value=str(text)):
            if inside and _is_prose(text, at_least=2):
                yield node.lineno, text
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            inside, inner = True, list(ast.iter_child_nodes(node))
        case _:
            inner = list(ast.iter_child_nodes(node))
    for each in inner:
        yield from _in(each, said, inside=inside)


def _is_prose(text: str, at_least: int) -> bool:
    """Return True for words that people read; ids have no spaces and begin in lower case."""
    read = _MARKUP.sub("", text)
    words = re.findall(r"[^\W\d_]{2,}", read)
    is_title = re.fullmatch(r"\W*[A-Z][a-z]+\W*", read) is not None
    return is_title or (len(words) >= at_least and " " in read.strip())


def finished_files() -> list[Path]:
    """Return the files of all rooms that speak."""
    found = {path for pattern in FINISHED for path in ROOT.glob(pattern)}
    return sorted(found - {ROOT / "bot/views/base/limits.py"})  # it speaks to programmers
