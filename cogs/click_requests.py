"""What a press asks for: its custom_id, menu and form, read once.

All of it can be forged, so a request only says what the presser would like. The table decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never, get_args

from bot.tables.choices import Choice
from bot.tables.intents import (
    AddRobot,
    AskingChoice,
    AskUndo,
    End,
    EquipBest,
    GiveSurplus,
    Intent,
    Join,
    Leave,
    Rematch,
    Resume,
    SetAsking,
    SetGame,
    SetOptions,
    SetSex,
    SetSpeed,
    SetWatchers,
    Start,
)
from bot.tables.table import Speed, WatcherDisplay
from bot.views import custom_ids
from bot.views.custom_ids import ButtonAction, CustomId, MoveDraft, PartialChoice
from bot.views.lobby import WITH_ROBOTS
from cards.kernel.moves import Pick, Refusal
from cogs.answers import Click
from cogs.lobby_settings import read_value

VALID_SPEEDS: tuple[Speed, ...] = ("live", "relaxed", "post")

MAX_NUMBER_DIGITS = 6
"""Digits of a page or a card in a custom_id; longer ones were never drawn."""


@dataclass(frozen=True, slots=True)
class MakeMove:
    """Make a move whose slots are all filled; ``seen`` is the revision the button was drawn for."""

    table: int
    seen: int
    choice: Choice
    from_menu: bool = False


@dataclass(frozen=True, slots=True)
class FillSlot:
    """Fill the next slot of a move with these picks; without any, ask for it."""

    table: int
    seen: int
    partial_choice: PartialChoice
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class OpenMoveForm:
    """Open the form of a move."""

    table: int
    seen: int
    choice: Choice


@dataclass(frozen=True, slots=True)
class SendMoveForm:
    """Make a move with what was filled in."""

    table: int
    seen: int
    choice: Choice
    fields: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class SetTerm:
    """Show the terms of a move, with these picks for the one whose menu was used; or send them."""

    table: int
    seen: int
    draft: MoveDraft
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Show the presser's own hand."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowCard:
    """Show one card, or the hand if the card cannot be seen."""

    table: int
    card: int


@dataclass(frozen=True, slots=True)
class ShowDesk:
    """Show a screen of moves that belong together."""

    table: int
    name: str


@dataclass(frozen=True, slots=True)
class ShowSeat:
    """Show what lies in front of somebody."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class ShowStory:
    """Show a page of the story; page 0 begins with what the presser has missed."""

    table: int
    page: int = 0


@dataclass(frozen=True, slots=True)
class WatchTable:
    """Show the table to somebody who does not sit there, and keep that up to date."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowDice:
    """Open the seal of a finished game's dice."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowDetails:
    """Show what the table's message has no room for, to anybody who asks."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowAsking:
    """Show when the presser is asked whether they pass, and let them choose."""

    table: int


AnswerKind = Literal["accept", "refuse", "counter"]


@dataclass(frozen=True, slots=True)
class AnswerOffer:
    """Answer what somebody offers the presser, from the message that all can see.

    ``offers`` are the numbers of those that stood there.
    """

    table: int
    seen: int
    how: AnswerKind
    offers: frozenset[int]


@dataclass(frozen=True, slots=True)
class ShowLeaving:
    """Ask the presser whether they want to leave the game."""

    table: int


@dataclass(frozen=True, slots=True)
class ShareHighlights:
    """Post the highlights of a finished game for everybody."""

    table: int


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Show a page of the rules of a table, or of a game where there is none.

    ``card`` is the card that was being read, -1 if none; without a topic the moment chooses the page.
    """

    topic: str
    table: int = 0
    game: str = ""
    card: int = -1


@dataclass(frozen=True, slots=True)
class AnswerPoll:
    """Answer the poll that the button was drawn for."""

    table: int
    seen: int
    yes: bool


