"""The way into a lesson: one for each person, at a table of its own that only they see."""

from __future__ import annotations

from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import hand_key
from bot.tables.intents import Create, Request, Return, Start
from bot.tables.results import TableView
from bot.tables.service import TableService
from bot.views.table import private
from cards.kernel.codec import digest
from cards.kernel.moves import Refusal
from cogs.answer_builder import AnswerBuilder, refused
from cogs.answers import Click, PrivateReply

LESSONS = (
    "lesson_classic", "lesson_wild_west", "lesson_apocalypse", "lesson_rick_and_morty", "lesson_panic",
)  # fmt: skip
"""The first one is for who has never played, the others say what is different."""

PLACE_DIGITS = 15
LESSON_POSTED_TEXT = "🎓 Your lesson is below. Take your time: it waits for you, even for days."


async def open_lesson(
    click: Click,
    tables: TableService,
    screen_api: ScreenService,
    answers: AnswerBuilder,
    lesson: str = LESSONS[0],
) -> PrivateReply:
    """Begin a lesson, or go on with one: in the direct message, or where its learner has asked for it."""
    view = await _lesson_view(click, tables, lesson)
    if isinstance(view, Refusal):
        return refused(view)
    await screen_api.retry_dms([click.user])
    if not click.in_dm:
        return answers.hand(click, view)
    await screen_api.repost(hand_key(view.table.id, click.user))
    return PrivateReply(private.note_screen(LESSON_POSTED_TEXT, private.SUCCESS_COLOR), brief=True)


async def _lesson_view(click: Click, tables: TableService, lesson: str) -> TableView | Refusal:
    """Return somebody's lesson as they see it: the one that is on, or else this one."""
    place = _place_of(click.user)
    table = await tables.table_in_channel(place)
    if table is None:
        created = await tables.create(click.interaction_id, click.user, Create(place, 0, click.name, lesson))
        if isinstance(created, Refusal):
            return created
        table = created.table
    if table.phase == "lobby":
        started = await tables.send(table.id, Request(0, click.user, Start()))
        if isinstance(started, Refusal):
            return started
    await tables.send(table.id, Request(0, click.user, Return()))
    return await tables.view_for(table.id, click.user)


def _place_of(user: int) -> int:
    """Return what a person's lesson has for a channel, so that there is only one; it is not their id."""
    return int(digest(f"lesson of {user}".encode())[:PLACE_DIGITS], 16)
