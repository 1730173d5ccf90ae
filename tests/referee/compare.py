"""The rules and the referee side by side: every figure of a state, from both."""

from typing import Any

from cards.door import charity, escape, facts, gear, legal, score
from cards.door.decks import Decks
from cards.door.rules import DoorEngine
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE, DoorState
from tests.referee.box import Box
from tests.referee.reckoning import Reckoning

UNDECIDED = ("fight", "victory", "defeat")
FLAGS = (
    "wins_ties",
    "no_sale",
    "no_help",
    "slots_free",
    "deathless",
    "theft_proof",
    "curse_proof",
    "open_hand",
)
LIMITS = ("hand_limit", "sell_double", "helper_levels", "extra_treasures", "win_level")
SELLING_WINDOWS = ("arrange", "trouble", "after", "charity")

Figures = dict[Any, Any]


def by_the_rules(state: DoorState, decks: Decks) -> Figures:
    """Return every figure as the rules have it."""
    table = DoorEngine.reading(state, decks)
    found: Figures = {}
    for seat, person in enumerate(state.people):
        if not person.left:
            _add_seat(table, seat, found)
    if state.combat is not None and not state.combat.over and state.combat.foes:
        _add_fight(table, found)
    return found


def _add_seat(table: DoorEngine, seat: int, found: Figures) -> None:
    found["member", seat] = sum(line.amount for line in score.member_lines(table, seat))
    for stat in LIMITS:
        found[stat, seat] = facts.total(table, seat, stat)
    for stat in FLAGS:
        found[stat, seat] = facts.flag(table, seat, stat)
    found["keeps", seat] = charity.hand_limit(table, seat)
    for slot in gear.BODY_SLOTS:
        found["room", slot, seat] = gear.room(table, seat, slot)
    bigs = gear.big_limit(table, seat)
    found["big limit", seat] = None if bigs == gear.UNLIMITED_ITEMS else bigs
    found["bigs", seat] = len(gear.big_items(table, seat))
    for kind in ("steed", "companion"):
        found["places", kind, seat] = gear.places_left(table, seat, kind)
    for kind in ("class", "race"):
        found["traits", kind, seat] = gear.trait_limit(table, seat, kind)
    for card in facts.cards_of(table, seat, "carried"):
        found["usable", card] = facts.usable(table, seat, card)
    found["sale", seat] = _sales_listed(table, seat)


def _add_fight(table: DoorEngine, found: Figures) -> None:
    combat = table.combat
    if combat.stage in UNDECIDED:
        found["party"] = score.strength(table, PARTY_SIDE)
        found["monsters"] = score.strength(table, MONSTERS_SIDE)
        found["ahead"] = score.ahead(table)
        found["pool"] = score.pool(table)
        found["levels"] = score.levels_to_win(table) + combat.banked_levels
        found["for the win"] = score.for_the_win(table)
        found["alone"] = score.combat_flag(table, "alone")
        found["no one-shots"] = score.combat_flag(table, "no_one_shots")
        for foe in combat.foes:
            found["foe", foe.card] = sum(line.amount for line in score.foe_lines(table, foe))
            found["treasures", foe.card] = score.treasures(table, foe.card)
            found["tags", foe.card] = sorted(set(facts.tags(table, foe.card)))
    if combat.stage in (*UNDECIDED, "escape"):
        for foe in combat.foes:
            rule = score.has_combat_rule(table, "no_escape")
            found["no escape", foe.card] = rule or score.foe_flag(table, foe, "no_escape")
            for seat in (combat.fighter, combat.helper)[: 1 + (combat.helper >= 0)]:
                found["flee", seat, foe.card] = escape.flee_bonus(table, seat, foe)
                found["pursued", seat, foe.card] = escape.is_pursued(table, seat, foe)


