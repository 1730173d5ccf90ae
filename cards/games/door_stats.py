"""What a balance report counts in one door-kicking game: fights by how they ended, deaths, cards used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cards.balance import GameStats
from cards.door.card_events import CardAttached, CardPlayed, CardUsed, ItemEquipped, ItemsSold
from cards.door.character_events import CharacterDied, Cursed, SealOpened
from cards.door.combat_events import (
    Caught,
    CombatEnded,
    CombatLost,
    CombatStarted,
    KillClaimed,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
)
from cards.door.events import FirstPlayerChosen, LookedForTrouble
from cards.kernel.events import Event
from cards.kernel.game import Game
from cards.kernel.state import GameState


@dataclass(slots=True)
class DoorStats(GameStats):
    """What is counted in the course of one door-kicking game."""

    first_player_event: ClassVar[type[Event]] = FirstPlayerChosen
    use_events: ClassVar[tuple[type[Event], ...]] = (
        CardPlayed,
        CardUsed,
        Cursed,
        MonsterEnhanced,
        CardAttached,
        ItemEquipped,
        LookedForTrouble,
        MonsterJoined,
        SealOpened,
        ItemsSold,
    )

    fights: Counter[str] = field(default_factory=Counter[str])
    """How many combats ended in each way: ``alone``, ``helped``, ``fled``, ``caught``, ``otherwise``."""
    deaths: int = 0
    meddled: int = 0
    """Fights that were claimed as won but lost in the end."""
    _claimed: bool = False
    _seen: set[str] = field(default_factory=set[str])

    def record(self, game: Game[Any, Any], state: GameState, events: Iterable[Event]) -> None:
        """Count the events of an action."""
        for event in events:
            self.count_event(game, event)
            if isinstance(event, CharacterDied):
                self.deaths += 1
            self._fight(event)
        if state.over and self._seen:
            self._end()

    def _fight(self, event: Event) -> None:
        if isinstance(event, CombatStarted):
            self._seen, self._claimed = {"on"}, False
        elif isinstance(event, KillClaimed):
            self._claimed = True
        elif isinstance(event, MonsterKilled):
            self._seen.add("helped" if event.helper >= 0 else "killed")
        elif isinstance(event, Caught):
            self._seen.add("caught")
        elif isinstance(event, CombatLost):
            self._seen.add("lost")
        elif isinstance(event, CombatEnded) and event.card < 0 and self._seen:
            self._end()

    def _end(self) -> None:
        """Count a combat that is over."""
        seen = self._seen
        if "lost" in seen and self._claimed:
            self.meddled += 1
        order = (("helped", "helped"), ("killed", "alone"), ("caught", "caught"), ("lost", "fled"))
        self.fights[next((name for mark, name in order if mark in seen), "otherwise")] += 1
        self._seen = set()

    def summary(self, others: Sequence[GameStats]) -> dict[str, Any]:
        """Return the figures about fights and deaths over all these games, this one among them."""
        sheets = [sheet for sheet in others if isinstance(sheet, DoorStats)]
        fights: Counter[str] = Counter()
        for sheet in sheets:
            fights.update(sheet.fights)
        games, combats = max(len(sheets), 1), max(sum(fights.values()), 1)
        return {
            "combats_per_game": round(sum(fights.values()) / games, 2),
            "fights": {name: round(n / combats, 3) for name, n in sorted(fights.items())},
            "turned_after_claim": round(sum(sheet.meddled for sheet in sheets) / combats, 3),
            "deaths_per_game": round(sum(sheet.deaths for sheet in sheets) / games, 2),
        }