@dataclass(frozen=True, slots=True)
class ChangeTable:
    """Ask something of the table itself; ``seen`` is None where the button counts at any time."""

    table: int
    intent: Intent
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class SetFlags:
    """Switch these yes-or-no options on, and all others off."""

    table: int
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show the settings of the lobby."""

    table: int


@dataclass(frozen=True, slots=True)
class OpenSettingForm:
    """Open the form for the value of one option."""

    table: int
    key: str


@dataclass(frozen=True, slots=True)
class ShowReplay:
    """Show a chapter of a finished game."""

    table: int
    chapter: int
    hands_open: bool = False


@dataclass(frozen=True, slots=True)
class SendGameFiles:
    """Hand the files of a finished game to its host."""

    table: int


@dataclass(frozen=True, slots=True)
class RefusedPress:
    """Something that no screen of ours offers."""

    table: int
    why: Refusal


MoveRequest = MakeMove | FillSlot | OpenMoveForm | SendMoveForm | SetTerm
ScreenRequest = (
    ShowHand
    | ShowCard
    | ShowDesk
    | ShowSeat
    | ShowDetails
    | ShowAsking
    | ShowLeaving
    | AnswerOffer
    | ShowStory
    | ShareHighlights
    | WatchTable
    | ShowDice
)
LobbyRequest = ChangeTable | SetFlags | ShowSettings | OpenSettingForm
ReplayClick = ShowReplay | SendGameFiles
ClickRequest = (
    MoveRequest | ScreenRequest | LobbyRequest | ReplayClick | ShowRules | AnswerPoll | RefusedPress
)


def parse_click(click: Click) -> ClickRequest | None:
    """Return what a press asks for; None where the button is not one of ours, or of an older version."""
    pressed = custom_ids.parse(click.custom_id)
    if pressed is None:
        return None
    match pressed.action:
        case ButtonAction.MOVE | ButtonAction.PICK | ButtonAction.FORM | ButtonAction.TERMS:
            return _move_request(pressed, click.values, click.fields)
        case ButtonAction.SCREEN:
            return _screen_request(pressed, click.values)
        case ButtonAction.HELP:
            return _rules_request(pressed, click.values)
        case ButtonAction.LOBBY:
            return _lobby_request(pressed, click)
        case ButtonAction.VOTE:
            return AnswerPoll(pressed.table, pressed.seen, pressed.rest == "yes")
        case ButtonAction.REPLAY:
            return _replay_request(pressed, click.values)
    assert_never(pressed.action)


def _move_request(
    pressed: CustomId,
    values: tuple[str, ...],
    fields: dict[str, tuple[str, ...]] | None,
    *,
    from_menu: bool = False,
) -> MoveRequest | RefusedPress:
    parsed = [custom_ids.parse_pick(value) for value in values]
    picks = tuple(pick for pick in parsed if pick is not None)
    if pressed.action is ButtonAction.TERMS:
        draft = custom_ids.parse_draft(pressed.rest)
        if draft is None or len(picks) < len(parsed):
            return _forged(pressed)
        return SetTerm(pressed.table, pressed.seen, draft, picks)
    partial_choice = custom_ids.parse_partial_choice(pressed.rest)
    if partial_choice is None or len(picks) < len(parsed):
        return _forged(pressed)
    if pressed.action is ButtonAction.MOVE:
        return MakeMove(pressed.table, pressed.seen, partial_choice.choice, from_menu)
    if pressed.action is ButtonAction.PICK:
        return FillSlot(pressed.table, pressed.seen, partial_choice, picks)
    if fields is None:
        return OpenMoveForm(pressed.table, pressed.seen, partial_choice.choice)
    return SendMoveForm(pressed.table, pressed.seen, partial_choice.choice, fields)


def _screen_request(pressed: CustomId, values: tuple[str, ...]) -> ScreenRequest | MoveRequest | RefusedPress:
    name, _, rest = pressed.rest.partition(".")
    match name:
        case "do":
            return _menu_request(pressed, values)
        case "seat":
            return _closer_look(pressed, _first(values))
        case "card":
            return ShowCard(pressed.table, _short_number(rest))
        case "cards":
            return ShowCard(pressed.table, _number(_first(values), default=_short_number(rest)))
        case "desk":
            return ShowDesk(pressed.table, rest)
        case custom_ids.DETAILS:
            return ShowDetails(pressed.table)
        case "asking":
            return ShowAsking(pressed.table)
        case "offer":
            return _answer_request(pressed, rest)
        case "leave":
            return ShowLeaving(pressed.table)
        case "share":
            return ShareHighlights(pressed.table)
        case "watch":
            return WatchTable(pressed.table)
        case "dice":
            return ShowDice(pressed.table)
        case "story":
            return ShowStory(pressed.table, _short_number(rest))
        case _:
            return ShowHand(pressed.table)


def _answer_request(pressed: CustomId, rest: str) -> AnswerOffer | RefusedPress:
    name, *offers = rest.split(".")
    kinds: tuple[AnswerKind, ...] = get_args(AnswerKind)
    for how in kinds:
        if how == name:
            numbers = frozenset(_short_number(number) for number in offers)
            return AnswerOffer(pressed.table, pressed.seen, how, numbers)
    return _forged(pressed)


def _closer_look(pressed: CustomId, value: str) -> ShowSeat | ShowCard:
    """Read the menu on the table's message: a seat, or a card that lies open in the middle."""
    card = value.removeprefix(custom_ids.OPEN_CARD_SIGN)
    if card != value and card.isdecimal():
        return ShowCard(pressed.table, _short_number(card))
    return ShowSeat(pressed.table, _number(value, default=-1))


