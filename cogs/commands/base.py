"""What the commands of every root have in common."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, Generic, TypeVar, cast

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app.client import Services
from bot.tables.intents import Intent
from bot.tables.table import Speed
from bot.views.base.text import label, say
from cards.kernel.moves import Refusal
from cogs.answer_builder import refusal_text
from cogs.answers import Answer, Click
from cogs.commands.channel_handler import MAX_OPTION_TEXT_CHARS, ChannelHandler, Typing
from cogs.gate import read_click
from cogs.quotas import TOO_FAST_TEXT
from cogs.responder import ERROR_TEXT, Interaction, Responder, apologize

log = logging.getLogger(__name__)

V = TypeVar("V", int, str)
H = TypeVar("H", bound=ChannelHandler)

OUTDATED_COMMAND_TEXT = (
    "That command is from an earlier version of me. Type **/kickdoor** again, or restart Discord, "
    "to get the current commands. Nothing was changed."
)
ANYWHERE_COMMANDS = frozenset(
    f"kickdoor {name}"
    for name in (
        "new", "hand", "learn", "stats", "pictures", "rules", "card", "my games", "my data", "my statistics",
        "forget me",
    )
)  # fmt: skip
"""What people can do in a direct message, too: they may have left every server."""

SPEED_CHOICES = [
    app_commands.Choice(name=locale_str("Live: seconds to decide"), value="live"),
    app_commands.Choice(name=locale_str("Relaxed: minutes to decide"), value="relaxed"),
    app_commands.Choice(name=locale_str("By post: days to decide"), value="post"),
]

OptionText = app_commands.Range[str, 0, MAX_OPTION_TEXT_CHARS]
"""What people type freely; Discord itself stops them at the limit."""


class CommandCog(commands.GroupCog, Generic[H]):
    """A root with its commands as Discord knows them; the handler knows what they do."""

    def __init__(self, services: Services, handler: H) -> None:
        super().__init__()
        self.services = services
        self.handler = handler

    async def cog_app_command_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """Answer a command that could not be read or failed; nothing else answers it."""
        if isinstance(error, app_commands.CommandSignatureMismatch):
            await apologize(interaction, say(OUTDATED_COMMAND_TEXT))
            return
        name = interaction.command.qualified_name if interaction.command else "?"
        log.error("command %s failed", name, exc_info=error)
        unusable = isinstance(error, app_commands.TransformerError)
        await apologize(
            interaction, refusal_text(None, Refusal("bad_choice")) if unusable else say(ERROR_TEXT)
        )

    async def run(
        self, interaction: Interaction, work: Callable[[Click], Coroutine[Any, Any, Answer]]
    ) -> None:
        """Answer a command with what ``work`` comes to; refuse haste, and most of them in direct messages."""
        click = read_click(interaction)
        if not self.services.request_limit.allows(click.user):
            await apologize(interaction, say(TOO_FAST_TEXT))
            return
        command = interaction.command
        if not click.guild and (command is None or command.qualified_name not in ANYWHERE_COMMANDS):
            await apologize(interaction, refusal_text(None, Refusal("dms_only")))
            return
        self.services.screens.note_reachable(click.channel)
        await Responder(interaction, self.services.screens, click, self.services.twins).run(work(click))

    async def send(self, interaction: Interaction, intent: Intent, done: str) -> None:
        """Ask something of the channel's table."""
        await self.run(interaction, lambda click: self.handler.send(click, intent, done))


def suggests(
    find: Callable[[H, Typing, str], Awaitable[Iterable[tuple[V, str]]]],
) -> Callable[[Interaction, Any], Coroutine[Any, Any, list[app_commands.Choice[V]]]]:
    """Return what completes an option: values with their names. Each time counts as a command does."""

    async def suggest(interaction: Interaction, typed: object) -> list[app_commands.Choice[V]]:
        cog: CommandCog[H] = cast(Any, interaction.command).binding
        if not cog.services.request_limit.allows(interaction.user.id):
            return []
        text = str(typed) if isinstance(typed, int | str) else None  # a number half typed may be an int
        if text is None or len(text) > MAX_OPTION_TEXT_CHARS:
            return []
        where = Typing(interaction.channel_id or 0, interaction.guild_id or 0, interaction.user.id)
        found = await find(cog.handler, where, text)
        return [app_commands.Choice(name=label(name, 100), value=value) for value, name in found]

    return suggest


def read_speed(raw: str) -> Speed | None:
    """Return the speed of this name; None where there is none."""
    speeds: tuple[Speed, ...] = ("live", "relaxed", "post")
    return next((speed for speed in speeds if speed == raw), None)
