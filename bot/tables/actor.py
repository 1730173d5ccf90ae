"""One table at work: its requests one after the other, each saved before anybody hears of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from bot.store.port import Conflict, Store, StoreError
from bot.store.rows import Step, TableRow
from bot.tables import history
from bot.tables.decide import decide, finish, row_of, step_of
from bot.tables.history import Unreadable
from bot.tables.intents import AskOthers, AskUndo, Create, MoveTo, Request, Suspend, TimeUp, Vote
from bot.tables.lobby import Context, Turn, Undo
from bot.tables.observer import Observer
from bot.tables.results import Change, Done, Nudge, Result
from bot.tables.standing import Standing
from bot.tables.timing import half_time, others_there
from bot.tables.uptime import Uptime
from cards.kernel.events import Event
from cards.kernel.moves import Refusal

logger = logging.getLogger(__name__)

T = TypeVar("T")

CROWD = 64
"""Requests that may wait at one table; more are refused at once."""

TRIES = 8
"""Times that a request is decided anew because another process was faster."""

ANSWERS = 128
"""Presses whose answers are remembered; older ones are still found by the store."""

SOMEBODY = "Somebody"
"""The name that is left of a person who wants to be forgotten."""

REMEMBERED = 40
"""Revisions whose events are kept at hand for the screens."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What all actors share."""

    store: Store
    context: Context
    uptime: Uptime
    changed: Callable[[Actor, Change], Awaitable[None]]
    """Called after saving, before the answer, with the actor that changed."""
    nudged: Callable[[Nudge], Awaitable[None]]
    observer: Observer


