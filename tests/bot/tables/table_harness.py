"""A table service with a real database, a clock in the test's hand, and people who press buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import Executor
from itertools import count
from pathlib import Path
from typing import Any

from bot.store.api import Store, StoreError
from bot.store.sqlite.store import SqliteStore
from bot.tables.choices import Choice
from bot.tables.computer_players import Hold, ThinkingTime
from bot.tables.intents import Act, Create, Intent, Join, Request, Start
from bot.tables.lobby import TableConfig
from bot.tables.ownership import Ownership
from bot.tables.results import Change, Listener, Reminder, Result, TableView
from bot.tables.service import TableService
from bot.tables.table import Poll
from bot.tables.uptime import Ticker
from cards.game_module import GameSource
from cards.kernel.game import Pending
from cards.kernel.moves import Move, Refusal, Slot
from cards.registry import GameRegistry
from tests.bot.tables.tiny import TINY_MODULE

ANN, BEN, CLEO, DAN = 101, 102, 103, 104
NAME_BY_USER = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", DAN: "Dan"}
CHANNEL, GUILD = 7000, 9000


class FakeTicker(Ticker):
    """A clock that goes on only when ``advance`` is called; sleepers wake at their time, in order."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.offset = 1_700_000_000.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def monotonic(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return self.offset + self.seconds

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.seconds + seconds, next(self._order), woken))
        await woken

    @property
    def anybody_sleeps(self) -> bool:
        """Return True if the service's own clock waits for the next time."""
        return any(not woken.done() for _, _, woken in self._sleepers)

    def wake_next(self, until: float) -> bool:
        """Go on to the next sleeper's time and wake it, if that is not after ``until``."""
        self._sleepers = sorted(s for s in self._sleepers if not s[2].done())
        if not self._sleepers or self._sleepers[0][0] > until:
            self.seconds = until
            return False
        when, _, woken = self._sleepers.pop(0)
        self.seconds = max(self.seconds, when)
        woken.set_result(None)
        return True


