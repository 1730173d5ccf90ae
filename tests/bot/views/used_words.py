"""Which closed words the games use, read from their source: so that none of them lacks a wording."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

WORD_ARGUMENTS_BY_CALL = {
    "Move": ("verb", 0),
    "choose": ("ask", 3),
    "ask": ("ask", 3),
    "open_window": ("window", 1),
    "Refusal": ("refusal", 0),
    "SetupError": ("setup", 0),
    "Slot": ("slot", 0),
    "Line": ("reason", 1),
}
"""For each function the sort of word, and which argument holds it."""


def words_in(*folders: str, within: str = "cards") -> dict[str, set[str]]:
    """Return all words of each sort that are spelt out in the source of some packages."""
    found: dict[str, set[str]] = {sort: set() for sort, _ in WORD_ARGUMENTS_BY_CALL.values()}
    for folder in folders:
        for path in sorted((ROOT / within / folder).rglob("*.py")):
            for sort, word in _calls(ast.parse(path.read_text())):
                found[sort].add(word)
    return found


def _calls(tree: ast.AST) -> Iterator[tuple[str, str]]:
    named = dict(_named(tree))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name not in WORD_ARGUMENTS_BY_CALL:
            continue
        sort, place = WORD_ARGUMENTS_BY_CALL[name]
        if place < len(node.args):
            argument = node.args[place]
            # A choice between two words may have got a name first.
            if isinstance(argument, ast.Name):
                argument = named.get(argument.id, argument)
            yield from ((sort, word) for word in _spelt(argument))


def _named(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def _spelt(node: ast.expr) -> Iterator[str]:
    """Yield the word of an argument, or all of them where it depends."""
    if isinstance(node, ast.IfExp):
        yield from _spelt(node.body)
        yield from _spelt(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
