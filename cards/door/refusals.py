"""Why an action is not legal, as codes more specific than "not now"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cards.door import facts, gear, legal, party, people, places, plays, score
from cards.door.help import can_be_struck, helper_of
from cards.door.state import HelpOffer, Trade, Truce, is_last_word
from cards.door.table import Table
from cards.door.trade import may_double
from cards.door.windows import ANY_TIME_WINDOWS, COMBAT_WINDOWS, GEAR_KINDS, OUT_OF_COMBAT_WINDOWS
from cards.kernel.moves import ANSWER_VERB, Action, Refusal

ITEM_VERBS: Final = frozenset({"equip", "unequip", "offer_trade", "accept_trade"})
WAITING_VERBS: Final = ITEM_VERBS | {
    *("claim", "run_away", "ask_help", "offer_help", "accept_help", "offer_truce", "accept_truce")
}
"""What has to wait until a pending Curse has struck."""


def explain(table: Table, action: Action, refusal: Refusal) -> Refusal:
    """Return the most specific reason why an action is not in the legal list.

    It reveals nothing that the seat may not know: it looks only at the seat's own cards and open ones.
    """
    if refusal.code != "not_now":
        return refusal
    seat, verb = action.seat, action.verb
    if not 0 <= seat < table.state.seats:
        return Refusal("not_at_table")
    person = table.state.people[seat]
    if person.left:
        return Refusal("has_left")
    prompt = table.state.prompt
    if prompt is not None:
        return _why_not_now(table, action, prompt.seat)
    if verb == ANSWER_VERB:
        return Refusal("not_asked")
    if not person.alive:
        return Refusal("dead")
    if verb in ("play", "lay", "use", "join", "trouble") and not _held(table, seat, action.card):
        return Refusal("not_your_card")
    return _by_verb(table, action) or refusal


def _why_not_now(table: Table, action: Action, asked: int) -> Refusal:
    """Return why a seat cannot do something while another one is asked (H-124)."""
    seat, verb = action.seat, action.verb
    if verb == ANSWER_VERB:
        return Refusal("bad_choice") if seat == asked else Refusal("not_asked", {"seat": asked})
    if verb in ("play", "use") and not _held(table, seat, action.card):
        return Refusal("not_your_card")
    if seat != asked and verb in ("play", "use", "give_up") and legal.is_asked_about(table, seat):
        return Refusal("asked_about", {"seat": asked})
    if seat != asked and verb == "play" and plays.fitting_seats(table, seat, action.card):
        return Refusal("level_would_win")
    return Refusal("decision_pending", {"seat": asked})


def _held(table: Table, seat: int, card: int) -> bool:
    return 0 <= card < len(table.defs) and places.owner(table, card) == seat


def _by_verb(table: Table, action: Action) -> Refusal | None:
    window = table.window
    kind = "" if window is None else window.kind
    seat, verb = action.seat, action.verb
    fighting = people.in_combat(table, seat)
    if verb in ("kick", "loot", "trouble", "end_turn", "sell", "sell_double", "give_away"):
        if seat != table.state.active:
            return Refusal("not_your_turn")
        if kind == "curse":
            return Refusal("curse_pending")
        if fighting or kind not in OUT_OF_COMBAT_WINDOWS:
            return Refusal("in_combat")
        if verb in ("sell", "sell_double"):
            return _why_no_sale(table, action)
    if verb in ITEM_VERBS and fighting:
        return Refusal("in_combat")
    if verb in ("claim", "run_away") and seat != table.fighter:
        return Refusal("not_your_fight")
    if verb in WAITING_VERBS and kind == "curse":
        return Refusal("curse_pending")
    if verb in ITEM_VERBS:
        return _why_no_item_move(table, action)
    if verb in ("claim", "run_away"):
        code = "ahead" if score.ahead(table) else "not_ahead"
        return Refusal(code) if (code == "ahead") is (verb == "run_away") else None
    if verb in ("ask_help", "offer_help", "accept_help"):
        return _why_no_help(table, action)
    if verb in ("offer_truce", "accept_truce"):
        return _why_no_truce(table, action)
    if verb == "play":
        return _why_not_play(table, seat, action.card, kind)
    if verb == "lay" and fighting:
        return Refusal("in_combat")
    if verb == "join":
        return Refusal("nothing_to_join") if kind in COMBAT_WINDOWS else Refusal("no_combat")
    return None


def _why_no_item_move(table: Table, action: Action) -> Refusal | None:
    seat, verb, other = action.seat, action.verb, action.ability
    if verb == "offer_trade":
        if other >= 0 and people.in_combat(table, other):
            return Refusal("partner_in_combat", {"seat": other})
        return _last_word(seat, (t for t in table.state.trades if t.by == other))
    if verb == "accept_trade":
        return _why_no_trade(table, action)
    return _why_not_equip(table, seat, action.card) if verb == "equip" else None


def _why_no_sale(table: Table, action: Action) -> Refusal | None:
    seat, card = action.seat, action.card
    if people.level(table, seat) >= table.decks.gain_cap:
        return Refusal("sale_would_win", {"level": people.level(table, seat)})
    if facts.flag(table, seat, "no_sale"):
        return Refusal("may_not_sell")
    double = may_double(table, seat) and _held(table, seat, card) and gear.value(table, card) > 0
    if action.verb == "sell_double" and not double:
        return None
    return Refusal("not_enough_gold", {"price": 1000})


def _why_not_equip(table: Table, seat: int, card: int) -> Refusal | None:
    if not _held(table, seat, card) or places.in_hand(table, card):
        return Refusal("not_in_play")
    if card in table.state.people[seat].equipped or card in facts.steeds(table, seat):
        return Refusal("already_equipped")
    if not facts.usable(table, seat, card):
        return Refusal("restricted")
    return None if table.defs[card].kind == "item" else Refusal("not_gear")


def _why_no_trade(table: Table, action: Action) -> Refusal | None:
    trade = next((t for t in table.state.trades if (t.number, t.to) == (action.ability, action.seat)), None)
    if trade is None:
        return None
    if people.in_combat(table, trade.by):
        return Refusal("partner_in_combat", {"seat": trade.by})
    if not people.is_living(table, trade.by):
        return None
    if not gear.can_be_kept(table, trade):
        return Refusal("not_in_play")
    mine = _no_room(table, trade.to, trade.to, trade.gives, trade.wants)
    return mine or _no_room(table, trade.to, trade.by, trade.wants, trade.gives)


def _why_no_help(table: Table, action: Action) -> Refusal | None:
    fight = table.state.combat
    if fight is None:
        return Refusal("no_combat")
    if fight.helper >= 0:
        return Refusal("has_helper", {"seat": fight.helper})
    if score.fought_alone(table):
        return Refusal("alone")
    if score.ahead(table) and not table.options.help_any_time:
        return Refusal("ahead")
    if action.verb != "accept_help":
        return _last_word(action.seat, fight.offers)
    offer = next((o for o in fight.offers if (o.number, o.to) == (action.ability, action.seat)), None)
    return None if offer is None else _why_no_bargain(table, offer)


def _why_no_truce(table: Table, action: Action) -> Refusal | None:
    fight, seat, other = table.state.combat, action.seat, action.ability
    if fight is None:
        return Refusal("no_combat")
    if action.verb == "offer_truce":
        if any(truce.between == {seat, other} for truce in fight.truces):
            return Refusal("has_truce", {"seat": other})
        if not people.in_combat(table, seat) and not (other >= 0 and people.in_combat(table, other)):
            return Refusal("not_your_fight")
        return _last_word(seat, (truce for truce in fight.truce_offers if truce.by == other))
    truce = next((t for t in fight.truce_offers if (t.number, t.to) == (other, seat)), None)
    if truce is None:
        return None
    if not party.promised_items(table, truce.payer).isdisjoint(truce.items):
        return Refusal("already_promised")
    return _no_room(table, seat, truce.bystander, truce.items) or Refusal("not_in_play")


def _last_word(seat: int, offers: Iterable[HelpOffer | Trade | Truce]) -> Refusal | None:
    """Return the refusal of an answer to an offer that can only be accepted or refused (H-122)."""
    final = any(offer.to == seat and is_last_word(offer) for offer in offers)
    return Refusal("last_word") if final else None


def _why_no_bargain(table: Table, offer: HelpOffer) -> Refusal | None:
    fighter, helper, items, pays = table.fighter, helper_of(table, offer), offer.items, offer.pays
    no_room = _no_room(table, offer.to, helper, items, pays) or _no_room(
        table, offer.to, fighter, pays, items
    )
    if no_room is not None:
        return no_room
    if not party.promised_items(table, fighter).isdisjoint(items):
        return Refusal("already_promised")
    return None if can_be_struck(table, offer) else Refusal("not_in_play")


def _no_room(
    table: Table, asking: int, seat: int, gets: tuple[int, ...], loses: tuple[int, ...] = ()
) -> Refusal | None:
    """Return for what a seat has no room, if there is anything, as it is told to the one who asks."""
    code = gear.obstacle(table, seat, gets, loses)
    if not code:
        return None
    if seat != asking:
        return Refusal("partner_cannot_carry", {"seat": seat})
    return Refusal(code, {"limit": gear.big_limit(table, seat)} if code == "too_many_big" else {})


def _why_not_play(table: Table, seat: int, card: int, kind: str) -> Refusal | None:
    definition = table.defs[card]
    what = definition.kind
    if not places.in_hand(table, card):
        return Refusal("not_in_hand")
    if what in ("enhancer", "wandering") and kind not in COMBAT_WINDOWS:
        return Refusal("no_combat")
    if what == "curse" and kind == "caught":
        return Refusal("bad_stuff_next")
    if what == "level_up" and kind in ANY_TIME_WINDOWS and plays.fitting_seats(table, seat, card):
        return Refusal("level_would_win")
    if what in ("class", "race"):
        if any(table.defs[o].trait == definition.trait for o in places.traits(table, seat, what)):
            return Refusal("already_that", {"trait": definition.trait})
        if kind == "setup":
            return Refusal("one_of_each", {"kind": what})
        return Refusal("not_your_turn")
    if what == "double" and not places.traits(table, seat, definition.of):
        return Refusal("needs_trait", {"kind": definition.of})
    if what in GEAR_KINDS or what == "steed":
        if people.in_combat(table, seat):
            return Refusal("in_combat")
        if kind != "setup" and seat != table.state.active and card not in table.state.people[seat].fresh:
            return Refusal("not_your_turn")
        if not gear.can_carry(table, seat, card):
            return _no_room(table, seat, seat, (card,))
        if kind == "setup" and not facts.usable(table, seat, card):
            return Refusal("restricted")
    return None
