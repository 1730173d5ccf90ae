"""One sandbox and one bot for the fault tests of a module, and evenings that people spend with them.

Every evening has a server, a channel and people of its own, so that many tests share one bot. Time is in the
test's hand: the bot's clocks, the sandbox's and the event loop's can each be moved without waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from bot.app.client import Timing
from bot.app.games import game_registry
from bot.app.main import serve
from bot.delivery.attention import NO_SLACK
from bot.operations.exit_codes import ExitCode
from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import NotSeenError, Outcome, SeenMessage
from bot.sandbox.world.model import Channel, Guild
from bot.settings import read_settings
from bot.tables.computer_players import ThinkingTime
from bot.tables.uptime import Ticker
from bot.views.base.custom_ids import parse as read_press
from tests.e2e.scripted_players import CHANNEL_NAME, ScriptedPlayers, board_seen, boards_seen
from tests.no_quotas import NO_QUOTAS, no_emoji
from tests.ports import free_port
from tests.sandbox.box import Sandbox

SEED = 4
"""A game that begins with a fight: Ben kicks the door and meets a monster."""
OTHER_CHANNEL_NAME = "tavern"

STOPPING_TEXT = "stopping"
"""What the bot logs when it begins to end."""

PATIENCE_S = 60.0
"""Real seconds until something must have come about, on a busy machine."""

DEADLINE_PATTERN = re.compile(r"<t:(\d+)")


class ManualClock(Ticker):
    """The bot's clocks: they go as the machine's do, and jump when the test says so.

    A jump of the uptime by more than some seconds at once is taken for a machine that was suspended.
    """

    def __init__(self) -> None:
        self._uptime = 0.0
        self._date = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def monotonic(self) -> float:
        return time.monotonic() + self._uptime

    def wall(self) -> float:
        return time.time() + self._date

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.monotonic() + seconds, woken))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await woken

    @property
    def asleep(self) -> bool:
        """Return True if the alarm loop has looked at the clock and waits for the next tick."""
        return any(not woken.done() for _, woken in self._sleepers)

    def jump(self, *, uptime: float = 0.0, date: float = 0.0) -> bool:
        """Move the clock that never goes back by ``uptime``, and the one people set by ``date``.

        Return True if that wakes anybody.
        """
        self._uptime += uptime
        self._date += date
        now = self.monotonic()
        due = [woken for when, woken in self._sleepers if when <= now and not woken.done()]
        for woken in due:
            woken.set_result(None)
        self._sleepers = [pair for pair in self._sleepers if not pair[1].done()]
        return bool(due)


class Harness:
    """A sandbox, a bot in this process that speaks to it over HTTP and a websocket, and the time."""

    def __init__(self, box: Sandbox, folder: Path) -> None:
        self.box = box
        self.database = folder / "games.db"
        self.clock = ManualClock()
        self.logged: list[logging.LogRecord] = []
        self.port = free_port()
        self._loop_offset = 0.0
        self._bot: asyncio.Task[ExitCode] | None = None
        self._numbers = count(1)
        # Tasks that sleep on the loop must see its time move when the test moves it.
        asyncio.get_running_loop().time = lambda: time.monotonic() + self._loop_offset  # type: ignore[method-assign]

    async def start(self, *, silence: float = 60.0, **settings_by_name: str) -> None:
        """Start the bot and wait until it is connected."""
        ready = self.launch(silence=silence, **settings_by_name)
        assert self._bot is not None
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({waiting, self._bot}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE_S)
        assert ready.is_set(), "the bot did not come up"

    def launch(self, *, silence: float = 60.0, **settings_by_name: str) -> asyncio.Event:
        """Start the bot, and return the event that is set when it is connected."""
        ready = asyncio.Event()
        settings = read_settings(
            {
                "DISCORD_TOKEN": self.box.token,
                "DISCORD_API_BASE": self.box.api_base,
                "DISCORD_GATEWAY_URL": self.box.gateway_url,
                "KICKDOOR_DATABASE": str(self.database),
                "KICKDOOR_METRICS_PORT": str(self.port),
                "KICKDOOR_TEST_SEED": str(SEED),
                **NO_QUOTAS,
                **settings_by_name,
            }
        )
        timing = Timing(
            call_delay_s=0.05,
            batch_delay_s=0.02,
            dm_interval_s=0.0,
            guild_interval_s=0.1,
            slack=NO_SLACK,
            thinking_time=ThinkingTime(0.0, 0.0),
            heartbeat_timeout_s=silence,
            ticker=self.clock,
        )
        self._bot = asyncio.create_task(serve(settings, game_registry(), timing=timing, ready=ready.set))
        return ready

    async def ended(self, *, leaping: bool = True) -> ExitCode:
        """Wait until the bot ends by itself, and return why.

        Leaping shortens its pauses, but not its end: that gives only so much time to its database. While
        anything else is under way nobody may leap.
        """
        bot, before = self._bot, len(self.logged)
        assert bot is not None
        if leaping:
            await self.advance_loop_until(lambda: bot.done() or self._stops(before))
        async with asyncio.timeout(PATIENCE_S):
            return await bot

    def _stops(self, since: int) -> bool:
        return any(record.getMessage() == STOPPING_TEXT for record in self.logged[since:])

    async def stop(self) -> None:
        """Stop the bot as Ctrl+C would."""
        if self._bot is not None:
            self._bot.cancel()
            await asyncio.gather(self._bot, return_exceptions=True)
            self._bot = None

    # time

    def advance_loop(self, seconds: float) -> None:
        """Let the event loop believe that so much time has passed: sleeps and time limits end early.

        Nothing should be in flight, and less than a minute may be leapt in all: longer without a word from
        the gateway counts as a dead connection.
        """
        self._loop_offset += seconds
        self.clock.jump(uptime=seconds, date=seconds)
        self.box.clock.advance(seconds)

    async def advance_loop_until(self, look: Callable[[], bool]) -> None:
        """Leap on until something has come about; nobody's press may be under way."""
        end = time.monotonic() + PATIENCE_S
        while not look():
            assert time.monotonic() < end, "it does not come about"
            self.advance_loop(0.3)
            await asyncio.sleep(0.02)

    async def pass_time(self, seconds: float, step: float = 10.0) -> None:
        """Let people's time pass, as slowly as the bot has to look at its clock."""
        while seconds > 0:
            woke = self.clock.jump(uptime=min(step, seconds), date=min(step, seconds))
            self.box.clock.advance(min(step, seconds))
            seconds -= step
            # Leaping on before the bot has looked, one would make it believe that the machine was suspended.
            end = time.monotonic() + PATIENCE_S
            await asyncio.sleep(0.001)
            while woke and not self.clock.asleep and time.monotonic() < end:  # noqa: ASYNC110  # a clock tells nothing
                await asyncio.sleep(0.001)

    # looking at the bot

    def log(self) -> str:
        """Return everything logged so far, tracebacks included."""
        shaped = logging.Formatter("%(levelname)s %(name)s %(message)s")
        return "\n".join(shaped.format(record) for record in self.logged)

    def complaints(self) -> list[str]:
        """Return what was logged as an error of ours."""
        return [
            record.getMessage()
            for record in self.logged
            if record.levelno >= logging.ERROR and "Can't keep up" not in record.getMessage()
        ]

    def ignore_complaints(self, words: str) -> None:
        """Forget complaints of the library that belong to the fault."""
        self.logged[:] = [record for record in self.logged if words not in record.getMessage()]

    async def ask(self, path: str) -> tuple[int, str]:
        """Ask the health server."""
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{self.port}{path}") as response,
        ):
            return response.status, await response.text()

    # evenings

    def new_table(self) -> FaultTable:
        """Invite three people to a server of their own."""
        return FaultTable(self, next(self._numbers))


