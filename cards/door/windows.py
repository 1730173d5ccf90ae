"""The kinds of cards, and of windows in which people act, that the rules treat alike."""

from __future__ import annotations

from collections.abc import Callable
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


OUT_OF_COMBAT_WINDOWS: Final = frozenset({"arrange", "trouble", "after", "charity"})
"""Windows of a turn outside its combat."""
COMBAT_WINDOWS: Final = frozenset({"combat", "victory", "defeat"})
"""Windows of a combat that is not decided yet (W3 to W5)."""
UNPASSABLE_WINDOWS: Final = OUT_OF_COMBAT_WINDOWS | {"combat", "flee"}
"""Windows that end by an act of one seat, not by passing."""
OPTIONAL_WINDOWS: Final = frozenset({"victory", "defeat", "curse", "caught"})
"""Windows that only give a last chance to act: who has none passes (H-01, H-02, H-07, H-15)."""
OPEN_PLAY_WINDOWS: Final = OUT_OF_COMBAT_WINDOWS | COMBAT_WINDOWS | {"flee"}
"""Windows in which cards may be played at any time (R-090)."""

QUESTION_WINDOW: Final = "question"
"""Stands for a window while somebody else answers a question that is not about the seat (H-124)."""
ANY_TIME_WINDOWS: Final = OPEN_PLAY_WINDOWS | {"setup", "curse", "caught", QUESTION_WINDOW}
"""Windows in which cards for "any time" may be played, also during set-up or a pending Curse (R-090)."""
CURSE_WINDOWS: Final = ANY_TIME_WINDOWS - {"caught"}
"""Windows in which Curses may be played: not between a failed roll and its Bad Stuff (R-437, R-571)."""


class WindowTable:
    """Bits that follow from the kind of a window and where the seat stands; made when first asked."""

    def __init__(self, make: Callable[[str, bool, bool], int]) -> None:
        self._make = make
        self._made: dict[str, list[int]] = {}

    def at(self, kind: str, own: bool, fighting: bool) -> int:
        """Return the bits; ``own``: in the seat's turn, ``fighting``: in the combat."""
        made = self._made.get(kind)
        if made is None:
            made = [self._make(kind, mine, inside) for mine in (False, True) for inside in (False, True)]
            self._made[kind] = made
        return made[2 * own + fighting]

    def cache_clear(self) -> None:
        """Forget all of it, as a cached function can."""
        self._made = {}
