"""`kickdoor demo`: the sandbox and the bot in one process, to be played in a browser."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.demo import demo

DEFAULT_PORT = 8770


def add_arguments(parser: ArgumentParser) -> None:
    """Describe port and database."""
    parser.add_argument(
        "--port", type=int, default=DEFAULT_PORT, help=f"where the page is ({DEFAULT_PORT}; 0: any free one)"
    )
    parser.add_argument(
        "--database",
        type=Path,
        help="write the games into this file; a demo begins without those of earlier ones",
    )
    parser.add_argument(
        "--think",
        type=float,
        metavar="SECONDS",
        help="how long computers think at most (otherwise as long as people do)",
    )
    parser.add_argument("--seed", type=int, help="deal the same cards every time (otherwise different ones)")


def main(args: Namespace) -> int:
    """Run the demo until it is stopped."""
    return asyncio.run(demo(args.port, args.database, think=args.think, seed=args.seed))
