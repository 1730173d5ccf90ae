"""Ten tables in ten kinds of places, refusals of every kind by lot, and a watch on what people can see."""

import asyncio
import contextlib
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from bot.sandbox.people.seen import NotSeenError
from bot.sandbox.protocol.errors import STATUS_AND_MESSAGE
from bot.sandbox.world.model import Channel, ChannelType
from bot.store.api import StoreError
from bot.views.base.custom_ids import parse as read_press
from tests.e2e.scripted_players import NoAnswerError, Status
from tests.faults.harness import FaultTable, Harness, open_harness
from tests.faults.oracle import Oracle
from tests.sandbox.faults import RestFault

LOOK_INTERVAL_S = 0.2
SHORT_S = 20.0
LASTS_S = (0.5, 4.0)
"""Seconds for which a refusal lasts, at least and at most."""
REST_S = 15.0
"""Seconds without a refusal after each at a table: what is measured is how soon it comes back."""
MAX_SILENCE_S = 30.0
ASK_AFTER_S = 10.0
"""Seconds of silence after which the oracle is asked whether there is anything new to show at all."""
ASK_INTERVAL_S = 2.0
MAX_UNSEEN_S = 20.0
"""Seconds after which no clock may decide about what nobody can see."""
NAPS_S = (0.2, 0.4, 0.8, 1.5, 3.0, 45.0)
"""What people wait before they press again; the longest is too long for some decisions."""

CLOCK_KINDS = ("time_up", "ask_others")
MISHAPS = (AssertionError, NotSeenError, NoAnswerError, TimeoutError, IndexError, StopIteration, KeyError)

BODIES = {
    "Cloudflare": (403, b"<html>blocked</html>"),
    "a proxy": (502, b"<html>bad gateway</html>"),
    "broken JSON": (500, b'{"id": '),
    "bad UTF-8": (502, b'"\xff\xfe"'),
    "no message": (400, b'{"message": null, "code": 0}'),
    "a code of letters": (400, b'{"message": "x", "code": "abc"}'),
    "an empty 200": (200, b""),
    "an unknown 400": (400, b'{"message": "x", "code": 99999}'),
    "an unknown 403": (403, b'{"message": "x", "code": 99999}'),
    "503": (503, b'{"message": "x", "code": 0}'),
}
PERMISSIONS = (
    "view_channel", "send_messages", "send_messages_in_threads", "attach_files", "embed_links",
    "read_message_history",
)  # fmt: skip


def _channel(kind: ChannelType) -> Callable[[FaultTable], Channel]:
    return lambda table: table.box.world.add_channel(table.guild, kind.name.lower(), kind=kind)


def _thread(kind: ChannelType, *, private: bool = False) -> Callable[[FaultTable], Channel]:
    def make(table: FaultTable) -> Channel:
        world = table.box.world
        thread = world.add_thread(_channel(kind)(table), "dungeon", table.ann.id, private=private)
        assert thread.thread is not None
        thread.thread.members.update({world.bot.id, *(person.id for person in table.people)})
        world.update_channel(thread)
        return thread

    return make


def _text(*, nsfw: bool = False, slowmode_s: int = 0) -> Callable[[FaultTable], Channel]:
    def make(table: FaultTable) -> Channel:
        channel = _channel(ChannelType.TEXT)(table)
        channel.nsfw, channel.slowmode_s = nsfw, slowmode_s
        table.box.world.update_channel(channel)
        return channel

    return make


PLACES: dict[str, Callable[[FaultTable], Channel]] = {
    "text": _text(),
    "thread": _thread(ChannelType.TEXT),
    "private thread": _thread(ChannelType.TEXT, private=True),
    "forum post": _thread(ChannelType.FORUM),
    "media post": _thread(ChannelType.MEDIA),
    "voice": _channel(ChannelType.VOICE),
    "stage": _channel(ChannelType.STAGE),
    "announcement": _channel(ChannelType.ANNOUNCEMENT),
    "age-restricted": _text(nsfw=True),
    "slowmode": _text(slowmode_s=21_600),
}


