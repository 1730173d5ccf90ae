"""Kinds of cards that the rules treat alike."""

from __future__ import annotations

from typing import Final

TRAIT_KINDS: Final = frozenset({"class", "race", "double", "role"})
COMPANION_KINDS: Final = frozenset({"companion", "steed"})
GEAR_KINDS: Final = frozenset({"item", "one_shot"})
"""Kinds that count only while equipped (one-shots never do)."""
ITEM_KINDS: Final = GEAR_KINDS | {"steed"}
"""Kinds that are Items: everything that affects Items affects them (R-201, R-226, R-620)."""
LIMITED_KINDS: Final = ("class", "race", "steed", "companion")
"""Kinds of which a player may have one, unless something allows more."""
