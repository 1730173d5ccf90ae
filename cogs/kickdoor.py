"""The slash commands: /kickdoor and its sisters."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands

from bot.app.client import Kickdoor
from cards.say import say
from cogs.commands.base import OUTDATED_COMMAND_TEXT
from cogs.commands.play import PlayCommands
from cogs.commands.server import ServerCommands
from cogs.commands.table import TableCommands
from cogs.responder import Interaction, apologize

log = logging.getLogger(__name__)

ROOTS = (PlayCommands, TableCommands, ServerCommands)


async def answer_unknown_command(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """Answer a command of an earlier release that Discord, or somebody's client, still offers."""
    if interaction.command is not None:
        return  # the cog answers
    log.info("command %d is unknown: %s", interaction.id, type(error).__name__)
    if interaction.type is discord.InteractionType.application_command:
        moved = _moved_to(interaction)
        await apologize(
            interaction,
            say("That is **/{moved}** now.", moved=moved) if moved else say(OUTDATED_COMMAND_TEXT),
        )


def _moved_to(interaction: Interaction) -> str:
    """Return the command of another root with the name that was typed behind an old one."""
    parts: list[Any] = [interaction.data or {}]
    names: list[str] = []
    while parts := list(parts[0].get("options") or ()):
        if parts[0].get("type") not in (1, 2):  # subcommands and their groups
            break
        names.append(str(parts[0].get("name")))
    ending = " ".join(names)
    tree = getattr(interaction.client, "tree", None)
    known = [command.qualified_name for command in tree.walk_commands()] if tree and ending else []
    return next((name for name in known if name.partition(" ")[2] == ending), "")


async def setup(bot: Kickdoor) -> None:
    """Add the commands to the bot."""
    bot.tree.error(answer_unknown_command)
    for root in ROOTS:
        await bot.add_cog(root(bot.services))
