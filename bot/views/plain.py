"""The screens of a game that has none of its own: everything by name, nothing drawn."""

from __future__ import annotations

from collections.abc import Hashable

from bot.tables.results import Sight
from bot.views import moves, people, wording
from bot.views.layout import Block, Text
from bot.views.shape import Group
from bot.views.text import humanise
from cards.kernel.moves import PASS, Move


class PlainShape:
    """Draws any game from its pending wait and moves alone."""

    def colour(self, sight: Sight) -> int:
        return 0x5865F2

    def title(self, sight: Sight) -> str:
        return f"## {humanise(sight.table.game)}"

    def board(self, sight: Sight) -> list[Block]:
        lines = [
            f"{number + 1}. {people.name(sight.table, number)} {people.sign(seat)}".rstrip()
            for number, seat in enumerate(sight.table.seats)
        ]
        return [Text("\n".join(lines))]

    def waiting(self, sight: Sight) -> str:
        pending = sight.pending
        if pending is None:
            return ""
        words = moves.words_of(sight)
        who = people.names(sight.table, pending.awaited)
        if pending.kind == "prompt":
            return f"{who}: {wording.ask(words, pending.name)}"
        return f"{wording.window(words, pending.name)} – waiting for {who}"

    def shared_moves(self, sight: Sight) -> list[Move]:
        return [Move(PASS)] if sight.pending is not None and sight.pending.kind == "window" else []

    def own(self, sight: Sight) -> list[str]:
        return []

    def groups(self, sight: Sight) -> list[Group]:
        cards = tuple(dict.fromkeys(move.card for move in sight.moves if move.card >= 0))
        return [Group("Your cards", cards)] if cards else []

    def desks(self, sight: Sight) -> list[tuple[str, str]]:
        return []

    def desk(self, sight: Sight, group: str) -> list[Block]:
        return []

    def seat(self, sight: Sight, seat: int) -> list[Block]:
        return [Text(f"### {people.name(sight.table, seat)}")]

    def seats(self, sight: Sight) -> list[tuple[int, str]]:
        return []

    def lot(self, sight: Sight, seat: int) -> Hashable:
        return None

    def open_fight(self, sight: Sight) -> bool:
        return False

    def public_cards(self, sight: Sight) -> frozenset[int]:
        return frozenset()
