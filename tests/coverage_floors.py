"""Print what no test reaches, from slipcover's report, and hold cards and host to their floors."""

import json
import sys
from pathlib import Path

from slipcover import print_coverage


def main(report: str, cards_floor: str, host_floor: str) -> int:
    """Return 1 if fewer lines and branches are reached than a floor allows, in percent."""
    coverage = json.loads(Path(report).read_text())
    print_coverage(coverage, outfile=sys.stdout, skip_covered=True, missing_width=60)
    status = 0
    for name, floor, in_cards in (("cards", cards_floor, True), ("bot and cogs", host_floor, False)):
        files = [file for path, file in coverage["files"].items() if path.startswith("cards/") == in_cards]
        reached, missed = (
            sum(len(file[f"{kind}_{what}"]) for file in files for what in ("lines", "branches"))
            for kind in ("executed", "missing")
        )
        share = 100 * reached / max(1, reached + missed)
        print(f"coverage of {name}: {share:.1f} % (floor {floor} %)")
        status |= share < float(floor)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
