"""The last resort at the end of a process: no hanging thread keeps it alive, or the database locked."""

from __future__ import annotations

import logging
import os
import sys
import threading
from contextlib import suppress

log = logging.getLogger(__name__)

EXIT_GRACE_S = 5.0
"""Seconds that threads and pending work get once the bot is done."""

TELL_TIMEOUT_S = 1.0
"""Seconds for the last lines after that."""


class ExitWatchdog:
    """Ends the process with its exit code if it does not end by itself in time."""

    def __init__(self, grace_s: float = EXIT_GRACE_S) -> None:
        self._grace_s = grace_s
        self._known = set(threading.enumerate())
        self._timer: threading.Timer | None = None

    def arm(self, code: int) -> None:
        """Let the process end with this code at the latest when the grace is over."""
        self._timer = threading.Timer(self._grace_s, _exit, (code,))
        self._timer.daemon = True
        self._timer.start()

    def disarm_if_alone(self) -> None:
        """Stop waiting if no thread is left that could keep the process alive."""
        left = set(threading.enumerate()) - self._known - {self._timer}
        if self._timer is not None and all(thread.daemon for thread in left):
            self._timer.cancel()


def _exit(code: int) -> None:
    try:
        # In a thread of its own: a write waits for ever where nobody empties the pipe.
        telling = threading.Thread(target=_tell, daemon=True)
        telling.start()
        telling.join(TELL_TIMEOUT_S)
    finally:
        os._exit(code)


def _tell() -> None:
    """Say what keeps the process alive, and write what has been written."""
    names = [thread.name for thread in threading.enumerate() if not thread.daemon]
    log.critical("the process does not end by itself; these threads keep it alive: %s", ", ".join(names))
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # a full disk, or a reader that went away
            stream.flush()
