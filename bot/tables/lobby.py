"""What can be asked of a table before the game begins."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from bot.tables import intents
from bot.tables.results import refuse
from bot.tables.sealed_seed import contributions_of, hash_of_secret, mix_seed, new_secret, new_seed
from bot.tables.state import TableState
from bot.tables.table import SPEED_LIMITS, Phase, Seat, Table, WatcherDisplay
from bot.tables.timing import ClockEffect, is_host_gone
from cards.game_module import GameModule
from cards.kernel.dice import commitment, mix
from cards.kernel.events import Event
from cards.kernel.game import Setup, SetupError
from cards.kernel.moves import Action
from cards.lessons.progress import Progress
from cards.registry import GameRegistry

VALID_SEXES = ("male", "female")
MAX_NAME_CHARS = 32

MAX_STACKED_MARKS = 3
"""Marks above and below one letter of a name."""

BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs by Unicode that nobody can see."""


@dataclass(frozen=True, slots=True)
class TableConfig:
    """What decisions need beside the table itself: the games, and what their dice come from.

    ``make_seed`` fixes the seeds for tests; nobody's presses go into them.
    """

    games: GameRegistry
    make_seed: Callable[[], int] | None = None
    make_secret: Callable[[], str] = new_secret


@dataclass(frozen=True, slots=True)
class Decision:
    """An accepted request, not saved yet: the table after it, what happened, what went into the game."""

    state: TableState
    events: tuple[Event, ...] = ()
    actions: tuple[Action, ...] = ()
    definitions: tuple[str, bytes] | None = None
    back_to: int = -1
    invalidates_buttons: bool = False
    """Whether all that was drawn before is void, although the wait looks the same."""
    clock_effect: ClockEffect = "go_on"
    """What the clock does if the wait is still the same one."""


@dataclass(frozen=True, slots=True)
class Undo:
    """The way back before the latest move: whose it was, and the game's state and revision before it."""

    seat: int
    revision: int
    game_state: Any


@dataclass(frozen=True, slots=True)
class RequestContext:
    """A request with what it is about. ``seat`` is where the one who asks sits."""

    config: TableConfig
    state: TableState
    request: intents.Request
    seat: int | None = None
    undo: Undo | None = None
    now: int = 0

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def is_host(self) -> bool:
        """Return True if the host asks, or somebody else who sits there while the host is gone."""
        is_heir = self.seat is not None and is_host_gone(self.state, self.now)
        return is_heir or self.request.user == self.table.host

    def game_module(self) -> GameModule:
        """Return the game that the table is for."""
        return self.config.games.find(self.table.game) or refuse("no_game", game=self.table.game)

    def own_seat(self) -> int:
        """Return where the one who asks sits; it is for seated people only."""
        return refuse("not_seated") if self.seat is None else self.seat

    def with_table(self, **fields: object) -> Decision:
        """Accept with some of the table's facts changed."""
        return Decision(replace(self.state, table=replace(self.table, **fields)))  # type: ignore[arg-type]

    def with_seat(self, number: int, seat: Seat) -> Decision:
        """Accept with one seat changed."""
        return self.with_table(seats=with_seat_replaced(self.table.seats, number, seat))


