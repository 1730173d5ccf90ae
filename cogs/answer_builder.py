"""What a press is answered with, once it is known what came of it."""

from __future__ import annotations

from typing import assert_never

from discord.utils import snowflake_time

from bot.delivery.live_replies import REPLY_LIFETIME_S, LiveScreen
from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import hand_key, open_hand_key, table_key
from bot.tables.choices import Choice
from bot.tables.intents import AskUndo, Create, End, Join, Kick, Leave, MoveTo, SetAsking, SetSex, SetSpeed
from bot.tables.results import Change, TableView
from bot.tables.service import TableService
from bot.views import screens
from bot.views.base import wording
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.game_screens import screens_for, screens_of
from bot.views.base.layout import Form, Screen
from bot.views.base.text import fit, say
from bot.views.base.word_tables import Words
from bot.views.press import moves
from bot.views.press.asking import CHOSEN_TEXTS
from bot.views.press.moves import OpenSlot
from bot.views.table import news, parting, private, recap, settings
from bot.views.table.lesson import LEFT_TEXT
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry
from cogs.answers import Answer, Click, PrivateReply, UpdateMessage
from cogs.lobby_settings import lobby_settings

DONE_NOTE = "Done."
DMS_CLOSED_HINT = "Your DMs are closed. Use **My hand** to see your cards."
SEATED_TEXT = "You have a seat. Sit like a winner."
TABLE_OPENED_TEXT = (
    "Your table is open. Others press **Join**; then you press **Start**. Computers can fill empty seats."
)
NEW_TABLE_TEXT = "A new table is open below."
WELCOME_BACK_TEXT = "Welcome back. While you were away, the caretaker played for you (🤖):"
NOTHING_MISSED_TEXT = "Welcome back. The caretaker did not have to do anything."

SPEED_TEXT = "Speed changed. It applies from the next decision, and the table’s story tells everybody."

MAX_REPORT_CHARS = 900
MAX_NEWS_CHARS = 500
MAX_NEWS_SENTENCES = 5


Outcome = Change | Refusal | Screen | PrivateReply | UpdateMessage | Form
"""What came of a press: a request that the table accepted, a refusal, or something to be shown."""


