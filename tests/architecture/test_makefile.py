"""The Makefile keeps its word: every target is explained, and the README knows them."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.architecture.tree import ROOT


def documented_targets() -> dict[str, str]:
    """Return each target that `make help` lists, with its explanation."""
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z]+):.*## (.+)$", text, re.MULTILINE))


def test_the_promised_targets_exist() -> None:
    """Scripts rely on these names."""
    assert {"demo", "test", "run", "bench", "fix", "soak", "help"} <= documented_targets().keys()


def test_help_lists_every_documented_target() -> None:
    """`make help` is generated from the Makefile itself, so it can never be out of date."""
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for target, explanation in documented_targets().items():
        assert re.search(rf"^\s+make {target}\s+{re.escape(explanation)}$", shown, re.MULTILINE)


def test_python_keeps_its_bytecode(tmp_path: Path) -> None:
    """Also where the environment forbids it: each started process would compile all sources again."""
    probe = tmp_path / "probe.mk"
    probe.write_text(f"probe:\n\t@{sys.executable} -c 'import sys; print(sys.dont_write_bytecode)'\n")
    shown = subprocess.run(
        ["make", "--no-print-directory", "-f", "Makefile", "-f", str(probe), "probe"],
        cwd=ROOT,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert shown == "False\n"
