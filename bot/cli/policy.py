"""`kickdoor policy`: privacy policy and terms of a copy of the bot, true to its settings."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from importlib.resources import files
from string import Template

from bot.cli.prepare import prepare
from bot.operations.erasure_requests import REQUEST_RETENTION_S
from bot.operations.exit_codes import ExitCode
from bot.settings import Settings
from bot.store.backup.folder import KEPT_DAILY
from bot.tables.maintenance import Retention


def add_arguments(parser: ArgumentParser) -> None:
    """Take which text, and who answers for it."""
    parser.add_argument("text", choices=["privacy", "terms"], help="which of the two")
    parser.add_argument("--operator", required=True, metavar="NAME", help="who runs the bot")
    parser.add_argument("--contact", required=True, help="an address at which they can be reached")
    parser.add_argument("--name", default="Kickdoor", help="what the bot is called at Discord")
    parser.epilog = "Prints Markdown, to be put where anybody can read it."


def main(args: Namespace) -> int:
    """Fill the template."""
    text = files("bot.cli").joinpath(f"{args.text}.md").read_text(encoding="utf-8")
    facts = _facts(prepare(args.env_file, needs_token=False))
    filled = Template(text).substitute(facts, name=args.name, operator=args.operator, contact=args.contact)
    sys.stdout.write(filled)
    return ExitCode.OK


def _facts(settings: Settings) -> dict[str, object]:
    """Return what the settings, and the code, say of the data that is kept."""
    backups = f"Copies of the database are kept for {KEPT_DAILY} days."
    kept = Retention()
    return {
        "ended_days": kept.ended_days,
        "idle_days": kept.idle_days,
        "erasure_days": REQUEST_RETENTION_S // 86_400,
        "backups": backups if settings.backup_folder else "Nobody but the operator copies the database.",
        "place": "on a PostgreSQL server" if settings.uses_postgres else "a file beside the bot",
    }
