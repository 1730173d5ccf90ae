"""Many tables at once, dealt before the bot starts, and a bot that is told to stop among presses."""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path

from bot.app.games import game_registry
from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import Outcome, SeenMessage
from bot.sandbox.world.model import Channel
from bot.store.sqlite.store import SqliteStore
from bot.tables.intents import Create, Join, Request, Start
from bot.tables.lobby import TableConfig
from bot.tables.results import Change
from bot.tables.service import TableService
from tests.e2e.bot_process import BotProcess
from tests.sandbox.box import Sandbox

NAMES = ("Ann", "Ben", "Cleo", "Dan")


@dataclass(slots=True)
class StopResult:
    """What came of it: seconds until the process had ended, its exit code, and the presses."""

    seconds: float
    code: int
    answered: int
    """Presses that got an answer."""
    accepted: int
    """Presses that are in the database."""
    lost: int
    """Presses whose answer shows that they counted, but which are not in the database: must be none."""
    complaints: list[str]


class ManyTables:
    """Classic tables of four, each in a server of its own."""

    def __init__(self, box: Sandbox, folder: Path, tables: int) -> None:
        self._box = box
        self.bot = BotProcess(box, folder, 1)
        self._places: list[Channel] = []
        self._people: list[list[Person]] = []
        guilds = [box.add_guild(f"Guild {number}", ["game-night"]) for number in range(tables)]
        for number, guild in enumerate(guilds):
            self._places.append(next(c for c in box.world.channels.values() if c.guild_id == guild.id))
            self._people.append([box.person(f"{name}{number}", guilds=[guild]) for name in NAMES])

    async def deal(self) -> None:
        """Write the games into the database; then start the bot, which shows them all."""
        store = await SqliteStore.open(self.bot.database)
        service = await TableService.open(store, TableConfig(game_registry()))
        for place, people in zip(self._places, self._people, strict=True):
            host = people[0]
            wish = Create(place.id, place.guild_id or 0, host.name, "classic", "relaxed")
            opened = await service.create(0, host.id, wish)
            assert isinstance(opened, Change), opened
            for person in people[1:]:
                await service.send(opened.table.id, Request(0, person.id, Join(person.name)))
            await service.send(opened.table.id, Request(0, host.id, Start()))
        await service.close()
        await store.close()
        await self.bot.start()
        async with asyncio.timeout(60 + len(self._places)):
            for place, people in zip(self._places, self._people, strict=True):
                await people[0].until(lambda p=place, h=people[0]: self._board(p, h), within=None)  # type: ignore[misc]

    def _board(self, place: Channel, person: Person) -> SeenMessage | None:
        boards = [m for m in person.messages(place) if any(b.label == "I’m ready" for b in m.buttons)]
        return boards[-1] if boards else None

    async def stop_among(self, presses: int, moment: float) -> StopResult:
        """Let so many people press at once, and tell the bot to stop a moment later."""
        pressing = [asyncio.create_task(self._press(number)) for number in range(presses)]
        await asyncio.sleep(moment)
        began = time.monotonic()
        code = await self.bot.stop()
        seconds = time.monotonic() - began
        outcomes = await asyncio.gather(*pressing)
        kept = await self._saved_presses()
        counted = [o for o in outcomes if o.ok and o.kind == "update"]
        return StopResult(
            seconds=seconds,
            code=code,
            answered=sum(outcome.ok for outcome in outcomes),
            accepted=sum(outcome.interaction_id in kept for outcome in outcomes),
            lost=sum(outcome.interaction_id not in kept for outcome in counted),
            complaints=self.bot.complaints(),
        )

    async def _press(self, number: int) -> Outcome:
        """Say at a table that one is done with the first cards, on the table's message."""
        table, seat = number % len(self._places), number // len(self._places)
        board = self._board(self._places[table], self._people[table][0])
        assert board is not None
        return await self._people[table][seat % len(NAMES)].click(board, label="I’m ready")

    async def _saved_presses(self) -> set[int]:
        """Return the presses that are in the database."""
        store = await SqliteStore.open(self.bot.database)
        rows = [row for brief in await store.live_tables() for row in await store.log(brief.id)]
        await store.close()
        return {row.interaction_id for row in rows}