def with_seat_replaced(seats: tuple[Seat, ...], number: int, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats with one of them replaced."""
    return (*seats[:number], seat, *seats[number + 1 :])


def clean_name(name: str) -> str:
    """Return the name on one line, without invisible characters, at most 32 characters.

    Marks do not pile up on a letter: they would reach into other lines. No script needs more than a few, and
    without any letter there is nothing to see: "".
    """
    visible, marks, letters = "", 0, 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if letter.isspace() or letter in BLANK_LETTERS:
            visible += " "
        elif kind[0] != "C" and marks <= MAX_STACKED_MARKS:
            visible += letter
            letters += kind[0] != "M"
    return " ".join(visible.split())[:MAX_NAME_CHARS].rstrip() if letters else ""


def require_phase(table: Table, *phases: Phase) -> None:
    if table.phase not in phases:
        refuse("wrong_phase", phase=table.phase)


def _name_of(name: str, sex: str) -> str:
    """Return what somebody who sits down is called; they may have said whom they play."""
    name = clean_name(name) or refuse("bad_name")
    if sex and sex not in VALID_SEXES:
        refuse("bad_sex", sex=sex)
    return name


def create(
    config: TableConfig, number: int, user: int, intent: intents.Create, *, first_game: bool = False
) -> Decision:
    """Open a lobby with its host in the first seat; on no server the others are computers."""
    module = config.games.find(intent.game) or refuse("no_game", game=intent.game)
    if module.lesson is not None and intent.guild:
        refuse("no_game", game=intent.game)
    if intent.speed not in SPEED_LIMITS:
        refuse("bad_speed", speed=intent.speed)
    name = _name_of(intent.name, intent.sex)
    table = Table(
        id=number,
        channel=intent.channel,
        guild=intent.guild,
        host=user,
        game=module.name,
        speed=intent.speed,
        options=dict(module.default_options),
        seats=(Seat(user, name, intent.sex),),
        place=intent.place,
        first_game=first_game,
        lesson=None if module.lesson is None else Progress(),
    )
    if module.lesson is None:
        return Decision(open_lobby(config, _filled_up(table, module, 1 + intent.computers)))
    others = (Seat(0, computer, robot=module.default_player) for computer in module.lesson.names[1:])
    return Decision(open_lobby(config, replace(table, seats=(*table.seats, *others))))


def open_lobby(config: TableConfig, table: Table) -> TableState:
    """Return the state of a new lobby. Its secret is drawn now and the hash shown, before anybody presses."""
    if config.make_seed is not None:
        return TableState(table)
    secret = config.make_secret()
    return TableState(replace(table, secret_hash=hash_of_secret(secret)), secret=secret)


def join(ctx: RequestContext, intent: intents.Join) -> Decision:
    table, module = ctx.table, ctx.game_module()
    require_phase(table, "lobby")
    if ctx.seat is not None:
        refuse("seated", seat=ctx.seat)
    _require_room(table, module)
    name = _name_of(intent.name, intent.sex)
    seat = Seat(ctx.request.user, name, intent.sex, interaction_id=ctx.request.interaction_id)
    return ctx.with_table(seats=(*table.seats, seat))


def _require_room(table: Table, module: GameModule) -> None:
    most = module.seat_limit(table.options)
    if len(table.seats) >= most:
        refuse("full", most=most)


def set_game(ctx: RequestContext, intent: intents.SetGame) -> Decision:
    _require_lobby_host(ctx)
    game, module = intent.game, ctx.config.games.find(intent.game)
    if module is None and "+" in game:
        # Who adds a game of its own to what is played means that game: a menu keeps the old ticks.
        before = ctx.table.game.split("+")
        game = "+".join(name for name in game.split("+") if name not in before)
        module = ctx.config.games.find(game) if game else None
    if module is None or module.lesson is not None:
        refuse("no_mix" if "+" in intent.game else "no_game", game=intent.game)
    chosen = ctx.with_table(game=module.name, options=_kept_options(ctx, module))
    return replace(chosen, invalidates_buttons=True)


def _kept_options(ctx: RequestContext, module: GameModule) -> dict[str, Any]:
    """Return the usual options of another game, with those changed for the last one that it knows as well."""
    usual, before = dict(module.default_options), ctx.config.games.find(ctx.table.game)
    if before is None:
        return usual
    changed = {
        key: value
        for key, value in ctx.table.options.items()
        if key in usual and value != before.default_options.get(key)
    }
    kept = {**usual, **changed}
    return usual if module.option_faults(kept) else kept


def set_options(ctx: RequestContext, intent: intents.SetOptions) -> Decision:
    module = ctx.game_module()
    _require_lobby_host(ctx)
    options = {**ctx.table.options, **_with_defaults(module, intent.options)}
    _require_sound(module, options)
    return replace(ctx.with_table(options=options), invalidates_buttons=True)


def _require_sound(module: GameModule, options: Mapping[str, Any]) -> None:
    if faults := module.option_faults(options):
        refuse("bad_options", faults="\n".join(faults))


def _with_defaults(module: GameModule, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options with their defaults in place of None, unless None is a value of its own."""
    usual = module.default_options
    return {
        key: usual.get(key) if value is None and module.option_faults({**usual, key: None}) else value
        for key, value in options.items()
    }


def set_speed(ctx: RequestContext, intent: intents.SetSpeed) -> Decision:
    require_host(ctx)
    if intent.speed not in SPEED_LIMITS:
        refuse("bad_speed", speed=intent.speed)
    return replace(ctx.with_table(speed=intent.speed), invalidates_buttons=ctx.table.phase == "lobby")


def set_watchers(ctx: RequestContext, intent: intents.SetWatchers) -> Decision:
    require_host(ctx)
    if intent.shown not in get_args(WatcherDisplay):
        refuse("bad_choice")
    return ctx.with_table(watchers=intent.shown)


def add_robot(ctx: RequestContext, intent: intents.AddRobot) -> Decision:
    table, module = ctx.table, ctx.game_module()
    _require_lobby_host(ctx)
    robot = intent.kind or module.default_player
    if robot not in module.players:
        refuse("no_robot", robot=robot)
    _require_room(table, module)
    return ctx.with_table(seats=(*table.seats, Seat(0, robot_name(table, robot), robot=robot)))


ROBOT_NAMES = ("Cogsworth", "Rusty", "Pixel", "Gizmo", "Sprocket", "Bleep", "Tinker", "Whirr")
ROBOT_NAMES_BY_KIND = {
    "cunning": (
        "Vixen",
        "Reynard",
        "Foxglove",
        "Slyboots",
        "Machiavella",
        "Checkmate",
        "Quicksilver",
        "Hush",
    ),
    "random": ("Dizzy", "Oops", "Wobble", "Tombola", "Maybe", "Hiccup", "Whoopsie", "Confetti"),
}
"""Kinds of computer players that are told apart by their names."""


def robot_name(table: Table, kind: str = "") -> str:
    """Return a name for a computer player of this kind that nobody at the table has."""
    taken = {seat.name.casefold() for seat in table.seats}
    names = ROBOT_NAMES_BY_KIND.get(kind, ROBOT_NAMES)
    return next(
        name for name in (*names, *(f"Robot {n}" for n in range(1, 20))) if name.casefold() not in taken
    )


def require_fresh(ctx: RequestContext, since: int, still_valid: Callable[[], bool] = lambda: False) -> None:
    """Refuse what was drawn before this revision, unless it is ``still_valid``, or never."""
    seen, revision = ctx.request.seen, ctx.table.revision
    if seen is None or since <= seen <= revision:
        return
    if seen > revision or seen < 0:
        refuse("forged")
    if not still_valid():
        refuse("stale", revision=revision)


def require_host(ctx: RequestContext) -> None:
    if not ctx.is_host:
        refuse("not_host")


def _require_lobby_host(ctx: RequestContext) -> None:
    require_phase(ctx.table, "lobby")
    require_host(ctx)


def start(ctx: RequestContext, intent: intents.Start) -> Decision:
    """Deal, with a seed made from the bot's secret and the presses of joining and of this start."""
    table, module = ctx.table, ctx.game_module()
    _require_lobby_host(ctx)
    require_fresh(ctx, table.since)
    table = replace(table, game=module.name)  # what was saved may repeat a set
    if intent.robots:
        table = _filled_up(table, module, module.min_seats)
    seated, most = len(table.seats), module.seat_limit(table.options)
    if seated < module.min_seats:
        refuse("too_few", least=module.min_seats, seats=seated)
    if seated > most:
        refuse("too_many", most=most, seats=seated)
    _require_sound(module, table.options)
    presses = contributions_of(table.seats, ctx.own_seat(), ctx.request.interaction_id)
    secret = ctx.state.secret
    seed = mix_seed(secret, presses) if secret else (ctx.config.make_seed or new_seed)()
    seats = tuple(_ready(seat, number, seed, module) for number, seat in enumerate(table.seats))
    setup = setup_of(replace(table, seats=seats), seed)
    try:
        game = module.make(setup, None)
    except SetupError as error:
        refuse(error.code, **error.data)
    game_state, events = game.start()
    # What kept the lobby from being shown may be fixed: a game that cannot be shown stops by itself.
    begun = replace(
        table,
        phase="playing",
        halt="",
        trouble="",
        seats=seats,
        commitment="" if secret else commitment(seed),
        contributions=presses if secret else (),
        digest=game.digest,
        lesson=None if table.lesson is None else Progress(turn_revision=table.revision + 1),
    )
    state = TableState(begun, seed, game=game, game_state=game_state, secret=secret)
    return Decision(
        state, events, definitions=(game.digest, module.definitions(setup)), invalidates_buttons=True
    )


def _filled_up(table: Table, module: GameModule, seats: int) -> Table:
    """Return the table with as many computers as there are seats to fill."""
    while module.players and len(table.seats) < seats:
        robot = module.default_player
        table = replace(table, seats=(*table.seats, Seat(0, robot_name(table, robot), robot=robot)))
    return table


def _ready(seat: Seat, number: int, seed: int, module: GameModule) -> Seat:
    """Return the seat as the game begins: with a sex where the game has them, its press used up."""
    sex = (seat.sex or VALID_SEXES[mix(seed, -1 - number) & 1]) if module.has_sexes else ""
    return replace(seat, sex=sex, interaction_id=0)


def setup_of(table: Table, seed: int) -> Setup:
    """Return what the table's game is made from."""
    sexes = tuple(seat.sex for seat in table.seats)
    return Setup(table.game, len(table.seats), seed, table.options, sexes if all(sexes) else ())
