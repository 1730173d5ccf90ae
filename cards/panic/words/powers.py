"""What Characters can do, and the monsters they are at a disadvantage against (P-222 to P-228)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.panic.board import ring_and_arc, space
from cards.panic.card_events import DiscardsSifted
from cards.panic.monster_events import MonsterBanished
from cards.panic.state import CASTLE_DISCARDS, HAND, Monster, zone
from cards.panic.table_api import PanicTableApi

OneToSix = Annotated[int, Field(ge=1, le=6)]
POWER = "power"


class CardNames(Protocol):
    """Something that knows the names of cards; the catalog does."""

    def name(self, card: str) -> str:
        """Return the name that goes with an id."""
        ...


class PanicPower(BaseModel):
    """What a Character can do. ``window`` is the window in which it is used, "" if it always holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    window: ClassVar[str] = ""
    once: ClassVar[bool] = True

    def describe(self, names: CardNames) -> str:
        """Return what it does, as people read it on the card."""
        raise NotImplementedError

    def slots(self, table: PanicTableApi, seat: int) -> tuple[Slot, ...] | None:
        """Return what has to be chosen to use it now, None if it cannot be used."""
        return None

    def destinations(self, table: PanicTableApi, monster: Monster) -> int:
        """Return the mask of the spaces to which the power could bring the monster."""
        return 0

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        """Use it, or ask and return to be called again; the last call pops the frame."""
        raise NotImplementedError


class Sift(PanicPower):
    """Draw from the bottom of the discards when drawing up (P-222)."""

    can: Literal["sift"]
    cards: OneToSix
    keep: OneToSix
    window: ClassVar[str] = "draw"

    def describe(self, names: CardNames) -> str:
        return (
            f"When drawing up you may take {self.cards} from the bottom of the Castle discards, keep up to "
            f"{self.keep} and put the others on top of them."
        )

    def slots(self, table: PanicTableApi, seat: int) -> tuple[Slot, ...] | None:
        room = len(table.seat_cards(seat, HAND)) < table.hand_size(seat)
        return () if room and table.state.zones.lists[CASTLE_DISCARDS] else None

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        found = table.state.zones.lists[CASTLE_DISCARDS][: self.cards]
        slot = Slot("card", "card", found, 0, self.keep)
        got = table.choose(frame, "card", frame.seat, "sift", slot, default=(), always=True)
        if got is None:
            return
        for card in found:
            table.state.zones.move(card, zone(frame.seat, HAND) if card in got else CASTLE_DISCARDS)
        table.emit(DiscardsSifted(frame.seat, cards=found, kept_count=len(got), seen=1 << frame.seat))
        table.pop(frame)


class Banish(PanicPower):
    """Discard one certain monster and earn its Treasures (P-222)."""

    can: Literal["banish"]
    monster: str
    window: ClassVar[str] = "play"
    once: ClassVar[bool] = False

    def describe(self, names: CardNames) -> str:
        return f"In your Attack phase you may discard {names.name(self.monster)} and earn its Treasure."

    def token_on_board(self, table: PanicTableApi) -> int:
        """Return the monster's token if it is on the board, else -1."""
        token = table.rules.catalog.index(self.monster)
        return token if any(m.token == token and m.health > 0 for m in table.state.board) else -1

    def slots(self, table: PanicTableApi, seat: int) -> tuple[Slot, ...] | None:
        return () if self.token_on_board(table) >= 0 else None

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        table.pop(frame)
        token = self.token_on_board(table)
        table.earn(frame.seat, table.rules.catalog.dots[token])
        table.remove(table.monster(token), MonsterBanished(frame.seat, monster=token))


class Hold(PanicPower):
    """A larger hand, from the start (P-223)."""

    can: Literal["hold"]
    cards: OneToSix

    def describe(self, names: CardNames) -> str:
        return f"You start with and draw up to {self.cards} more Castle card."


class Tip(PanicPower):
    """More Treasure for help with a kill, on top of the deal (P-224, P-208)."""

    can: Literal["tip"]
    treasures: OneToSix

    def describe(self, names: CardNames) -> str:
        return f"Earn {self.treasures} extra Treasure when you help to slay a monster."


class CountTreasures(PanicPower):
    """Treasures in hand count at the end (P-225, P-229)."""

    can: Literal["count_treasures"]
    points: OneToSix

    def describe(self, names: CardNames) -> str:
        return f"At the end each Treasure in your hand is worth {self.points} point."


class Pilfer(PanicPower):
    """Look at a hand and take a Castle card when drawing up (P-226, P-232)."""

    can: Literal["pilfer"]
    window: ClassVar[str] = "draw"

    def describe(self, names: CardNames) -> str:
        return "When drawing up you may look at one player's hand and take one Castle card from it."

    def slots(self, table: PanicTableApi, seat: int) -> tuple[Slot, ...] | None:
        room = len(table.seat_cards(seat, HAND)) < table.hand_size(seat)
        others = table.other_seats(seat)
        return (Slot("seat", "seat", others),) if room and others else None

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        owner = table.picked(frame, "seat")[0]
        slot = Slot("card", "card", table.seat_cards(owner, HAND), 0, 1)
        got = table.choose(frame, "card", frame.seat, "pilfer", slot, default=(), always=True)
        if got is None:
            return
        for card in got:
            table.hand_over(int(card), frame.seat, "pilfered", other=owner)
        table.pop(frame)


