"""`kickdoor verify FILE`: whether every shuffle and die of an exported game is as it was sealed."""

from __future__ import annotations

import stat
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot import release_name
from bot.app.games import game_registry
from bot.operations.exit_codes import ExitCode, UnusableError
from bot.replays.record import GameRecord, RecordError, record_from_lines
from bot.replays.verify import SEALED_TEXT, Verdict, verify_record

MAX_RECORD_BYTES = 64 * 1024 * 1024
"""The largest file that is read; the longest games take a few."""


def add_arguments(parser: ArgumentParser) -> None:
    """Take the file."""
    parser.add_argument("file", type=Path, help="JSON lines written by `kickdoor export` or by the bot")
    parser.epilog = (
        'Needs neither a database nor a token. The page "Fair dice" of the documentation explains it.'
    )


def main(args: Namespace) -> int:
    """Play the game again and say what is wrong, if anything is."""
    try:
        record = record_from_lines(_text(args.file).splitlines())
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise UnusableError(f"{args.file} cannot be read: {reason}") from error
    except RecordError as error:
        raise UnusableError(f"{args.file} is not the record of a game: {error}.") from error
    verdict = verify_record(record, game_registry())
    sys.stdout.write(_report(record, verdict))
    return ExitCode.OK if verdict.sealed else ExitCode.FAILED


def _text(path: Path) -> str:
    """Read a file of a sensible size. A pipe would be waited for, and a device may have no end."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise UnusableError(f"{path} is not a file.")
    if found.st_size > MAX_RECORD_BYTES:
        raise UnusableError(f"{path} is larger than {MAX_RECORD_BYTES >> 20} MiB: no game is.")
    with path.open("rb") as file:
        return file.read(MAX_RECORD_BYTES).decode()


def _report(record: GameRecord, verdict: Verdict) -> str:
    header = record.header
    if not verdict.sealed:
        here = release_name()
        other = header.release not in ("", here)
        hint = f"The record is by release {header.release}, this is {here}: try with that one.\n"
        return f"{_place(record, verdict.step)}{verdict.wrong}.\n" + (hint if other else "")
    seal = f"its secret is {header.secret_hash}" if header.secret_hash else f"its seed is {header.commitment}"
    return (
        f"Table {header.table}, {header.game}, {len(record.steps)} steps: {SEALED_TEXT}.\n"
        f"The SHA-256 of {seal}: compare it with what the bot has shown.\n"
        + (f"The record ends early: {header.fault}.\n" if header.fault else "")
    )


def _place(record: GameRecord, number: int) -> str:
    if number < 0:
        return ""
    step = next((step for step in record.steps if step.step == number), None)
    if step is None:
        return f"Step {number}: "
    verbs = ", ".join(action.verb for action in step.actions) or step.kind
    seats = record.header.seats
    acting = step.actions[0].seat if step.actions else step.seat
    name = f"{seats[acting].name}: " if 0 <= acting < len(seats) else ""
    return f"Step {number} ({name}{verbs}): "
