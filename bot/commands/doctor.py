"""`kickdoor doctor`: checks settings, database and Discord, and says what to do."""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser, Namespace

from bot.commands.prepare import prepare
from bot.doctor import Doctor, Finding
from bot.exit_codes import ExitCode

VERDICT_MARKS = {"good": "ok  ", "note": "note", "bad": "BAD "}


def add_arguments(parser: ArgumentParser) -> None:
    """Take no arguments: everything is set in the environment or in `.env`."""
    parser.epilog = "Looks at settings, database, token, permissions and clock; changes nothing."


def main(args: Namespace) -> int:
    """Print every finding; fail if one is bad."""
    settings = prepare()
    bad = asyncio.run(_examine(Doctor(settings)))
    sys.stdout.write("\n" + (f"{bad} to fix.\n" if bad else "Nothing to fix.\n"))
    return ExitCode.FAILED if bad else ExitCode.OK


async def _examine(doctor: Doctor) -> int:
    bad = 0
    async for finding in doctor.examine():
        sys.stdout.write(_line(finding))
        bad += finding.verdict == "bad"
    return bad


def _line(finding: Finding) -> str:
    advice = f"       -> {finding.advice}\n" if finding.advice else ""
    return f"{VERDICT_MARKS[finding.verdict]}  {finding.subject}: {finding.found}\n{advice}"
