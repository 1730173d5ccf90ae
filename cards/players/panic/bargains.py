"""Bargains of computers in the castle-defense game: what help is worth, what it costs, and what they say."""

from __future__ import annotations

from itertools import chain
from math import ceil
from typing import Final

from cards.kernel.moves import Action, Move, Pick
from cards.panic.board import FOREST, after_hit
from cards.panic.reasons import with_reason
from cards.panic.view import PanicSeenMonster, PanicSeenOffer, PanicView
from cards.players.panic.prospects import POINT_WORTH, TREASURE_WORTH, Prospects, rank_factor

Picks = tuple[tuple[Pick, ...], ...]

KILL_CHANCES_BY_NEED: Final = (1.0, 0.5, 0.2, 0.06, 0.02)
"""How likely somebody has cards for so many points against a certain monster."""
HELP_CHANCES_BY_NEED: Final = (0.0, 0.8, 0.4, 0.15, 0.05)
"""How likely one card of a helper closes a gap of so many points."""
ARMED_CHANCES_BY_ASK: Final = (0.4, 0.1)
"""How likely the active player has a Hit left for a helper's Weapon: hardly, once help is asked for again."""
WORTH_A_QUESTION: Final = 3.5
"""What has to be at stake for each helper beyond two: whoever asks stops all of them."""
MIN_BARGAIN_GAIN: Final = 0.5
"""By how much an offer has to make things better."""
LEAST_PRICE: Final = 0.7
"""The part of its worth for which a helper is thought to part with a card."""
COUNTER_CHANCE: Final = 0.6
"""How likely a helper agrees to fair terms."""
DEAR_WORTH: Final = 12.0
"""Where so much is at stake, nobody haggles for long."""
MAX_BIDS: Final = 3
"""After so many answers to an offer a last word is said."""
ASKED_AGAIN_PART: Final = 0.5
"""The part of what it first wanted that a helper wants if it is asked once more."""


def open_offer(view: PanicView, seat: int) -> PanicSeenOffer:
    """Return the offer of a helper that has not been accepted."""
    return next(offer for offer in view.offers if offer.seat == seat and not offer.accepted)


def terms_worth(look: Prospects, offer: PanicSeenOffer) -> float:
    """Return what the terms of an offer cost the active player, and bring the helper."""
    worth = TREASURE_WORTH * offer.treasures
    worth += sum(POINT_WORTH * look.catalog.points[card] or look.values.worth(card) for card in offer.pay)
    if offer.trophy == "helper" and offer.monster >= 0:
        worth += POINT_WORTH * look.catalog.points[offer.monster]
    return worth


# the active player


def offer_worth(look: Prospects, offer: PanicSeenOffer) -> float:
    """Return what an offered card brings the active player."""
    return look.worth(
        offer.card, None if offer.monster < 0 or not _needs_monster(look, offer.card) else [offer.monster]
    )


def _needs_monster(look: Prospects, card: int) -> bool:
    return bool(look.catalog.spaces[card] or getattr(look.catalog.word(card), "rings", ()))


def answer_offers(look: Prospects, moves: list[Move], seat: int) -> Action | None:
    """Accept the best offer that is worth its price, or bid less for one that is too dear."""
    best: tuple[float, Action] | None = None
    for move in moves:
        if move.verb not in ("accept", "counter"):
            continue
        offer = open_offer(look.view, move.ability)
        worth = offer_worth(look, offer)
        found = _answer(look, move, offer, worth, seat)
        if found is not None and found[0] >= MIN_BARGAIN_GAIN and (best is None or found[0] > best[0]):
            best = found
    return None if best is None else best[1]


def _answer(
    look: Prospects, move: Move, offer: PanicSeenOffer, worth: float, seat: int
) -> tuple[float, Action] | None:
    """Return what an answer gains, and the answer; None if it is none to give."""
    cost = terms_worth(look, offer)
    if move.verb == "accept":
        return worth - cost, _act(seat, move)
    fair = ceil(LEAST_PRICE * look.values.worth(offer.card) / TREASURE_WORTH) if offer.answers < 2 else 1
    dots = look.catalog.dots[offer.monster] if offer.monster >= 0 else 1
    fair = min(fair, max(dots, 1))
    if offer.answers >= MAX_BIDS or TREASURE_WORTH * fair >= cost:
        return None
    action = _act(seat, move, (("asker",), (fair,), (), ("end",)))
    chance = COUNTER_CHANCE if worth < DEAR_WORTH else COUNTER_CHANCE / 2
    return chance * (worth - TREASURE_WORTH * fair), with_reason(action, "dear", look.mood)


