"""The bot on the sandbox: everything is real but Discord."""

from __future__ import annotations

import asyncio
import errno
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot.app.client import Timing
from bot.app.games import game_registry
from bot.app.main import serve
from bot.operations import logs
from bot.operations.exit_codes import ExitCode
from bot.sandbox.box import Sandbox
from bot.sandbox.people.person import Person
from bot.settings import Settings, read_settings
from bot.tables.computer_players import ThinkingTime

PERSON_NAMES = ("Ada", "Ben", "Cleo", "Dan")
CHANNEL_NAMES = ("game-night", "tavern")
WELCOME_TEXT = """Kickdoor is open: {url}
A table waits in #game-night, and you sit at it as {you}: press "Start with 2 computers".
Ctrl+C ends it.
"""


async def demo(
    port: int,
    database: Path | None,
    say: Callable[[str], object] = sys.stdout.write,
    *,
    think: float | None = None,
    seed: int | None = None,
) -> ExitCode:
    """Start the sandbox and the bot, say where to look, and run until stopped.

    ``think`` is how many seconds computer players think at most, ``seed`` fixes the cards of every game.
    """
    box = Sandbox(port=port)
    try:
        await box.open()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        say(f"Port {port} is taken. Try another one: kickdoor demo --port {port + 1}\n")
        return ExitCode.PORT_TAKEN
    box.add_guild("The Dungeon", CHANNEL_NAMES)
    people = [box.person(name) for name in PERSON_NAMES]
    logs.set_up("warning", "text", sys.stderr, [box.token])

    opening: list[asyncio.Task[None]] = []

    def ready() -> None:
        opening.append(asyncio.create_task(_open(people[0], box.url, say)))

    pace = Timing() if think is None else Timing(thinking_time=ThinkingTime(think / 2, think))
    with tempfile.TemporaryDirectory(prefix="kickdoor-") as folder:
        settings = _settings(box, database or Path(folder) / "demo.db", seed)
        try:
            with ThreadPoolExecutor(2, "thinking") as executor:
                return await serve(settings, game_registry(), executor=executor, timing=pace, ready=ready)
        finally:
            await asyncio.gather(*opening, return_exceptions=True)
            await box.close()
            await asyncio.sleep(0)


def _settings(box: Sandbox, database: Path, seed: int | None) -> Settings:
    """Return settings for a bot that plays on the sandbox."""
    return read_settings(
        {
            "DISCORD_TOKEN": box.token,
            "DISCORD_API_BASE": box.api_base,
            "DISCORD_GATEWAY_URL": box.gateway_url,
            "KICKDOOR_DATABASE": str(database),
            "KICKDOOR_TEST_SEED": "" if seed is None else str(seed),
        }
    )


async def _open(you: Person, url: str, say: Callable[[str], object]) -> None:
    """Open a lobby as a person would, and say where to look."""
    await you.command(CHANNEL_NAMES[0], "kickdoor new")
    say(WELCOME_TEXT.format(url=url, you=you.name))
    sys.stdout.flush()