def _sales_listed(table: DoorEngine, seat: int) -> dict[int, int]:
    """Return the sales in the legal list: by the card sold double (-1: none) what all Items bring."""
    moves = legal.moves(table, seat, "sell") + legal.moves(table, seat, "sell_double")
    return {move.card: sum(move.slots[0].weights) for move in moves if move.verb in ("sell", "sell_double")}


def by_the_referee(state: DoorState, box: Box) -> Figures:
    """Return the same figures, worked out from the cards."""
    ref = Reckoning(box, state)
    found: Figures = {}
    for seat, person in enumerate(state.people):
        if not person.left:
            _reckon_seat(ref, seat, found)
    if state.combat is not None and not state.combat.over and state.combat.foes:
        _reckon_fight(ref, found)
    return found


def _reckon_seat(ref: Reckoning, seat: int, found: Figures) -> None:
    found["member", seat] = ref.member(seat)
    for stat in LIMITS:
        found[stat, seat] = ref.total(seat, stat)
    for stat in FLAGS:
        found[stat, seat] = bool(ref.mods(seat, stat))
    found["keeps", seat] = ref.hand_limit(seat)
    for slot in ("head", "armor", "feet", "hand"):
        found["room", slot, seat] = ref.room(seat, slot)
    found["big limit", seat] = ref.big_limit(seat)
    found["bigs", seat] = ref.bigs(seat)
    for kind in ("steed", "companion"):
        found["places", kind, seat] = ref.places(seat, kind)
    for kind in ("class", "race"):
        found["traits", kind, seat] = ref.trait_limit(seat, kind)
    for card in ref.zone(seat, "carried"):
        found["usable", card] = ref.usable(seat, card)
    found["sale", seat] = _sales_due(ref, seat)


def _reckon_fight(ref: Reckoning, found: Figures) -> None:
    fight = ref.fight
    if fight.stage in UNDECIDED:
        found["party"] = ref.party_strength()
        found["monsters"] = ref.monster_strength()
        found["ahead"] = ref.ahead()
        found["pool"] = ref.pool()
        found["levels"] = ref.gain()
        found["for the win"] = ref.for_the_win()
        found["alone"] = ref.combat_says("alone")
        found["no one-shots"] = ref.combat_says("no_one_shots")
        for foe in fight.foes:
            found["foe", foe.card] = ref.foe_strength(foe)
            found["treasures", foe.card] = ref.treasures(foe)
            found["tags", foe.card] = sorted(set(ref.foe_tags(foe)))
    if fight.stage in (*UNDECIDED, "escape"):
        for foe in fight.foes:
            found["no escape", foe.card] = ref.no_escape(foe)
            for seat in ref.party():
                found["flee", seat, foe.card] = ref.flee(seat, foe)
                found["pursued", seat, foe.card] = ref.pursued(seat, foe)


def _sales_due(ref: Reckoning, seat: int) -> dict[int, int]:
    state = ref.state
    window = state.frames[-1].window if state.frames and state.prompt is None else None
    alive = state.people[seat].alive
    if window is None or window.kind not in SELLING_WINDOWS or not alive or not ref.may_sell(seat):
        return {}
    prices = ref.sellable(seat)
    total = sum(prices.values())
    found = {-1: total} if total >= 1000 else {}
    if ref.total(seat, "sell_double") > state.people[seat].tallies.get("sold_double", 0):
        found |= {card: total - price for card, price in prices.items() if price and total + price >= 1000}
    return found


def differences(state: DoorState, decks: Decks, box: Box) -> tuple[list[str], int]:
    """Return a line for every figure that differs, and how many were compared."""
    ours, theirs = by_the_rules(state, decks), by_the_referee(state, box)
    names = decks.definitions
    found = []
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        if ours.get(key) != theirs.get(key):
            about = " ".join(
                names[part].id if isinstance(part, int) and part > 8 else str(part)
                for part in (key if isinstance(key, tuple) else (key,))
            )
            found.append(f"{about}: the rules say {ours.get(key)}, the referee {theirs.get(key)}")
    return found, len(ours)
