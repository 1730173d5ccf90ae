"""Where people look, and how soon each screen has to show them a change.

People who have to decide see it at once, on the screen from which they play. The others' screens may follow
a moment later, and what nobody looks at waits until the table is quiet: Discord counts every edit, and a hand
that changes four times before its owner looks at it is three edits too many.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.delivery.drawing import SOON, Position, RedrawPolicy
from bot.delivery.people import awaited_users, people_in
from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views import screens
from bot.views.base.event_rows import FACE_S

RECENT_PRESS_S = 120.0
"""Seconds for which somebody who pressed something counts as still there."""

LOOKING_S = 20.0
"""Seconds for which they count as looking at where they have pressed it."""

MIN_CONCERN = 7
"""How much something has to concern who need not answer it for their hand to follow soon."""

MIN_MOMENT = 9
"""How big a moment is that strikes nobody and concerns all: a Tower falls."""

ANSWER_S = 3.0
"""Seconds that Discord gives for the answer to a press: no redrawing of the same screen overtakes it."""

MAX_SPARE_EDITS = 3
"""Edits that quiet turns may leave over for later ones."""


@dataclass(frozen=True, slots=True)
class Slack:
    """Seconds that a change may wait on a screen by which nobody decides just now."""

    table: float = 12.0
    """The table's message, while all who have to decide play from their hands and nobody on it."""
    moment: float = 0.7
    """A hand from which its owner plays, after something that everybody has to see."""
    watched: float = 6.0
    """A hand with something new for its owner, who has nothing to decide."""
    beside: float = 5.0
    """Its owner has to decide, but plays on the table's message."""
    unwatched: float = 30.0
    """Nobody needs it before their turn comes."""
    spectators: float = 3.0
    """The screens of those who only watch."""


CALLED = RedrawPolicy(position=Position.BOTTOM)
"""Of what a message says somebody has to hear: only a new one rings."""

