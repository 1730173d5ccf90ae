"""What a table answers, and what its listeners receive."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeVar

from bot.tables.intents import Intent
from bot.tables.past import PastRevision
from bot.tables.state import PassHabit
from bot.tables.table import Table
from cards.kernel.events import Event
from cards.kernel.game import Game, Pending
from cards.kernel.moves import Move, Refusal
from cards.lessons.progress import Guide
from cards.say import spoken

Drawn = TypeVar("Drawn")


@dataclass(frozen=True, slots=True)
class Change:
    """One accepted request, already saved.

    ``seat`` is who asked (-1: the table itself or an onlooker), ``user`` the same as a person (0: none).
    ``events`` are complete: pass each through ``seen_by`` before anybody reads it, or use ``seen_by`` here.
    """

    before: Table | None
    table: Table
    intent: Intent
    seat: int = -1
    user: int = 0
    interaction_id: int = 0
    events: tuple[Event, ...] = ()

    def seen_by(self, seat: int | None) -> PastRevision:
        """Return what happened as a seat (None: an onlooker) may know it."""
        return PastRevision(self.table.revision, self.events, self.seat).redacted_for(seat)


Result = Change | Refusal
"""A request is on disk, or refused and has changed nothing. Codes of the table, beside those of the games:

- ``no_table`` (also: ended and gone), ``occupied`` (the channel has a table: ``table``);
- ``already_done`` (this press was applied before, making ``revision``), ``stale`` (drawn before the present
  wait: ``revision``), ``forged`` (never drawn by us);
- ``not_seated``, ``seated``, ``not_host``, ``no_seat`` (nobody there), ``own_seat``, ``robot_host``,
  ``still_here`` (not away), ``seat_held`` (by a person),
  ``seat_changed`` (somebody else sits there by now), ``full`` (``most``),
  ``too_few`` (``least``, ``seats``), ``too_many`` (``most``);
- ``no_game``, ``no_robot``, ``bad_options`` (``faults``, a line each), ``bad_name``, ``bad_sex``,
  ``bad_speed``;
- ``wrong_phase`` (``phase``), ``halted`` (``halt``), ``not_halted``, ``not_away``,
  ``same_channel``;
- ``no_hints`` (by a house rule);
- ``no_poll``, ``poll_on`` (``poll``), ``no_vote`` (not asked), ``no_undo``;
- ``not_saved`` (the disk failed and nothing happened: try again), ``unreadable`` (damaged, or saved with
  rules or cards that are gone), ``fault`` (our own mistake, dropped: ``report``), ``busy`` (too many
  requests wait here), ``closing`` (we go down: press again in a moment).
"""


class RefusedError(Exception):
    """A request is refused, and nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def refuse(code: str, **data: int | str) -> NoReturn:
    """Refuse the request that is being decided."""
    raise RefusedError(Refusal(code, data))


@dataclass(frozen=True, slots=True)
class TableView:
    """All that one reader may know about a table, at one revision. Screens are drawn from this alone.

    ``seat`` None is a spectator. ``game_view`` is the game's own (None in the lobby); ``moves`` what the seat
    may do now, ``past`` the latest revisions, oldest first, as the reader may know them. ``deadline`` is when
    the wait runs out, in seconds since 1970 (None: no clock is running). ``game`` answers ``face``;
    ask it only about cards that ``game_view`` or ``past`` name. ``habit`` is when the reader wants to be
    asked; ``passes_for_s`` says how many seconds longer people may pass by themselves, whatever anybody
    holds; no screen shows it. ``drawings`` is what was drawn from this view: it is
    gone with the view, and ``replace`` makes a view without any.
    """

    table: Table
    seat: int | None
    game: Game[Any, Any] | None = None
    game_view: Any = None
    moves: tuple[Move, ...] = ()
    pending: Pending | None = None
    past: tuple[PastRevision, ...] = ()
    deadline: int | None = None
    habit: PassHabit | None = None
    passes_for_s: float = 0.0
    passes_unasked: bool = False
    """Whether the reader passes by themselves if nothing more happens."""
    lesson: Guide | None = None
    """What the lesson says that the reader is taught."""
    drawings: dict[Hashable, Any] = field(
        init=False, repr=False, compare=False, default_factory=dict[Hashable, Any]
    )

    def drawn_once(self, key: Hashable, draw: Callable[[], Drawn]) -> Drawn:
        """Return what ``draw`` makes of this view and of the values in the key, made at the first call.

        It is another one in another language.
        """
        key = spoken.get(), key
        if key not in self.drawings:
            self.drawings[key] = draw()
        found: Drawn = self.drawings[key]
        return found

    def at(self, deadline: int | None, passes_for_s: float) -> TableView:
        """Return the same view at another moment, with its drawings if they still fit."""
        if (deadline, passes_for_s) == (self.deadline, self.passes_for_s):
            return self
        passes = self.passes_unasked and passes_for_s > 0
        later = replace(self, deadline=deadline, passes_for_s=passes_for_s, passes_unasked=passes)
        if (deadline, passes) == (self.deadline, self.passes_unasked):
            later.drawings.update(self.drawings)
        return later

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of ``past``."""
        return tuple(event for revision in self.past for event in revision.events)


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that the clock asks for; it changes nothing and is not saved.

    ``stage`` is ``half`` (half of the time is gone: a private word to these seats).
    """

    table: Table
    stage: str
    seats: tuple[int, ...]
    deadline: int


class Listener:
    """Receives what happens at the tables. Must return quickly: tables wait for it."""

    async def table_changed(self, change: Change) -> None:
        """Receive an accepted request; called in order for each table, after saving."""

    async def table_nudged(self, nudge: Reminder) -> None:
        """Receive that somebody needs a reminder."""

    async def table_renamed(self, table: int) -> None:
        """Receive that a name at the table has changed, though nothing has happened in the game."""

    async def deadlines_moved(self, tables: list[int]) -> None:
        """Receive that these tables got back the time of an outage: their screens show old deadlines."""


class Observer:
    """Is told figures; must not raise. This one counts nothing."""

    def on_refused(self, code: str) -> None:
        """Take note that a person's request was refused."""

    def on_commit(self, seconds: float, *, succeeded: bool) -> None:
        """Take note of an attempt to save."""

    def on_press(self, kind: str, seconds: float) -> None:
        """Take note of an answered press: where it was made, and how long its person waited."""

    def on_shown(self, what: str, seconds: float) -> None:
        """Take note of how long after a press ``everybody`` saw it, or a person that it is their ``turn``."""
