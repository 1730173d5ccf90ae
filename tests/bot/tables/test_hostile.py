"""Hostile input at the tables: each is refused with a code, changes nothing, and teaches nothing."""

import unicodedata
from pathlib import Path

import pytest

from bot.tables.choices import Choice, decode
from bot.tables.intents import (
    Act,
    AddRobot,
    AskOthers,
    Create,
    HandHost,
    Intent,
    Join,
    Kick,
    MoveTo,
    Replace,
    Request,
    RobotAct,
    SetGame,
    SetOptions,
    SetSex,
    SetSpeed,
    Suspend,
    TimeUp,
    Vote,
)
from bot.tables.lobby import MAX_NAME_CHARS, clean_name
from cards.kernel.moves import DROP_VERB, HOST_SEAT, TIME_UP_VERB, Action, Refusal
from tests.bot.tables.table_harness import ANN, BEN, CHANNEL, DAN, GUILD, TableHarness

HUGE_NUMBERS = (1 << 31, 1 << 63, 1 << 64, 10**30, -1, -(1 << 63))
VERBS = (
    "",
    "pass",
    "answer",
    "play",
    "luck",
    "lay",
    "cancel",
    TIME_UP_VERB,
    DROP_VERB,
    "__class__",
    "a" * 5000,
    "plây",
    "pass;drop",
)
PICKS = (
    (),
    ((),),
    ((0,),),
    ((0, 0, 0),),
    (("x",),),
    ((1 << 70,),),
    tuple((n,) for n in range(50)),
    ((-1,), (-1,)),
)

CHOICES = [
    Choice(verb, card, ability, picks)
    for verb in VERBS
    for card, ability in ((-1, -1), (59, 0), (1 << 40, 7), (-5, -5))
    for picks in PICKS
]

TEXTS = [
    "",
    ".",
    "..",
    "...",
    "....",
    "pass.",
    "pass.-1",
    "pass.1.1.1",
    "play.00000000",
    "play.١",
    "play.1e3",
    "play.0x10",
    "play.1.1.a,,b",
    "play.1.1.,",
    "PASS",
    "pass\n",
    " pass",
    "pass ",
    "pass\x00",
    "play.٣",
    "play.1.1.'",
    'play.1.1."',
    "drop.1",
    "time_up..1",
    "a" * 401,
    "a." + "1," * 300,
    "play.1.1." + "1;" * 50,
    "__init__",
    "play.1.1.__class__",
    "pаss",
    "play.²",
    "play.1.1.²",
    "play.-",
    "play.--1",
    "play.1.-",
    "play.+1",
    "answer...1.2.3.4.5.6.7.8.9",
]

NAMES = [
    "",
    " ",
    "\n\n",
    "\u200b",
    "\u202e",
    "\ufeff\u2060",
    "\x00",
    "\x1b\x07",
    "\u00ad" * 40,
    "\u2066\u2069",
]

ODD_NAMES = [
    "@everyone",
    "<@123456789012345678>",
    "[click](https://example.org)",
    "`code`",
    "**bold**",
    "a" * 5000,
    "né\u0301\u0301\u0301\u0301",
    "\u202eevil\u202c",
    "x\u200by",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "ＡＢＣ",
    "'; DROP TABLE tables; --",
    "{seat.user}",
    "%s%n",
    "../../etc/passwd",
    "\ttab\tname",
    "line\nbreak",
    "||spoiler||",
    "<script>",
    "null",
]

OPTIONS: list[dict[str, object]] = [
    {"seconds": value}
    for value in (
        0,
        -1,
        4,
        601,
        10**30,
        1.5,
        "30",
        [],
        {},
        True,
        float("nan"),
        float("inf"),
        [30],
        {"x": 1},
        "🂡",
    )
] + [
    {"other": 1},
    {"": 1},
    {"__class__": 1},
    {"seconds ": 30},
    {"x" * 10_000: 1},
    {"seconds": 30, "a": {"b": [1]}},
]


def test_there_are_enough_of_them() -> None:
    assert len(CHOICES) + len(TEXTS) + len(NAMES) + len(ODD_NAMES) + len(OPTIONS) >= 200


async def test_forged_choices(tmp_path: Path) -> None:
    """Whatever a button is made to say, only a legal move of the presser's own counts."""
    harness = await TableHarness.open(tmp_path / "games.db")
    await harness.sit_down(ANN, BEN)
    before = await harness.store.table(harness.table)
    allowed = {(move.verb, move.card, move.ability) for move in (await harness.view_for(BEN)).moves}
    for choice in CHOICES:
        if (choice.verb, choice.card, choice.ability) in allowed:
            continue
        result = await harness.send(BEN, Act(choice))
        assert isinstance(result, Refusal), choice
        assert result.code in ("not_now", "bad_choice", "forged"), choice
        assert await harness.store.table(harness.table) == before, choice
    await harness.close()


