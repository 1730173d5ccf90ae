"""The seven invariants, in one place: asked after every fault.

A durable, B once, C converge, D secret, E alive, F fair, G quiet. The oracle looks at three things only: the
people's screens in the sandbox, the database file, and what the bot logs and measures. What the screens
should show is drawn by the bot's own views from a copy of the file, as a bot started now would do it.
"""

import asyncio
import json
import re
import tempfile
import time
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.app.games import game_registry
from bot.delivery.discord_wire import DiscordWire, render_pictures
from bot.delivery.drawing import RenderedSurface
from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind
from bot.sandbox.people.person import Person
from bot.sandbox.people.seen import Outcome
from bot.sandbox.protocol import components as parts
from bot.sandbox.world.model import CallbackType, InteractionType
from bot.sandbox.world.permissions import Permission
from bot.store.api import Store
from bot.store.backup.copying import copy_database
from bot.store.rows import LogRow, SurfaceRow, TableRow
from bot.store.sqlite.store import SqliteStore
from bot.tables.history import replay
from bot.tables.lobby import TableConfig, setup_of
from bot.tables.service import TableService
from bot.tables.state import SAVED_TABLE_CODEC
from bot.tables.table import Table
from bot.views.base.custom_ids import parse as read_press
from bot.views.base.paint import paint
from bot.views.screens import ELSEWHERE_TEXT
from cards.kernel.game import Setup
from tests.e2e.recorded_game import SeenText
from tests.e2e.secrets_check import Knowledge, faces_of, leaks_in, revealing_names
from tests.sandbox.box import Sandbox

CONVERGENCE_TIMEOUT_S = 60.0
"""Real seconds within which all screens have to show the newest version, on a busy machine."""

MAX_INVALID_REQUESTS = 100
"""Refusals with 401, 403 or 429 that one fault may cost at most: Discord bans after 10,000."""

TIME_SLACK_S = 5.0
"""Seconds that rounding and drawing may take from somebody's time."""

CUSTOM_ID_PATTERN = re.compile(r'"custom_id": "(k1:[^"]*)"')
DEADLINE_PATTERN = re.compile(r"<t:\d+")


@dataclass(slots=True)
class Disk:
    """One table as it is on disk at one moment."""

    row: TableRow
    table: Table
    setup: Setup
    log: list[LogRow]
    surfaces: list[SurfaceRow]
    drawn: dict[str, tuple[list[Any], list[Any]]] = field(
        default_factory=dict[str, tuple[list[Any], list[Any]]]
    )
    """What each surface should show, by its name: with pictures, and in words."""


