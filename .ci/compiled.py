"""How the rules and screens are compiled; `setup.py` asks for it where KICKDOOR_COMPILE is 1.

mypyc compiles the modules that pyproject.toml lists in `[tool.kickdoor.compile]`. Before that, slotted
dataclasses are rewritten in a copy: mypyc leaves their ``__init__`` to the interpreter; they get their own.
A rewriting has to save more than 15 % of the time. Measured with CPython 3.11 and mypyc 2.4, in CPU time of
the same random games played with and without it, processes in turn:

* ``__init__`` for slotted dataclasses: without it a single step takes 1.55 times as long, a game 1.52 times.
* Left out: named tuples made by ``tuple.__new__`` (1.11, 1.13), ``memoized`` written out in each function
  (1.04, 1.01).

What the games do stays the same; `tests/cards/test_compiled.py` compares (in its long form: compiled).
"""

from __future__ import annotations

import ast
import os
import shutil
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setuptools import Extension

WORK = Path("build") / "rules"
"""Where the rewritten copy and the C files go; it is kept, so that only what changed is compiled again."""

GROUP = "cards.rules"
"""The one library that holds all compiled modules is ``cards/rules__mypyc.*.so``."""


def module_paths(root: Path) -> list[Path]:
    """Return the modules to compile, relative to the root. A pattern must match something."""
    table = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["kickdoor"][
        "compile"
    ]
    found: dict[str, set[Path]] = {}
    for key in ("include", "exclude"):
        found[key] = set()
        for pattern in table[key]:
            matches = {path.relative_to(root) for path in root.glob(pattern)}
            if not matches:
                place = f"pyproject.toml, [tool.kickdoor.compile], {key}"
                raise FileNotFoundError(f"{place}: no file matches {pattern!r}")
            found[key] |= matches
    return sorted(path for path in found["include"] - found["exclude"] if path.name != "__init__.py")


# dataclasses

OPEN = ast.parse("mypyc_attr(allow_interpreted_subclasses=True)", mode="eval").body


@dataclass
class Field:
    """A field of a dataclass: its type, and the source of its default or of the factory of its default."""

    name: str
    type: str
    default: str = ""
    factory: str = ""
    keyword: bool = False

    @classmethod
    def of(cls, item: ast.AnnAssign, keyword: bool) -> Field:
        field = cls(ast.unparse(item.target), ast.unparse(item.annotation), keyword=keyword)
        value = item.value
        if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
            for key in value.keywords:
                if key.arg == "default":
                    field.default = ast.unparse(key.value)
                elif key.arg == "default_factory":
                    field.factory = ast.unparse(key.value)
                elif key.arg == "kw_only":
                    field.keyword = ast.unparse(key.value) == "True"
                elif key.arg not in ("compare", "hash", "metadata", "repr"):
                    raise NotImplementedError(f"field({key.arg}=...) of {field.name}")
        elif value is not None:
            field.default = ast.unparse(value)
        return field

    @property
    def parameter(self) -> str:
        if self.factory:
            return f"{self.name}: {self.type} | None = None"
        return f"{self.name}: {self.type}" + (f" = {self.default}" if self.default else "")

    @property
    def assignment(self) -> str:
        if not self.factory:
            return f"self.{self.name} = {self.name}"
        made = {"lambda: []": "[]", "lambda: {}": "{}"}.get(self.factory, f"({self.factory})()")
        return f"self.{self.name} = {made} if {self.name} is None else {self.name}"


@dataclass
class Slotted:
    """A slotted dataclass of the source: its node, the call of its decorator and its bases' full names."""

    node: ast.ClassDef
    decorator: ast.Call
    bases: list[str]

    @property
    def options(self) -> dict[str | None, str]:
        """What the decorator is given."""
        return {key.arg: ast.unparse(key.value) for key in self.decorator.keywords}

    def fields(self) -> list[Field]:
        """Return its own fields, without those of its bases."""
        keyword = self.options.get("kw_only") == "True"
        return [Field.of(i, keyword) for i in annotations(self.node) if not is_class_variable(i)]


def slotted_classes(tree: ast.Module, module: str) -> dict[str, Slotted]:
    """Return the dataclasses of the module that have slots, under their full names."""
    full = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    found: dict[str, Slotted] = {}
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        full[node.name] = f"{module}.{node.name}"
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "dataclass":
                made = Slotted(node, mark, [full.get(ast.unparse(base), "") for base in node.bases])
                if made.options.get("slots") == "True":
                    found[full[node.name]] = made
    return found


def annotations(node: ast.ClassDef) -> list[ast.AnnAssign]:
    return [item for item in node.body if isinstance(item, ast.AnnAssign)]


def is_class_variable(item: ast.AnnAssign) -> bool:
    return ast.unparse(item.annotation).strip("'\"").startswith("ClassVar")


def all_fields(made: Slotted, known: dict[str, Slotted]) -> list[Field]:
    """Return its fields with those of all bases, which come first; a field declared again keeps its place."""
    found: dict[str, Field] = {}
    for name in made.bases:
        for field in all_fields(known[name], known) if name in known else ():
            found[field.name] = replace(field, type="Any")  # its type may be a name that is unknown here
    found |= {field.name: field for field in made.fields()}
    return list(found.values())


