"""Presses that ask something of the table itself, and those on the settings of a lobby."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, get_args

from bot.tables import intents
from bot.tables.intents import Intent, Request
from bot.tables.results import refuse
from bot.tables.table import Occupant, Speed, WatcherDisplay
from bot.views.table import settings
from bot.views.table.lobby import WITH_ROBOTS
from cards.kernel.moves import Refusal
from cogs.alone import open_lesson, play_alone
from cogs.answer_builder import Outcome
from cogs.answers import Click
from cogs.lobby_settings import lobby_settings, read_value
from cogs.presses.base import (
    MAX_NUMBER_DIGITS,
    PressContext,
    Pressed,
    PressRequest,
    Reader,
    RefusedPress,
    forged,
)
from cogs.quotas import open_table, refuse_too_many

Choice = TypeVar("Choice", bound=str)

MAX_USER_DIGITS = 20


@dataclass(frozen=True, slots=True)
class ChangeTable(PressRequest):
    """Ask something of the table; ``seen`` is None where the button counts at any time."""

    intent: Intent
    seen: int | None = None

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        if isinstance(self.intent, intents.Rematch) and (refusal := await self._refuse_rematch(click, at)):
            return refusal
        if refusal := await click.refuse_unseen(self.intent):
            return refusal
        request = Request(click.interaction_id, click.user, self.intent, self.seen)
        return await at.tables.send(self.table, request)

    async def _refuse_rematch(self, click: Click, at: PressContext) -> Refusal | None:
        """Refuse one table too many, where the channel of the one that has ended is free for it."""
        old = (await at.view(self.table, None)).table
        if old.live or await at.tables.table_in_channel(old.channel) is not None:
            return None
        return await refuse_too_many(at.tables, at.quotas, old.guild, click.user)


@dataclass(frozen=True, slots=True)
class OpenTable(PressRequest):
    """Open a lobby for the standard game where the button stands."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        game = at.games.names()[0]
        return await open_table(at.tables, at.quotas, click, game, at.default_speed)


@dataclass(frozen=True, slots=True)
class Learn(PressRequest):
    """Begin the presser's own lesson, or go on with it."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return await open_lesson(click, at.tables, at.screens, at.answers)


@dataclass(frozen=True, slots=True)
class PlayAlone(PressRequest):
    """Play once more alone, against as many computers as at the table where the button stands."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        old = (await at.seated_view(click, self.table)).table
        sex = old.seats[old.seat_of(click.user) or 0].sex
        computers = len(old.seats) - 1
        return await play_alone(click, at.tables, at.screens, at.answers, old.game, computers, sex)


@dataclass(frozen=True, slots=True)
class AnswerPoll(PressRequest):
    """Answer the poll that the button was drawn for."""

    seen: int
    yes: bool

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return await at.send(click, self.table, intents.Vote(self.yes), self.seen)


@dataclass(frozen=True, slots=True)
class SetFlags(PressRequest):
    """Switch these yes-or-no options on, and all others off."""

    chosen: tuple[str, ...]

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.view(self.table, None)
        kind = at.games.find(view.table.game) or refuse("no_game")
        intent = intents.SetOptions({key: key in self.chosen for key in settings.flags(kind)})
        return await at.tables.send(self.table, Request(click.interaction_id, click.user, intent))


@dataclass(frozen=True, slots=True)
class ShowSettings(PressRequest):
    """Show the settings of the lobby."""

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        return await lobby_settings(at.tables, at.games, self.table, click.user)


@dataclass(frozen=True, slots=True)
class OpenSettingForm(PressRequest):
    """Open the form for the value of one option."""

    key: str

    async def answer(self, click: Click, at: PressContext) -> Outcome:
        view = await at.view(self.table, click.user)
        kind = at.games.find(view.table.game)
        if kind is None or self.key not in kind.default_options:
            return Refusal("forged")
        return settings.value_form(view.table, kind, self.key)


def _asks(intent: Callable[[Pressed], Intent | Refusal], *, timely: bool = False) -> Reader:
    """Return a reader of presses that ask this of the table.

    A ``timely`` button would surprise people at another moment: it counts only at the one it was drawn for.
    """

    def read(pressed: Pressed) -> PressRequest:
        asked = intent(pressed)
        if isinstance(asked, Refusal):
            return RefusedPress(pressed.id.table, asked)
        return ChangeTable(pressed.id.table, asked, pressed.id.seen if timely else None)

    return read


def _one_of(
    choices: tuple[Choice, ...], make: Callable[[Choice], Intent], code: str
) -> Callable[[Pressed], Intent | Refusal]:
    """Return what reads one of the choices from button or menu; what is none of them is refused."""

    def read(pressed: Pressed) -> Intent | Refusal:
        value = pressed.rest or pressed.chosen
        return next((make(choice) for choice in choices if choice == value), Refusal(code))

    return read


