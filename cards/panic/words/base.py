"""What all words have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from cards.kernel.frames import Frame
from cards.kernel.moves import Move
from cards.panic.board import RingName
from cards.panic.state import Monster
from cards.panic.table_api import PanicTableApi

PLAY = "play"


class PanicWord(BaseModel):
    """Something a card does."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fights: ClassVar[bool] = False
    """Whether it hits or slays, which a helper's card cannot do to a monster that must be fought alone
    (P-205, H-96)."""
    pledgeable: ClassVar[bool] = False
    """Whether another player can put the card at the service of the active one (P-200)."""

    def describe(self) -> str:
        """Return what it does, as people read it on the card."""
        raise NotImplementedError

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        """Yield how the seat may play the card now; the caller has already checked the timing."""
        return ()

    def monsters(self, table: PanicTableApi, seat: int, card: int, *, user: int) -> tuple[int, ...]:
        """Return the monsters that the card helps the seat to slay if it counts as the card of ``user``.

        That is what it may be borrowed for (H-102); attacks are left out.
        """
        return ()

    def destinations(self, table: PanicTableApi, card: int, monster: Monster) -> int:
        """Return the mask of the spaces to which the card could bring the monster."""
        return 0

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        """Carry it out, or ask and return to be called again; the last call finishes the frame."""
        raise NotImplementedError


class PanicCurseWord(PanicWord):
    """What a Curse card does to other seats, after they had time to cancel it (P-120)."""

    def victims(self, table: PanicTableApi, frame: Frame) -> int:
        """Return the mask of the seats it is played on; by default, all others."""
        return table.other_seats_mask(frame.seat)


def join_words(words: Sequence[str]) -> str:
    """Join words as in a sentence: "red, green or blue"."""
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} or {words[-1]}"


def describe_rings(rings: Sequence[RingName]) -> str:
    """Return the text for the rings that a card reaches."""
    if len(rings) == 5:
        return "anywhere on the board"
    if set(rings) == {"archer", "knight", "swordsman", "castle"}:
        return "anywhere but in the Forest"
    return f"in the {join_words([ring.title() for ring in rings])} ring"
