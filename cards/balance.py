"""What whole games show about balance: length, fights, deaths, which seat wins, cards nobody uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cards.kernel.events import Event
from cards.kernel.game import Game
from cards.kernel.state import GameState

USE_EVENTS = {
    "played": "play",
    "used": "use",
    "cursed": "curse",
    "enhanced": "enhance",
    "attached": "attach",
    "equipped": "equip",
    "looked_for_trouble": "trouble",
    "monster_joined": "fight",
    "seal_opened": "open",
    "sold": "sell",
}
"""Events that count as a use of a card: the first card of the event."""


@dataclass(slots=True)
class GameStats:
    """What is counted in the course of one game."""

    first: int = -1
    fights: Counter[str] = field(default_factory=Counter[str])
    """How many combats ended in each way: ``alone``, ``helped``, ``fled``, ``caught``, ``otherwise``."""
    deaths: int = 0
    meddled: int = 0
    """Fights that were claimed as won but lost in the end."""
    shown: Counter[str] = field(default_factory=Counter[str])
    """How often a card was used, by its id."""
    _claimed: bool = False
    _seen: set[str] = field(default_factory=set[str])

    def record(self, game: Game[Any, Any], state: GameState, events: Iterable[Event]) -> None:
        """Count the events of an action."""
        for event in events:
            if event.kind == "first_player":
                self.first = event.seat
            elif event.kind == "died":
                self.deaths += 1
            if event.kind in USE_EVENTS and event.cards:
                self.shown[game.face(event.cards[0]).id] += 1
            self._fight(event)
        if state.over and self._seen:
            self._end()

    def _fight(self, event: Event) -> None:
        if event.kind == "combat_started":
            self._seen, self._claimed = {"on"}, False
        elif event.kind == "claimed":
            self._claimed = True
        elif event.kind in ("killed", "caught", "lost"):
            helped = event.kind == "killed" and event.other >= 0
            self._seen.add("helped" if helped else event.kind)
        elif event.kind == "combat_ended" and not event.cards and self._seen:
            self._end()

    def _end(self) -> None:
        """Count a combat that is over."""
        seen = self._seen
        if "lost" in seen and self._claimed:
            self.meddled += 1
        order = (("helped", "helped"), ("killed", "alone"), ("caught", "caught"), ("lost", "fled"))
        self.fights[next((name for mark, name in order if mark in seen), "otherwise")] += 1
        self._seen = set()


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The counts of one game, with what the simulator knows about it."""

    sheet: GameStats
    turns: int
    winners: tuple[int, ...]


def report(outcomes: list[GameOutcome], seats: int, cards: Iterable[str]) -> dict[str, Any]:
    """Sum up games. Shares are fractions of 1; a win shared by two counts half for each.

    ``by_order`` counts seats from the one with the first turn, so it shows what going first is worth.
    """
    games = max(len(outcomes), 1)
    turns = sorted(outcome.turns for outcome in outcomes)
    fights: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    by_seat, by_order = [0.0] * seats, [0.0] * seats
    for outcome in outcomes:
        fights.update(outcome.sheet.fights)
        shown.update(outcome.sheet.shown)
        for winner in outcome.winners:
            by_seat[winner] += 1 / len(outcome.winners)
            by_order[(winner - outcome.sheet.first) % seats] += 1 / len(outcome.winners)
    combats = max(sum(fights.values()), 1)
    return {
        "turns": {name: turns[int(part * (len(turns) - 1))] for name, part in GAME_LENGTH_QUANTILES}
        if turns
        else {},
        "combats_per_game": round(sum(fights.values()) / games, 2),
        "fights": {name: round(n / combats, 3) for name, n in sorted(fights.items())},
        "turned_after_claim": round(sum(o.sheet.meddled for o in outcomes) / combats, 3),
        "deaths_per_game": round(sum(o.sheet.deaths for o in outcomes) / games, 2),
        "shared_wins": round(sum(len(o.winners) > 1 for o in outcomes) / games, 3),
        "by_seat": [round(wins / games, 3) for wins in by_seat],
        "by_order": [round(wins / games, 3) for wins in by_order],
        "never_used": sorted(set(cards) - set(shown)),
        "rarely_used": {card: n for card, n in sorted(shown.items()) if n < games / 50},
    }


GAME_LENGTH_QUANTILES = (("least", 0.0), ("tenth", 0.1), ("half", 0.5), ("nine_tenths", 0.9), ("most", 1.0))
"""Percentiles at which the length of games is reported."""
