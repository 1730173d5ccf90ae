"""Where people look, and how soon each screen has to show them a change.

Whoever has to decide sees it at once, on the screen from which he plays. The others' screens may follow a
moment later, and what nobody looks at waits until the table is quiet: Discord counts every edit, and a hand
that changes four times before its owner looks at it is three edits too many.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from bot.tables.results import Sight
from bot.tables.table import Table
from bot.views import gallery

SPAN = 120.0
"""Seconds for which somebody who pressed something is taken to be there still."""

CROWD = 20_000
"""People of whom it is remembered."""


@dataclass(frozen=True, slots=True)
class Slack:
    """Seconds that a change may wait on a screen by which nobody decides just now."""

    table: float = 6.0
    """The table's message, while all who have to decide play from their hands."""
    watched: float = 4.0
    """A hand with something new for its owner, who has nothing to decide."""
    beside: float = 5.0
    """Its owner has to decide, but plays on the table's message."""
    unwatched: float = 30.0
    """Nobody needs it before his turn comes."""


NO_SLACK = Slack(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Due:
    """When a screen is to be renewed: ``after`` so many seconds, None as soon as possible.

    With ``patient`` the seconds are counted from the latest change, so it waits for quiet.
    """

    after: float | None = None
    patient: bool = False


NOW = Due()


class Attention:
    """Remembers who pressed what where, for a short while and in memory only."""

    def __init__(self, clock: Callable[[], float], slack: Slack) -> None:
        self._clock = clock
        self._slack = slack
        self._pressed: OrderedDict[int, tuple[bool, float]] = OrderedDict()
        self._lots: dict[int, dict[int, int]] = {}
        self._fights: set[int] = set()

    def pressed(self, user: int, *, in_hand: bool) -> None:
        """Note that somebody pressed something: in direct messages (``in_hand``) or in a server."""
        self._pressed[user] = (in_hand, self._clock())
        self._pressed.move_to_end(user)
        if len(self._pressed) > CROWD:
            self._pressed.popitem(last=False)

    def last(self, user: int) -> float | None:
        """Return when somebody last pressed anything, if that is not long ago."""
        pressed = self._pressed.get(user)
        return None if pressed is None or self._clock() - pressed[1] > SPAN else pressed[1]

    def _plays(self, user: int) -> str | None:
        if self.last(user) is None:
            return None
        return "hand" if self._pressed[user][0] else "table"

    def table(self, sight: Sight) -> Due:
        """Say when the table's message has to show the present moment."""
        deciding = _deciding(sight)
        if deciding and all(self._plays(user) == "hand" for user in deciding):
            return Due(self._slack.table)
        return NOW

    def hands(self, sight: Sight, actor: int = 0) -> dict[int, Due]:
        """Say when each person's hand has to show it, the one's included who did it.

        The sight has to be an onlooker's.
        """
        deciding = _deciding(sight) | {actor}
        known = self._lots.setdefault(sight.table.id, {})
        alarm = self._alarm(sight)
        found: dict[int, Due] = {}
        for number, seat in enumerate(sight.table.seats):
            if not seat.human:
                continue
            lot = hash(gallery.lot(sight, number))
            struck = alarm or known.get(number) != lot
            known[number] = lot
            found[seat.user] = self._hand(seat.user, decides=seat.user in deciding, struck=struck)
        return found

    def _hand(self, user: int, *, decides: bool, struck: bool) -> Due:
        """``struck``: what lies before the person has changed, or a fight has begun."""
        slack = self._slack
        if self._plays(user) == "table":
            return Due(slack.beside if decides else slack.unwatched, patient=True)
        if decides:
            return NOW
        return Due(slack.watched) if struck else Due(slack.unwatched, patient=True)

    def _alarm(self, sight: Sight) -> bool:
        """Tell whether a fight has just begun."""
        table = sight.table.id
        if not gallery.open_fight(sight):
            self._fights.discard(table)
            return False
        fresh = table not in self._fights
        self._fights.add(table)
        return fresh

    def forget(self, table: int) -> None:
        """Drop what is known of a table."""
        self._lots.pop(table, None)
        self._fights.discard(table)


def weighty(before: Table | None, table: Table) -> bool:
    """Tell whether a change is more than a move in the game, so that all have to see it at once."""
    if before is None:
        return True

    def facts(one: Table) -> tuple[object, ...]:
        people = tuple((seat.user, seat.away) for seat in one.seats)
        return one.phase, one.halt, one.poll, one.host, one.channel, people

    return facts(before) != facts(table)


def _deciding(sight: Sight) -> frozenset[int]:
    """Return the people for whom the table waits."""
    if sight.pending is None:
        return frozenset()
    seats = [sight.table.seats[number] for number in sight.pending.awaited]
    return frozenset(seat.user for seat in seats if seat.human and not seat.away)
