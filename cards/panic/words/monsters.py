"""Words that slay, move, hold or exchange monsters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Slot
from cards.panic.board import (
    ARCS,
    CASTLE,
    FOREST,
    RINGS,
    SWORDSMAN,
    FightName,
    RingName,
    color_of_arc,
    reach,
    space,
)
from cards.panic.monster_events import MonsterDismissed, MonsterGlued, MonstersFellAsleep
from cards.panic.state import Monster
from cards.panic.table_api import PanicTableApi
from cards.panic.words.base import PLAY, PanicWord, describe_rings

Rings = Annotated[tuple[RingName, ...], Field(min_length=1)]


def on_monster(card: int, tokens: tuple[int, ...]) -> Iterable[Move]:
    """Yield the move that plays the card on one of these monsters."""
    if tokens:
        yield Move(PLAY, card, slots=(Slot("monster", "card", tokens),))


class Slay(PanicWord):
    """Slay a monster with any health (P-107, P-075)."""

    do: Literal["slay"]
    rings: Rings
    fights: ClassVar[bool] = True
    pledgeable: ClassVar[bool] = True

    def describe(self) -> str:
        return f"Slay any monster {describe_rings(self.rings)}."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        return on_monster(card, self.monsters(table, seat, card, user=table.card_user(card)))

    def monsters(self, table: PanicTableApi, seat: int, card: int, *, user: int) -> tuple[int, ...]:
        tokens = table.targets(reach(self.rings), card, fights=True, user=user)
        if seat != table.state.active:
            tokens = tuple(token for token in tokens if table.may_claim(seat, token))
        return tuple(token for token in tokens if table.can_slay(seat, token, user=user))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        monster = table.chosen_monster(frame)
        table.finish(frame)
        table.mark_deal_used(frame.card, monster.token)
        monster.health = 0
        table.start_slain(frame.seat, monster, special=True)


class Push(PanicWord):
    """Move a monster to the Forest (P-108), the Swordsman ring (P-144) or another color (P-112)."""

    do: Literal["push"]
    to: Literal["forest", "swordsman", "other_colour"]
    rings: Rings
    pledgeable: ClassVar[bool] = True

    def describe(self) -> str:
        where = {
            "forest": "back to the Forest, same arc",
            "swordsman": "to the Swordsman ring, same arc",
            "other_colour": "to another color, same ring",
        }[self.to]
        return f"Move one monster {describe_rings(self.rings)} {where}. Not a glued or sleeping one."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        return on_monster(card, self.monsters(table, seat, card, user=table.card_user(card)))

    def monsters(self, table: PanicTableApi, seat: int, card: int, *, user: int) -> tuple[int, ...]:
        tokens = table.targets(reach(self.rings), card, moving=True, user=user)
        goal = {"forest": FOREST, "swordsman": SWORDSMAN}.get(self.to)
        return tuple(token for token in tokens if table.monster(token).ring != goal)

    def other_arcs(self, monster: Monster) -> tuple[int, ...]:
        """Return the arcs in the colors other than the monster's (P-125)."""
        return tuple(arc for arc in ARCS if color_of_arc(arc) != color_of_arc(monster.arc))

    def default_arc(self, table: PanicTableApi, monster: Monster, arcs: tuple[int, ...]) -> tuple[int, ...]:
        """Return where it goes if nobody says so; nobody loses a Tower to a time-out if there is a way."""
        towers = table.state.towers if monster.ring == CASTLE else 0
        free = tuple(arc for arc in arcs if not towers >> arc & 1)
        return (free or arcs)[:1]

    def destinations(self, table: PanicTableApi, card: int, monster: Monster) -> int:
        if monster.token not in table.targets(reach(self.rings), card, moving=True):
            return 0
        if self.to == "other_colour":
            return sum(1 << space(monster.ring, arc) for arc in self.other_arcs(monster))
        return 1 << space(FOREST if self.to == "forest" else SWORDSMAN, monster.arc)

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        monster = table.chosen_monster(frame)
        if self.to == "forest":
            ring, arc = FOREST, monster.arc
        elif self.to == "swordsman":
            ring, arc = SWORDSMAN, monster.arc
        else:
            arcs = self.other_arcs(monster)
            slot = Slot("arc", "number", arcs)
            default = self.default_arc(table, monster, arcs)
            got = table.choose(frame, "arc", frame.seat, "wander", slot, default=default, card=monster.token)
            if got is None:
                return
            ring, arc = monster.ring, int(got[0])
        table.finish(frame)
        table.mark_deal_used(frame.card, monster.token)
        table.move_monster(monster, ring, arc)


