"""What the commands mean, without Discord."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from bot.app.request_limit import RequestLimit
from bot.delivery.service import ScreenService
from bot.delivery.surface_keys import hand_key, table_key
from bot.operations.erasure_requests import ErasureRequests
from bot.statistics.service import ResultKeeper
from bot.tables.intents import AskUndo, Join, Leave, Request, Return
from bot.tables.service import TableService
from bot.tables.table import Speed
from bot.views.base.sketches import TextSize
from bot.views.base.table_words import SAID_TEXTS, unseen_text
from bot.views.base.text import plural, say, shorten
from bot.views.table import parting, private, status
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry
from cogs.alone import LESSONS, USUAL_COMPUTERS, open_lesson, play_alone
from cogs.answer_builder import SEATED_TEXT, TABLE_OPENED_TEXT, refused
from cogs.answers import Answer, Click, PrivateReply
from cogs.commands.channel_handler import MAX_OPTION_TEXT_CHARS, ChannelHandler, Typing, success
from cogs.quotas import Quotas, open_table
from cogs.replay_handler import ReplayHandler
from cogs.rule_lookup import RuleLookup, similar_name
from cogs.seat_choices import MAX_SUGGESTIONS

MAX_ECHO_CHARS = 60
"""Characters of a name that nobody knows, as it is said back."""

FORGOTTEN_TEXT = "You have left all tables, and your name and id are deleted everywhere."

HAND_POSTED_TEXT = "Here you are. Mind who looks over your shoulder."
MAX_POSTED_HANDS = 3
"""Hands of other games are behind the links of ``/kickdoor my games``."""

STRANGERS_PER_MINUTE = 1
"""How often people who do not sit at a table, all together, may have its messages drawn again."""


class PlayHandler(ChannelHandler):
    """Answers what players ask."""

    def __init__(
        self,
        tables: TableService,
        games: GameRegistry,
        screen_api: ScreenService,
        erasure_requests: ErasureRequests | None = None,
        replays: ReplayHandler | None = None,
        results: ResultKeeper | None = None,
        *,
        quotas: Quotas | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._results = results
        self._replays = replays
        self._quotas = quotas
        self._strangers = RequestLimit(STRANGERS_PER_MINUTE, clock)
        self._erasure_requests = erasure_requests or ErasureRequests(None)
        super().__init__(tables, games, screen_api)
        self._rules = RuleLookup(tables, games)

    async def new(
        self, click: Click, game: str, speed: Speed, sex: str, computers: int = USUAL_COMPUTERS
    ) -> Answer:
        """Open a lobby, for the standard game where none is named; in a direct message begin a game alone."""
        chosen = self._game(game) or self._games.names()[0]
        if not click.guild:
            return await play_alone(click, self._tables, self._screens, self._answers, chosen, computers, sex)
        result = await open_table(self._tables, self._quotas, click, chosen, speed, sex)
        if isinstance(result, Refusal):
            occupied = result.code == "occupied"
            return await self.refuse_without_table(click, result) if occupied else refused(result)
        return self._answers.seated(click, result, say(TABLE_OPENED_TEXT))

    async def learn(self, click: Click, lesson: str = LESSONS[0]) -> Answer:
        """Begin a lesson for who asks, or go on with the one that is on."""
        known = lesson if lesson in LESSONS else LESSONS[0]
        return await open_lesson(click, self._tables, self._screens, self._answers, known)

    async def join(self, click: Click, sex: str) -> Answer:
        """Take a seat at the channel's table; in a game that is on, ask for a computer's."""
        table = await self.channel_table(click)
        if table is not None and table.phase == "playing" and table.seat_of(click.user) is None:
            free = table.computer_seats(click.user)
            return await self.take_seat(click, free[0]) if free else refused(Refusal("no_computer"))
        result = await self.sent(click, Join(click.name, sex))
        if isinstance(result, Refusal):
            return refused(result)
        return self._answers.seated(click, result, say(SEATED_TEXT))

    async def leave(self, click: Click) -> Answer:
        """Give up one's seat: at once in the lobby; in a game the question comes first."""
        view = await self.running_view(click)
        if view is None or view.seat is None:
            return await self.send(click, Leave(), say("You slip out the back."))
        return PrivateReply(parting.leave_screen(view))

    async def undo(self, click: Click) -> Answer:
        """Say which move would be taken back, and how."""
        view = await self.running_view(click)
        if view is None or view.seat is None:
            return await self.send(click, AskUndo(), say("Undo vote started."))
        return PrivateReply(parting.undo_screen(view))

    async def forget(self, click: Click, sure: bool) -> Answer:
        """Forget everything about the person who asks."""
        if not sure:
            return success(say("Nothing was deleted."))
        self._screens.forget_user(click.user)
        if not await self._erasure_requests.forget(click.user, self._tables, self._results):
            return refused(Refusal("not_saved"))
        if left := await self._tables.tables_knowing(click.user):
            unreached = say(SAID_TEXTS["unreached"], tables=plural(len(left), "damaged table"))
            return success(f"{say(FORGOTTEN_TEXT)} {unreached}")
        return success(say(FORGOTTEN_TEXT))

    async def pictures(self, click: Click, show: bool | None, text: TextSize | None) -> Answer:
        """Remember whether somebody wants pictures and how large letters, and draw their screens again.

        What they leave open stays as it is, and so do the screens of others: of the table's message a host
        alone chooses whether it has pictures.
        """
        reading = await self._screens.reading_of(click.user)
        if show is not None:
            reading = replace(reading, text_only=not show)
        if text is not None:
            reading = replace(reading, text_size=text)
        await self._screens.set_reading(click.user, reading)
        table = await self.channel_table(click)
        if table is not None and table.phase == "playing" and table.seat_of(click.user) is not None:
            await self._screens.invalidate(hand_key(table.id, click.user))
        told = say("Pictures: off.") if reading.text_only else say("Pictures: on.")
        told += " " + say("Text size: {size}.", size=say(reading.text_size))
        if table is not None and table.host == click.user and show is not None:
            await self._screens.invalidate(table_key(table.id))
            told += " " + say("You are the host: the table’s message follows, for everybody.")
        return success(told)

    async def hand(self, click: Click) -> Answer:
        """Show one's hand."""
        if not click.guild:
            return await self._post_hand(click.user)
        table = await self.channel_table(click)
        if table is None:
            return await self.refuse_without_table(click, Refusal("no_table"))
        await self._tables.send(table.id, Request(0, click.user, Return()))
        view = await self._tables.view_for(table.id, click.user)
        if isinstance(view, Refusal):
            return refused(view)
        return self._answers.hand(click, view)

    async def _post_hand(self, user: int) -> Answer:
        """Post one's hand below, where direct messages are: of the games that wait for one, or of all."""
        playing = [view for view in await self._answers.games_of(user) if view.game is not None]
        if not playing:
            return refused(Refusal("no_hand"))
        awaited = [view for view in playing if status.waits_for_reader(view)]
        await self._screens.retry_dms([user])
        for view in (awaited or playing)[:MAX_POSTED_HANDS]:
            await self._tables.send(view.table.id, Request(0, user, Return()))
            await self._screens.repost(hand_key(view.table.id, user))
        return success(say(HAND_POSTED_TEXT))

    async def my_games(self, click: Click) -> Answer:
        """List all games of the person who asks, on every server."""
        return PrivateReply(status.games_screen(await self._answers.games_of(click.user)))

    async def table(self, click: Click) -> Answer:
        """Post the table's message again below everything else."""
        table = await self.channel_table(click)
        if table is None:
            return await self.refuse_without_table(click, Refusal("no_table"))
        if table.seat_of(click.user) is None and not self._strangers.allows(table.id):
            return refused(Refusal("posted_lately"))
        await self._screens.repost(table_key(table.id))
        if table.id in self._screens.unseen:
            text = unseen_text(self._screens.unseen[table.id])
            return PrivateReply(private.note_screen(text, private.ERROR_COLOR))
        return success(say("The table's message has been posted again below."))

    async def status(self, click: Click) -> Answer:
        """Say how the game stands; draw all its messages again, in case some were deleted."""
        table = (
            await self.channel_table(click)
            or next(iter(await self.tables_here(click)), None)
            or await self._tables.last_table_in_channel(click.channel)
        )
        if table is None:
            return await self.refuse_without_table(click, Refusal("no_table"))
        view = await self._tables.view_for(table.id, click.user)
        kind = self._games.find(table.game)
        if isinstance(view, Refusal) or kind is None:
            return refused(Refusal("no_table"))
        if table.seat_of(click.user) is not None or self._strangers.allows(table.id):
            await self._screens.invalidate_table(table)
        where = await self._screens.message_of(table_key(table.id))
        return PrivateReply(status.status_screen(view, kind, where))

    async def replay(self, click: Click, number: int) -> Answer:
        """Show a finished game from its beginning: the one of this number, or the channel's latest."""
        if not number:
            table = await self._tables.last_table_in_channel(click.channel)
            if table is None:
                return await self.refuse_without_table(click, Refusal("no_table"))
            number = table.id
        if self._replays is None:
            return refused(Refusal("no_replay"))
        found = await self._replays.show(click, number)
        return refused(found) if isinstance(found, Refusal) else PrivateReply(found)

    async def games(self, where: Typing, typed: str) -> list[tuple[str, str]]:
        """Suggest games by name or title; after a ``+``, those that join what is before it."""
        before, plus, last = typed.rpartition("+")
        start, wanted = f"{self._game(before)}{plus}", last.strip().casefold()
        found: list[tuple[str, str]] = []
        for name in self._games.names():
            alone, whole = self._games.find(name), self._games.find(f"{start}{name}")
            if not alone or not whole or name in start.split("+") or len(whole.name) > MAX_OPTION_TEXT_CHARS:
                continue
            if wanted in name or wanted in alone.title.casefold():
                found.append((whole.name, whole.title))
        return found[:MAX_SUGGESTIONS]

    def _game(self, typed: str) -> str:
        """Return the name of the game that somebody typed by name or by title."""
        kinds = {name: self._games.find(name) for name in self._games.names()}
        names = {kind.title.casefold(): name for name, kind in kinds.items() if kind}
        parts = (part.strip().casefold() for part in typed.split("+"))
        return "+".join(names.get(part, part.replace(" ", "_")) for part in parts)

    async def rules(self, click: Click, topic: str) -> Answer:
        """Show a page of the rules that hold at the channel's table."""
        return PrivateReply(await self._rules.page(topic, await self._table_id(click.channel)))

    async def rule_topics(self, where: Typing, typed: str) -> list[tuple[str, str]]:
        """Suggest pages of the rules by title: the key and the title of each."""
        return (await self._rules.topics(await self._table_id(where.channel), typed))[:MAX_SUGGESTIONS]

    async def _table_id(self, channel: int) -> int:
        """Return the number of the channel's table, 0 where there is none."""
        table = await self._tables.table_in_channel(channel)
        return 0 if table is None else table.id

    async def card(self, click: Click, name: str) -> Answer:
        """Show a card by its name."""
        module = await self.game_module(click.channel)
        faces = await self.faces(click.channel)
        wanted = name.casefold().strip().replace("...", "…")
        exact = [face for face in faces if face.name.casefold() == wanted]
        found = exact or [face for face in faces if wanted in face.name.casefold()]
        if module is None or not found:
            near = similar_name(wanted, [face.name for face in faces])
            hint = " " + say("Did you mean {near}?", near=near) if near else ""
            return refused(Refusal("no_card", {"name": shorten(name, MAX_ECHO_CHARS), "hint": hint}))
        return PrivateReply(await self._rules.card(found[0], await self._table_id(click.channel), module))