def ask_for_help(look: Prospects, move: Move, seat: int) -> Action | None:
    """Ask for help where one more card is likely to bring the most; again where much is at stake."""
    view = look.view
    best: tuple[float, int] | None = None
    for monster in view.monsters:
        if monster.ring == FOREST or not monster.health or look.catalog.alone[monster.token]:
            continue
        if monster.token == view.asked_for:
            continue  # what there is against it has been offered
        need = max(monster.health - joint_damage(look, monster), 1)
        value = (look.prize(monster.token) + look.fear(monster)) * HELP_CHANCES_BY_NEED[min(need, 4)]
        if best is None or (value, monster.token) > best:
            best = value, monster.token
    again = view.asked_for >= 0
    helpers = sum(not other.gone for other in view.seats) - 1
    least = TREASURE_WORTH * POINT_WORTH * 2 if again else WORTH_A_QUESTION * (helpers - 2)
    if best is None or view.asks > 1 or best[0] < least:
        return None
    return _act(seat, move, ((best[1],),))


def joint_damage(look: Prospects, monster: PanicSeenMonster) -> int:
    """Return the damage that the seat's cards could do to the monster together."""
    cards = [card for card in look.hand() if look.reaches(card, monster)]
    harm = [look.catalog.harm[card][monster.ring] for card in cards]
    hits = sum(look.catalog.is_hit[card] for card in cards)
    arms = sorted(
        (h for card, h in zip(cards, harm, strict=True) if look.catalog.is_weapon[card]), reverse=True
    )
    rest = sum(h for card, h in zip(cards, harm, strict=True) if not look.catalog.is_weapon[card])
    return rest + sum(arms[:hits])


def refuse_offers(look: Prospects, moves: list[Move], seat: int) -> Action | None:
    """Say no, and why, to an offer that is not taken, so that nobody is left waiting for a word."""
    for move in moves:
        if move.verb == "refuse" and move.ability != seat:
            return with_reason(
                _act(seat, move), _why_not(look, open_offer(look.view, move.ability)), look.mood
            )
    return None


def _why_not(look: Prospects, offer: PanicSeenOffer) -> str:
    """Say why an offer is refused: by its terms and the board, which everybody sees (H-131)."""
    if terms_worth(look, offer) > TREASURE_WORTH:
        return "dear"
    if look.catalog.spaces[offer.card]:
        return "own_mind"
    return "castle"


# helpers


def help_interest(look: Prospects, card: int, pick: Pick) -> tuple[float, float]:
    """Return what a card of the helper's brings the active player, and what of it the helper gains itself."""
    monster = look.view.monster(pick)
    if not look.catalog.spaces[card]:
        if not _needs_monster(look, card):
            pick = look.best_use(card, look.picks(card))[1]
        elif monster is None:
            return 0.0, 0.0
        relief = look.relief(card, pick)
        return relief / look.stake + look.loot(card, pick), relief
    if monster is None or not look.reaches(card, monster):
        return 0.0, 0.0
    harm = look.catalog.harm[card][monster.ring]
    left = after_hit(monster.health, harm, monster.lowest)
    chance, fear = KILL_CHANCES_BY_NEED[min(left, 4)], look.fear(monster)
    if look.catalog.is_weapon[card]:
        need = max(monster.health - harm, 1)
        chance = KILL_CHANCES_BY_NEED[min(need, 4)] * ARMED_CHANCES_BY_ASK[look.view.asks > 1]
    return chance * (look.prize(monster.token) + fear / look.stake), chance * fear


def least_terms(look: Prospects, card: int, pick: Pick) -> tuple[float, float]:
    """Return the least and the usual price of a helper's card: what it costs, less what the helper gains."""
    whole, own = help_interest(look, card, pick)
    least = look.price(card) - own
    part = look.temper.greed * (ASKED_AGAIN_PART if look.view.asks > 1 else 1.0)
    return least, max(least, 0.0) + part * max(whole - max(least, 0.0), 0.0)


