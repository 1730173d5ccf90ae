"""Invariants of the state: what must hold after every accepted action."""

from __future__ import annotations

from cards.door import gear, legal, places
from cards.door.state import COMBAT_ZONE, LIMBO_ZONE
from cards.door.table import Table


def faults(table: Table, cards: int) -> list[str]:
    """Return a line for every broken invariant; an empty list means that the state is sound."""
    state = table.state
    found = state.zones.faults()
    if len(state.zones.place) != cards:
        found.append(f"{len(state.zones.place)} cards instead of {cards}")
    tidy = not _overflowing(table)
    for seat, person in enumerate(state.people):
        found += _seat_faults(table, seat)
        if tidy and person.alive:
            found += _excesses(table, seat)
    for card, host in state.under.items():
        if places.owner(table, card) < 0 or places.owner(table, card) != places.owner(table, host):
            found.append(f"card {card} is attached to {host}, but not with the same seat")
    found += [
        f"lasting card {c} lies in front of nobody" for c in state.lasting if places.owner(table, c) < 0
    ]
    found += _combat_faults(table)
    if not state.over:
        found += _wait_faults(table)
    return found


def _seat_faults(table: Table, seat: int) -> list[str]:
    person = table.state.people[seat]
    found: list[str] = []
    if not 1 <= person.level <= table.decks.top_level:
        found.append(f"seat {seat} has Level {person.level}")
    in_play = places.in_play(table, seat)
    found += [f"seat {seat} has {c} equipped, not in play" for c in person.equipped if c not in in_play]
    found += [f"seat {seat} has {c} set aside, not in play" for c in person.aside if c not in in_play]
    if len(set(person.equipped)) != len(person.equipped):
        found.append(f"seat {seat} has a card equipped twice")
    found += [
        f"seat {seat} may play {c}, not in hand" for c in person.fresh if places.owner(table, c) != seat
    ]
    if person.left and (in_play or places.hand(table, seat)):
        found.append(f"seat {seat} has left and still holds cards")
    hand, turned = places.hand(table, seat), table.state.turned
    elsewhere = [card for card in turned if places.owner(table, card) < 0 or card in hand]
    found += [f"companion {c} has changed sex, but is not in play" for c in elsewhere]
    return found


def _excesses(table: Table, seat: int) -> list[str]:
    """Return a line for everything that the seat has in play above a limit."""
    found: list[str] = []
    if gear.crowded_slot(table, seat):
        found.append(f"seat {seat} has more equipped than its slots hold")
    bigs = len(gear.big_items(table, seat))
    if bigs > 1 and bigs > gear.big_limit(table, seat):
        found.append(f"seat {seat} has too many Big Items in play")
    found += [
        f"seat {seat} has too many cards of the kind {kind}" for kind in gear.kinds_above_limit(table, seat)
    ]
    return found


def _overflowing(table: Table) -> bool:
    """Return True if somebody is choosing what to drop, or will be after a card's question is answered."""
    waiting = any(frame.kind in ("overflow", "crowd", "take_off") for frame in table.state.frames)
    return waiting or table.recheck_limits or table.state.prompt is not None


def _combat_faults(table: Table) -> list[str]:
    state = table.state
    fight = state.combat
    inside = state.zones.lists[COMBAT_ZONE]
    if fight is None:
        return [f"card {card} is in a combat that is over" for card in inside]
    named = [c for foe in fight.foes for c in (foe.card, *foe.enhancers, *foe.stacked)]
    found = [f"card {c} fights, but is not in the combat's zone" for c in named if c not in inside]
    if len(set(named)) != len(named):
        found.append("a card is in the combat twice")
    pending = any(frame.kind == "reward" and not frame.step for frame in state.frames)  # its Levels
    if fight.stage == "reward" and inside and not pending:
        found.append(f"cards {inside} lie in a combat whose reward is being handed out")  # H-140
    return found


def _wait_faults(table: Table) -> list[str]:
    """Return dead ends: nobody is awaited, or an awaited seat can do nothing."""
    state = table.state
    prompt, window = state.prompt, table.window
    if prompt is not None:
        if not prompt.slot.fillable() or not prompt.slot.accepts(prompt.default):
            return [f"prompt {prompt.ask} has no valid answer, or an invalid default: {prompt}"]
        return []
    if window is None:
        return ["nobody is asked and no window is open"]
    awaited = window.waiting_seats(state.seats)
    if not awaited:
        return [f"window {window.kind} waits for nobody"]
    stuck = [
        seat
        for seat in awaited
        if not legal.may_pass(table, window, seat) and not legal.cached_moves(table, seat)
    ]
    curses = [frame.card for frame in state.frames if frame.kind == "curse"]
    limbo = [card for card in state.zones.lists[LIMBO_ZONE] if card not in curses]
    if window.kind in ("arrange", "combat") and limbo:
        return [f"cards {limbo} are in limbo, but nothing is pending"]
    return [f"window {window.kind} waits for seat {seat}, which can do nothing" for seat in stuck]
