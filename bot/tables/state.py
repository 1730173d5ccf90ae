"""A table's complete state after a commit, and how it is saved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal
from zlib import crc32

from pydantic import AfterValidator

from bot.tables.sealed_seed import StartRecord
from bot.tables.table import Table
from cards.kernel.codec import CheckedCodec
from cards.kernel.events import EventRecord
from cards.kernel.game import Game, Pending
from cards.kernel.moves import CORRECT_VERB, Action

ReminderStage = Literal["", "half", "poll"]
"""How far the reminders of the present wait have got."""


@dataclass(frozen=True, slots=True)
class Timer:
    """The clock of the present wait, or of a lobby, in milliseconds.

    ``waits`` counts how often the wait began again because the others, or who is awaited, wanted it to.
    ``seen`` is when somebody awaited last pressed anything, as far as that put off a question to the others.
    ``due`` is the uptime at which it runs out (None: it stands still, with ``left`` to go).
    """

    allowance: int = 0
    due: int | None = None
    left: int = 0
    stage: ReminderStage = ""
    waits: int = 0
    seen: int = 0


PassRule = Literal["auto", "always", "win"]
"""When somebody is asked whether they pass: if it could matter, always, or in fights only for the win."""


@dataclass(frozen=True, slots=True)
class PassHabit:
    """When a seat wants to be asked; nobody else learns it. ``quiet_turn``: not in the fight of that turn."""

    seat: int
    rule: PassRule = "auto"
    quiet_turn: int = -1


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything about a table. ``game`` and ``game_state`` are None in the lobby.

    Never changed in place, ``game_state`` included: a request makes the next one, which replaces it once it
    is saved. So an older state stays valid.
    """

    table: Table
    seed: int = field(default=0, repr=False)
    timer: Timer = Timer()
    game: Game[Any, Any] | None = None
    game_state: Any = field(default=None, repr=False)
    secret: str = field(default="", repr=False)
    habits: tuple[PassHabit, ...] = ()

    @property
    def pending(self) -> Pending | None:
        """Whom the game waits for, if there is one."""
        return None if self.game is None else self.game.pending(self.game_state)

    @property
    def turn(self) -> int:
        """Return the number of the turn; only of a game."""
        assert self.game is not None
        turn: int = self.game.view(self.game_state, None).turn
        return turn


@dataclass(frozen=True, slots=True)
class SavedTable:
    """What is saved of a table state beside the game's own state, of which it has the checksum (-1: none)."""

    table: Table
    seed: int = field(repr=False)
    timer: Timer
    secret: str = field(default="", repr=False)
    habits: tuple[PassHabit, ...] = ()
    snapshot_crc: int = -1

    def is_of(self, snapshot: bytes) -> bool:
        """Return True if this is the game's state that was saved with it, as far as anybody can tell."""
        return self.snapshot_crc in (-1, crc32(snapshot))

    def as_state(self, game: Game[Any, Any] | None = None, game_state: Any = None) -> TableState:
        """Return the table's state, with the game that was saved beside it."""
        return TableState(self.table, self.seed, self.timer, game, game_state, self.secret, self.habits)


def _with_tuples(action: Action) -> Action:
    """Return a saved action with its picks as tuples, which compiled rules insist on.

    There the named tuple no longer says of what its fields consist, so they are read as lists.
    """
    return action._replace(picks=tuple(tuple(picks) for picks in action.picks))


SavedAction = Annotated[Action, AfterValidator(_with_tuples)]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """What is logged of a request, beside who asked: enough to replay the game.

    ``actions`` went into the game, in this order. ``back_to`` is the revision that an undo returned to.
    ``start`` is what a game was made from, where one began.
    """

    data: dict[str, Any] = field(default_factory=dict[str, Any])
    seat: int = -1
    actions: tuple[SavedAction, ...] = ()
    back_to: int = -1
    start: StartRecord | None = None

    @property
    def acting_seat(self) -> int:
        """Return who acted: HOST_SEAT, too, if the host equipped seats before it called time."""
        return self.actions[-1].seat if self.actions else -1

    @property
    def acting_verb(self) -> str:
        """Return what they did, empty without an action."""
        return self.actions[-1].verb if self.actions else ""

    @property
    def corrects(self) -> bool:
        """Return True if it took a move back, or put something right."""
        made = [action.picks[0][0] for action in self.actions if action.verb == CORRECT_VERB]
        return self.back_to >= 0 or any(what != "sex" for what in made)


@dataclass(frozen=True, slots=True)
class SavedEvents:
    """The events of one revision."""

    events: tuple[EventRecord, ...] = ()


SAVED_TABLE_CODEC = CheckedCodec(SavedTable)
LOG_ENTRY_CODEC = CheckedCodec(LogEntry)
SAVED_EVENTS_CODEC = CheckedCodec(SavedEvents)
