"""The screens of a game that has none of its own: everything by name, nothing drawn.

A game that has some begins here, and overrides what it draws itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from bot.tables.results import TableView
from bot.views.base import naming, wording
from bot.views.base.custom_ids import PartialChoice
from bot.views.base.layout import Block, Button, Text
from bot.views.base.shape import Bargaining, CardGroup, OfferAnswers, QuickTerm
from bot.views.base.text import humanize
from bot.views.press import moves
from cards.kernel.moves import PASS_VERB, Move, Pick, Picks, Slot


class PlainShape:
    """Draws any game from its pending wait and moves alone."""

    brief_news = 3

    def color(self, view: TableView) -> int:
        return 0x5865F2

    def title(self, view: TableView) -> str:
        return f"## {humanize(view.table.game)}"

    def board(self, view: TableView) -> list[Block]:
        lines = [
            f"{number + 1}. {naming.name(view.table, number)} {naming.sign(seat)}".rstrip()
            for number, seat in enumerate(view.table.seats)
        ]
        return [Text("\n".join(lines))]

    def details(self, view: TableView) -> list[Block]:
        return []

    def details_label(self, view: TableView) -> str:
        return ""

    def waiting(self, view: TableView) -> str:
        pending = view.pending
        if pending is None:
            return ""
        words = moves.words_of(view)
        who = naming.names(view.table, pending.awaited)
        if pending.kind == "prompt":
            return f"{who}: {wording.ask(words, pending.name)}"
        return f"{wording.window(words, pending.name)} – waiting for {who}"

    def shared_moves(self, view: TableView) -> list[Move]:
        return [Move(PASS_VERB)] if view.pending is not None and view.pending.kind == "window" else []

    def own(self, view: TableView) -> list[str]:
        return []

    def groups(self, view: TableView) -> list[CardGroup]:
        cards = tuple(dict.fromkeys(move.card for move in view.moves if move.card >= 0))
        return [CardGroup("Your cards", cards)] if cards else []

    def best_gear(self, view: TableView) -> tuple[str, frozenset[int]]:
        return "", frozenset()

    def card_rank(self, view: TableView, card: int) -> int:
        return 0

    def suggestion(self, view: TableView, move: Move) -> Button | None:
        return None

    def desks(self, view: TableView) -> list[tuple[str, str]]:
        return []

    def is_for_combat(self, view: TableView, move: Move) -> bool:
        return True

    def main_desk(self, view: TableView) -> str:
        return ""

    def desk(self, view: TableView, group: str) -> list[Block]:
        return []

    def seat(self, view: TableView, seat: int) -> list[Block]:
        return [Text(f"### {naming.name(view.table, seat)}")]

    def seats(self, view: TableView) -> list[tuple[int, str]]:
        return []

    def cards_of(self, view: TableView, seat: int) -> tuple[int, ...]:
        return ()

    def open_cards(self, view: TableView) -> list[tuple[int, str]]:
        return []

    def public_fingerprint(self, view: TableView, seat: int) -> Hashable:
        return None

    def asked_seats(self, view: TableView) -> frozenset[int]:
        return frozenset()

    def open_fight(self, view: TableView) -> bool:
        return False

    def public_cards(self, view: TableView) -> frozenset[int]:
        return frozenset()

    def offer_name(self, view: TableView, move: Move) -> str:
        return "the offer"

    def bargaining(self, view: TableView) -> Bargaining | None:
        return None

    def answers(self, view: TableView) -> OfferAnswers:
        return OfferAnswers()

    def quick_terms(self, view: TableView, move: Move, picks: Picks) -> list[QuickTerm]:
        return []

    def first_picks(self, view: TableView, move: Move) -> Mapping[str, tuple[Pick, ...]]:
        return {}

    def harms(self, view: TableView, move: Move) -> bool:
        return False

    def verb_case(self, view: TableView, move: Move) -> str:
        return ""

    def own_powers(self, view: TableView) -> list[tuple[Move, str]]:
        return []

    def power_name(self, view: TableView, move: Move) -> str:
        return ""

    def uses_of(self, view: TableView, card: int) -> list[Button]:
        return []

    def step(self, view: TableView, move: Move, step: PartialChoice) -> list[Block]:
        return []

    def outcome(self, view: TableView, move: Move, picks: Picks = ()) -> str:
        return ""

    def may_ask_first(self, view: TableView, move: Move) -> bool:
        return False

    def asks_first(self, view: TableView, move: Move, picks: Picks) -> bool:
        return False

    def before_move(self, view: TableView, move: Move, picks: Picks) -> list[str]:
        return []

    def pick_name(self, view: TableView, slot: Slot, candidate: Pick) -> str:
        return ""

    def pick_note(self, view: TableView, card: int) -> str:
        return ""
