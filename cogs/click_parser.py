"""Reads a press once: its custom_id, menu and form become a request."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, assert_never, get_args

from bot.tables.choices import decode
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
from bot.views.base import custom_ids
from bot.views.base.custom_ids import ButtonAction, CustomId
from bot.views.press.terms import NOTE_FIELD
from bot.views.table.lobby import WITH_ROBOTS
from cards.kernel.moves import Refusal
from cogs.answers import Click
from cogs.click_requests import (
    AnswerKind,
    AnswerOffer,
    AnswerPoll,
    ChangeTable,
    ClickRequest,
    FillSlot,
    LobbyRequest,
    LookAtMove,
    MakeMove,
    MoveRequest,
    OpenMoveForm,
    OpenSettingForm,
    RefusedPress,
    ReplayClick,
    SendGameFiles,
    SendMoveForm,
    SetFlags,
    SetTerm,
    ShareHighlights,
    ShowAsking,
    ShowCard,
    ShowDesk,
    ShowDetails,
    ShowDice,
    ShowHand,
    ShowLeaving,
    ShowReplay,
    ShowRules,
    ShowSeat,
    ShowSettings,
    ShowStory,
    WatchTable,
)
from cogs.lobby_settings import read_value

Choice = TypeVar("Choice", bound=str)

INTENTS_BY_NAME: dict[str, Callable[[], Intent]] = {
    "equip": EquipBest,
    "rematch": Rematch,
    "resume": Resume,
    "undo": AskUndo,
}
"""What is asked of the table without anything that has to be read, by the name on the button."""

MAX_NUMBER_DIGITS = 6
"""Digits of a page or a card in a custom_id; longer ones were never drawn."""


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
        return SetTerm(pressed.table, pressed.seen, draft, picks, (fields or {}).get(NOTE_FIELD, ()))
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


def _screen_request(pressed: CustomId, values: tuple[str, ...]) -> ClickRequest:
    name, _, rest = pressed.rest.partition(".")
    match name:
        case "do":
            return _menu_request(pressed, values)
        case "seat":
            return _closer_look(pressed, _first(values))
        case "card":
            return ShowCard(pressed.table, _number(rest))
        case custom_ids.SURE:
            return _look_request(pressed, rest)
        case "cards":
            return ShowCard(pressed.table, _number(_first(values), default=_number(rest)))
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
            return ShowStory(pressed.table, _number(rest))
        case _:
            return ShowHand(pressed.table)


def _look_request(pressed: CustomId, rest: str) -> LookAtMove | RefusedPress:
    choice = decode(rest)
    return _forged(pressed) if choice is None else LookAtMove(pressed.table, pressed.seen, choice)


def _answer_request(pressed: CustomId, rest: str) -> AnswerOffer | RefusedPress:
    name, *offers = rest.split(".")
    kinds: tuple[AnswerKind, ...] = get_args(AnswerKind)
    for how in kinds:
        if how == name:
            numbers = frozenset(_number(number) for number in offers)
            return AnswerOffer(pressed.table, pressed.seen, how, numbers)
    return _forged(pressed)


def _closer_look(pressed: CustomId, value: str) -> ShowSeat | ShowCard:
    """Read the menu on the table's message: a seat, or a card that lies open in the middle."""
    card = value.removeprefix(custom_ids.OPEN_CARD_SIGN)
    if card != value and card.isdecimal():
        return ShowCard(pressed.table, _number(card))
    return ShowSeat(pressed.table, _number(value, default=-1))


def _menu_request(pressed: CustomId, values: tuple[str, ...]) -> MoveRequest | RefusedPress:
    """Read the choice in a menu of moves: each option holds the custom_id of a button."""
    inner = custom_ids.parse(_first(values))
    moves = (ButtonAction.MOVE, ButtonAction.PICK, ButtonAction.FORM, ButtonAction.TERMS)
    if inner is None or inner.table != pressed.table:
        return _forged(pressed)
    name, _, rest = inner.rest.partition(".")
    if inner.action is ButtonAction.SCREEN and name == custom_ids.SURE:
        return _look_request(inner, rest)
    if inner.action not in moves:
        return _forged(pressed)
    return _move_request(inner, (), None, from_menu=True)


def _rules_request(pressed: CustomId, values: tuple[str, ...]) -> ShowRules:
    """Read ``what.value.game.card``; a menu says the page or the game by what is chosen."""
    what, value, game, card, *_ = (*pressed.rest.split("."), "", "", "")
    number = _number(card, default=-1)
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
        case "out":
            return Leave(robot=rest == "robot")
        case "ask":
            return _chosen(rest or value, get_args(AskingChoice), SetAsking) or Refusal("bad_choice")
        case "end":
            return End(click.may_manage)
        case "robot":
            return AddRobot(rest or value)
        case "sex":
            return SetSex(rest or value)
        case "preset" | "standard":
            return SetOptions({rest: name == "preset"})
        case "start":
            return Start(robots=rest == WITH_ROBOTS)
        case "surplus":
            return _surplus(rest)
        case "game":
            return SetGame("+".join(click.values))
        case "more":
            return SetGame("+".join((rest, *click.values)))
        case "speed":
            return _chosen(value, get_args(Speed), SetSpeed) or Refusal("bad_speed")
        case "watchers":
            return _chosen(value, get_args(WatcherDisplay), SetWatchers) or Refusal("bad_choice")
        case "set":
            return SetOptions({rest: read_value(_first((click.fields or {}).get("value", ())))})
        case _:
            return INTENTS_BY_NAME[name]() if name in INTENTS_BY_NAME else Refusal("forged")


def _chosen(value: str, choices: tuple[Choice, ...], make: Callable[[Choice], Intent]) -> Intent | None:
    """Return the intent for one of the choices; None if the value is none of them."""
    return next((make(choice) for choice in choices if choice == value), None)


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
    rest = _first(values) if pressed.rest == "jump" else pressed.rest
    chapter, mode, part, *_ = (*rest.split("."), "", "")
    return ShowReplay(pressed.table, _number(chapter), mode == "open", _number(part))


def _forged(pressed: CustomId) -> RefusedPress:
    return RefusedPress(pressed.table, Refusal("forged"))


def _first(values: tuple[str, ...]) -> str:
    return values[0] if values else ""


def _number(text: str, *, default: int = 0) -> int:
    return int(text) if text.isdecimal() and len(text) <= MAX_NUMBER_DIGITS else default