def _menu_request(pressed: CustomId, values: tuple[str, ...]) -> MoveRequest | RefusedPress:
    """Read the choice in a menu of moves: each option holds the custom_id of a button."""
    inner = custom_ids.parse(_first(values))
    moves = (ButtonAction.MOVE, ButtonAction.PICK, ButtonAction.FORM, ButtonAction.TERMS)
    if inner is None or inner.action not in moves or inner.table != pressed.table:
        return _forged(pressed)
    return _move_request(inner, (), None, from_menu=True)


def _rules_request(pressed: CustomId, values: tuple[str, ...]) -> ShowRules:
    """Read ``what.value.game.card``; a menu says the page or the game by what is chosen."""
    what, value, game, card, *_ = (*pressed.rest.split("."), "", "", "")
    number = _number(card[:MAX_NUMBER_DIGITS], default=-1)
    match what:
        case "page":
            return ShowRules(value, pressed.table, game, number)
        case "game":
            return ShowRules("", pressed.table, _first(values))
        case _:
            return ShowRules(_first(values), pressed.table, game, number)


def _lobby_request(pressed: CustomId, click: Click) -> LobbyRequest | RefusedPress:
    name, _, rest = pressed.rest.partition(".")
    if name == "settings":
        return ShowSettings(pressed.table)
    if name == "value":
        return OpenSettingForm(pressed.table, _first(click.values))
    if name == "flags":
        return SetFlags(pressed.table, click.values)
    intent = _lobby_intent(name, rest, click)
    if isinstance(intent, Refusal):
        return RefusedPress(pressed.table, intent)
    # Buttons that would surprise people at another moment count only at the one they were drawn for.
    timely = isinstance(intent, Start | AskUndo | GiveSurplus) or name == "leave"
    return ChangeTable(pressed.table, intent, pressed.seen if timely else None)


def _lobby_intent(name: str, rest: str, click: Click) -> Intent | Refusal:
    value = _first(click.values)
    match name:
        case "join":
            return Join(click.name, rest if rest in ("male", "female") else "")
        case "leave":
            return Leave()
        case "ask":
            choices: tuple[AskingChoice, ...] = get_args(AskingChoice)
            chosen = rest or value
            return next((SetAsking(choice) for choice in choices if choice == chosen), Refusal("bad_choice"))
        case "out":
            return Leave(robot=rest == "robot")
        case "end":
            return End(click.may_manage)
        case "undo":
            return AskUndo()
        case "robot":
            return AddRobot(rest or value)
        case "sex":
            return SetSex(value)
        case "preset":
            return SetOptions({rest: True})
        case "standard":
            return SetOptions({rest: False})
        case "start":
            return Start(robots=rest == WITH_ROBOTS)
        case "resume":
            return Resume()
        case "rematch":
            return Rematch()
        case "equip":
            return EquipBest()
        case "surplus":
            return _surplus(rest)
        case "game":
            return SetGame("+".join(click.values))
        case "speed":
            return next((SetSpeed(speed) for speed in VALID_SPEEDS if speed == value), Refusal("bad_speed"))
        case "watchers":
            displays: tuple[WatcherDisplay, ...] = get_args(WatcherDisplay)
            return next((SetWatchers(shown) for shown in displays if shown == value), Refusal("bad_choice"))
        case "set":
            return SetOptions({rest: read_value(_first((click.fields or {}).get("value", ())))})
        case _:
            return Refusal("forged")


def _surplus(rest: str) -> GiveSurplus | Refusal:
    """Read the cards that the button has named; none where it leaves them to the bot."""
    numbers = rest.split(".") if rest else []
    if any(not number.isdecimal() or len(number) > MAX_NUMBER_DIGITS for number in numbers):
        return Refusal("forged")
    return GiveSurplus(tuple(map(int, numbers)))


def _replay_request(pressed: CustomId, values: tuple[str, ...]) -> ReplayClick:
    """Read which chapter is wanted: from the button, or from what was chosen in the menu of highlights."""
    if pressed.rest == "files":
        return SendGameFiles(pressed.table)
    chapter, _, mode = (_first(values) if pressed.rest == "jump" else pressed.rest).partition(".")
    return ShowReplay(pressed.table, _short_number(chapter), mode == "open")


def _forged(pressed: CustomId) -> RefusedPress:
    return RefusedPress(pressed.table, Refusal("forged"))


def _first(values: tuple[str, ...]) -> str:
    return values[0] if values else ""


def _number(text: str, *, default: int) -> int:
    return int(text) if text.isdecimal() else default


def _short_number(text: str) -> int:
    return _number(text, default=0) if len(text) <= MAX_NUMBER_DIGITS else 0