class Oracle:
    """Judges one table. Make it before the fault, ask ``check`` after it."""

    def __init__(
        self, box: Sandbox, database: Path, people: Sequence[Person], table: int, *, in_words: bool = False
    ) -> None:
        """``in_words``: screens may be in words alone, since uploads have been refused."""
        self._in_words = in_words
        self._box = box
        self._database = database
        self._people = list(people)
        self._number = table
        self._log: list[LogRow] = []
        self._entries = {person.id: len(person.diary.entries) for person in people}
        self._requests = len(box.requests)
        self._accepted: set[int] = set()
        self._after = 0
        self._unread = dict.fromkeys(self._entries, 0)
        self._marks: list[tuple[int, dict[int, int]]] = []
        self._left: float | None = None
        self._began = time.monotonic()

    def note_accepted(self, outcome: Outcome) -> Outcome:
        """Note a press whose maker was told that it counts."""
        assert outcome.ok, outcome
        assert outcome.interaction_id is not None
        self._accepted.add(outcome.interaction_id)
        return outcome

    def watch_only(self, people: Sequence[Person]) -> None:
        """Look at these people alone from now on: the others have left."""
        self._people = list(people)

    def note_restore(self) -> None:
        """Forget what was before: the database is an older copy, and screens have shown what is not in it."""
        self._log = []
        self._after = max(self._box.world.interactions)
        self._unread = {person.id: len(person.diary.entries) for person in self._people}

    def note_time_left(self, seconds: float) -> None:
        """Note how long the people have at the moment, before the fault."""
        self._left = seconds
        self._began = time.monotonic()

    # A and B

    async def durable(self) -> Disk:
        """A: what was shown as accepted is on disk, the log replays to the saved state. B: nothing twice."""
        # The screens first: while the file is read, the game may go on.
        accepted, newest = self._shown_accepted(), self._newest_shown()
        disk = await self.disk()
        log = disk.log
        assert log[: len(self._log)] == self._log, "what was on disk has changed"
        self._log = log
        assert [row.revision for row in log] == list(range(1, len(log) + 1)), "revisions are missing"
        assert disk.row.revision == len(log)
        presses = [row.interaction_id for row in log if row.interaction_id]
        assert len(set(presses)) == len(presses), "a press counted twice"
        assert accepted <= set(presses), "an accepted press is not on disk"
        for row in log:
            made = self._box.world.interactions.get(row.interaction_id)
            assert not row.interaction_id or (made is not None and made.user_id == row.user), (
                "a press nobody made"
            )
        assert newest <= len(log), "a screen shows what is not on disk"
        if disk.row.snapshot is not None:
            game, _, _ = faces_of(disk.setup)
            states = replay(game, log)
            assert game.encode(states[len(log)]) == disk.row.snapshot, "the log replays to another state"
        return disk

    def _shown_accepted(self) -> set[int]:
        """Return the presses that people saw accepted.

        Only a move that counts is answered by renewing the table's message or the hand in direct messages.
        """
        shown = set(self._accepted)
        for interaction in self._box.world.interactions.values():
            source = interaction.source
            if (
                interaction.id > self._after
                and interaction.type is InteractionType.COMPONENT
                and interaction.callback is CallbackType.UPDATE
                and source is not None
                and source.ephemeral_for is None
                and self._mine(str(interaction.data.get("custom_id")))
            ):
                shown.add(interaction.id)
        return shown

    def _mine(self, custom_id: str) -> bool:
        press = read_press(custom_id)
        return press is not None and press.table == self._number

    def _newest_shown(self) -> int:
        """Return the newest moment that a button on any screen ever bore."""
        text = json.dumps([person.diary.entries[self._unread[person.id] :] for person in self._people])
        presses = [read_press(custom_id) for custom_id in CUSTOM_ID_PATTERN.findall(text)]
        return max((p.seen for p in presses if p is not None and p.table == self._number), default=0)

    # C

    async def converged(self, besides: Collection[str] = ()) -> Disk:
        """C: the table's message and every hand show the newest version, and there is one message of each.

        ``besides`` names surfaces that nobody can be shown at the moment.
        """
        async with _real_timeout(CONVERGENCE_TIMEOUT_S) as told:
            while True:
                disk = await self.disk(draw=True)
                told[:] = self._differences(disk, besides)
                if not told:
                    return disk
                await asyncio.sleep(0.1)

    async def wrong_screens(self) -> list[str]:
        """Return what is not so at this moment."""
        return self._differences(await self.disk(draw=True), ())

    def _differences(self, disk: Disk, besides: Collection[str]) -> list[str]:
        wrong: list[str] = []
        places = {row.key: row for row in disk.surfaces}
        for name, (pictured, worded) in disk.drawn.items():
            row = places.get(name)
            if name in besides:
                continue
            if row is None:
                wrong.append(f"{name} is nowhere")
                continue
            channel = self._box.world.channels.get(row.channel)
            message = None if channel is None else channel.messages.get(row.message)
            if message is None:
                wrong.append(f"{name} is gone")
                continue
            # Who may attach nothing any more still shows the pictures from before.
            in_words = self._in_words or not self._may_attach(row.channel)
            expected = (pictured, worded) if in_words else (pictured,)
            found = message_text(message.components)
            elsewhere = ELSEWHERE_TEXT in str(found) and self._plays_from_copy(int(name.partition(".")[2]))
            if found not in expected and not elsewhere:
                wrong.append(f"{name} shows {_first_difference(found, expected[0])}")
        return wrong + self._unexpected_messages(disk, besides)

    def _plays_from_copy(self, user: int) -> bool:
        """Return True if somebody pressed last in a server, with a copy of their hand before them."""
        world = self._box.world
        pressed = max((one.id for one in world.interactions.values() if one.user_id == user), default=0)
        return bool(pressed and world.interactions[pressed].guild_id) and any(
            message.ephemeral_for == user
            and "✋" in str(message_text(message.components))
            and any(self._mine(each) for each in CUSTOM_ID_PATTERN.findall(json.dumps(message.components)))
            for channel in world.channels.values()
            for message in channel.messages.values()
        )

    def _may_attach(self, channel: int) -> bool:
        world = self._box.world
        place = world.channels[channel]
        held = world.permissions(place, world.bot.id)
        # Discord's documentation: who may not send, may not attach either.
        sends = Permission.SEND_MESSAGES_IN_THREADS if place.is_thread else Permission.SEND_MESSAGES
        return Permission.ATTACH_FILES | sends in held

    def _unexpected_messages(self, disk: Disk, besides: Collection[str]) -> list[str]:
        """Name messages of this table that are no surface of it any more."""
        known = {row.message for row in disk.surfaces if not row.key.startswith(SurfaceKind.REPLACED)}
        beyond = {int(name.partition(".")[2]) for name in besides if "." in name}
        return [
            f"a stray message in {channel.name or 'a direct message'}: {message_text(message.components)[:2]}"
            for channel in self._box.world.channels.values()
            for message in channel.messages.values()
            if message.author_id == self._box.world.bot.id
            and message.ephemeral_for is None
            and message.id not in known
            and beyond.isdisjoint(channel.recipients)
            and any(self._mine(c) for c in CUSTOM_ID_PATTERN.findall(json.dumps(message.components)))
        ]

    # D

    def secret(self, disk: Disk, *written: str) -> None:
        """D: nobody saw a card hidden from them; logs and metrics (``written``) name none at all."""
        if disk.row.snapshot is None:
            return
        game, hidden, faces = faces_of(disk.setup)
        knowledge = Knowledge(game, hidden, disk.log)
        names = revealing_names(faces)
        seats = {seat.user: number for number, seat in enumerate(disk.table.seats)}
        seen = [SeenText(seats[s.person], s.step, s.text) for s in self._seen() if s.person in seats]
        leaks = leaks_in(seen, knowledge, names)
        assert leaks == [], leaks[:5]
        for text in written:
            assert [name for name in names if name in text] == [], "a card in the log or the metrics"

    def _seen(self) -> list[SeenText]:
        """Return all that was on somebody's screen, by the step that the table had reached at the latest."""
        found: list[SeenText] = []
        for person in self._people:
            marks = [(step, seen[person.id]) for step, seen in self._marks if person.id in seen]
            for entry in person.visible_log():
                if entry["seq"] <= self._unread[person.id]:
                    continue
                step = next((step for step, length in marks if entry["seq"] <= length), 1 << 30)
                found.append(SeenText(person.id, step, json.dumps(entry, ensure_ascii=False)))
        return found

    def _mark(self, step: int, seen: dict[int, int]) -> None:
        """Note that what people had ``seen`` by then, they saw when the table was at this step or earlier."""
        self._marks.append((step, seen))

    # F and G

    def fair(self, left: float, charged: float = 0.0) -> None:
        """F: since ``has_left`` no more time was taken than really passed, beside what may be ``charged``."""
        assert self.is_fair(left, charged), f"{self._left} s became {left} s"

    def is_fair(self, left: float, charged: float = 0.0) -> bool:
        """Return True if no more time was taken than that, which may yet become so."""
        assert self._left is not None
        return left >= self._left - (time.monotonic() - self._began) - charged - TIME_SLACK_S

    def quiet(self, notices: int = 1, invalid: int = MAX_INVALID_REQUESTS) -> None:
        """G: nobody got more than ``notices`` new messages or mentions beside those of the game itself."""
        for person in self._people:
            fresh = person.diary.entries[self._entries.get(person.id, 0) :]
            told = [entry for entry in fresh if entry["type"] == "message" and self._is_notice(entry)]
            assert len(told) <= notices, [_text(entry["message"]) for entry in told]
        count = self.invalid()
        assert count <= invalid, f"{count} invalid requests"

    def _is_notice(self, entry: Any) -> bool:
        """Return True if a new message is neither an answer to a press nor a screen."""
        message = entry["message"]
        if entry["old"] or not message["author"].get("bot") or message["flags"] & 64:
            return False
        return not CUSTOM_ID_PATTERN.search(json.dumps(message["components"]))

    def invalid(self) -> int:
        """Return how many requests were refused so that Discord counts them, since the oracle looks."""
        fresh = self._box.requests[self._requests :]
        return sum(request.status in (401, 403, 429) for request in fresh)

    def forgive_invalid(self) -> None:
        """Start counting refusals from zero."""
        self._requests = len(self._box.requests)

    def posted(self, channel: int) -> int:
        """Return how many messages were posted in a channel since the oracle looks."""
        path = f"/channels/{channel}/messages"
        fresh = self._box.requests[self._requests :]
        return sum((r.method, r.path, r.status) == ("POST", path, 200) for r in fresh)

    # the disk

    async def disk(self, *, draw: bool = False) -> Disk:
        """Read the table from a copy of the file, which may be in use."""
        seen = {person.id: len(person.diary.entries) for person in self._people}
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            await asyncio.to_thread(copy_database, self._database, copy)
            store = await SqliteStore.open(copy)
            try:
                disk = await self._read(store, draw=draw)
                self._mark(len(disk.log), seen)
                return disk
            finally:
                await store.close()

    async def _read(self, store: Store, *, draw: bool) -> Disk:
        row = await store.table(self._number)
        assert row is not None, "the table has been deleted"
        kept = SAVED_TABLE_CODEC.decode(row.body)
        log = await store.log(self._number)
        setup = setup_of(kept.table, kept.seed)
        disk = Disk(row, kept.table, setup, log, await store.surfaces(self._number))
        if draw:
            disk.drawn = await self._draw(store, kept.table)
        return disk

    async def _draw(self, store: Store, table: Table) -> dict[str, tuple[list[Any], list[Any]]]:
        service = await TableService.open(store, TableConfig(game_registry(), lambda: 0))
        screens = ScreenService(DiscordWire(), service, game_registry(), store, clock=time.time)
        rows = {row.key: row for row in await store.surfaces(self._number)}
        names = ["table", "ending", *(f"hand.{seat.user}" for seat in table.seats if seat.user)]
        found: dict[str, tuple[list[Any], list[Any]]] = {}
        try:
            for name in names:
                drawn = await screens.renderer.render(SurfaceKey(self._number, name), rows.get(name))
                if isinstance(drawn, RenderedSurface):
                    pictured = paint(await render_pictures(drawn.screen)).to_components()
                    worded = paint(drawn.screen.without_pictures()).to_components()
                    found[name] = (message_text(pictured), message_text(worded))
        finally:
            await service.close()
        return found


