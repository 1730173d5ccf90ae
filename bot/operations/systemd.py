"""Tells systemd that the bot has started, that its event loop turns, and that it stops (sd_notify)."""

from __future__ import annotations

import asyncio
import logging
import os
import socket

log = logging.getLogger(__name__)

NOTIFY_SETTING, WATCHDOG_SETTING = "NOTIFY_SOCKET", "WATCHDOG_USEC"


async def keep_told() -> None:
    """Say that the bot is ready, then feed the watchdog from the event loop, until cancelled."""
    interval_s = int(os.environ.get(WATCHDOG_SETTING) or 0) / 2_000_000
    _tell("READY=1")
    try:
        while interval_s:
            await asyncio.sleep(interval_s)
            _tell("WATCHDOG=1")
        await asyncio.Event().wait()
    finally:
        _tell("STOPPING=1")


def _tell(word: str) -> None:
    """Send a word to whoever started us, if they want to hear one."""
    address = os.environ.get(NOTIFY_SETTING)
    if not address:
        return
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sender:
            sender.sendto(word.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)
    except OSError as error:
        log.warning("systemd does not hear %s: %s", word, error)
