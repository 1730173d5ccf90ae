"""Rules and screens as they are written, also where `make fast` has laid compiled modules beside them."""

import subprocess
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("bot", "cards")
"""Where modules are compiled."""


class SourceFinder(MetaPathFinder):
    """Finds the modules of `cards` and `bot` in their `.py` files only."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(tuple(f"{floor}." for floor in FLOORS)):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None:
                return spec
        return None


def import_rules_from_source() -> None:
    """Let this process import them from their source; it must not have imported any yet.

    What counts coverage stands before it and sees what it finds.
    """
    sys.meta_path.insert(sys.meta_path.index(PathFinder), SourceFinder())


def compiled_modules() -> list[Path]:
    """Return the compiled modules that lie beside the source."""
    found = (path for floor in FLOORS for path in (ROOT / floor).rglob("*"))
    return sorted(path for path in found if path.suffix in (".so", ".pyd"))


def remove_outdated_modules() -> None:
    """Remove compiled modules that are older than the source, as every call of `make` does."""
    if compiled_modules():
        subprocess.run(["sh", str(ROOT / ".ci" / "remove-outdated")], check=True)
