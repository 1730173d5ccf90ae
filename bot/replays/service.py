"""Replays for people: loaded from the store, made beside the event loop, kept for a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import ParamSpec, TypeVar

from cachetools import LRUCache

from bot import release_name
from bot.replays.page import page_html
from bot.replays.record import RecordError, record_to_lines
from bot.replays.recording import digest_for, play_again, record_of
from bot.replays.replay import Replay, replay_of
from bot.store.api import Store, StoreError
from bot.store.reading import SavedGame, load_saved_game
from bot.store.rows import TableRow
from bot.tables.actor_cache import TABLE_ID_LIMIT
from bot.views.base.layout import File
from bot.views.table.replay import ReplayJumps, ReplayPage
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

MAX_KEPT_REPLAYS = 8
"""Replays kept in memory, at up to a megabyte each; making one takes up to a second of computing."""


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """Which chapter somebody wants to see, from which server they ask, and whether with open hands.

    ``part`` is the part of the chapter's story.
    """

    table: int
    guild: int
    user: int
    chapter: int = 0
    hands_open: bool = False
    part: int = 0


@dataclass(frozen=True, slots=True)
class _KeptReplay:
    """A replay, and the saved facts of the table that it was made from."""

    body: bytes
    replay: Replay


class ReplayService:
    """Makes replays of games that are over; of others it shows nothing at all."""

    def __init__(self, store: Store, games: GameRegistry, executor: Executor | None = None) -> None:
        """``executor`` is where games are played again; None: a thread of the event loop's own."""
        self._store = store
        self._games = games
        self._executor = executor
        self._computing = asyncio.Semaphore(1)
        self._making: dict[int, asyncio.Task[Replay | Refusal]] = {}
        self._kept: LRUCache[int, _KeptReplay] = LRUCache(MAX_KEPT_REPLAYS)

    async def page(self, asked: ReplayRequest) -> ReplayPage | Refusal:
        """Return a chapter of a finished game."""
        replay = await self._replay(asked)
        if isinstance(replay, Refusal):
            return replay
        return await self._compute(page_of, replay, asked)

    async def files(self, asked: ReplayRequest) -> tuple[File, ...] | Refusal:
        """Return a finished game as a page and as JSON lines, for its host."""
        replay = await self._replay(asked)
        if isinstance(replay, Refusal):
            return replay
        if not asked.user or asked.user != replay.table.host:
            return Refusal("not_host")
        saved = await self._load(asked.table)
        return saved if isinstance(saved, Refusal) else await self._compute(self._files, saved)

    async def _replay(self, asked: ReplayRequest) -> Replay | Refusal:
        """Return the replay, made once however many ask for it."""
        number = asked.table
        row = await self._row(asked)
        if isinstance(row, Refusal):
            return row
        kept = self._kept.get(number)
        # Names may have been forgotten since, by whichever process.
        if kept is not None and kept.body == row.body:
            return kept.replay
        task = self._making.get(number)
        if task is None:
            task = self._making[number] = asyncio.create_task(self._make(number), name=f"replay {number}")
            task.add_done_callback(lambda _: self._making.pop(number, None))
        return await asyncio.shield(task)

    async def _make(self, number: int) -> Replay | Refusal:
        saved = await self._load(number)
        if isinstance(saved, Refusal):
            return saved
        replay = await self._compute(self._play_again, saved)
        if isinstance(replay, Replay) and saved.table is not None:
            self._kept[number] = _KeptReplay(saved.table.body, replay)
        return replay

    async def _row(self, asked: ReplayRequest) -> TableRow | Refusal:
        """Read a table of this server that has ended; of any other nothing leaves the store."""
        if not 0 < asked.table < TABLE_ID_LIMIT:
            return Refusal("no_table")
        try:
            row = await self._store.table(asked.table)
        except StoreError as error:
            return _report(asked.table, error)
        if row is None or row.guild != asked.guild:
            return Refusal("no_table")
        return Refusal("not_over") if row.live else row

    async def _load(self, number: int) -> SavedGame | Refusal:
        try:
            return await load_saved_game(self._store, number, digest_for) or Refusal("no_table")
        except StoreError as error:
            return _report(number, error)

    def _play_again(self, saved: SavedGame) -> Replay | Refusal:
        try:
            played = play_again(self._games, saved)
        except RecordError as error:
            log.info("table %d has no replay: %s", saved.number, error)
            return Refusal("no_replay")
        return replay_of(played)

    def _files(self, saved: SavedGame) -> tuple[File, ...] | Refusal:
        try:
            played = play_again(self._games, saved)
        except RecordError:
            return Refusal("no_replay")
        name = f"kickdoor-{saved.number}"
        lines = record_to_lines(record_of(played, release_name()))
        page = page_html(replay_of(played), with_hands=True)
        return (File(f"{name}.html", page.encode()), File(f"{name}.jsonl", lines.encode()))

    async def _compute(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Compute beside the event loop, one thing at a time: computer players think there, too."""
        loop = asyncio.get_running_loop()
        async with self._computing:
            return await loop.run_in_executor(self._executor, partial(work, *args, **kwargs))


def _report(number: int, error: StoreError) -> Refusal:
    log.error("table %d cannot be loaded for a replay: %s", number, error)
    return Refusal("not_loaded")


def page_of(replay: Replay, asked: ReplayRequest) -> ReplayPage:
    """Return the page that was asked for, or the nearest one that there is."""
    last = len(replay.chapters) - 1
    number = max(0, min(asked.chapter, last))
    chapter = replay.chapters[number]
    jumps = ReplayJumps(
        first=0 if number else None,
        previous_turn=replay.previous_turn(number) if number else None,
        previous=number - 1 if number else None,
        next=number + 1 if number < last else None,
        next_turn=replay.next_turn(number) if number < last else None,
        previous_fight=replay.previous_fight(number),
        next_fight=replay.next_fight(number),
        highlights=tuple((place, replay.chapters[place].headline) for place in replay.highlights()),
    )
    return ReplayPage(
        number=number,
        count=last + 1,
        fight=chapter.fight,
        view=replay.view(number, hands_open=asked.hands_open),
        jumps=jumps,
        hands=replay.hands(number) if asked.hands_open else (),
        note=replay.note,
        with_files=bool(asked.user) and asked.user == replay.table.host,
        part=asked.part,
        moments=tuple(chapter.moments),
    )
