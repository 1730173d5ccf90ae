"""A press is read once: every button that we draw has its request, and what we never draw is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.choices import Choice, encode
from bot.tables.intents import (
    AddRobot,
    AskUndo,
    End,
    EquipBest,
    GiveSurplus,
    HandHost,
    Join,
    Kick,
    Leave,
    Pause,
    Rematch,
    Replace,
    Resume,
    RollForAll,
    SetAsking,
    SetGame,
    SetOptions,
    SetSpeed,
    Start,
)
from bot.tables.table import Occupant
from bot.views.base.custom_ids import ButtonAction, CustomId, MoveDraft, PartialChoice
from bot.views.table import parting
from cards.kernel.moves import Refusal
from cogs.answers import Click
from cogs.presses.base import PressRequest, RefusedPress
from cogs.presses.lobby import AnswerPoll, ChangeTable, OpenSettingForm, SetFlags, ShowSettings
from cogs.presses.looks import ShowAside, ShowAsking, ShowCard, ShowDesk, ShowHand, ShowHost, ShowSeat
from cogs.presses.moves import FillSlot, LookAtMove, MakeMove, OpenMoveForm, SendMoveForm, SetTerm
from cogs.presses.pages import ShowRules
from cogs.presses.registry import READERS, read_press

TABLE, SEEN = 7, 9
KICK = Choice("kick")
DRAFT = MoveDraft(KICK, "a1", (3, 0), "1.0")
SENT = MoveDraft(KICK, "a1", (3, 0), "send")
FIELDS = {"0": ("3",)}
FORGED = RefusedPress(TABLE, Refusal("forged"))
LETTERS = {
    ButtonAction.MOVE: "a",
    ButtonAction.PICK: "w",
    ButtonAction.FORM: "f",
    ButtonAction.TERMS: "t",
    ButtonAction.SCREEN: "g",
    ButtonAction.HELP: "h",
    ButtonAction.LOBBY: "l",
    ButtonAction.VOTE: "v",
    ButtonAction.REPLAY: "r",
}


def click(custom_id: str, *values: str, fields: dict[str, tuple[str, ...]] | None = None) -> Click:
    return Click(1, 2, "Ann", 3, 4, "table", 5, custom_id, values, fields)


def custom_id(action: ButtonAction, rest: str, table: int = TABLE) -> str:
    return str(CustomId(table, SEEN, action, rest))


@pytest.mark.parametrize("action", ButtonAction)
def test_the_letters_on_discord_stay_as_they_are(action: ButtonAction) -> None:
    """Buttons that were drawn by an earlier release are still pressed."""
    assert custom_id(action, "x") == f"k1:7:9:{LETTERS[action]}:x"


@pytest.mark.parametrize(
    ("action", "rest", "values", "request_read"),
    [
        (ButtonAction.MOVE, encode(KICK), (), MakeMove(TABLE, SEEN, KICK)),
        (ButtonAction.PICK, encode(KICK), (), FillSlot(TABLE, SEEN, PartialChoice(KICK), ())),
        (ButtonAction.PICK, encode(KICK), ("3", "4"), FillSlot(TABLE, SEEN, PartialChoice(KICK), (3, 4))),
        (ButtonAction.FORM, encode(KICK), (), OpenMoveForm(TABLE, SEEN, KICK)),
        (ButtonAction.TERMS, encode(KICK), (), SetTerm(TABLE, SEEN, MoveDraft(KICK), ())),
        (ButtonAction.TERMS, f"{encode(KICK)}~a1~3-0~1.0", ("7",), SetTerm(TABLE, SEEN, DRAFT, (7,))),
        (ButtonAction.TERMS, f"{encode(KICK)}~a1~3-0~send", (), SetTerm(TABLE, SEEN, SENT, ())),
        (ButtonAction.SCREEN, "hand", (), ShowHand(TABLE)),
        (ButtonAction.SCREEN, "hand.2", (), ShowHand(TABLE)),
        (ButtonAction.SCREEN, "hand.9999999", (), ShowHand(TABLE)),
        (ButtonAction.SCREEN, "somewhere.2", (), ShowHand(TABLE)),
        (ButtonAction.SCREEN, "card.12", (), ShowCard(TABLE, 12)),
        (ButtonAction.SCREEN, "cards.0", ("13",), ShowCard(TABLE, 13)),
        (ButtonAction.SCREEN, f"sure.{encode(KICK)}", (), LookAtMove(TABLE, SEEN, KICK)),
        (ButtonAction.SCREEN, "sure.!!", (), FORGED),
        (ButtonAction.SCREEN, "desk.trade", (), ShowDesk(TABLE, "trade")),
        (ButtonAction.SCREEN, "seat", ("1",), ShowSeat(TABLE, 1)),
        (ButtonAction.SCREEN, "seat", (), ShowSeat(TABLE, -1)),
        (ButtonAction.SCREEN, "seat", ("c13",), ShowCard(TABLE, 13)),
        (ButtonAction.SCREEN, "seat", ("c",), ShowSeat(TABLE, -1)),
        (ButtonAction.HELP, "rules", (), ShowRules(TABLE)),
        (ButtonAction.HELP, "rules", ("combat",), ShowRules(TABLE, "combat")),
        (ButtonAction.HELP, "menu.cards", ("seal",), ShowRules(TABLE, "seal")),
        (ButtonAction.HELP, "menu.words..12", ("seal",), ShowRules(TABLE, "seal", card=12)),
        (ButtonAction.HELP, "page.flee.classic+wild_west", (), ShowRules(TABLE, "flee", "classic+wild_west")),
        (ButtonAction.HELP, "page.flee..12345678", (), ShowRules(TABLE, "flee")),
        (ButtonAction.HELP, "page.flee..x", (), ShowRules(TABLE, "flee")),
        (ButtonAction.HELP, "game", ("panic",), ShowRules(TABLE, "", "panic")),
        (ButtonAction.HELP, "page.a.b.c.d.e", (), ShowRules(TABLE, "a", "b")),
        (ButtonAction.VOTE, "yes", (), AnswerPoll(TABLE, SEEN, yes=True)),
        (ButtonAction.VOTE, "no", (), AnswerPoll(TABLE, SEEN, yes=False)),
        (ButtonAction.LOBBY, "join", (), ChangeTable(TABLE, Join("Ann"))),
        (ButtonAction.LOBBY, "join.female", (), ChangeTable(TABLE, Join("Ann", "female"))),
        (ButtonAction.LOBBY, "join.both", (), ChangeTable(TABLE, Join("Ann"))),
        (ButtonAction.LOBBY, "leave", (), ChangeTable(TABLE, Leave(), SEEN)),
        (ButtonAction.LOBBY, "out.robot", (), ChangeTable(TABLE, Leave(robot=True))),
        (ButtonAction.LOBBY, "out.gone", (), ChangeTable(TABLE, Leave())),
        (ButtonAction.LOBBY, "undo", (), ChangeTable(TABLE, AskUndo(), SEEN)),
        (ButtonAction.LOBBY, "end", (), ChangeTable(TABLE, End())),
        (ButtonAction.LOBBY, "ask", ("win",), ChangeTable(TABLE, SetAsking("win"))),
        (ButtonAction.LOBBY, "ask.fight", (), ChangeTable(TABLE, SetAsking("fight"))),
        (ButtonAction.LOBBY, "equip", (), ChangeTable(TABLE, EquipBest())),
        (ButtonAction.LOBBY, "roll", (), ChangeTable(TABLE, RollForAll(), SEEN)),
        (ButtonAction.LOBBY, "surplus", (), ChangeTable(TABLE, GiveSurplus(), SEEN)),
        (ButtonAction.LOBBY, "surplus.12.7", (), ChangeTable(TABLE, GiveSurplus((12, 7)), SEEN)),
        (ButtonAction.LOBBY, "surplus.12.x", (), FORGED),
        (ButtonAction.LOBBY, "surplus.1234567", (), FORGED),
        (
            ButtonAction.TERMS,
            f"{encode(KICK)}~send",
            (),
            SetTerm(TABLE, SEEN, MoveDraft(KICK, control="send"), ()),
        ),
        (ButtonAction.TERMS, f"{encode(KICK)}~more", (), FORGED),
        (ButtonAction.LOBBY, "ask.never", (), RefusedPress(TABLE, Refusal("bad_choice"))),
        (ButtonAction.SCREEN, "asking", (), ShowAsking(TABLE)),
        (ButtonAction.SCREEN, "leave", (), ShowAside(TABLE, parting.leave_screen)),
        (ButtonAction.SCREEN, "end", (), ShowAside(TABLE, parting.end_screen)),
        (ButtonAction.SCREEN, "undo", (), ShowAside(TABLE, parting.undo_screen)),
        (ButtonAction.SCREEN, "host", (), ShowHost(TABLE)),
        (ButtonAction.SCREEN, "chair", ("2",), ShowHost(TABLE, 2)),
        (ButtonAction.SCREEN, "chair", ("x",), ShowHost(TABLE, -1)),
        (ButtonAction.LOBBY, "pause", (), ChangeTable(TABLE, Pause())),
        (ButtonAction.LOBBY, "kick.1.102", (), ChangeTable(TABLE, Kick(1, Occupant(102)))),
        (ButtonAction.LOBBY, "kick.2.0", (), ChangeTable(TABLE, Kick(2))),
        (ButtonAction.LOBBY, "kick.x.102", (), FORGED),
        (ButtonAction.LOBBY, "host.1.102", (), ChangeTable(TABLE, HandHost(1, Occupant(102)))),
        (ButtonAction.LOBBY, "replace.1.random", (), ChangeTable(TABLE, Replace(1, robot="random"))),
        (ButtonAction.LOBBY, "start", (), ChangeTable(TABLE, Start(), SEEN)),
        (ButtonAction.LOBBY, "start.robots", (), ChangeTable(TABLE, Start(robots=True), SEEN)),
        (ButtonAction.LOBBY, "robot.cunning", (), ChangeTable(TABLE, AddRobot("cunning"))),
        (ButtonAction.LOBBY, "resume", (), ChangeTable(TABLE, Resume())),
        (ButtonAction.LOBBY, "rematch", (), ChangeTable(TABLE, Rematch())),
        (ButtonAction.LOBBY, "game", ("panic",), ChangeTable(TABLE, SetGame("panic"))),
        (
            ButtonAction.LOBBY,
            "more.classic",
            ("wild_west",),
            ChangeTable(TABLE, SetGame("classic+wild_west")),
        ),
        (ButtonAction.LOBBY, "more.classic", (), ChangeTable(TABLE, SetGame("classic"))),
        (ButtonAction.LOBBY, "speed", ("post",), ChangeTable(TABLE, SetSpeed("post"))),
        (ButtonAction.LOBBY, "speed", ("warp",), RefusedPress(TABLE, Refusal("bad_speed"))),
        (ButtonAction.LOBBY, "flags", ("one", "two"), SetFlags(TABLE, ("one", "two"))),
        (ButtonAction.LOBBY, "settings", (), ShowSettings(TABLE)),
        (ButtonAction.LOBBY, "value", ("goal",), OpenSettingForm(TABLE, "goal")),
        (ButtonAction.LOBBY, "explode", (), FORGED),
        (ButtonAction.MOVE, "Kick!", (), FORGED),
        (ButtonAction.TERMS, f"{encode(KICK)}~a1~3-0", (), FORGED),
        (ButtonAction.TERMS, f"{encode(KICK)}~a1~3-0~1.0", ("",), FORGED),
        (ButtonAction.PICK, encode(KICK), ("3", ""), FORGED),
    ],
)
def test_every_press_has_its_request(
    action: ButtonAction, rest: str, values: tuple[str, ...], request_read: PressRequest
) -> None:
    assert read_press(click(custom_id(action, rest), *values)) == request_read


def test_a_form_that_is_filled_in_is_a_move_or_a_setting() -> None:
    sent = click(custom_id(ButtonAction.FORM, encode(KICK)), fields=FIELDS)
    assert read_press(sent) == SendMoveForm(TABLE, SEEN, KICK, FIELDS)
    line = click(custom_id(ButtonAction.TERMS, f"{encode(KICK)}~a1~3-0~send"), fields={"note": ("Hi",)})
    assert read_press(line) == SetTerm(TABLE, SEEN, SENT, (), "Hi")
    setting = click(custom_id(ButtonAction.LOBBY, "set.goal"), fields={"value": ("12",)})
    assert read_press(setting) == ChangeTable(TABLE, SetOptions({"goal": 12}))


def test_a_menu_of_moves_holds_the_custom_ids_of_buttons() -> None:
    menu = custom_id(ButtonAction.SCREEN, "do")
    inner = custom_id(ButtonAction.MOVE, encode(KICK))
    assert read_press(click(menu, inner)) == MakeMove(TABLE, SEEN, KICK, from_menu=True)
    opened = read_press(click(menu, custom_id(ButtonAction.FORM, encode(KICK))))
    assert opened == OpenMoveForm(TABLE, SEEN, KICK)


@pytest.mark.parametrize(
    "inner",
    [
        "",
        "k2:1:1:a:kick",
        custom_id(ButtonAction.MOVE, encode(KICK), table=8),
        custom_id(ButtonAction.SCREEN, "do"),
        custom_id(ButtonAction.LOBBY, "leave"),
    ],
)
def test_a_menu_of_moves_offers_nothing_else(inner: str) -> None:
    assert read_press(click(custom_id(ButtonAction.SCREEN, "do"), inner)) == FORGED


def test_buttons_of_others_and_of_other_versions_are_no_requests() -> None:
    assert read_press(click("k2:1:1:a:kick")) is None
    assert read_press(click("")) is None


texts = st.text(max_size=40)


@given(
    st.sampled_from(ButtonAction),
    texts,
    st.lists(texts, max_size=3),
    st.none() | st.dictionaries(texts, st.tuples(texts), max_size=2),
)
def test_nothing_that_is_forged_breaks_the_reading(
    action: ButtonAction, rest: str, values: list[str], fields: dict[str, tuple[str, ...]] | None
) -> None:
    read_press(click(custom_id(action, rest), *values, fields=fields))


def test_every_action_has_a_reader_of_its_own() -> None:
    """Whatever stands behind the letter: a press that no row names by its first word is still read."""
    assert set(ButtonAction) <= READERS.keys()
    assert {prefix[0] for prefix in READERS} == set(ButtonAction)
