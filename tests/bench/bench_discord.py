"""Whole tables over a loopback Discord: calls per action, answers, stalls. Run by `make bench`.

The sandbox and the people are this process, the bot is one of its own: real discord.py, real database, real
HTTP. People play at a live pace (``--think`` seconds a decision), so calls per action do not depend on how
fast the machine is. Goal: at most 1.0 calls for an accepted action of a game of four that count against
Discord's limit of 50 a second, over all habits together. Answers to presses and edits by an interaction's
token do not; they are shown apart, as are answers to presses that only look, or lead to a move.
"""

import asyncio
import os
import resource
import socket
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import aiohttp

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bot.app.games import game_registry  # noqa: E402  # the path has to be set first
from bot.sandbox.protocol.request_log import RequestRecord  # noqa: E402
from bot.sandbox.world.clock import EPOCH_MS  # noqa: E402
from bot.store.rows import TableRow  # noqa: E402
from bot.store.sqlite.store import SqliteStore  # noqa: E402
from bot.tables.history import load_state, replay, table_facts  # noqa: E402
from bot.tables.passing import due_passes  # noqa: E402
from bot.tables.play import has_to_be_asked  # noqa: E402
from bot.tables.state import Timer  # noqa: E402
from tests.bench.load_people import LoadGroup, Style  # noqa: E402
from tests.e2e.bot_process import BotProcess  # noqa: E402
from tests.sandbox.box import Sandbox  # noqa: E402

STYLES: tuple[Style, ...] = ("hand", "board", "closed")

TITLES = {"hand": "in their hands (DM)", "board": "on the table", "closed": "on the table, DMs closed"}

OWN, LOOKS = "the click's own answer", "answers to presses that only look or lead on"
BY_TOKEN = "edits by an interaction's token: hands opened in the channel"
CALL_KINDS = (
    OWN,
    "table's message edited",
    "table's message posted",
    "hands edited (DM)",
    "hands and reminders posted (DM)",
    "calls to somebody: posted and taken away",
    "messages below counted",
    BY_TOKEN,
    "other",
)
COUNTED_KINDS = tuple(kind for kind in CALL_KINDS if kind not in (OWN, BY_TOKEN))
MAX_CALLS_PER_ACTION = 1.0


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else 0.0


