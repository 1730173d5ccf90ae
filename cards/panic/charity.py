"""Phase 2: Treasures over the limit go to the players with the fewest points (P-045 to P-049)."""

from __future__ import annotations

from cards.kernel.events import Discarded
from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.panic.engine import PanicMachine
from cards.panic.state import TREASURES

GIFT_KEY = "cards"
"""What the frame's names for the chosen cards begin with; the receiver follows."""


def receivers(table: PanicMachine, giver: int) -> tuple[int, ...]:
    """Return the other seats with the fewest points; none if the giver alone has fewest (P-048)."""
    others = table.other_seats(giver)
    if not others:
        return ()
    least = min(table.points(seat) for seat in others)
    if table.points(giver) < least:
        return ()
    return tuple(seat for seat in others if table.points(seat) == least)


def run_charity(table: PanicMachine, frame: Frame) -> None:
    """Ask who gets what cannot be split evenly and which card goes to whom, then hand them over."""
    seat = frame.seat
    treasures = table.seat_cards(seat, TREASURES)
    excess = len(treasures) - table.rules.treasure_limit
    if table.is_gone(seat) or excess <= 0:
        table.pop(frame)
        return
    lowest = receivers(table, seat)
    if not lowest:
        slot = Slot("cards", "card", treasures, excess, excess)
        got = table.choose(frame, "cards", seat, "charity_discard", slot)
        if got is None:
            return
        for card in got:
            table.discard(int(card))
        table.emit(Discarded(seat, cards=tuple(int(card) for card in got), card_count=excess))
        table.pop(frame)
        return
    gifts = _chosen_gifts(table, frame, lowest, treasures, excess)
    if gifts is None:
        return
    table.pop(frame)
    for card, receiver in gifts:
        table.hand_over(card, receiver, "charity", other=seat)


def _chosen_gifts(
    table: PanicMachine, frame: Frame, lowest: tuple[int, ...], treasures: tuple[int, ...], excess: int
) -> list[tuple[int, int]] | None:
    """Return which card goes to which seat, or None while a question to the giver is open (P-047, P-049).

    While the giver is asked for a card, the frame's ``it`` is the receiver.
    """
    each, odd = divmod(excess, len(lowest))
    more: tuple[int | str, ...] = ()
    if odd:
        slot = Slot("seats", "seat", lowest, odd, odd)
        got = table.choose(frame, "seats", frame.seat, "charity_odd", slot)
        if got is None:
            return None
        more = got
    gifts: list[tuple[int, int]] = []
    left = treasures
    for receiver in lowest:
        share = each + (receiver in more)
        if not share:
            continue
        slot = Slot("cards", "card", left, share, share)
        frame.it = receiver
        got = table.choose(frame, f"{GIFT_KEY}{receiver}", frame.seat, "charity_give", slot)
        if got is None:
            return None
        gifts += [(int(card), receiver) for card in got]
        left = tuple(card for card in left if card not in got)
    return gifts
