"""The import contracts cover everything there is.

import-linter sees only packages with an `__init__.py`, and only below the roots it is told of. This looks
at the folders themselves.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, files, project

FLOORS = ("bot", "cards", "cogs")


def placed_in(container: str) -> set[str]:
    """Return the names that the exhaustive layers of this package place."""
    contracts = project()["tool"]["importlinter"]["contracts"]
    (contract,) = [c for c in contracts if c.get("containers") == [container]]
    assert contract["exhaustive"]
    return {name for layer in contract["layers"] for name in re.findall(r"\w+", layer)}


@pytest.mark.parametrize("container", ["bot", "cards"])
def test_every_child_has_its_layer(container: str) -> None:
    """A new package has to be placed in pyproject.toml before the build passes."""
    below = [
        path.relative_to(ROOT / container) for path in files(".py") if path.is_relative_to(ROOT / container)
    ]
    children = {path.parts[0].removesuffix(".py") for path in below}
    assert children - {"__init__"} <= placed_in(container)


def test_every_folder_of_code_is_a_package() -> None:
    """Without `__init__.py` the contracts would not see it."""
    code = [path for path in files(".py") if path.relative_to(ROOT).parts[0] in FLOORS]
    assert {path.parent for path in code if not (path.parent / "__init__.py").exists()} == set()


def test_code_lives_on_the_floors_or_in_the_tests() -> None:
    """Nothing else at the top level holds code but what sets up and builds: `.ci` and `setup.py`."""
    tops = {path.relative_to(ROOT).parts[0] for path in files(".py")}
    assert tops <= {*FLOORS, "tests", ".ci", "setup.py"}


def test_packs_are_data() -> None:
    """A pack holds cards and texts, no Python but the empty marks of a package."""
    code = [path for path in files(".py") if path.is_relative_to(ROOT / "cards" / "packs")]
    assert [path for path in code if path.name != "__init__.py" or "import" in path.read_text()] == []


def module_names() -> list[str]:
    """Return every module of the three floors."""
    names: list[str] = []
    for path in files(".py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] in FLOORS:
            names.append(".".join(parts).removesuffix(".__init__"))
    return names


def test_importing_starts_nothing(tmp_path: Path) -> None:
    """All modules together, imported: no thread, no child, no file, no output, no logging set up."""
    code = (
        "import importlib, logging, sys, threading\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "assert threading.active_count() == 1, threading.enumerate()\n"
        "assert not logging.getLogger().handlers"
    )
    ran = subprocess.run(
        [
            sys.executable,
            "-I",
            "-c",
            f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{code}",
            *module_names(),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []
