"""The figures of a finished castle-defense game for statistics, from its public events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cards.kernel.chronicle import Act, SeatFigures
from cards.kernel.events import Event
from cards.kernel.game import Game
from cards.panic.card_events import (
    CardGivenBack,
    CardHanded,
    OfferAccepted,
    OfferLapsed,
    PanicCardPlayed,
    TrophyTaken,
)
from cards.panic.events import PanicTurnStarted
from cards.panic.monster_events import MonsterAttacked, MonsterSlain, MonsterSquashed, TowerFell
from cards.panic.view import PanicView


def panic_figures(game: Game[Any, Any], view: PanicView, acts: Sequence[Act]) -> Mapping[int, SeatFigures]:
    """Return what each seat did, from an onlooker's view of the end and the whole public game."""
    reader = _Reader(game, len(view.seats))
    for _, events in acts:
        for event in events:
            reader.note(event)
    return {
        seen.seat: SeatFigures(
            seen.points, {**+reader.counts[seen.seat], **+reader.shared}, dict(reader.cards[seen.seat])
        )
        for seen in view.seats
    }


class _Reader:
    """Goes through the public events of a whole game once."""

    def __init__(self, game: Game[Any, Any], seats: int) -> None:
        self._game = game
        self.counts = [Counter[str]() for _ in range(seats)]
        self.cards = [Counter[str]() for _ in range(seats)]
        self.shared = Counter[str]()
        self._bargains: dict[int, OfferAccepted] = {}
        """The bargains of this turn, by the helper's card."""

    def note(self, event: Event) -> None:
        match event:
            case MonsterSlain():
                self.counts[event.seat]["kills"] += 1
            case MonsterAttacked():
                self.counts[event.seat]["damage"] += event.damage
                self._play(event.seat, *event.cards)
            case PanicCardPlayed():
                self._play(event.seat, event.card)
            case TrophyTaken() if not event.how:
                self.counts[event.seat]["stabs"] += 1
                self.counts[event.giver]["stabbed"] += 1
            case OfferAccepted():
                self._bargains[event.card] = event
                self._count_bargain(event, 1)
                self.counts[event.helper]["helped"] += 1
            case CardGivenBack():
                if deal := self._undone(event.card, event.seat):
                    self.counts[deal.helper]["helped"] -= 1
            case OfferLapsed(why="unpaid" | "useless"):
                self._undone(event.card, event.seat)
            case CardHanded():
                self.counts[event.giver]["given"] += 1
            case TowerFell():
                self.shared["towers_lost"] += 1
            case MonsterSquashed():
                self.shared["squashed"] += 1
            case PanicTurnStarted():
                self.shared["turns"] = event.turn
                self._bargains.clear()
            case _:
                pass

    def _undone(self, card: int, helper: int) -> OfferAccepted | None:
        """Take back that a bargain was kept of which nothing has come, if it is one of this turn."""
        deal = self._bargains.get(card)
        if deal is None or deal.helper != helper:
            return None
        self._count_bargain(self._bargains.pop(card), -1)
        return deal

    def _count_bargain(self, deal: OfferAccepted, count: int) -> None:
        self.counts[deal.seat]["bargains"] += count
        self.counts[deal.helper]["bargains"] += count

    def _play(self, seat: int, *cards: int) -> None:
        for card in cards:
            if card >= 0:
                self.cards[seat][self._game.face(card).name] += 1
