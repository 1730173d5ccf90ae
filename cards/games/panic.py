"""The castle-defense game as a module."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from cards.balance import GameStats
from cards.game_module import GameModule, model_faults
from cards.kernel.events import Event
from cards.kernel.game import CardFace, Game, Setup
from cards.panic.card_events import (
    CardGivenBack,
    OfferAccepted,
    OfferLapsed,
    OfferWithdrawn,
    PanicCardPlayed,
    PanicReasonGiven,
    PowerUsed,
)
from cards.panic.events import PanicBegan
from cards.panic.game import PanicGame
from cards.panic.monster_events import MonsterAttacked
from cards.panic.negotiation import ACCEPT, AGREE, ASK, COUNTER, OFFER, REFUSE
from cards.panic.options import PanicOptions
from cards.panic.pack import Box, load_box
from cards.panic.seat_figures import panic_figures
from cards.panic.state import TROPHIES, PanicState
from cards.players.panic.cunning import CunningPanicPlayer
from cards.players.panic.sensible import PanicCaretakerPlayer, SensiblePanicPlayer
from cards.players.panic.stakes import has_panic_stake
from cards.players.random_player import RandomPlayer
from cards.scenarios.panic_form import PANIC_WORDS, PanicSituation
from cards.scenarios.panic_table import PANIC_READERS, panic_table
from cards.scenarios.scenario_game import ScenarioGame

NAME = "panic"
MAX_SEATS = 6
BARGAIN_VERBS = frozenset({ASK, OFFER, COUNTER, ACCEPT, AGREE, REFUSE})
MIN_CHOSEN_SECONDS = 5
"""No table waits for less."""


@dataclass
class PanicStats(GameStats):
    """Which cards were used in one castle-defense game, and what became of its bargains."""

    first_player_event = PanicBegan
    use_events = (PanicCardPlayed, PowerUsed)

    accepted: Counter[str] = field(default_factory=Counter[str])
    """Accepted cards by what they do."""
    ends: Counter[str] = field(default_factory=Counter[str])
    """How offers ended of which nothing came, and how often that was explained."""

    def count_event(self, game: Game[Any, Any], event: Event) -> None:
        """Count one event."""
        super().count_event(game, event)
        match event:
            case OfferAccepted():
                self.accepted[type(game.catalog.word(event.card)).__name__] += 1  # type: ignore[attr-defined]  # this game's
            case CardGivenBack():
                self.ends["unused"] += 1
            case OfferLapsed(why="untaken" | "unanswered"):
                self.ends["not_taken"] += 1
            case OfferWithdrawn():
                self.ends["not_agreed"] += 1
            case PanicReasonGiven():
                self.ends["explained"] += 1
            case _:
                pass

    def summary(self, others: Sequence[GameStats], game: Game[Any, Any]) -> dict[str, Any]:
        """Return how many cards were accepted, by what they do, and how other offers ended."""
        sheets = [sheet for sheet in others if isinstance(sheet, PanicStats)]
        ends = sum((sheet.ends for sheet in sheets), Counter[str]())
        return {"accepted": dict(sum((s.accepted for s in sheets), Counter[str]())), "offers": dict(ends)}

    def cards_used(self, event: Event) -> tuple[int, ...]:
        """Return the cards that an event uses; an attack uses several."""
        return event.cards if isinstance(event, MonsterAttacked) else GameStats.cards_used(self, event)


def make_panic(setup: Setup, definitions: bytes | None) -> PanicGame:
    """Make the game with today's cards, or with those saved with it."""
    return PanicGame(setup, None if definitions is None else decode_box(definitions))


def rank_seats(game: PanicGame, state: PanicState) -> list[tuple[int, int]]:
    """Return the points and the number of trophies of each seat (P-211, P-212)."""
    table = game.table(state)
    return [(table.points(seat), len(table.seat_cards(seat, TROPHIES))) for seat in range(state.seats)]


@cache
def decode_box(definitions: bytes) -> Box:
    """Read the cards that were kept with a game. Raises ValueError."""
    return Box.model_validate_json(zlib.decompress(definitions))


@cache
def panic_cards() -> tuple[CardFace, ...]:
    """Return every card and token of the game with the whole expansion."""
    game = PanicGame(Setup(NAME, MAX_SEATS, 0, {"more_munchkin": True}))
    return tuple(game.face(card) for card in range(len(game.catalog)))


def option_faults(options: Mapping[str, Any]) -> list[str]:
    """Name every option that a new table cannot have."""
    short = [
        f"{name}: less than {MIN_CHOSEN_SECONDS} seconds"
        for name, value in options.items()
        if name.endswith("_seconds") and isinstance(value, int) and value < MIN_CHOSEN_SECONDS
    ]
    return model_faults(PanicOptions, options) or short


SCENARIO = ScenarioGame(
    title="The castle-defense game",
    form=PanicSituation,
    lay_out=panic_table,
    readers=PANIC_READERS,
    words=PANIC_WORDS,
    options=PanicOptions,
)

MODULE = GameModule(
    name=NAME,
    title="Panic",
    blurb="Six towers, six walls, one bag of monsters. Guess who is in the middle.",
    minutes=(20, 45),
    difficulty="easy to learn, hard to hold: the monsters march every turn",
    screens="panic",
    min_seats=1,
    max_seats=MAX_SEATS,
    default_options=PanicOptions.model_validate({}).model_dump(mode="json"),
    option_faults=option_faults,
    make=make_panic,
    definitions=lambda setup: zlib.compress(load_box().model_dump_json().encode()),
    cards=panic_cards,
    bargain_verbs=BARGAIN_VERBS,
    players={"sensible": SensiblePanicPlayer, "cunning": CunningPanicPlayer, "random": RandomPlayer},
    caretaker=PanicCaretakerPlayer,
    has_stake=has_panic_stake,
    scenario=SCENARIO,
    stats=PanicStats,
    figures=panic_figures,
    rank=rank_seats,
)
