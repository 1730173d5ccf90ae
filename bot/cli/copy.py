"""`kickdoor copy FROM TO`: all games from an SQLite file to a PostgreSQL server, or the other way."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from bot.operations.exit_codes import ExitCode, UnusableError
from bot.store.address import DatabaseAddressError, check_database, public_address
from bot.store.api import StoreError
from bot.store.backup.moving import copy_all


def add_arguments(parser: ArgumentParser) -> None:
    """Take both databases."""
    kinds = "the path of an SQLite file, or postgresql://user:password@host/database"
    parser.add_argument("source", metavar="FROM", help=kinds)
    parser.add_argument("target", metavar="TO", help="the same; a file that is not there, or an empty server")
    parser.epilog = "The bot has to be stopped. FROM stays as it is; TO is compared with it row by row."


def main(args: Namespace) -> int:
    """Copy everything, and say what."""
    try:
        source = check_database(args.source.strip(), "FROM")
        target = check_database(args.target.strip(), "TO")
    except DatabaseAddressError as error:
        sys.stderr.write(f"Nothing was copied: {error}.\n")
        return ExitCode.BAD_SETTING
    if source == target:
        raise UnusableError("FROM and TO are the same.")
    try:
        counts = asyncio.run(copy_all(source, target))
    except StoreError as error:
        sys.stderr.write(f"Nothing was copied: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    told = ", ".join(f"{table} {count:,}" for table, count in counts.items() if count)
    sys.stdout.write(
        f"Copied and compared, by rows: {told or 'none, it is empty'}.\n"
        f"Now set KICKDOOR_DATABASE to {public_address(target)} and start the bot.\n"
    )
    return ExitCode.OK
