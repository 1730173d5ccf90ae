"""What commands have in common that belong to the table of the channel they were typed in."""

from __future__ import annotations

from typing import NamedTuple

from bot.delivery.service import ScreenService
from bot.tables.history import DamagedTable
from bot.tables.intents import Intent, Replace, Request
from bot.tables.results import Result, TableView
from bot.tables.service import TableService
from bot.tables.table import Table
from bot.views.table import private
from cards.game_module import GameModule
from cards.kernel.game import CardFace
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry
from cards.say import say
from cogs.answer_builder import AnswerBuilder, refused
from cogs.answers import Answer, Click, PrivateReply
from cogs.seat_choices import MAX_SUGGESTIONS

MAX_OPTION_TEXT_CHARS = 100
"""Characters of what people type into an option; Discord takes no longer suggestions either."""


SEAT_TAKEN_TEXT = "The seat is yours, cards and all: **My hand**."
SEAT_ASKED_TEXT = "I have asked the table. Once it says Yes the seat is yours, cards and all: **My hand**."


class Typing(NamedTuple):
    """Where somebody types an option, and who."""

    channel: int
    guild: int
    user: int


class ChannelHandler:
    """Answers commands without Discord, by the table of a channel."""

    def __init__(self, tables: TableService, games: GameRegistry, screen_api: ScreenService) -> None:
        self._tables = tables
        self._games = games
        self._screens = screen_api
        self._answers = AnswerBuilder(tables, games, screen_api)

    async def send(self, click: Click, intent: Intent, done: str) -> Answer:
        """Ask something of the channel's table."""
        result = await self.sent(click, intent)
        if not isinstance(result, Refusal):
            return success(done)
        table = await self.channel_table(click)
        return refused(result, "" if table is None else table.game)

    async def take_seat(self, click: Click, seat: int) -> Answer:
        """Ask for a computer's seat, or sit down there at once where nobody has to be asked."""
        result = await self.sent(click, Replace(seat, name=click.name))
        if isinstance(result, Refusal):
            return refused(result)
        return success(say(SEAT_ASKED_TEXT if result.table.seat_of(click.user) is None else SEAT_TAKEN_TEXT))

    async def sent(self, click: Click, intent: Intent) -> Result:
        table = await self.channel_table(click) or await self.damaged_table(click)
        if table is None:
            return Refusal("no_table")
        if refusal := await click.refuse_unseen(intent):
            return refusal
        return await self._tables.send(table.id, Request(click.interaction_id, click.user, intent))

    async def running_view(self, click: Click) -> TableView | None:
        """Return the channel's running game as the person sees it."""
        table = await self.channel_table(click)
        view = None if table is None else await self._tables.view_for(table.id, click.user)
        return view if isinstance(view, TableView) and view.table.phase == "playing" else None

    async def game_module(self, channel: int) -> GameModule | None:
        """Return the channel's game, or the standard one where there is no table."""
        table = await self._tables.table_in_channel(channel)
        return self._games.find(table.game if table is not None else self._games.names()[0])

    async def channel_table(self, click: Click) -> Table | None:
        return await self._tables.table_in_channel(click.channel)

    async def damaged_table(self, click: Click) -> DamagedTable | None:
        return await self._tables.damaged_table_in_channel(click.channel)

    async def refuse_without_table(self, click: Click, otherwise: Refusal) -> Answer:
        """Refuse; where the channel has a table that is set aside, say so and how to go on."""
        return refused(otherwise if await self.damaged_table(click) is None else Refusal("unreadable"))

    async def tables_here(self, click: Click) -> list[Table]:
        return [
            found for found in await self._tables.tables_of_user(click.user) if found.guild == click.guild
        ]

    async def card_names(self, where: Typing, typed: str) -> list[tuple[str, str]]:
        """Suggest names of cards: those that begin with what was typed first."""
        wanted = typed.casefold().strip()
        names = {face.name for face in await self.faces(where.channel) if wanted in face.name.casefold()}
        found = sorted(names, key=lambda name: (not name.casefold().startswith(wanted), name))
        return [(name[:MAX_OPTION_TEXT_CHARS], name) for name in found[:MAX_SUGGESTIONS]]

    async def faces(self, channel: int) -> list[CardFace]:
        """Return the cards of the channel's game as they read at its table, or of the standard game."""
        table = await self._tables.table_in_channel(channel)
        module = await self.game_module(channel)
        return [] if module is None else list(module.faces(None if table is None else table.options))


def success(text: str) -> Answer:
    """Return a private line that says that something was done."""
    return PrivateReply(private.note_screen(text, private.SUCCESS_COLOR))