class FaultTable:
    """Three people in a channel, and the table between them."""

    def __init__(self, harness: Harness, number: int) -> None:
        self.harness = harness
        self.box = harness.box
        self.guild: Guild = self.box.world.add_guild(f"Dungeon {number}")
        self.channel: Channel = self.box.world.add_channel(self.guild, CHANNEL_NAME)
        self.other_channel: Channel = self.box.world.add_channel(self.guild, OTHER_CHANNEL_NAME)
        self.people = [
            self.box.person(f"{name} {number}", guilds=[self.guild]) for name in ("Ann", "Ben", "Cleo")
        ]
        self.ann, self.ben, self.cleo = self.people
        self.zoe = self.box.person(f"Zoe {number}", guilds=[self.guild])
        self.viewer = self.ann
        """Through whose eyes the channel is looked at."""
        self.players = ScriptedPlayers(self.people, SEED, _nothing, _no_answer)
        self.number = 0
        """The table's number, once it is open."""
        self.place: Channel = self.channel
        """Where the table is."""
        self.players.place = self.channel

    def move_to(self, channel: Channel) -> None:
        """Look for the table elsewhere from now on."""
        self.place = self.players.place = channel

    def board(self, person: Person | None = None) -> SeenMessage:
        """Find the table's message."""
        return board_seen(person or self.viewer, self.place)

    def boards(self, person: Person | None = None) -> list[SeenMessage]:
        """Return all messages of the channel that show the table."""
        return boards_seen(person or self.viewer, self.place)

    def called(self) -> bool:
        """Return True if somebody is called to the table."""
        return any("👉 <@" in message.text for message in self.viewer.messages(self.place))

    async def until(self, look: Callable[[], bool], person: Person | None = None) -> None:
        """Wait until something can be seen."""

        def safely() -> bool:
            try:
                return look()
            except (NotSeenError, IndexError):
                return False

        await (person or self.viewer).until(safely, within=60)

    async def lobby(self, game: str = "classic", speed: str = "relaxed") -> None:
        """Open a table at which all three sit."""
        outcome = await self.ann.command(self.channel, "kickdoor new", {"game": game, "speed": speed})
        assert outcome.ok, outcome
        await self.until(lambda: bool(self.board()))
        for person in (self.ben, self.cleo):
            assert (await person.command(self.channel, "kickdoor join", {"sex": "female"})).ok
        await self.until(lambda: f"**{self.cleo.name}**" in self.board().text)
        self.number = next(
            press.table for c in self.board().buttons if (press := read_press(c.custom_id)) is not None
        )

    async def dealt(self, speed: str = "relaxed") -> None:
        """Start a classic game; everybody lays out first cards."""
        await self.lobby(speed=speed)
        assert (await self.ann.click(self.board(), label="Start")).ok
        await self.until(lambda: "Laying out" in self.board().text)

    async def game(self, speed: str = "relaxed") -> None:
        """Start a classic game and let everybody be ready with the first cards; all screens are up."""
        await self.dealt(speed)
        for person in self.people:
            assert (await person.click(self.board(), label="I’m ready")).ok
        await self.until(lambda: "kick down the door" in self.board().text)
        for person in self.people:
            if person.user.dms_open:
                await self.until(lambda person=person: len(person.dms()) == 1, person)  # type: ignore[misc]

    def awaited(self) -> Person:
        """Return the first person for whom the table waits."""
        line = next(line for line in self.board().text.splitlines() if line.startswith("👉"))
        return next(one for one in self.people if f"**{one.name}**" in line or f"<@{one.id}>" in line)

    async def awaited_in_private(self) -> Person:
        """Return the person whose direct message says that they kick the door next, once it does."""

        def asked() -> list[Person]:
            return [p for p in self.people if p.dms() and "Kick down the door" in p.dms()[-1].text]

        await self.until(lambda: bool(asked()))
        return asked()[0]

    def without(self, gone: Person) -> None:
        """Play on without somebody, and look at everything through others' eyes."""
        self.players.people = [person for person in self.players.people if person is not gone]
        self.viewer = self.players.people[0]

    def others(self, person: Person) -> list[Person]:
        """Return the other two players."""
        return [other for other in self.people if other is not person]

    async def kick(self) -> Outcome:
        """Let the awaited person kick the door."""
        return await self.awaited().click(self.board(), label="Kick down the door")

    def left(self) -> float:
        """Return how many seconds the table says that people still have."""
        found = DEADLINE_PATTERN.search(self.board().text)
        assert found is not None, self.board().text
        return int(found[1]) - self.harness.clock.wall()

    def timed(self) -> bool:
        """Return True if the table shows a deadline."""
        try:
            return DEADLINE_PATTERN.search(self.board().text) is not None
        except NotSeenError:
            return False


