"""What things are worth to a seat, in points: a Level is ten, and everything else is measured against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp, log

from cards.door import facts, gear, people, places
from cards.door.charity import hand_limit
from cards.door.trial import TrialTable
from cards.door.windows import GEAR_KINDS, TRAIT_KINDS
from cards.language.abilities import Mod
from cards.language.definition import Definition


@dataclass(frozen=True, slots=True)
class Taste:
    """How a player weighs things, in points."""

    level: float = 10.0
    late_level: float = 3.0
    """By how much each of the last Levels before the win counts more."""
    strength: float = 1.8
    treasure: float = 4.5
    hidden_card: float = 3.0
    """A card in somebody else's hand."""
    gold: float = 0.006
    """A Gold Piece of an Item that can be sold."""
    surplus: float = 0.3
    """What cards beyond the hand limit count for."""
    beatable_monster: float = 3.5
    """A monster in hand that the seat can beat: a Level to be won."""
    beatable_monster_at_end: float = 3.5
    """The same at the last Level before the win, where it may win the game."""
    harmful_card: float = 3.5
    """A card in hand to hurt others with."""
    one_shot: float = 0.85
    """A point of a one-shot's bonus."""
    lead_spread: float = 25.0
    """Points of lead that make an opponent count e times as much as another."""
    others_share: float = 0.7
    """What a point of the others counts, compared with one of the seat's own."""
    victory: float = 250.0
    traits: Mapping[str, float] = field(default_factory=dict[str, float])
    """What some Classes and Races are worth beyond their text, by the trait that they give."""
    min_bargain_gain: float = 0.4
    """Points by which a bargain has to leave a seat better off before it agrees."""
    min_gain_against_leader: float = 1.0
    """Points that interfering has to bring against a leader."""
    min_gain_against_others: float = 4.0
    """Points that interfering has to bring against anybody else."""


class ValuedTable(TrialTable):
    """A table on which everything can be valued by a taste."""

    taste = Taste()


POINTS_BY_STAT = {
    "flee": 1.5,
    "hand_limit": 1.5,
    "wins_ties": 1.5,
    "deathless": 2.0,
    "helper_levels": 4.0,
    "sell_double": 3.0,
    "curse_proof": 4.0,
    "theft_proof": 1.0,
    "hands": 3.0,
    "head": 2.0,
    "armor": 2.0,
    "feet": 2.0,
    "win_level": -4.0,
    "extra_treasures": 4.0,
    "slots_free": 5.0,
    "restrictions_free": 4.0,
    "companion_limit": 1.5,
    "steed_limit": 1.5,
    "no_help": -2.0,
    "no_sale": -2.0,
    "no_class": -2.0,
    "no_race": -2.0,
    "open_hand": -2.0,
}
"""Points for an increase by one of a stat that a standing card changes; strength is counted separately."""


def mod_worth(mod: Mod) -> float:
    """Return what a standing modifier is worth to its owner, apart from strength."""
    if mod.to not in (None, "owner", "everyone"):
        return 0.0
    n = mod.n if isinstance(mod.n, int) else 1
    points = 2.5 * min(n, 1) if mod.stat == "big_limit" else POINTS_BY_STAT.get(mod.stat, 0.0) * min(n, 3)
    return points if mod.test is None else points / 2


@lru_cache(maxsize=4096)
def standing_worth(definition: Definition) -> float:
    """Return what a card in play does for its owner apart from its strength: figures and abilities."""
    points = sum(mod_worth(mod) for mod in definition.mods)
    points += 1.5 * min(len(definition.play), 2)
    points += sum(2.5 for listed in definition.on.values() for reaction in listed if not reaction.drawback)
    if definition.kind == "companion":
        points += 2.0 * definition.carries + (3.0 if definition.sacrifice else 1.0)
    return points


def added_strength(board: ValuedTable, seat: int, card: int) -> float:
    """Return the strength that a card in play adds to its owner's, or would add in usual circumstances."""
    definition = board.defs[card]
    lifted = float(gear.bonus(board, card)) if definition.kind in ("item", "steed") else 0.0
    for mod in definition.mods_by_stat.get("strength", ()):
        if mod.to in (None, "owner", "everyone"):
            now = facts.modifier_amount(board, mod, seat, card)
            usual = mod.n / 4 if not mod.flat and isinstance(mod.n, int) else 0.0
            lifted += now or usual
    return lifted


def equip_gain(board: ValuedTable, seat: int, card: int) -> float:
    """Return by how much an Item would improve what the seat has equipped, in points; 0 if not at all."""
    definition = board.defs[card]
    if definition.kind != "item" or not facts.usable(board, seat, card):
        return 0.0
    if definition.big and places.owner(board, card) != seat and not gear.can_carry(board, seat, card):
        return 0.0
    gained = gear_worth(board, seat, card)
    return max(
        gained - sum(gear_worth(board, seat, other) for other in gear.conflicting_items(board, seat, card)),
        0.0,
    )


def gear_worth(board: ValuedTable, seat: int, card: int) -> float:
    """Return what an Item is worth while it is equipped, without its price."""
    return board.taste.strength * added_strength(board, seat, card) + standing_worth(board.defs[card])


def sale_worth(board: ValuedTable, card: int) -> float:
    """Return what an Item is worth for sale."""
    return board.taste.gold * gear.value(board, card)


