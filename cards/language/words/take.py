"""The word ``take``: cards change hands."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.seats import first_seat
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class Take(Word):
    """Cards go to a player, from other players or the discards."""

    moves_cards: ClassVar = True

    do: Literal["take"]
    what: What = Field(description="Which cards.")
    who: Who = Field(default="you", description="Who gets them.")
    to: Literal["hand", "carried"] = Field(default="hand", description="To the hand, or carried in play.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        seat = first_seat(self.who, rules, frame)
        if seat < 0:
            return None
        takes = seat in (frame.seat, self._chooser(rules, frame))
        carrier = seat if self.to == "carried" else -1
        cards = select(self.what, rules, frame, "take" if takes else "give", carrier=carrier)
        if cards is None:
            return Wait.WAIT
        for card in cards:
            rules.take(card, seat, self.to)
        frame.vars["found"] = tuple(cards)
        return None

    def _chooser(self, rules: Rules, frame: Frame) -> int:
        """Return the seat that is asked which cards; -1 where that is their holder."""
        what = self.what
        return -1 if isinstance(what, str) or what.by == "holder" else first_seat(what.by, rules, frame)

    def describe(self, renderer: TextRenderer) -> str:
        what = self.what
        where = ""
        if self.to == "carried":
            where = f" and {renderer.verb(self.who, 'carry')} it"
        if isinstance(what, str) or what.whose != "you" or self.who == "you":
            return f"{renderer.order(self.who, 'take', renderer.cards(what))}{where}"
        if what.pick == "choose" and what.by == self.who:
            chosen = what.model_copy(update={"by": what.whose})
            chooses = renderer.does(self.who, "choose")
            return f"{chooses} and {renderer.verb(self.who, 'take')} {renderer.cards(chosen)}"
        if what.pick == "random":
            return renderer.does(self.who, "take", renderer.cards(what))
        give = renderer.order("you", "give")
        return f"{give} {renderer.noun(self.who)} {renderer.cards(what, 'you')}"
