"""Which screen belongs to a table, for every game and phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.tables.table import Table
from bot.views.base import naming
from bot.views.base.custom_ids import HERE
from bot.views.base.event_rows import EventTable
from bot.views.base.game_screens import screens_for
from bot.views.base.layout import Block, Button, ButtonRow, Container, Screen, Separator, Text
from bot.views.base.table_words import SAID_TEXTS, TABLE_REFUSALS, halt_text, unseen_text
from bot.views.games import screens_of
from bot.views.press.moves import screen_custom_id
from bot.views.table import details, lobby, news, private, public
from bot.views.table.public import alone_over_screen, ending_screen, table_over_screen
from bot.views.table.public import is_finished as has_ending
from bot.views.table.status import address
from cards.game_module import GameModule
from cards.kernel.events import Event
from cards.say import say

__all__ = ["alone_over_screen", "ending_screen", "has_ending", "table_over_screen"]
"""Screens of other modules that belong to a table as well: they need no choice between games or phases."""


def table_screen(view: TableView, module: GameModule, watchers: Sequence[str] = (), calls: int = 0) -> Screen:
    """Draw the table's message, which may call a person. The view has to be an onlooker's."""
    assert view.seat is None
    table = view.table
    if table.phase == "lobby":
        return lobby.lobby_screen(view, module)
    if has_ending(view):
        return table_over_screen(view)
    if table.phase == "ended":
        return public.closed_screen(view)
    names = tuple(watchers)
    return view.drawn_once(("table", names, calls), lambda: public.game_screen(view, names, calls))


def over_text(table: Table) -> str:
    """Say that a game is over, who won, and where its end is told."""
    if won := naming.won(table):
        place = f"<#{table.channel}>"
        return say("🏁 This game is over: {won}. How it went is in {place}.", won=won, place=place)
    return say("🏁 This game is over.")


def hand_screen(
    view: TableView, *, note: str = "", auto_updated: bool = False, with_recap: bool = True
) -> Screen:
    """Draw what the reader may do in the phase that the table is in."""
    if view.seat is None:
        return private.note_screen(note or say("You are watching this game."))
    where = f"{address(view.table)}\n" if auto_updated else ""
    if view.table.phase == "lobby":
        return private.note_screen(where + (note or say("The game has not begun yet.")))
    if view.table.phase == "ended" and view.table.alone:
        return public.alone_over_screen(view)
    if view.table.phase == "ended":
        return private.note_screen(where + (note or over_text(view.table)))
    return view.drawn_once(
        ("hand", note, auto_updated, with_recap),
        lambda: private.hand_screen(view, note=note, auto_updated=auto_updated, with_recap=with_recap),
    )


ELSEWHERE_TEXT = "Your hand is open there. Two of them would only argue."


def hand_elsewhere_screen(view: TableView) -> Screen:
    """Say in place of a hand that its reader plays from a copy in the channel, and offer to bring it here."""
    here = Button(say("Play here"), screen_custom_id(view, HERE), "primary", emoji="✋")
    text = Text(f"{address(view.table)}\n{say(ELSEWHERE_TEXT)}")
    return Screen((Container((text, ButtonRow((here,)))),), silent=True)


def event_rows(game: str) -> EventTable:
    """Return how the events of a game are told and staged."""
    return screens_for(game).words.events


def hold_s(game: str, events: Sequence[Event]) -> float:
    """Return for how many seconds people should see what an action brought before a computer acts."""
    return event_rows(game).hold_s(events)


def asked_seats(view: TableView) -> frozenset[int]:
    """Return the seats to which somebody has made an offer; see ``Bargains.asked_seats``."""
    bargains = screens_of(view).bargains
    return frozenset() if view.game_view is None or bargains is None else bargains.asked_seats(view)


def open_fight(view: TableView) -> bool:
    """Return True if something is going on that everybody may interfere with."""
    return view.game_view is not None and screens_of(view).board.open_fight(view)


def to_answer(view: TableView, since: int = 0) -> frozenset[int]:
    """Return the seats of people who have an offer to answer that stands on the table's message.

    Only those that were asked for the first time in this fight or turn ``since`` a revision.
    """
    bargains = screens_of(view).bargains
    found = None if view.game_view is None or bargains is None else bargains.bargaining(view)
    if found is None:
        return frozenset()
    asked = (offer.to for offer in found.open if view.table.seats[offer.to].human)
    return frozenset(seat for seat in asked if found.asked.get(seat, 0) >= since)


def reminder_screen(view: TableView, deadline: int) -> Screen:
    """Remind somebody in private that half of their time is gone."""
    where = address(view.table)
    told = say("⏱ The table waits for you: time is up {when}.", when=f"<t:{deadline}:R>")
    return private.note_screen(f"{where}\n{told}")


def trouble_screen(table: Table, trouble: str) -> Screen:
    """Tell the host in private why the game is suspended or cannot be shown, and how it goes on."""
    said = halt_text(table) or unseen_text(trouble)
    text = f"{address(table)}\n⏸ {said} {say('Nothing is lost.')}"
    return private.note_screen(text, private.ERROR_COLOR)


def damaged_table_screen(channel: int = 0) -> Screen:
    """Say that a table is set aside because it cannot be read; the host reads it with the ``channel``."""
    place = say("Your game in <#{channel}>: ", channel=channel) if channel else ""
    return private.note_screen(f"⛔ {place}{TABLE_REFUSALS['unreadable']}", private.ERROR_COLOR)


def in_words(screen: Screen) -> Screen:
    """Return a table's message in words, as its host wants it for everybody, and say whose choice that is."""
    word = Text(say("-# 🔤 In words for all, as the host has chosen: `/kickdoor pictures`."))
    plain = screen.without_pictures()
    return replace(plain, parts=(*plain.parts, word))