NO_SLACK = Slack(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NOTHING_HAPPENED = PastRevision(0, ())


class Attention:
    """Remembers who pressed what where, for a short while and in memory only."""

    def __init__(self, clock: Callable[[], float], slack: Slack) -> None:
        self._clock = clock
        self.slack = slack
        self._presses: dict[int, tuple[bool, float]] = {}
        """Where and when people pressed something lately, the latest one at the end."""
        self._offering: set[int] = set()
        """The tables on whose messages somebody has an offer to answer."""

    def note_press(self, user: int, *, in_hand: bool) -> None:
        """Note that somebody pressed something: in direct messages (``in_hand``) or in a server."""
        now = self._clock()
        self._presses.pop(user, None)
        self._presses[user] = (in_hand, now)
        while now - self._presses[oldest := next(iter(self._presses))][1] > RECENT_PRESS_S:
            del self._presses[oldest]

    def forget_user(self, user: int) -> None:
        """Drop what is known of a person."""
        self._presses.pop(user, None)

    def last_press_at(self, user: int) -> float | None:
        """Return when somebody last pressed anything, if that is not long ago."""
        pressed = self._presses.get(user)
        return None if pressed is None or self._clock() - pressed[1] > RECENT_PRESS_S else pressed[1]

    def plays_at(self, user: int) -> Literal["hand", "table"] | None:
        """Return where somebody plays: in direct messages or in a server; None if not lately."""
        if self.last_press_at(user) is None:
            return None
        return "hand" if self._presses[user][0] else "table"

    def table_policy(self, view: TableView, past: PastRevision = NOTHING_HAPPENED) -> RedrawPolicy:
        """Return how the table's message has to be drawn again after this.

        Moments, offers that come or go, and people who play on the message make it follow at once. Where
        everybody plays from hands it may wait as long as an unwatched hand, unless it alone tells a moment.
        """
        offers, known = bool(screens.to_answer(view)), view.table.id in self._offering
        if offers:
            self._offering.add(view.table.id)
        elif known:
            self._offering.remove(view.table.id)
        deciding = awaited_users(view)
        is_moment = screens.event_rows(view.table.game).hold_s(past.events) > 0
        here = {self.plays_at(seat.user) for seat in view.table.seats if seat.present}
        if offers or known or not deciding or "table" in here:
            return SOON
        if here == {"hand"} and (not is_moment or _is_told_in_hands(view, past)):
            return RedrawPolicy(self.slack.unwatched)
        if is_moment:
            return SOON
        in_hands = all(self.plays_at(user) == "hand" for user in deciding)
        return RedrawPolicy(self.slack.table) if in_hands else SOON

    def hand_policies(
        self,
        view: TableView,
        actor: int = 0,
        passing: frozenset[int] = frozenset(),
        past: PastRevision = NOTHING_HAPPENED,
    ) -> dict[int, RedrawPolicy]:
        """Return how each person's hand has to be drawn again; ``actor`` is who made the change.

        View and ``past``, what has just happened, have to be an onlooker's. Those who are ``passing`` unasked
        have nothing to decide and may see the outcome later; people who are offered a trade have.
        """
        deciding = awaited_users(view) - passing | people_in(view, screens.asked_seats(view)) | {actor}
        rows = screens.event_rows(view.table.game)
        struck = rows.struck(past.events, past.seat)
        is_moment = _is_told_in_hands(view, past)
        found: dict[int, RedrawPolicy] = {}
        for number, seat in enumerate(view.table.seats):
            if not seat.human:
                continue
            if number in struck:
                found[seat.user] = SOON if self.plays_at(seat.user) else CALLED
                continue
            delay_s = self.slack.moment if is_moment and self.plays_at(seat.user) else self.slack.watched
            is_news = is_moment or rows.concern(past.events, number) >= MIN_CONCERN
            found[seat.user] = self._hand(
                seat.user, decides=seat.user in deciding, delay_s=delay_s if is_news else None
            )
        return found

    def _hand(self, user: int, *, decides: bool, delay_s: float | None) -> RedrawPolicy:
        """``delay_s`` is how long something may wait that its owner should see, but need not answer."""
        slack = self.slack
        if self.plays_at(user) == "table":
            return RedrawPolicy(slack.beside if decides else slack.unwatched, debounce=True)
        if decides:
            return SOON
        return RedrawPolicy(slack.unwatched, debounce=True) if delay_s is None else RedrawPolicy(delay_s)

    def calls(self, view: TableView, before: Table | None, past: PastRevision) -> bool:
        """Return True if somebody has just been asked for a vote or an answer who may not look at the table.

        To answer offers each is called once in a fight or turn.
        """
        if before is None:
            return False
        table, asked = view.table, screens.to_answer(view, past.revision)
        voted = None if before.poll is None else before.poll.revision
        if table.poll is not None and table.poll.revision != voted:
            asked |= {*table.asked_to_vote}
        return not all(self._looks_there(user) for user in people_in(view, asked))

    def _looks_there(self, user: int) -> bool:
        last = self.last_press_at(user)
        return self.plays_at(user) == "table" and last is not None and self._clock() - last <= LOOKING_S

    def open_hand_policy(self, view: TableView, user: int, actor: int) -> RedrawPolicy:
        """Return how a hand that is open in the channel has to be drawn again.

        Its owner looks at it, and plays from it: nothing on it may be over. Who has just acted gets the
        answer to that on it first, and reads it.
        """
        return RedrawPolicy(ANSWER_S) if user == actor else SOON


def _is_told_in_hands(view: TableView, past: PastRevision) -> bool:
    """Return True if hands from which people play show a moment at once.

    The table alone tells claims, dice and finds; people who cannot interfere read about them later.
    """
    rows = screens.event_rows(view.table.game)
    if rows.hold_s(past.events) < FACE_S:
        return False
    is_for_all = rows.moment(past.events) >= MIN_MOMENT
    return is_for_all or bool(rows.struck(past.events, past.seat)) or screens.open_fight(view)


@dataclass(slots=True)
class _Seen:
    """How a table stood when it was last looked at, and the edits that its turns have left over."""

    turn: int
    fight: bool
    halt: str
    spare: int = 1


class WatchPace:
    """Chooses from what lies open on a table alone; all its spectators' screens are drawn at once.

    Each turn brings one edit. It is spent when a fight opens; a turn without a fight leaves it for its end,
    and what quick turns leave over shows how a fight ended, too.
    """

    def __init__(self, delay_s: float) -> None:
        """``delay_s`` is how long a moment waits for what belongs to it."""
        self._delay_s = delay_s
        self._seen: dict[int, _Seen] = {}

    def policy(self, view: TableView, *, watched: bool = True) -> RedrawPolicy | None:
        """Return how spectators' screens have to be drawn again; None: not now. The view is an onlooker's.

        A table that nobody watches leaves nothing over.
        """
        soon = RedrawPolicy(self._delay_s)
        if view.table.phase != "playing" or view.game_view is None:
            self.forget(view.table.id)
            return soon
        turn, fight, halt = view.game_view.turn, screens.open_fight(view), view.table.halt
        seen = self._seen.get(view.table.id)
        if seen is None:
            self._seen[view.table.id] = _Seen(turn, fight, halt)
            return None
        least = _least_spare(seen, turn, fight=fight, halt=halt)
        if turn != seen.turn:
            seen.spare = min(seen.spare + 1, MAX_SPARE_EDITS)
        seen.turn, seen.fight, seen.halt = turn, fight, halt
        if not watched:
            seen.spare = 1
        if not watched or not least or seen.spare < least:
            return None
        seen.spare -= 1
        return soon

    def forget(self, table: int) -> None:
        """Drop what is known of a table."""
        self._seen.pop(table, None)


def affects_everyone(before: Table | None, table: Table) -> bool:
    """Return True if a change is more than a move in the game, so that all have to see it at once."""
    if before is None:
        return True

    def facts(one: Table) -> tuple[object, ...]:
        people = tuple((seat.user, seat.away) for seat in one.seats)
        return one.phase, one.halt, one.poll, one.host, one.channel, people

    return facts(before) != facts(table)


def newly_away(before: Table | None, table: Table) -> list[int]:
    """List the people for whom the caretaker has just begun to play: they have to hear of the way back."""
    there = set[int]() if before is None else {seat.user for seat in before.seats if not seat.away}
    return [seat.user for seat in table.seats if seat.away and seat.user in there]


def _least_spare(seen: _Seen, turn: int, *, fight: bool, halt: str) -> int:
    """Return how many edits have to be left for a moment to get one; 0: it is none.

    The next fight's edit is not spent on a turn that begins.
    """
    if (fight and not seen.fight) or halt != seen.halt:
        return 1
    if seen.fight and not fight and turn == seen.turn:
        return 1
    return 2 if turn != seen.turn else 0
