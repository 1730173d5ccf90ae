"""The root of those who manage a server: /kickdoor-server."""

from __future__ import annotations

from discord import app_commands

from bot.app.client import Services
from cogs.commands.base import CommandCog, suggests
from cogs.commands.server_handler import ServerHandler
from cogs.responder import Interaction


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ServerCommands(
    CommandCog[ServerHandler], group_name="kickdoor-server", group_description="All tables of the server"
):
    """What Discord shows to those who manage the server; its own settings may name others."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, ServerHandler(services.tables, services.games, services.screens))

    @app_commands.command()
    async def tables(self, interaction: Interaction) -> None:
        """List the tables of this server; only you see it."""
        await self.run(interaction, self.handler.list_tables)

    @app_commands.command()
    @app_commands.describe(table="The table's number or a part of its line")
    @app_commands.autocomplete(table=suggests(ServerHandler.suggestions))
    async def end(self, interaction: Interaction, table: app_commands.Range[int, 1]) -> None:
        """Close any table of this server at once."""
        await self.run(interaction, lambda click: self.handler.close(click, table))
