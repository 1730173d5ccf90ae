"""A world that a seat could be in: what it cannot know is dealt again."""

from __future__ import annotations

from cards.kernel.dice import Dice, PooledDice, mix
from cards.kernel.frames import Frame
from cards.panic.charity import GIFT_KEY
from cards.panic.engine import PanicMachine
from cards.panic.state import (
    BAG,
    CASTLE_DECK,
    EARNED_TREASURES,
    HAND,
    TREASURE_DECK,
    TREASURES,
    PanicState,
    zone,
)
from cards.panic.view import peeked_cards


def imagine(table: PanicMachine, seat: int | None, seed: int) -> PanicState:
    """Deal the cards hidden from the seat again, in place, and change the future dice.

    Open questions of others are asked again, since their candidates may be other cards now.
    """
    state = table.state
    dice = PooledDice(seed)
    known = _known_cards(table, seat)
    seats = [other for other in range(state.seats) if other != seat]
    castle = [CASTLE_DECK, *(zone(other, HAND) for other in seats)]
    treasure = [TREASURE_DECK, *(zone(other, TREASURES) for other in seats)]
    treasure += [zone(other, EARNED_TREASURES) for other in range(state.seats)]
    shown = [(frame, table.shown_treasures(frame)) for frame in state.frames if "shown" in frame.vars]
    lists = [list(cards) for cards in state.zones.lists]
    for pool in (castle, treasure, [BAG]):
        _shuffle_unknown(lists, pool, known, dice)
    state.zones.redeal(lists)
    for frame, foreheads in shown:
        _redeal_shown(table, frame, foreheads, seat, dice)
    state.dice.count += 1 + mix(seed, 1) % (1 << 32)
    state.dice.coming.clear()
    for frame in state.frames:
        if frame.kind == "charity" and frame.seat != seat:
            _choose_gifts_again(table, frame, dice)
    if state.prompt is not None and state.prompt.seat != seat:
        _ask_again(table)
    return state


def _known_cards(table: PanicMachine, seat: int | None) -> set[int]:
    """Return the cards in hidden zones that the seat knows: offered, shown, being looked at, borrowed."""
    state = table.state
    known = {offer.card for offer in state.offers}
    known.update(card for offer in state.offers for card in offer.pay)
    known.update(card for deal in state.deals for card in deal.offer.pay)
    if table.rules.options.swap and state.asked_for >= 0:
        known.add(state.asked_for)
    if seat is not None:
        known.update(peeked_cards(table, seat))
        known.update(card for card, owner in state.borrowed.items() if seat in (owner, state.active))
        for frame in state.frames:
            if frame.kind == "curse":
                known.update(card for card, owner in table.shown_treasures(frame) if owner != seat)
    return known


def _shuffle_unknown(lists: list[list[int]], pool: list[int], known: set[int], dice: Dice) -> None:
    """Shuffle the unknown cards of these zones among their positions."""
    spots = [
        (number, index) for number in pool for index, card in enumerate(lists[number]) if card not in known
    ]
    cards = [lists[number][index] for number, index in spots]
    dice.shuffle(cards)
    for (number, index), card in zip(spots, cards, strict=True):
        lists[number][index] = card


def _redeal_shown(
    table: PanicMachine, frame: Frame, shown: list[tuple[int, int]], seat: int | None, dice: Dice
) -> None:
    """Show a random Treasure for each owner if the seat cannot see the real one (P-106).

    Players do not see what they show themselves, and onlookers see none of the shown Treasures.
    """
    cards: list[int] = []
    for card, owner in shown:
        hand = table.seat_cards(owner, TREASURES)
        hidden = seat is None or owner == seat
        cards.append(hand[dice.randbelow(len(hand))] if hidden else card)
    frame.vars["shown"] = tuple(cards)


def _choose_gifts_again(table: PanicMachine, frame: Frame, dice: Dice) -> None:
    """Let a giver have chosen other cards for those who have been provided for; who that is, is public."""
    left = list(table.seat_cards(frame.seat, TREASURES))
    dice.shuffle(left)
    for key in frame.vars:
        if key.startswith(GIFT_KEY):
            count = len(table.picked(frame, key))
            frame.vars[key] = tuple(left[:count])
            del left[:count]


def _ask_again(table: PanicMachine) -> None:
    """Let the frame on top ask again, under the same serial number."""
    table.state.prompt = None
    table.state.serial -= 1
    table.run()
