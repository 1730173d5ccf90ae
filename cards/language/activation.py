"""Using an ability: what has to be chosen and paid for it now, and keeping what was."""

from __future__ import annotations

from cards.kernel.frames import Frame
from cards.kernel.moves import Picks, Slot, is_fillable, make_slot
from cards.language.abilities import Ability, Cost, Target
from cards.language.finding import fitting, fitting_cards, matching, zone_cards
from cards.language.rules_api import Facts
from cards.language.seats import seats_holding, who_seats


def _target_slot(target: Target, facts: Facts, frame: Frame) -> Slot:
    """Return the open slot with all candidates there are at the moment."""
    said = target.fixed_slot
    if said is not None:
        return said
    name = target.name
    if name in ("target", "second"):
        seats = who_seats(target.who or "everyone", facts, frame)
        if target.test is not None:
            seats = seats_holding(target.test, seats, facts, frame)
        return make_slot(name, "seat", tuple(seats), target.least, target.most)
    if name == "monster":
        cards = facts.monsters()
        if target.what is not None:
            cards = fitting(target.what, cards, facts, frame)
    else:
        cards = matching(target.selection, facts, frame)
    return make_slot(name, "card", tuple(cards), target.least, target.most)


def _payable(cost: Cost, facts: Facts, frame: Frame) -> list[int]:
    """List the cards that can be paid: never a Role or a lasting curse (R-153).

    Of the cards that have such an ability a Class or Race itself can be paid, too (H-142).
    """
    seat = frame.seat
    zone = "hand" if cost.whole_hand else cost.zone  # H-117
    found = fitting_cards(cost.fits, zone_cards(zone, facts, [seat]), facts, frame)
    if facts.definition(frame.card).kind not in ("class", "race"):
        found = [card for card in found if card != frame.card]
    lasting = facts.cards_of(seat, "curses") if found and zone != "hand" else []
    return [card for card in found if card not in lasting] if lasting else found


def _cost_slot(cost: Cost, facts: Facts, frame: Frame) -> Slot | None:
    """Return the slot for what is paid, None if it cannot be paid."""
    cards = _payable(cost, facts, frame)
    if cost.whole_hand:
        if len(cards) < cost.discard:
            return None
        return make_slot("cost", "card", tuple(cards), len(cards), len(cards))
    most = max(cost.most, cost.discard)
    if cost.worth:
        weights = tuple(facts.value(card) for card in cards)
        slot = Slot("cost", "card", tuple(cards), 1, max(len(cards), 1), weights, cost.worth)
    else:
        slot = make_slot("cost", "card", tuple(cards), cost.discard, min(most, len(cards)))
    return slot if is_fillable(slot) else None


def ability_slots(ability: Ability, facts: Facts, frame: Frame) -> tuple[Slot, ...] | None:
    """Return what has to be chosen to use the ability now, the cost last; None if it cannot be used.

    The caller has checked the moment (``when``) and how often (``max``).
    """
    if ability.test is not None and not ability.test.holds(facts, frame):
        return None
    slots: list[Slot] = []
    for target in ability.targets:
        slot = _target_slot(target, facts, frame)
        if not is_fillable(slot):
            return None
        slots.append(slot)
    if ability.cost is not None:
        paid = _cost_slot(ability.cost, facts, frame)
        if paid is None:
            return None
        slots.append(paid)
    return tuple(slots)


def bind_choices(ability: Ability, frame: Frame, picks: Picks) -> tuple[int, ...]:
    """Keep what was chosen in the frame, and return the cards that the caller has to discard as the cost."""
    for target, chosen in zip(ability.targets, picks, strict=False):
        if target.most == 1 and target.least == 1:
            frame.vars[target.name] = chosen[0]
        else:
            frame.vars[target.name] = chosen
    if ability.cost is None:
        return ()
    cost = tuple(card for card in picks[len(ability.targets)] if isinstance(card, int))
    frame.vars["paid"] = len(cost)
    return cost
