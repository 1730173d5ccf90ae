"""Everything that can be asked of a table, as plain records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.tables.choices import Choice
from bot.tables.table import Occupant, Speed, WatcherDisplay
from cards.kernel.moves import Action

AskingChoice = Literal["auto", "always", "win", "fight"]


@dataclass(frozen=True, slots=True)
class Intent:
    """What is asked: one class for each thing that can be asked of a table."""


@dataclass(frozen=True, slots=True)
class Create(Intent):
    """Open a lobby in a channel; the one who asks is its host and takes the first seat.

    Guild 0: it is for them alone, and so many ``computers``.
    """

    channel: int
    guild: int
    name: str
    game: str
    speed: Speed = "live"
    sex: str = ""
    place: str = ""
    computers: int = 0


@dataclass(frozen=True, slots=True)
class Join(Intent):
    """Take a free seat in the lobby. ``sex`` may stay open: the game then picks."""

    name: str
    sex: str = ""


@dataclass(frozen=True, slots=True)
class Leave(Intent):
    """Give one's seat up; its cards leave with it (H-17), or (``robot``, in a game) a computer plays on."""

    robot: bool = False


@dataclass(frozen=True, slots=True)
class SetSex(Intent):
    """Say what one's character starts as: in the lobby, or before one's first act in the game."""

    sex: str


@dataclass(frozen=True, slots=True)
class SetGame(Intent):
    """Change which game the lobby is for; options go back to their defaults. Host only."""

    game: str


@dataclass(frozen=True, slots=True)
class SetOptions(Intent):
    """Change some of the game's options, the others stay; None brings a default back. Host only."""

    options: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class SetSpeed(Intent):
    """Change how long people have; also in a running game, from the next wait on. Host only."""

    speed: Speed


@dataclass(frozen=True, slots=True)
class SetWatchers(Intent):
    """Change what the table's message says of its spectators; also in a running game. Host only."""

    shown: WatcherDisplay


@dataclass(frozen=True, slots=True)
class AddRobot(Intent):
    """Seat a computer player in the lobby, of the usual kind unless one is named. Host only."""

    kind: str = ""


@dataclass(frozen=True, slots=True)
class Kick(Intent):
    """Take a seat away from its owner: at once in the lobby, host only.

    ``meant`` is who was seen there. Numbers shift when somebody leaves a lobby.
    """

    seat: int
    meant: Occupant | None = None


@dataclass(frozen=True, slots=True)
class Start(Intent):
    """Deal and begin. Host only. With ``robots`` computers take the seats that are missing."""

    robots: bool = False


@dataclass(frozen=True, slots=True)
class Act(Intent):
    """Make a move in the game, all its slots filled."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Say(Intent):
    """Say something in one's own words with one's next offer or answer; nothing takes it back (H-132)."""

    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class React(Intent):
    """React to what happened in a revision, with one of ``REACTIONS``."""

    revision: int
    sign: int


@dataclass(frozen=True, slots=True)
class EquipBest(Intent):
    """Lay out the best of one's own cards, as many moves at once as that takes."""


@dataclass(frozen=True, slots=True)
class GiveSurplus(Intent):
    """Give away what is needed least of a hand that is too large, ending one's turn first.

    With ``cards`` these and no others are given.
    """

    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RollForAll(Intent):
    """Run from everything that comes after one, in any order, and change no roll."""


@dataclass(frozen=True, slots=True)
class SkipTip(Intent):
    """Hear no more of a lesson's present tip."""


@dataclass(frozen=True, slots=True)
class BackToTurn(Intent):
    """Begin the turn again in which a lesson's script was left."""


@dataclass(frozen=True, slots=True)
class SetAsking(Intent):
    """Choose when one is asked whether one passes; nobody else learns it.

    ``auto``: if it could matter; ``win``: in fights only for the win; ``fight``: not again in this fight.
    """

    choice: AskingChoice


@dataclass(frozen=True, slots=True)
class TakeHint(Intent):
    """Count a hint that one has been given; the table hears of the number at the end."""


@dataclass(frozen=True, slots=True)
class PassUnasked(Intent):
    """Pass for a person who can do nothing that matters; asked by the clock, never by people."""

    serial: int
    seat: int


@dataclass(frozen=True, slots=True)
class End(Intent):
    """Close the table: the host at once in the lobby, later with the people's consent.

    A ``steward`` may manage the channel: they can end a game of others, or a lobby they do not host.
    """

    steward: bool = False


@dataclass(frozen=True, slots=True)
class Pause(Intent):
    """Stop the clocks and take no moves until somebody resumes."""


@dataclass(frozen=True, slots=True)
class Resume(Intent):
    """Go on after a pause, a sleep or a suspension.

    Asked by the host program, only a suspension ends: what was paused or asleep before is so again.
    """


@dataclass(frozen=True, slots=True)
class Return(Intent):
    """Take one's seat back from the caretaker, without any move; a table that fell asleep wakes up."""


@dataclass(frozen=True, slots=True)
class HandHost(Intent):
    """Make another seated person, the one ``meant``, the host. Host only."""

    seat: int
    meant: Occupant | None = None


@dataclass(frozen=True, slots=True)
class Replace(Intent):
    """Let somebody else take over a seat with all its cards: a computer player (``robot``), or oneself.

    The host may hand any seat that is away to a computer; anybody may ask for a computer's seat.
    """

    seat: int
    name: str = ""
    robot: str = ""


@dataclass(frozen=True, slots=True)
class MoveTo(Intent):
    """Carry the table to another channel of the same guild. Host only, or anybody seated if suspended."""

    channel: int
    place: str = ""


@dataclass(frozen=True, slots=True)
class AskUndo(Intent):
    """Ask the others to take back one's latest move; refused once it has shown anything new."""


@dataclass(frozen=True, slots=True)
class Correct(Intent):
    """Ask the others to put something right in the game (H-118). Host only.

    ``what`` is ``level``, ``card`` or ``turn`` of the seat; ``place`` of an open card of that name is
    ``hand``, ``table`` or ``discards``.
    """

    what: str
    seat: int
    level: int = 0
    card: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Vote(Intent):
    """Answer the poll that is on."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Rematch(Intent):
    """Open a lobby in the same channel with the same people, game and options, after the end."""


@dataclass(frozen=True, slots=True)
class Suspend(Intent):
    """Stop because the channel cannot be used; asked by the host program, never by people.

    ``channel`` is the one that is meant (0: any); a table that has been moved meanwhile goes on. So does one
    that has changed since the request's ``seen``, if there is one.
    """

    reason: str
    channel: int = 0


@dataclass(frozen=True, slots=True)
class RobotAct(Intent):
    """Make a computer's move; asked by the host program, never by people."""

    action: Action


@dataclass(frozen=True, slots=True)
class AskOthers(Intent):
    """Let those who are there decide whether to wait on; asked by the clock, never by people."""

    serial: int


@dataclass(frozen=True, slots=True)
class TimeUp(Intent):
    """Lead on because the wait with this serial ran out; asked by the clock, never by people."""

    serial: int


@dataclass(frozen=True, slots=True)
class Request:
    """One person's wish. By its interaction's id it is done at most once (0: there was no interaction).

    ``user`` 0 is the host program itself. ``seen`` is the revision the person was looking at; None where
    nothing was looked at, as with a typed command.
    """

    interaction_id: int
    user: int
    intent: Intent
    seen: int | None = None
