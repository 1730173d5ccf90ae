"""Files do not import each other in a ring.

An import counts wherever it stands: at the top, inside a function or behind ``TYPE_CHECKING``. Python also
runs the ``__init__`` of a package before its modules; that does not count, but what the ``__init__`` imports
does.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.architecture.tree import ROOT, files

FLOORS = ("bot", "cards", "cogs")
PAGE_FOLDER = ROOT / "bot" / "sandbox" / "page"

KNOWN_CYCLES: dict[str, frozenset[str]] = {}
"""Rings that still exist, by package. The list only shrinks: a ring that is untied must leave it."""

Graph = Mapping[str, frozenset[str]]

_SCRIPT_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']\./([\w-]+\.js)["']""")


def python_modules() -> dict[str, Path]:
    """Return the files of the three floors by module name; a package is its ``__init__``."""
    found: dict[str, Path] = {}
    for path in files(".py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] in FLOORS:
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imported_names(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the dotted names a module imports, those of ``from`` imports with what they take."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, node.module] if node.module else above)
            yield from (f"{source}.{alias.name}" for alias in node.names)


def python_graph(modules: Mapping[str, Path]) -> dict[str, frozenset[str]]:
    """Return which of the modules each of them imports."""
    graph: dict[str, frozenset[str]] = {}
    for name, path in modules.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        tree = ast.parse(path.read_text(encoding="utf-8"))
        targets = (module_of(dotted, modules) for dotted in imported_names(tree, package))
        graph[name] = frozenset(target for target in targets if target is not None)
    return graph


def module_of(dotted: str, modules: Mapping[str, Path]) -> str | None:
    """Return the module that an imported name is or lies in; None for one that is not ours."""
    while dotted and dotted not in modules:
        dotted = dotted.rpartition(".")[0]
    return dotted or None


def script_graph(folder: Path) -> dict[str, frozenset[str]]:
    """Return which scripts each ES module of a folder imports."""
    return {
        path.name: frozenset(_SCRIPT_IMPORT.findall(path.read_text(encoding="utf-8")))
        for path in folder.glob("*.js")
    }


def cycles(graph: Graph) -> set[frozenset[str]]:
    """Return the sets of nodes that reach each other (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: set[frozenset[str]] = set()

    def visit(node: str) -> None:
        order[node] = lowest[node] = len(order)
        stack.append(node)
        for target in graph[node]:
            if target not in order:
                visit(target)
                lowest[node] = min(lowest[node], lowest[target])
            elif target in stack:
                lowest[node] = min(lowest[node], order[target])
        if lowest[node] == order[node]:
            at = stack.index(node)
            ring = frozenset(stack[at:])
            del stack[at:]
            if len(ring) > 1 or node in graph[node]:
                found.add(ring)

    for node in graph:
        if node not in order:
            visit(node)
    return found


def test_python_files_form_no_ring() -> None:
    """What two files share belongs below both; the known rings are compared exactly."""
    assert cycles(python_graph(python_modules())) == set(KNOWN_CYCLES.values())


def test_known_rings_are_listed_under_their_package() -> None:
    """Every module of a known ring lies in the package that names the ring."""
    strays = {
        module
        for package, ring in KNOWN_CYCLES.items()
        for module in ring
        if not f"{module}.".startswith(f"{package}.")
    }
    assert strays == set()


def test_scripts_of_the_page_form_no_ring() -> None:
    """The ES modules of the sandbox's page import each other by relative path."""
    graph = script_graph(PAGE_FOLDER)
    assert graph["main.js"], "the imports of the page are not recognized"
    assert cycles(graph) == set()


def test_a_ring_is_found_wherever_its_imports_stand(tmp_path: Path) -> None:
    """Imports for types only, inside functions, relative and of a whole package all count."""
    sources = {
        "box": "from box import below\n",
        "box.below": "import json\n",
        "box.one": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from box.two import Two\n",
        "box.two": "def run():\n    from .three import go\n",
        "box.three": "import box.one, box.below\n",
        "box.apart": "from . import one, below\n",
    }
    modules: dict[str, Path] = {}
    for name, source in sources.items():
        modules[name] = tmp_path / ("__init__.py" if name == "box" else f"{name}.py")
        modules[name].write_text(source)
    assert cycles(python_graph(modules)) == {frozenset({"box.one", "box.two", "box.three"})}


def test_a_ring_of_scripts_is_found(tmp_path: Path) -> None:
    """Imports by name, for effect and on demand all count."""
    sources = {
        "a.js": 'import { b } from "./b.js";\n',
        "b.js": "import './c.js';\n",
        "c.js": 'const a = await import("./a.js");\n',
        "d.js": 'export { a } from "./a.js";\n',
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    assert cycles(script_graph(tmp_path)) == {frozenset({"a.js", "b.js", "c.js"})}
