"""Every refusal says something true: for each code, what must hold of the state in which it is said."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from cards.door.state import MAX_COUNTER_OFFERS, DoorState
from cards.kernel.moves import Action, Refusal
from tests.referee.box import Box
from tests.referee.dense import DenseTable
from tests.referee.reckoning import Reckoning

CARDLESS = ("kick", "loot", "claim", "run_away", "end_turn", "sell", "ask_help", "offer_help", "give_away")
OFFERING = ("offer_trade", "offer_truce", "offer_help", "ask_help", "accept_truce")
VERBS = (
    *("play", "play", "play", "equip", "sell_double"),
    *("kick", "loot", "trouble", "end_turn", "sell", "sell_double", "give_away", "play", "lay", "use"),
    *("equip", "unequip", "offer_trade", "accept_trade", "claim", "run_away", "ask_help", "offer_help"),
    *("accept_help", "offer_truce", "accept_truce", "join", "answer", "give_up", "flee", "sacrifice"),
)


class Said:
    """A refusal with what it was said about."""

    def __init__(self, box: Box, state: DoorState, action: Action, refusal: Refusal) -> None:
        self.state, self.action, self.code = state, action, refusal.code
        self.data: dict[str, Any] = dict(refusal.data)
        self.ref = Reckoning(box, state)
        self.seat, self.verb, self.card = action.seat, action.verb, action.card
        self.made = box.cards[self.card] if 0 <= self.card < len(box.cards) else {}
        self.kind = str(self.made.get("kind", ""))
        self.fight: Any = state.combat
        self.prompt = state.prompt
        window = state.frames[-1].window if state.frames and self.prompt is None else None
        self.window = "" if window is None else window.kind
        self.cap = box.cap

    @property
    def person(self) -> Any:
        return self.state.people[self.seat]

    @property
    def fighter(self) -> bool:
        return self.fight is not None and self.fight.fighter == self.seat

    def fights(self, seat: int) -> bool:
        return seat in self.ref.party()

    def held(self) -> bool:
        return bool(self.made) and self.ref.owner(self.card) == self.seat

    def in_play(self, card: int, seat: int) -> bool:
        return card in self.ref.table(seat)

    def offers(self) -> list[Any]:
        """Return all open offers to the seat."""
        fight = self.fight
        more = [] if fight is None else [*fight.offers, *fight.truce_offers]
        return [offer for offer in (*self.state.trades, *more) if offer.to == self.seat]

    def offer(self) -> Any:
        """Return the offer that the action is about."""
        return next((offer for offer in self.offers() if offer.number == self.action.ability), None)

    def crowded(self, seat: int, gets: tuple[int, ...], loses: tuple[int, ...]) -> bool:
        """Return True if the seat has no room for the Big Items that it would get."""
        cards, limit = self.ref.cards, self.ref.big_limit(seat)
        new = [card for card in gets if cards[card].get("big") and cards[card]["kind"] != "steed"]
        left = [c for c in loses if cards[c].get("big") and cards[c]["kind"] != "steed"]
        spare = sum(mods for mods, card in self.ref.mods(seat, "big_limit") if card in loses)
        left = [card for card in left if not self.ref.exempt(card)]
        return limit is not None and bool(new) and self.ref.bigs(seat) - len(left) + len(new) > limit - spare

    def unmounted(self, seat: int, gets: tuple[int, ...], loses: tuple[int, ...]) -> bool:
        """Return True if the seat has no place for the Steeds that it would get."""
        cards = self.ref.cards
        new = [card for card in gets if cards[card]["kind"] == "steed"]
        left = [c for c in loses if cards[c]["kind"] == "steed" and not self.ref.exempt(c)]
        return bool(new) and len(new) > self.ref.places(seat, "steed") + len(left)

    def deal(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        """Return who gives what to whom in the offer that the action is about."""
        offer = self.offer()
        if offer is None:
            return self.seat, self.seat, (), ()
        if hasattr(offer, "gives"):
            return offer.by, offer.to, offer.gives, offer.wants
        if hasattr(offer, "payer"):
            return offer.payer, offer.bystander, offer.items, ()
        helper = offer.by if offer.to == self.fight.fighter else offer.to
        return self.fight.fighter, helper, offer.items, offer.pays

    def gets(self, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return what the seat would get and lose by the card or the offer of the action."""
        if self.verb == "play":
            return (self.card,), ()
        one, _, gives, wants = self.deal()
        return (wants, gives) if seat == one else (gives, wants)


