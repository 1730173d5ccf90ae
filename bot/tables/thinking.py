"""Letting computer players think: at a human pace, outside the event loop, one seat at a time each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from random import Random

from bot.store.port import StoreError
from bot.tables.actor import Actor
from bot.tables.history import Unreadable
from bot.tables.intents import Request, RobotAct
from bot.tables.robots import CARETAKER, Robots
from bot.tables.standing import Standing
from bot.tables.table import Table
from bot.tables.timing import allowance, computers_awaited, computers_seated
from bot.tables.uptime import Ticker
from cards.kernel.codec import digest
from cards.kernel.dice import Dice
from cards.kernel.moves import PASS, Action, Move, Refusal
from cards.players.base import Player, ask
from cards.players.chance import RandomPlayer

logger = logging.getLogger(__name__)

TRIES = 3
"""Refused moves in a row after which a computer player gives up and lets the clock lead on."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long computer players seem to think, in seconds."""

    least: float = 1.5
    most: float = 4.0


PATIENCE = 8
"""Times that an awaited computer looks again while it would rather see what others do with its offer."""


class Thinkers:
    """Starts a task for every seat in which a computer decides: it may act out of turn as people may."""

    def __init__(
        self,
        robots: Robots,
        ticker: Ticker,
        pace: Pace,
        executor: Executor | None,
        ours: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """``ours`` tells whether a table's computers think in this process."""
        self._robots = robots
        self._ours = ours
        self._ticker = ticker
        self._pace = pace
        self._executor = executor
        self._taste = Random()
        self._tasks: dict[tuple[int, int], asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def busy_at(self, table: int) -> bool:
        """Tell whether anybody thinks at this table."""
        return any(number == table for number, _ in self._tasks)

    def look(self, actor: Actor) -> None:
        """See whether a computer has to think at this table."""
        if actor.standing is None:
            return
        for seat in computers_seated(actor.standing):
            key = (actor.number, seat)
            if key not in self._tasks:
                task = asyncio.create_task(self._play(actor, seat), name=f"computer {key}")
                self._tasks[key] = task
                task.add_done_callback(partial(self._done, key))

    def _done(self, key: tuple[int, int], task: asyncio.Task[None]) -> None:
        del self._tasks[key]
        if not task.cancelled() and (error := task.exception()):
            logger.error("computer %s stopped", key, exc_info=error)

    async def close(self) -> None:
        """Stop all thinking; what was thought out already is saved or was never heard of."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, actor: Actor, seat: int) -> None:
        """Decide for a seat as long as it is awaited or wants something."""
        refused, looks, revision, players = 0, 0, -1, dict[str, Player]()
        while refused < TRIES:
            await self._ticker.sleep(self._taste.uniform(self._pace.least, self._pace.most))
            standing = await self._standing(actor)
            if standing is None or seat not in computers_seated(standing):
                return
            awaited = seat in computers_awaited(standing)
            if standing.table.revision != revision:
                looks, revision = 0, standing.table.revision
            most = patience(standing, self._pace)
            action = await self._choose(standing, seat, players, refused, awaited and looks >= most)
            if action is None and awaited and looks < most:
                looks += 1
                continue
            if action is None:
                return
            request = Request(0, 0, RobotAct(action), seen=standing.table.revision)
            answer = await actor.ask(request)
            if not isinstance(answer, Refusal):
                refused = 0
            elif answer.code != "stale":
                logger.warning("table %d: computer at seat %d refused: %s", actor.number, seat, answer.code)
                refused += 1

    async def _standing(self, actor: Actor) -> Standing | None:
        """Return how the table stands, None where we have nothing to think about."""
        if not self._ours(actor.number):
            return None
        try:
            return await actor.look()
        except (StoreError, Unreadable):
            return None  # the clock asks again

    async def _choose(
        self, standing: Standing, seat: int, players: dict[str, Player], refused: int, must: bool
    ) -> Action | None:
        """Ask the computer player; one that fails or was refused is replaced by one that just goes on.

        None if it has nothing to do, or rather waits for others (which it may unless ``must``).
        """
        game, state, table = standing.game, standing.state, standing.table
        assert game is not None
        dice = dice_for(table, seat)
        kind = table.seats[seat].robot or CARETAKER
        make = self._robots.get(kind)
        awaited = seat in computers_awaited(standing)
        if make is not None and not refused:
            player = players.setdefault(kind, make())
            if not awaited and not player.looks:
                return None  # it would never have enough of acting out of turn
            think = partial(ask, player, game, state, seat, dice, must=must)
            try:
                if self._executor is None:
                    return think()
                return await asyncio.get_running_loop().run_in_executor(self._executor, think)
            except Exception:
                logger.exception("table %d: computer at seat %d failed", table.id, seat)
        moves = game.legal(state, seat)
        return modest(moves, seat, dice) if awaited and moves else None


def patience(standing: Standing, pace: Pace) -> int:
    """Return how often an awaited computer may look again: it decides in the first half of a wait."""
    pending = standing.pending
    if pending is None:
        return PATIENCE
    return min(PATIENCE, int(allowance(standing, pending) / 2000 / max(pace.most, 0.1)))


def dice_for(table: Table, seat: int) -> Dice:
    """Return a computer player's own dice for this moment.

    The same moment gives the same dice, so that a restart changes no game; they tell nothing of the game's.
    """
    return Dice(int(digest(f"{table.commitment}.{table.revision}.{seat}".encode())[:16], 16))


def modest(moves: list[Move], seat: int, dice: Dice) -> Action:
    """Pass where that is possible, else do anything."""
    for move in moves:
        if move.verb == PASS:
            return Action(seat, move.verb, move.card, move.ability)
    return RandomPlayer().choose(None, moves, seat, dice)
