"""Words of the Curse tokens (P-180 to P-187)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.panic.board import (
    ARCHER,
    CASTLE,
    FOREST,
    KNIGHT,
    SWORDSMAN,
    ColorName,
    color_of_arc,
    opposite,
)
from cards.panic.card_events import HelpLost
from cards.panic.monster_events import MoreMonstersPlaced
from cards.panic.state import FRONT_CARDS, zone
from cards.panic.table_api import PanicTableApi
from cards.panic.words.base import PanicWord


class March(PanicWord):
    """Move monsters one space: all of them, those of a color, or those of an arc that is rolled."""

    do: Literal["march"]
    where: Literal["everywhere", "rolled_arc"] | ColorName
    way: Literal["forward", "clockwise"]

    def describe(self) -> str:
        who = {"everywhere": "All monsters", "rolled_arc": "Roll a die: all monsters in that arc"}.get(
            self.where, f"All monsters in {self.where} arcs"
        )
        if self.way == "clockwise":
            return f"{who} move one arc clockwise, in the same ring."
        return f"{who} move one space forward; in the Castle ring, clockwise."

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        if "marched" in frame.vars:
            table.finish_token(frame)
            return
        frame.vars["marched"] = 1
        arc = table.roll(frame.seat, "march") if self.where == "rolled_arc" else 0
        movers = tuple(
            m.token
            for m in table.state.board
            if self.where == "everywhere" or m.arc == arc or color_of_arc(m.arc) == self.where
        )
        table.start_march(movers, self.way)


class Rock(PanicWord):
    """Roll a rock down an arc, across the Castle and out again, until a structure stops it (P-190, P-191)."""

    do: Literal["rock"]

    def describe(self) -> str:
        return (
            "Roll a die: the rock rolls down that arc and on into the opposite one. It squashes monsters and "
            "stops at the first Fortify token, Wall or Tower, which is lost."
        )

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        self.roll_down(table, table.roll(frame.seat, "rock"))
        table.finish_token(frame)

    def roll_down(self, table: PanicTableApi, arc: int) -> None:
        """Clear the path until something stops the rock."""
        far = opposite(arc)
        for ring in (FOREST, ARCHER, KNIGHT, SWORDSMAN):
            table.squash_space(ring, arc)
        if table.break_wall(arc, "rock"):
            return
        for here in (arc, far):
            if table.break_tower(here, "rock"):
                return
            table.squash_space(CASTLE, here)
        if table.break_wall(far, "rock"):
            return
        for ring in (SWORDSMAN, KNIGHT, ARCHER, FOREST):
            table.squash_space(ring, far)


class LoseHelp(PanicWord):
    """Keep the player who drew it from bargaining for help in their next phase 3 (P-182)."""

    do: Literal["lose_help"]

    def describe(self) -> str:
        return "Keep this in front of you: no help in your next Attack phase. Then discard it."

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        if table.is_gone(frame.seat):
            table.finish_token(frame)
            return
        table.state.zones.move(frame.card, zone(frame.seat, FRONT_CARDS))
        table.emit(HelpLost(frame.seat, token=frame.card))
        table.pop(frame)


class PlaceMore(PanicWord):
    """Place more monsters than usual in this turn (P-186, P-060)."""

    do: Literal["place_more"]
    count: Annotated[int, Field(ge=1, le=3)]

    def describe(self) -> str:
        return f"Place {self.count} more monster than usual."

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        table.finish_token(frame)
        placing = table.state.frames[-1]
        placing.vars["quota"] = placing.int_var("quota") + self.count
        table.emit(MoreMonstersPlaced(frame.seat, monster_count=self.count))