@dataclass(slots=True)
class Watched:
    """One table: what is saved and cannot be seen yet."""

    table: FaultTable
    kind: str
    newest: int = 0
    shown: int = 0
    hidden: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])
    """Revisions that nobody can see yet, with when each was saved."""
    screen: tuple[object, ...] = ()
    """What the table's message showed at the last look."""
    missing_since: float | None = None
    free_at: float = 0.0
    silence_s: float = 0.0
    spoke_at: float = 0.0
    """When the table showed the newest, or its host was told in private why it does not."""
    asked_at: float = 0.0
    refused: list[str] = field(default_factory=list[str])
    longest_after: str = ""

    @property
    def told(self) -> bool:
        """Return True if the host can read in private why the game waits."""
        return any("Nothing is lost" in letter.text for letter in self.table.ann.dms())

    def lag_s(self, now: float) -> float:
        """Return for how many seconds there has been something that nobody could see."""
        since = [when for _, when in self.hidden[:1]]
        since += [] if self.missing_since is None else [self.missing_since]
        return now - min(since) if since else 0.0

    def look(self, rows: list[tuple[int, str]], noted: dict[int, int], now: float) -> list[float]:
        """Look at the screens; return for how long what each clock has decided could not be seen.

        A button bears the revision at which the present wait began; what came after it the bot has ``noted``
        of the message when Discord had taken it, or has shown there as the answer to a press.
        """
        lags = [self.lag_s(now) for _, kind in rows if kind in CLOCK_KINDS]
        self.hidden += [(revision, now) for revision, _ in rows]
        self.newest = max([self.newest, *(revision for revision, _ in rows)])
        boards = self.table.boards()
        if boards:
            presses = [read_press(button.custom_id) for button in boards[-1].buttons]
            seen = [press.seen for press in presses if press is not None]
            screen = (boards[-1].id, boards[-1].text, *(button.custom_id for button in boards[-1].buttons))
            renewed = [revision for revision, when in self.hidden if when < now and screen != self.screen]
            self.screen = screen
            self.shown = max([*seen, *renewed, noted.get(boards[-1].id, 0)], default=0)
            self.hidden = [one for one in self.hidden if one[0] > self.shown]
            self.missing_since = None
        elif self.missing_since is None:
            self.missing_since = now
        if self.told or not self.lag_s(now):
            self.spoke_at = now
        silence_s = min(self.lag_s(now), now - self.spoke_at)
        if silence_s > self.silence_s:
            self.silence_s, self.longest_after = silence_s, f"{self.kind} after {self.refused[-2:]}"
        return lags

    def shows_all(self) -> None:
        """Note that the messages show what a bot started now would draw: not every move changes them."""
        self.hidden, self.missing_since = [], None


