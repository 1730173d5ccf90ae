"""What whole games show about balance: length, which seat wins, cards nobody uses. A game adds its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cards.kernel.events import Event
from cards.kernel.game import Game
from cards.kernel.state import GameState


@dataclass(slots=True)
class GameStats:
    """What is counted in the course of one game. A game that has more to count makes a subclass."""

    first_player_event: ClassVar[type[Event]] = Event
    """The event that says who has the first turn."""
    use_events: ClassVar[tuple[type[Event], ...]] = ()
    """Events that count as a use of a card: the first card of the event."""

    first: int = -1
    """The seat that had the first turn."""
    shown: Counter[str] = field(default_factory=Counter[str])
    """How often a card was used, by its id."""

    def record(self, game: Game[Any, Any], state: GameState, events: Iterable[Event]) -> None:
        """Count the events of an action."""
        for event in events:
            self.count_event(game, event)

    def count_event(self, game: Game[Any, Any], event: Event) -> None:
        """Count one event: who begins, and which cards are used."""
        if type(event) is self.first_player_event:
            self.first = event.seat
        for card in self.cards_used(event):
            self.shown[game.face(card).id] += 1

    def cards_used(self, event: Event) -> tuple[int, ...]:
        """Return the cards that an event uses."""
        return event.to_record().cards[:1] if isinstance(event, self.use_events) else ()

    def summary(self, others: Sequence[GameStats], game: Game[Any, Any]) -> dict[str, Any]:
        """Return figures of the game's own over all these games, this one among them."""
        return {}


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """A game's sheet with what the simulator knows of it."""

    sheet: GameStats
    turns: int
    winners: tuple[int, ...]


def report(outcomes: list[GameOutcome], game: Game[Any, Any]) -> dict[str, Any]:
    """Sum up games. Shares are fractions of 1; a win shared by two counts half for each.

    ``by_order`` counts seats from the one with the first turn, so it shows what going first is worth.
    """
    games = max(len(outcomes), 1)
    start, _ = game.start()
    seats, cards = start.seats, [game.face(card).id for card in range(len(start.zones.place))]
    turns = sorted(outcome.turns for outcome in outcomes)
    sheets = [outcome.sheet for outcome in outcomes]
    shown: Counter[str] = Counter()
    by_seat, by_order = [0.0] * seats, [0.0] * seats
    for outcome in outcomes:
        shown.update(outcome.sheet.shown)
        for winner in outcome.winners:
            by_seat[winner] += 1 / len(outcome.winners)
            by_order[(winner - outcome.sheet.first) % seats] += 1 / len(outcome.winners)
    return {
        "turns": {name: turns[int(part * (len(turns) - 1))] for name, part in GAME_LENGTH_QUANTILES}
        if turns
        else {},
        **(sheets[0].summary(sheets, game) if sheets else {}),
        "shared_wins": round(sum(len(o.winners) > 1 for o in outcomes) / games, 3),
        "by_seat": [round(wins / games, 3) for wins in by_seat],
        "by_order": [round(wins / games, 3) for wins in by_order],
        "never_used": sorted(set(cards) - set(shown)),
        "rarely_used": {card: n for card, n in sorted(shown.items()) if n < games / 50},
    }


GAME_LENGTH_QUANTILES = (("least", 0.0), ("tenth", 0.1), ("half", 0.5), ("nine_tenths", 0.9), ("most", 1.0))
"""Marks at which the length of games is read, sorted from the shortest to the longest."""
