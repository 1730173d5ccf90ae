"""A channel or thread as the option of a command."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.responder import Interaction

Target = app_commands.AppCommandChannel | app_commands.AppCommandThread


class TargetTransformer(app_commands.Transformer):
    """A channel or thread, as Discord describes it: the library forgets or never sees some threads."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return the type of the option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Return the kinds of channels that Discord offers."""
        kinds = discord.ChannelType
        return [kinds.text, kinds.news, kinds.news_thread, kinds.private_thread, kinds.public_thread]

    async def transform(self, interaction: Interaction, value: Target, /) -> Target:
        """Return what Discord describes, if people write in it."""
        if value.type not in self.channel_types:
            raise app_commands.TransformerError(value, self.type, self)
        return value
