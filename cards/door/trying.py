"""Tries a card out before it is spent, to see whether it would do anything (H-126)."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from cards.door.abilities import PLAYED_KINDS
from cards.door.decks import Decks
from cards.door.redeal import redeal_hidden
from cards.door.rules import DoorEngine
from cards.door.state import COMBAT_ZONE, DISCARD_ZONES, DoorState
from cards.kernel.moves import Action, Move

IMAGINED_WORLDS: Final = 2
"""Worlds that the seat cannot tell apart in which a card is tried: what it cannot know decides nothing."""

MAX_TRIED_FRAMES: Final = 40
"""Frames after which a tried card counts as doing something."""

UNCOMPARED_FIELDS: Final = frozenset(
    {"dice", "frames", "serial", "seq", "used", "numbers", "memo", "move_lists", "zones", "people", "combat"}
)
"""Parts of the state that say nothing about an effect, or are compared piece by piece."""


def would_be_wasted(state: DoorState, decks: Decks, move: Move, action: Action) -> bool:
    """Return True if a card would be spent for nothing, as far as the seat can know."""
    definition = decks.definitions[move.card] if move.verb == "use" else None
    if definition is None:
        return False
    ability = definition.play[move.ability]
    if not (ability.spend or ability.cost or definition.kind in PLAYED_KINDS):
        return False
    seed = state.turn * 100 + state.seq
    worlds = (redeal_hidden(state, decks, action.seat, seed + number) for number in range(IMAGINED_WORLDS))
    return all(_does_nothing(world, decks, move, action) for world in worlds)


def _does_nothing(state: DoorState, decks: Decks, move: Move, action: Action) -> bool:
    """Return True if the card changes nothing but its own place; the state is used up."""
    engine = DoorEngine(state, decks)
    spent = {move.card, *(pick for picks in action.picks for pick in picks if isinstance(pick, int))}
    lost = {card for card in spent if engine.owner(card) == action.seat}
    before, rolled, depth = _figures(state, lost), state.dice.count, len(state.frames)
    places = {card: state.zones.place[card] for card in lost}
    engine.verb_handlers[move.verb](engine, action.seat, move, action.picks)
    for _ in range(MAX_TRIED_FRAMES):
        if len(state.frames) <= depth or state.prompt is not None or state.over:
            break
        top = state.frames[-1]
        if top.window is not None:
            return False
        engine.frame_handlers[top.kind](engine, top)
    settled = len(state.frames) == depth and state.prompt is None and state.dice.count == rolled
    gone = {COMBAT_ZONE, *DISCARD_ZONES.values()}
    away = all(state.zones.place[card] in gone | {place} for card, place in places.items())
    return settled and away and _figures(state, lost) == before


def _figures(state: DoorState, but: set[int]) -> list[Any]:
    """Return everything that an effect could change, except where some cards lie."""
    found: list[Any] = [[[c for c in cards if c not in but] for cards in state.zones.lists]]
    found += [frame.clone() for frame in state.frames]
    for person in state.people:
        worn = [card for card in person.equipped if card not in but]
        found.append(
            (person.level, person.sex, person.alive, person.left, person.skips, worn, list(person.aside))
        )
    fight = state.combat
    if fight is not None:
        copy = fight.clone()
        copy.used, copy.meddlers = {}, 0
        found.append(copy)
    whole = state.clone()
    found += [getattr(whole, field.name) for field in fields(whole) if field.name not in UNCOMPARED_FIELDS]
    return found
