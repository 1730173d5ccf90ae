"""Draws a surface from the newest saved state. Changes nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import assert_never
from zlib import crc32

from bot.delivery.drawing import GONE, Drawing, MessageUpdate, RenderedSurface
from bot.delivery.live_replies import LiveReplies
from bot.delivery.people import People, Waits, called_user, is_reminder_due, reading_of
from bot.delivery.surface_keys import SurfaceKey, SurfaceKind, open_hand_key
from bot.languages import heard, speaking
from bot.store.api import Store, StoreError
from bot.store.rows import SurfaceRow
from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.service import TableService
from bot.tables.table import Table
from bot.views import screens
from bot.views.base.layout import Screen
from bot.views.base.naming import message_url
from bot.views.base.table_words import HEALING_TROUBLES
from cards.kernel.moves import Refusal
from cards.registry import GameRegistry

DAMAGED_VERSION = 0
"""The version of a message that says that its table cannot be read: every other one is greater."""


EndingLines = Callable[[int], Awaitable[list[str]]]
"""Returns lines to tell on the last screen of a finished game besides its highlights."""


class SurfaceRenderer:
    """Draws all kinds of surfaces."""

    def __init__(
        self,
        tables: TableService,
        games: GameRegistry,
        store: Store,
        waits: Waits,
        people: People,
        replies: LiveReplies,
        plays_at: Callable[[int], str | None],
        unseen: Mapping[int, str],
        ending_lines: EndingLines | None = None,
    ) -> None:
        """``plays_at`` says where somebody plays, ``unseen`` why tables cannot be shown now."""
        self._unseen = unseen
        self._ending_lines = ending_lines
        self._tables = tables
        self._games = games
        self._store = store
        self._waits = waits
        self._people = people
        self._replies = replies
        self._plays_at = plays_at
        self.restarting = False
        """Every table drawn from now on says that we are back soon."""
        self._whole_past: tuple[Table | None, tuple[PastRevision, ...]] = None, ()

    async def render(self, key: SurfaceKey, row: SurfaceRow | None) -> Drawing:
        """Draw a surface as it should be now; ``row`` is its present message. Raises ``StoreError``.

        It speaks its reader's language, or the server's where everybody reads it.
        """
        table = await self._tables.table(key.table)
        with speaking(heard(key.user, 0 if table is None else table.guild)):
            return await self._drawn(key, row)

    async def _drawn(self, key: SurfaceKey, row: SurfaceRow | None) -> Drawing:
        match key.kind:
            case SurfaceKind.TABLE:
                return await self._table(key)
            case SurfaceKind.ENDING:
                return await self._ending(key)
            case SurfaceKind.HAND:
                return await self._hand(key, row)
            case SurfaceKind.REMINDER:
                return await self._reminder(key)
            case SurfaceKind.TROUBLE:
                return await self._trouble(key)
            case SurfaceKind.REPLACED:
                return GONE
            case SurfaceKind.WATCH:
                return await self._watch(key)
            case SurfaceKind.OPEN_HAND:
                return await self._open_hand(key, row)
        assert_never(key.kind)

    async def is_newest(self, key: SurfaceKey, version: int) -> bool:
        """Return True if nothing has happened at the table since this version of a private answer."""
        view = await self._tables.view_for(key.table, key.user)
        return isinstance(view, TableView) and view.table.revision == version

    async def _table(self, key: SurfaceKey) -> Drawing:
        view = await view_of(self._tables, key.table, None)
        if isinstance(view, Refusal):
            return await self._damaged_table(key) if view.code == "unreadable" else GONE
        kind = self._games.find(view.table.game)
        if kind is None:
            return GONE
        if screens.has_ending(view):
            return await self._table_of_ended(view)
        awaits = called_user(view)
        left_s = self._waits.seconds_until_call(key.table, awaits) if awaits else 0.0
        calls = awaits if left_s <= 0 else 0
        screen = screens.table_screen(view, kind, self._replies.spectators(key.table), calls)
        if self.restarting and view.table.phase == "playing":  # a lobby loses nothing by waiting
            screen = screens.restarting(screen)
        drawn = _for_all(view, await self._for_host(view, screen), MessageUpdate.EDIT_IN_SIGHT)
        heals = view.table.halt == "suspended" and view.table.trouble in HEALING_TROUBLES
        again_s = left_s if left_s > 0 else None
        return replace(drawn, heals=heals, awaits=awaits, calls=calls > 0, redraw_after_s=again_s)

    async def _table_of_ended(self, view: TableView) -> Drawing:
        """Draw what is left of the table's message once its game is over: where the end is told.

        As long as that is not known, the message does not count as brought to the table's last revision, so
        that the next start finds out what is missing (``Store.untold_endings``).
        """
        table = view.table
        rows = await self._store.surfaces(table.id)
        place = next((each for each in rows if each.key == SurfaceKind.ENDING), None)
        url = "" if place is None else message_url(table.guild, place.channel, place.message)
        version = table.revision if url else table.revision - 1
        screen = screens.table_over_screen(view, url)
        return _for_all(view, screen, MessageUpdate.EDIT_IN_PLACE, version)

    async def _ending(self, key: SurfaceKey) -> Drawing:
        """Draw how a finished game ended, for everybody to look at as long as they like."""
        view = await view_of(self._tables, key.table, None)
        if isinstance(view, Refusal) or not screens.has_ending(view):
            return GONE
        past = await self._past_of_ended(view)
        lines = await self._ending_lines(key.table) if self._ending_lines is not None else []
        screen = await self._for_host(view, screens.ending_screen(view, past, lines))
        return _for_all(view, screen, MessageUpdate.EDIT_IN_PLACE)

    async def _for_host(self, view: TableView, screen: Screen) -> Screen:
        """Return a screen for everybody as the host wants to read it."""
        is_plain = (await self._store.user(view.table.host)).text_only
        return screens.in_words(screen) if is_plain and screen.sketches() else screen

    async def _past_of_ended(self, view: TableView) -> tuple[PastRevision, ...]:
        """Return the whole past of a game that is over, read once for all its screens."""
        table = view.table
        if table.phase != "ended" or view.game_view is None:
            return ()
        if self._whole_past[0] is not table:
            past = await self._tables.past_since(table.id, None, 0)
            if not past:
                return ()  # the log, which is never empty, could not be read now
            self._whole_past = table, past
        return self._whole_past[1]

    async def _open_hand(self, key: SurfaceKey, row: SurfaceRow | None) -> Drawing:
        """Draw a hand that is open in the channel; what a press told on it stays until something changes."""
        reply = self._replies.find(key)
        view = await view_of(self._tables, key.table, key.user)
        if reply is None or isinstance(view, Refusal) or view.game_view is None:
            return None
        if row is not None and row.version == view.table.revision:
            return None
        screen = reading_of(await self._store.user(key.user)).shown(screens.hand_screen(view))
        last = view.seat is None or view.table.phase != "playing"
        return RenderedSurface(screen, view.table.revision, channel=reply.handle.channel, last=last)

    async def _watch(self, key: SurfaceKey) -> Drawing:
        reply = self._replies.find(key)
        if reply is None:
            return None
        found = await self.render_watch(key, reply.screen.until)
        if found is None:
            return None
        reading = reading_of(await self._store.user(key.user))
        return replace(found, screen=reading.shown(found.screen), channel=reply.handle.channel)

    async def render_watch(self, key: SurfaceKey, live_until: int) -> RenderedSurface | None:
        """Draw a spectator's screen from what an onlooker sees; None where there is nothing to watch.

        Raises ``StoreError``.
        """
        view = await view_of(self._tables, key.table, None)
        if isinstance(view, Refusal) or view.game_view is None:
            return None
        version, ended = view.table.revision, view.table.phase == "ended"
        if not ended and view.table.seat_of(key.user) is not None:
            return RenderedSurface(screens.seated_screen(view), version, last=True)
        past = await self._past_of_ended(view)
        screen = screens.watch_screen(view, live_until, past, restarting=self.restarting)
        return RenderedSurface(screen, version, last=ended)

    async def _hand(self, key: SurfaceKey, row: SurfaceRow | None) -> Drawing:
        view = await view_of(self._tables, key.table, key.user)
        if isinstance(view, Refusal) or view.seat is None or view.table.phase == "lobby":
            return GONE
        person = await self._store.user(key.user)
        # A hand that is there can be edited even where nothing new gets through.
        if self._people.takes_no_dms(person) and row is None:
            return None
        if row is not None and self._plays_from_copy(view, key.user):
            return RenderedSurface(screens.hand_elsewhere_screen(view), view.table.revision, user=key.user)
        drawn = screens.hand_screen(view, auto_updated=True)
        if view.table.alone and screens.has_ending(view):
            drawn = screens.alone_over_screen(view, await self._past_of_ended(view))
        screen = reading_of(person).shown(drawn)
        silent = not _is_asked(view)
        return RenderedSurface(replace(screen, silent=silent), view.table.revision, user=key.user)

    def _plays_from_copy(self, view: TableView, user: int) -> bool:
        """Return True if somebody plays from a copy of their hand in the channel: one of two would be old.

        Where several processes serve the tables, none knows all presses: there both are kept up to date.
        """
        copy = self._replies.find(open_hand_key(view.table.id, user)) if self._store.exclusive else None
        plays_there = copy is not None and self._plays_at(user) == "table"
        return plays_there and view.table.phase == "playing"

    async def _reminder(self, key: SurfaceKey) -> Drawing:
        view = await view_of(self._tables, key.table, key.user)
        deadline = self._waits.reminders.get((key.table, key.user))
        if isinstance(view, Refusal) or view.seat is None or deadline is None:
            return GONE
        if not is_reminder_due(view, view.seat, deadline):
            return GONE
        return await self._letter(key.user, screens.reminder_screen(view, deadline), deadline)

    async def _trouble(self, key: SurfaceKey) -> Drawing:
        """Draw what the host has to fix, once for each suspension and reason."""
        view = await view_of(self._tables, key.table, key.user)
        if isinstance(view, Refusal) and view.code == "unreadable":
            return await self._damage_notice(key)
        if isinstance(view, Refusal) or view.seat is None or not view.table.live:
            return GONE
        trouble = view.table.trouble if view.table.halt == "suspended" else self._unseen.get(key.table, "")
        if view.table.host != key.user or not trouble:
            return GONE
        screen = screens.trouble_screen(view.table, trouble)
        return await self._letter(key.user, screen, crc32(trouble.encode()))

    async def _damaged_table(self, key: SurfaceKey) -> Drawing:
        """Say in its channel that a table is set aside."""
        damaged = await self._tables.damaged_table(key.table)
        if damaged is None:
            return GONE
        screen = screens.damaged_table_screen()
        return RenderedSurface(screen, DAMAGED_VERSION, channel=damaged.channel)

    async def _damage_notice(self, key: SurfaceKey) -> Drawing:
        """Tell the host that the table is set aside."""
        damaged = await self._tables.damaged_table(key.table)
        if damaged is None or damaged.host != key.user:
            return GONE
        return await self._letter(key.user, screens.damaged_table_screen(damaged.channel), DAMAGED_VERSION)

    async def _letter(self, user: int, screen: Screen, version: int) -> Drawing:
        """Return a direct message to who takes any."""
        if self._people.takes_no_dms(await self._store.user(user)):
            return None
        return RenderedSurface(screen, version, user=user, update=MessageUpdate.POST_ONCE)


def _for_all(
    view: TableView, screen: Screen, update: MessageUpdate, version: int | None = None
) -> RenderedSurface:
    """Return a message in the table's channel, by default of the table's revision."""
    version = view.table.revision if version is None else version
    return RenderedSurface(screen, version, channel=view.table.channel, update=update)


async def view_of(tables: TableService, table: int, user: int | None) -> TableView | Refusal:
    """Return what a person sees of a table, or an onlooker (None). Raises ``StoreError``.

    A table that the database does not give out now is refused, too. But delivery deletes the messages of a
    table that is refused to it, so it has to try again later instead.
    """
    view = await tables.view_for(table, user)
    if view == Refusal("not_saved"):
        raise StoreError(f"table {table} cannot be read now")
    return view


def _is_asked(view: TableView) -> bool:
    """Return True if the table, or an offer, waits for the reader, who will not pass by themselves."""
    awaited = () if view.pending is None or view.passes_unasked else view.pending.awaited
    return view.seat in awaited or view.seat in screens.asked_seats(view)
