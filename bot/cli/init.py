"""`kickdoor init`: from a token to a bot that can be started and invited."""

from __future__ import annotations

import asyncio
import os
import sys
import warnings
from argparse import ArgumentParser, Namespace
from getpass import GetPassWarning, getpass
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any

import aiohttp

from bot.delivery.permissions import invite_url
from bot.operations.exit_codes import ExitCode, UnusableError
from bot.settings import Settings, SettingsError, read_settings

ASK_TEXT = "The bot's token (discord.com/developers, page Bot, Reset Token); it is not shown: "
UNKNOWN_TEXT = (
    "Discord does not know this token. Press Reset Token on the page Bot, and copy the whole of it."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Take where the token is, and what to write."""
    parser.add_argument("--token-file", type=Path, metavar="FILE", help="read the token there, ask nobody")
    parser.add_argument("--unit", action="store_true", help="only print a systemd unit for this installation")
    parser.epilog = "Writes .env, for its owner alone."


def main(args: Namespace) -> int:
    """Check the token, write the settings, and say how to go on."""
    if args.unit:
        sys.stdout.write(unit())
        return ExitCode.OK
    path: Path = args.env_file
    if path.exists():
        raise UnusableError(f"{path} is there already, and stays as it is: move it away first.")
    settings = _checked(args.token_file)
    application = asyncio.run(_application(settings))
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(env_file(settings.token.get_secret_value()))
    program = sys.argv[0] if sys.argv[0].endswith("kickdoor") else "kickdoor"  # as it was just called
    sys.stdout.write(
        f"{path} is written; nobody else may read it.\n\n"
        f"Invite {application['name']}:  {invite_url(application['id'])}\n"
        f"Start it:  {program} {'' if path == Path('.env') else f'--env-file {path} '}run\n"
        f"As a service:  {program} init --unit | sudo tee /etc/systemd/system/kickdoor.service\n"
    )
    return ExitCode.OK


def _checked(token_file: Path | None) -> Settings:
    """Return the settings with the token of a file, or with the one that is asked for."""
    try:
        with warnings.catch_warnings(action="error", category=GetPassWarning):  # it would show the token
            token = {"DISCORD_TOKEN": "" if token_file else getpass(ASK_TEXT)}
    except (EOFError, GetPassWarning):
        raise UnusableError("There is nobody to ask for the token here: name a --token-file.") from None
    file = {"DISCORD_TOKEN_FILE": str(token_file)} if token_file else {}
    try:
        return read_settings({**os.environ, **token, **file})
    except SettingsError as error:
        raise UnusableError(str(error)) from None


async def _application(settings: Settings) -> dict[str, str]:
    """Return the application that the token belongs to."""
    headers = {"Authorization": f"Bot {settings.token.get_secret_value()}"}
    timeout = aiohttp.ClientTimeout(total=10)
    async with aiohttp.ClientSession(headers=headers, timeout=timeout, trust_env=True) as session:
        address = f"{settings.api_base.rstrip('/')}/applications/@me"
        try:
            async with session.get(address) as answer:
                found: dict[str, Any] = await answer.json() if answer.status == HTTPStatus.OK else {}
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise UnusableError(f"Discord cannot be reached ({type(error).__name__}).") from None
    if answer.status == HTTPStatus.UNAUTHORIZED:
        raise UnusableError(UNKNOWN_TEXT)
    if "id" not in found:
        raise UnusableError(f"Discord answers {answer.status}: try again later.")
    return {"id": str(found["id"]), "name": str(found.get("name"))}


def env_file(token: str) -> str:
    """Return a file of settings: the token, and all others, each explained and left open."""
    return _packaged("env.example").replace("DISCORD_TOKEN=\n", f"DISCORD_TOKEN={token}\n", 1)


def unit() -> str:
    """Return the systemd unit, with the place of this installation."""
    return _packaged("kickdoor.service").replace("/opt/kickdoor/.venv", sys.prefix)


def _packaged(name: str) -> str:
    return files("bot.cli").joinpath(name).read_text(encoding="utf-8")
