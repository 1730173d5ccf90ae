"""What takes precedence over pending frames: reactions to losses, the end, bodies and limits (R-218)."""

from __future__ import annotations

from typing import Final

from cards.door import asking, gear, help, memory, people, piles, places, reactions, winning
from cards.door.card_events import TradeEnded
from cards.door.combat_events import HelpWithdrawn, TruceEnded
from cards.door.table import Table
from cards.kernel.frames import Frame

UNINTERRUPTIBLE_FRAMES: Final = frozenset({"run", "loot", "overflow", "crowd", "take_off"})
"""Frames that are finished before limits are enforced."""


def check(table: Table, top: Frame) -> bool:
    """Handle cards that left play, an ended game, bodies to loot and limits (R-218)."""
    if top.window is None and top.kind != "combat" and table.state.memo is not None:
        memory.forget(table)
    if asking.PLACES_KEY in top.vars:
        asking.forget_moved(table.state)
    if table.leave_reactions:
        (event, seat, card), table.leave_reactions = table.leave_reactions[0], table.leave_reactions[1:]
        in_play = places.owner(table, card) == seat and not places.in_hand(table, card)
        if in_play is (event == "companion_lost"):
            reactions.fire(table, event, seat, card)
            return True
    if top.kind in UNINTERRUPTIBLE_FRAMES:
        return False
    state = table.state
    if state.winners:
        winning.finish(table)
        return True
    combat = state.combat
    if state.bodies and (combat is None or combat.stage != "escape"):
        table.push(Frame("loot", state.bodies.pop(0)))
        return True
    if table.recheck_limits:
        table.recheck_limits = False
        _drop_void_offers(table)
        memory.forget(table)  # enforcing limits changes remembered figures
        if table.may_be_above_limits() and _enforce_limits(table):
            return True
    window = top.window
    if (
        window is None
        or window.kind not in table.rule_tables.obsolete_windows
        or not table.rule_tables.obsolete_windows[window.kind](table, top)
    ):
        return False
    top.window = None  # there is nothing left to wait for
    return True


def _drop_void_offers(table: Table) -> None:
    """Take back what was offered with Items that are gone (H-05)."""
    state, combat = table.state, table.state.combat
    for trade in [trade for trade in state.trades if not gear.can_be_kept(table, trade)]:
        state.trades.remove(trade)
        table.emit(TradeEnded(trade.by, partner=trade.to, how="void"))
    if combat is None:
        return
    for offer in [offer for offer in combat.offers if not help.are_items_there(table, offer)]:
        combat.offers.remove(offer)
        table.emit(HelpWithdrawn(offer.by, to=offer.to))
    for truce in combat.truce_offers.copy():
        if not set(truce.items) <= set(gear.tradable(table, truce.payer)):
            combat.truce_offers.remove(truce)
            table.emit(TruceEnded(truce.by, partner=truce.to, items=truce.items, how="void"))


def _enforce_limits(table: Table) -> bool:
    """Drop what is no longer allowed, ask about surplus Big Items; return True if anything was done."""
    done = False
    for seat in people.living_seats(table):
        carried = memory.carried(table, seat)
        if carried.doubles and _drop_idle_doubles(table, seat):
            done = True
            carried = memory.carried(table, seat)
        if len(carried.cards) < 2:
            continue  # a single card is never above a limit
        slot = gear.crowded_slot(table, seat)
        if slot:
            table.push(Frame("take_off", seat, vars={"slot": slot}))
            return True
        if carried.crowded_kinds:
            for kind in gear.kinds_above_limit(table, seat):
                if not _is_making_room(table, seat, kind):
                    table.push(Frame("crowd", seat, vars={"kind": kind}))
                    return True
        bigs = gear.big_items(table, seat) if len(carried.bigs) > 1 else carried.bigs
        if len(bigs) > 1 and len(bigs) > gear.big_limit(table, seat):
            table.push(Frame("overflow", seat))
            return True
    return done


def _drop_idle_doubles(table: Table, seat: int) -> bool:
    """Discard Super Munchkin or Half-Breed where nothing is left to double; return True if any went."""
    idle = [
        card
        for card in memory.carried(table, seat).doubles
        if not places.traits(table, seat, table.defs[card].of)
    ]
    for card in idle:
        piles.discard(table, card, by=seat)  # R-169
    return bool(idle)


def _is_making_room(table: Table, seat: int, kind: str) -> bool:
    """Return True if the seat is about to say which card of this kind makes room for another."""
    frames = table.state.frames
    return any((f.kind, f.seat, f.vars.get("kind")) == ("crowd", seat, kind) for f in frames)
