"""How a table comes to be: opened in a channel that has none, or played again by those who sit at it."""

from __future__ import annotations

from dataclasses import replace

from bot.store.port import Store, StoreError
from bot.tables import lobby
from bot.tables.awake import Awake
from bot.tables.directory import Directory
from bot.tables.intents import Create, Request
from bot.tables.lobby import Context, Turn
from bot.tables.results import Result
from bot.tables.standing import Standing
from bot.tables.table import Table
from cards.kernel.moves import Refusal


class Founding:
    """Opens tables. A channel has one live table at most, whichever process opened it."""

    def __init__(self, store: Store, context: Context, awake: Awake, directory: Directory) -> None:
        self._store = store
        self._context = context
        self._awake = awake
        self._directory = directory

    async def create(self, press: int, user: int, wish: Create) -> Result:
        """Open a lobby as wished; a press that was heard before opens no second one."""
        if refusal := await self._occupied(wish.channel, press):
            return refusal
        try:
            number = await self._store.next_table()
        except StoreError:
            return Refusal("not_saved")
        turn = lobby.create(self._context, number, user, wish)
        return turn if isinstance(turn, Refusal) else await self._found(turn, press, user, wish)

    async def rematch(self, table: int, request: Request) -> Result:
        """Open a lobby with the seats, the game and the house rules of a table that has ended."""
        standing = await self._awake.look(self._awake.actor(table))
        if isinstance(standing, Refusal):
            return standing
        old = standing.table
        if old.live:
            return Refusal("wrong_phase", {"phase": old.phase})
        seat = old.seat_of(request.user)
        if seat is None:
            return Refusal("not_seated")
        if refusal := await self._occupied(old.channel, request.press):
            return refusal
        try:
            number = await self._store.next_table()
        except StoreError:
            return Refusal("not_saved")
        head = old.seat_of(old.host)
        host = request.user if head is None or old.seats[head].away else old.host
        seats = tuple(replace(s, away=False, missed=0) for s in old.seats if s.user or s.robot)
        fresh = Table(number, old.channel, old.guild, host, old.game, speed=old.speed)
        fresh = replace(fresh, options=old.options, seats=seats)
        wish = Create(old.channel, old.guild, old.seats[seat].name, old.game, old.speed)
        return await self._found(Turn(Standing(fresh)), request.press, request.user, wish)

    async def live_at(self, channel: int) -> int | None:
        """Return the channel's live table. Raises ``StoreError``."""
        if self._store.peers is None:
            return self._directory.at(channel)
        return await self._store.live_at(channel)

    async def _found(self, turn: Turn, press: int, user: int, wish: Create) -> Result:
        actor = self._awake.actor(turn.standing.table.id)
        result = await actor.found(turn, press, user, wish)
        if isinstance(result, Refusal):
            self._awake.drop(actor.number)
            if result.code == "occupied":
                return await self._occupied(wish.channel, press) or result
        return result

    async def _occupied(self, channel: int, press: int) -> Refusal | None:
        """Refuse a channel that has a table, and say so if this very press has opened it."""
        try:
            number = await self.live_at(channel)
            if number is None:
                return None
            opened = await self._store.log(number, limit=1)
        except StoreError:
            return Refusal("not_saved")
        if press and opened and opened[0].press == press:
            return Refusal("already_done", {"revision": opened[0].revision})
        return Refusal("occupied", {"table": number})
