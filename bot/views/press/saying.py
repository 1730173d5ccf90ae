"""A line of one's own: the form that takes it, and how it stands on the screens from which it is sent."""

from __future__ import annotations

from collections.abc import Iterable

from bot.tables.results import TableView
from bot.tables.table import MAX_LINE_CHARS
from bot.views.base.layout import Button, Field, Form
from bot.views.base.text import escape, quoted, say
from bot.views.press.moves import lobby_custom_id, verb_of
from cards.kernel.moves import Move

NOTE_FIELD = "note"
TALK_GROUPS = frozenset({"help", "trade"})
"""Groups of moves with which people may say something."""
WHOLE_LINE = "💬 {line} goes with what you send next."


def may_speak(view: TableView, moves: Iterable[Move]) -> bool:
    """Return True if something may be said with one of the moves."""
    return view.seat is not None and any(verb_of(view, move).group in TALK_GROUPS for move in moves)


def button(view: TableView, custom_id: str, *, disabled: bool = False) -> Button:
    """Return the button that asks for a line, or for another one."""
    waiting = view.table.line_waiting(view.seat)
    return Button(say("Say something else…" if waiting else "Say…"), custom_id, disabled=disabled, emoji="💬")


def custom_id(view: TableView, where: str) -> str:
    """Return the custom_id of the button at a desk or for a move, and of the form behind it."""
    return lobby_custom_id(view.table, f"say.{where}")


def line_form(custom_id: str) -> Form:
    """Ask for a line of one's own; it is sent with the offer or answer, not by itself."""
    note = say("Not binding; everybody can read it. Nothing sends it yet.")
    return Form(
        custom_id,
        say("In your own words"),
        (Field(NOTE_FIELD, say("What do you say with it?"), note, least=0, most=MAX_LINE_CHARS),),
    )


def waiting_lines(view: TableView) -> list[str]:
    """Say which line of the reader's waits for what they send next."""
    waiting = view.table.line_waiting(view.seat)
    return [WHOLE_LINE.format(line=quoted(escape(waiting.text)))] if waiting else []
