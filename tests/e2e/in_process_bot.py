"""The bot and the sandbox in one process, for tests that look closely at single presses."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.app.client import Timing
from bot.app.games import game_registry
from bot.app.main import serve
from bot.delivery.attention import NO_SLACK
from bot.operations.exit_codes import ExitCode
from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import NotSeenError, Outcome, SeenMessage
from bot.settings import read_settings
from bot.store.rows import LogRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.computer_players import ThinkingTime
from tests.e2e.scripted_players import board_seen, boards_seen
from tests.no_quotas import NO_QUOTAS, no_emoji
from tests.sandbox.box import Sandbox

CHANNEL_NAME = "game-night"
SEED = 1

QUICK_TIMING = Timing(
    call_delay_s=0.05,
    batch_delay_s=0.02,
    dm_interval_s=0.0,
    guild_interval_s=0.1,
    slack=NO_SLACK,
    thinking_time=ThinkingTime(0.0, 0.0),
)


class InProcessBot:
    """A sandbox with people in it, and a bot that can be started and stopped."""

    def __init__(self, box: Sandbox, folder: Path) -> None:
        self.box = box
        self._database = folder / "games.db"
        self._bot: asyncio.Task[ExitCode] | None = None
        box.add_guild("The Dungeon", [CHANNEL_NAME, "tavern"])
        self.ann, self.ben, self.cleo, self.zoe = (box.person(name) for name in ("Ann", "Ben", "Cleo", "Zoe"))
        self.players = [self.ann, self.ben, self.cleo]

    async def start(self, timing: Timing = QUICK_TIMING, **settings_by_name: str) -> None:
        """Start the bot, with further settings if need be, and wait until it is connected."""
        ready = asyncio.Event()
        settings = read_settings(
            {
                "DISCORD_TOKEN": self.box.token,
                "DISCORD_API_BASE": self.box.api_base,
                "DISCORD_GATEWAY_URL": self.box.gateway_url,
                "KICKDOOR_DATABASE": str(self._database),
                "KICKDOOR_TEST_SEED": str(SEED),
                **NO_QUOTAS,
                **settings_by_name,
            }
        )
        self._bot = asyncio.create_task(serve(settings, game_registry(), timing=timing, ready=ready.set))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({waiting, self._bot}, return_when=asyncio.FIRST_COMPLETED, timeout=60)
        assert ready.is_set()

    async def stop(self) -> None:
        """Stop the bot as Ctrl+C would."""
        if self._bot is not None:
            self._bot.cancel()
            await asyncio.gather(self._bot, return_exceptions=True)
            self._bot = None

    def database_bytes(self) -> bytes:
        """Return everything that the bot keeps; only while it is stopped."""
        return self._database.read_bytes()

    def table(self, person: Person | None = None) -> SeenMessage:
        """Find the table's message."""
        return board_seen(person or self.ann, CHANNEL_NAME)

    def tables(self) -> list[SeenMessage]:
        """Return all messages of the channel that show a table."""
        return boards_seen(self.ann, CHANNEL_NAME)

    async def until(self, look: Callable[[], bool], person: Person | None = None) -> None:
        """Wait until something can be seen."""

        def safely() -> bool:
            try:
                return look()
            except (NotSeenError, IndexError):
                return False

        await (person or self.ann).until(safely, within=60)

    async def lobby(self, game: str = "classic") -> None:
        """Open a table with three people, not started."""
        outcome = await self.ann.command(CHANNEL_NAME, "kickdoor new", {"game": game, "speed": "relaxed"})
        assert outcome.ok, outcome
        await self.until(lambda: bool(self.table()))
        for person in (self.ben, self.cleo):
            answer = (await person.command(CHANNEL_NAME, "kickdoor join", {"sex": "female"})).message
            assert answer is not None
            person.dismiss(answer)
        await self.until(lambda: f"**{self.cleo.name}**" in self.table().text)

    async def dealt(self) -> None:
        """Start a classic game; everybody lays out first cards."""
        await self.lobby()
        assert (await self.ann.click(self.table(), label="Start")).ok
        await self.until(lambda: "Laying out" in self.table().text)

    async def ask_to_end(self) -> SeenMessage:
        """Let Ann ask the others to end the game; return what she was told before."""
        question = (await self.ann.command(CHANNEL_NAME, "kickdoor-table end")).message
        assert question is not None
        assert (await self.ann.click(question, label="End the game")).ok
        await self.until(lambda: "asks to end this game" in self.table().text)
        return question

    async def game(self) -> None:
        """Start a classic game and let everybody be ready with the first cards."""
        await self.dealt()
        for person in self.players:
            assert (await person.click(self.table(), label="I’m ready")).ok
        await self.until(lambda: "kick down the door" in self.table().text)

    def awaited(self) -> Person:
        """Return the first person for whom the table waits."""
        line = next(line for line in self.table().text.splitlines() if line.startswith("👉"))
        return next(p for p in self.players if f"**{p.name}**" in line or f"<@{p.id}>" in line)

    def others(self, person: Person) -> list[Person]:
        """Return the other two players."""
        return [other for other in self.players if other is not person]

    async def log(self) -> list[LogRow]:
        """Read what was accepted, from a copy of the file as it is on disk."""
        copy = self._database.with_name("copy.db")
        for suffix in ("", "-wal"):
            source = self._database.with_name(self._database.name + suffix)
            if source.exists():
                copy.with_name(copy.name + suffix).write_bytes(source.read_bytes())
        store = await SqliteStore.open(copy)
        rows = await store.log(1)
        await store.close()
        return rows


@asynccontextmanager
async def open_in_process_bot(folder: Path) -> AsyncIterator[InProcessBot]:
    """Open a sandbox and a running bot."""
    async with Sandbox() as box:
        opened = InProcessBot(box, folder)
        with pytest.MonkeyPatch.context() as patches:
            # Nobody needs to wait here until a channel may be written to again.
            patches.setattr("bot.delivery.channels.WRITE_SPAN_S", 0.2)
            patches.setattr("bot.app.client.keep_emoji", no_emoji)
            # Being late on a busy machine is no fault; `test_answers.py` is about what comes too late.
            patches.setattr("bot.sandbox.messages.interactions.ANSWER_DEADLINE_S", 60.0)
            patches.setattr("cogs.responder.DEFER_AFTER_S", 60.0)
            await opened.start()
            try:
                yield opened
            finally:
                await opened.stop()


async def delivered() -> None:
    """Wait until every screen of this process's bots shows what it should, those that are waited with too."""
    while tasks := [task for task in asyncio.all_tasks() if task.get_name().startswith("deliver-")]:
        await asyncio.wait(tasks, timeout=60)


def answer_text(outcome: Outcome) -> str:
    """Return what an answer says; the outcome must be one."""
    assert outcome.ok, outcome
    assert outcome.message is not None
    return outcome.message.text
