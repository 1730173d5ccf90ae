"""What words of the castle-defense game may ask of the table, and change on it.

Words are part of the catalog, the catalog is part of the rules, and the machine works by those rules. So
words cannot import the machine; they see it through these protocols. Seats, cards and tokens are indices; -1
means none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

from cards.kernel.events import Event
from cards.kernel.frames import Frame
from cards.kernel.moves import Pick, Slot
from cards.panic.events import PanicRollPurpose
from cards.panic.state import Monster, PanicState


class CardEffect(Protocol):
    """What other words may know about the word on a card."""

    fights: ClassVar[bool]


class CatalogApi(Protocol):
    """The cards of the game, by index."""

    points: list[int]
    dots: list[int]
    lowest: list[int]

    def index(self, name: str) -> int:
        """Return the first card with this id."""
        ...

    def word(self, card: int) -> CardEffect:
        """Return what a Castle card, Treasure or Curse token does."""
        ...


class RulesApi(Protocol):
    """The figures and cards of the game."""

    @property
    def catalog(self) -> CatalogApi: ...

    @property
    def fortify_tokens(self) -> int: ...


class PanicTableApi(Protocol):
    """The table while an action is carried out. ``PanicMachine`` documents the operations."""

    state: PanicState

    @property
    def rules(self) -> RulesApi: ...

    # frames, questions and events

    def emit(self, event: Event) -> None: ...

    def pop(self, frame: Frame) -> None: ...

    def choose(
        self,
        frame: Frame,
        key: str,
        seat: int,
        ask: str,
        slot: Slot,
        *,
        default: tuple[Pick, ...] | None = None,
        always: bool = False,
        card: int = -1,
    ) -> tuple[Pick, ...] | None: ...

    def picked(self, frame: Frame, key: str) -> tuple[int, ...]: ...

    def picked_word(self, frame: Frame, key: str) -> str: ...

    def finish(self, frame: Frame) -> None: ...

    def finish_token(self, frame: Frame) -> None: ...

    def close_if_passed(self, frame: Frame) -> None: ...

    def roll(self, seat: int, why: PanicRollPurpose) -> int: ...

    # seats

    def is_gone(self, seat: int) -> bool: ...

    def seats_mask(self) -> int: ...

    def other_seats_mask(self, seat: int) -> int: ...

    def other_seats(self, seat: int) -> tuple[int, ...]: ...

    def points(self, seat: int) -> int: ...

    def trophy_points(self, token: int) -> int: ...

    # cards

    def seat_cards(self, seat: int, part: int) -> tuple[int, ...]: ...

    def whole_hand(self, seat: int) -> tuple[int, ...]: ...

    def hand_size(self, seat: int) -> int: ...

    def owner(self, card: int) -> int: ...

    def promised_cards(self, seat: int) -> frozenset[int]: ...

    def can_draw(self, deck: str) -> bool: ...

    def draw(self, deck: str, to: int, count: int) -> int: ...

    def earn(self, seat: int, count: int) -> None: ...

    def discard_for_draw(self, seat: int, cards: tuple[int, ...]) -> None: ...

    def hand_over(self, card: int, seat: int, how: str, *, other: int, seen: int | None = None) -> None: ...

    # curses

    def curse_in_front(self, seat: int) -> int: ...

    def may_not_bargain(self, seat: int) -> bool: ...

    def is_victim(self, frame: Frame, seat: int) -> bool: ...

    def cursed_seats(self, frame: Frame) -> list[int]: ...

    def shown_treasures(self, frame: Frame) -> Sequence[tuple[int, int]]: ...

    # monsters

    def monster(self, token: int) -> Monster: ...

    def chosen_monster(self, frame: Frame) -> Monster: ...

    def targets(
        self,
        mask: int,
        card: int,
        *,
        moving: bool = False,
        fights: bool = False,
        as_agreed: bool = True,
        user: int = -1,
    ) -> tuple[int, ...]: ...

    def card_user(self, card: int) -> int: ...

    def movable_monsters(self) -> tuple[int, ...]: ...

    def move_monster(self, monster: Monster, ring: int, arc: int) -> None: ...

    def start_march(self, movers: tuple[int, ...], way: str) -> None: ...

    def remove(self, monster: Monster, event: Event) -> None: ...

    def share_treasures(self, seat: int, token: int, count: int, *, slaying: bool = False) -> None: ...

    # slaying

    def can_slay(self, seat: int, token: int, *, hits: int = 0, user: int = -1) -> bool: ...

    def may_claim(self, seat: int, token: int) -> bool: ...

    def start_slain(self, seat: int, monster: Monster, *, special: bool) -> None: ...

    def was_slain_outright(self, token: int) -> bool: ...

    def mark_deal_used(self, card: int, target: int = -1) -> None: ...

    def can_help_to_slay(self, card: int) -> bool: ...

    # spaces and structures

    def squash_space(self, ring: int, arc: int) -> None: ...

    def break_wall(self, arc: int, by: str) -> bool: ...

    def break_tower(self, arc: int, by: str, monsters: tuple[int, ...] = ()) -> bool: ...