def _no_level(said: Said) -> bool:
    """Somebody could be lifted, were it not for the last Level."""
    ref, needs = said.ref, said.made.get("needs", [])
    fit = [s for s in ref.living() if all(ref.holds(test, said.seat, s, said.card, "") for test in needs)]
    return said.kind == "level_up" and bool(fit) and all(ref.state.people[s].level >= said.cap for s in fit)


def _too_poor(said: Said) -> bool:
    prices = said.ref.sellable(said.seat)
    if said.verb == "sell_double":
        doubles = said.ref.total(said.seat, "sell_double") > said.person.tallies.get("sold_double", 0)
        return doubles and sum(prices.values()) + prices.get(said.card, 0) < 1000
    return sum(prices.values()) < 1000


def _asked_about(said: Said) -> bool:
    prompt = said.prompt
    if prompt is None or prompt.seat == said.seat:
        return False
    options = prompt.slot.options
    if prompt.slot.kind == "seat":
        return said.seat in options
    return any(said.ref.owner(card) == said.seat for card in options if isinstance(card, int))


def _last_word(said: Said) -> bool:
    return any(offer.countered >= MAX_COUNTER_OFFERS for offer in said.offers())


def _gone(said: Said) -> bool:
    """What was to be used, or a part of the bargain, is not on the table."""
    if said.verb in ("equip", "unequip"):
        return not said.in_play(said.card, said.seat)
    one, other, gives, wants = said.deal()
    return any(not said.in_play(c, one) for c in gives) or any(not said.in_play(c, other) for c in wants)


def _promised(said: Said) -> bool:
    one, _, gives, _ = said.deal()
    fight = said.fight
    promised = {card for truce in fight.truces if truce.payer == one for card in truce.items}
    if fight.deal is not None:
        promised |= {*fight.deal.items, *fight.deal.pays}
    return bool(promised & set(gives))


def _partner_in_combat(said: Said) -> bool:
    partner = said.action.ability if said.verb == "offer_trade" else said.offer().by
    return said.fights(partner) and said.data.get("seat") == partner


def _already_that(said: Said) -> bool:
    mine = [said.ref.cards[card].get("trait") for card in said.ref.of_kind(said.seat, said.kind)]
    return said.made.get("trait") in mine


def _nothing_to_join(said: Said) -> bool:
    mine = set(said.made.get("tags", [])) & {"undead", "shark"}
    return not any(mine & set(said.ref.foe_tags(foe)) for foe in said.ref.foes())


