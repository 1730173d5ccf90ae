"""The bot on the sandbox: everything is real but Discord."""

from __future__ import annotations

import asyncio
import errno
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot import logs
from bot.app import serve
from bot.exit_codes import ExitCode
from bot.sandbox.box import Sandbox
from bot.settings import read
from bot.shelf import ROBOTS, shelf

PEOPLE = ("You", "Ben", "Cleo", "Dan")


async def demo(port: int, database: Path | None, say: Callable[[str], object] = sys.stdout.write) -> ExitCode:
    """Start the sandbox and the bot, say where to look, and run until stopped."""
    box = Sandbox(port=port)
    try:
        await box.open()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        say(f"Port {port} is taken. Try another one: kickdoor demo --port {port + 1}\n")
        return ExitCode.PORT_TAKEN
    box.add_guild("The Dungeon", ["game-night", "tavern"])
    for name in PEOPLE:
        box.person(name)
    logs.set_up("warning", "text", sys.stderr, [box.token])

    def ready() -> None:
        say(f"Kickdoor is open: {box.url}\nCtrl+C ends it.\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory(prefix="kickdoor-") as folder:
        path = database or Path(folder) / "demo.db"
        settings = read(
            {
                "DISCORD_TOKEN": box.token,
                "DISCORD_API_BASE": box.api_base,
                "DISCORD_GATEWAY_URL": box.gateway_url,
                "KICKDOOR_DATABASE": str(path),
            }
        )
        try:
            with ThreadPoolExecutor(2, "thinking") as executor:
                return await serve(
                    settings,
                    shelf(),
                    ROBOTS,
                    executor=executor,
                    ready=ready,
                )
        finally:
            await box.close()
            await asyncio.sleep(0)
