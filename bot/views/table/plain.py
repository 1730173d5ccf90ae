"""The screens of a game that has none of its own: everything by name, nothing drawn.

A game that has some begins with these two parts, and overrides what it draws itself.
"""

from __future__ import annotations

from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.layout import Block, Text
from bot.views.base.parts import CardGroup
from bot.views.base.text import humanize, say
from bot.views.press.moves import words_of
from cards.kernel.moves import PASS_VERB, Move


class PlainBoard:
    """Draws any game from its seats and its pending wait alone."""

    def color(self, view: TableView) -> int:
        return 0x5865F2

    def title(self, view: TableView) -> str:
        return f"## {humanize(view.table.game)}"

    def draw(self, view: TableView) -> list[Block]:
        lines = [
            f"{number + 1}. {naming.name(view.table, number)} {naming.sign(seat)}".rstrip()
            for number, seat in enumerate(view.table.seats)
        ]
        return [Text("\n".join(lines))]

    def waiting(self, view: TableView) -> str:
        pending = view.pending
        if pending is None:
            return ""
        words = words_of(view)
        who = naming.names(view.table, pending.awaited)
        if pending.kind == "prompt":
            return f"{who}: {wording.ask(words, pending.name)}"
        return say("{window} – waiting for {who}", window=wording.window(words, pending.name), who=who)

    def shared_moves(self, view: TableView) -> list[Move]:
        return [Move(PASS_VERB)] if view.pending is not None and view.pending.kind == "window" else []

    def open_fight(self, view: TableView) -> bool:
        return False


class PlainHand:
    """Draws any hand from its moves alone."""

    def own(self, view: TableView) -> list[str]:
        return []

    def groups(self, view: TableView) -> list[CardGroup]:
        cards = tuple(dict.fromkeys(move.card for move in view.moves if move.card >= 0))
        return [CardGroup(say("Your cards"), cards)] if cards else []
