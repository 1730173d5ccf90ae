"""`kickdoor doctor`: checks settings, database and Discord, and says what to do; or repairs a file."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.app.games import game_registry
from bot.cli.prepare import prepare
from bot.operations.doctor import Doctor, Finding
from bot.operations.exit_codes import ExitCode, UnusableError
from bot.operations.repair import NoRoomError, repair
from bot.settings import Settings
from bot.store.api import StoreError

VERDICT_MARKS = {"good": "ok  ", "note": "note", "bad": "BAD "}


def add_arguments(parser: ArgumentParser) -> None:
    """Take whether to repair; everything else is set in the environment or in `.env`."""
    parser.add_argument(
        "--repair",
        action="store_true",
        help="make what is damaged in an SQLite file again from the rest of it; the bot has to be stopped",
    )
    parser.epilog = (
        "Looks at settings, database, token, permissions and clock; changes nothing. With --repair it looks "
        "at the database alone; the file from before is set aside, never deleted."
    )


def main(args: Namespace) -> int:
    """Print every finding; fail if one is bad."""
    settings = prepare(args.env_file, needs_token=not args.repair)
    if args.repair:
        return _repair(settings)
    bad = asyncio.run(_examine(Doctor(settings)))
    sys.stdout.write("\n" + (f"{bad} to fix.\n" if bad else "Nothing to fix.\n"))
    return ExitCode.FAILED if bad else ExitCode.OK


def _repair(settings: Settings) -> int:
    """Repair the database file, and say what was saved and what was lost."""
    if settings.uses_postgres:
        raise UnusableError("Only an SQLite file can be repaired; a server is restored from its backup.")
    path = Path(settings.database)
    try:
        report = repair(path, game_registry())
    except (StoreError, OSError) as error:
        advice = "`kickdoor restore` lists the copies to go back to."
        if isinstance(error, NoRoomError):
            advice = "Make room there and try again."
        sys.stderr.write(f"Nothing was repaired in {path}: {error}\n{advice}\n")
        return ExitCode.DATABASE_UNUSABLE
    for line in report.repaired:
        sys.stdout.write(f"{VERDICT_MARKS['good']}  {line}\n")
    for line in report.lost:
        sys.stdout.write(f"{VERDICT_MARKS['bad']}  {line}\n")
    if report.aside is not None:
        sys.stdout.write(f"\n{path} is repaired. What was there before is now {report.aside}.\n")
    elif not report.lost:
        sys.stdout.write("Nothing to repair: every table can be played on.\n")
    return ExitCode.FAILED if report.lost else ExitCode.OK


async def _examine(doctor: Doctor) -> int:
    bad = 0
    async for finding in doctor.examine():
        sys.stdout.write(_line(finding))
        bad += finding.verdict == "bad"
    return bad


def _line(finding: Finding) -> str:
    advice = f"       -> {finding.advice}\n" if finding.advice else ""
    return f"{VERDICT_MARKS[finding.verdict]}  {finding.subject}: {finding.found}\n{advice}"
