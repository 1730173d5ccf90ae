"""What somebody plays alone, at a table that only they see: a lesson, and a game against computers."""

from __future__ import annotations

from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import hand_key
from bot.tables.intents import Create, Request, Return, Start
from bot.tables.results import TableView
from bot.tables.service import TableService
from bot.views.table import private
from cards.kernel.codec import digest
from cards.kernel.moves import Refusal
from cards.say import say
from cogs.answer_builder import AnswerBuilder, refused
from cogs.answers import Click, PrivateReply

LESSONS = (
    "lesson_classic", "lesson_wild_west", "lesson_apocalypse", "lesson_rick_and_morty", "lesson_panic",
)  # fmt: skip
"""The first one is for who has never played, the others say what is different."""

USUAL_COMPUTERS = 3

PLACE_DIGITS = 15
LESSON_POSTED_TEXT = "🎓 Your lesson is below. Take your time: it waits for you, even for days."
GAME_POSTED_TEXT = "🎴 Your game is below. There is no clock: the computers wait, even for days."


async def open_lesson(
    click: Click,
    tables: TableService,
    screen_api: ScreenService,
    answers: AnswerBuilder,
    lesson: str = LESSONS[0],
) -> PrivateReply:
    """Begin a lesson, or go on with one: in the direct message, or where its learner has asked for it."""
    wanted = Create(_place_of(click.user, "lesson"), 0, click.name, lesson)
    return await _open(click, tables, screen_api, answers, wanted, say(LESSON_POSTED_TEXT))


async def play_alone(
    click: Click,
    tables: TableService,
    screen_api: ScreenService,
    answers: AnswerBuilder,
    game: str,
    computers: int = USUAL_COMPUTERS,
    sex: str = "",
) -> PrivateReply:
    """Begin a game against computers in the direct message, or go on with the one that is on."""
    place = _place_of(click.user, "game")
    wanted = Create(place, 0, click.name, game, sex=sex, computers=computers)
    return await _open(click, tables, screen_api, answers, wanted, say(GAME_POSTED_TEXT))


async def _open(
    click: Click,
    tables: TableService,
    screen_api: ScreenService,
    answers: AnswerBuilder,
    wanted: Create,
    posted_text: str,
) -> PrivateReply:
    view = await _view_of(click, tables, wanted)
    if isinstance(view, Refusal):
        return refused(view)
    await screen_api.retry_dms([click.user])
    if not click.in_dm:
        return answers.hand(click, view)
    await screen_api.repost(hand_key(view.table.id, click.user))
    return PrivateReply(private.note_screen(posted_text, private.SUCCESS_COLOR), brief=True)


async def _view_of(click: Click, tables: TableService, wanted: Create) -> TableView | Refusal:
    """Return what is on at somebody's own place as they see it, or else what they want there."""
    table = await tables.table_in_channel(wanted.channel)
    if table is None:
        created = await tables.create(click.interaction_id, click.user, wanted)
        if isinstance(created, Refusal):
            return created
        table = created.table
    if table.phase == "lobby":
        started = await tables.send(table.id, Request(0, click.user, Start(robots=True)))
        if isinstance(started, Refusal):
            return started
    await tables.send(table.id, Request(0, click.user, Return()))
    return await tables.view_for(table.id, click.user)


def _place_of(user: int, what: str) -> int:
    """Return what a person's own table has for a channel, so that there is only one; it is not their id."""
    return int(digest(f"{what} of {user}".encode())[:PLACE_DIGITS], 16)
