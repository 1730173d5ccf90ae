"""What a balance report counts in one door-kicking game: fights by how they ended, deaths, cards used.

Over many games it tells how they end, who wins with which Class or Role, which cards decide, and what shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, ClassVar, Final

from cards.balance import GameStats
from cards.door.card_events import CardAttached, CardPlayed, CardUsed, ItemEquipped, ItemsSold
from cards.door.combat_events import (
    Caught,
    CombatEnded,
    CombatLost,
    CombatStarted,
    CompanionSacrificed,
    HelperJoined,
    KillClaimed,
    MonsterEnhanced,
    MonsterJoined,
    MonsterKilled,
    MonsterStacked,
    TruceMade,
)
from cards.door.events import (
    BodyLooted,
    CharacterDied,
    Cursed,
    FirstPlayerChosen,
    LookedForTrouble,
    RoleDealt,
    SealClosed,
    SealOpened,
)
from cards.door.game import DoorGame
from cards.door.state import DoorState, table_zone
from cards.door.windows import TRAIT_KINDS
from cards.door.winning import LAST_SEAL_NUMBER
from cards.kernel.events import Event
from cards.kernel.game import Game
from cards.kernel.state import GameState
from cards.language.definition import Definition
from cards.language.twins import find_twins

MECHANICS: Final[dict[type[Event], tuple[str, str]]] = {
    BodyLooted: ("looting", ""),
    CompanionSacrificed: ("sacrifice", "sacrifice"),
    HelperJoined: ("help", ""),
    MonsterStacked: ("stacking", "stacks"),
    RoleDealt: ("new role", "roles"),
    SealClosed: ("closed seal", "seals"),
    TruceMade: ("truce", ""),
}
"""What a game may show besides its kinds of cards, by the event; and what of an edition it depends on."""
TOLD_CARDS: Final = 12
"""So many cards are told of those that decide."""
MIN_USERS: Final = 20
"""Seats that have to have used a card before anything is said about it."""


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
        RoleDealt,
        SealOpened,
        ItemsSold,
    )

    fights: Counter[str] = field(default_factory=Counter[str])
    """How many combats ended in each way: ``alone``, ``helped``, ``fled``, ``caught``, ``otherwise``."""
    deaths: int = 0
    meddled: int = 0
    """Fights that were claimed as won but lost in the end."""
    seals: Counter[str] = field(default_factory=Counter[str])
    """How many Seals were ``opened`` and ``closed``, and how many were ``open`` at the end."""
    last_fight: str = ""
    """How the fight with which the game ended was won, ``seal`` where the world ended."""
    mechanics: set[str] = field(default_factory=set[str])
    """What of the game has shown: kinds of cards by their set, tags of monsters, ``MECHANICS``."""
    traits: list[tuple[str, str, float]] = field(default_factory=list[tuple[str, str, float]])
    """The Classes, Races and Roles at the end: kind, card, and what its owner has of the win."""
    users: dict[str, set[int]] = field(default_factory=dict[str, set[int]])
    """The seats that used a card, by its id."""
    wins: dict[int, float] = field(default_factory=dict[int, float])
    """What each winner has of the win."""
    _claimed: bool = False
    _seen: set[str] = field(default_factory=set[str])

    def record(self, game: Game[Any, Any], state: GameState, events: Iterable[Event]) -> None:
        """Count the events of an action."""
        for event in events:
            self.count_event(game, event)
            if isinstance(event, CharacterDied):
                self.deaths += 1
            elif isinstance(event, SealOpened | SealClosed):
                self.seals["opened" if isinstance(event, SealOpened) else "closed"] += 1
                self.seals["open"] = event.open_count
            self._fight(event)
            if isinstance(game, DoorGame):
                self._show(game, event)
        if state.over and self._seen:
            self._end()
        if isinstance(game, DoorGame) and isinstance(state, DoorState) and state.over:
            self._sum_up(game, state)

    def _show(self, game: DoorGame, event: Event) -> None:
        """Note what of the game an event shows, and who has used a card."""
        used = self.cards_used(event)
        for card in used if event.seat >= 0 else ():
            self.users.setdefault(game.face(card).id, set()).add(event.seat)
        for card in (*used, event.monster) if isinstance(event, CombatStarted) else used:
            self.mechanics |= _names(game, card)
        if type(event) in MECHANICS:
            self.mechanics.add(MECHANICS[type(event)][0])

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
        self.last_fight = next((name for mark, name in order if mark in seen), "otherwise")
        self.fights[self.last_fight] += 1
        self._seen = set()

    def _sum_up(self, game: DoorGame, state: DoorState) -> None:
        """Note how the game has ended, and who has what."""
        if self.seals["open"] >= LAST_SEAL_NUMBER:
            self.last_fight = "seal"
        self.wins = {seat: 1 / len(state.winners) for seat in state.winners}
        for seat in range(state.seats):
            for card in state.zones.lists[table_zone(seat)]:
                made = game.decks.definitions[card]
                if made.kind in TRAIT_KINDS:
                    self.traits.append((made.kind, made.id, self.wins.get(seat, 0.0)))

    def summary(self, others: Sequence[GameStats], game: Game[Any, Any]) -> dict[str, Any]:
        """Return the figures about fights, deaths and cards over all these games, this one among them."""
        sheets = [sheet for sheet in others if isinstance(sheet, DoorStats)]
        assert isinstance(game, DoorGame)
        decks = game.decks
        usual = {name for name, needs in MECHANICS.values() if not needs or getattr(decks.edition, needs)}
        usual = usual.union(*(_names(game, card) for card in range(len(decks.definitions))))
        fights = sum((sheet.fights for sheet in sheets), Counter[str]())
        games, combats = max(len(sheets), 1), max(sum(fights.values()), 1)
        return {
            "combats_per_game": round(sum(fights.values()) / games, 2),
            "fights": _shares(fights, combats),
            "turned_after_claim": round(sum(sheet.meddled for sheet in sheets) / combats, 3),
            "deaths_per_game": round(sum(sheet.deaths for sheet in sheets) / games, 2),
            "last_fight": _shares(Counter(sheet.last_fight for sheet in sheets), games),
            "seals": _shares(sum((sheet.seals for sheet in sheets), Counter[str]()), games),
            "kept": _kept(sheets),
            "decisive": _decisive(sheets),
            "mechanics": _shares(Counter(n for sheet in sheets for n in sheet.mechanics), games, usual),
            "twins": _twins(decks.definitions),
        }


def _names(game: DoorGame, card: int) -> set[str]:
    """Return as what a card shows: its kind, and the tags that join or pile up, each with its set."""
    made, edition = game.decks.definitions[card], game.decks.edition
    return {
        f"{made.pack} {word}" for word in (made.kind, *made.tags.intersection(edition.joins + edition.stacks))
    }


def _shares(counted: Mapping[str, int], games: int, usual: Iterable[str] = ()) -> dict[str, float]:
    """Return how often something is met in a game, by its name; what is usual is named anyway."""
    return {name: round(counted.get(name, 0) / games, 3) for name in sorted({*counted, *usual})}


def _rated(parts: Sequence[float]) -> dict[str, float]:
    """Return how many seats there are, and what they win: on average, and at least with some certainty."""
    part = sum(parts) / len(parts)
    least = part - 2 * sqrt(part * (1 - part) / len(parts))
    return {"n": len(parts), "wins": round(part, 3), "least": round(least, 3)}


def _kept(sheets: Iterable[DoorStats]) -> dict[str, dict[str, dict[str, float]]]:
    """Return for each kind of trait its cards: their share of the kind, and what their owners win."""
    kinds: dict[str, dict[str, list[float]]] = {}
    for sheet in sheets:
        for kind, card, won in sheet.traits:
            kinds.setdefault(kind, {}).setdefault(card, []).append(won)
    sums = {kind: sum(map(len, found.values())) for kind, found in kinds.items()}
    return {
        kind: {
            card: {"share": round(len(wins) / sums[kind], 3), **_rated(wins)}
            for card, wins in sorted(found.items())
        }
        for kind, found in sorted(kinds.items())
    }


def _decisive(sheets: Sequence[DoorStats]) -> dict[str, dict[str, float]]:
    """Return the cards whose users win most."""
    wins: dict[str, list[float]] = {}
    for sheet in sheets:
        for card, seats in sheet.users.items():
            wins.setdefault(card, []).extend(sheet.wins.get(seat, 0.0) for seat in seats)
    found = {card: _rated(parts) for card, parts in wins.items() if len(parts) >= MIN_USERS}
    best = sorted(found, key=lambda card: (-found[card]["least"], card))
    return {card: found[card] for card in best[:TOLD_CARDS]}


def _twins(cards: Iterable[Definition]) -> list[list[str]]:
    """Return the names of cards that say the same and are more than a plain bonus."""
    groups = find_twins({f"{made.pack} {made.id}": (made.form,) for made in cards if made.form is not None})
    return [sorted(twin.form.name for twin in group) for group in groups if not group[0].is_plain]
