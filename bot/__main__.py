"""The command line: `kickdoor [--env-file FILE] COMMAND ...`, or `python -m bot ...`."""

from __future__ import annotations

import os
import signal
import sys
from argparse import Action, ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Protocol, TextIO, cast

import shtab

from bot import release_name
from bot.operations.exit_codes import ExitCode, UnusableError


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
    "init": Command("ask for the token, write .env, print the invite link", "bot.cli.init"),
    "run": Command("run the bot on Discord", "bot.cli.run"),
    "demo": Command("play in the browser, no Discord needed", "bot.cli.demo"),
    "simulate": Command("play whole games between computer players", "cards.simulate"),
    "doctor": Command("look for what keeps the bot from running well", "bot.cli.doctor"),
    "health": Command("ask a running bot whether it can play", "bot.cli.health"),
    "backup": Command("copy the database, also while the bot runs", "bot.cli.backup"),
    "restore": Command("go back to a copy of the database", "bot.cli.restore"),
    "copy": Command("copy all games between SQLite and PostgreSQL", "bot.cli.copy"),
    "export": Command("write a game to files, to be verified or looked at", "bot.cli.export"),
    "statistics": Command("make the statistics again from the logs", "bot.cli.statistics"),
    "forget": Command("have a person forgotten everywhere", "bot.cli.forget"),
    "policy": Command("print a privacy policy or terms for this bot", "bot.cli.policy"),
    "verify": Command("check that the dice of an exported game are as sealed", "bot.cli.verify"),
    "packs": Command("list, show and check the card sets", "bot.cli.packs"),
    "scenario": Command("run rules tests written as data", "cards.scenario"),
}


ENV_FILE_OPTION = "--env-file"
COMPLETION_OPTION = "--print-completion"
DEFAULT_ENV_FILE = Path(".env")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code of bot/operations/exit_codes.py."""
    _open_closed_streams()
    _let_file_names_pass()
    try:
        return _run_to_the_end(list(sys.argv[1:] if argv is None else argv))
    finally:
        # At the interpreter's end nobody could catch what goes wrong, and it would change the exit code.
        try:
            sys.stderr.flush()
        except OSError:
            _drop(sys.stderr)


def _run_to_the_end(arguments: list[str]) -> int:
    """Run one command, write what it has written, and say what went wrong."""
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except UnusableError as error:
        _complain(error)
        return ExitCode.FAILED
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        _drop(sys.stdout)
        return ExitCode.READER_LEFT
    except OSError as error:
        _drop(sys.stdout)
        _complain(f"This cannot go on: {error}")
        return ExitCode.IO_FAILED


def _run(arguments: list[str]) -> int:
    env_file = DEFAULT_ENV_FILE
    if len(arguments) > 1 and arguments[0] == ENV_FILE_OPTION:
        env_file, arguments = Path(arguments[1]), arguments[2:]
        if not env_file.exists() and arguments[:1] != ["init"]:  # that writes it
            _complain(f"There is no file {env_file} to read settings from.")
            return ExitCode.BAD_SETTING
    name = arguments[0] if arguments else "--help"
    command = COMMANDS.get(name)
    if command is None:
        # Prints help, version or what is wrong, and exits with 0 or 2, as argparse does.
        _top_parser(whole=name == COMPLETION_OPTION).parse_args(arguments or ["--help"])
        return ExitCode.USAGE
    with _leaving_at_once():
        module = cast(CommandModule, import_module(command.module))
    parser = ArgumentParser(prog=f"kickdoor {name}", description=command.summary, formatter_class=_Help)
    module.add_arguments(parser)
    parser.set_defaults(env_file=env_file)
    return module.main(parser.parse_args(arguments[1:]))


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(ExitCode.INTERRUPTED)


@contextmanager
def _leaving_at_once() -> Generator[None]:
    """End the process itself on Ctrl+C: libraries that are being loaded make errors of their own of it."""
    if (
        signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        or current_thread() is not main_thread()
    ):
        yield
        return
    signal.signal(signal.SIGINT, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _open_closed_streams() -> None:
    """Let a process whose output was closed write into nothing; Python leaves no stream at all."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - for good


def _let_file_names_pass() -> None:
    """Write the name of a file that is no text as the bytes that it is, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="surrogateescape")


def _drop(stream: TextIO) -> None:
    """Throw away what could not be written, or the interpreter would try once more at its end."""
    with suppress(OSError):  # a stream that is no file
        number = stream.fileno()
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)


def _complain(text: object) -> None:
    with suppress(OSError):  # standard error may be the one that is full
        sys.stderr.write(f"{text}\n")


class _Help(ArgumentDefaultsHelpFormatter):
    """Says what an option is where nobody sets it, if that is worth a word."""

    def _get_help_string(self, action: Action) -> str | None:
        return action.help if action.default in (None, False, []) else super()._get_help_string(action)


def _top_parser(*, whole: bool = False) -> ArgumentParser:
    """Return the parser of all commands, with what each of them takes if it is to be ``whole``."""
    parser = ArgumentParser(
        prog="kickdoor",
        description="A Discord bot that hosts Munchkin-style card games.",
        epilog="`kickdoor COMMAND --help` explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"kickdoor {release_name()}")
    parser.add_argument(
        ENV_FILE_OPTION,
        metavar="FILE",
        help="read settings from this file instead of .env; nothing in it is run or replaced",
    )
    shtab.add_argument_to(parser, COMPLETION_OPTION, help="print completion of these words for a shell")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        taking = commands.add_parser(name, help=command.summary)
        if whole:
            import_module(command.module).add_arguments(taking)
    return parser


if __name__ == "__main__":
    sys.exit(main())
