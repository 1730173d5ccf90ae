"""The project's own files, for the tests that look at all of them."""

import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

_NOT_OURS = {".git", ".venv", "build", "dist", "node_modules", "__pycache__", "screenshots"}


def files(*suffixes: str) -> list[Path]:
    """Return the tracked text files; in an unpacked archive, where nothing is tracked, all that look ours."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        paths = [ROOT / name for name in listed.decode().split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not _NOT_OURS & {*path.relative_to(ROOT).parts}]
    return sorted(path for path in paths if path.is_file() and (not suffixes or path.suffix in suffixes))


def text_of(path: Path) -> str | None:
    """Return the text of a file, None for a picture or another binary."""
    content = path.read_bytes()
    return None if b"\0" in content[:8192] else content.decode("utf-8")


def project() -> dict[str, Any]:
    """Return what pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
