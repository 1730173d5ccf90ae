"""Computers at a table where somebody answers no offer, as a person who looks elsewhere."""

from collections import Counter
from typing import Any

from cards.door.card_events import TradeOffered
from cards.door.combat_events import HelpOffered, TruceOffered
from cards.kernel.dice import Dice
from cards.kernel.game import Setup
from cards.kernel.moves import Action, Move
from cards.players.base import WorldSampler
from cards.players.door.sensible import CaretakerPlayer, SensiblePlayer
from cards.registry import make_game
from cards.simulate import play_game

MAX_OFFERS_PER_TURN = 12
"""Offers of a kind that one seat makes in a turn at most."""


class SilentPlayer(CaretakerPlayer):
    """Does what the game waits for, and answers no offer."""

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        other = [move for move in moves if not move.verb.startswith(("refuse_", "accept_"))]
        return super().choose(view, other or moves, seat, dice)

    def choose_or_wait(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: WorldSampler | None = None
    ) -> Action | None:
        return None


def test_a_computer_offers_nothing_again_and_again() -> None:
    """Where nobody answers it, it goes on."""
    offers: Counter[tuple[int, int, str]] = Counter()

    def count(game: Any, state: Any, events: Any) -> None:
        for event in events:
            if isinstance(event, TradeOffered | TruceOffered | HelpOffered):
                offers[state.turn, event.seat, event.kind] += 1

    for seed in (2, 3):
        game = make_game(Setup("apocalypse", 4, seed))
        record = play_game(game, [SilentPlayer(), *[SensiblePlayer() for _ in range(3)]], seed, watch=count)
        assert (record.violations, record.finished) == ([], True)
    assert "trade_offered" in {kind for _, _, kind in offers}
    assert max(offers.values()) <= MAX_OFFERS_PER_TURN
