"""Which lines and branches of the source the tests reach, counted by slipcover.

Slipcover puts probes into the code that is imported and takes each out once it has been hit, so counting
costs little. Every test process leaves its part in a folder; the report adds them up.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from slipcover import FileMatcher, ImportManager, Slipcover, merge_coverage, print_coverage

ROOT = Path(__file__).resolve().parents[1]
SOURCE_FOLDERS = ("bot", "cogs", "cards")

PARTS_FOLDER_VARIABLE = "COVERAGE_PARTS"
"""The environment variable that names the folder for the parts; without it nothing is counted."""

UNCOUNTED_LINES = [
    r"#\s*pragma: no cover",
    r"if TYPE_CHECKING:",
    r"assert_never\(",
    r"@overload",
    r"^\s*\.\.\.$",
    r": \.\.\.$",
]


def start_counting() -> Callable[[], None]:
    """Count the source that is imported from now on, if the environment asks for it.

    Returns what writes this process's part. Whatever else changes how the source is found comes before this.
    """
    folder = os.environ.get(PARTS_FOLDER_VARIABLE)
    if not folder:
        return lambda: None
    counter = Slipcover(branch=True, immediate=True, exclude_lines=UNCOUNTED_LINES)
    ImportManager(counter, FileMatcher([str(ROOT / name) for name in SOURCE_FOLDERS])).__enter__()

    def write_part() -> None:
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, f"{os.getpid()}.json").write_text(json.dumps(counter.get_coverage()))

    return write_part


def add_up(parts: Iterable[Path]) -> dict[str, Any]:
    """Return the coverage of all parts together, with the files that no test has imported."""
    read: list[dict[str, Any]] = [json.loads(part.read_text()) for part in parts]
    whole: dict[str, Any] = Slipcover(
        branch=True,
        source=[str(ROOT / name) for name in SOURCE_FOLDERS],
        omit=sorted({file for part in read for file in part["files"]}),  # they have been read already
        exclude_lines=UNCOUNTED_LINES,
    ).get_coverage()
    for part in read:
        merge_coverage(whole, part)
    return whole


def percent(files: Iterable[Mapping[str, Any]]) -> float:
    """Return the share of the lines and branches that were reached, in percent."""
    reached = missed = 0
    for file in files:
        reached += len(file["executed_lines"]) + len(file["executed_branches"])
        missed += len(file["missing_lines"]) + len(file["missing_branches"])
    return 100 * reached / max(1, reached + missed)


def report(folder: Path, cards_floor: float, host_floor: float) -> int:
    """Print what is not reached; return 1 if the cards or the rest lie under their floor."""
    parts = sorted(folder.glob("*.json"))
    if not parts:
        print(f"coverage: {folder} holds no part; run the tests with {PARTS_FOLDER_VARIABLE}={folder}")
        return 1
    whole = add_up(parts)
    print_coverage(whole, outfile=sys.stdout, skip_covered=True, missing_width=60)
    status = 0
    for name, floor, in_cards in (("cards", cards_floor, True), ("bot and cogs", host_floor, False)):
        share = percent(
            file for path, file in whole["files"].items() if path.startswith("cards/") == in_cards
        )
        print(f"coverage of {name}: {share:.1f} % (floor {floor:g} %)")
        if share < floor:
            status = 1
    return status


def main() -> int:
    """Report on a folder of parts."""
    parser = argparse.ArgumentParser(prog="tests.line_coverage")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cards-floor", type=float, required=True, help="percent")
    parser.add_argument("--host-floor", type=float, required=True, help="percent")
    arguments = parser.parse_args()
    return report(arguments.folder, arguments.cards_floor, arguments.host_floor)


if __name__ == "__main__":
    sys.exit(main())
