"""What is installed elsewhere is whole: the container and the service have no checkout to fall back on."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.architecture.tree import ROOT, files

FLOORS = ("bot", "cards", "cogs")


def built(what: str, target: Path) -> None:
    """Build a wheel or an sdist from a copy of the checkout."""
    source = target / "source"
    for path in files():
        copy = source / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    build = f"import sys; from setuptools import build_meta; build_meta.build_{what}(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(target)], cwd=source, check=True, capture_output=True, text=True
    )


def test_the_source_archive_can_be_compiled(tmp_path: Path) -> None:
    """What ``setup.py`` asks for with KICKDOOR_COMPILE=1 is in it, and all that a wheel holds."""
    built("sdist", tmp_path)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        packed = {name.partition("/")[2] for name in tar.getnames()}
    wanted = {path.relative_to(ROOT) for path in files() if path.suffix != ".md"}
    assert {path.as_posix() for path in wanted if path.parts[0] in FLOORS} - packed == set()
    assert {"setup.py", "pyproject.toml", "README.md", "LICENSE", ".ci/compiled.py"} - packed == set()


def test_the_wheel_holds_every_file_of_the_floors(tmp_path: Path) -> None:
    """Packs, pages, fonts and migrations included; notes for developers may stay behind."""
    built("wheel", tmp_path)
    (wheel,) = tmp_path.glob("*-py3-none-any.whl")  # pure: nothing is compiled unless it is asked for
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    assert not [name for name in packed if name.endswith((".so", ".pyd", ".c"))]
    wanted = {path.relative_to(ROOT) for path in files() if path.suffix != ".md"}
    assert {path.as_posix() for path in wanted if path.parts[0] in FLOORS} - packed == set()