async def _nothing(step: int) -> None:
    pass


async def _no_answer() -> None:
    await asyncio.sleep(0.05)


async def eventually(look: Callable[[], bool]) -> None:
    """Wait, in real time, until something has come about that is on nobody's screen."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        if look():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it does not come about")


class LogRecorder(logging.Handler):
    """Keeps every record of the log."""

    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__(logging.INFO)
        self._records = records

    def emit(self, record: logging.LogRecord) -> None:
        self._records.append(record)


@asynccontextmanager
async def open_harness(
    folder: Path, *, silence: float = 60.0, heartbeat: float = 600.0
) -> AsyncIterator[Harness]:
    """Open a stage: sandbox, bot, and a log that is kept.

    Heartbeats go by the machine's time; where tests leap, they would seem to be missing.
    """
    async with Sandbox(heartbeat_seconds=heartbeat) as box:
        stage = Harness(box, folder)
        recorder = LogRecorder(stage.logged)
        root = logging.getLogger()
        level = root.level
        root.addHandler(recorder)
        root.setLevel(logging.INFO)
        patches = pytest.MonkeyPatch()
        # Nobody needs to wait here until a channel may be written to again.
        patches.setattr("bot.delivery.channels.WRITE_SPAN_S", 0.2)
        patches.setattr("bot.app.client.keep_emoji", no_emoji)
        try:
            await stage.start(silence=silence)
            yield stage
        finally:
            await stage.stop()
            patches.undo()
            root.removeHandler(recorder)
            root.setLevel(level)
