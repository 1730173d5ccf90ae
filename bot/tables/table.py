"""What everybody may know about a table, whatever game is played there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from cards.kernel.moves import Action
from cards.lessons.progress import Progress

Phase = Literal["lobby", "playing", "ended"]

Halt = Literal["", "paused", "asleep", "suspended"]
"""Why a table stands still: its people paused it, nobody came, or its channel cannot be reached."""

Speed = Literal["live", "relaxed", "post"]
"""How long people have: seconds, minutes or days."""


WatcherDisplay = Literal["hidden", "count", "names"]
"""What the table's message says of its spectators."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there. ``user`` is 0 where nobody does: a computer player, or a place given up.

    ``robot`` names the kind of computer player. ``away`` means that the caretaker plays until the
    person presses anything, since the revision ``away_since``; ``missed`` counts the waits in a row that ran
    out on this seat.
    """

    user: int
    name: str
    sex: str = ""
    robot: str = ""
    away: bool = False
    missed: int = 0
    dropped: bool = False
    away_since: int = 0
    was: int = 0
    """Who has left this seat for good, so that the name can be forgotten."""
    interaction_id: int = 0
    """The press with which they joined this lobby; 0 for others, and once the game has begun."""
    hints: int = 0
    """How often they have asked for a hint; everybody hears of it at the end."""

    @property
    def human(self) -> bool:
        """Return True if a person sits here."""
        return self.user != 0

    @property
    def present(self) -> bool:
        """Return True if a person sits here and plays for themselves."""
        return self.human and not self.away


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who was seen in a seat: a person by ``user``, a computer (0) by its ``name``."""

    user: int
    name: str = ""

    def holds(self, seat: Seat) -> bool:
        """Return True if this one sits there."""
        return seat.user == self.user if self.user else bool(seat.robot) and seat.name == self.name


@dataclass(frozen=True, slots=True)
class Former:
    """Who had a seat before the revision ``until``: a person, or a computer (0). What they did stays theirs.

    In the lobby of another game ``seat`` is -1: they sat there in the last one.
    """

    seat: int
    until: int
    name: str
    user: int = 0


@dataclass(frozen=True, slots=True)
class TableNews:
    """What has happened beside the game, with the request that made this revision, for everybody to hear.

    ``kind`` is a key of the texts (``[news]``), ``seat`` who did it or whom it is about, ``what`` a detail.
    """

    revision: int
    kind: str
    seat: int
    what: str = ""


MAX_TABLE_NEWS = 24
"""Older news are dropped: they stand in the latest pages of the story."""


MAX_LINE_CHARS = 200
"""Characters of a line in somebody's own words."""

REACTIONS = ("😂", "😱", "👏")
"""How people may react to a moment, by number."""


@dataclass(frozen=True, slots=True)
class OwnLine:
    """What somebody said in their own words, with the offer or answer that made ``revision``.

    0: it waits for the one that the seat makes next in the ``turn``.
    """

    seat: int
    user: int
    text: str = field(repr=False)
    revision: int = 0
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Reaction:
    """How somebody reacted to what happened in a revision; ``sign`` is a place in ``REACTIONS``."""

    revision: int
    user: int
    sign: int


SEED_HEX_DIGITS = 16
"""A seed has 64 bits."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """A press that went into the seed of a game: ``join`` or ``start``, by which seat, Discord's id of it."""

    kind: str
    seat: int
    interaction_id: int