class Wield(PanicPower):
    """More Weapons with each Hit in the seat's own phase 3 (P-227)."""

    can: Literal["wield"]
    weapons: OneToSix

    def describe(self, names: CardNames) -> str:
        return f"In your Attack phase up to {self.weapons} Weapons go with each Hit."


class Relocate(PanicPower):
    """Roll to put one monster somewhere else (P-228, P-233)."""

    can: Literal["relocate"]
    least: OneToSix
    window: ClassVar[str] = "play"

    def describe(self, names: CardNames) -> str:
        return (
            f"Once in your Attack phase, roll. On {self.least} or more you may put a monster anywhere else. "
            "Onto a Tower? The Tower falls and hurts it."
        )

    def slots(self, table: PanicTableApi, seat: int) -> tuple[Slot, ...] | None:
        return () if table.movable_monsters() else None

    def run(self, table: PanicTableApi, frame: Frame) -> None:
        if "rolled" not in frame.vars:
            frame.vars["rolled"] = table.roll(frame.seat, "relocate")
        movable = table.movable_monsters()
        if frame.int_var("rolled") < self.least or not movable:
            table.pop(frame)
            return
        slot = Slot("monster", "card", movable, 0, 1)
        got = table.choose(frame, "monster", frame.seat, "relocate", slot, default=())
        if got is None:
            return
        if got:
            monster = table.monster(int(got[0]))
            slot = Slot("space", "number", self.free_spaces(table, monster.token))
            where = table.choose(frame, "space", frame.seat, "relocate_to", slot, card=monster.token)
            if where is None:
                return
            table.pop(frame)
            table.move_monster(monster, *ring_and_arc(int(where[0])))
            return
        table.pop(frame)

    def destinations(self, table: PanicTableApi, monster: Monster) -> int:
        if monster.token not in table.movable_monsters():
            return 0
        return sum(1 << where for where in self.free_spaces(table, monster.token))

    def free_spaces(self, table: PanicTableApi, token: int) -> tuple[int, ...]:
        """Return the spaces to which the monster may go: all others, Towers included (P-233)."""
        monster = table.monster(token)
        here = space(monster.ring, monster.arc)
        return tuple(where for where in range(30) if where != here)


class Nemesis(BaseModel):
    """A monster against which the Character is at a disadvantage."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    monster: str

    def describe(self, names: CardNames) -> str:
        """Return what is harder, as people read it on the card."""
        raise NotImplementedError

    def lets_slay(self, hits: int, helped: bool) -> bool:
        """Return True if an attack with this many Hits can slay it; ``helped``: with a helper's card."""
        return True


class TakesHits(Nemesis):
    """It is slain only by an attack with at least this many Hits (P-223, P-231, H-98)."""

    rule: Literal["takes_hits"]
    hits: OneToSix

    def describe(self, names: CardNames) -> str:
        return f"You need {self.hits} Hits in one attack to slay {names.name(self.monster)}."

    def lets_slay(self, hits: int, helped: bool) -> bool:
        return hits >= self.hits


class NotSlain(Nemesis):
    """It can be hit, but not slain (P-224, P-226, P-230)."""

    rule: Literal["not_slain"]

    def describe(self, names: CardNames) -> str:
        return f"You can hit, but not slay, {names.name(self.monster)}."

    def lets_slay(self, hits: int, helped: bool) -> bool:
        return False


class NoTreasure(Nemesis):
    """No Treasure for slaying it or helping with it (P-225)."""

    rule: Literal["no_treasure"]

    def describe(self, names: CardNames) -> str:
        return f"You get no Treasure for {names.name(self.monster)}, as slayer or helper."


class NeedsHelp(Nemesis):
    """It cannot be slain without help (P-227)."""

    rule: Literal["needs_help"]

    def describe(self, names: CardNames) -> str:
        return f"You cannot slay {names.name(self.monster)} without help."

    def lets_slay(self, hits: int, helped: bool) -> bool:
        return helped


class NoSpecials(Nemesis):
    """Specials of both decks do not work on it (P-228, P-122)."""

    rule: Literal["no_specials"]

    def describe(self, names: CardNames) -> str:
        return f"Your Specials do not work on {names.name(self.monster)}."


AnyPower = Annotated[
    Sift | Banish | Hold | Tip | CountTreasures | Pilfer | Wield | Relocate, Field(discriminator="can")
]
AnyNemesis = Annotated[
    TakesHits | NotSlain | NoTreasure | NeedsHelp | NoSpecials, Field(discriminator="rule")
]