TRUE_IF: dict[str, Callable[[Said], bool]] = {
    "ahead": lambda said: said.fight is not None and said.ref.ahead(),
    "alone": lambda said: said.ref.combat_says("alone") or bool(said.ref.mods(said.fight.fighter, "alone")),
    "already_equipped": lambda said: said.card in said.ref.zone(said.seat, "equipped"),
    "already_promised": _promised,
    "already_that": _already_that,
    "asked_about": _asked_about,
    "bad_choice": lambda said: True,  # the move is listed, which is checked where it is asked
    "bad_stuff_next": lambda said: said.window == "caught" and said.kind == "curse",
    "curse_pending": lambda said: said.window == "curse",
    "dead": lambda said: not said.person.alive,
    "decision_pending": lambda said: said.prompt is not None and said.data["seat"] == said.prompt.seat,
    "game_over": lambda said: said.state.over,
    "has_helper": lambda said: said.fight.helper == said.data["seat"] >= 0,
    "has_left": lambda said: said.person.left,
    "has_steed": lambda said: said.unmounted(said.seat, *said.gets(said.seat)),
    "has_truce": lambda said: any(
        {truce.by, truce.to} == {said.seat, said.action.ability} for truce in said.fight.truces
    ),
    "in_combat": lambda said: said.fight is not None,
    "last_word": _last_word,
    "level_would_win": _no_level,
    "may_not_sell": lambda said: bool(said.ref.mods(said.seat, "no_sale")),
    "needs_trait": lambda said: said.kind == "double" and not said.ref.of_kind(said.seat, said.made["of"]),
    "no_combat": lambda said: said.fight is None or said.window not in ("combat", "victory", "defeat"),
    "not_ahead": lambda said: said.fighter and not said.ref.ahead(),
    "not_asked": lambda said: said.prompt is None or said.prompt.seat != said.seat,
    "not_at_table": lambda said: not 0 <= said.seat < said.state.seats,
    "not_enough_gold": _too_poor,
    "not_gear": lambda said: said.in_play(said.card, said.seat) and said.kind != "item",
    "not_in_hand": lambda said: said.card not in said.ref.hand(said.seat),
    "not_in_play": _gone,
    "not_now": lambda said: True,
    "not_your_card": lambda said: not said.held(),
    "not_your_fight": lambda said: not said.fighter,
    "not_your_turn": lambda said: said.seat != said.state.active,
    "nothing_to_join": _nothing_to_join,
    "one_of_each": lambda said: said.window == "setup" and bool(said.ref.of_kind(said.seat, said.kind)),
    "partner_cannot_carry": lambda said: any(
        room(said.data["seat"], *said.gets(int(said.data["seat"]))) for room in (said.crowded, said.unmounted)
    ),
    "partner_in_combat": _partner_in_combat,
    "restricted": lambda said: not said.ref.usable(said.seat, said.card),
    "sale_would_win": lambda said: said.person.level >= said.cap,
    "too_many_big": lambda said: said.crowded(said.seat, *said.gets(said.seat)),
}
"""What must be true where a code is said. A code that is missing here is an error."""


def random_action(state: DoorState, lots: Random, cards: int) -> Action:
    """Return something that somebody may try, mostly with a card of their own, or with an offer to them."""
    seat = state.active if state.active >= 0 and lots.random() < 0.4 else lots.randrange(state.seats)
    own = [*state.zones.lists[9 + 2 * seat], *state.zones.lists[10 + 2 * seat]]
    card = lots.choice(own) if own and lots.random() < 0.9 else lots.randrange(cards)
    fight = state.combat
    offers: list[Any] = [] if fight is None else [*fight.offers, *fight.truce_offers]
    offers += state.trades
    if offers and lots.random() < 0.4:
        offer = lots.choice(offers)
        kind = type(offer).__name__.lower().removesuffix("offer")
        verb = lots.choice((f"accept_{kind}", f"offer_{kind}"))
        number = offer.number if verb.startswith("accept") else offer.by
        return Action(offer.to, verb, -1, number, ((),) * lots.randrange(3))
    verb = lots.choice(VERBS)
    ability = -1
    if verb in CARDLESS:
        card = -1
    elif verb in ("offer_trade", "offer_truce", "accept_trade", "accept_help", "accept_truce", "answer"):
        card, ability = -1, lots.randrange(state.seats)
    return Action(seat, verb, card, ability, ((card,),) * lots.randrange(3))


def false_refusal(box: Box, state: DoorState, action: Action, refusal: Refusal) -> str:
    """Return what is wrong with a refusal, an empty text if it is true."""
    true = TRUE_IF[refusal.code](Said(box, state, action, refusal))
    card = box.cards[action.card]["id"] if 0 <= action.card < len(box.cards) else ""
    return "" if true else f"{refusal} is not true of {action} {card}"


def ask_at_table(number: int, rounds: int, questions: int) -> tuple[list[str], Counter[str]]:
    """Try what comes to mind at a crowded table; return what was falsely refused, and how often each code."""
    table = DenseTable(number)
    table.lay_out()
    codes: Counter[str] = Counter()
    found: list[str] = []
    for _ in range(rounds):
        for _ in range(questions):
            action = random_action(table.state, table.lots, len(table.box.cards))
            before = table.game.encode(table.state)
            answer = table.game.step(table.state, action)
            if isinstance(answer, Refusal):
                codes[answer.code] += 1
                wrong = false_refusal(table.box, table.state, action, answer)
                found += [wrong] if wrong else []
                if table.game.encode(table.state) != before:
                    found.append(f"{action} was refused, and changed the state")
        if table.act(verbs=OFFERING if table.lots.random() < 0.5 else ()) is None:
            break
    return found, codes
