"""What is installed elsewhere is whole: the container and the service have no checkout to fall back on."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.architecture.tree import ROOT, files

FLOORS = ("bot", "cards", "cogs")


def test_the_wheel_holds_every_file_of_the_floors(tmp_path: Path) -> None:
    """Packs, pages, fonts and migrations included; notes for developers may stay behind."""
    source = tmp_path / "source"
    for path in files():
        copy = source / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-c", build, str(tmp_path)], cwd=source, check=True, capture_output=True, text=True
    )
    (wheel,) = tmp_path.glob("*-py3-none-any.whl")  # pure: nothing is compiled unless it is asked for
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    assert not [name for name in packed if name.endswith((".so", ".pyd", ".c"))]
    wanted = {path.relative_to(ROOT) for path in files() if path.suffix != ".md"}
    assert {path.as_posix() for path in wanted if path.parts[0] in FLOORS} - packed == set()
