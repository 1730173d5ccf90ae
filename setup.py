"""What pyproject.toml cannot say: with KICKDOOR_COMPILE=1 in the environment, mypyc compiles the rules.

    KICKDOOR_COMPILE=1 pip wheel --no-deps .                # a wheel for this machine and this Python
    KICKDOOR_COMPILE=1 python setup.py build_ext --inplace  # what `make fast` does

Without the flag the wheel is pure Python. With it, a C compiler and Python's headers are needed.
"""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
BUILDS = {"build", "build_ext", "bdist_wheel", "editable_wheel", "install"}
"""The commands that need the C files; the others, such as those for metadata, do without minutes of work."""


def compiled() -> dict[str, Any]:
    """Return what the setup needs besides, where the rules are to be compiled."""
    if os.environ.get("KICKDOOR_COMPILE", "0") in ("", "0"):
        return {}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    needs = [name for name in wanted if name.startswith(("mypy", "pydantic>"))]
    if BUILDS.isdisjoint(sys.argv):
        return {"setup_requires": needs}  # pip installs them where it builds in isolation
    sys.path.insert(0, str(ROOT / ".ci"))
    from compiled import extensions

    return {"ext_modules": extensions(ROOT)}


class Source(sdist):
    """A source archive that can be compiled, too."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, [*files, ".ci/compiled.py"])


setup(cmdclass={"sdist": Source}, **compiled())
