"""`kickdoor demo`: the sandbox and the bot in one process, to be played in a browser."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from functools import partial
from pathlib import Path

from bot.app.demo import demo
from bot.operations.exit_codes import ExitCode
from bot.settings import MAX_SEED
from bot.store.address import MAX_PORT, DatabaseAddressError, check_database
from bot.store.api import StoreError
from bot.store.files.opening import claim_for_demo

DEFAULT_PORT = 8770
MAX_THINK_S = 600


def add_arguments(parser: ArgumentParser) -> None:
    """Describe port and database."""
    parser.add_argument(
        "--port",
        type=partial(_whole_number, MAX_PORT),
        default=DEFAULT_PORT,
        help="where the page is; 0: any free one",
    )
    parser.add_argument(
        "--database",
        type=_file,
        help="write the games into this file, a new one or that of an earlier demo, whose games stay unseen",
    )
    parser.add_argument(
        "--think",
        type=_seconds,
        metavar="SECONDS",
        help="how long computers think at most (otherwise as long as people do)",
    )
    parser.add_argument(
        "--seed",
        type=partial(_whole_number, MAX_SEED),
        help="deal the same cards every time (otherwise different ones)",
    )


def _file(text: str) -> Path:
    """Refuse an address of a server: as a path it would name a folder with a password."""
    try:
        check_database(text, "it")
    except DatabaseAddressError:
        text = ""
    if not text or "://" in text:
        raise ArgumentTypeError("this is not the path of a file")
    return Path(text)


def _whole_number(most: int, text: str) -> int:
    if not (text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise ArgumentTypeError(f"{text!r} is not a whole number from 0 to {most}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= MAX_THINK_S:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 to {MAX_THINK_S}")
    return number


def main(args: Namespace) -> int:
    """Run the demo until it is stopped, on no database that people play on."""
    if args.database is not None:
        try:
            claim_for_demo(args.database)
        except StoreError as error:
            sys.stderr.write(f"No demo: {error}.\n")
            return ExitCode.DATABASE_UNUSABLE
    return asyncio.run(demo(args.port, args.database, think=args.think, seed=args.seed))