def _monster(board: ValuedTable, seat: int, card: int) -> float:
    """Value a monster in the hand: a Level to be won if it is weak, else something to use against others."""
    definition = board.defs[card]
    own = people.level(board, seat) + sum(
        gear.bonus(board, item) for item in board.state.people[seat].equipped
    )
    if definition.level < own:
        last = people.level(board, seat) >= board.decks.top_level - 1
        return (
            board.taste.beatable_monster_at_end if last else board.taste.beatable_monster
        ) + definition.treasures / 2
    return 1.5


def _one_shot(board: ValuedTable, seat: int, card: int) -> float:
    definition = board.defs[card]
    return max(board.taste.one_shot * definition.bonus, 0.008 * definition.value, 1.5)


def _level_up(board: ValuedTable, seat: int, card: int) -> float:
    cap = board.decks.top_level - 1
    return 8.5 * board.defs[card].levels if people.level(board, seat) < cap else 2.0


def _trait(board: ValuedTable, seat: int, card: int) -> float:
    """Value a Class or Race in the hand: it is worth most to a seat that has none."""
    definition = board.defs[card]
    held = places.traits(board, seat, definition.kind)
    room = 2 if places.double(board, seat, definition.kind) else 1
    if any(board.defs[other].trait == definition.trait for other in held):
        return 0.5
    liked = board.taste.traits.get(definition.trait, 0.0)
    return 0.6 * (standing_worth(definition) + liked) if len(held) < room else 1.0 + liked / 2


def _item(board: ValuedTable, seat: int, card: int) -> float:
    return 0.5 * equip_gain(board, seat, card) + 0.9 * sale_worth(board, card) + 0.1


def _item_enhancer(board: ValuedTable, seat: int, card: int) -> float:
    return 2.0 + 1.5 * board.defs[card].bonus


def _enhancer(board: ValuedTable, seat: int, card: int) -> float:
    return board.taste.harmful_card - 2.0 + 0.35 * abs(board.defs[card].strength)


def _curse(board: ValuedTable, seat: int, card: int) -> float:
    return board.taste.harmful_card


HAND_WORTH_BY_KIND = {
    "monster": _monster,
    "one_shot": _one_shot,
    "level_up": _level_up,
    "class": _trait,
    "race": _trait,
    "item": _item,
    "steed": _item,
    "item_enhancer": _item_enhancer,
    "enhancer": _enhancer,
    "curse": _curse,
}
FIXED_HAND_WORTH_BY_KIND = {"wandering": 2.5, "double": 2.0, "cheat": 2.0, "companion": 5.0, "special": 4.0}


def hand_worth(board: ValuedTable, seat: int, card: int) -> float:
    """Return what a card in the hand is worth."""
    kind = board.defs[card].kind
    measure = HAND_WORTH_BY_KIND.get(kind)
    return measure(board, seat, card) if measure is not None else FIXED_HAND_WORTH_BY_KIND.get(kind, 2.0)


def table_worth(board: ValuedTable, seat: int, card: int) -> float:
    """Return what a card in play is worth to the seat in front of which it lies."""
    definition = board.defs[card]
    points = sale_worth(board, card)
    if card in board.state.lasting:
        return -4.0 + board.taste.strength * added_strength(board, seat, card) / 2
    if definition.kind in GEAR_KINDS:
        if definition.kind == "one_shot":
            return _one_shot(board, seat, card)
        if card in board.state.people[seat].equipped and facts.usable(board, seat, card):
            return points + gear_worth(board, seat, card)
        return points + 0.25 * equip_gain(board, seat, card)
    if definition.kind in TRAIT_KINDS:
        liked = board.taste.traits.get(definition.trait, 0.0)
        return liked + standing_worth(definition) + board.taste.strength * added_strength(board, seat, card)
    if definition.kind in ("companion", "steed"):
        idle = card in board.state.people[seat].aside
        return points + gear_worth(board, seat, card) * (0.25 if idle else 1.0)
    return points + 0.5


def worth(board: ValuedTable, seat: int, card: int) -> float:
    """Return what a card of the seat, or one that it could get, is worth to it."""
    if places.owner(board, card) == seat and not places.in_hand(board, card):
        return table_worth(board, seat, card)
    return hand_worth(board, seat, card)


def level_worth(board: ValuedTable, level: int) -> float:
    """Return what a Level is worth; the last ones before the win count more."""
    late = max(0, level - (board.decks.top_level - 3))
    return board.taste.level * level + board.taste.late_level * late


def seat_worth(board: ValuedTable, seat: int, *, known: bool) -> float:
    """Return what a seat has in total; a hand that is not ``known`` counts by its number of cards."""
    state = board.state
    person = state.people[seat]
    if person.left:
        return -100.0
    points = level_worth(board, person.level)
    if seat in state.winners:
        points += board.taste.victory
    points -= 8.0 * person.skips
    if not person.alive:
        return points - 12.0
    points += sum(table_worth(board, seat, card) for card in places.in_play(board, seat))
    hand = places.hand(board, seat)
    limit = hand_limit(board, seat) + 1
    if known:
        each = sorted((hand_worth(board, seat, card) for card in hand), reverse=True)
        return points + sum(each[:limit]) + board.taste.surplus * sum(each[limit:])
    size = len(hand)
    return points + board.taste.hidden_card * (min(size, limit) + board.taste.surplus * max(size - limit, 0))


def outlook(worths: list[float], me: int, taste: Taste) -> float:
    """Return how a seat stands: its own points less a part of the others', of the leaders' most of all."""
    others = [points for seat, points in enumerate(worths) if seat != me]
    best, spread = max(others), taste.lead_spread
    total = sum(exp((points - best) / spread) for points in others)
    return worths[me] - taste.others_share * (best + spread * log(total / len(others)))
