"""Which event loop the bot runs on: the quicker one where it is installed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes uvloop's event loops; None, for Python's own, where it is not installed."""
    try:
        import uvloop
    except ImportError:  # it is an extra, and does not exist for Windows
        return None
    return uvloop.new_event_loop
