"""`kickdoor statistics rebuild`: make the results of finished games again from their logs."""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace

from bot.app import open_store
from bot.commands.prepare import prepare
from bot.exit_codes import ExitCode
from bot.games import game_registry
from bot.settings import Settings
from bot.statistics.service import RebuildReport, ResultKeeper
from bot.store.api import StoreError


def add_arguments(parser: ArgumentParser) -> None:
    """Take what to do; there is one thing so far."""
    parser.add_argument("what", choices=["rebuild"], help="make all statistics again from the logs")
    parser.epilog = (
        "With an SQLite file the bot has to be stopped. Games whose logs have been deleted since keep the "
        "results that they have; a log that cannot be read is named and skipped."
    )


def main(_: Namespace) -> int:
    """Rebuild, and say what came of it."""
    try:
        report = asyncio.run(_rebuild(prepare()))
    except StoreError as error:
        sys.stderr.write(f"Nothing was rebuilt: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    for skipped in report.skipped:
        sys.stderr.write(f"Skipped {skipped}\n")
    sys.stdout.write(f"{report.read} ended tables read, {report.changed} results changed.\n")
    return ExitCode.FAILED if report.skipped else ExitCode.OK


async def _rebuild(settings: Settings) -> RebuildReport:
    store = await open_store(settings)
    try:
        return await ResultKeeper(store, game_registry(), time.time).rebuild()
    finally:
        await store.close()
