"""Keeps the bot connected to Discord, and says which failures no new attempt can fix."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from bot.app.client import Kickdoor, Services, Timing
from bot.delivery.discord_wire import DiscordWire
from bot.operations.exit_codes import ExitCode
from bot.operations.listening import ListenError
from bot.settings import Settings

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
        code = await _hold_connection(bot, services.settings)
        if bot_type.hears_shards:
            services.tables.maintenance.connection_lost()
        if code is not None:
            return code
        failures = 0 if time.monotonic() - started > STABLE_CONNECTION_S else failures + 1
        if failures > len(RETRY_DELAYS_S):
            return ExitCode.DISCORD_UNREACHABLE
        await asyncio.sleep(RETRY_DELAYS_S[failures - 1] if failures else 1.0)


def _once(ready: Callable[[], None]) -> Callable[[], Coroutine[Any, Any, None]]:
    async def on_ready() -> None:
        ready()

    return on_ready


async def _hold_connection(bot: Kickdoor, settings: Settings) -> ExitCode | None:
    """Hold one connection until it breaks for good; None: try again."""
    try:
        async with bot:
            await bot.start(settings.token.get_secret_value())
        return None
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
        return FATAL_CLOSE_CODES.get(closed.code)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        log.warning("no connection to Discord: %s", error)
        return None
    except commands.ExtensionError:
        log.exception("a part of the bot cannot be loaded")
        return ExitCode.FAILED
    except Exception:
        # The library ends a connection for any event it cannot read: reconnect.
        log.exception("the connection failed")
        return None
