"""The word ``pick_player``: somebody chooses a player to speak of."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.base import Flag, Wait, Word
from cards.language.rules_api import Rules
from cards.language.seats import first_seat, who_seats
from cards.language.text_renderer import TextRenderer
from cards.language.who import Who


class PickPlayer(Word):
    """A player is chosen, or drawn at random, and then has a name on the card."""

    do: Literal["pick_player"]
    among: Who = Field(default="others", description="Among whom.")
    by: Who = Field(default="you", description="Who chooses.")
    random: Flag = Field(default=False, description="Drawn at random.")
    name: Literal["target", "second"] = Field(
        default="target", description="How the player is called afterwards."
    )

    def bound_names(self) -> tuple[str, ...]:
        return (self.name,)

    def resolve(self, rules: Rules, frame: Frame) -> Wait | None:
        frame.vars.pop(self.name, None)
        seats = who_seats(self.among, rules, frame)
        chooser = first_seat(self.by, rules, frame)
        if not seats or chooser < 0:
            return None
        if self.random:
            frame.vars[self.name] = seats[rules.randbelow(frame, "?lot", len(seats))]
            return None
        picks = rules.choose(frame, "?player", chooser, "player", Slot("player", "seat", tuple(seats)))
        if picks is None:
            return Wait.WAIT
        frame.vars[self.name] = picks[0]
        return None

    def describe(self, renderer: TextRenderer) -> str:
        noun = renderer.noun(self.among).replace("each other", "another").replace("each", "a")
        if self.random:
            return f"{noun} is picked at random"
        return renderer.order(self.by, "choose", noun)
