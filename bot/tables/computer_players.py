"""Letting computer players think: at a human pace, outside the event loop, one seat at a time each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import TypeVar

from bot.store.api import StoreError
from bot.tables.actor import Actor
from bot.tables.history import UnreadableTableError
from bot.tables.intents import Request, RobotAct
from bot.tables.lessons import lesson_of, scripted_action
from bot.tables.state import TableState
from bot.tables.table import Table
from bot.tables.timing import allowance_ms, computers_awaited, computers_seated
from bot.tables.uptime import Ticker
from cards.game_module import PlayerFactory
from cards.kernel.codec import digest
from cards.kernel.dice import Dice
from cards.kernel.events import Event
from cards.kernel.moves import PASS_VERB, Action, Advice, Move, Refusal
from cards.lessons.progress import LEARNER
from cards.players.base import Player, advise, ask
from cards.players.random_player import RandomPlayer
from cards.registry import GameRegistry

log = logging.getLogger(__name__)

T = TypeVar("T")

MAX_REFUSED_MOVES = 3
"""Refused moves in a row after which a computer player gives up and lets the clock lead on."""


USUAL_MAX_S = 4.0


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """How long computer players seem to think, in seconds."""

    min_s: float = 1.5
    max_s: float = USUAL_MAX_S

    def held_s(self, seconds: float) -> float:
        """Return how long computers leave something in sight that people want to look at for so long."""
        return seconds * self.max_s / USUAL_MAX_S


Hold = Callable[[str, Sequence[Event]], float]
"""Returns for how many seconds people of a game want to see what an action brought."""


COACH = "cunning"
"""The kind of computer player that gives hints."""

MAX_HELD_SHARE = 0.6
"""Share of a wait for which computers leave something in sight."""

MAX_EXTRA_LOOKS = 8
"""Times that an awaited computer looks again while it would rather see what others do with its offer."""


class ComputerPlayers:
    """Starts a task for every seat in which a computer decides: it may act out of turn as people may."""

    def __init__(
        self,
        games: GameRegistry,
        ticker: Ticker,
        thinking_time: ThinkingTime,
        executor: Executor | None,
        owns: Callable[[int], bool] = lambda _: True,
        hold_s: Hold = lambda game, events: 0.0,
    ) -> None:
        """``owns`` tells whether a table's computers think in this process."""
        self._hold_s = hold_s
        self._held: dict[int, tuple[int, float]] = {}
        """By table the newest revision, and until when it is left in sight."""
        self._games = games
        self._owns = owns
        self._ticker = ticker
        self._thinking_time = thinking_time
        self._executor = executor
        self._random = Random()
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def is_busy_at(self, table: int) -> bool:
        """Return True if anybody thinks at this table."""
        return any(number == table for number, _ in self._tasks)

    def schedule(self, actor: Actor) -> None:
        """See whether a computer has to think at this table."""
        if actor.state is None:
            return
        self._note_moment(actor, actor.state)
        for seat in self._acting_seats(actor.state):
            key = (actor.number, seat)
            thinking = self._tasks.get(key)
            if thinking is None or thinking.done():
                task = asyncio.create_task(self._play(actor, seat), name=f"computer {key}")
                self._tasks[key] = task
                task.add_done_callback(partial(self._on_task_done, key))

    def _acting_seats(self, state: TableState) -> tuple[int, ...]:
        """Return the seats of computers, and of a learner for whom the lesson passes."""
        seats, lesson = computers_seated(state), lesson_of(self._games, state.table)
        if not seats or lesson is None or scripted_action(lesson, state, LEARNER) is None:
            return seats
        return LEARNER, *seats

    def _note_moment(self, actor: Actor, state: TableState) -> None:
        """Have what has just happened stay in sight, as far as people are there and the wait allows it."""
        if not computers_seated(state) or not state.table.people_here:
            self._held.pop(actor.number, None)
            return
        revision, until = self._held.get(actor.number, (0, 0.0))
        if revision == state.table.revision or state.pending is None:
            return
        wanted_s = self._thinking_time.held_s(self._hold_s(state.table.game, actor.past.last_events))
        held_s = min(wanted_s, allowance_ms(state, state.pending) / 1000 * MAX_HELD_SHARE)
        self._held[actor.number] = state.table.revision, max(until, self._ticker.monotonic() + held_s)

    def _held_for_s(self, table: int) -> float:
        return self._held.get(table, (0, 0.0))[1] - self._ticker.monotonic()

    async def _wait(self, actor: Actor, seat: int) -> None:
        """Think as long as people would, at least until what lies on the table has been seen.

        In a lesson nobody thinks for long, and it passes for its learner at once.
        """
        pace, lesson = self._thinking_time, actor.state is not None and actor.state.table.lesson is not None
        if not lesson or seat != LEARNER:
            await self._ticker.sleep(self._random.uniform(pace.min_s, pace.min_s if lesson else pace.max_s))
        while (left_s := self._held_for_s(actor.number)) > 0:
            await self._ticker.sleep(left_s)

    def _on_task_done(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if not task.cancelled() and (error := task.exception()):
            log.error("computer %s stopped", key, exc_info=error)

    async def close(self) -> None:
        """Stop all thinking; what was thought out already is saved or was never heard of."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, actor: Actor, seat: int) -> None:
        """Decide for a seat as long as it is awaited or wants something."""
        refused, looks, revision, players = 0, 0, -1, dict[str, Player]()
        while refused < MAX_REFUSED_MOVES:
            await self._wait(actor, seat)
            state = await self._current_state(actor)
            if state is None or seat not in self._acting_seats(state):
                return
            awaited = seat in computers_awaited(state)
            if state.table.revision != revision:
                looks, revision = 0, state.table.revision
            most = max_looks(state, self._thinking_time)
            action = await self._choose(state, seat, players, refused, awaited and looks >= most)
            if action is None and awaited and looks < most:
                looks += 1
                continue
            if action is None and actor.state is not None and _has_moved_on(actor, state):
                continue  # nobody starts another task while this one thinks
            if action is None:
                return
            if self._held_for_s(actor.number) > 0:
                continue  # somebody has just done something to look at
            request = Request(0, 0, RobotAct(action), seen=state.table.revision)
            answer = await actor.handle(request)
            if not isinstance(answer, Refusal):
                refused = 0
            elif answer.code != "stale" and not _has_moved_on(actor, state):
                log.warning("table %d: computer at seat %d refused: %s", actor.number, seat, answer.code)
                refused += 1

    async def _current_state(self, actor: Actor) -> TableState | None:
        """Return how the table stands, None where we have nothing to think about."""
        if not self._owns(actor.number):
            return None
        try:
            return await actor.current_state()
        except (StoreError, UnreadableTableError):
            return None  # the clock asks again

    async def _choose(
        self, state: TableState, seat: int, players: dict[str, Player], refused: int, must: bool
    ) -> Action | None:
        """Ask the computer player; one that fails or was refused is replaced by one that just goes on.

        None if it has nothing to do, or rather waits for others (which it may unless ``must``).
        """
        game, game_state, table = state.game, state.game_state, state.table
        assert game is not None
        dice = dice_for(table, seat)
        lesson = lesson_of(self._games, table)
        if lesson is not None and table.lesson is not None and not table.lesson.adrift:
            return scripted_action(lesson, state, seat)
        kind = table.seats[seat].robot
        make = self._player_factory(table, kind)
        awaited = seat in computers_awaited(state)
        if make is not None and not refused:
            player = players.setdefault(kind, make())
            if not awaited and not player.needs_view:
                return None  # it would never have enough of acting out of turn
            think = partial(ask, player, game, game_state, seat, dice, must=must)
            try:
                return await self._thought_out(think)
            except Exception:
                log.exception("table %d: computer at seat %d failed", table.id, seat)
        moves = game.legal_moves(game_state, seat)
        return safe_action(moves, seat, dice) if awaited and moves else None

    async def _thought_out(self, think: Callable[[], T]) -> T:
        """Return what was thought out, beside the event loop if there is room for it."""
        if self._executor is None:
            return think()
        return await asyncio.get_running_loop().run_in_executor(self._executor, think)

    async def advise(self, state: TableState, seat: int) -> Advice | None:
        """Return what a computer player would do for a person; None if it would wait, or nothing is to do.

        One wait has one answer, however often it is asked for.
        """
        table, game, pending = state.table, state.game, state.pending
        make = self._player_factory(table, COACH)
        if game is None or make is None:
            return None
        dice = dice_for(replace(table, revision=table.since), seat)
        must = pending is not None and seat in pending.awaited
        return await self._thought_out(partial(advise, make(), game, state.game_state, seat, dice, must=must))

    def _player_factory(self, table: Table, kind: str) -> PlayerFactory | None:
        """Return what plays a seat: this kind of computer player, or (empty) the caretaker of its owner."""
        module = self._games.find(table.game)
        if module is None:
            return None
        return module.player_factory(kind) if kind else module.caretaker


def max_looks(state: TableState, thinking_time: ThinkingTime) -> int:
    """Return how often an awaited computer may look again: it decides in the first half of a wait."""
    pending = state.pending
    if pending is None:
        return MAX_EXTRA_LOOKS
    return min(MAX_EXTRA_LOOKS, int(allowance_ms(state, pending) / 2000 / max(thinking_time.max_s, 0.1)))


def dice_for(table: Table, seat: int) -> Dice:
    """Return a computer player's own dice for this moment.

    The same moment gives the same dice, so that a restart changes no game; they tell nothing of the game's.
    """
    return Dice(
        int(digest(f"{table.commitment or table.secret_hash}.{table.revision}.{seat}".encode())[:16], 16)
    )


def safe_action(moves: list[Move], seat: int, dice: Dice) -> Action:
    """Pass where that is possible, else do anything."""
    for move in moves:
        if move.verb == PASS_VERB:
            return Action(seat, move.verb, move.card, move.ability)
    return RandomPlayer().choose(None, moves, seat, dice)


def _has_moved_on(actor: Actor, state: TableState) -> bool:
    """Return True if somebody has acted since: what was thought out may not be possible any more."""
    return actor.state is None or actor.state.table.revision != state.table.revision
