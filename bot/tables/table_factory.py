"""Open tables: a new one in a free channel, or a rematch."""

from __future__ import annotations

from dataclasses import replace

from bot.store.api import Store, StoreError
from bot.tables import lobby
from bot.tables.actor_cache import ActorCache
from bot.tables.intents import Create, Request
from bot.tables.live_table_index import LiveTableIndex
from bot.tables.lobby import Decision, TableConfig
from bot.tables.results import Result, refuse
from bot.tables.table import Former, Table
from cards.kernel.moves import Refusal


class TableFactory:
    """Opens tables. A channel has one live table at most, whichever process opened it."""

    def __init__(
        self, store: Store, config: TableConfig, actors: ActorCache, directory: LiveTableIndex
    ) -> None:
        self._store = store
        self._config = config
        self._actors = actors
        self._directory = directory

    async def create(self, interaction_id: int, user: int, intent: Create) -> Result:
        """Open a lobby. A press that was delivered twice opens one lobby. Raises ``RefusedError``."""
        number = await self._new_number(intent.channel, interaction_id)
        decision = lobby.create(
            self._config, number, user, intent, first_game=await self._is_first_game(intent.guild)
        )
        return await self._create(decision, interaction_id, user, intent)

    async def _is_first_game(self, guild: int) -> bool:
        """Return True if nobody on this server has ever seen the end of a game."""
        try:
            return not await self._store.results.has_any(guild)
        except StoreError:
            refuse("not_saved")

    async def _new_number(self, channel: int, interaction_id: int) -> int:
        """Return the number of the next table, if this channel is free for it."""
        await self._refuse_if_occupied(channel, interaction_id)
        try:
            return await self._store.next_table()
        except StoreError:
            refuse("not_saved")

    async def rematch(self, table: int, request: Request) -> Result:
        """Open a lobby with the seats, the game and the house rules of a table that has ended.

        Raises ``RefusedError``.
        """
        state = await self._actors.state_of(table)
        if isinstance(state, Refusal):
            return state
        old = state.table
        lobby.require_phase(old, "ended")
        seat = old.seat_of(request.user)
        if seat is None:
            refuse("not_seated")
        number = await self._new_number(old.channel, request.interaction_id)
        head = old.seat_of(old.host)
        host = request.user if head is None or old.seats[head].away else old.host
        kept = (s for s in old.seats if s.user or s.robot)
        seats = tuple(replace(s, away=False, missed=0, interaction_id=0) for s in kept)
        module = self._config.games.find(old.game)
        game = old.game if module is None else module.name
        fresh = Table(number, old.channel, old.guild, host, game, speed=old.speed)
        fresh = replace(fresh, options=old.options, seats=seats, watchers=old.watchers, place=old.place)
        fresh = replace(fresh, former=_sat_there(old, request.user))
        intent = Create(old.channel, old.guild, old.seats[seat].name, game, old.speed)
        decision = Decision(lobby.open_lobby(self._config, fresh))
        return await self._create(decision, request.interaction_id, request.user, intent)

    async def live_at(self, channel: int) -> int | None:
        """Return the channel's live table. Raises ``StoreError``."""
        if self._store.exclusive:
            return self._directory.table_in_channel(channel)
        return await self._store.live_at(channel)

    async def _create(self, decision: Decision, interaction_id: int, user: int, intent: Create) -> Result:
        actor = self._actors.actor(decision.state.table.id)
        result = await actor.create(decision, interaction_id, user, intent)
        if isinstance(result, Refusal):
            self._actors.drop(actor.number)
            if result.code == "occupied":
                await self._refuse_if_occupied(intent.channel, interaction_id)
        return result

    async def _refuse_if_occupied(self, channel: int, interaction_id: int) -> None:
        """Refuse a channel that has a table, and say so if this very press has opened it."""
        try:
            number = await self.live_at(channel)
            if number is None:
                return
            opened = await self._store.log(number, limit=1)
        except StoreError:
            refuse("not_saved")
        if interaction_id and opened and opened[0].interaction_id == interaction_id:
            refuse("already_done", revision=opened[0].revision)
        refuse("occupied", table=number)


def _sat_there(table: Table, asker: int) -> tuple[Former, ...]:
    """Return the people who have sat at a table, also those who left it: they are asked again."""
    names = {one.user: one.name for one in table.former} | {s.user or s.was: s.name for s in table.seats}
    return tuple(Former(-1, 0, name, user) for user, name in names.items() if user not in (0, asker))
