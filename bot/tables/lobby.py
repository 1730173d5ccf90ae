"""What can be asked of a table before the game begins."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

from bot.tables.games import GameKind, Games
from bot.tables.intents import (
    AddRobot,
    Create,
    Join,
    Request,
    SetGame,
    SetOptions,
    SetSex,
    SetSpeed,
    Start,
)
from bot.tables.standing import Standing
from bot.tables.table import Seat, Table
from bot.tables.timing import PACES, Wait
from cards.kernel.dice import commitment, mix
from cards.kernel.events import Event
from cards.kernel.game import BadSetup, Setup
from cards.kernel.moves import Action, Refusal

SEXES = ("male", "female")
NAME_LENGTH = 32
USUAL = "sensible"


def new_seed() -> int:
    """Return 64 bits that nobody can guess."""
    return secrets.randbits(64)


@dataclass(frozen=True, slots=True)
class Context:
    """What decisions need beside the table itself: the shelf of games, kinds of computer players, dice."""

    games: Games
    robots: Collection[str] = ()
    seed: Callable[[], int] = new_seed

    @property
    def usual(self) -> str:
        """Return the kind of computer player for people who do not choose."""
        return USUAL if USUAL in self.robots else next(iter(self.robots), "")


@dataclass(frozen=True, slots=True)
class Turn:
    """An accepted request, not saved yet: the table after it, what happened, what went into the game."""

    standing: Standing
    events: tuple[Event, ...] = ()
    actions: tuple[Action, ...] = ()
    definitions: tuple[str, bytes] | None = None
    back_to: int = -1
    fresh: bool = False
    """Whether all that was drawn before is void, although the wait looks the same."""
    wait: Wait = "go_on"
    """What the clock does if the wait is still the same one."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The way back before the latest move: whose it was, and the game's state and revision before it."""

    seat: int
    revision: int
    state: Any


@dataclass(frozen=True, slots=True)
class Ask:
    """A request with what it is about. ``seat`` is where the one who asks sits."""

    context: Context
    standing: Standing
    request: Request
    seat: int | None = None
    undo: Undo | None = None

    @property
    def table(self) -> Table:
        return self.standing.table

    @property
    def hosted(self) -> bool:
        """Tell whether the host asks."""
        return self.request.user == self.table.host

    def kind(self) -> GameKind | Refusal:
        """Return the game that the table is for."""
        return self.context.games.find(self.table.game) or Refusal("no_game", {"game": self.table.game})

    def change(self, **fields: object) -> Turn:
        """Accept with some of the table's facts changed."""
        return Turn(replace(self.standing, table=replace(self.table, **fields)))  # type: ignore[arg-type]

    def reseat(self, number: int, seat: Seat) -> Turn:
        """Accept with one seat changed."""
        return self.change(seats=swap(self.table.seats, number, seat))


