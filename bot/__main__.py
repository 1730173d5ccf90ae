"""The command line: `kickdoor COMMAND ...`, or `python -m bot COMMAND ...`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from bot.exit_codes import ExitCode, UnusableError
from bot.release import release_name


class CommandModule(Protocol):
    """What the module of a command offers. It is imported only when its command is asked for."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Describe the command's own arguments."""
        ...

    def main(self, args: Namespace) -> int:
        """Do the work and return the exit code."""
        ...


@dataclass(frozen=True, slots=True)
class Command:
    """One command: what it does, in a line, and the module that does it."""

    summary: str
    module: str


# A new command is one entry here and a module with `add_arguments` and `main`.
COMMANDS: dict[str, Command] = {
    "run": Command("run the bot on Discord", "bot.commands.run"),
    "demo": Command("play in the browser, no Discord needed", "bot.commands.demo"),
    "simulate": Command("play whole games between computer players", "cards.simulate"),
    "doctor": Command("look for what keeps the bot from running well", "bot.commands.doctor"),
    "backup": Command("copy the database, also while the bot runs", "bot.commands.backup"),
    "restore": Command("go back to a copy of the database", "bot.commands.restore"),
    "copy": Command("copy all games between SQLite and PostgreSQL", "bot.commands.copy"),
    "export": Command("write a game to files, to be verified or looked at", "bot.commands.export"),
    "statistics": Command("make the statistics again from the logs", "bot.commands.statistics"),
    "verify": Command("check that the dice of an exported game are as sealed", "bot.commands.verify"),
    "packs": Command("list, show and check the card sets", "bot.commands.packs"),
    "scenario": Command("run rules tests written as data", "cards.scenario"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code of bot/exit_codes.py."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    name = arguments[0] if arguments else "--help"
    command = COMMANDS.get(name)
    if command is None:
        # Prints help, version or what is wrong, and exits with 0 or 2, as argparse does.
        _top_parser().parse_args(arguments or ["--help"])
        return ExitCode.USAGE
    module = cast(CommandModule, import_module(command.module))
    parser = ArgumentParser(prog=f"kickdoor {name}", description=command.summary)
    module.add_arguments(parser)
    try:
        return module.main(parser.parse_args(arguments[1:]))
    except UnusableError as error:
        sys.stderr.write(f"{error}\n")
        return ExitCode.FAILED
    except KeyboardInterrupt:
        return 130


def _top_parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="kickdoor",
        description="A Discord bot that hosts Munchkin-style card games.",
        epilog="`kickdoor COMMAND --help` explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"kickdoor {release_name()}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.summary)
    return parser


if __name__ == "__main__":
    sys.exit(main())