class Injection:
    """Refuses by lot while people play, and keeps the figures."""

    def __init__(self, stage: Harness, seed: int) -> None:
        self.stage = stage
        self.box = stage.box
        self.dice = Random(seed)
        self.watched: list[Watched] = []
        self.over: list[Watched] = []
        self.injected = Counter[str]()
        self.hits = Counter[str]()
        self.clock_lags: list[float] = []
        self.moves = self.ended = 0

    async def seat(self, kind: str) -> Watched:
        """Begin a game in a place of this kind."""
        table = self.stage.new_table()
        table.channel = PLACES[kind](table)
        table.move_to(table.channel)
        await table.game("live")
        return Watched(table, kind)

    async def run(self, seconds: float) -> None:
        """Play and refuse for so long, then let everything come back."""
        self.watched = [await self.seat(kind) for kind in PLACES]
        self.look()
        end = time.monotonic() + seconds
        tasks = [asyncio.create_task(self.play(place)) for place in range(len(self.watched))]
        tasks += [asyncio.create_task(self.go_on(place)) for place in range(len(self.watched))]
        tasks.append(asyncio.create_task(self.refuse(end)))
        while time.monotonic() < end + REST_S:
            self.look()
            await self.ask()
            await asyncio.sleep(LOOK_INTERVAL_S)
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result

    def look(self) -> None:
        """Compare what is saved with what can be seen."""
        query = "SELECT revision, kind FROM log WHERE table_id = ? AND revision > ? ORDER BY revision"
        of_table = "SELECT message, version FROM surfaces WHERE table_id = ? AND key = 'table'"
        file = f"{self.stage.database.as_uri()}?mode=ro"  # a file that is gone stays gone
        with (
            contextlib.suppress(sqlite3.OperationalError),
            closing(sqlite3.connect(file, uri=True)) as connection,
        ):
            now = time.monotonic()
            for one in self.watched:
                rows = connection.execute(query, (one.table.number, one.newest)).fetchall()
                self.moves += len(rows)
                noted = dict(connection.execute(of_table, (one.table.number,)).fetchall())
                self.clock_lags += one.look(rows, noted, now)

    async def ask(self) -> None:
        """Ask the oracle about tables that have been silent for long."""
        now = time.monotonic()
        for one in self.watched:
            if one.lag_s(now) < ASK_AFTER_S or now - one.asked_at < ASK_INTERVAL_S:
                continue
            one.asked_at = now
            oracle = Oracle(self.box, self.stage.database, one.table.people, one.table.number, in_words=True)
            with contextlib.suppress(OSError, sqlite3.Error, StoreError):  # the file may be gone or locked
                wrong = await oracle.wrong_screens()
                if not any(screen.startswith("table ") for screen in wrong):
                    one.shows_all()

    # people

    async def play(self, place: int) -> None:
        """Let people press what they see, at their leisure."""
        dice = Random(place)
        while True:
            table = self.watched[place].table
            with contextlib.suppress(*MISHAPS):
                async with asyncio.timeout(10.0):
                    await table.players.act(Status(0, table.board().text), dice)
            if any("Play again" in button.label for board in table.boards() for button in board.buttons):
                self.ended += 1
                self.over.append(self.watched[place])
                self.watched[place] = await self.seat(self.watched[place].kind)
            await asyncio.sleep(dice.choices(NAPS_S, (6, 6, 6, 4, 2, 1))[0])

    async def go_on(self, place: int) -> None:
        """Let somebody who sees that the game waits, or is told so, let it go on."""
        while True:
            await asyncio.sleep(2.0)
            table = self.watched[place].table
            with contextlib.suppress(*MISHAPS):
                if self.watched[place].told:
                    await table.ann.command(table.place, "kickdoor resume")
                elif any(button.label == "Resume" for button in table.board().buttons):
                    await table.ben.click(table.board(), label="Resume")

    # refusals

    async def refuse(self, end: float) -> None:
        """Refuse something at a table that has had its rest, until the end."""
        async with asyncio.TaskGroup() as group:
            while time.monotonic() < end:
                rested = [one for one in self.watched if one.free_at <= time.monotonic()]
                if rested:
                    one = self.dice.choice(rested)
                    seconds = self.dice.uniform(*LASTS_S)
                    one.free_at = time.monotonic() + seconds + REST_S
                    group.create_task(self.refuse_at(one, seconds))
                await asyncio.sleep(LASTS_S[0])

    async def refuse_at(self, one: Watched, seconds: float) -> None:
        """Refuse one thing at a table for so long."""
        kind = self.dice.choice(KINDS)
        async with kind(self, one):
            await asyncio.sleep(seconds)

    def note(self, name: str, one: Watched) -> None:
        """Count what is refused at a table."""
        self.injected[name] += 1
        one.refused.append(name)

    @asynccontextmanager
    async def counted(self, name: str, one: Watched, fault: RestFault) -> AsyncIterator[None]:
        """Keep a fault on, and count it."""
        self.note(f"{name} {fault.route.partition(' ')[0]}" if name.isdigit() else name, one)
        try:
            yield
        finally:
            self.box.faults.remove(fault)
            self.hits[name] += fault.hits

    def route(self, one: Watched) -> str:
        """Return some requests about a table's channel, one of its hands or its answers."""
        channel = one.table.place.id
        hand = self.box.world.dm_with_bot(self.dice.choice(one.table.people).id).id
        places = (f"POST /channels/{channel}/*", f"PATCH /channels/{channel}/*", f"* /channels/{channel}*")
        return self.dice.choice((*places, *places, f"* /channels/{hand}/*"))

    def judge(self) -> None:
        """Say the figures, and ask that nothing was silent for long, nor decided unseen."""
        silent = max(self.watched + self.over, key=lambda one: one.silence_s)
        unseen = [round(lag, 1) for lag in self.clock_lags if lag > MAX_UNSEEN_S]
        sys.stderr.write(
            f"{self.moves} moves, {len(self.clock_lags)} of them by clock, {self.ended} games ended\n"
            f"injected {sum(self.injected.values())}: {dict(sorted(self.injected.items()))}\n"
            f"refused {sum(self.hits.values())}: {dict(sorted(self.hits.items()))}\n"
            f"longest silence {silent.silence_s:.1f} s; of each table: "
            f"{[f'{one.silence_s:.1f} s {one.longest_after}' for one in self.watched]}\n"
            f"clock decisions: longest unseen {max(self.clock_lags, default=0.0):.1f} s, too long {unseen}\n"
        )
        assert silent.silence_s <= MAX_SILENCE_S, silent.longest_after
        assert not unseen