def swap(seats: tuple[Seat, ...], number: int, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats with one of them replaced."""
    return (*seats[:number], seat, *seats[number + 1 :])


def clean_name(name: str) -> str:
    """Return the name on one line, without invisible characters, at most 32 characters."""
    visible = "".join(
        " " if c.isspace() else c for c in name if unicodedata.category(c)[0] != "C" or c.isspace()
    )
    return " ".join(visible.split())[:NAME_LENGTH].rstrip()


def not_lobby(table: Table) -> Refusal | None:
    return None if table.phase == "lobby" else Refusal("wrong_phase", {"phase": table.phase})


def create(context: Context, number: int, user: int, wish: Create) -> Turn | Refusal:
    """Open a lobby with its host in the first seat."""
    kind = context.games.find(wish.game)
    if kind is None:
        return Refusal("no_game", {"game": wish.game})
    if wish.speed not in PACES:
        return Refusal("bad_speed", {"speed": wish.speed})
    name = clean_name(wish.name)
    if not name:
        return Refusal("bad_name")
    if wish.sex and wish.sex not in SEXES:
        return Refusal("bad_sex", {"sex": wish.sex})
    table = Table(
        id=number,
        channel=wish.channel,
        guild=wish.guild,
        host=user,
        game=wish.game,
        speed=wish.speed,
        options=dict(kind.defaults),
        seats=(Seat(user, name, wish.sex),),
    )
    return Turn(Standing(table))


def join(ask: Ask, wish: Join) -> Turn | Refusal:
    table, kind = ask.table, ask.kind()
    if isinstance(kind, Refusal):
        return kind
    if refusal := not_lobby(table):
        return refusal
    if ask.seat is not None:
        return Refusal("seated", {"seat": ask.seat})
    most = kind.room(table.options)
    if len(table.seats) >= most:
        return Refusal("full", {"most": most})
    name = clean_name(wish.name)
    if not name:
        return Refusal("bad_name")
    if wish.sex and wish.sex not in SEXES:
        return Refusal("bad_sex", {"sex": wish.sex})
    return ask.change(seats=(*table.seats, Seat(ask.request.user, name, wish.sex)))


def set_sex(ask: Ask, wish: SetSex) -> Turn | Refusal:
    if refusal := not_lobby(ask.table):
        return refusal
    if ask.seat is None:
        return Refusal("not_seated")
    if wish.sex not in SEXES:
        return Refusal("bad_sex", {"sex": wish.sex})
    return ask.reseat(ask.seat, replace(ask.table.seats[ask.seat], sex=wish.sex))


def set_game(ask: Ask, wish: SetGame) -> Turn | Refusal:
    if refusal := not_lobby(ask.table) or only_host(ask):
        return refusal
    kind = ask.context.games.find(wish.game)
    if kind is None:
        return Refusal("no_game", {"game": wish.game})
    return replace(ask.change(game=wish.game, options=dict(kind.defaults)), fresh=True)


def set_options(ask: Ask, wish: SetOptions) -> Turn | Refusal:
    kind = ask.kind()
    if isinstance(kind, Refusal):
        return kind
    if refusal := not_lobby(ask.table) or only_host(ask):
        return refusal
    options = {**ask.table.options, **wish.options}
    if faults := kind.check(options):
        return Refusal("bad_options", {"faults": "\n".join(faults)})
    return replace(ask.change(options=options), fresh=True)


def set_speed(ask: Ask, wish: SetSpeed) -> Turn | Refusal:
    if refusal := only_host(ask):
        return refusal
    if wish.speed not in PACES:
        return Refusal("bad_speed", {"speed": wish.speed})
    return replace(ask.change(speed=wish.speed), fresh=ask.table.phase == "lobby")


def add_robot(ask: Ask, wish: AddRobot) -> Turn | Refusal:
    table, kind = ask.table, ask.kind()
    if isinstance(kind, Refusal):
        return kind
    if refusal := not_lobby(table) or only_host(ask):
        return refusal
    robot = wish.kind or ask.context.usual
    if robot not in ask.context.robots:
        return Refusal("no_robot", {"robot": robot})
    most = kind.room(table.options)
    if len(table.seats) >= most:
        return Refusal("full", {"most": most})
    return ask.change(seats=(*table.seats, Seat(0, robot_name(table), robot=robot)))


def robot_name(table: Table) -> str:
    """Return a name that nobody at the table has."""
    taken = {seat.name.casefold() for seat in table.seats}
    return next(name for name in _names() if name.casefold() not in taken)


def _names() -> list[str]:
    first = ["Cogsworth", "Rusty", "Pixel", "Gizmo", "Sprocket", "Bleep", "Tinker", "Whirr"]
    return [*first, *(f"Robot {number}" for number in range(1, 20))]


def stale(ask: Ask, since: int) -> Refusal | None:
    """Refuse what was drawn before this revision, or never."""
    seen, revision = ask.request.seen, ask.table.revision
    if seen is None or since <= seen <= revision:
        return None
    return Refusal("forged") if seen > revision or seen < 0 else Refusal("stale", {"revision": revision})


def only_host(ask: Ask) -> Refusal | None:
    return None if ask.hosted else Refusal("not_host")


def start(ask: Ask, wish: Start) -> Turn | Refusal:
    """Deal. The seed is drawn now and its hash shown, so that nobody could have fitted it to the seats."""
    table, kind = ask.table, ask.kind()
    if isinstance(kind, Refusal):
        return kind
    if refusal := not_lobby(table) or only_host(ask) or stale(ask, table.since):
        return refusal
    if len(table.seats) < kind.least:
        return Refusal("too_few", {"least": kind.least, "seats": len(table.seats)})
    most = kind.room(table.options)
    if len(table.seats) > most:
        return Refusal("too_many", {"most": most, "seats": len(table.seats)})
    if faults := kind.check(table.options):
        return Refusal("bad_options", {"faults": "\n".join(faults)})
    seed = ask.context.seed()
    seats = tuple(
        replace(seat, sex=seat.sex or SEXES[mix(seed, -1 - number) & 1])
        if kind.sexes
        else replace(seat, sex="")
        for number, seat in enumerate(table.seats)
    )
    setup = setup_of(replace(table, seats=seats), seed)
    try:
        game = kind.make(setup, None)
    except BadSetup as error:
        return Refusal(error.code, error.data)
    state, events = game.start()
    # What kept the lobby from being shown may be mended: a game that cannot be shown stops by itself.
    begun = replace(
        table,
        phase="playing",
        halt="",
        trouble="",
        seats=seats,
        commitment=commitment(seed),
        digest=game.digest,
    )
    standing = Standing(begun, seed, game=game, state=state)
    return Turn(standing, events, definitions=(game.digest, kind.definitions(setup)), fresh=True)


def setup_of(table: Table, seed: int) -> Setup:
    """Return what the table's game is made from."""
    sexes = tuple(seat.sex for seat in table.seats)
    return Setup(table.game, len(table.seats), seed, table.options, sexes if all(sexes) else ())
