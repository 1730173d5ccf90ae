"""`kickdoor forget USER`: have a person forgotten who asks the operator, not the bot."""

from __future__ import annotations

import asyncio
import sys
import time
from argparse import ArgumentParser, Namespace

from bot.app.games import game_registry
from bot.cli.prepare import prepare
from bot.cli.statistics import open_existing
from bot.operations.erasure_requests import ErasureRequests
from bot.operations.exit_codes import ExitCode, UnusableError
from bot.settings import Settings
from bot.statistics.service import ResultKeeper
from bot.store.api import StoreError
from bot.tables.lobby import TableConfig
from bot.tables.service import TableService
from bot.views.base.text import plural


def add_arguments(parser: ArgumentParser) -> None:
    """Take who."""
    parser.add_argument("user", help="their id at Discord (Copy User ID in its developer mode)")
    parser.epilog = (
        "Does what `/kickdoor forget me` does: computers take their seats, name and id go everywhere. With "
        "an SQLite file the bot has to be stopped."
    )


def main(args: Namespace) -> int:
    """Forget, and say what could not be reached."""
    if not args.user.isdecimal() or not int(args.user):  # 0 stands for nobody at tables
        raise UnusableError(f"{args.user} is nobody's id: an id has digits only.")
    try:
        left = asyncio.run(_forget(prepare(args.env_file, needs_token=False), int(args.user)))
    except StoreError as error:
        sys.stderr.write(f"Nobody was forgotten: {error}\n")
        return ExitCode.DATABASE_UNUSABLE
    if left:
        sys.stderr.write(f"Forgotten, but in {plural(left, 'damaged table')}: `kickdoor doctor --repair`.\n")
        return ExitCode.FAILED
    sys.stdout.write("Forgotten.\n")
    return ExitCode.OK


async def _forget(settings: Settings, user: int) -> int:
    """Forget a person and return how many tables still know them. Raises ``StoreError``."""
    store, games = await open_existing(settings), game_registry()
    tables = None
    try:
        # Not connected: no clock runs, and no computer thinks.
        tables = await TableService.open(store, TableConfig(games), connected=False)
        requests = ErasureRequests(settings.erasure_file, store=store)
        if not await requests.forget(user, tables, ResultKeeper(store, games, time.time)):
            raise StoreError("something could not be saved; the log says what")
        return len(await tables.tables_knowing(user))
    finally:
        if tables is not None:
            await tables.close()
        await store.close()
