"""Bargains for help and truces: what a helper is worth, what they cost, what it is worth to be left alone."""

from __future__ import annotations

from collections.abc import Iterator

from cards.door import facts, gear, legal, people, places, score
from cards.door.help import ALL_TREASURES, DEAL_CONDITIONS, PICK_ORDERS, can_help
from cards.door.state import HelpOffer, Truce
from cards.kernel.moves import Action, Move, Pick
from cards.players.door.board import Board
from cards.players.door.combat_values import (
    find_plan,
    is_for_the_win,
    outlook_if_lost,
    outlook_if_won,
    points_if_won,
)
from cards.players.door.prompts import cards_of, find_move, make_action
from cards.players.door.worth import table_worth, worth

WIN_CHANCE_IF_REFUSED = 0.5
"""How likely the fighter is to find another way to win if a helper refuses."""

SPOIL_CHANCE = 0.12
"""How likely others are to spoil a fight that is won as it stands."""

MIN_HAGGLING_GAIN = 2.0
"""Points that a bargain has to save a fighter to be proposed in answer to another one."""

MAX_HOPELESS_SHARE = 0.4
"""Up to this share of the way to the winning Level a seat no longer hopes when somebody else may win."""

VICTORY_PRICE = 8.0
"""Points for which such a seat helps to a victory that is not its own: as much as two Treasures."""

MAX_REFUSALS = 6
"""Refusals in one combat after which a fighter stops asking."""


MAX_ADDED_ITEMS = 2
"""Items of which a fighter tries to add one where all the Treasures are not enough."""

MAX_ANSWERED_OFFERS = 2
"""Offers that went back and forth, after which a computer only accepts or refuses."""


def proposals(board: Board, helper: int) -> Iterator[HelpOffer]:
    """Yield bargains that the fighter could propose, each better for the helper than the one before."""
    fighter, pool = board.fighter, score.pool(board)
    for treasures in range(pool + 1):
        if 0 < treasures < pool:
            yield HelpOffer(0, fighter, helper, treasures, "fighter")
        yield HelpOffer(0, fighter, helper, treasures)
    items = [card for card in gear.tradable(board, fighter) if gear.can_receive(board, helper, (card,))]
    items.sort(key=lambda card: (table_worth(board, fighter, card), card))
    for card in items[:MAX_ADDED_ITEMS]:
        yield HelpOffer(0, fighter, helper, pool, items=(card,))


def help_reward(helped: Board, offer: HelpOffer) -> float:
    """Return what the helper gets by a bargain, in points; ``helped`` is the table with them in the fight."""
    return points_if_won(helped, offer).get(helped.helper, 0.0)


def picks_for(offer: HelpOffer) -> tuple[tuple[Pick, ...], ...]:
    """Return a bargain as the picks of its terms."""
    share = ALL_TREASURES if offer.treasures < 0 else str(offer.treasures)
    order = () if offer.order == PICK_ORDERS[0] else (offer.order,)
    condition = () if offer.condition == DEAL_CONDITIONS[0] else (offer.condition,)
    return ((share,), order, offer.items, condition, offer.promises, offer.pays)


def helper_gain(board: Board, helped: Board, offer: HelpOffer, seat: int) -> float:
    """Return by how much a bargain would improve the outlook of a possible helper, judged by public facts.

    ``helped`` is the table with the helper in the fight.
    """
    if sells_victory(board, helped, seat):
        return help_reward(helped, offer) - VICTORY_PRICE
    success = (1 - SPOIL_CHANCE) * outlook_if_won(helped, offer, seat) + SPOIL_CHANCE * outlook_if_lost(
        helped, seat
    )
    unpaid = HelpOffer(0, offer.by, offer.to, 0)
    otherwise = WIN_CHANCE_IF_REFUSED * outlook_if_won(helped, unpaid, seat) + (
        1 - WIN_CHANCE_IF_REFUSED
    ) * outlook_if_lost(board, seat)
    if (score.for_the_win(helped) and not board.options.shared_victory) or facts.total(
        helped, seat, "helper_levels"
    ):
        otherwise = outlook_if_lost(board, seat)
    return success - otherwise


def sells_victory(board: Board, helped: Board, seat: int) -> bool:
    """Return True if a seat that is far behind may help the fighter to win the game, for a price."""
    far = people.level(board, seat) <= MAX_HOPELESS_SHARE * board.decks.top_level
    return far and score.for_the_win(helped) and not board.options.shared_victory


def wins_now(helped: Board) -> bool:
    """Return True if the party would win as things stand."""
    return helped.margin() > 0


def request_help(board: Board, move: Move) -> Action | None:
    """Return the request for help that is best for the fighter among those that somebody should accept."""
    me = board.me
    if len(board.combat.refused) >= MAX_REFUSALS:
        return None
    found: list[tuple[float, int, HelpOffer]] = []
    for seat in cards_of(move.slots[0]):
        proposal = _best_proposal(board, seat)
        if proposal is not None:
            found.append((proposal[0], -len(found), proposal[1]))
    best = max(found, default=None)
    if best is None or best[0] < outlook_if_lost(board) + board.taste.min_bargain_gain:
        return None
    terms = picks_for(best[2])
    asked = tuple(offer.to for _, _, offer in found if picks_for(offer) == terms)
    return make_action(me, move, (asked, *terms))


