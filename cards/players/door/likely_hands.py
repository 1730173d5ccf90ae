"""What others are likely to hold: not just any card, but what they could not or would not play yet."""

from __future__ import annotations

from itertools import chain

from cards.door.decks import Decks
from cards.door.imagine import hidden_cards, swap_cards
from cards.door.state import DECK_ZONES, FIRST_HAND_ZONE, DoorState
from cards.kernel.dice import Dice

HAND_LIKELIHOOD_BY_KIND = {
    "monster": 0.62,
    "class": 0.48,
    "race": 0.56,
    "item": 0.33,
    "level_up": 0.87,
    "steed": 0.2,
    "cheat": 1.25,
    "wandering": 2.2,
    "double": 2.4,
    "enhancer": 1.7,
    "special": 1.85,
    "one_shot": 1.7,
    "item_enhancer": 3.0,
    "companion": 5.0,
}
"""How much likelier a kind of card is in a hand than in a deck; 1 for kinds that are not listed.

Counted in games of sensible players, and set so that the hands dealt have as many of each kind: cards that
make their owner stronger are played when they come, and cards that are kept for a fight pile up.
"""

SWEEPS_PER_CARD = 2
"""How often each card of a hand may be swapped for one of its deck."""

CHANCE_STEPS = 1000
"""Random chances are drawn in steps of one part in this many."""


def deal_likely(world: DoorState, decks: Decks, me: int, dice: Dice) -> None:
    """Swap cards of the others' hands with cards of the decks until the hands are typical.

    ``world`` is one that was imagined for ``me``, and is changed in place. This is a Metropolis walk: a swap
    that makes the hand likelier is always made, any other with the ratio of the likelihoods as its chance.
    """
    defs = decks.definitions
    weights = [HAND_LIKELIHOOD_BY_KIND.get(definition.kind, 1.0) for definition in defs]
    before = hidden_cards(world, decks, me)
    after = {zone: cards.copy() for zone, cards in before.items()}
    for zone, cards in after.items():
        for place in range(len(cards)) if zone >= FIRST_HAND_ZONE else ():
            deck = after[DECK_ZONES[defs[cards[place]].back]]
            for _ in range(SWEEPS_PER_CARD if deck else 0):
                drawn = dice.randbelow(len(deck))
                if dice.randbelow(CHANCE_STEPS) * weights[cards[place]] < CHANCE_STEPS * weights[deck[drawn]]:
                    cards[place], deck[drawn] = deck[drawn], cards[place]
    swap_cards(world, list(chain(*before.values())), list(chain(*after.values())))
