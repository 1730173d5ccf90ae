"""Why nothing can be heard at an address: the setting is wrong, or another program was faster."""

from __future__ import annotations

import errno
import socket

from bot.operations.exit_codes import ExitCode


class ListenError(Exception):
    """Nothing can be heard there. The text names host, port and setting; ``code`` says whether to wait."""

    def __init__(self, cause: OSError | UnicodeError, prefix: str, host: str, port: int) -> None:
        """Take what went wrong, and the beginning of the two settings' names, such as KICKDOOR_HTTP."""
        wrong_host = _is_wrong_host(cause)
        forbidden = isinstance(cause, PermissionError)
        self.code = ExitCode.BAD_SETTING if wrong_host or forbidden else ExitCode.PORT_TAKEN
        name, value = ("HOST", repr(host)) if wrong_host else ("PORT", str(port))
        super().__init__(f"{prefix}_{name} {value} cannot be listened on: {_reason(cause)}")


def _is_wrong_host(cause: OSError | UnicodeError) -> bool:
    """Return True for a name that nobody knows and for an address of another machine.

    For the latter asyncio gives no number from Python 3.13 on.
    """
    return isinstance(cause, socket.gaierror | UnicodeError) or cause.errno in (errno.EADDRNOTAVAIL, None)


def _reason(cause: OSError | UnicodeError) -> str:
    if isinstance(cause, UnicodeError):
        return "this is no name of a machine"
    if cause.errno == errno.EADDRINUSE:
        return "the port belongs to another program"
    if cause.errno in (errno.EADDRNOTAVAIL, None):
        return "this machine has no such address"
    return cause.strerror or str(cause)