class AnswerBuilder:
    """Turns outcomes into answers, by the place of the press."""

    def __init__(self, tables: TableService, games: GameRegistry, screen_api: ScreenService) -> None:
        self._tables = tables
        self._games = games
        self._screens = screen_api

    async def build(self, click: Click, table: int, outcome: Outcome) -> Answer:
        """Return the answer to a press at a table."""
        match outcome:
            case Change():
                return await self._done(click, table, outcome)
            case Refusal():
                return await self._refusal(click, table, outcome)
            case Screen():
                return _shown(click, PrivateReply(outcome))
            case PrivateReply():
                return _shown(click, outcome)
            case Form() | UpdateMessage():
                return outcome
        assert_never(outcome)

    def old_button(self) -> Answer:
        """Return the answer to a button that is not ours, or of an older version."""
        return refused(Refusal("old_button"))

    def hand(self, click: Click, view: TableView) -> PrivateReply:
        """Draw a person's hand; if direct messages to them fail, it says so on top once."""
        hint = say(DMS_CLOSED_HINT if self._screens.take_dm_hint(click.user) else "")
        return _followed_hand(click, view, screens.hand_screen(view, note=hint))

    def lasting_hand(self, click: Click, view: TableView, note: str = "") -> UpdateMessage:
        """Draw a person's hand in the direct message on which they have pressed something."""
        screen = screens.hand_screen(view, note=note, auto_updated=True)
        return UpdateMessage(screen, view.table.revision, hand_key(view.table.id, click.user))

    async def games_of(self, user: int) -> list[TableView]:
        """Return all live games of a person, on every server, as they see them."""
        tables = await self._tables.tables_of_user(user)
        found = [await self._tables.view_for(table.id, user) for table in tables]
        return [view for view in found if isinstance(view, TableView)]

    async def _done(self, click: Click, asked: int, done: Change) -> Answer:
        table = done.table.id
        if was_away(done):
            return await self._absence_report(click, done)
        if isinstance(done.intent, Create):
            return self.seated(click, done, say(TABLE_OPENED_TEXT))
        if table != asked:
            return PrivateReply(private.note_screen(say(NEW_TABLE_TEXT), private.SUCCESS_COLOR))
        if (character := self._character(click, done)) is not None:
            return character
        if click.place == "private" and done.table.phase == "lobby":
            found = await lobby_settings(self._tables, self._games, table, click.user)
            if isinstance(found, Screen):
                return UpdateMessage(found)
        if click.place == "table" and (asked_back := await self._question(click, done)) is not None:
            return asked_back
        if click.place == "table":
            key = table_key(table)
            drawn = await self._screens.render(key)
            # A hand must never replace the table's own message, which everybody reads.
            if drawn is None:
                return _receipt(say(DONE_NOTE))
            return UpdateMessage(drawn.screen, drawn.version, key)
        view = await self._tables.view_for(table, click.user)
        if view == Refusal("not_saved"):  # it cannot be read now, but what was pressed is saved
            return _receipt(say(DONE_NOTE))
        if isinstance(view, Refusal):
            return refused(view)
        if view.table.lesson is not None and view.seat is None:
            return PrivateReply(private.note_screen(say(LEFT_TEXT), private.SUCCESS_COLOR))
        if click.place == "hand":
            return self.lasting_hand(click, view)
        told = _done_text(done) or _news_text(view, done)
        if click.place == "private" and not click.guild:
            return UpdateMessage(private.note_screen(told or say(DONE_NOTE), private.SUCCESS_COLOR))
        return _shown(
            click, _followed_hand(click, view, screens.hand_screen(view, note=told or _done_note(view)))
        )

    def seated(self, click: Click, done: Change, told: str) -> Answer:
        """Tell somebody that they have a seat, and ask whom they play if they have not said so (R-034)."""
        seat = done.table.seat_of(click.user)
        if seat is None or not self._is_character_open(done, seat):
            return PrivateReply(private.note_screen(told, private.SUCCESS_COLOR))
        return PrivateReply(settings.character_screen(done.table, seat, told))

    def _is_character_open(self, done: Change, seat: int) -> bool:
        module = self._games.find(done.table.game)
        return module is not None and module.has_sexes and not done.table.seats[seat].sex

    def _character(self, click: Click, done: Change) -> Answer | None:
        """Ask whom somebody plays who has just taken a seat, or show what they have chosen there."""
        seat = done.table.seat_of(click.user)
        if seat is None or done.table.phase != "lobby":
            return None
        intent = done.intent
        if isinstance(intent, Join) and click.place == "table" and self._is_character_open(done, seat):
            return PrivateReply(settings.character_screen(done.table, seat, say(SEATED_TEXT)))
        if isinstance(intent, SetSex) and click.place == "private" and not click.values:
            module = self._games.find(done.table.game)
            if module is None or not module.has_sexes:  # the lobby is another game's by now
                return UpdateMessage(private.note_screen(say(SEATED_TEXT), private.SUCCESS_COLOR))
            return UpdateMessage(settings.character_screen(done.table, seat, say(SEATED_TEXT)))
        return None

    async def _question(self, click: Click, done: Change) -> Answer | None:
        """Ask in private what the presser has to decide after a press on the table; None if that is nothing.

        They need not look for their hand first. The table's message follows by itself.
        """
        if done.table.phase != "playing" or done.table.halt:
            return None
        view = await self._tables.view_for(done.table.id, click.user)
        if isinstance(view, Refusal) or view.pending is None or view.pending.awaited != (view.seat,):
            return None
        if view.pending.kind == "prompt":
            return _shown(click, _followed_hand(click, view, screens.hand_screen(view, with_recap=False)))
        asking = next_question(view)
        return None if asking is None else _shown(click, PrivateReply(private.step_screen(view, asking)))

    async def _absence_report(self, click: Click, done: Change) -> Answer:
        """Tell a person who was away what the caretaker has done meanwhile."""
        assert done.before is not None
        since = done.before.seats[done.seat].away_since
        view = await self._tables.view_for(done.table.id, click.user)
        if isinstance(view, Refusal):
            return refused(view)
        past = await self._tables.past_since(done.table.id, click.user, since)
        lines = [f"> {line}" for line in recap.played_for(view, past)]
        note = fit([say(WELCOME_BACK_TEXT), *lines], MAX_REPORT_CHARS) if lines else say(NOTHING_MISSED_TEXT)
        return _followed_hand(click, view, screens.hand_screen(view, note=note, with_recap=False))

    async def _refusal(self, click: Click, table: int, why: Refusal) -> Answer:
        """Say in a friendly way why not, with what can be done instead."""
        view = await self._tables.view_for(table, click.user)
        if isinstance(view, Refusal):
            return refused(why)
        text = refusal_text(view, why)
        if why.code == "passed" and click.place == "table":
            return _receipt(text)
        if click.place == "private" and view.table.phase == "lobby":
            # A private answer replaces the one before, so a note would take Settings away from a second try.
            found = await lobby_settings(self._tables, self._games, table, click.user, note=text)
            if isinstance(found, Screen):
                return UpdateMessage(found)
        plays = view.seat is not None and view.table.phase == "playing"
        if click.place == "hand" and plays:
            return self.lasting_hand(click, view, note=text)
        if click.place == "hand":
            await self._screens.invalidate(hand_key(table, click.user))
        if not plays or (why.code == "moved" and click.place != "private"):
            return PrivateReply(private.note_screen(text, private.ERROR_COLOR))
        return _shown(click, _followed_hand(click, view, screens.hand_screen(view, note=text)))


