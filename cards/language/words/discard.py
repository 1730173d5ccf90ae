"""The word ``discard``: lose cards."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.language.base import Flag, Wait, Word
from cards.language.filters import What
from cards.language.rules_api import Rules
from cards.language.selection import select
from cards.language.text_renderer import TextRenderer


class Discard(Word):
    """Cards go to the discards; how many is then known as `lost`."""

    moves_cards: ClassVar = True

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

    def describe(self, renderer: TextRenderer) -> str:
        what = self.what
        if isinstance(what, str) or what.shared:
            return f"discard {renderer.cards(what)}"
        verb = "lose" if self.lose and what.zone not in ("hand", "own") else "discard"
        who = what.whose
        told = renderer.order(who, verb)
        if what.zone == "hand" and what.pick == "all" and not renderer.nouns(what)[0].removeprefix("card"):
            return f"{told} {renderer.own_possessive(who)} hand"
        each = "" if isinstance(what.n, int) else what.n.describe_each(renderer)[1]
        if each:
            one = what.model_copy(update={"n": 1})
            return f"for each {each}, {told} {renderer.with_pronoun(who).cards(one, who)}"
        return f"{told} {renderer.with_pronoun(who).cards(what, who)}"
