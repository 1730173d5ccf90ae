"""What the commands of ``/kickdoor-table`` mean, without Discord."""

from __future__ import annotations

from bot.tables.intents import End, HandHost, MoveTo, Replace, Request
from bot.tables.table import Occupant
from bot.views.table import parting
from cards.kernel.moves import Refusal
from cards.say import say
from cogs.answer_builder import moved_text, refused
from cogs.answers import Answer, Click, PrivateReply
from cogs.commands.channel_handler import ChannelHandler, Typing, success
from cogs.lobby_settings import lobby_settings
from cogs.seat_choices import MAX_SUGGESTIONS, SeatChange, read_kick, seat_choice, suggested_seats


class TableHandler(ChannelHandler):
    """Answers what hosts ask of the channel's table."""

    async def end(self, click: Click) -> Answer:
        """Close the table: at once in the lobby; in a game people hear first what it takes."""
        view = await self.running_view(click)
        if view is None or (view.seat is None and not click.may_manage):
            return await self.send(click, End(click.may_manage), say("Done. See the table's message."))
        return PrivateReply(parting.end_screen(view))

    async def host(self, click: Click, user: int, here: bool) -> Answer:
        """Make somebody else at the table the host, unless they have left the server."""
        table = await self.channel_table(click)
        seat = None if table is None else table.seat_of(user)
        if table is None or seat is None:
            return refused(Refusal("no_table" if table is None else "no_seat"))
        if not here:
            return refused(Refusal("not_member"))
        return await self.send(click, HandHost(seat, Occupant(user)), say("There is a new host."))

    async def move(self, click: Click) -> Answer:
        """Move a table to another channel: the one here, or one's own whose channel cannot be reached."""
        # Any other table is moved from its own channel.
        suspended = (found for found in await self.tables_here(click) if found.halt == "suspended")
        table = await self.channel_table(click) or next(suspended, None)
        if table is None:
            return refused(Refusal("no_table"))
        intent = MoveTo(click.there, click.place_name)
        result = await click.refuse_unseen(intent) or await self._tables.send(
            table.id, Request(click.interaction_id, click.user, intent)
        )
        return refused(result) if isinstance(result, Refusal) else success(moved_text(click.there))

    async def settings(self, click: Click) -> Answer:
        """Show the settings of the lobby."""
        table = await self.channel_table(click)
        if table is None:
            return refused(Refusal("no_table"))
        found = await lobby_settings(self._tables, self._games, table.id, click.user)
        return refused(found) if isinstance(found, Refusal) else PrivateReply(found)

    async def robots(self, where: Typing, typed: str) -> list[tuple[str, str]]:
        """Suggest kinds of computer players of the channel's game."""
        module = await self.game_module(where.channel)
        names = module.players if module is not None else ()
        return [(name, name) for name in names if typed.casefold() in name][:MAX_SUGGESTIONS]

    async def seats(self, where: Typing, typed: str, wanted: SeatChange) -> list[tuple[int, str]]:
        """Suggest seats by number or name, counted from 1: only those with which it can be done."""
        table = await self._tables.table_in_channel(where.channel)
        return [] if table is None else suggested_seats(table, typed, wanted, where.user)

    async def removable_seats(self, where: Typing, typed: str) -> list[tuple[str, str]]:
        """Suggest seats that can be taken away; each choice carries who sits there, too."""
        table = await self._tables.table_in_channel(where.channel)
        if table is None:
            return []
        found = suggested_seats(table, typed, "remove", where.user)
        return [(seat_choice(number, table.seats[number - 1]), text) for number, text in found]

    async def remove_seat(self, click: Click, chosen: str) -> Answer:
        """Take a seat away: the one chosen from the list, or typed by number or name."""
        table = await self.channel_table(click)
        if table is None:
            return await self.refuse_without_table(click, Refusal("no_table"))
        intent = read_kick(table, chosen, click.user)
        if intent is None:
            return refused(Refusal("no_seat"))
        return await self.send(click, intent, say("Done. See the table's message."))

    async def replace_player(self, click: Click, seat: int, robot: str) -> Answer:
        """Let a computer player, the standard one where none is named, take over a seat."""
        module = await self.game_module(click.channel)
        robot = robot or (module.default_player if module is not None else "")
        return await self.send(click, Replace(seat, robot=robot), say("A computer player takes over."))
