"""The word ``sex``: change sex."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who

_OPPOSITE_SEX = {"male": "female", "female": "male"}


class Sex(Word):
    """Somebody's sex changes, or that of a companion of theirs if the player of the card wants it (R-606).

    Nobody aims Bad Stuff, so it never strikes a companion.
    """

    do: Literal["sex"]
    to: Literal["male", "female", "other"] = Field(default="other", description="To which.")
    who: Who = Field(default="you", description="Whose.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        aimed: dict[int, int] = {}
        seats = who_seats(self.who, rules, frame)
        for seat in seats:
            companions = _companions(rules, frame, seat)
            if not companions:
                continue
            slot = Slot("companion", "card", companions, 0, 1)
            picks = rules.choose(
                frame, f"?sex{seat}", _player_of_card(rules, frame), "sex", slot, (), always=True
            )
            if picks is None:
                return Wait.WAIT
            if picks and isinstance(picks[0], int):
                aimed[seat] = picks[0]
        for seat in seats:
            if seat in aimed:
                rules.change_companion_sex(aimed[seat], self._turned(rules.sex_of(aimed[seat])), frame.card)
            else:
                rules.set_sex(seat, self._turned(rules.sex(seat)), frame.card)
        return None

    def _turned(self, sex: str) -> str:
        return _OPPOSITE_SEX[sex] if self.to == "other" else self.to

    def describe(self, renderer: TextRenderer) -> str:
        if self.to == "other":
            return renderer.order(self.who, "change", "sex")
        return renderer.order(self.who, "become", self.to)


def _companions(rules: Rules, frame: Frame, seat: int) -> tuple[int, ...]:
    """Return the companions that the change could strike instead."""
    if rules.definition(frame.card).kind == "monster":
        return ()
    return tuple(card for card in rules.cards_of(seat, "companions") if rules.sex_of(card))


def _player_of_card(rules: Rules, frame: Frame) -> int:
    """Return who plays the card: of a curse not its victim, unless it was behind the victim's door."""
    if rules.definition(frame.card).kind == "curse" and frame.it >= 0:
        return frame.it
    return frame.seat