@asynccontextmanager
async def code(run: Injection, one: Watched) -> AsyncIterator[None]:
    """One of Discord's codes."""
    number = run.dice.choice(sorted(STATUS_AND_MESSAGE))
    route = run.route(one)
    # What posts are asked to wait for is waited for; edits have another way.
    wait = 1163.0 if route.startswith("PATCH") else run.dice.uniform(0.5, 3.0)
    fault = run.box.faults.refuse(route, number, retry_after=wait, count=None)
    async with run.counted(str(number), one, fault):
        yield


@asynccontextmanager
async def body(run: Injection, one: Watched) -> AsyncIterator[None]:
    """A body that nobody expects, also for answers to everybody's presses."""
    name = run.dice.choice(sorted(BODIES))
    status, raw = BODIES[name]
    route = run.dice.choice((run.route(one), "* /interactions/*"))
    async with run.counted(name, one, run.box.faults.respond(route, status, raw=raw, count=None)):
        yield


@asynccontextmanager
async def uploads(run: Injection, one: Watched) -> AsyncIterator[None]:
    """Files fail, words do not."""
    status = run.dice.choice((413, 500, 503))
    fault = run.box.faults.respond(f"* /channels/{one.table.place.id}/*", status, uploads=True, count=None)
    async with run.counted(f"uploads {status}", one, fault):
        yield


@asynccontextmanager
async def permission(run: Injection, one: Watched) -> AsyncIterator[None]:
    """A permission is taken away for a moment."""
    name, world = run.dice.choice(PERMISSIONS), run.box.world
    parent = world.channels[one.table.place.parent_id or one.table.place.id]
    run.note(f"no {name}", one)
    run.box.deny(parent, name)
    try:
        yield
    finally:
        run.box.allow(parent, name, None)


@asynccontextmanager
async def timeout(run: Injection, one: Watched) -> AsyncIterator[None]:
    """A moderator times the bot out."""
    run.note("timeout", one)
    run.box.world.time_out(one.table.guild, run.box.world.bot.id, 60.0)
    try:
        yield
    finally:
        run.box.world.time_out(one.table.guild, run.box.world.bot.id, 0.0)


@asynccontextmanager
async def archived(run: Injection, one: Watched) -> AsyncIterator[None]:
    """A thread goes to sleep."""
    if one.table.place.is_thread:
        run.note("archived", one)
        run.box.world.set_thread_state(one.table.place, archived=True)
    yield


Kind = Callable[[Injection, Watched], contextlib.AbstractAsyncContextManager[None]]
KINDS: tuple[Kind, ...] = (code, code, code, code, body, body, uploads, permission, timeout, archived)


async def played_and_refused(folder: Path, seconds: float, seed: int) -> None:
    """Play and refuse, and ask that nothing was silent for long, nor decided unseen."""
    async with open_harness(folder) as stage:
        run = Injection(stage, seed)
        await run.run(seconds)
        run.judge()
        broken = [line for line in stage.complaints() if "Discord refuses" not in line]
        assert broken == []


async def test_ten_places_with_refusals_by_lot(tmp_path: Path) -> None:
    """Fault: refusals of every kind by lot at ten tables; none is silent for 30 seconds."""
    await played_and_refused(tmp_path, SHORT_S, 3)


@pytest.mark.soak
async def test_ten_places_with_refusals_by_lot_for_ten_minutes(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """Fault: refusals by lot for ten minutes (long form); none is silent, no clock decides unseen."""
    seconds = min(pytestconfig.getoption("--soak-seconds"), 600.0)
    await played_and_refused(tmp_path, seconds, pytestconfig.getoption("--soak-seed"))
