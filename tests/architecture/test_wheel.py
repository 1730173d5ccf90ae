"""What is installed elsewhere is whole: the container and the service have no checkout to fall back on."""

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

from tests.architecture.tree import ROOT, files

FLOORS = ("bot", "cards", "cogs")


def copied(target: Path) -> None:
    """Copy the checkout."""
    for path in files():
        copy = target / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)


def built(what: str, target: Path) -> None:
    """Build a wheel or an sdist from a copy of the checkout."""
    source = target / "source"
    copied(source)
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


def test_the_package_index_gets_whole_addresses(tmp_path: Path) -> None:
    """A release gives them to its copy of the source: the checkout is nobody's repository in particular."""
    source = tmp_path / "source"
    copied(source)
    subprocess.run(
        [sys.executable, ROOT / ".ci/addresses.py", source, "somebody/kickdoor", "v1.0.0"], check=True
    )
    readme = (source / "README.md").read_text(encoding="utf-8")
    assert "https://raw.githubusercontent.com/somebody/kickdoor/v1.0.0/docs/images/fight.webp" in readme
    assert not re.findall(r'(?:\]\(|src=")(?!https://|#)', readme)
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["urls"]) == {"Homepage", "Documentation", "Changelog", "Issues"}
    assert project["scripts"], "the table behind the addresses is still one"
