"""One table at work: its requests one after the other, each saved before anybody hears of it."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from cachetools import LRUCache

from bot.store.api import ConflictError, DamagedDataError, Store, StoreError
from bot.store.rows import TableCommit
from bot.tables import history, intents
from bot.tables.decide import commit_of, decide, finish_state, row_of
from bot.tables.history import UnreadableTableError, load_row, load_undo, needs_undo
from bot.tables.hosting import is_missed
from bot.tables.intents import Create, Request
from bot.tables.job_queue import JobQueue
from bot.tables.lessons import load_turn
from bot.tables.lobby import Decision, TableConfig, Undo
from bot.tables.passing import due_passes
from bot.tables.past import MAX_RECENT_REVISIONS, PastRevision, RecentPast
from bot.tables.results import Change, Observer, RefusedError, Reminder, Result
from bot.tables.state import TableState
from bot.tables.timing import question_at, reminder_at, with_presses
from bot.tables.uptime import Uptime
from cards.kernel.moves import Refusal

log = logging.getLogger(__name__)

MAX_QUEUED_REQUESTS = 64
"""Requests that may wait at one table; more are refused at once."""

MAX_CONFLICT_RETRIES = 8
"""How often a request is retried because somebody else wrote first."""

MAX_REMEMBERED_ANSWERS = 128
"""Presses whose answers are remembered; older ones are still found by the store."""

ERASED_NAME = "Somebody"
"""The name that is left of a person who wants to be forgotten."""


@dataclass(frozen=True, slots=True)
class ActorDeps:
    """What all actors share."""

    store: Store
    config: TableConfig
    uptime: Uptime
    on_change: Callable[[Actor, Change], Awaitable[None]]
    """Called after saving, before the answer, with the actor that changed."""
    on_reminder: Callable[[Reminder], Awaitable[None]]
    observer: Observer


class Actor(JobQueue):
    """Runs one table's requests in order. Between two requests ``state`` equals the last commit.

    Where others write, too, it checks the row version first, and on a conflict reloads and retries.
    It has a task only while requests wait, so a table at rest costs no more than its data.
    """

    def __init__(self, number: int, deps: ActorDeps) -> None:
        super().__init__(f"table {number}")
        self.number = number
        self.state: TableState | None = None
        self._deps = deps
        self._row_version = 0
        self.followed_version = 0
        """The row version that was last written here, or seen to; reading one is not enough."""
        self._undo: Undo | None = None
        self.past = RecentPast()
        self._pressed_at: dict[int, int] = {}
        """When those who sit here last pressed anything, as far as this process knows."""
        self._answers: LRUCache[int, Refusal] = LRUCache(MAX_REMEMBERED_ANSWERS)

    # what is asked

    async def handle(self, request: Request) -> Result:
        """Answer a request."""
        if self.waiting_count >= MAX_QUEUED_REQUESTS:
            return Refusal("busy")
        if self.state is not None and self.state.table.seat_of(request.user) is not None:
            self._pressed_at[request.user] = self._deps.uptime.now()
        if isinstance(request.intent, intents.Return):
            # Nearly every press asks for a seat that its person has, and at rest nothing can take it.
            at_rest = None if self.busy or not self._deps.store.exclusive else self.state
            if at_rest is not None and not is_missed(at_rest, request.user):
                return Refusal("not_away")
        return await self.enqueue(lambda: self._handle(request))

    async def current_state(self) -> TableState | None:
        """Return the state, loaded if need be. Raises ``StoreError`` and ``UnreadableTableError``."""
        if self.state is not None and self._deps.store.exclusive:
            return self.state
        return await self.enqueue(self._load)

    async def create(self, decision: Decision, interaction_id: int, user: int, intent: Create) -> Result:
        """Save a new table."""
        blank = TableState(replace(decision.state.table, seats=()))
        change = Change(None, blank.table, intent, 0, user, interaction_id)
        return await self.enqueue(lambda: self._commit_decision(blank, decision, change))

    def note_followed(self) -> None:
        """Note that whatever hangs on the state in memory is seen to: its alarm, its computers."""
        self.followed_version = self._row_version

    async def check_timer(self) -> None:
        """See what the clock wants."""
        await self._enqueue_note(self._check_timer)

    async def extend_deadline(self, milliseconds: int) -> None:
        """Give a running clock back what was lost to an outage."""

        async def extend() -> None:
            state = await self._load()
            if milliseconds and state is not None and state.timer.due is not None:
                timer = replace(state.timer, due=state.timer.due + milliseconds)
                await self._save_without_revision(replace(state, timer=timer))

        await self._enqueue_note(extend)

    async def erase_user(self, user: int) -> None:
        """Take a person's id and name out of the table's facts; what happened stays.

        Raises ``StoreError`` while they sit at a live table: their seat would belong to nobody.
        """
        await self._enqueue_note(lambda: self._erase_user(user))

    async def _enqueue_note(self, note: Callable[[], Awaitable[None]]) -> None:
        """Make a note in its turn, again while others are faster."""

        async def work() -> None:
            for _ in range(MAX_CONFLICT_RETRIES - 1):
                try:
                    return await note()
                except ConflictError:
                    log.info("table %d: somebody else was faster, noting again", self.number)
            return await note()

        await self.enqueue(work)

    # jobs

    async def _handle(self, request: Request) -> Result:
        for _ in range(MAX_CONFLICT_RETRIES):
            try:
                return await self._handle_once(request)
            except ConflictError:
                log.info("table %d: somebody else was faster, retrying", self.number)
        return Refusal("busy")

    async def _handle_once(self, request: Request) -> Result:
        """Answer from the newest row version. Raises ``ConflictError`` if somebody else writes first."""
        try:
            before = await self._load()
            if before is None:
                return Refusal("no_table")
            if request.interaction_id in self._answers:
                return self._answers[request.interaction_id]
            if self._undo is None and needs_undo(before, request):
                self._undo = await load_undo(self._deps.store, before)
            teaches_again = isinstance(request.intent, intents.BackToTurn)
            undo = await load_turn(self._deps.store, before) if teaches_again else self._undo
        except StoreError:
            return Refusal("not_saved")
        except UnreadableTableError as error:
            log.error("table %d cannot be read: %s", self.number, error)
            return Refusal("unreadable")
        result = await self._decide(before, request, undo)
        if (
            isinstance(result, Refusal)
            and request.interaction_id
            and result.code not in ("not_saved", "fault")
        ):
            self._answers[request.interaction_id] = result
        return result

    async def _decide(self, before: TableState, request: Request, undo: Undo | None) -> Result:
        try:
            decision = decide(self._deps.config, before, request, undo, self._deps.uptime.now())
        except RefusedError as refused:
            return refused.refusal
        except Exception:
            return self._report_fault(before, request)
        place = before.table.seat_of(request.user)
        seat = -1 if place is None else place
        change = Change(
            before.table, before.table, request.intent, seat, request.user, request.interaction_id
        )
        return await self._commit_decision(before, decision, change)

    async def _commit_decision(self, before: TableState, decision: Decision, change: Change) -> Result:
        """Save, then show: nothing in memory changes before the disk has it."""
        uptime = self._deps.uptime
        now = uptime.now()
        try:
            after = finish_state(before, decision, now)
            commit = commit_of(before, after, decision, change, now, uptime.wall(), self._row_version)
            undo = self._next_undo(before, after, decision, commit)
        except Exception:
            return self._report_fault(before, change)
        refusal = await self._save(commit, change)
        if refusal is None:
            self._note_saved(after)
            self._undo = undo
            self._record_past(after, decision, commit)
        elif refusal.code != "not_saved" or not await self._was_saved_anyway(commit):
            return refusal
        else:
            self.followed_version = commit.table.row_version + 1
        if change.interaction_id:
            done = Refusal("already_done", {"revision": after.table.revision})
            self._answers[change.interaction_id] = done
        change = replace(change, table=after.table, events=decision.events)
        await self._deps.on_change(self, change)
        return change

    async def _save(self, commit: TableCommit, change: Change) -> Refusal | None:
        began = time.monotonic()
        try:
            await self._deps.store.commit(commit)
        except ConflictError:
            self.drop_state()
            if await self._written_elsewhere(commit):
                raise
            # Somebody else holds the channel, or a press came again that is no longer remembered.
            if isinstance(change.intent, intents.MoveTo | Create):
                return Refusal("occupied")
            return Refusal("stale", {"revision": commit.table.revision})
        except StoreError:
            self.drop_state()
            self._deps.observer.on_commit(time.monotonic() - began, succeeded=False)
            return Refusal("not_saved")
        self._deps.observer.on_commit(time.monotonic() - began, succeeded=True)
        return None

    async def _written_elsewhere(self, commit: TableCommit) -> bool:
        """Return True if somebody else has written the table meanwhile."""
        try:
            return not await self._deps.store.is_current(self.number, commit.table.row_version)
        except StoreError:
            return False

    async def _was_saved_anyway(self, commit: TableCommit) -> bool:
        """Read what the disk holds: the error may have come after the commit."""
        try:
            await self._load()
            kept = await self._deps.store.log(self.number, commit.table.revision - 1, 1)
            return kept == [commit.log]
        except (StoreError, UnreadableTableError):
            return False

    def _record_past(self, after: TableState, decision: Decision, commit: TableCommit) -> None:
        last = decision.actions[-1] if decision.actions else None
        seat, verb = (-1, "") if last is None else (last.seat, last.verb)
        kind = "" if commit.log is None else commit.log.kind
        past = PastRevision(after.table.revision, decision.events, seat, kind, verb)
        self.past.add(past, decision.back_to)

    def _next_undo(
        self, before: TableState, after: TableState, decision: Decision, commit: TableCommit
    ) -> Undo | None:
        if decision.back_to >= 0:
            return None
        if not decision.actions:
            return self._undo
        if before.game is None or commit.log is None or commit.log.kind != "act":
            return None
        records = tuple(event.to_record() for event in decision.events)
        if not history.reveals_nothing(
            before.game, before.game_state, after.game_state, decision.actions, records
        ):
            return None
        return Undo(decision.actions[0].seat, before.table.revision, before.game_state)

    def _report_fault(self, before: TableState, asked: Request | Change) -> Refusal:
        """Drop a request that met a mistake of ours. The report names the place, never a card."""
        report = f"{self.number}-{before.table.revision}"
        log.exception("report %s: %s failed and was dropped", report, type(asked.intent).__name__)
        return Refusal("fault", {"report": report})

    # loading

    def drop_state(self) -> None:
        """Drop what is in memory; the next job reads it from the store."""
        self.state = self._undo = None

    async def _load(self) -> TableState | None:
        store = self._deps.store
        if self.state is not None:
            if await store.is_current(self.number, self._row_version):
                return self.state
            self.drop_state()
        try:
            row = await store.table(self.number)
            if row is None:
                return None
            state = await load_row(store, self._deps.config.games, row)
            # The newest revision that is known, and those after it; what is logged never changes.
            known = self.past.newest
            rows = await (
                store.log(self.number, known - 1)
                if known
                else store.log_tail(self.number, MAX_RECENT_REVISIONS)
            )
            presses = await store.recent_interactions(self.number, MAX_REMEMBERED_ANSWERS)
        except DamagedDataError as error:
            raise UnreadableTableError(str(error)) from error
        newest = rows[-1].revision if rows else 0
        if newest != row.revision and store.exclusive:  # others may write between two reads
            raise UnreadableTableError(f"its log ends with revision {newest} instead of {row.revision}")
        for line in rows:
            if line.revision > self.past.newest:
                self.past.add(*history.past_of(line, state.game))
        for press, revision in reversed(presses):
            self._answers[press] = Refusal("already_done", {"revision": revision})
        self.state, self._row_version = state, row.row_version
        return state

    # the clock

    async def _check_timer(self) -> None:
        """See to what is due. Raises ``ConflictError`` when somebody else has seen to it: ring again."""
        state = await self._load()
        if state is None or state.timer.due is None:
            return
        await self._pass_unasked(state)
        state = await self._load()
        if state is None or state.timer.due is None:
            return
        now, pending = self._deps.uptime.now(), state.pending
        if pending is None:
            if now >= state.timer.due:  # a lobby that nobody has used for long
                await self._handle_once(Request(0, 0, intents.End(steward=True)))
            return
        half, question, due = reminder_at(state), question_at(state), state.timer.due
        asking = question is not None and now >= question
        noted = with_presses(state, self._pressed_at)
        then = question_at(noted) if asking else noted.timer.due
        if (asking or now >= due) and now < (then or 0):
            await self._save_without_revision(noted)  # else the clock would ring again at once
        elif asking or now >= due:
            # Before the safe default, those who are there are asked whether to wait on.
            intent = intents.AskOthers(pending.serial) if asking else intents.TimeUp(pending.serial)
            result = await self._handle_once(Request(0, 0, intent))
            if isinstance(result, Refusal) and result.code == "fault":
                # The rules cannot go on. A suspended game can be fixed, by an undo or by a new release.
                await self._handle_once(Request(0, 0, intents.Suspend("fault")))
        elif half is not None and now >= half:
            # Saved, so that a restart does not repeat it.
            await self._save_without_revision(replace(state, timer=replace(state.timer, stage="half")))
            seats = tuple(s for s in pending.awaited if state.table.seats[s].human)
            deadline = self._deps.uptime.wall_at(state.timer.due)
            await self._deps.on_reminder(Reminder(state.table, "half", seats, deadline))

    async def _pass_unasked(self, state: TableState) -> None:
        """Pass for the people whose time for that has come and who have nothing to decide."""
        now, pending = self._deps.uptime.now(), state.pending
        for due in due_passes(state):
            if pending is not None and due.at <= now < (state.timer.due or 0):
                await self._handle_once(Request(0, 0, intents.PassUnasked(pending.serial, due.seat)))

    async def _save_without_revision(self, after: TableState) -> None:
        """Save what is no request and makes no revision. Raises ``ConflictError`` like ``_handle_once``."""
        row = row_of(after, self._deps.uptime.now(), self._row_version)
        try:
            await self._deps.store.commit(TableCommit(row, location_changed=False))
        except ConflictError:
            self.drop_state()
            raise
        self._note_saved(after)

    def _note_saved(self, after: TableState) -> None:
        self.state, self._row_version = after, self._row_version + 1
        self.followed_version = self._row_version

    async def _erase_user(self, user: int) -> None:
        state = await self._load()
        if state is None:
            return
        table = state.table
        if table.live and table.seat_of(user) is not None:
            raise StoreError("a person who still has a seat cannot be erased")
        seats = tuple(
            replace(seat, user=0, was=0, name=ERASED_NAME) if user in (seat.user, seat.was) else seat
            for seat in table.seats
        )
        former = tuple(
            replace(one, user=0, name=ERASED_NAME) if one.user == user else one for one in table.former
        )
        poll = None if table.poll is not None and table.poll.user == user else table.poll
        host = 0 if table.host == user else table.host
        lines = tuple(one for one in table.lines if one.user != user)
        reactions = tuple(one for one in table.reactions if one.user != user)
        table = replace(table, seats=seats, former=former, poll=poll, host=host)
        table = replace(table, lines=lines, reactions=reactions)
        await self._save_without_revision(replace(state, table=table))
