"""`kickdoor restore [FILE]`: go back to a copy of the database, or list those that the bot has made."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path

from bot.app.games import game_registry
from bot.cli.prepare import prepare
from bot.operations.backups import check_copy, copies_of
from bot.operations.exit_codes import ExitCode, UnusableError
from bot.settings import Settings
from bot.store.api import StoreError
from bot.store.backup.copying import copy_into
from bot.store.backup.moving import copy_all
from bot.store.files.database_file import is_there
from bot.store.files.lock import locked
from bot.store.files.new_file import replace_database, unfinished_file


def add_arguments(parser: ArgumentParser) -> None:
    """Take the copy."""
    parser.add_argument("file", type=Path, nargs="?", help="the copy; without it the copies are listed")
    parser.epilog = (
        "The bot has to be stopped. The copy is checked first and stays where it is; the present file is "
        "set aside, never deleted. A PostgreSQL database has to be empty."
    )


def main(args: Namespace) -> int:
    """Put the copy in place."""
    settings = prepare(args.env_file, needs_token=False)
    if args.file is None:
        return _list(settings)
    copy: Path = args.file
    try:
        if not is_there(copy):
            raise UnusableError(f"There is no file {copy}.")
        found = check_copy(copy, game_registry())
        if not found.usable:
            raise StoreError(f"the games in {copy} cannot be played on: {found.text()}")
        if settings.uses_postgres:
            asyncio.run(copy_all(str(copy), settings.database))
            aside = ""
        else:
            aside = _put_in_place(copy, Path(settings.database))
    except (StoreError, OSError) as error:
        sys.stderr.write(f"Nothing was restored: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    sys.stdout.write(f"{settings.database_for_people} is what {copy} was: {found.text()}.\n{aside}")
    sys.stdout.write("Start the bot: its tables go on from there.\n")
    return ExitCode.OK


def _list(settings: Settings) -> int:
    folder = settings.backup_folder
    copies = copies_of(settings)
    if copies is not None and (fault := copies.fault()):
        raise UnusableError(f"The folder of copies {folder} {fault}. KICKDOOR_BACKUPS names it.")
    files = [] if copies is None else copies.files()
    others = 0 if copies is None else len(copies.foreign_files())
    note = f" {others} copies of other bots are there, too: look at their names." if others else ""
    if not files:
        where = folder or "any folder: KICKDOOR_BACKUPS is not set"
        raise UnusableError(f"There are no copies of this bot in {where}.{note}")
    for file in files:
        when = datetime.fromtimestamp(file.moment, UTC).strftime("%Y-%m-%d %H:%M UTC")
        sys.stdout.write(f"{when}  {file.kind:6}  {file.path.stat().st_size:>12,} bytes  {file.path}\n")
    sys.stdout.write(f"To go back to one: stop the bot, `kickdoor restore FILE`, start the bot.{note}\n")
    return ExitCode.OK


def _put_in_place(copy: Path, database: Path) -> str:
    """Set the present file aside and put a copy of the copy there. Raises ``StoreError``, ``OSError``."""
    is_there(database)
    database = database.resolve()
    database.parent.mkdir(parents=True, exist_ok=True)
    # Before the lock, which stays beside the database: a full disk must not leave one beside nothing.
    with unfinished_file(database.parent) as part:
        copy_into(copy, part)  # with what only the copy's log knows: a file set aside has one
        with locked(database):
            aside = replace_database(database, part, "restore")
    return f"What was there before is now {aside}.\n" if aside else ""
