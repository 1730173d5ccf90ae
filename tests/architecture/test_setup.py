"""`.ci/setup` on machines that lack what it needs: a plain word on what to do, and no half-made .venv."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

OLD_PYTHON = "#!/bin/sh\nexit 1\n"
NO_VENV_PYTHON = '#!/bin/sh\n[ "$1" = -c ] && exit 0\necho "ensurepip is not available" >&2\nexit 1\n'


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Return a checkout on a machine whose PATH holds a shell's basics alone."""
    (tmp_path / ".ci").mkdir()
    shutil.copy2(ROOT / ".ci" / "setup", tmp_path / ".ci" / "setup")
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("sh", "dirname", "rm", "touch"):
        found = shutil.which(name)
        assert found
        (programs / name).symlink_to(found)
    return tmp_path


def set_up(machine: Path, kind: str = "run") -> subprocess.CompletedProcess[str]:
    """Run the script there."""
    environment = {**os.environ, "PATH": str(machine / "programs"), "PYTHON": ""}
    script = [str(machine / "programs" / "sh"), str(machine / ".ci" / "setup"), kind]
    return subprocess.run(script, env=environment, capture_output=True, text=True)


def install(machine: Path, name: str, script: str) -> None:
    """Put a program on that machine's PATH."""
    program = machine / "programs" / name
    program.write_text(script)
    program.chmod(0o755)


def test_no_python_at_all(machine: Path) -> None:
    """The message names the version that is needed."""
    ran = set_up(machine)
    assert ran.returncode == 1
    assert "Kickdoor needs Python 3.11 or newer, and none was found on PATH." in ran.stderr
    assert not (machine / ".venv").exists()


def test_only_an_old_python_or_a_dead_launcher(machine: Path) -> None:
    """A program of the right name that does not run 3.11 or newer is passed over."""
    install(machine, "python3.13", OLD_PYTHON)
    install(machine, "python3", OLD_PYTHON)
    ran = set_up(machine)
    assert ran.returncode == 1
    assert "none was found on PATH" in ran.stderr


def test_python_without_venv(machine: Path) -> None:
    """Debian splits it off; the message says which package brings it."""
    install(machine, "python3", NO_VENV_PYTHON)
    ran = set_up(machine)
    assert ran.returncode == 1
    assert "apt install python3-venv" in ran.stderr
    assert not (machine / ".venv").exists()


def test_uv_that_fails_gives_way_to_pip(machine: Path) -> None:
    """uv does not read pip's configuration, so behind a mirror pip may work where uv cannot."""
    install(machine, "uv", "#!/bin/sh\nexit 1\n")
    install(machine, "python3", NO_VENV_PYTHON)
    assert "apt install python3-venv" in set_up(machine).stderr


def test_an_unknown_kind_is_refused(machine: Path) -> None:
    """Before anything is made."""
    ran = set_up(machine, "walk")
    assert (ran.returncode, ran.stderr) == (2, "run or dev, not 'walk'\n")
