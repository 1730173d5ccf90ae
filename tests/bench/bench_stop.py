"""A stop under load: 200 games, 50 presses under way, screens still being drawn. Run by `make bench`.

Goal: the process has ended, with code 0, within 10 s of SIGTERM, and no press whose answer shows that it
counted is missing from the database. Presses that come too late may go without an answer: people press again.
"""

import asyncio
import os
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.e2e.many_tables import ManyTables  # noqa: E402
from tests.sandbox.box import Sandbox  # noqa: E402  # the path has to be set first


async def run(options: Namespace) -> None:
    print(f"{options.tables} games, {options.presses} presses; load of the machine {os.getloadavg()[0]:.1f}")
    heads = f"{'ended in s':>12}{'code':>6}{'answered':>10}{'saved':>7}{'lost':>6}"
    print(f"{'stopped after the presses by':>30}{heads}")
    for moment in (0.0, 0.05, 0.3):
        with tempfile.TemporaryDirectory() as folder:
            async with Sandbox(rate_limits=True) as box:
                crowd = ManyTables(box, Path(folder), options.tables)
                await crowd.deal()
                stop = await crowd.stop_among(options.presses, moment)
                print(
                    f"{moment:28.2f} s{stop.seconds:12.1f}{stop.code:6}{stop.answered:10}{stop.accepted:7}"
                    f"{stop.lost:6}"
                )
                for line in stop.complaints:
                    print("   ", line[:150])


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--presses", type=int, default=50)
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
