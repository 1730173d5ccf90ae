"""Death and looting the body (R-480 to R-494), and what is above a limit (R-218, R-219, R-601, R-620)."""

from __future__ import annotations

from typing import Final

from cards.door import asking, characters, people, piles, places, reactions, winning
from cards.door.events import BodyLaidOut, BodyLooted, DieRolled
from cards.door.state import LIMBO_ZONE
from cards.door.table import FrameHandler, Table
from cards.door.windows import TRAIT_KINDS
from cards.kernel.frames import Frame
from cards.kernel.moves import Slot, numbers_in

RECAST_STEP: Final = 0
LAY_OUT_STEP: Final = 1
LOOT_STEP: Final = 2
BURY_STEP: Final = 3


def _keeps_in_death(table: Table, card: int) -> bool:
    """Return True if a card survives its owner's death (R-480)."""
    return table.defs[card].kind in TRAIT_KINDS or places.is_curse(table, card)


def loot(table: Table, frame: Frame) -> None:
    """Loot the body of the frame's seat."""
    STEP_HANDLERS[frame.step](table, frame)


def _recast(table: Table, frame: Frame) -> None:
    """Let the dead player choose a Role that nobody else has, if they want to (R-482, H-79)."""
    seat = frame.seat
    own = places.traits(table, seat, "role")
    roles = places.spare_roles(table)
    if own and roles:
        slot = Slot("role", "card", roles, 0, 1)
        picked = asking.choose(table, frame, "role", seat, "swap_role", slot, (), always=True, card=own[0])
        for card in numbers_in(picked):
            characters.take_role(table, seat, card)
    frame.step = LAY_OUT_STEP


def _lay_out(table: Table, frame: Frame) -> None:
    """Lay out hand and table for all to see, except for cards that survive death (R-480, R-483, H-10)."""
    seat = frame.seat
    frame.step = LOOT_STEP
    cards = [
        *places.hand(table, seat),
        *(c for c in places.in_play(table, seat) if not _keeps_in_death(table, c)),
    ]
    pairs = [
        (card, places.attached_to(table, card)) for card in cards if table.defs[card].kind == "item_enhancer"
    ]
    for card in cards:
        table.state.under.pop(card, None)
    for card in cards:
        piles.move(table, card, LIMBO_ZONE)
    frame.vars["body"] = tuple(cards)
    frame.vars["enhanced"] = tuple([card for pair in pairs if pair[1] in cards for card in pair])
    frame.vars["looters"] = tuple(_looters(table))
    if cards:
        table.emit(BodyLaidOut(seat, cards=tuple(cards), card_count=len(cards)))


def _looters(table: Table) -> list[int]:
    """Return the living, who may loot, highest Level first, ties by die (H-09)."""
    seats = people.living_seats(table)
    order: list[int] = []
    for level in sorted({people.level(table, seat) for seat in seats}, reverse=True):
        order += _rolled_order(table, [seat for seat in seats if people.level(table, seat) == level])
    return order


def _rolled_order(table: Table, seats: list[int]) -> list[int]:
    if len(seats) < 2:
        return seats
    rolls = {seat: table.state.dice.roll() for seat in seats}
    for seat, die in rolls.items():
        table.emit(DieRolled(seat, die=die, purpose="loot"))
    order: list[int] = []
    for die in sorted(set(rolls.values()), reverse=True):
        order += _rolled_order(table, [seat for seat in seats if rolls[seat] == die])
    return order


def _loot(table: Table, frame: Frame) -> None:
    """Let the looters take one card each, or none (R-485); an Item takes its enhancers along (R-209)."""
    pairs = frame.cards("enhanced")
    enhancers, items = pairs[::2], pairs[1::2]
    body = [card for card in frame.cards("body") if places.in_limbo(table, card) and card not in enhancers]
    looters = frame.cards("looters")
    turn = frame.int_var("turn")
    if not body or turn >= len(looters):
        frame.step = BURY_STEP
        return
    seat = looters[turn]
    if people.is_living(table, seat):
        slot = Slot("card", "card", tuple(body), 0, 1)
        picked = asking.choose(table, frame, f"loot{turn}", seat, "loot_body", slot, (body[0],), always=True)
        taken = list(numbers_in(picked))
        taken += [enhancer for enhancer, item in zip(enhancers, items, strict=True) if item in taken]
        for card in taken:
            piles.put_in_hand(table, card, seat)
            table.emit(BodyLooted(seat, card=card, body=frame.seat))
    frame.vars["turn"] = turn + 1


def _bury(table: Table, frame: Frame) -> None:
    """Discard the rest; if the game has Seals, a death opens one (R-661, H-60)."""
    seat = frame.seat
    for card in frame.cards("body"):
        if places.in_limbo(table, card):
            piles.discard(table, card, by=seat)
    table.pop(frame)
    if table.decks.edition.seals and not table.state.bodies:
        # the active player, or the next living one clockwise, if there is one.
        winning.open_seal(table, next(iter(people.living(table)), table.state.active))
    for other in people.living_seats(table):
        reactions.fire_all(table, "other_died", other, it=seat)


STEP_HANDLERS: Final[tuple[FrameHandler, ...]] = (_recast, _lay_out, _loot, _bury)


FRAME_HANDLERS: dict[str, FrameHandler] = {"loot": loot}
