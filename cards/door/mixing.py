"""Decks of joined sets, in which what only some sets have comes as often as in a game of these (H-151)."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from cards.door.kinds import TRAIT_KINDS
from cards.kernel.dice import Dice
from cards.language.definition import Definition
from cards.language.lint import parts_of
from cards.language.words.people import SealWord


def raise_own_cards(
    order: list[int], definitions: tuple[Definition, ...], stacks: tuple[str, ...], dice: Dice
) -> None:
    """Bring the cards that only some sets have into the upper part of a shuffled deck; its top is the end.

    That part is as large as the deck of one set and gets as many of them as one of their sets has: a game
    seldom sees more. Both parts are in random order.
    """
    sets = len({made.pack for made in definitions})
    raised: set[int] = set()
    others = set(order)
    for cards, owners in _own_cards(definitions, stacks).items():
        mine = [card for card in order if card in cards]
        raised.update(mine[: len(mine) // owners])
        others.difference_update(cards)
    room = max(len(order) // sets - len(raised), 0)
    raised.update([card for card in order if card in others][:room])
    upper = [card for card in order if card in raised]
    dice.shuffle(upper)
    order[:] = [*(card for card in order if card not in raised), *upper]


@lru_cache(maxsize=16)
def _own_cards(definitions: tuple[Definition, ...], stacks: tuple[str, ...]) -> dict[frozenset[int], int]:
    """Return the cards of each kind that not all sets have, and how many do."""
    cards: defaultdict[str, set[int]] = defaultdict(set)
    owners: defaultdict[str, set[str]] = defaultdict(set)
    kinds = {made: _kind(made, stacks) for made in set(definitions)}
    for card, made in enumerate(definitions):
        cards[kinds[made]].add(card)
        owners[kinds[made]].add(made.pack)
    sets = len({made.pack for made in definitions})
    own = (kind for kind in sorted(cards) if len(owners[kind]) < sets)
    return {frozenset(cards[kind]): len(owners[kind]) for kind in own}


def _kind(made: Definition, stacks: tuple[str, ...]) -> str:
    """Return as what a card counts, by its deck: the tag that piles up, Seals, or its kind."""
    if made.kind not in TRAIT_KINDS and any(
        isinstance(part, SealWord) for _, part in parts_of(made.form, "")
    ):
        return f"{made.back} seal"
    return f"{made.back} {next((tag for tag in stacks if tag in made.tags), made.kind)}"
