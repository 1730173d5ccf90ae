"""The word ``discard``: lose cards."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Flag, Wait, Word
from cards.language.filters import What
from cards.language.port import Rules
from cards.language.selection import select
from cards.language.telling import Telling


class Discard(Word):
    """Cards go to the discards; how many is then known as `lost`."""

    do: Literal["discard"]
    what: What = Field(description="Which cards.")
    lose: Flag = Field(default=True, description="The prose says that somebody loses them, not discards.")

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        cards = select(self.what, rules, frame, "discard")
        if cards is None:
            return Wait.WAIT
        for card in cards:
            rules.discard(card, by=frame.seat)
        frame.vars["lost"] = len(cards)
        return None

    def describe(self, telling: Telling) -> str:
        what = self.what
        if isinstance(what, str) or what.zone in ("combat", "door_discard", "treasure_discard"):
            return f"discard {telling.cards(what)}"
        verb = "lose" if self.lose and what.zone not in ("hand", "own") else "discard"
        who = what.whose
        told = telling.does(who, verb)
        return f"{told} {telling.they(who).cards(what, who)}"
