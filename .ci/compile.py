"""Compile the rules with mypyc into a folder that comes first on PYTHONPATH: `make fast` does it.

Calls and attributes become C, and computer players think three times as fast. The copy that is
compiled (never the source) is first rewritten where Python's usual ways lead back into the interpreter:

* Slotted dataclasses become native classes; ``slots=True`` would make a second class.
* Named tuples are made by ``tuple`` itself: their own ``__new__`` is an interpreted function.
* What is ``memoized`` looks its answers up itself: a decorated function is a slow call.
* The dice's 64-bit numbers are machine words.

What the games do stays the same; `tests/cards/test_compiled.py` compares (it is one of the long tests).
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import mypy_extensions

FOLDERS = ("kernel", "door", "players")
SINGLE = (
    "simulate.py",
    "language/definition.py",
    "language/finding.py",
    "language/interpreter.py",
    "language/seats.py",
    "language/selection.py",
    "language/activation.py",
    "panic/state.py",  # it builds on a native class
)
LEFT_OUT = frozenset({"kernel/codec.py", "door/options.py"})
"""These hand everything to pydantic, which is compiled as it is."""
BASES_FIRST = ("kernel/frames.py", "kernel/zones.py", "kernel/dice.py", "kernel/state.py")
OPEN = frozenset({"GameState", "Machine"})
"""Native classes that interpreted ones build on: the castle-defence game, and games in tests."""
NEUTRAL = {"int": "0", "str": "''", "bool": "False"}
BUILD = """
import os
import sys
from mypyc.build import mypycify
from setuptools import setup
options = ["--config-file=", "--python-executable=" + sys.executable, "--follow-imports=silent"]
kind = dict(opt_level=sys.argv[1], debug_level="0", group_name="kickdoor_rules")
made = mypycify([*options, *sys.argv[2:]], **kind)
for extension in made if os.name == "posix" else ():
    extension.extra_compile_args = [*extension.extra_compile_args, "-Wno-all"]
setup(name="kickdoor-rules", packages=[], ext_modules=made, script_args=["-q", "build_ext", "--inplace"])
"""
"""Without what debuggers want, and without warnings: both take long, and nobody wrote that C by hand."""

HEAD = """
from typing import Any, Final
from mypy_extensions import i64, mypyc_attr
new_tuple: Final = tuple.__new__
"""
MIX = f"""
def mix(seed: int, count: int) -> int:
    low: i64 = i64(seed & 0xFFFFFFFF)
    high: i64 = i64(seed >> 32 & 0xFFFFFFFF)
    z: i64 = (high << 32 | low) + (i64(count) + 1) * {0x9E3779B97F4A7C15 - 2**64}
    z = (z ^ z >> 30 & {2**34 - 1}) * {0xBF58476D1CE4E5B9 - 2**64}
    z = (z ^ z >> 27 & {2**37 - 1}) * {0x94D049BB133111EB - 2**64}
    z ^= z >> 31 & {2**33 - 1}
    return int(z >> 32 & 0xFFFFFFFF) << 32 | int(z & 0xFFFFFFFF)
"""
"""SplitMix64 on machine words, which wrap around by themselves; Python's own numbers would not."""

Tree = ast.Module
Fields = dict[str, list["Field"]]


def statements(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


# named tuples


class Unroll(ast.NodeTransformer):
    """Replaces calls of named tuples by ``tuple.__new__``, with every field given."""

    def __init__(self, named: dict[str, list[tuple[str, ast.expr | None]]]) -> None:
        self.named = named

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        fields = self.named.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if fields is None or any(isinstance(arg, ast.Starred) for arg in node.args):
            return node
        given = {name: value for (name, _), value in zip(fields, node.args, strict=False)}
        given |= {key.arg: key.value for key in node.keywords if key.arg is not None}
        values = [given.get(name, default) for name, default in fields]
        made = ast.Tuple([value for value in values if value is not None], ast.Load())
        return ast.Call(ast.Name("new_tuple", ast.Load()), [node.func, made], [])


def named_tuples(trees: Iterable[Tree]) -> dict[str, list[tuple[str, ast.expr | None]]]:
    """Return the fields of each named tuple with their defaults."""
    return {
        node.name: [(ast.unparse(item.target), item.value) for item in annotated(node)]
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.ClassDef) and [ast.unparse(base) for base in node.bases] == ["NamedTuple"]
    }


