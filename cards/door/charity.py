"""Charity: surplus cards go to the players with the lowest Level (R-130 to R-137)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cards.door import arrivals, asking, facts, gear, people, piles, places, turn, waits
from cards.door.table import FrameHandler, Table, VerbHandler
from cards.kernel.frames import Frame
from cards.kernel.moves import Move, Pick, Picks, Slot, numbers_in

HAND_LIMIT_CARDS: Final = 5

OFFER_STEP: Final = 0
SHARE_STEP: Final = 1
DEAL_STEP: Final = 2


def hand_limit(table: Table, seat: int) -> int:
    """Return how many cards the seat may keep (R-047)."""
    return max(0, HAND_LIMIT_CARDS + facts.total(table, seat, "hand_limit"))


def excess(table: Table, seat: int) -> int:
    return len(places.hand(table, seat)) - hand_limit(table, seat)


def is_over(table: Table, frame: Frame) -> bool:
    """Return True if the giver has died, or a card has taken the surplus of the hand (R-130)."""
    return not people.is_living(table, frame.seat) or excess(table, frame.seat) <= 0


def charity(table: Table, frame: Frame) -> None:
    """Wait until the seat has played enough cards or has chosen what to give away, then hand that out."""
    if not people.is_living(table, frame.seat):
        table.pop(frame)
        return
    _look_again(table, frame)
    if frame.step == OFFER_STEP:
        _offer(table, frame)
    elif frame.step == SHARE_STEP:
        _share(table, frame)
    else:
        _deal(table, frame)


def _look_again(table: Table, frame: Frame) -> None:
    """Forget what a card that was played during a question has made obsolete (R-137, H-124)."""
    if frame.step == OFFER_STEP:
        return
    given, hand = frame.cards("given"), places.hand(table, frame.seat)
    if len(given) != excess(table, frame.seat) or any(card not in hand for card in given):
        frame.vars.clear()
        frame.step = OFFER_STEP
    elif "seats" in frame.vars and frame.cards("seats") != receivers(table, frame.seat):
        frame.vars.clear()
        frame.vars["given"] = given
        frame.step = SHARE_STEP


def receivers(table: Table, seat: int) -> tuple[int, ...]:
    """Return the living others with the lowest Level; none if the seat is as low (R-131, R-132, R-134)."""
    others = [other for other in people.living_seats(table) if other != seat]
    lowest = min((people.level(table, other) for other in others), default=0)
    if people.level(table, seat) <= lowest:
        return ()
    return tuple([other for other in others if people.level(table, other) == lowest])


def _offer(table: Table, frame: Frame) -> None:
    if excess(table, frame.seat) <= 0:
        table.pop(frame)
        return
    if table.state.phase != "charity":
        turn.enter_phase(table, "charity")
    waits.open_window(table, frame, "charity", 1 << frame.seat, table.options.turn_seconds)


def _share(table: Table, frame: Frame) -> None:
    """Find who gets how many cards, after all plays (R-137)."""
    seat = frame.seat
    given = frame.cards("given")
    poorest = receivers(table, seat)
    if not poorest:
        for card in given:
            piles.discard(table, card, by=seat)
        table.pop(frame)
        return
    frame.vars["seats"] = poorest
    larger = len(given) % len(poorest)
    if larger:
        slot = Slot("seats", "seat", poorest, larger, larger)
        picked = asking.choose(table, frame, "larger", seat, "charity_larger", slot)
    else:
        picked = ()
    base = len(given) // len(poorest)
    frame.vars["sizes"] = tuple(base + (other in picked) for other in poorest)
    frame.step = DEAL_STEP


def _deal(table: Table, frame: Frame) -> None:
    """Ask the giver which cards each receiver gets (R-133); the last one gets the rest."""
    seats, sizes = frame.cards("seats"), frame.cards("sizes")
    left = list(frame.cards("given"))
    plan: list[tuple[int, tuple[Pick, ...]]] = []
    for other, size in zip(seats, sizes, strict=True):
        if not size:
            continue
        slot = Slot("cards", "card", tuple(left), size, size)
        picked = asking.choose(table, frame, f"part{other}", frame.seat, "charity_cards", slot)
        plan.append((other, picked))
        left = [card for card in left if card not in picked]
    for other, cards in plan:
        for card in numbers_in(cards):
            arrivals.take(table, card, other, "hand")
    table.pop(frame)


def moves(table: Table, seat: int, kind: str, out: list[Move]) -> None:
    if kind == "charity" and seat == table.state.active:
        many = excess(table, seat)
        out.append(Move("give_away", slots=(Slot("cards", "card", places.hand(table, seat), many, many),)))


def do_give_away(table: Table, seat: int, move: Move, picks: Picks) -> None:
    frame = table.state.frames[-1]
    frame.vars["given"] = picks[0]
    frame.step = SHARE_STEP


def time_up(table: Table, frame: Frame) -> None:
    """Give away what is worth least, which is safest for an absent player."""
    hand = sorted(places.hand(table, frame.seat), key=lambda card: (gear.value(table, card), card))
    frame.vars["given"] = tuple(hand[: excess(table, frame.seat)])
    frame.step = SHARE_STEP
    frame.window = None


FRAME_HANDLERS: dict[str, FrameHandler] = {"charity": charity}
WINDOWS: Final[frozenset[str]] = frozenset({"charity"})
VERB_HANDLERS: dict[str, VerbHandler] = {"give_away": do_give_away}
TIMEOUT_HANDLERS: dict[str, FrameHandler] = {"charity": time_up}
OBSOLETE_WINDOWS: dict[str, Callable[[Table, Frame], bool]] = {"charity": is_over}
