"""What the commands of ``/kickdoor-server`` mean, without Discord."""

from __future__ import annotations

from bot.tables.intents import End, Request
from bot.views.base.text import escape, say
from bot.views.table import private
from bot.views.table.status import brief_line
from cards.kernel.moves import Refusal
from cogs.answer_builder import refused
from cogs.answers import Answer, Click, PrivateReply
from cogs.commands.channel_handler import ChannelHandler, Typing, success
from cogs.seat_choices import MAX_SUGGESTIONS


class ServerHandler(ChannelHandler):
    """Answers what those who manage a server ask about its tables."""

    async def list_tables(self, click: Click) -> Answer:
        """Name every live table with its channel, its people and its state."""
        found = await self._brief_lines(click.guild)
        lines = [f"<#{channel}> · {escape(line)}" for _, channel, line in found]
        return PrivateReply(private.note_screen("\n".join(lines) or say("No table is open on this server.")))

    async def close(self, click: Click, table: int) -> Answer:
        """End any table of the server as a steward does, damaged ones as well."""
        if table not in await self._tables.tables_in_guild(click.guild):
            return refused(Refusal("no_table_there"))
        request = Request(click.interaction_id, click.user, End(steward=True))
        result = await self._tables.send(table, request)
        return (
            refused(result) if isinstance(result, Refusal) else success(say("Done. See the table's message."))
        )

    async def suggestions(self, where: Typing, typed: str) -> list[tuple[int, str]]:
        """Suggest the tables of a server by number, game or people."""
        part = typed.strip().casefold()
        found = [(table, line) for table, _, line in await self._brief_lines(where.guild)]
        return [(table, line) for table, line in found if part in line.casefold()][:MAX_SUGGESTIONS]

    async def _brief_lines(self, guild: int) -> list[tuple[int, int, str]]:
        """Return the number, channel and line of each live table of a server."""
        found: list[tuple[int, int, str]] = []
        for number in await self._tables.tables_in_guild(guild):
            if (table := await self._tables.table(number)) is not None:
                found.append((number, table.channel, brief_line(table)))
            elif (damaged := await self._tables.damaged_table(number)) is not None:
                found.append((number, damaged.channel, say("{number} · cannot be read", number=number)))
        return found