class RecordingListener(Listener):
    """A listener that remembers all it is told."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.nudges: list[Reminder] = []
        self.renamed: list[int] = []

    async def table_changed(self, change: Change) -> None:
        self.changes.append(change)

    async def table_nudged(self, nudge: Reminder) -> None:
        self.nudges.append(nudge)

    async def table_renamed(self, table: int) -> None:
        self.renamed.append(table)


class TableHarness:
    """One process's table service, and shorthands for what people do in it."""

    def __init__(
        self,
        store: Store,
        service: TableService,
        ticker: FakeTicker,
        notes: RecordingListener,
        kit: Mapping[str, Any],
    ) -> None:
        self.store = store
        self.service = service
        self.ticker = ticker
        self.notes = notes
        self._kit = kit
        self._interaction_ids = count(1)
        self.table = 0

    @classmethod
    async def open(
        cls,
        path: Path | None = None,
        *,
        store: Store | None = None,
        games: tuple[GameSource, ...] = (TINY_MODULE,),
        ticker: FakeTicker | None = None,
        seed: int | None = 1,
        executor: Executor | None = None,
        connected: bool = True,
        ownership: Ownership | None = None,
        pace: ThinkingTime | None = None,
        hold_s: Hold = lambda game, events: 0.0,
    ) -> TableHarness:
        kit = {"path": path, "games": games, "seed": seed}
        ticker = ticker or FakeTicker()
        store = store or await SqliteStore.open(path)
        context = TableConfig(GameRegistry(games), None if seed is None else lambda: seed)
        try:
            service = await TableService.open(
                store,
                context,
                ticker=ticker,
                pace=pace or ThinkingTime(0, 0),
                executor=executor,
                connected=connected,
                ownership=ownership,
                hold_s=hold_s,
            )
        except StoreError:
            await store.close()  # its thread would outlive the test
            raise
        notes = RecordingListener()
        service.add_listener(notes)
        return cls(store, service, ticker, notes, kit)

    async def close(self) -> None:
        await self.service.close()
        await self.store.close()

    async def restart(self, *, connected: bool = True, killed: bool = False) -> TableHarness:
        """Stop this process and start the next one on the same file; presses go on being numbered.

        One that is ``killed`` saves nothing at its end.
        """
        if killed:
            await self._abandon()
        else:
            await self.close()
        ticker = FakeTicker()
        ticker.offset = self.ticker.wall() + 3600
        return (await TableHarness.open(**self._kit, ticker=ticker, connected=connected)).after(self)

    async def _abandon(self) -> None:
        """End like a killed process: what it says to the store from now on is heard by nobody."""
        await self.store.close()
        await self.service.close()

    def after(self, other: TableHarness) -> TableHarness:
        """Go on with another harness's table and numbering of presses."""
        self.table, self._interaction_ids = other.table, other._interaction_ids
        return self

    def next_interaction_id(self) -> int:
        return next(self._interaction_ids)

    async def send(
        self, user: int, intent: Intent, *, seen: int | None = None, interaction_id: int | None = None
    ) -> Result:
        request = Request(
            self.next_interaction_id() if interaction_id is None else interaction_id, user, intent, seen
        )
        return await self.service.send(self.table, request)

    async def done(
        self, user: int, intent: Intent, *, seen: int | None = None, interaction_id: int | None = None
    ) -> Change:
        """Send what has to be accepted."""
        result = await self.send(user, intent, seen=seen, interaction_id=interaction_id)
        assert isinstance(result, Change), result
        return result

    async def refused(
        self, user: int, intent: Intent, *, seen: int | None = None, interaction_id: int | None = None
    ) -> str:
        """Send what has to be refused and change nothing."""
        before = await self.store.table(self.table)
        result = await self.send(user, intent, seen=seen, interaction_id=interaction_id)
        assert isinstance(result, Refusal), result
        assert await self.store.table(self.table) == before
        return result.code

    async def sit_down(self, *users: int, start: bool = True, **wish: Any) -> None:
        """Open a table for these people; the first one is the host."""
        wish = {"channel": CHANNEL, "guild": GUILD, "name": NAME_BY_USER[users[0]], "game": "tiny", **wish}
        result = await self.service.create(self.next_interaction_id(), users[0], Create(**wish))
        assert isinstance(result, Change), result
        self.table = result.table.id
        for user in users[1:]:
            await self.done(user, Join(NAME_BY_USER[user]))
        if start:
            await self.done(users[0], Start())

    async def view_for(self, user: int | None) -> TableView:
        view = await self.service.view_for(self.table, user)
        assert isinstance(view, TableView), view
        return view

    async def pending(self) -> Pending:
        """Return what the game waits for."""
        pending = (await self.view_for(None)).pending
        assert pending is not None
        return pending

    async def poll(self) -> Poll:
        """Return what the table is asked."""
        poll = (await self.view_for(None)).table.poll
        assert poll is not None
        return poll

    async def moves(self, user: int, verb: str) -> list[Move]:
        return [move for move in (await self.view_for(user)).moves if move.verb == verb]

    async def act(self, user: int, verb: str, **options: Any) -> Change:
        """Make the first move of this verb, its slots filled with their first candidates."""
        move = (await self.moves(user, verb))[0]
        return await self.done(user, Act(first_choice(move)), **options)

    async def advance(self, seconds: float) -> None:
        """Let time pass, and everything happen that it brings."""
        until = self.ticker.seconds + seconds
        await self.settle()
        while self.ticker.wake_next(until):
            await self.settle()

    async def settle(self) -> None:
        """Wait until nobody has anything to do."""
        quiet = 0
        while quiet < 5:
            await asyncio.sleep(0)
            working = any(actor.busy for actor in self.service.actors()) or self.service.computers_thinking
            busy = working or not self.ticker.anybody_sleeps
            quiet = 0 if busy else quiet + 1
            if busy:
                await asyncio.sleep(0.0005)


def first_choice(move: Move) -> Choice:
    """Choose a move with the first candidates in its slots."""
    return Choice.of(move, *(first_picks(slot) for slot in move.slots))


def first_picks(slot: Slot) -> tuple[int | str, ...]:
    return slot.options[: slot.least]
