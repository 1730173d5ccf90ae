"""A bot that dies where it is told to.

Told by SIGUSR1, it reads from a file where it shall die, and kills itself with SIGKILL when it gets there.
Otherwise it runs what ``kickdoor run`` runs.
"""

import asyncio
import json
import os
import signal
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Any

import bot.cli.run as run_command
from bot.__main__ import main
from bot.app.client import Timing
from bot.app.main import serve
from bot.delivery import channels
from bot.delivery.attention import NO_SLACK
from bot.delivery.discord_wire import DiscordWire
from bot.store.sqlite.queue import SqliteQueue
from bot.store.sqlite.store import SqliteStore
from bot.tables.actor import Actor
from bot.tables.computer_players import ThinkingTime
from cogs import responder
from cogs.click_handler import ClickHandler
from cogs.responder import Responder

KILL_POINTS: dict[str, tuple[type, str, bool]] = {
    "before the press is looked at": (ClickHandler, "answer", False),
    "before the rules": (Actor, "_decide", False),
    "before the commit": (SqliteStore, "commit", False),
    "inside the transaction": (SqliteQueue, "_transact", False),
    "after the transaction": (SqliteQueue, "_transact", True),
    "after the commit": (SqliteStore, "commit", True),
    "before the answer": (Responder, "_send", False),
    "after the answer": (Responder, "_send", True),
    "before an edit": (DiscordWire, "edit", False),
    "after an edit": (DiscordWire, "edit", True),
    "before a post": (DiscordWire, "send", False),
    "after a post": (DiscordWire, "send", True),
    "before a message is noted": (SqliteStore, "save_surfaces", False),
    "after a message is noted": (SqliteStore, "save_surfaces", True),
}
"""Where a bot can die: at a method of these classes, before it begins or after it is done."""


class KillSwitch:
    """Where this process dies: at a point, or after so many turns of its event loop."""

    def __init__(self) -> None:
        self.point = ""
        self.turns = 0

    def read(self, path: Path) -> None:
        told = json.loads(path.read_text())
        self.point, self.turns = told.get("point", ""), told.get("turns", 0)

    def reach(self, point: str) -> None:
        if self.point == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def turn(self) -> None:
        if self.turns:
            self.turns -= 1
            if not self.turns:
                os.kill(os.getpid(), signal.SIGKILL)


def install_hooks(switch: KillSwitch) -> None:
    """Put a hook at every point."""
    for name, (kind, method, after) in KILL_POINTS.items():
        setattr(kind, method, hooked(getattr(kind, method), switch, name, after=after))
    turn = asyncio.BaseEventLoop._run_once  # type: ignore[attr-defined]

    def counted(self: asyncio.BaseEventLoop) -> None:
        switch.turn()
        turn(self)

    asyncio.BaseEventLoop._run_once = counted  # type: ignore[attr-defined]


def hooked(work: Callable[..., Any], switch: KillSwitch, name: str, *, after: bool) -> Callable[..., Any]:
    @wraps(work)
    async def hook(*args: Any, **kwargs: Any) -> Any:
        if not after:
            switch.reach(name)
        result = await work(*args, **kwargs)
        if after:
            switch.reach(name)
        return result

    return hook


def run_bot(arguments: list[str]) -> int:
    """Be a bot, quicker than usual in what people should be able to follow. The argument is the file."""
    (kill_file,) = arguments
    switch = KillSwitch()
    signal.signal(signal.SIGUSR1, lambda *_: switch.read(Path(kill_file)))
    install_hooks(switch)
    channels.WRITE_SPAN_S = 0.2
    # The sandbox's clock stands still, so an answer may take as long as a busy machine needs: an answer that
    # is only put off tells a test nothing.
    responder.DEFER_AFTER_S = 60.0
    timing = Timing(
        call_delay_s=0.05,
        batch_delay_s=0.02,
        dm_interval_s=0.0,
        guild_interval_s=0.1,
        slack=NO_SLACK,
        thinking_time=ThinkingTime(0.0, 0.0),
    )
    run_command.serve = partial(serve, timing=timing)  # type: ignore[assignment]
    return main(["run"])
