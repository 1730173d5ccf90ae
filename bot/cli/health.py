"""`kickdoor health`: asks a running bot whether it can play, for the health check of a container."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from http.client import HTTPConnection, HTTPException

from bot.cli.prepare import prepare
from bot.operations.exit_codes import ExitCode, UnusableError

TIMEOUT_S = 8.0
"""Seconds for the answer: a hung bot gives none."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a bot answers that listens on all addresses."""


def add_arguments(parser: ArgumentParser) -> None:
    """Take nothing: where the bot answers is in its settings."""
    parser.epilog = "Code 0: it can play. Code 1: it cannot, or does not answer. Needs KICKDOOR_METRICS_PORT."


def main(args: Namespace) -> int:
    """Print what the bot says of itself."""
    settings = prepare(args.env_file, needs_token=False)
    if settings.metrics_port is None:
        raise UnusableError("KICKDOOR_METRICS_PORT is not set, so the bot tells nobody how it is.")
    host = EVERYWHERE.get(settings.metrics_host, settings.metrics_host)
    connection = HTTPConnection(host, settings.metrics_port, timeout=TIMEOUT_S)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        sys.stdout.write(answer.read().decode(errors="replace"))
    except (OSError, HTTPException) as error:
        raise UnusableError(f"The bot does not answer on {host}:{settings.metrics_port}: {error}") from None
    finally:
        connection.close()
    return ExitCode.OK if answer.status == 200 else ExitCode.FAILED
