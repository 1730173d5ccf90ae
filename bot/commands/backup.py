"""`kickdoor backup PATH`: a copy of the database as of one moment, also while the bot runs."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.commands.prepare import prepare
from bot.exit_codes import ExitCode
from bot.store.api import StoreError
from bot.store.copying import copy_database


def add_arguments(parser: ArgumentParser) -> None:
    """Take the path of the copy."""
    parser.add_argument("path", type=Path, help="where to write the copy; must not exist yet")


def main(args: Namespace) -> int:
    """Write the copy and check it."""
    settings = prepare()
    target: Path = args.path
    if settings.uses_postgres:
        sys.stderr.write(
            "The games are on a PostgreSQL server, which has better means: a copy as of one moment, while\n"
            "the bot runs, with the address from KICKDOOR_DATABASE:\n\n"
            f"  pg_dump --format=custom --file={shlex.quote(str(target))} ADDRESS\n\n"
            "To restore: stop the bot, then pg_restore --clean --if-exists --dbname=ADDRESS FILE.\n"
        )
        return ExitCode.BAD_SETTING
    try:
        size = copy_database(Path(settings.database), target)
    except StoreError as error:
        sys.stderr.write(f"No backup: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    sys.stdout.write(
        f"{target}: {size:,} bytes, whole and checked. To restore: stop the bot, put the file in\n"
    )
    sys.stdout.write(
        f"place of {settings.database} (remove {settings.database}-wal and -shm), start the bot.\n"
    )
    return ExitCode.OK