def _join(pressed: Pressed) -> Intent:
    return intents.Join(pressed.click.name, pressed.rest if pressed.rest in ("male", "female") else "")


def _of_seat(make: Callable[[int, str], Intent]) -> Callable[[Pressed], Intent | Refusal]:
    """Return what reads a seat and a word about who sits there."""

    def read(pressed: Pressed) -> Intent | Refusal:
        seat, _, rest = pressed.rest.partition(".")
        return (
            make(int(seat), rest)
            if seat.isdecimal() and len(seat) <= MAX_NUMBER_DIGITS
            else Refusal("forged")
        )

    return read


def _who(user: str) -> Occupant | None:
    """Read which person was seen in a seat; a computer is whoever sits there."""
    return Occupant(int(user)) if user.isdecimal() and user != "0" and len(user) <= MAX_USER_DIGITS else None


def _surplus(pressed: Pressed) -> Intent | Refusal:
    """Read the cards that the button has named; none where it leaves them to the bot."""
    numbers = pressed.rest.split(".") if pressed.rest else []
    if any(not number.isdecimal() or len(number) > MAX_NUMBER_DIGITS for number in numbers):
        return Refusal("forged")
    return intents.GiveSurplus(tuple(map(int, numbers)))


def _move(pressed: Pressed) -> Intent | Refusal:
    """Read the channel as Discord has described it: what a forged press names has not been looked at."""
    click = pressed.click
    return intents.MoveTo(click.there, click.place_name) if click.there else Refusal("forged")


def _set_option(pressed: Pressed) -> Intent:
    typed = (pressed.click.fields or {}).get("value", ())
    return intents.SetOptions({pressed.rest: read_value(typed[0] if typed else "")})


READERS: dict[str, Reader] = {
    "l": forged,
    "l.again": _asks(lambda _: intents.BackToTurn()),
    "l.alone": lambda pressed: PlayAlone(pressed.id.table),
    "l.ask": _asks(_one_of(get_args(intents.AskingChoice), intents.SetAsking, "bad_choice")),
    "l.end": _asks(lambda pressed: intents.End(pressed.click.may_manage)),
    "l.equip": _asks(lambda _: intents.EquipBest()),
    "l.flags": lambda pressed: SetFlags(pressed.id.table, pressed.click.values),
    "l.game": _asks(lambda pressed: intents.SetGame("+".join(pressed.click.values))),
    "l.host": _asks(_of_seat(lambda seat, user: intents.HandHost(seat, _who(user)))),
    "l.join": _asks(_join),
    "l.kick": _asks(_of_seat(lambda seat, user: intents.Kick(seat, _who(user)))),
    "l.learn": lambda pressed: Learn(pressed.id.table),
    "l.leave": _asks(lambda _: intents.Leave(), timely=True),
    "l.more": _asks(lambda pressed: intents.SetGame("+".join((pressed.rest, *pressed.click.values)))),
    "l.move": _asks(_move),
    "l.new": lambda pressed: OpenTable(pressed.id.table),
    "l.out": _asks(lambda pressed: intents.Leave(robot=pressed.rest == "robot")),
    "l.pause": _asks(lambda _: intents.Pause()),
    "l.preset": _asks(lambda pressed: intents.SetOptions({pressed.rest: True})),
    "l.replace": _asks(_of_seat(lambda seat, kind: intents.Replace(seat, robot=kind or "?"))),
    "l.rematch": _asks(lambda _: intents.Rematch()),
    "l.roll": _asks(lambda _: intents.RollForAll(), timely=True),
    "l.resume": _asks(lambda _: intents.Resume()),
    "l.robot": _asks(lambda pressed: intents.AddRobot(pressed.rest or pressed.chosen)),
    "l.set": _asks(_set_option),
    "l.settings": lambda pressed: ShowSettings(pressed.id.table),
    "l.sex": _asks(lambda pressed: intents.SetSex(pressed.rest or pressed.chosen)),
    "l.skip": _asks(lambda _: intents.SkipTip()),
    "l.speed": _asks(_one_of(get_args(Speed), intents.SetSpeed, "bad_speed")),
    "l.standard": _asks(lambda pressed: intents.SetOptions({pressed.rest: False})),
    "l.start": _asks(lambda pressed: intents.Start(robots=pressed.rest == WITH_ROBOTS), timely=True),
    "l.surplus": _asks(_surplus, timely=True),
    "l.undo": _asks(lambda _: intents.AskUndo(), timely=True),
    "l.value": lambda pressed: OpenSettingForm(pressed.id.table, pressed.chosen),
    "l.watchers": _asks(_one_of(get_args(WatcherDisplay), intents.SetWatchers, "bad_choice")),
    "v": lambda pressed: AnswerPoll(pressed.id.table, pressed.id.seen, pressed.rest == "yes"),
}