def restarting(screen: Screen) -> Screen:
    """Say below a table's message that the bot is about to be gone for a moment."""
    word = Text(say("-# 🔧 I am restarting. Nothing is lost, and all clocks are stopped."))
    return replace(screen, parts=(*screen.parts, word))


MAX_NEWS_SENTENCES = 10
MAX_NEWS_CHARS = 1100

RESTART_TEXT = "-# 🔧 I’m restarting. **Refresh** brings this screen back to life."
SEATED_TEXT = "🪑 You have a seat now, so you no longer watch. **My hand** shows your cards."


def watch_screen(
    view: TableView,
    live_until: int,
    past: Sequence[PastRevision] = (),
    *,
    restarting: bool = False,
) -> Screen:
    """Draw the table for a spectator, from an onlooker's view; ``past`` is all of a finished game.

    ``live_until`` is the moment up to which the screen follows the table, in seconds since 1970.
    """
    assert view.seat is None
    if view.table.phase == "ended":
        return public.last_screen(view, past)
    board = screens_of(view).board
    blocks: list[Block] = [Text(board.title(view)), *board.draw(view)]
    if told := news.block(view, MAX_NEWS_SENTENCES, MAX_NEWS_CHARS):
        blocks += [Separator(), Text(told)]
    blocks.append(Separator())
    if view.table.halt:
        blocks.append(Text(f"⏸ **{halt_text(view.table)}**"))
    elif wait := board.waiting(view):
        blocks.append(Text(f"👉 {wait}"))
    blocks.append(Text(say(RESTART_TEXT) if restarting else say(SAID_TEXTS["live"], until=live_until)))
    refresh = Button(say("Refresh"), screen_custom_id(view, "watch"), "primary", emoji="🔄")
    story = Button(say("Story"), screen_custom_id(view, "story"), emoji="📖")
    blocks += [ButtonRow((refresh, story)), *details.closer_look(view)]
    return Screen((Container(tuple(blocks), board.color(view)),))


def seated_screen(view: TableView) -> Screen:
    """Say to a spectator who has sat down where their cards are."""
    hand = Button(say("My hand"), screen_custom_id(view, "hand"), "primary", emoji="✋")
    return Screen((Container((Text(say(SEATED_TEXT)), ButtonRow((hand,)))),))