class Actor:
    """Works off what is asked of one table. Between two jobs ``standing`` is what the disk holds.

    Where several processes share the disk, another one may have written meanwhile: then every job first
    asks whether the edition is still the one in memory, and decides anew when its own comes too late.
    It has a task only while there is something to do, so a table at rest costs no more than its data.
    """

    def __init__(self, number: int, around: Surroundings) -> None:
        self.number = number
        self.standing: Standing | None = None
        self._around = around
        self._edition = 0
        self._undo: Undo | None = None
        self._events: deque[tuple[int, tuple[Event, ...]]] = deque(maxlen=REMEMBERED)
        self._answers: OrderedDict[int, Refusal] = OrderedDict()
        self._jobs: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None

    @property
    def events(self) -> tuple[Event, ...]:
        """The latest events, complete: for the sights only."""
        return tuple(event for _, events in self._events for event in events)

    # the queue

    async def do(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a job when those before it are done. It goes on even if the one who waits for it gives up."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.append((work, done))
        if self._task is None:
            self._task = asyncio.create_task(self._drain(), name=f"table {self.number}")
        return await done

    async def _drain(self) -> None:
        while self._jobs:
            work, done = self._jobs.popleft()
            try:
                result = await work()
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)
        self._task = None

    async def settled(self) -> None:
        """Return once nothing is left to do."""
        if self._task is not None:
            await asyncio.wait([self._task])

    # what is asked

    async def ask(self, request: Request) -> Result:
        """Answer a request."""
        if len(self._jobs) >= CROWD:
            return Refusal("busy")
        return await self.do(lambda: self._answer(request))

    async def look(self) -> Standing | None:
        """Return the standing, loaded if need be. Raises ``StoreError`` and ``Unreadable``."""
        if self.standing is not None and self._around.store.peers is None:
            return self.standing
        return await self.do(self._load)

    async def found(self, turn: Turn, press: int, user: int, wish: Create) -> Result:
        """Save a table that has just been thought up."""
        blank = Standing(replace(turn.standing.table, seats=()))
        return await self.do(
            lambda: self._carry_out(blank, turn, Change(None, blank.table, wish, 0, user, press))
        )

    async def ring(self) -> None:
        """See what the clock wants."""
        await self.do(lambda: self._persist(self._ring))

    async def shift(self, milliseconds: int) -> None:
        """Give a running clock back what was lost to an outage."""
        await self.do(lambda: self._persist(lambda: self._shift(milliseconds)))

    async def erase(self, user: int) -> None:
        """Take a person's id and name out of the table's facts; what happened stays."""
        await self.do(lambda: self._persist(lambda: self._erase(user)))

    # jobs

    async def _answer(self, request: Request) -> Result:
        for _ in range(TRIES):
            try:
                return await self._answer_now(request)
            except Conflict:
                logger.info("table %d: another process was faster, deciding anew", self.number)
        return Refusal("busy")

    async def _answer_now(self, request: Request) -> Result:
        """Answer by the newest edition. Raises ``Conflict`` when another process makes a newer one."""
        try:
            before = await self._load()
            if before is None:
                return Refusal("no_table")
            if request.press in self._answers:
                return self._answers[request.press]
            if self._undo is None and _asks_back(before, request):
                self._undo = await self._recall(before)
        except StoreError:
            return Refusal("not_saved")
        except Unreadable as error:
            logger.error("table %d cannot be read: %s", self.number, error)
            return Refusal("unreadable")
        result = await self._decide(before, request)
        if isinstance(result, Refusal) and request.press and result.code not in ("not_saved", "fault"):
            self._remember(request.press, result)
        return result

    async def _decide(self, before: Standing, request: Request) -> Result:
        try:
            turn = decide(self._around.context, before, request, self._undo)
        except Exception:
            return self._fault(before, request)
        if isinstance(turn, Refusal):
            return turn
        seat = before.table.seat_of(request.user)
        change = Change(
            before.table,
            before.table,
            request.intent,
            -1 if seat is None else seat,
            request.user,
            request.press,
        )
        return await self._carry_out(before, turn, change)

    async def _carry_out(self, before: Standing, turn: Turn, change: Change) -> Result:
        """Save, then show: nothing in memory changes before the disk has it."""
        uptime = self._around.uptime
        now = uptime.now()
        try:
            after = finish(before, turn, now)
            step = self._numbered(step_of(before, after, turn, change, now, uptime.wall()))
            undo = self._next_undo(before, after, turn, step)
        except Exception:
            return self._fault(before, change)
        refusal = await self._save(step, change)
        if refusal is None:
            self.standing, self._undo, self._edition = after, undo, self._edition + 1
            self._tell(after, turn)
        elif refusal.code != "not_saved" or not await self._kept_after_all(step):
            return refusal
        if change.press:
            self._remember(change.press, Refusal("already_done", {"revision": after.table.revision}))
        change = replace(change, table=after.table, events=turn.events)
        await self._around.changed(self, change)
        return Done(change)

    async def _save(self, step: Step, change: Change) -> Refusal | None:
        began, kept = time.monotonic(), False
        try:
            await self._around.store.commit(step)
            kept = True
        except Conflict:
            self.forget()
            if await self._overtaken(step):
                raise
            # Somebody else holds the channel, or a press came again that is no longer remembered.
            if isinstance(change.intent, MoveTo | Create):
                return Refusal("occupied")
            return Refusal("stale", {"revision": step.table.revision})
        except StoreError:
            self.forget()
            return Refusal("not_saved")
        finally:
            self._around.observer.saved(time.monotonic() - began, kept=kept)
        return None

    async def _overtaken(self, step: Step) -> bool:
        """Tell whether another process has written the table meanwhile."""
        peers = self._around.store.peers
        if peers is None:
            return False
        try:
            return await peers.edition(self.number) != step.table.edition
        except StoreError:
            return False

    def _numbered(self, step: Step) -> Step:
        """Say which edition of the table the step was made from."""
        return replace(step, table=replace(step.table, edition=self._edition))

    async def _kept_after_all(self, step: Step) -> bool:
        """Read what the disk holds: an error may have come after the step was on it."""
        try:
            await self._load()
            kept = await self._around.store.log(self.number, step.table.revision - 1, 1)
            return kept == [step.log]
        except (StoreError, Unreadable):
            return False

    def _tell(self, after: Standing, turn: Turn) -> None:
        if turn.back_to >= 0:
            kept = [(revision, events) for revision, events in self._events if revision <= turn.back_to]
            self._events = deque(kept, maxlen=REMEMBERED)
        if turn.events:
            self._events.append((after.table.revision, turn.events))

    def _next_undo(self, before: Standing, after: Standing, turn: Turn, step: Step) -> Undo | None:
        if turn.back_to >= 0:
            return None
        if not turn.actions:
            return self._undo
        if before.game is None or step.log is None or step.log.kind != "act":
            return None
        if not history.innocent(before.game, before.state, after.state, turn.actions, turn.events):
            return None
        return Undo(turn.actions[0].seat, before.table.revision, before.state)

    def _remember(self, press: int, answer: Refusal) -> None:
        self._answers[press] = answer
        if len(self._answers) > ANSWERS:
            self._answers.popitem(last=False)

    def _fault(self, before: Standing, asked: Request | Change) -> Refusal:
        """Drop a request that met a mistake of ours. The report names the place, never a card."""
        report = f"{self.number}-{before.table.revision}"
        logger.exception("report %s: %s failed and was dropped", report, type(asked.intent).__name__)
        return Refusal("fault", {"report": report})

    # loading

    def forget(self) -> None:
        """Drop what is in memory; the next job reads it from the store."""
        self.standing = self._undo = None
        self._events.clear()

    async def _load(self) -> Standing | None:
        store = self._around.store
        if self.standing is not None:
            if store.peers is None or await store.peers.edition(self.number) == self._edition:
                return self.standing
            self.forget()
        row = await store.table(self.number)
        if row is None:
            return None
        standing = await self._read(row)
        rows = await store.tail(self.number, REMEMBERED)
        self._events.extend((line.revision, history.told(line)) for line in rows)
        for press, revision in reversed(await store.presses(self.number, ANSWERS)):
            self._remember(press, Refusal("already_done", {"revision": revision}))
        self.standing, self._edition = standing, row.edition
        return standing

    async def _read(self, row: TableRow) -> Standing:
        games = self._around.context.games
        try:
            return history.load(games, row, None)
        except Unreadable:
            # The cards may have changed since: a running game keeps those it began with.
            definitions = await self._around.store.definitions(history.digest_of(row))
            if definitions is None:
                raise
            return history.load(games, row, definitions)

    async def _recall(self, before: Standing) -> Undo | None:
        """Find the way back in the log, for a move made before the table was last loaded."""
        rows = await self._around.store.log(self.number)
        try:
            return history.recall(before, rows)
        except Unreadable as error:
            logger.warning("table %d cannot be replayed: %s", self.number, error)
            return None

    # the clock

    async def _ring(self) -> None:
        """See to what is due. Raises ``Conflict`` when another process has seen to it: ring again."""
        standing = await self._load()
        if standing is None or standing.timer.due is None:
            return
        now, pending = self._around.uptime.now(), standing.pending
        half = half_time(standing.timer)
        if now >= standing.timer.due and pending is not None:
            # Before the safe default, those who are there are asked whether to wait on.
            asking = standing.timer.stage != "poll" and standing.table.poll is None and others_there(standing)
            wish = AskOthers(pending.serial) if asking else TimeUp(pending.serial)
            result = await self._answer_now(Request(0, 0, wish))
            if isinstance(result, Refusal) and result.code == "fault":
                # The rules cannot go on. Standing still can be mended: by taking back, or by a new release.
                await self._answer_now(Request(0, 0, Suspend("fault")))
        elif half is not None and now >= half and pending is not None:
            # Saved, so that a restart does not repeat it.
            await self._note(replace(standing, timer=replace(standing.timer, stage="half")))
            seats = tuple(s for s in pending.awaited if standing.table.seats[s].human)
            deadline = self._around.uptime.wall_at(standing.timer.due)
            await self._around.nudged(Nudge(standing.table, "half", seats, deadline))

    async def _note(self, after: Standing) -> None:
        """Save what is no request and makes no revision. Raises ``Conflict`` as ``_answer_now`` does."""
        step = self._numbered(Step(row_of(after, self._around.uptime.now()), placed=False))
        try:
            await self._around.store.commit(step)
        except Conflict:
            self.forget()
            raise
        self.standing, self._edition = after, self._edition + 1

    async def _persist(self, note: Callable[[], Awaitable[None]]) -> None:
        """Make a note, again while other processes are faster."""
        for _ in range(TRIES - 1):
            try:
                return await note()
            except Conflict:
                logger.info("table %d: another process was faster, noting again", self.number)
        return await note()

    async def _shift(self, milliseconds: int) -> None:
        standing = await self._load()
        if standing is not None and standing.timer.due is not None:
            timer = replace(standing.timer, due=standing.timer.due + milliseconds)
            await self._note(replace(standing, timer=timer))

    async def _erase(self, user: int) -> None:
        standing = await self._load()
        if standing is None:
            return
        table = standing.table
        numbers = history.seats_once_of(user, table, await self._around.store.log(self.number))
        seats = tuple(
            replace(seat, user=0, was=0, name=SOMEBODY) if number in numbers else seat
            for number, seat in enumerate(table.seats)
        )
        table = replace(table, seats=seats, host=0 if table.host == user else table.host)
        await self._note(replace(standing, table=table))


def _asks_back(standing: Standing, request: Request) -> bool:
    """Tell whether the request may need the way back to the state before the latest move."""
    poll = standing.table.poll
    undoing = poll is not None and poll.kind == "undo"
    return isinstance(request.intent, AskUndo) or (undoing and isinstance(request.intent, Vote))