class Glue(PanicWord):
    """Keep a monster from moving until the end of the turn (P-109)."""

    do: Literal["glue"]
    rings: Rings
    pledgeable: ClassVar[bool] = True

    def describe(self) -> str:
        monster = f"A monster {describe_rings(self.rings)}"
        return f"{monster} does not move for the rest of the turn. It can still be hit."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        if table.state.glued < 0:
            yield from on_monster(card, table.targets(reach(self.rings), card))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        monster = table.chosen_monster(frame)
        table.finish(frame)
        table.mark_deal_used(frame.card, monster.token)
        table.state.glued = monster.token
        table.emit(MonsterGlued(frame.seat, monster=monster.token))


class Sleep(PanicWord):
    """Keep all monsters from moving for the rest of the turn (P-142)."""

    do: Literal["sleep"]
    pledgeable: ClassVar[bool] = True

    def describe(self) -> str:
        return "No monster on the board moves for the rest of the turn, Forest and Castle included."

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        if not table.state.asleep:
            yield Move(PLAY, card)

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        table.finish(frame)
        table.mark_deal_used(frame.card)
        table.state.asleep = True
        table.emit(MonstersFellAsleep(frame.seat))


class PanicDismiss(PanicWord):
    """Discard a monster, without a trophy, and earn Treasures (P-110)."""

    do: Literal["dismiss"]
    rings: Rings
    treasures: Annotated[int, Field(ge=0, le=5)]
    pledgeable: ClassVar[bool] = True

    def describe(self) -> str:
        return (
            f"Discard a monster {describe_rings(self.rings)}; earn {self.treasures} Treasures. "
            "Not a glued or sleeping one."
        )

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        return on_monster(card, table.targets(reach(self.rings), card, moving=True))

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        monster = table.chosen_monster(frame)
        table.finish(frame)
        table.mark_deal_used(frame.card, monster.token)
        table.share_treasures(frame.seat, monster.token, self.treasures)
        table.remove(monster, MonsterDismissed(frame.seat, monster=monster.token))


class PanicReplace(PanicWord):
    """Discard a monster and put another one from the board in its place (P-234)."""

    do: Literal["replace"]
    rings: tuple[FightName, ...] = Field(min_length=1)
    pledgeable: ClassVar[bool] = True

    def describe(self) -> str:
        return (
            f"Discard a monster {describe_rings(self.rings)} "
            "and put another monster from the board in its place. "
            "Not a glued or sleeping one."
        )

    def replacements(self, table: PanicTableApi, card: int, token: int, user: int) -> tuple[int, ...]:
        """Return the monsters that can take the place of this one.

        A helper's card is offered against the monster that it discards; what comes instead is free (P-200).
        """
        others = table.targets(reach(RINGS), card, moving=True, as_agreed=False, user=user)
        return tuple(other for other in others if other != token)

    def moves(self, table: PanicTableApi, seat: int, card: int) -> Iterable[Move]:
        return on_monster(card, self.monsters(table, seat, card, user=table.card_user(card)))

    def monsters(self, table: PanicTableApi, seat: int, card: int, *, user: int) -> tuple[int, ...]:
        tokens = table.targets(reach(self.rings), card, moving=True, user=user)
        return tokens if tokens and self.replacements(table, card, tokens[0], user) else ()

    def destinations(self, table: PanicTableApi, card: int, monster: Monster) -> int:
        spaces, user = 0, table.card_user(card)
        for token in table.targets(reach(self.rings), card, moving=True, user=user):
            if monster.token in self.replacements(table, card, token, user):
                spaces |= 1 << space(table.monster(token).ring, table.monster(token).arc)
        return spaces

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        monster = table.chosen_monster(frame)
        user = table.card_user(frame.card)
        slot = Slot("monster", "card", self.replacements(table, frame.card, monster.token, user))
        got = table.choose(frame, "other", frame.seat, "replacement", slot, card=monster.token)
        if got is None:
            return
        other = table.monster(int(got[0]))
        ring, arc = monster.ring, monster.arc
        table.finish(frame)
        table.mark_deal_used(frame.card, other.token)
        table.remove(monster, MonsterDismissed(frame.seat, monster=monster.token))
        table.move_monster(other, ring, arc)