def _best_proposal(board: Board, seat: int) -> tuple[float, HelpOffer] | None:
    """Return the cheapest bargain that the seat should accept, with how the fighter then stands."""
    me = board.me
    helped = board.helped_by(seat)
    if not wins_now(helped):
        further = find_plan(helped, legal.moves(helped, me), 1)
        if further is None or not further.succeeds:
            return None
    refused = [o for o in board.combat.refused if (o.by, o.to) == (me, seat)]
    too_little = max((help_reward(helped, offer) for offer in refused), default=None)
    for offer in proposals(board, seat):
        if too_little is not None and help_reward(helped, offer) <= too_little:
            continue
        if helper_gain(board, helped, offer, seat) >= board.taste.min_bargain_gain:
            return _value_to_fighter(helped, offer), offer
    return None


def _value_to_fighter(helped: Board, offer: HelpOffer) -> float:
    """Return how ``me`` stands with this help, also if others spoil it."""
    return (1 - SPOIL_CHANCE) * outlook_if_won(helped, offer) + SPOIL_CHANCE * outlook_if_lost(helped)


def answer_offer(board: Board, moves: list[Move]) -> Action | None:
    """Answer an offered bargain; None if there is none."""
    for move in moves:
        if move.verb == "refuse_help":
            offer = next(o for o in board.combat.offers if o.number == move.ability)
            return answer_bargain(board, offer, moves)
    return None


def answer_bargain(board: Board, offer: HelpOffer, moves: list[Move]) -> Action:
    """Accept a bargain that somebody else proposed, answer it with another one, or refuse it."""
    me, fight = board.me, board.combat
    accept = Move("accept_help", ability=offer.number)
    refuse = make_action(me, Move("refuse_help", ability=offer.number))
    if accept not in moves:
        return refuse
    helper = offer.by if offer.to == fight.fighter else offer.to
    helped = board.helped_by(helper)
    if not wins_now(helped) and not _can_turn_to_win(helped):
        return refuse
    if helper == me:
        if helper_gain(board, helped, offer, me) >= board.taste.min_bargain_gain:
            return make_action(me, accept)
        return _ask_for_more(board, helped, offer, moves) or refuse
    value, otherwise = _value_to_fighter(helped, offer), outlook_if_lost(board)
    own = find_plan(board, moves, 1)
    if own is not None and own.succeeds:
        otherwise = max(own.value, otherwise)
    good = value - otherwise >= board.taste.min_bargain_gain
    asking = _answering(offer, moves, "ask_help")
    if asking is not None and not (good and offer.countered):
        cheaper = _best_proposal(board, helper)
        enough = (value if good else otherwise) + MIN_HAGGLING_GAIN
        if cheaper is not None and cheaper[0] >= enough:
            return make_action(me, asking, ((helper,), *picks_for(cheaper[1])))
    return make_action(me, accept) if good else refuse


def _answering(offer: HelpOffer, moves: list[Move], verb: str) -> Move | None:
    """Return the move that answers a bargain with another one, None where there has been enough of that."""
    return find_move(moves, verb) if offer.countered < MAX_ANSWERED_OFFERS else None


def _ask_for_more(board: Board, helped: Board, offer: HelpOffer, moves: list[Move]) -> Action | None:
    """Answer a bargain that is not enough by the cheapest one that is, if the fighter should take it."""
    me, fighter = board.me, board.fighter
    answer = _answering(offer, moves, "offer_help")
    if answer is None or any(o.by == me for o in board.combat.refused):
        return None
    reward = help_reward(helped, offer)
    for better in proposals(board, me):
        if help_reward(helped, better) <= reward:
            continue
        if helper_gain(board, helped, better, me) < board.taste.min_bargain_gain:
            continue
        theirs = outlook_if_won(helped, better, fighter) - outlook_if_lost(board, fighter)
        return make_action(me, answer, picks_for(better)) if theirs > board.taste.min_bargain_gain else None
    return None


def _can_turn_to_win(helped: Board) -> bool:
    further = find_plan(helped, legal.moves(helped, helped.me), 1)
    return further is not None and further.succeeds


def offer_help(board: Board, move: Move) -> Action | None:
    """Offer help if the fighter needs it and half of the Treasures pay for it."""
    me, fight = board.me, board.combat
    fighter = fight.fighter
    asked = any(me in (o.by, o.to) for o in (*fight.offers, *fight.refused))
    if asked or board.margin() > 0 or not can_help(board, me):
        return None
    helped = board.helped_by(me)
    if not wins_now(helped):
        return None
    share = (score.pool(board) + 1) // 2
    offer = HelpOffer(0, me, fighter, share)
    if helper_gain(board, helped, offer, me) < 2 * board.taste.min_bargain_gain:
        return None
    if (
        outlook_if_won(helped, offer, fighter)
        < outlook_if_lost(board, fighter) + board.taste.min_bargain_gain
    ):
        return None
    return make_action(me, move, picks_for(offer))


