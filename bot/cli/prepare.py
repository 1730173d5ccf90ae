"""What every command with settings does first: read them, then set up logging."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from pathlib import Path

from bot.operations import logs
from bot.operations.exit_codes import ExitCode
from bot.settings import Settings, SettingsError, read_settings

log = logging.getLogger(__name__)


def prepare(dotenv: Path | None, *, by_http: bool = False, needs_token: bool = True) -> Settings:
    """Return the settings, with logging set up accordingly.

    Settings that cannot be used end the process: all faults on standard error, exit code BAD_SETTING.
    """
    try:
        settings = read_settings(os.environ, dotenv, by_http=by_http, needs_token=needs_token)
    except SettingsError as error:
        faults = "\n".join(f"  - {fault.sentence}" for fault in error.faults)
        with suppress(OSError):  # the code says it, too
            sys.stderr.write(f"Kickdoor cannot start with these settings:\n\n{faults}\n\n")
            file = dotenv or ".env"
            sys.stderr.write(
                f"Set them in the environment or in the file {file}, which `kickdoor init` writes.\n"
            )
        raise SystemExit(ExitCode.BAD_SETTING) from None
    secrets = [settings.token.get_secret_value()]
    logs.set_up(settings.log_level, settings.log_format, sys.stderr, secrets)
    if sys.maxsize < 2**32:
        log.warning("this Python is a 32-bit one: nothing is tested on it, and it is not supported")
    return settings
