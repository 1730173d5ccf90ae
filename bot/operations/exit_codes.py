"""What the exit code of `kickdoor` says. Scripts and service managers rely on the numbers."""

from __future__ import annotations

from enum import IntEnum


class UnusableError(Exception):
    """What a command needs cannot be used until somebody fixes it; the text says what and how."""


class ExitCode(IntEnum):
    """One number per cause, so that a service manager knows when a restart is useless.

    64 to 66 stay as they are until a person changes something; 67 to 69 may pass by themselves.
    """

    OK = 0
    FAILED = 1
    """The command ran and its answer is no: a scenario failed, a pack has faults."""
    USAGE = 2
    """The command line itself is wrong."""
    BAD_SETTING = 64
    BAD_TOKEN = 65
    REFUSED_INTENTS = 66
    DATABASE_UNUSABLE = 67
    DISCORD_UNREACHABLE = 68
    PORT_TAKEN = 69
    IO_FAILED = 74
    """A file or the output could not be read or written; the number is that of sysexits.h."""
    INTERRUPTED = 130
    READER_LEFT = 141
    """Nobody reads the output any more, as with `| head`; the number is a shell's for SIGPIPE."""
