"""`kickdoor export GAME`: a game as JSON lines that anybody can verify, and as a page to look at."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot import release_name
from bot.app.games import game_registry
from bot.cli.prepare import prepare
from bot.operations.exit_codes import ExitCode, UnusableError
from bot.replays.page import page_html
from bot.replays.record import RecordError, record_to_lines
from bot.replays.recording import PlayedGame, digest_for, play_again, record_of
from bot.replays.replay import replay_of
from bot.settings import Settings
from bot.store.api import StoreError
from bot.store.files.new_file import unfinished_file
from bot.store.reading import SavedGame, read_postgres_game, read_sqlite_game
from bot.store.sqlite.errors import reason

MAX_NUMBER = 2**63 - 1
"""The highest number that a database knows."""


def add_arguments(parser: ArgumentParser) -> None:
    """Take the number of the table, and where to write what."""
    parser.add_argument("game", type=int, help="the table's number: `/kickdoor status` shows it")
    parser.add_argument("--json", type=Path, metavar="FILE", help="JSON lines, for `kickdoor verify`")
    parser.add_argument("--html", type=Path, metavar="FILE", help="a page to look at in a browser")
    parser.epilog = (
        "Also while the bot runs. Of a game that is not over only what everybody has seen is written: "
        "no seed, no hands. Without a FILE the JSON lines are printed."
    )


def main(args: Namespace) -> int:
    """Write what was asked for."""
    settings = prepare(args.env_file, needs_token=False)
    try:
        saved = _read(settings, args.game)
    except StoreError as error:
        sys.stderr.write(f"No export: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    if saved is None:
        raise UnusableError(f"There is no table {args.game} in {settings.database_for_people}.")
    try:
        played = play_again(game_registry(), saved)
    except RecordError as error:
        raise UnusableError(f"Table {args.game} cannot be exported: {error}.") from error
    lines = record_to_lines(record_of(played, release_name()))
    try:
        if args.json is not None:
            _write(args.json, lines)
        elif args.html is None:
            sys.stdout.write(lines)
        if args.html is not None:
            _write(args.html, page_html(replay_of(played), with_hands=played.over))
    except StoreError as error:
        sys.stderr.write(f"No export: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    sys.stderr.write(_summary(played))
    return ExitCode.OK


def _write(path: Path, text: str) -> None:
    """Write a file, over an earlier one only when it is whole. Raises ``StoreError``."""
    try:
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")  # a pipe or a device is written to, not replaced
            return
        path = Path(os.path.realpath(path))
        with unfinished_file(path.parent, mode=0o666) as part:
            part.write_text(text, encoding="utf-8")
            if path.exists():
                shutil.copymode(path, part)
            part.replace(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {reason(error)}") from error


def _read(settings: Settings, number: int) -> SavedGame | None:
    if not 0 < number <= MAX_NUMBER:
        return None
    if settings.uses_postgres:
        return asyncio.run(read_postgres_game(settings.database, number, digest_for))
    return read_sqlite_game(Path(settings.database), number, digest_for)


def _summary(played: PlayedGame) -> str:
    text = f"Table {played.number}, {played.start.game}, {len(played.steps)} steps"
    text += "." if played.over else ": still going on, so without seed and hands."
    if played.fault:
        text += f" The log is sound up to there: {played.fault}."
    elif not played.as_saved:
        text += " Its saved state is damaged, or differs from what seed and log make."
    return text + "\n"
