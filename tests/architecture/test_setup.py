"""`.ci/setup` on machines that lack what it needs: a plain word on what to do, and no half-made .venv."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

OLD_PYTHON = "#!/bin/sh\nexit 1\n"
NO_VENV_PYTHON = '#!/bin/sh\n[ "$1" = -c ] && exit 0\necho "ensurepip is not available" >&2\nexit 1\n'


PIP_PYTHON = """#!/bin/sh
# A Python whose pip notes what it is asked for, and brings a uv that does the same.
[ "$1" = -c ] && exit 0
if [ "$2" = venv ]; then
    "$MKDIR" -p "$4/bin"
    "$CP" "$0" "$4/bin/python"
    exit 0
fi
echo "pip $*" >> calls
case "$*" in *installer.lock)
    printf '#!/bin/sh\\necho "uv $*" >> calls\\nexit %s\\n' "$UV_EXIT" > .venv/bin/uv
    "$CHMOD" +x .venv/bin/uv
esac
"""
"""``MKDIR``, ``CP`` and ``CHMOD`` are paths, since the machine's own PATH holds next to nothing."""


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


def set_up(machine: Path, kind: str = "run", **more: str) -> subprocess.CompletedProcess[str]:
    """Run the script there, with more in its environment."""
    environment = {**os.environ, "PATH": str(machine / "programs"), "PYTHON": "", **more}
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


@pytest.mark.parametrize("uv_exit", [0, 1])
def test_pip_brings_uv_and_does_its_work_where_uv_fails(machine: Path, uv_exit: int) -> None:
    """With uv the lock is installed in a quarter of the time; pip alone is enough."""
    install(machine, "python3", PIP_PYTHON)
    programs = {name.upper(): shutil.which(name) or "" for name in ("mkdir", "cp", "chmod")}
    ran = set_up(
        machine, "dev", UV_EXIT=str(uv_exit), PIP_INDEX_URL="https://mirror.example/simple", **programs
    )
    assert ran.returncode == 0, ran.stderr
    calls = (machine / "calls").read_text().splitlines()
    installed = [line for line in calls if line.endswith("-r requirements-dev.lock")]
    assert [line.split()[0] for line in installed] == ["uv", "pip"][: 1 + uv_exit]
    assert all("--require-hashes" in line for line in installed)
    assert calls[-1].startswith("uv" if uv_exit == 0 else "pip")
    assert calls[-1].endswith("--no-deps --no-build-isolation -e .")
    assert (machine / ".venv" / "ready-to-test").exists()


def test_an_unknown_kind_is_refused(machine: Path) -> None:
    """Before anything is made."""
    ran = set_up(machine, "walk")
    assert (ran.returncode, ran.stderr) == (2, "run or dev, not 'walk'\n")
