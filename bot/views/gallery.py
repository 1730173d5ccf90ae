"""Which screen belongs to a table, whatever its game and its phase."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from bot.tables.games import GameKind
from bot.tables.results import Sight
from bot.views import private, public
from bot.views.door import DoorShape
from bot.views.halt import halt_text
from bot.views.layout import Box, Button, Row, Screen, Text
from bot.views.moves import press
from bot.views.panic import PanicShape
from bot.views.plain import PlainShape
from bot.views.shape import Shape
from cards.door.seen import DoorView
from cards.panic.view import PanicView

_DOOR = DoorShape()
_PANIC = PanicShape()
_PLAIN = PlainShape()


def shape_of(sight: Sight) -> Shape:
    """Return how the game of this sight is drawn."""
    if isinstance(sight.view, DoorView):
        return _DOOR
    if isinstance(sight.view, PanicView):
        return _PANIC
    return _PLAIN


def table_screen(sight: Sight, kind: GameKind) -> Screen:
    """Draw the table's message. The sight has to be an onlooker's."""
    assert sight.seat is None
    table = sight.table
    if table.phase == "lobby":
        return public.lobby_screen(sight, kind, public.changed_options(kind, table.options))
    if table.phase == "ended":
        return public.over_screen(sight, shape_of(sight) if sight.view is not None else None)
    return public.game_screen(sight, shape_of(sight))


def hand_screen(sight: Sight, *, page: int = 0, note: str = "", lasting: bool = False) -> Screen:
    """Draw what the reader may do, in whatever phase the table is."""
    if sight.seat is None:
        return private.note_screen(note or "You are watching this game.")
    if sight.table.phase == "lobby":
        return private.note_screen(note or "The game has not begun yet.")
    if sight.table.phase == "ended":
        return private.note_screen(note or "🏁 This game is over.")
    return private.hand_screen(sight, shape_of(sight), page=page, note=note, lasting=lasting)


def lot(sight: Sight, seat: int) -> Hashable:
    """Return what everybody may see of a seat; see ``Shape.lot``."""
    return shape_of(sight).lot(sight, seat) if sight.view is not None else None


def open_fight(sight: Sight) -> bool:
    """Tell whether something is going on in which everybody may take a hand."""
    return sight.view is not None and shape_of(sight).open_fight(sight)


def nudge_screen(sight: Sight, user: int) -> Screen:
    """Call the one person for whom everybody waits."""
    hand = Button("My hand", str(press(sight, "g", "hand")), "primary", emoji="✋")
    text = Text(f"👉 <@{user}>, the table waits for you.")
    return Screen((Box((text, Row((hand,)))),), pings=(user,))


def reminder_screen(sight: Sight, deadline: int) -> Screen:
    """Remind somebody in private that half of his time is gone."""
    return private.note_screen(f"⏱ <#{sight.table.channel}> waits for you: time is up <t:{deadline}:R>.")


def trouble_screen(sight: Sight) -> Screen:
    """Tell the host in private why the game is suspended, and how it goes on."""
    text = f"⏸ Your game in <#{sight.table.channel}>: {halt_text(sight.table)} Nothing is lost."
    return private.note_screen(text, private.BAD)


def restarting(screen: Screen) -> Screen:
    """Say below a table's message that the bot is about to be gone for a moment."""
    word = Text("-# 🔧 I am just restarting. Nothing is lost, and no clock runs meanwhile.")
    return replace(screen, parts=(*screen.parts, word))
