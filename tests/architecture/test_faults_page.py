"""docs/faults.md names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_test_that_the_page_names_is_there() -> None:
    """A file may be named with a test in it; a test alone belongs to the file named before it."""
    page = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    file = Path()
    named = re.findall(r"`([a-z0-9_/]+\.py)?(?:::([a-z0-9_]+))?`", page)
    assert len(named) > 20
    for path, test in named:
        if path:
            found = [
                base / path for base in (ROOT / "tests", ROOT / "tests" / "bot") if (base / path).exists()
            ]
            assert found, path
            file = found[0]
        if test:
            assert f"def {test}(" in file.read_text(encoding="utf-8"), (file.name, test)
