"""KICKDOOR_COMPILE=1 makes the rules C extensions; without it the wheel is pure Python."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, files, project

ASK = """
import json, sys
from distutils.core import run_setup
made = run_setup("setup.py", ["build_ext"], stop_after="commandline")
print(json.dumps([extension.name for extension in made.ext_modules or ()]))
"""
PLAIN_MYPYC = """
from setuptools import Extension

def mypycify(arguments, *, group_name, **options):
    '''Make an extension of each module, as mypyc does, without the minutes.'''
    modules = [name for name in arguments if name.endswith(".py")]
    assert all(open(name).read() for name in modules)
    return [Extension(n, ["x.c"], extra_compile_args=[]) for n in [group_name, *modules]]
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of what a build looks at, with a mypyc that compiles nothing."""
    for path in files():
        name = path.relative_to(ROOT)
        if name.parts[0] in ("bot", "cards", "cogs", ".ci") or len(name.parts) == 1:
            copy = tmp_path / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
    (tmp_path / "fake" / "mypyc").mkdir(parents=True)
    (tmp_path / "fake" / "mypyc" / "__init__.py").touch()
    (tmp_path / "fake" / "mypyc" / "build.py").write_text(PLAIN_MYPYC)
    return tmp_path


def configured(checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the setup up to where a build would begin, and print the names of its extension modules."""
    kept = {key: value for key, value in os.environ.items() if key != "KICKDOOR_COMPILE"}
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", "import setuptools" + ASK],
        cwd=checkout,
        env={**kept, **environment, "PYTHONPATH": str(checkout / "fake")},
        capture_output=True,
        text=True,
    )


def test_the_flag_adds_the_extension_modules(checkout: Path) -> None:
    """One for each module that pyproject.toml names, and the library that holds them all."""
    ran = configured(checkout, KICKDOOR_COMPILE="1")
    assert ran.returncode == 0, ran.stderr
    names = set(json.loads(ran.stdout))
    assert {"cards.rules", "cards/kernel/machine.py", "cards/door/engine.py"} <= names
    assert not names & {"cards/kernel/codec.py", "cards/kernel/__init__.py", "cards/registry.py"}


@pytest.mark.parametrize("environment", [{}, {"KICKDOOR_COMPILE": ""}, {"KICKDOOR_COMPILE": "0"}])
def test_without_the_flag_there_are_none(checkout: Path, environment: dict[str, str]) -> None:
    """Nor is anything asked of mypyc."""
    shutil.rmtree(checkout / "fake")
    ran = configured(checkout, **environment)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == []


@pytest.mark.parametrize("key", ["include", "exclude"])
def test_a_listed_module_that_is_not_there_is_named(checkout: Path, key: str) -> None:
    """A renamed module must not drop out of the compiled rules unnoticed."""
    pattern = project()["tool"]["kickdoor"]["compile"][key][-1]
    (checkout / pattern).rename(checkout / "elsewhere.py")
    ran = configured(checkout, KICKDOOR_COMPILE="1")
    assert ran.returncode == 1
    assert f"pyproject.toml, [tool.kickdoor.compile], {key}: no file matches '{pattern}'" in ran.stderr


def remove_outdated(checkout: Path) -> str:
    done = subprocess.run(
        ["sh", ".ci/remove-outdated"], cwd=checkout, capture_output=True, text=True, check=True
    )
    return done.stderr


def test_outdated_modules_are_removed(checkout: Path) -> None:
    """A compiled module would be imported in place of the source that has changed since."""
    library = checkout / "cards" / "rules__mypyc.cpython-311.so"
    module = checkout / "cards" / "door" / "engine.cpython-311.so"
    library.touch()
    module.touch()
    assert remove_outdated(checkout) == ""
    assert library.exists()
    assert module.exists()
    after = library.stat().st_mtime + 5
    os.utime(checkout / "cards" / "door" / "piles.py", (after, after))
    assert "cards/door/piles.py is newer" in remove_outdated(checkout)
    assert not library.exists()
    assert not module.exists()


def test_modules_without_their_library_are_removed(checkout: Path) -> None:
    """An interrupted build leaves nothing that cannot be imported."""
    module = checkout / "cards" / "door" / "engine.cpython-311.so"
    module.touch()
    remove_outdated(checkout)
    assert not module.exists()


def test_compiled_modules_run_nothing_that_mypyc_leaves_out() -> None:
    """To mypyc ``TYPE_CHECKING`` is true: an ``else`` of it is cut, and importing the module fails there."""
    table = project()["tool"]["kickdoor"]["compile"]
    left_out = {path for pattern in table["exclude"] for path in ROOT.glob(pattern)}
    paths = {path for pattern in table["include"] for path in ROOT.glob(pattern)} - left_out
    assert len(paths) > 50
    cut = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(paths)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and node.orelse
    ]
    assert cut == []


def compiled_sources() -> list[Path]:
    """List the files that a compiled build turns into C."""
    named = project()["tool"]["kickdoor"]["compile"]
    left_out = {path for pattern in named["exclude"] for path in ROOT.glob(pattern)}
    return sorted({path for pattern in named["include"] for path in ROOT.glob(pattern)} - left_out)


def test_compiled_modules_look_into_no_tuple_with_a_star() -> None:
    """The compiler ends with an error of its own at ``x in (*a, b)``, minutes after one has asked for it."""
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in compiled_sources()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops)
        for side in node.comparators
        if isinstance(side, ast.Tuple | ast.List) and any(isinstance(e, ast.Starred) for e in side.elts)
    ]
    assert found == []
