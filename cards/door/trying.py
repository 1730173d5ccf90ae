"""Tries a card out before it is spent, to see whether it would do anything (H-126)."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from cards.door import places
from cards.door.decks import Decks
from cards.door.imagine import redeal_hidden
from cards.door.rules import DoorEngine
from cards.door.state import COMBAT_ZONE, DISCARD_ZONES, Combat, DoorCharacter, DoorState
from cards.door.windows import PLAYED_KINDS
from cards.kernel.moves import Action, Move

IMAGINED_WORLDS: Final = 2
"""Worlds that the seat cannot tell apart in which a card is tried: what it cannot know decides nothing."""

MAX_TRIED_FRAMES: Final = 40
"""Frames after which a tried card counts as doing something."""

UNCOMPARED_FIELDS: Final = frozenset(
    {
        "dice",
        "frames",
        "serial",
        "seq",
        "used",
        "numbers",
        "memo",
        "move_lists",
        "holdings",
        "zones",
        "people",
        "combat",
    }
)
"""Parts of the state that say nothing about an effect, or are compared piece by piece."""

COMPARED_FIELDS: Final = tuple(
    field.name for field in fields(DoorState) if field.name not in UNCOMPARED_FIELDS
)
"""Parts of the state that an effect could change and that are compared as they are."""


def would_be_wasted(state: DoorState, decks: Decks, move: Move, action: Action) -> bool:
    """Return True if a card would be spent for nothing, as far as the seat can know."""
    definition = decks.definitions[move.card] if move.verb == "use" else None
    if definition is None:
        return False
    ability = definition.play[move.ability]
    if not (ability.spend or ability.cost or definition.kind in PLAYED_KINDS):
        return False
    if always_acts(state, decks, move, action):
        return False
    seed = state.turn * 100 + state.seq
    for number in range(IMAGINED_WORLDS):  # mostly the first shows that the card does something
        world = redeal_hidden(state, decks, action.seat, seed + number)
        if not _does_nothing(world, decks, move, action):
            return False
    return True


def always_acts(state: DoorState, decks: Decks, move: Move, action: Action) -> bool:
    """Return True if the first word of an ability does something whatever the seat cannot know."""
    in_combat = state.combat is not None and not state.combat.over
    chosen = [slot.name for slot, picks in zip(move.slots, action.picks, strict=True) if picks]
    word = decks.definitions[move.card].play[move.ability].then[0]
    return word.always_acts(in_combat=in_combat, monster="monster" in chosen)


def _does_nothing(state: DoorState, decks: Decks, move: Move, action: Action) -> bool:
    """Return True if the card changes nothing but its own place; the state is used up."""
    table = DoorEngine(state, decks)
    spent = {move.card, *(pick for picks in action.picks for pick in picks if isinstance(pick, int))}
    lost = {card for card in spent if places.owner(table, card) == action.seat}
    before, rolled, depth = state.clone(), state.dice.count, len(state.frames)
    zones = {card: state.zones.place[card] for card in lost}
    table.rule_tables.verb_handlers[move.verb](table, action.seat, move, action.picks)
    for _ in range(MAX_TRIED_FRAMES):
        if len(state.frames) <= depth or state.prompt is not None or state.over:
            break
        top = state.frames[-1]
        if top.window is not None:
            return False
        table.run_frame(top)
    settled = len(state.frames) == depth and state.prompt is None and state.dice.count == rolled
    gone = {COMBAT_ZONE, *DISCARD_ZONES.values()}
    away = all(state.zones.place[card] in gone | {zone} for card, zone in zones.items())
    return settled and away and _are_alike(before, state, lost)


def _are_alike(before: DoorState, after: DoorState, but: set[int]) -> bool:
    """Return True if nothing differs that an effect could change, except where some cards lie."""
    return (
        all(  # what differs most comes first
            old == new
            or [card for card in old if card not in but] == [card for card in new if card not in but]
            for old, new in zip(before.zones.lists, after.zones.lists, strict=True)
        )
        and all(getattr(before, name) == getattr(after, name) for name in COMPARED_FIELDS)
        and before.frames == after.frames
        and _combat_figures(before) == _combat_figures(after)
        and all(
            _figures_of(old, but) == _figures_of(new, but)
            for old, new in zip(before.people, after.people, strict=True)
        )
    )


def _figures_of(person: DoorCharacter, but: set[int]) -> tuple[Any, ...]:
    worn = [card for card in person.equipped if card not in but]
    return person.level, person.sex, person.alive, person.left, person.skips, worn, person.aside


def _combat_figures(state: DoorState) -> Combat | None:
    """Return the combat without the notes of what was used in it, and by whom."""
    if state.combat is None:
        return None
    copy = state.combat.clone()
    copy.used, copy.meddlers = {}, 0
    return copy
