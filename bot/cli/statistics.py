"""`kickdoor statistics rebuild`: make the results of finished games again from their logs."""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bot.app.games import game_registry
from bot.app.main import open_store
from bot.cli.prepare import prepare
from bot.operations.exit_codes import ExitCode
from bot.settings import Settings
from bot.statistics.service import RebuildReport, ResultKeeper
from bot.store.api import Store, StoreError
from bot.store.files.database_file import require_there
from bot.views.base.text import plural


def add_arguments(parser: ArgumentParser) -> None:
    """Take what to do; there is one thing so far."""
    parser.add_argument("what", choices=["rebuild"], help="make all statistics again from the logs")
    parser.epilog = (
        "With an SQLite file the bot has to be stopped. Games whose logs have been deleted since keep the "
        "results that they have; a log that cannot be read is named and skipped."
    )


def main(args: Namespace) -> int:
    """Rebuild, and say what came of it."""
    try:
        report = asyncio.run(_rebuild(prepare(args.env_file, needs_token=False)))
    except StoreError as error:
        sys.stderr.write(f"Nothing was rebuilt: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    for skipped in report.skipped:
        sys.stderr.write(f"Skipped {skipped}\n")
    read, changed = plural(report.read, "ended table"), plural(report.changed, "result")
    sys.stdout.write(f"{read} read, {changed} changed.\n")
    return ExitCode.FAILED if report.skipped else ExitCode.OK


async def _rebuild(settings: Settings) -> RebuildReport:
    store = await open_existing(settings)
    try:
        return await ResultKeeper(store, game_registry(), time.time).rebuild()
    finally:
        await store.close()


async def open_existing(settings: Settings) -> Store:
    """Open a database that is there; a server also beside the bots that run. Raises ``StoreError``."""
    if not settings.uses_postgres:
        require_there(Path(settings.database))
    return await open_store(settings)