def next_question(view: TableView) -> OpenSlot | None:
    """Return what the reader is asked next, where only one move leads on and leaves them a choice."""
    verbs = {move.verb for move in screens_of(view).board.shared_moves(view)}
    leading = [move for move in view.moves if move.verb in verbs]
    if len(leading) != 1 or len(verbs) != 1:
        return None
    found = moves.advance(leading[0], PartialChoice(Choice.of(leading[0])))
    has_form = moves.form_slots(moves.words_of(view), leading[0])
    return found if isinstance(found, OpenSlot) and not has_form else None


def _done_text(done: Change) -> str:
    """Say what came of a request that the news do not tell of; empty for all others."""
    match done.intent:
        case SetAsking(choice):
            return say(CHOSEN_TEXTS[choice])
        case Leave():
            return parting.left_text(done.table, done.seat)
        case AskUndo():
            return say("Vote started. Look sorry." if done.table.poll else "It never happened.")
        case End() | Kick():
            return say(
                "Vote started." if done.table.poll else "Done." if done.table.live else "The game is over."
            )
        case SetSpeed():
            return say(SPEED_TEXT)
        case MoveTo(channel):
            return moved_text(channel)
        case _:
            return ""


def moved_text(channel: int) -> str:
    return say("Moved to <#{channel}>.", channel=channel)


def _done_note(view: TableView) -> str:
    """Return the note for a press that nothing came of yet; none where the reader has to go on themselves."""
    asked = view.pending is not None and view.seat in view.pending.awaited
    return say("" if asked else DONE_NOTE)


def was_away(done: Change) -> bool:
    """Return True if the request gave its maker back a seat in a game."""
    if done.before is None or done.seat < 0 or done.table.phase == "lobby":
        return False
    return done.before.seats[done.seat].away


def refusal_text(view: TableView | None, why: Refusal) -> str:
    """Put a refusal into words."""
    words = Words() if view is None else moves.words_of(view)
    return wording.refusal(words, why)


def _receipt(text: str) -> PrivateReply:
    return PrivateReply(private.note_screen(text), brief=True)


def refused(why: Refusal, game: str = "") -> PrivateReply:
    """Tell a refusal to the person who asked, in the words of a game, without a look at any table."""
    words = screens_for(game).words if game else Words()
    return PrivateReply(private.note_screen(wording.refusal(words, why), private.ERROR_COLOR))


def _followed_hand(click: Click, view: TableView, screen: Screen) -> PrivateReply:
    """Return a hand that is kept up to date as long as Discord allows, while a game is on."""
    if view.seat is None or view.table.phase != "playing":
        return PrivateReply(screen)
    until = int(snowflake_time(click.interaction_id).timestamp()) + REPLY_LIFETIME_S
    key = open_hand_key(view.table.id, click.user)
    return PrivateReply(screen, LiveScreen(key, view.table.revision, until))


def _shown(click: Click, reply: PrivateReply) -> Answer:
    """Return a private answer; it takes the place of one that was pressed."""
    return UpdateMessage(reply.screen, live=reply.live) if click.place == "private" else reply


def _news_text(view: TableView, done: Change) -> str:
    """Say what came of the request, as the one who asked may know it."""
    sentences = news.of_revision(view, done.seen_by(view.seat), MAX_NEWS_SENTENCES)
    return fit([line if n == 0 else f"> {line}" for n, line in enumerate(sentences)], MAX_NEWS_CHARS)
