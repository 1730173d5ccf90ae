"""Why an action is not legal, as codes more specific than "not now"."""

from __future__ import annotations

from collections.abc import Iterable

from cards.door import facts, gear, legal, party, people, places, score
from cards.door.help import can_be_struck, helper_of
from cards.door.kinds import GEAR_KINDS
from cards.door.state import HelpOffer, Trade, Truce, is_last_word
from cards.door.table import Table
from cards.door.windows import ANY_TIME_WINDOWS, COMBAT_WINDOWS, OUT_OF_COMBAT_WINDOWS
from cards.kernel.moves import ANSWER_VERB, Action, Refusal


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
        return Refusal("not_asked", {"seat": asked})
    if verb in ("play", "use") and not _held(table, seat, action.card):
        return Refusal("not_your_card")
    if seat != asked and verb in ("play", "use", "give_up") and legal.is_asked_about(table, seat):
        return Refusal("asked_about", {"seat": asked})
    if seat != asked and verb == "play" and table.defs[action.card].kind == "level_up":
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
            return _why_no_sale(table, seat)
    if verb in ("equip", "unequip", "offer_trade", "accept_trade"):
        if fighting:
            return Refusal("in_combat")
        if verb == "offer_trade" and people.in_combat(table, action.ability):
            return Refusal("partner_in_combat", {"seat": action.ability})
        if verb == "offer_trade":
            return _last_word(seat, (t for t in table.state.trades if t.by == action.ability))
        if verb == "accept_trade":
            return _why_no_trade(table, action)
        if verb == "equip":
            return _why_not_equip(table, seat, action.card)
    if verb == "claim":
        return Refusal("not_ahead" if seat == table.fighter else "not_your_fight")
    if verb == "run_away":
        return Refusal("ahead" if seat == table.fighter else "not_your_fight")
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


def _why_no_sale(table: Table, seat: int) -> Refusal | None:
    if people.level(table, seat) >= table.decks.gain_cap:
        return Refusal("sale_would_win", {"level": people.level(table, seat)})
    if facts.flag(table, seat, "no_sale"):
        return Refusal("may_not_sell")
    return Refusal("not_enough_gold", {"price": 1000})


def _why_not_equip(table: Table, seat: int, card: int) -> Refusal | None:
    if not _held(table, seat, card) or places.in_hand(table, card):
        return Refusal("not_in_play")
    if card in table.state.people[seat].equipped or card in facts.steeds(table, seat):
        return Refusal("already_equipped")
    if not facts.usable(table, seat, card):
        return Refusal("restricted")
    return Refusal("not_gear")


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
    if not gear.can_receive(table, trade.to, trade.gives, trade.wants):
        return Refusal("too_many_big", {"limit": gear.big_limit(table, trade.to)})
    return Refusal("partner_cannot_carry", {"seat": trade.by})


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
        if 0 <= other < table.state.seats and people.in_combat(table, seat) is people.in_combat(table, other):
            return Refusal("not_your_fight")
        return _last_word(seat, (truce for truce in fight.truce_offers if truce.by == other))
    truce = next((t for t in fight.truce_offers if (t.number, t.to) == (other, seat)), None)
    if truce is None:
        return None
    if not party.promised_items(table, truce.payer).isdisjoint(truce.items):
        return Refusal("already_promised")
    if gear.can_receive(table, truce.bystander, truce.items):
        return Refusal("not_in_play")
    if seat != truce.bystander:
        return Refusal("partner_cannot_carry", {"seat": truce.bystander})
    return Refusal("too_many_big", {"limit": gear.big_limit(table, seat)})


def _last_word(seat: int, offers: Iterable[HelpOffer | Trade | Truce]) -> Refusal | None:
    """Return the refusal of an answer to an offer that can only be accepted or refused (H-122)."""
    final = any(offer.to == seat and is_last_word(offer) for offer in offers)
    return Refusal("last_word") if final else None


def _why_no_bargain(table: Table, offer: HelpOffer) -> Refusal | None:
    fighter, helper = table.fighter, helper_of(table, offer)
    if not gear.can_receive(table, helper, offer.items, offer.pays):
        return _no_room(table, offer, helper)
    if not gear.can_receive(table, fighter, offer.pays, offer.items):
        return _no_room(table, offer, fighter)
    if not party.promised_items(table, fighter).isdisjoint(offer.items):
        return Refusal("already_promised")
    return None if can_be_struck(table, offer) else Refusal("not_in_play")


def _no_room(table: Table, offer: HelpOffer, seat: int) -> Refusal:
    if seat != offer.to:
        return Refusal("partner_cannot_carry", {"seat": seat})
    return Refusal("too_many_big", {"limit": gear.big_limit(table, seat)})


def _why_not_play(table: Table, seat: int, card: int, kind: str) -> Refusal | None:
    definition = table.defs[card]
    what = definition.kind
    if not places.in_hand(table, card):
        return Refusal("not_in_hand")
    if what in ("enhancer", "wandering") and kind not in COMBAT_WINDOWS:
        return Refusal("no_combat")
    if what == "curse" and kind == "caught":
        return Refusal("bad_stuff_next")
    if what == "level_up" and kind in ANY_TIME_WINDOWS:
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
        if what == "steed" and not gear.can_carry(table, seat, card):
            return Refusal("has_steed")
        if definition.big and not gear.can_carry(table, seat, card):
            return Refusal("too_many_big", {"limit": gear.big_limit(table, seat)})
        if kind == "setup" and not facts.usable(table, seat, card):
            return Refusal("restricted")
    return None