MEDDLE_CHANCE = 0.12
"""How likely somebody with a full hand is to spoil a fight that a card or two would turn."""

MAX_SPOILABLE_MARGIN = 5
"""The lead that a card or two of somebody else's might turn."""

MIN_DANGEROUS_HAND_SIZE = 4
"""Cards in hand from which on a bystander is worth buying off."""

MIN_STAKE_POINTS = 15.0
"""Points between a win and a loss from which on a fighter thinks of buying others off."""


def truce_reward(board: Board) -> float:
    """Return what ``me`` would lose by breaking its truces, in points."""
    kept = [truce for truce in board.combat.truces if truce.bystander == board.me]
    return sum(worth(board, board.me, card) for truce in kept for card in truce.items)


def answer_truce(board: Board, moves: list[Move]) -> Action | None:
    """Answer an offered truce; None if there is none."""
    for move in moves:
        if move.verb == "refuse_truce":
            truce = next(t for t in board.combat.truce_offers if t.number == move.ability)
            accept = Move("accept_truce", ability=truce.number)
            good = _is_worth_paying if truce.payer == board.me else _is_worth_keeping
            if accept in moves and good(board, truce, moves):
                return make_action(board.me, accept)
            return _other_price(board, truce, moves) or make_action(board.me, move)
    return None


def _is_worth_keeping(board: Board, truce: Truce, moves: list[Move]) -> bool:
    """Return True if the Items are worth more to ``me`` than what it could do against the party."""
    return sum(worth(board, board.me, card) for card in truce.items) > _spoiling_gain(board, moves)


def _spoiling_gain(board: Board, moves: list[Move]) -> float:
    """Return what ``me`` could gain by turning the fight against its party."""
    if board.margin() <= 0:
        return 0.0
    turning = find_plan(board, moves, -1)
    if turning is None or not turning.succeeds:
        return board.taste.victory if is_for_the_win(board) and turning is not None else 0.0
    return turning.value - outlook_if_won(board)


def _is_worth_paying(board: Board, truce: Truce, moves: list[Move]) -> bool:
    """Return True if peace is worth the Items to ``me``."""
    price = sum(table_worth(board, board.me, card) for card in truce.items)
    return price < _worth_of_peace(board, truce.bystander)


def _worth_of_peace(board: Board, bystander: int) -> float:
    """Return what it is worth to a member of the party that a bystander keeps out of the fight."""
    spoilable = 0 < board.margin() <= MAX_SPOILABLE_MARGIN
    if not spoilable or len(places.hand(board, bystander)) < MIN_DANGEROUS_HAND_SIZE:
        return 0.0
    return MEDDLE_CHANCE * (outlook_if_won(board) - outlook_if_lost(board))


def _other_price(board: Board, truce: Truce, moves: list[Move]) -> Action | None:
    """Answer a truce by one about the cheapest Item that should do for both, once."""
    answer = next((m for m in moves if m.verb == "offer_truce" and m.ability == truce.by), None)
    if answer is None or truce.countered:
        return None
    items = [card for card in cards_of(answer.slots[0]) if (card,) != truce.items]
    for card in sorted(items, key=lambda card: (table_worth(board, truce.payer, card), card)):
        other = Truce(0, truce.to, truce.by, truce.payer, (card,))
        if not gear.can_receive(board, truce.bystander, (card,)):
            continue
        good = _is_worth_paying if truce.payer == board.me else _is_worth_keeping
        if good(board, other, moves):
            return make_action(board.me, answer, ((card,),))
    return None


def offer_truce(board: Board, moves: list[Move]) -> Action | None:
    """Buy off the bystander with the most cards before the kill is claimed, if an Item to spare is enough.

    Nobody is bought off where the game is at stake: no Item is worth that.
    """
    me, fight = board.me, board.combat
    if fight.truce_offers or fight.refused_truces or fight.truces or is_for_the_win(board):
        return None
    if outlook_if_won(board) - outlook_if_lost(board) < MIN_STAKE_POINTS:
        return None
    offers = [move for move in moves if move.verb == "offer_truce"]
    for move in sorted(offers, key=lambda move: (-len(places.hand(board, move.ability)), move.ability)):
        spare = [
            card
            for card in cards_of(move.slots[0])
            if card not in board.state.people[me].equipped
            and gear.can_receive(board, move.ability, (card,))
            and worth(board, move.ability, card) > table_worth(board, me, card)
        ]
        spare.sort(key=lambda card: (table_worth(board, me, card), card))
        for card in spare[:1]:
            truce = Truce(0, me, move.ability, me, (card,))
            return make_action(me, move, ((card,),)) if _is_worth_paying(board, truce, moves) else None
    return None