@pytest.mark.parametrize("text", TEXTS)
async def test_forged_texts(harness: TableHarness, text: str) -> None:
    choice = decode(text)
    if choice is not None:
        await harness.sit_down(ANN, BEN)
        assert await harness.refused(DAN, Act(choice)) == "not_seated"
        assert await harness.refused(BEN, Act(choice)) in ("not_now", "bad_choice", "forged")


@pytest.mark.parametrize("name", NAMES)
async def test_names_without_anything_to_read(harness: TableHarness, name: str) -> None:
    await harness.sit_down(ANN, start=False)
    assert await harness.refused(BEN, Join(name)) == "bad_name"
    wish = Create(CHANNEL + 1, GUILD, name, "tiny")
    assert await harness.service.create(harness.next_interaction_id(), BEN, wish) == Refusal("bad_name")


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_odd_names_are_one_short_line(harness: TableHarness, name: str) -> None:
    """What markdown and mentions in them could do is the screens' business: they escape."""
    await harness.sit_down(ANN, start=False)
    seat = (await harness.done(BEN, Join(name))).table.seats[1]
    assert 0 < len(seat.name) <= MAX_NAME_CHARS
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp") for c in seat.name)
    assert clean_name(seat.name) == seat.name


def test_stacked_marks_stay_within_their_line() -> None:
    """What a script needs stays: two marks on a letter in Vietnamese, three in Thai and Hebrew."""
    for blank in ("\u3164", "\u115f\u1160", "\u2800 \uffa0"):
        assert clean_name(blank) == ""
        assert clean_name(f"{blank}Ann{blank}Lee") == "Ann Lee"
    zalgo = "".join(letter + "\u0301\u0336\u0489" * 9 for letter in "Ann")
    assert clean_name(zalgo) == "".join(letter + "\u0301\u0336\u0489" for letter in "Ann")
    for name in ("Nguye\u0302\u0303n", "\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01", "\u05e9\u05c1\u05b8\u05dc"):
        assert clean_name(name) == name


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
async def test_options_out_of_range(harness: TableHarness, options: dict[str, object]) -> None:
    await harness.sit_down(ANN, start=False)
    assert await harness.refused(ANN, SetOptions(options)) == "bad_options"


@pytest.mark.parametrize("number", [*HUGE_NUMBERS, 2, 99])
async def test_seats_channels_and_revisions_that_are_none(harness: TableHarness, number: int) -> None:
    await harness.sit_down(ANN, BEN)
    wishes: list[Intent] = [
        Kick(number),
        HandHost(number),
        Replace(number, "X"),
        Replace(number, robot="random"),
    ]
    for wish in wishes:
        assert await harness.refused(ANN, wish) in ("no_seat", "seated")
    if number not in (2, 99):
        assert await harness.refused(ANN, Vote(True), seen=number) in ("no_poll", "forged")
        assert await harness.refused(ANN, Act(Choice("luck")), seen=number) == "forged"
        assert await harness.service.send(number, Request(1, ANN, Act(Choice("luck")))) == Refusal("no_table")
        assert await harness.service.view_for(number, ANN) == Refusal("no_table")
    if abs(number) > 1 << 63:
        assert await harness.refused(ANN, MoveTo(number)) == "not_saved"


@pytest.mark.parametrize("user", [ANN, BEN, DAN])
@pytest.mark.parametrize(
    "intent",
    [
        RobotAct(Action(0, "luck")),
        RobotAct(Action(HOST_SEAT, TIME_UP_VERB, ability=1)),
        TimeUp(1),
        AskOthers(1),
        Suspend("because"),
        SetGame("classic"),
        SetGame("../tiny"),
        SetGame("tiny+tiny"),
        SetSpeed("instant"),  # type: ignore[arg-type]
        SetSex("male"),
        AddRobot("random"),
        AddRobot("__class__"),
    ],
    ids=repr,
)
async def test_what_only_the_program_may_ask_or_only_the_lobby_takes(
    harness: TableHarness, user: int, intent: Intent
) -> None:
    await harness.sit_down(ANN, BEN)
    code = await harness.refused(user, intent)
    assert code in ("forged", "wrong_phase", "not_host", "not_seated", "bad_speed")
