"""Words about cards, trophies, walls and dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Slot
from cards.panic.board import ARCS
from cards.panic.card_events import TrophyPadded, TrophyReclaimed
from cards.panic.monster_events import WallFortified
from cards.panic.state import HAND, TOKEN_DISCARDS, TREASURES, TROPHIES, UNDER_TROPHIES, zone
from cards.panic.table_api import PanicTableApi
from cards.panic.words.base import PLAY, PanicWord

OneToFive = Annotated[int, Field(ge=1, le=5)]


class PanicDraw(PanicWord):
    """Draw cards at once (P-113, P-154, P-155)."""

    do: Literal["draw"]
    deck: Literal["castle", "treasure"]
    count: OneToFive

    def describe(self) -> str:
        plural = "s" if self.count > 1 else ""
        return f"Draw {self.count} {self.deck.title()} card{plural}."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        if table.can_draw(self.deck):
            yield Move(PLAY, card)

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        part = HAND if self.deck == "castle" else TREASURES
        table.draw(self.deck, zone(frame.seat, part), self.count)
        table.finish(frame)


class Redraw(PanicWord):
    """Discard any number of Castle cards instead of one before drawing up (P-156, P-044)."""

    do: Literal["redraw"]

    def describe(self) -> str:
        return "Discard any number of Castle cards instead of one, then draw up."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        hand = table.seat_cards(seat, HAND)
        if hand and not table.state.discarded:
            yield Move(PLAY, card, slots=(Slot("discards", "card", hand, 1, len(hand)),))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        cards = table.picked(frame, "discards")
        table.finish(frame)
        table.discard_for_draw(frame.seat, cards)


class Borrow(PanicWord):
    """Look at a hand and take one card that helps to slay, to be played in this turn (P-111)."""

    do: Literal["borrow"]

    def describe(self) -> str:
        return (
            "Look at another player's hand. You may take one card from it that helps to slay a monster; "
            "what you do not play this turn goes back."
        )

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        if others := table.other_seats(seat):
            yield Move(PLAY, card, slots=(Slot("seat", "seat", others),))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        owner = table.picked(frame, "seat")[0]
        fitting = tuple(c for c in table.whole_hand(owner) if table.can_help_to_slay(c))
        slot = Slot("card", "card", fitting, 0, 1)
        got = table.choose(frame, "card", frame.seat, "borrow", slot, default=(), always=True)
        if got is None:
            return
        for card in got:
            table.state.borrowed[int(card)] = owner
            table.hand_over(int(card), frame.seat, "borrowed", other=owner)
        table.finish(frame)


class Reclaim(PanicWord):
    """Take a random discarded monster as a trophy (P-150)."""

    do: Literal["reclaim"]

    def describe(self) -> str:
        return "A random monster from the discards becomes your trophy, without its Treasure."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        if self.discarded_monsters(table):
            yield Move(PLAY, card)

    def discarded_monsters(self, table: PanicTableApi) -> list[int]:
        """Return the discarded monsters."""
        return [t for t in table.state.zones.lists[TOKEN_DISCARDS] if table.rules.catalog.points[t]]

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        buried = self.discarded_monsters(table)
        token = buried[table.state.dice.randbelow(len(buried))]
        table.state.zones.move(token, zone(frame.seat, TROPHIES))
        table.emit(TrophyReclaimed(frame.seat, trophy=token))
        table.finish(frame)


class Pad(PanicWord):
    """Lie under a trophy and make it count for more (P-151)."""

    do: Literal["pad"]
    points: OneToFive

    def describe(self) -> str:
        return f"Put this under one of your trophies: it counts +{self.points}."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        if trophies := table.seat_cards(seat, TROPHIES):
            yield Move(PLAY, card, slots=(Slot("trophy", "card", trophies),))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        token = table.picked(frame, "trophy")[0]
        table.state.zones.move(frame.card, UNDER_TROPHIES)
        table.state.under[frame.card] = token
        table.emit(TrophyPadded(frame.seat, card=frame.card, trophy=token, points=self.points))
        table.pop(frame)


class Fortify(PanicWord):
    """Put a token on a Wall that takes the next blow (P-114, P-178, H-105)."""

    do: Literal["fortify"]
    pledgeable: ClassVar[bool] = True

    def describe(self) -> str:
        return (
            "Put a Fortify token on a Wall. What hits the Wall next is hurt as by a Wall and takes the token "
            "instead; the Huge Rock stops at it."
        )

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        state = table.state
        if state.fortified.bit_count() >= table.rules.fortify_tokens:
            return
        bare = state.walls & ~state.fortified
        if arcs := tuple(arc for arc in ARCS if bare >> arc & 1):
            yield Move(PLAY, card, slots=(Slot("arc", "number", arcs),))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        arc = table.picked(frame, "arc")[0]
        table.state.fortified |= 1 << arc
        table.emit(WallFortified(frame.seat, arc=arc))
        table.mark_deal_used(frame.card)
        table.finish(frame)


class ChooseArc(PanicWord):
    """Choose the arc of the monster that is being placed, instead of rolling (P-153, H-100)."""

    do: Literal["choose_arc"]

    def describe(self) -> str:
        return "Choose the arc of a monster that you are placing, instead of rolling. Not for Curse tokens."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        yield Move(PLAY, card, slots=(Slot("arc", "number", tuple(ARCS)),))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        arc = table.picked(frame, "arc")[0]
        table.finish(frame)
        placing = table.state.frames[-1]
        placing.vars["arc"] = arc
        placing.window = None
