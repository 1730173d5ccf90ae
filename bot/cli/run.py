"""`kickdoor run`: the bot on Discord."""

from __future__ import annotations

import asyncio
import gc
import logging
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from bot.app.client import Kickdoor
from bot.app.games import game_registry
from bot.app.http_worker import HttpKickdoor
from bot.app.main import serve
from bot.cli.prepare import prepare
from bot.operations.exit_codes import ExitCode
from bot.operations.exit_watchdog import ExitWatchdog

log = logging.getLogger(__name__)


def add_arguments(parser: ArgumentParser) -> None:
    """Take how presses come; everything else is set in the environment or in `.env`."""
    parser.add_argument(
        "--http",
        action="store_true",
        help="answer presses that Discord sends by HTTP; a process without this hears the gateway",
    )
    parser.epilog = "Settings come from the environment or a file .env, which `kickdoor init` writes."


def main(args: Namespace) -> int:
    """Run the bot until it is stopped."""
    settings = prepare(args.env_file, by_http=args.http)
    games = game_registry()
    # Code and cards stay for good. If each garbage collection looked at all of them, everybody would wait
    # for a tenth of a second each time.
    gc.collect()
    gc.freeze()
    bot_type = HttpKickdoor if args.http else Kickdoor
    watchdog = ExitWatchdog()
    executor = ThreadPoolExecutor(2, "thinking")

    async def life() -> int:
        code = ExitCode.FAILED
        try:
            code = await serve(settings, games, executor=executor, bot_type=bot_type)
        except Exception:
            log.exception("the bot cannot go on")
        finally:
            watchdog.arm(code)
        return code

    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            return runner.run(life())
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
        watchdog.disarm_if_alone()


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes uvloop's event loops; None, for Python's own, where it is not installed."""
    try:
        import uvloop
    except ImportError:  # it is an extra, and does not exist for Windows
        return None
    return uvloop.new_event_loop