def message_text(components: Iterable[Any]) -> list[Any]:
    """Return what a message says and what can be pressed, without what Discord adds and without the time."""
    found: list[Any] = []
    for _, part in parts.walk(list(components)):
        kept = [
            part.get(key)
            for key in (
                "content",
                "label",
                "placeholder",
                "custom_id",
                "disabled",
                "min_values",
                "max_values",
            )
            if part.get(key)
        ]
        kept += [[option["label"], option["value"]] for option in part.get("options") or []]
        kept = [DEADLINE_PATTERN.sub("<t:0", text) if isinstance(text, str) else text for text in kept]
        if kept:
            found.append(kept)
    return found


def _first_difference(found: list[Any], expected: list[Any]) -> str:
    for shown, wanted in zip(found, expected, strict=False):
        if shown != wanted:
            return f"{shown} instead of {wanted}"
    return f"{len(found)} parts instead of {len(expected)}"


def _text(message: Any) -> str:
    return "\n".join(str(part.get("content") or "") for _, part in parts.walk(message["components"]))


@asynccontextmanager
async def _real_timeout(seconds: float) -> AsyncIterator[list[str]]:
    """Give up after so many real seconds, saying what was still wrong."""
    wrong: list[str] = []
    end = time.monotonic() + seconds
    task = asyncio.current_task()
    assert task is not None

    async def watch() -> None:
        # Not by the loop's time: tests move that.
        while (left := end - time.monotonic()) > 0:  # noqa: ASYNC110  # nothing else tells it
            await asyncio.sleep(left)
        task.cancel()

    watcher = asyncio.create_task(watch())
    try:
        yield wrong
    except asyncio.CancelledError:
        if watcher.done():
            task.uncancel()
            raise AssertionError(f"not converged: {wrong}") from None
        raise
    finally:
        watcher.cancel()