def annotated(node: ast.ClassDef) -> list[ast.AnnAssign]:
    return [item for item in node.body if isinstance(item, ast.AnnAssign)]


# memoized questions


def look_up(function: ast.FunctionDef, owner: str) -> list[ast.stmt]:
    """Return a memoized function as two: one that looks into the memo, and one that works it out."""
    function.decorator_list = []
    me, *given = [arg.arg for arg in function.args.args]
    asked = f"_{owner}_{function.name}"
    call = f"{me}.{asked}({', '.join(given)})" if owner else f"{asked}({', '.join([me, *given])})"
    assert function.returns is not None
    head = f"def {function.name}({ast.unparse(function.args)}) -> {ast.unparse(function.returns)}"
    name = repr(f"{owner}.{function.name}")
    key = f"({name}, {', '.join(given)})" if given else name
    looked = f"""
{head}:
    memo = {me}.memo
    if memo is None:
        return {call}
    key = {key}
    found = memo.get(key)
    if found is None:
        found = memo[key] = {call}
    return found
"""
    function.name = asked
    return [*statements(looked), function]


# dataclasses


@dataclass
class Field:
    """A field of a dataclass: its type, and the source of its default or of what makes it."""

    name: str
    kind: str
    default: str = ""
    factory: str = ""

    @classmethod
    def of(cls, item: ast.AnnAssign) -> Field:
        field = cls(ast.unparse(item.target), ast.unparse(item.annotation))
        value = item.value
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
            for key in value.keywords:
                if key.arg == "default":
                    field.default = ast.unparse(key.value)
                elif key.arg == "default_factory":
                    field.factory = ast.unparse(key.value)
        elif value is not None:
            field.default = ast.unparse(value)
        return field

    @property
    def needed(self) -> bool:
        """Return True if there is no default. Pydantic makes an empty object and fills it later."""
        optional = "None" in self.kind.split(" | ")
        return not (self.default or self.factory or optional or self.kind in NEUTRAL)

    @property
    def parameter(self) -> str:
        if self.needed or self.factory:
            return f"{self.name}: {self.kind} | None = None"
        return f"{self.name}: {self.kind} = {self.default or NEUTRAL.get(self.kind, 'None')}"

    @property
    def setting(self) -> str:
        known = {"lambda: []": "[]", "lambda: {}": "{}"}
        made = known.get(self.factory, f"({self.factory})()")
        value = f"{made} if {self.name} is None else {self.name}" if self.factory else self.name
        guard = f"if {self.name} is not None: " if self.needed else ""
        return f"{guard}self.{self.name} = {value}"


def slotted(node: ast.ClassDef) -> ast.Call | None:
    """Return the decorator of a slotted dataclass, None if the class is none."""
    for mark in node.decorator_list:
        if not isinstance(mark, ast.Call) or ast.unparse(mark.func) != "dataclass":
            continue
        if any(key.arg == "slots" for key in mark.keywords):
            return mark
    return None


def native(node: ast.ClassDef, mark: ast.Call, known: Fields) -> list[ast.stmt]:
    """Turn a slotted dataclass into a native one; return what has to stand behind all classes.

    Making one is a C call. ``__slots__`` tells pydantic to write field by field, and the types are put back
    because mypyc keeps only their outermost names. A missing argument is no error here, nor is a change of
    what was frozen.
    """
    asked = {key.arg: ast.unparse(key.value) for key in mark.keywords}
    mark.keywords = [key for key in mark.keywords if key.arg not in ("slots", "frozen")]
    if "frozen" in asked and asked.get("eq") != "False":
        mark.keywords.append(ast.keyword("unsafe_hash", ast.Constant(True)))
    own = [Field.of(item) for item in annotated(node)]
    inherited = [field for base in node.bases for field in known.get(ast.unparse(base), ())]
    known[node.name] = inherited + own
    # The module need not know the names in inherited types.
    fields = [Field(f.name, "object", f.default, f.factory) for f in inherited] + own
    takes = ", ".join(field.parameter.replace(": object", ": Any") for field in fields)
    body = [field.setting for field in fields]
    if any(isinstance(item, ast.FunctionDef) and item.name == "__post_init__" for item in node.body):
        full = " and ".join(f"{field.name} is not None" for field in fields if field.needed)
        body.append(f"if {full or 'True'}: self.__post_init__()")
    node.body += statements(f"def __init__(self, {takes}) -> None:\n " + "\n ".join(body))
    for item in annotated(node):
        item.annotation = ast.Constant(ast.unparse(item.annotation))
    after = [f"{node.name}.__dataclass_fields__[{f.name!r}].type = {f.kind!r}" for f in own]
    if node.name in OPEN:
        node.decorator_list.insert(0, open_mark())
    else:
        state = "".join(f"self.{field.name}, " for field in fields)
        node.body += statements(f"def __reduce__(self) -> tuple[object, ...]: return {node.name}, ({state})")
        after.append(f"setattr({node.name}, '__slots__', ())")
    return statements("\n".join(after))