def seed_message(contributions: Iterable[Contribution]) -> str:
    """Return the contributions as the text that is mixed with the bot's secret: JSON without spaces."""
    listed = [[one.kind, one.seat, one.interaction_id] for one in contributions]
    return json.dumps(["kickdoor seed 1", *listed], separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Poll:
    """A question to the people at the table: something happens if enough of them agree.

    ``kind`` is ``undo``, ``kick``, ``end``, ``correct`` (take ``action``), ``go_on`` (wait no longer for
    ``subject``) or ``seat`` (let ``user``, called ``name``, play on in it); ``subject`` the seat concerned;
    ``asker`` the seat that asked (-1: the table, or somebody without a seat); ``asked`` the seats that may
    answer.
    ``revision`` is the one at which the question was put.
    """

    kind: str
    revision: int
    asker: int = -1
    subject: int = -1
    asked: tuple[int, ...] = ()
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    action: Action | None = None
    half_is_enough: bool = False
    user: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The public facts of a table. The game's own state is never part of them.

    ``revision`` grows with every accepted request and is never used twice, also across an undo.
    ``since`` is the revision at which the wait that is on now began (see ``TableService.send``).
    ``host`` is a user. ``secret_hash`` is the hash of the bot's secret, shown from the lobby on, and
    ``contributions`` are the presses mixed with it; ``commitment`` is the hash of a seed without presses.
    ``seed`` and ``secret`` are known once the game has ended. ``digest`` names the card definitions the game
    was started with. ``trouble`` says why it is suspended, as a key of ``TROUBLE_TEXTS`` (``permission`` with
    or without its name after a colon), or is ``idle`` if it has closed itself, as nobody started it;
    ``halt_before`` is why it stood still before that, and does so again afterwards. ``watchers`` is what the
    table's message says of its spectators. ``place`` is what server and channel were called when it came.
    ``former`` are those who had a seat that has changed hands, the earliest first; ``news`` what else has
    happened beside the game. ``lines`` are what people said in their own words and ``reactions`` how they
    reacted, the latest last. ``first_game``: none has been played to its end on this
    server, so questions stand longer.
    """

    id: int
    channel: int
    guild: int
    host: int
    game: str
    phase: Phase = "lobby"
    halt: Halt = ""
    revision: int = 0
    since: int = 0
    speed: Speed = "live"
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    seats: tuple[Seat, ...] = ()
    winners: tuple[int, ...] = ()
    commitment: str = ""
    seed: int = -1
    digest: str = ""
    poll: Poll | None = None
    trouble: str = ""
    secret_hash: str = ""
    contributions: tuple[Contribution, ...] = ()
    secret: str = ""
    watchers: WatcherDisplay = "count"
    halt_before: Halt = ""
    place: str = ""
    former: tuple[Former, ...] = ()
    news: tuple[TableNews, ...] = ()
    lines: tuple[OwnLine, ...] = ()
    reactions: tuple[Reaction, ...] = ()
    first_game: bool = False
    lesson: Progress | None = None
    """How far the lesson has come that is being taught here; its learner alone can see the table."""

    def as_of(self, revision: int) -> Table:
        """Return the table with its seats called as they were after a revision."""
        names = {one.seat: one.name for one in reversed(self.former) if revision < one.until}
        seats = (replace(seat, name=names.get(number, seat.name)) for number, seat in enumerate(self.seats))
        return replace(self, seats=tuple(seats)) if names else self

    @property
    def known_users(self) -> tuple[int, ...]:
        """All who sit or have sat here or ask for a seat: they have to be found to be forgotten."""
        named = (*self.seats, *self.former, *(() if self.poll is None else (self.poll,)))
        return tuple(dict.fromkeys(one.user for one in named if one.user))

    def seat_of(self, user: int) -> int | None:
        """Return the seat in which the user sits, if any."""
        for number, seat in enumerate(self.seats):
            if user and seat.user == user:
                return number
        return None

    @property
    def gives_hints(self) -> bool:
        """Return True unless a house rule says that nobody gets a hint."""
        return bool(self.options.get("hints", True))

    @property
    def host_away(self) -> bool:
        """Return True if the caretaker plays for the host."""
        seat = self.seat_of(self.host)
        return self.phase == "playing" and seat is not None and self.seats[seat].away

    def hosted_by(self, seat: int | None) -> bool:
        """Return True if who sits there does what hosts do: the host, or anybody while that one is away."""
        return seat is not None and (self.host_away or self.seats[seat].user == self.host)

    def computer_seats(self, user: int) -> list[int]:
        """Return the seats of computers, those first that this person once had."""
        found = (number for number, seat in enumerate(self.seats) if seat.robot)
        return sorted(found, key=lambda number: not self.had_seat(user, number))

    def had_seat(self, user: int, number: int) -> bool:
        """Return True if this person has had the seat before."""
        return any((one.seat, one.user) == (number, user) for one in self.former)

    def line_at(self, revision: int) -> OwnLine | None:
        """Return what its maker said with the offer or answer that made a revision."""
        return next((line for line in self.lines if line.revision == revision > 0), None)

    def line_waiting(self, seat: int | None) -> OwnLine | None:
        """Return what a seat says with its next offer or answer."""
        return next((line for line in self.lines if line.seat == seat and not line.revision), None)

    def reactions_to(self, revision: int) -> list[int]:
        """Return how many people have reacted in each of the ways to what happened in a revision."""
        signs = [one.sign for one in self.reactions if one.revision == revision]
        return [signs.count(sign) for sign in range(len(REACTIONS))]

    @property
    def asked_to_vote(self) -> tuple[int, ...]:
        """The seats whose votes a poll still waits for."""
        poll = self.poll
        return () if poll is None else tuple(s for s in self.voters(poll) if s not in (*poll.yes, *poll.no))

    def voters(self, poll: Poll) -> tuple[int, ...]:
        """Return those asked who are still there."""
        return tuple(seat for seat in poll.asked if self.seats[seat].present)

    def votes_needed(self, poll: Poll) -> int:
        """Return how many have to agree: to what changes the game all, to anything else more than half.

        To go on without somebody half of them are enough once all have waited on before.
        """
        asked = len(self.voters(poll))
        return asked if poll.kind in ("undo", "correct") else (asked + 2 - poll.half_is_enough) // 2

    @property
    def live(self) -> bool:
        """Return True if the table still holds its channel."""
        return self.phase != "ended"

    @property
    def alone(self) -> bool:
        """Return True if one person plays here in their direct messages, on no server and without a clock."""
        return not self.guild

    @property
    def deserted(self) -> bool:
        """Return True if there are people, and all of them are away."""
        return bool(self.people) and not self.people_here

    @property
    def people(self) -> tuple[int, ...]:
        """Return the seats in which people sit."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.human)

    @property
    def people_here(self) -> tuple[int, ...]:
        """Return the seats of people who play for themselves."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.present)


HOUR_S = 3600


@dataclass(frozen=True, slots=True)
class SpeedLimits:
    """A speed: the game's seconds times ``factor``, kept between ``min_s`` and ``max_s`` seconds."""

    factor: int
    min_s: int
    max_s: int


SPEED_LIMITS: dict[Speed, SpeedLimits] = {
    "live": SpeedLimits(1, 5, HOUR_S),
    "relaxed": SpeedLimits(10, 3 * 60, HOUR_S),
    "post": SpeedLimits(1440, 8 * HOUR_S, 72 * HOUR_S),
}


def allowed_s(speed: Speed, live_s: int) -> int:
    """Return how many seconds a wait of so many live seconds lasts at a speed."""
    limits = SPEED_LIMITS[speed]
    return min(max(live_s * limits.factor, limits.min_s), limits.max_s)