def make_native(made: Slotted, known: dict[str, Slotted]) -> list[ast.stmt]:
    """Give a slotted dataclass an ``__init__`` to compile, and return what stands in its place.

    What is added around it serves others. pydantic, which reads and writes saved games, needs the whole types
    (mypyc keeps the outermost name), ``__slots__`` (there is no ``__dict__``), and objects that no
    ``__init__`` has seen: mypyc makes these only of classes on which interpreted ones may build. Such classes
    must not make the slots once more, so ``__slots__`` names them; but it is empty for the moment in which
    another native class builds on it, since mypyc allows no others.
    """
    node, options = made.node, made.options
    if "init" in options:
        raise NotImplementedError(f"@dataclass(init=...) of {node.name}")
    keywords = made.decorator.keywords
    made.decorator.keywords = [key for key in keywords if key.arg != "slots"]
    for item in filter(is_class_variable, annotations(node)):
        item.annotation = ast.Constant("ClassVar[Any]")  # of any other, mypyc makes a field
    node.decorator_list.insert(0, OPEN)
    fields = all_fields(made, known)
    node.body += parsed(init_source(fields, has_post_init(made, known)))
    if options.get("frozen") == "True":
        node.body += parsed(state_source(fields))
    types = [
        f"{node.name}.__dataclass_fields__[{field.name!r}].type = {field.type!r}" for field in made.fields()
    ]
    names = {ast.unparse(base): known.get(full) for base, full in zip(node.bases, made.bases, strict=True)}
    bases = {name: base for name, base in names.items() if base is not None}
    before = [set_slots(name, []) for name in bases]
    after = [set_slots(name, base.fields()) for name, base in {node.name: made, **bases}.items()]
    return [*parsed("\n".join(before)), node, *parsed("\n".join([*types, *after]))]


def has_post_init(made: Slotted, known: dict[str, Slotted]) -> bool:
    own = any(isinstance(item, ast.FunctionDef) and item.name == "__post_init__" for item in made.node.body)
    return own or any(has_post_init(known[name], known) for name in made.bases if name in known)


def init_source(fields: list[Field], post_init: bool) -> str:
    """Return the source of an ``__init__`` like the one that ``dataclass`` would make."""
    given = [field.parameter for field in fields if not field.keyword]
    named = [field.parameter for field in fields if field.keyword]
    body = [field.assignment for field in fields]
    if post_init:
        body.append("self.__post_init__()")
    parameters = ", ".join(["self", *given, *(["*", *named] if named else [])])
    return f"def __init__({parameters}) -> None:\n " + "\n ".join(body or ["pass"])


def state_source(fields: list[Field]) -> str:
    """Return the source of what copies and pickles a frozen object: its fields cannot be set from outside."""
    values = "".join(f"self.{field.name}, " for field in fields)
    settings = [f"self.{field.name} = state[{number}]" for number, field in enumerate(fields)]
    return (
        f"def __getstate__(self) -> Any:\n return ({values})\n"
        "def __setstate__(self, state: Any) -> None:\n " + "\n ".join(settings or ["pass"])
    )


def set_slots(name: str, fields: list[Field]) -> str:
    return f"setattr({name}, '__slots__', {tuple([field.name for field in fields])})"


def parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


# modules


def rewrite(root: Path, paths: Iterable[Path]) -> None:
    """Rewrite the slotted dataclasses of these modules where they lie."""
    trees = {path: ast.parse((root / path).read_text(encoding="utf-8")) for path in paths}
    slotted = {
        path: slotted_classes(tree, ".".join(path.with_suffix("").parts)) for path, tree in trees.items()
    }
    known = {name: made for found in slotted.values() for name, made in found.items()}
    for path, found in slotted.items():
        if not found:
            continue
        native: dict[ast.stmt, list[ast.stmt]] = {m.node: make_native(m, known) for m in found.values()}
        body = trees[path].body = [part for node in trees[path].body for part in native.get(node, [node])]
        place = next(n for n, node in enumerate(body) if isinstance(node, ast.ImportFrom)) + 1
        body[place:place] = parsed("from typing import Any\nfrom mypy_extensions import mypyc_attr")
        (root / path).write_text(ast.unparse(ast.fix_missing_locations(trees[path])), encoding="utf-8")


def copy_rewritten(root: Path, out: Path) -> list[Path]:
    """Copy the source and rewrite there what is compiled; return the modules, relative to ``out``."""
    paths = module_paths(root)
    shutil.rmtree(out, ignore_errors=True)
    left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
    for floor in sorted({path.parts[0] for path in paths}):
        shutil.copytree(root / floor, out / floor, ignore=left_out)
    rewrite(out, paths)
    return paths


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in another folder for a while."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def extensions(root: Path) -> list[Extension]:
    """Return the extension modules for setuptools, their C files written."""
    from mypyc.build import mypycify

    copy = root / WORK / "source"
    paths = copy_rewritten(root, copy)
    options = ["--config-file=", f"--python-executable={sys.executable}", "--follow-imports=silent"]
    options.append("--disable-error-code=misc")  # an __init__ may set the fields of a frozen object
    options.append(f"--cache-dir={root / WORK / 'mypy'}")
    with inside(copy):  # mypy takes the names of modules from where it stands
        made: list[Extension] = mypycify(
            [*options, *map(str, paths)],
            opt_level="2",
            debug_level="0",
            group_name=GROUP,
            target_dir=str(root / WORK / "c"),
        )
    for extension in made:
        extension.sources = [os.path.relpath(source, root) for source in extension.sources]
        if os.name == "posix":
            # No warnings: nobody wrote that C by hand. Hidden functions may be called directly and inlined.
            extension.extra_compile_args += ["-Wno-all", "-fvisibility=hidden"]
    return made