class Meter:
    """Reads the bot's own metrics once a second: how late its event loop was, and what it accepted."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}/metrics"
        self._session: aiohttp.ClientSession | None = None
        self.late: list[float] = []

    async def read(self) -> dict[str, float]:
        # One connection for all: opening one each second would be a tenth of what the bot does meanwhile.
        self._session = self._session or aiohttp.ClientSession()
        async with self._session.get(self._url) as answer:
            lines = (await answer.text()).splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name: float(value) for name, value in pairs}

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def watch(self) -> None:
        before_s = 0.0
        while True:
            await asyncio.sleep(1.0)
            with suppress(aiohttp.ClientError, TimeoutError):
                late_s = (await self.read())["kickdoor_loop_late_seconds_sum"]
                self.late.append(late_s - before_s)
                before_s = late_s


class Bench:
    """Some tables, the bot, and what was counted."""

    def __init__(self, box: Sandbox, folder: Path, options: Namespace) -> None:
        self.box, self.options = box, options
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        # The hourly copy of the database would fall into each run, as if it were made every two minutes.
        more = {"KICKDOOR_METRICS_PORT": str(port), "KICKDOOR_BACKUPS": "off"}
        self.bot = BotProcess(box, folder, 1, by_command=True, **more)
        self.meter = Meter(port)
        guilds = [box.add_guild(f"Guild {n}", ["game-night"]) for n in range(options.tables)]
        styles: tuple[Style, ...] = (options.style,) if options.style else STYLES
        self.companies = [
            LoadGroup(box, guild, n, styles[n % len(styles)], options.think) for n, guild in enumerate(guilds)
        ]
        self.beginnings: dict[tuple[int, int], tuple[int, int]] = {}
        """By channel and revision: who made it with which interaction (0: nobody has pressed anything)."""
        self.passing: dict[tuple[int, int], set[int]] = {}
        """By channel and revision: who passes by themselves if nothing more happens."""
        self.seconds = self.used = 0.0

    async def run(self) -> None:
        if self.options.one_core:
            os.sched_setaffinity(0, {0})  # which the bot inherits
        await self.bot.start()
        if self.options.one_core:
            os.sched_setaffinity(0, {1})
        for company in self.companies:
            await company.open()
            await company.ready()
        # Opening so many direct messages takes a while on purpose, and is no part of a game that goes on.
        await asyncio.sleep(
            4 * len(self.companies) + 5 if self.options.settle is None else self.options.settle
        )
        self.first = self.box.clock.now()
        self.before = await self.revisions()
        before, began, used = await self.meter.read(), time.monotonic(), self.bot.cpu_s()
        watching = asyncio.create_task(self.meter.watch())
        end = began + self.options.seconds
        await asyncio.gather(*(company.play(end) for company in self.companies))
        self.seconds, self.used = time.monotonic() - began, self.bot.cpu_s() - used
        self.last = self.box.clock.now()
        self.after = await self.revisions()
        watching.cancel()
        after = await self.meter.read()
        self.metrics = {name: value - before.get(name, 0.0) for name, value in after.items()}

    async def revisions(self) -> dict[int, int]:
        """Return how many requests were accepted at each table so far, by channel."""
        copy = self.bot.database.with_name("copy.db")
        for suffix in ("", "-wal"):
            source = self.bot.database.with_name(self.bot.database.name + suffix)
            if source.exists():
                copy.with_name(copy.name + suffix).write_bytes(source.read_bytes())
        store = await SqliteStore.open(copy)
        rows = [await store.table(brief.id) for brief in await store.live_tables()]
        for row in (row for row in rows if row is not None):
            await self._note_beginnings(store, row)
        await store.close()
        return {row.channel: row.revision for row in rows if row is not None}

    async def _note_beginnings(self, store: SqliteStore, row: TableRow) -> None:
        entries = await store.log(row.id)
        for entry in entries:
            self.beginnings[row.channel, entry.revision] = entry.user, entry.interaction_id
        facts = table_facts(row)
        if row.snapshot is None or facts is None:
            return
        module = game_registry().find(facts.game)
        state = load_state(game_registry(), row, await store.definitions(facts.digest))
        if module is None or state.game is None:
            return
        for revision, game_state in replay(state.game, entries).items():
            pending = state.game.pending(game_state)
            length = 1000 * (0 if pending is None else pending.seconds)
            there = replace(state, timer=Timer(length, length), game_state=game_state)
            there = replace(there, table=replace(facts, phase="playing", halt=""))
            for seat in {due.seat for due in due_passes(there)}:
                if not has_to_be_asked(there, module, seat):
                    self.passing.setdefault((row.channel, revision), set()).add(facts.seats[seat].user)

    def accepted(self, company: LoadGroup) -> int:
        channel = company.place.id
        return self.after.get(channel, 0) - self.before.get(channel, 0)

    def calls(self, company: LoadGroup) -> Counter[str]:
        """Count the calls for one table by kind."""
        people = {person.id for person in company.people}
        found: Counter[str] = Counter()
        for record in self.box.requests:
            if not self.first <= record.at <= self.last or record.path.startswith("/gateway"):
                continue
            channel, kind = self._read(record)
            place = self.box.world.channels.get(channel)
            private = place is not None and place.guild_id is None
            if place is company.place or (private and people & set(place.recipients)):
                found[kind] += 1
        own = min(found["answer"], self.accepted(company))
        found[LOOKS] = found.pop("answer", 0) - own
        found[OWN] = own
        return found

    def _read(self, record: RequestRecord) -> tuple[int, str]:
        """Return the channel for which a call was made, and what kind it was."""
        parts = record.path.split("?")[0].strip("/").split("/")
        if parts[0] == "interactions":
            return self.box.world.interactions[int(parts[1])].channel_id, "answer"
        if parts[0] == "webhooks":
            token = parts[2]
            by = (i.channel_id for i in self.box.world.interactions.values() if i.token == token)
            return next(by, 0), BY_TOKEN
        if parts[0] != "channels":
            return 0, "other"
        channel = int(parts[1])
        place = self.box.world.channels[channel]
        if place.guild_id is None:
            return (
                channel,
                "hands edited (DM)" if record.method == "PATCH" else "hands and reminders posted (DM)",
            )
        if record.method == "PATCH":
            return channel, "table's message edited"
        if record.method == "GET":
            return channel, "messages below counted"
        return channel, "calls to somebody: posted and taken away"

    def report(self) -> None:
        print(
            f"{len(self.companies)} classic tables of four for {self.seconds:.0f} s, "
            f"{self.options.think:g} s a decision; load of the machine {os.getloadavg()[0]:.1f}\n"
        )
        print(f"{'Discord calls per accepted action':48}" + "".join(f"{TITLES[s]:>26}" for s in STYLES))
        found: dict[str, Counter[str]] = {style: Counter() for style in STYLES}
        actions: Counter[str] = Counter()
        for company in self.companies:
            found[company.style] += self.calls(company)
            actions[company.style] += self.accepted(company)
        for kind in CALL_KINDS:
            if any(found[style][kind] for style in STYLES):
                self._line(kind, [found[s][kind] / max(1, actions[s]) for s in STYLES])
        sums = [sum(found[s][k] for k in COUNTED_KINDS) / max(1, actions[s]) for s in STYLES]
        self._line("what counts against Discord's limit", sums)
        self._line(LOOKS, [found[s][LOOKS] / max(1, actions[s]) for s in STYLES])
        print(f"{'accepted actions':48}" + "".join(f"{actions[s]:26,}" for s in STYLES))
        total = sum(actions.values())
        counted = sum(found[s][k] for s in STYLES for k in COUNTED_KINDS)
        print(f"\nall tables: {counted / max(1, total):.2f} counted calls per action", end=" ")
        print(f"(goal: {MAX_CALLS_PER_ACTION})", end=", ")
        print(f"{total / self.seconds:.1f} actions/s", end=", ")
        print(f"{self.used / max(1, total) * 1000:.1f} ms of the bot's CPU per action")
        self._times()

    def _notices(self, company: LoadGroup) -> list[float]:
        """List the seconds from each press that began somebody else's wait until they could see it.

        Who looks at something else meanwhile sees the same wait twice; the first time counts.
        """
        found: list[float] = []
        first = {(view.user, view.since): view for view in reversed(company.notes.views)}
        for view in first.values():
            user, interaction = self.beginnings.get((view.channel, view.since), (0, 0))
            if view.user in self.passing.get((view.channel, view.since), ()):
                continue  # nobody waits for them
            if interaction and user != view.user:
                found.append(view.at - (((interaction >> 22) + EPOCH_MS) / 1000))
        return found

    def _line(self, title: str, values: Sequence[float]) -> None:
        print(f"{title:48}" + "".join(f"{value:26.2f}" for value in values))

    def _spread(self, title: str, values: Sequence[float]) -> None:
        if values:
            p50, p90, p99 = (percentile(values, share) * 1000 for share in (0.5, 0.9, 0.99))
            print(f"{title}: p50 {p50:.0f} ms, p90 {p90:.0f} ms, p99 {p99:.0f} ms of {len(values):,}")

    def _times(self) -> None:
        for style in STYLES:
            seen = [one for c in self.companies if c.style == style for one in self._notices(c)]
            self._spread(f"press that hands over to the next one's prompt, {TITLES[style]}", seen)
        answers = [one for company in self.companies for one in company.notes.answers]
        failed = sum(company.notes.failed for company in self.companies)
        self._spread("press to answer", answers)
        late = self.meter.late
        print(
            f"bot's event loop, late in each second: p50 {percentile(late, 0.5) * 1000:.0f} ms, "
            f"p99 {percentile(late, 0.99) * 1000:.0f} ms"
        )
        refused = {k: int(v) for k, v in self.metrics.items() if "refused_total" in k and v}
        limited = sum(record.status == 429 for record in self.box.requests)
        print(f"presses without an answer: {failed}; calls over a limit (429): {limited}; refused: {refused}")
        print(f"Discord had to object {len(self.box.violations)} times")


async def run(options: Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox(rate_limits=True, heartbeat_seconds=41.25) as box:
            box.log.requests = type(box.log.requests)(maxlen=1_000_000)
            bench = Bench(box, Path(folder), options)
            try:
                await bench.run()
            finally:
                await bench.meter.close()
                code = await bench.bot.stop()
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            bench.report()
            print(
                f"bot: {used.ru_utime + used.ru_stime:.1f} s of CPU, {used.ru_maxrss / 1024:.0f} MB at most, "
                f"exit code {code}"
            )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--think", type=float, default=3.0, help="seconds for a decision, on average")
    parser.add_argument("--style", choices=STYLES, help="where people press; all ways by turns unless given")
    parser.add_argument(
        "--one-core", action="store_true", help="the bot on one core, the people and their Discord on another"
    )
    parser.add_argument("--settle", type=float, help="seconds between the deal and the first count")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
