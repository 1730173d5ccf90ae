"""Keeps the bot connected to Discord, and says which failures no new attempt can fix."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from bot.app.client import Kickdoor, NoStartsLeftError, Services, Timing
from bot.delivery.discord_wire import DiscordWire
from bot.operations.connections import ListenError
from bot.operations.exit_codes import ExitCode

log = logging.getLogger(__name__)

RETRY_DELAYS_S = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
"""Seconds between attempts to reach Discord at the start; after the last one we give up."""

FATAL_CLOSE_CODES = {
    4004: ExitCode.BAD_TOKEN,
    4010: ExitCode.BAD_SETTING,
    4011: ExitCode.BAD_SETTING,
    4012: ExitCode.FAILED,
    4013: ExitCode.REFUSED_INTENTS,
    4014: ExitCode.REFUSED_INTENTS,
}
"""How Discord closes a connection that a new attempt cannot fix: trying again would use up the day's starts.
4010 and 4011 are about the number of shards, 4012 about the version of the protocol."""

_CLOSE_CODE_HINTS = {
    4010: " (KICKDOOR_SHARDS is wrong)",
    4011: " (too many servers for so few shards: raise KICKDOOR_SHARDS, or leave it out)",
}

STABLE_CONNECTION_S = 600.0
"""Seconds after which a breakdown of the connection counts as the first one again."""


MAX_PAUSE_S = 600.0
"""Seconds between attempts where Discord answers, but nothing comes of it: each may count as a start."""


@dataclass(frozen=True, slots=True)
class Silence:
    """This process has to keep away from Discord for a while."""

    seconds: float
    reason: str


async def keep_connected(
    services: Services,
    wire: DiscordWire,
    ready: Callable[[], None] | None,
    timing: Timing,
    bot_type: type[Kickdoor],
) -> ExitCode:
    """Keep a connection up, and return why it ended: only a failure that a new attempt cannot fix ends it."""
    failures = 0
    while True:
        started = time.monotonic()
        bot = bot_type(services, timing)
        wire.client = bot
        if ready is not None:
            bot.add_listener(_once(ready), "on_ready")
        ended = await _connect_alone(bot)
        if bot_type.hears_shards:
            services.tables.maintenance.connection_lost()
        if isinstance(ended, ExitCode):
            return ended
        if isinstance(ended, Silence):
            until = time.strftime("%Y-%m-%d %H:%M", time.gmtime(time.time() + ended.seconds))
            bot.silence = f"{ended.reason}; next try {until} UTC"
            log.critical("keeping away from Discord: %s", bot.silence)
            await asyncio.sleep(ended.seconds)
            continue
        failures = 0 if time.monotonic() - started > STABLE_CONNECTION_S else failures + 1
        if failures > len(RETRY_DELAYS_S) and not ended:
            return ExitCode.DISCORD_UNREACHABLE
        pauses = (1.0, *RETRY_DELAYS_S, MAX_PAUSE_S)
        await asyncio.sleep(pauses[min(failures, len(pauses) - 1)])


async def _connect_alone(bot: Kickdoor) -> ExitCode | Silence | bool:
    """Hold one connection until it breaks, or until somebody else turns out to have the same token."""
    twins = bot.services.twins
    holding = asyncio.create_task(_hold_connection(bot))
    newcomer = asyncio.create_task(twins.newcomer.wait())
    try:
        await asyncio.wait({holding, newcomer}, return_when=asyncio.FIRST_COMPLETED)
        if holding.done():
            return holding.result()
        return Silence(twins.withdraw(), "another process answers with this token")
    finally:
        for task in (holding, newcomer):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def _once(ready: Callable[[], None]) -> Callable[[], Coroutine[Any, Any, None]]:
    async def on_ready() -> None:
        ready()

    return on_ready


async def _hold_connection(bot: Kickdoor) -> ExitCode | Silence | bool:
    """Hold one connection until it breaks for good. True: try again, Discord was there; False: it was not."""
    try:
        async with bot:
            await bot.start(bot.services.settings.token.get_secret_value())
        return False
    except NoStartsLeftError as error:
        return Silence(error.seconds, "Discord allows this bot no further sessions for now")
    except ListenError as error:
        log.error("presses cannot be listened for: %s", error)
        return error.code
    except discord.LoginFailure:
        log.error("Discord does not accept the token (DISCORD_TOKEN)")
        return ExitCode.BAD_TOKEN
    except discord.PrivilegedIntentsRequired:
        log.error("Discord refuses the intents of this application")
        return ExitCode.REFUSED_INTENTS
    except discord.ConnectionClosed as closed:
        log.error(
            "Discord closed the connection for good: %s%s",
            closed.code,
            _CLOSE_CODE_HINTS.get(closed.code, ""),
        )
        return FATAL_CLOSE_CODES.get(closed.code, True)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        log.warning("no connection to Discord: %s", error)
        return False
    except commands.ExtensionError:
        log.exception("a part of the bot cannot be loaded")
        return ExitCode.FAILED
    except Exception:
        # Such as a first event that cannot be read: reconnect.
        log.exception("the connection failed")
        return True
