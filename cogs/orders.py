"""What the commands mean, without Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal

from bot.delivery.boards import Boards
from bot.forgotten import Forgotten
from bot.tables.front import Tables
from bot.tables.games import Games
from bot.tables.intents import Create, HandHost, Intent, MoveTo, Request
from bot.tables.table import Seat, Speed, Table
from bot.views import help, people, private, status
from cards.kernel.game import Face
from cards.kernel.moves import Refusal
from cogs.answers import Answer, Click, Private
from cogs.clicks import Clicks, say
from cogs.lobby import Lobby

SUGGESTIONS = 25
"""What Discord shows of suggestions."""

Wanted = Literal["remove", "replace", "take"]
"""What is to become of a seat."""

OPENED = "You sit at a new table. Others press **Join**, or you press **Add computer**; then **Start**."


class Orders:
    """Answers commands; each belongs to the table of the channel it was typed in."""

    def __init__(
        self,
        tables: Tables,
        games: Games,
        boards: Boards,
        robots: Sequence[str],
        forgotten: Forgotten | None = None,
    ) -> None:
        self._robots = robots
        self._forgotten = forgotten or Forgotten(None)
        self._tables = tables
        self._games = games
        self._boards = boards
        self._lobby = Lobby(tables, games)

    async def new(self, click: Click, game: str, speed: Speed, sex: str) -> Answer:
        """Open a lobby."""
        wish = Create(click.channel, click.guild, click.name, self._game(game), speed, sex)
        result = await self._tables.create(click.press, click.user, wish)
        if isinstance(result, Refusal):
            return _refused(result)
        return _noted(OPENED)

    async def send(self, click: Click, intent: Intent, done: str) -> Answer:
        """Ask something of the channel's table."""
        table = await self._here(click)
        if table is None:
            return _refused(Refusal("no_table"))
        result = await self._tables.send(table.id, Request(click.press, click.user, intent))
        return _refused(result) if isinstance(result, Refusal) else _noted(done)

    async def host(self, click: Click, user: int, here: bool) -> Answer:
        """Make somebody else at the table the host, unless that person has left the server."""
        table = await self._here(click)
        seat = None if table is None else table.seat_of(user)
        if seat is None:
            return _refused(Refusal("no_table" if table is None else "no_seat"))
        if not here:
            return _refused(Refusal("not_member"))
        return await self.send(click, HandHost(seat), "There is a new host.")

    async def move(self, click: Click, channel: int, may_write: bool) -> Answer:
        """Carry a table to another channel: the one here, or one's own whose channel is out of reach.

        ``may_write``: whether who asks may write in the other channel. Nobody brings a game to where he
        could not speak himself.
        """
        table = await self._here(click) or await self._stranded(click)
        if table is None:
            return _refused(Refusal("no_table"))
        if not may_write:
            return _refused(Refusal("no_writing"))
        result = await self._tables.send(table.id, Request(click.press, click.user, MoveTo(channel)))
        return _refused(result) if isinstance(result, Refusal) else _noted(f"On to <#{channel}>.")

    async def forget(self, click: Click, sure: bool) -> Answer:
        """Forget everything about the one who asks."""
        if not sure:
            return _noted("Nothing was deleted.")
        try:
            # First, so that a backup restored meanwhile does not bring them back unnoticed.
            await asyncio.to_thread(self._forgotten.note, click.user)
        except OSError:
            return _refused(Refusal("not_saved"))
        if not await self._tables.forget(click.user):
            return _refused(Refusal("not_saved"))
        return _noted("You have left all tables, and your name and id are deleted everywhere.")

    async def pictures(self, click: Click, show: bool) -> Answer:
        """Remember whether somebody wants pictures, and draw his screens anew."""
        await self._boards.want_words(click.user, not show)
        table = await self._here(click)
        if table is not None:
            await self._boards.doubt(table)
        return _noted("Pictures it is." if show else "Plain words it is.")

    async def settings(self, click: Click) -> Answer:
        """Show the settings of the lobby."""
        table = await self._here(click)
        if table is None:
            return _refused(Refusal("no_table"))
        found = await self._lobby.settings(table.id, click)
        return _refused(found) if isinstance(found, Refusal) else found

    async def hand(self, click: Click, clicks: Clicks) -> Answer:
        """Show one's hand."""
        table = await self._here(click)
        if table is None:
            return _refused(Refusal("no_table"))
        return Private(await clicks.hand(table.id, click.user))

    async def table(self, click: Click) -> Answer:
        """Post the table anew, and draw the hands again."""
        table = await self._here(click)
        if table is None:
            return _refused(Refusal("no_table"))
        await self._boards.repost(table.id)
        return _noted("Here it comes.")

    async def status(self, click: Click) -> Answer:
        """Say how the game stands; draw all its messages again, in case some were deleted."""
        table = await self._here(click) or await self._own(click) or await self._tables.last_at(click.channel)
        if table is None:
            return _refused(Refusal("no_table"))
        sight = await self._tables.sight(table.id, click.user)
        kind = self._games.find(table.game)
        if isinstance(sight, Refusal) or kind is None:
            return _refused(Refusal("no_table"))
        await self._boards.doubt(table)
        return Private(status.status_screen(sight, kind, await self._boards.where(table.id)))

    # what can be chosen

    def games(self, typed: str) -> list[tuple[str, str]]:
        """Suggest games by name or title; behind a ``+``, those that can join what stands before it."""
        before, plus, last = typed.rpartition("+")
        start, wanted = f"{self._game(before)}{plus}", last.strip().casefold()
        found: list[tuple[str, str]] = []
        for name in self._games.names():
            alone, whole = self._games.find(name), self._games.find(f"{start}{name}")
            if not alone or not whole or name in start.split("+"):
                continue
            if wanted in name or wanted in alone.title.casefold():
                found.append((f"{start}{name}", whole.title))
        return found[:SUGGESTIONS]

    def _game(self, typed: str) -> str:
        """Return the name of what somebody typed, who may not know it exactly: a title does as well."""
        kinds = {name: self._games.find(name) for name in self._games.names()}
        names = {kind.title.casefold(): name for name, kind in kinds.items() if kind}
        parts = (part.strip().casefold() for part in typed.split("+"))
        return "+".join(names.get(part, part.replace(" ", "_")) for part in parts)

    def robots(self, typed: str) -> list[str]:
        """Suggest kinds of computer players."""
        return [name for name in self._robots if typed.casefold() in name][:SUGGESTIONS]

    async def seats(self, channel: int, typed: str, wanted: Wanted, user: int) -> list[tuple[int, str]]:
        """Suggest seats by number or name, counted from 1: only those with which it can be done."""
        table = await self._tables.at(channel)
        if table is None:
            return []
        found: list[tuple[int, str]] = []
        for place, seat in enumerate(table.seats):
            if _fits(table, seat, wanted, user):
                text = f"{place + 1} · {people.raw_name(table, place)} {people.sign(seat)}".rstrip()
                found.append((place + 1, text))
        part = typed.strip().casefold()
        return [(number, text) for number, text in found if part in text.casefold()][:SUGGESTIONS]

    def default_robot(self) -> str:
        """Return the kind to add where none is named."""
        kinds = self._robots
        return "sensible" if "sensible" in kinds or not kinds else kinds[0]

    # cards

    async def card(self, click: Click, name: str) -> Answer:
        """Show a card by its name."""
        faces = await self._faces(click.channel)
        wanted = name.casefold().strip()
        exact = [face for face in faces if face.name.casefold() == wanted]
        found = exact or [face for face in faces if wanted in face.name.casefold()]
        return Private(help.card_screen(found[0])) if found else _refused(Refusal("no_card"))

    async def card_names(self, channel: int, typed: str) -> list[str]:
        """Suggest names of cards: those that begin with what was typed first."""
        wanted = typed.casefold().strip()
        names = sorted({face.name for face in await self._faces(channel) if wanted in face.name.casefold()})
        names.sort(key=lambda name: not name.casefold().startswith(wanted))
        return names[:SUGGESTIONS]

    async def _faces(self, channel: int) -> list[Face]:
        """Return the cards of the channel's game, or of the first one there is."""
        table = await self._tables.at(channel)
        kind = self._games.find(table.game if table is not None else self._games.names()[0])
        return [] if kind is None else list(kind.faces())

    async def _here(self, click: Click) -> Table | None:
        return await self._tables.at(click.channel)

    async def _own(self, click: Click) -> Table | None:
        """Return the table of this server at which the person sits, wherever it is."""
        return next(iter(await self._mine(click)), None)

    async def _stranded(self, click: Click) -> Table | None:
        """Return such a table that is suspended: a healthy one is moved from its own channel."""
        return next((found for found in await self._mine(click) if found.halt == "suspended"), None)

    async def _mine(self, click: Click) -> list[Table]:
        return [found for found in await self._tables.of(click.user) if found.guild == click.guild]


def _fits(table: Table, seat: Seat, wanted: Wanted, user: int) -> bool:
    if wanted == "remove":
        return not seat.dropped and seat.user != user
    # Before the game begins nobody plays for anybody: computers are removed, people join.
    if table.phase != "playing":
        return False
    return bool(seat.robot) if wanted == "take" else seat.human and seat.away


def _refused(why: Refusal) -> Answer:
    return Private(private.note_screen(say(None, why), private.BAD))


def _noted(text: str) -> Answer:
    return Private(private.note_screen(text, private.GOOD))