def use_machine_words(tree: Tree) -> None:
    """Put the generator of the dice in machine words; only what is compiled can be written so."""
    places = [
        n for n, node in enumerate(tree.body) if isinstance(node, ast.FunctionDef) and node.name == "mix"
    ]
    for place in places:
        tree.body[place : place + 1] = statements(MIX)


def open_mark() -> ast.expr:
    return ast.parse("mypyc_attr(allow_interpreted_subclasses=True)", mode="eval").body


# modules


def rewrite(tree: Tree, known: Fields) -> str:
    """Return the module as it is compiled; ``known`` collects fields for dataclasses that follow."""
    behind: list[ast.stmt] = []
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            mark = slotted(node)
            if mark is not None:
                behind += native(node, mark, known)
            elif node.name in OPEN:
                node.decorator_list.insert(0, open_mark())
            node.body = list(parted(node.body, node.name))
        body.append(node)
    tree.body = list(parted(body, "")) + behind
    text = ast.unparse(ast.fix_missing_locations(tree))
    future = "from __future__ import annotations\n"
    return text.replace(future, future + HEAD, 1)


def parted(body: Iterable[ast.stmt], owner: str) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.FunctionDef) and "memoized" in map(ast.unparse, node.decorator_list):
            yield from look_up(node, owner)
        else:
            yield node


def modules(cards: Path) -> list[Path]:
    """Return the modules to compile, bases before what builds on them."""
    found = [path for folder in FOLDERS for path in sorted((cards / folder).glob("*.py"))]
    found = [path for path in found if path.name != "__init__.py"] + [cards / name for name in SINGLE]
    kept = [path for path in found if str(path.relative_to(cards)) not in LEFT_OUT]
    first = [cards / name for name in BASES_FIRST]
    return first + [path for path in kept if path not in first]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile the rules.")
    parser.add_argument("root", type=Path, help="where cards/ is")
    parser.add_argument("out", type=Path, help="the folder to write; what is in it is deleted")
    parser.add_argument("--level", default="2", choices=("0", "1", "2", "3"), help="of optimisation")
    parser.add_argument("--only-rewrite", action="store_true", help="write what would be compiled")
    options = parser.parse_args()
    shutil.rmtree(options.out, ignore_errors=True)
    shutil.copytree(
        options.root / "cards", options.out / "cards", ignore=shutil.ignore_patterns("__pycache__")
    )
    paths = modules(options.out / "cards")
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    unroll = Unroll(named_tuples(trees.values()))
    known: Fields = {}
    for path, tree in trees.items():
        if not options.only_rewrite:
            use_machine_words(tree)
        path.write_text(rewrite(unroll.visit(tree), known), encoding="utf-8")
    if not options.only_rewrite:
        build(options.out, options.level, paths)
    shutil.copy(mypy_extensions.__file__, options.out)  # so that the checks' packages are not needed to play
    (options.out / "ready").touch()


def build(out: Path, level: str, paths: Iterable[Path]) -> None:
    """Compile the modules where they lie; end with a message where that cannot be done."""
    names = [str(path.relative_to(out)) for path in paths]
    if subprocess.run([sys.executable, "-c", BUILD, level, *names], cwd=out, check=False).returncode:
        sys.exit("The rules could not be compiled; a C compiler and Python's headers are needed.")
    for left in ("build", ".mypy_cache"):
        shutil.rmtree(out / left, ignore_errors=True)


if __name__ == "__main__":
    main()
