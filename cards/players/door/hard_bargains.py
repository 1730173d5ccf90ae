"""Hard bargains: as much for help as a sensible fighter still pays, and help that the helper pays for.

What the other side agrees to is judged by what lies open, so it may still refuse: it knows its own hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cards.door import gear, people, score
from cards.door.state import HelpOffer
from cards.kernel.moves import Action, Move
from cards.players.door.bargains import (
    MAX_ANSWERED_OFFERS,
    SPOIL_CHANCE,
    help_reward,
    helper_gain,
    picks_for,
    proposals,
    wins_now,
)
from cards.players.door.board import Board
from cards.players.door.combat_values import outlook_if_lost, outlook_if_won
from cards.players.door.prompts import cards_of, find_move, make_action
from cards.players.door.worth import worth

MIN_FIGHTER_GAIN = 1.4
"""Points that a fighter should gain by what is demanded: more than they want, for what is not known."""

MIN_HELPER_GAIN = 0.9
"""Points that a helper who is to pay should gain, for the same reason."""

MIN_DEMANDED_REWARD = 1.0
"""Points by which a demand has to be better than what is offered."""

MIN_VOLUNTEER_GAIN = 1.0
"""Points that a seat that was not asked wants to gain by its help."""

MAX_DEMANDED_ITEMS = 3
"""Items that are demanded at once."""

MAX_CANDIDATE_ITEMS = 5
"""Items among which those to be demanded are chosen."""


def demand(board: Board, moves: list[Move]) -> Action | None:
    """Return the offer to help for the most that the fighter should pay; None where nothing is to be gained.

    It answers a request for help, or is made unasked where the fighter needs help. A fighter who has turned
    down a demand hears no other in the same combat.
    """
    me, fight = board.me, board.combat
    offering = find_move(moves, "offer_help")
    if offering is None or me in people.party(board) or any(offer.by == me for offer in fight.refused):
        return None
    asked = next((offer for offer in fight.offers if offer.to == me), None)
    if asked is not None:
        if Move("accept_help", ability=asked.number) not in moves or asked.countered >= MAX_ANSWERED_OFFERS:
            return None
    elif any(me in (offer.by, offer.to) for offer in (*fight.offers, *fight.refused)) or board.margin() > 0:
        return None
    helped = board.helped_by(me)
    if not wins_now(helped):
        return None
    best = _dearest(board, helped)
    if best is None:
        return None
    reward, gain = help_reward(helped, best), helper_gain(board, helped, best, me)
    if asked is None:
        good = gain >= MIN_VOLUNTEER_GAIN
    else:
        good = (
            gain >= board.taste.min_bargain_gain and reward > help_reward(helped, asked) + MIN_DEMANDED_REWARD
        )
    return make_action(me, offering, picks_for(best)) if good else None


def _dearest(board: Board, helped: Board) -> HelpOffer | None:
    """Return what is worth most to ``me`` among what the fighter should pay."""
    fighter = board.fighter
    lost = outlook_if_lost(board, fighter)
    spoiled = SPOIL_CHANCE * outlook_if_lost(helped, fighter)
    found: list[tuple[float, int, HelpOffer]] = []
    for number, offer in enumerate(_demands(board)):
        value = (1 - SPOIL_CHANCE) * outlook_if_won(helped, offer, fighter) + spoiled
        if value - lost >= MIN_FIGHTER_GAIN:
            found.append((help_reward(helped, offer), -number, offer))
    return max(found)[2] if found else None


def _demands(board: Board) -> Iterator[HelpOffer]:
    """Yield what ``me`` could demand: Treasures, or all of them and Items besides."""
    me, fighter, pool = board.me, board.fighter, score.pool(board)
    for treasures in range(pool + 1):
        yield HelpOffer(0, fighter, me, treasures)
        if 0 < treasures < pool:
            yield HelpOffer(0, fighter, me, treasures, "fighter")
    for items in _bundles(board, gear.tradable(board, fighter), me):
        yield HelpOffer(0, fighter, me, pool, items=items)


def _bundles(board: Board, items: Iterable[int], taker: int) -> Iterator[tuple[int, ...]]:
    """Yield a few Items at once that a seat could take, from those that are worth most to it."""
    wanted = [card for card in items if gear.can_receive(board, taker, (card,))]
    wanted.sort(key=lambda card: (-worth(board, taker, card), card))
    for count in range(1, MAX_DEMANDED_ITEMS + 1):
        for bundle in combinations(wanted[:MAX_CANDIDATE_ITEMS], count):
            if gear.can_receive(board, taker, bundle):
                yield bundle


def ask_for_pay(board: Board, moves: list[Move]) -> Action | None:
    """Return the request for help for which somebody should pay the fighter most, None if nobody should.

    That is somebody who gains by helping, above all by the Levels that an Elf gets.
    """
    me = board.me
    asking = find_move(moves, "ask_help")
    found: list[tuple[float, int, HelpOffer]] = []
    for seat in cards_of(asking.slots[0]) if asking is not None else ():
        if any((offer.by, offer.to) == (me, seat) and offer.pays for offer in board.combat.refused):
            continue
        helped = board.helped_by(seat)
        if not wins_now(helped):
            continue
        usual = next((o for o in proposals(board, seat) if _agrees(board, helped, o, 0.0)), None)
        if usual is None:
            continue
        plain = outlook_if_won(helped, usual)
        for items in _bundles(board, gear.tradable(board, seat), me):
            paid = HelpOffer(0, me, seat, usual.treasures, usual.order, usual.items, pays=items)
            value = outlook_if_won(helped, paid)
            if value > plain + MIN_DEMANDED_REWARD and _agrees(board, helped, paid, MIN_HELPER_GAIN):
                found.append((value, -len(found), paid))
    if asking is None or not found:
        return None
    best = max(found)[2]
    return make_action(me, asking, ((best.to,), *picks_for(best)))


def _agrees(board: Board, helped: Board, offer: HelpOffer, least: float) -> bool:
    """Return True if the helper should agree: they gain enough, and at least so many points."""
    return helper_gain(board, helped, offer, helped.helper) >= max(board.taste.min_bargain_gain, least)
