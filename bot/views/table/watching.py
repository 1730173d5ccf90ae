"""A spectator's screen: what lies open on the table, told to one who does not sit there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.past import PastRevision
from bot.tables.results import TableView
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Block, Button, ButtonRow, Container, Screen, Separator, Text
from bot.views.base.table_words import halt_text
from bot.views.press.moves import screen_custom_id
from bot.views.table import details, news, public

MAX_NEWS_SENTENCES = 10
MAX_NEWS_CHARS = 1100

LIVE_TEXT = (
    "-# 👀 You’re watching. This screen follows the table until <t:{until}:t>. "
    "**Refresh** updates it now and keeps it going."
)
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
    blocks.append(Text(RESTART_TEXT if restarting else LIVE_TEXT.format(until=live_until)))
    refresh = Button("Refresh", screen_custom_id(view, "watch"), "primary", emoji="🔄")
    story = Button("Story", screen_custom_id(view, "story"), emoji="📖")
    blocks += [ButtonRow((refresh, story)), *details.closer_look(view)]
    return Screen((Container(tuple(blocks), board.color(view)),))


def seated_screen(view: TableView) -> Screen:
    """Say to a spectator who has sat down where their cards are."""
    hand = Button("My hand", screen_custom_id(view, "hand"), "primary", emoji="✋")
    return Screen((Container((Text(SEATED_TEXT), ButtonRow((hand,)))),))