def offer_help(look: Prospects, moves: list[Move], seat: int) -> Action | None:
    """Offer the card that helps most for its price, or answer the active player's terms."""
    mine = next((offer for offer in look.view.offers if offer.seat == seat and not offer.accepted), None)
    if mine is not None:
        return _answer_terms(look, moves, mine, seat) if mine.by_asker else None
    found: list[tuple[float, int, Action]] = []
    for number, move in enumerate(moves):
        if move.verb == "offer":
            offer = _best_offer(look, move, seat)
            if offer is not None:
                found.append((offer[0], -number, offer[1]))
    return max(found, key=lambda each: each[:2])[2] if found else None


def _best_offer(look: Prospects, move: Move, seat: int, at_most: float = 1e9) -> tuple[float, Action] | None:
    best: tuple[float, Action] | None = None
    for pick in move.slots[0].options:
        whole, own = help_interest(look, move.card, pick)
        least, wanted = least_terms(look, move.card, pick)
        gain = whole * (1.5 if pick == look.view.asked_for else 1.0) - max(look.price(move.card) - own, 0.0)
        if whole <= 0.0 or gain <= 0.0 or (best is not None and gain <= best[0]):
            continue
        terms = _terms(look, move, int(pick), (least, min(wanted, at_most)), whole)
        if terms is not None:
            best = gain, _act(seat, move, ((pick,), *terms))
    return best


def _terms(
    look: Prospects, move: Move, monster: int, prices: tuple[float, float], whole: float
) -> Picks | None:
    """Return the cheapest terms that bring what is wanted, else the best; None if they are too little."""
    least, wanted = prices
    dots = look.catalog.dots[monster] if monster >= 0 else 1
    points = look.catalog.points[monster] if monster >= 0 and look.catalog.word(move.card).fights else 0
    shares = [(TREASURE_WORTH * n, ("asker", n, ())) for n in range(min(dots, 3) + 1)]
    shares += [
        (POINT_WORTH * points + TREASURE_WORTH * n, ("helper", n, ())) for n in range(2 * bool(points))
    ]
    pays = [
        (POINT_WORTH * look.catalog.points[int(t)], ("asker", 0, (int(t),))) for t in move.slots[3].options
    ]
    fair = [each for each in chain(shares, pays) if each[0] <= max(whole, TREASURE_WORTH)]
    enough = [each for each in fair if each[0] > wanted - 0.01]
    if enough:
        trophy, treasures, pay = min(enough, key=lambda each: each[0])[1]
    else:
        most, (trophy, treasures, pay) = max(fair, key=lambda each: each[0])
        if most < least:
            return None
    return (trophy,), (treasures,), pay


def _answer_terms(look: Prospects, moves: list[Move], mine: PanicSeenOffer, seat: int) -> Action | None:
    """Agree to terms that are worth it, else come down once, else refuse and say why."""
    least, wanted = least_terms(look, mine.card, mine.monster)
    worth = terms_worth(look, mine)
    by_verb = {move.verb: move for move in moves if move.card == mine.card}
    wants = (least + wanted) / 2 if mine.answers < MAX_BIDS else least
    if "agree" in by_verb and worth >= min(wants, LEAST_PRICE * look.values.worth(mine.card)):
        return _act(seat, by_verb["agree"])
    if "offer" in by_verb and mine.answers < MAX_BIDS:
        lower = _best_offer(look, by_verb["offer"], seat, at_most=max(wants, worth))
        if lower is not None:
            return lower[1]
    if "refuse" in by_verb:
        return with_reason(_act(seat, by_verb["refuse"]), _why_no_help(look.view, seat), look.mood)
    return None


def _why_no_help(view: PanicView, seat: int) -> str:
    """Say why terms are refused: by the points that everybody sees (H-131)."""
    if rank_factor(view, seat) < 1.0:
        return "last"
    return "leader" if rank_factor(view, view.active) > 1.0 else "price"


def _act(seat: int, move: Move, picks: Picks = ()) -> Action:
    return Action(seat, move.verb, move.card, move.ability, picks)
