"""`kickdoor backup PATH`: a copy of the database as of one moment, also while the bot runs."""

from __future__ import annotations

import asyncio
import shlex
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.app.games import game_registry
from bot.cli.prepare import prepare
from bot.operations.backups import check_copy, write_copy
from bot.operations.exit_codes import ExitCode
from bot.store.api import StoreError
from bot.store.backup.copying import copy_database


def add_arguments(parser: ArgumentParser) -> None:
    """Take the path of the copy."""
    parser.add_argument("path", type=Path, help="where to write the copy; must not exist yet")
    parser.epilog = "An SQLite file, also where the games are on a PostgreSQL server."


def main(args: Namespace) -> int:
    """Write the copy and check it."""
    settings = prepare(args.env_file, needs_token=False)
    target: Path = args.path
    try:
        if settings.uses_postgres:
            asyncio.run(write_copy(settings.database, target))
        else:
            copy_database(Path(settings.database), target)
    except StoreError as error:
        sys.stderr.write(f"No backup: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    try:
        found = check_copy(target, game_registry())
    except StoreError as error:
        sys.stderr.write(f"{target} was written, but cannot be relied on: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    if not found.usable:
        sys.stderr.write(f"{target}: the games in it cannot be played on. {found.text()}.\n")
        return ExitCode.DATABASE_UNUSABLE
    sys.stdout.write(
        f"{target}: {target.stat().st_size:,} bytes, whole and checked: {found.text()}.\n"
        f"To go back to it: stop the bot, `kickdoor restore {shlex.quote(str(target))}`, start the bot.\n"
    )
    return ExitCode.OK
