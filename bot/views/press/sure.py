"""One look at a move before it is made: what it does, and the way back.

A button that says itself what comes of it needs no second one. This screen is for those that cannot: their
outcome is a die's or somebody's answer, or they hit somebody whom their label does not name.
"""

from __future__ import annotations

from bot.tables.choices import encode
from bot.tables.results import TableView
from bot.views.base.custom_ids import ButtonAction
from bot.views.base.game_screens import screens_of
from bot.views.base.layout import Button, ButtonRow, Container, Screen, Text
from bot.views.base.text import escape
from bot.views.press import moves
from bot.views.press.moves import CompleteChoice, screen_custom_id
from cards.kernel.moves import Move

MAX_SURE_NOTE_CHARS = 350
"""Characters of the card's text: who decides on it reads it here."""


def sure_screen(view: TableView, move: Move, done: CompleteChoice) -> Screen:
    """Show a move that is ready to be made: what its card does, and its known outcome."""
    head = f"{moves.verb_of(view, move).emoji} {escape(moves.verb_label(view, move))}?"
    lines = [f"### {head.strip()}"]
    if move.card >= 0:
        lines.append(f"-# {escape(moves.power_text(view, move, MAX_SURE_NOTE_CHARS))}")
    game = screens_of(view)
    if game.forecast is not None:
        lines += game.forecast.before_move(view, move, done.choice.picks)
    press = moves.custom_id_for(view, ButtonAction.MOVE, encode(done.choice))
    row = Button("Do it", str(press), "primary"), Button("Back", screen_custom_id(view, "hand"))
    return Screen((Container((Text("\n".join(lines)), ButtonRow(row)), game.board.color(view)),))
