"""Whole games of random moves: no dead end, no lost card, nothing leaks, everything can be saved."""

import os

import pytest

from cards.kernel.dice import Dice
from cards.kernel.events import Drew, Event
from cards.kernel.game import Accepted
from cards.panic.card_events import (
    CardHanded,
    CardHeldToForehead,
    CardsSwapped,
    DiscardsSifted,
    OfferAccepted,
    OfferLapsed,
    OfferWithdrawn,
    PanicHelpOffered,
    TreasuresEarned,
    TreasuresSettled,
)
from cards.panic.events import PanicTurnStarted
from cards.panic.game import PanicGame
from cards.panic.reasons import without_reason
from cards.players.panic.cunning import CunningPanicPlayer
from cards.players.panic.sensible import SensiblePanicPlayer
from cards.simulate import next_action
from tests.cards.panic.random_games import OPTIONS_BY_VARIANT, play, with_options

GAME_COUNT = int(os.environ.get("PANIC_GAMES", "2"))
"""Games for each number of players and variant."""


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("variant", OPTIONS_BY_VARIANT)
def test_games_end_and_hold_together(variant: str, seats: int) -> None:
    """P-010, P-009, P-240 to P-244: games of every number of players and variant end, checked throughout."""
    for seed in range(GAME_COUNT):
        setup = with_options(seats, seed, **OPTIONS_BY_VARIANT[variant])
        play(setup, rng_seed=1000 * seats + seed, look=4, drops=seed % 2 == 1, skill=90 * (seed % 2))


@pytest.mark.parametrize("variant", OPTIONS_BY_VARIANT)
def test_events_keep_secrets(variant: str) -> None:
    """P-032, P-054, P-106: who may know which cards, in whole games; onlookers know none."""
    kinds: set[str] = set()
    for seed in range(4):
        report = play(with_options(4, seed, **OPTIONS_BY_VARIANT[variant]), rng_seed=seed, skill=60)
        for event in report.events:
            may = allowed(event)
            if may is not None:
                kinds.add(event.kind)
                assert event.seen == may, event
                assert event.redacted_for(None).to_record().cards == ()
    assert {"drew", "earned", "settled"} <= kinds


@pytest.mark.parametrize("variant", ["standard", "swapping", "less_panic"])
def test_every_offer_comes_to_a_word(variant: str) -> None:
    """H-122, H-127: before the next turn each offer is accepted, refused, taken back or told to be over.

    Where its card has left the hand, the event that took it has told that.
    """
    words = 0
    for seed in range(4):
        open_offers: dict[int, int] = {}
        setup = with_options(4, seed, **OPTIONS_BY_VARIANT[variant])
        for event in play(setup, rng_seed=seed, skill=40 * (seed % 3)).events:
            match event:
                case PanicHelpOffered():
                    open_offers[event.seat] = event.card
                case OfferWithdrawn() | OfferLapsed():
                    words += open_offers.pop(event.seat, -1) >= 0
                case OfferAccepted():
                    words += open_offers.pop(event.helper, -1) >= 0
                case CardsSwapped():
                    words += open_offers.pop(event.other, -1) >= 0
                case PanicTurnStarted():
                    assert not open_offers, event
                case _:
                    gone = event.to_record().cards
                    open_offers = {seat: card for seat, card in open_offers.items() if card not in gone}
    assert words > 10


def test_computers_give_a_reason_with_every_refusal_and_every_other_terms() -> None:
    """H-131: whoever is refused, or hears other terms, hears why as well."""
    reasons: dict[str, int] = {}
    for seed in range(6):
        game, dice = PanicGame(with_options(4, seed)), Dice(seed)
        players = [CunningPanicPlayer(game.catalog), *(SensiblePanicPlayer(game.catalog) for _ in range(3))]
        state = game.start()[0]
        while not state.over:
            action = next_action(game, state, players, dice)
            if action.verb in ("refuse", "counter"):
                reason = without_reason(action)[1]
                assert reason, action
                reasons[reason] = reasons.get(reason, 0) + 1
            result = game.step(state, action)
            assert isinstance(result, Accepted)
            state = result.state
    assert len(reasons) > 1


def allowed(event: Event) -> int | None:
    """Return the mask of the seats that may know the event's cards, None if all may."""
    mine = 1 << max(event.seat, 0)
    match event:
        case Drew() | TreasuresSettled() | DiscardsSifted():
            return mine
        case TreasuresEarned():
            return 0
        case CardHanded() if event.how in ("paid", "repaid"):
            return None
        case CardHanded():
            return 0b1111 if event.how == "taken" else mine | 1 << event.giver
        case CardHeldToForehead():
            return 0b1111 & ~mine
        case _:
            return None
