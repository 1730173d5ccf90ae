"""Kinds of cards that the rules treat alike."""

from __future__ import annotations

from typing import Final

from cards.language.card_kinds import CARD_KINDS

TRAIT_KINDS: Final = frozenset({"class", "race", "double", "role"})
COMPANION_KINDS: Final = frozenset({"companion", "steed"})
GEAR_KINDS: Final = frozenset({"item", "one_shot"})
"""Kinds that count only while equipped (one-shots never do)."""
ITEM_KINDS: Final = GEAR_KINDS | {"steed"}
"""Kinds that are Items: everything that affects Items affects them (R-201, R-226, R-620)."""
LIMITED_KINDS: Final[tuple[str, ...]] = ("class", "race", "steed", "companion")
"""Kinds of which a player may have one, unless something allows more."""
PLAYED_KINDS: Final = frozenset({"one_shot", "special"})
"""Kinds with abilities used from the hand (one-shots from the table too, R-225); the card is spent."""

KIND_BITS: Final = {kind: 1 << number for number, kind in enumerate(CARD_KINDS)}
"""A bit for each kind of card, for sets of kinds."""

ITEM_MARK: Final = 1
BIG_MARK: Final = 2
DOUBLE_MARK: Final = 4
LIMITED_MARK: Final = 8
USABLE_MARK: Final = 16
SPENT_MARK: Final = 32
COMPANION_MARK: Final = 64
STEED_MARK: Final = 128
TRAIT_MARK: Final = 256
MONSTER_MARK: Final = 512
GEAR_MARK: Final = 1024
"""Bits that say what a card is, so that those of many cards together say at once what is not among them."""

IN_PLAY_SHIFT: Final = 16
"""By how many bits the marks of cards in play are moved, to stand beside those of the hand."""
OWN_TURN_MARK: Final = 1 << 32
FIGHTING_MARK: Final = 1 << 33
"""Bits that stand beside those of a seat's cards: it is its turn, or it is in the combat."""
