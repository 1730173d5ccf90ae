"""What takes precedence over pending frames: reactions to losses, the end, bodies and limits (R-218)."""

from __future__ import annotations

from typing import Final

from cards.door import interruption
from cards.door.combat_operations import CombatOperations
from cards.door.rule_tables import RuleTables
from cards.kernel.frames import Frame

UNINTERRUPTIBLE_FRAMES: Final = frozenset({"run", "loot", "overflow", "crowd", "take_off"})
"""Frames that are finished before limits are enforced."""


class StateBasedActions(CombatOperations):
    """Checks after every step what takes precedence."""

    tables: RuleTables

    def check_state_based_actions(self, top: Frame) -> bool:
        """Handle cards that left play, an ended game, bodies to loot and limits (R-218)."""
        if top.window is None and top.kind != "combat" and self.state.memo is not None:
            self.clear_memo()
        if interruption.PLACES_KEY in top.vars:
            interruption.forget_moved(self.state)
        if self.leave_reactions:
            (event, seat, card), self.leave_reactions = self.leave_reactions[0], self.leave_reactions[1:]
            in_play = self.owner(card) == seat and not self.in_hand(card)
            if in_play is (event == "companion_lost"):
                self.fire(event, seat, card)
                return True
        if top.kind in UNINTERRUPTIBLE_FRAMES:
            return False
        state = self.state
        if state.winners:
            self.finish()
            return True
        combat = state.combat
        if state.bodies and (combat is None or combat.stage != "escape"):
            self.push(Frame("loot", state.bodies.pop(0)))
            return True
        if self.recheck_limits:
            self.recheck_limits = False
            self.clear_memo()  # enforcing limits changes remembered figures
            if self._enforce_limits():
                return True
        window = top.window
        if (
            window is None
            or window.kind not in self.tables.obsolete_windows
            or not self.tables.obsolete_windows[window.kind](self, top)
        ):
            return False
        top.window = None  # there is nothing left to wait for
        return True

    def _enforce_limits(self) -> bool:
        """Drop what is no longer allowed, ask about surplus Big Items; return True if anything was done."""
        done = False
        for seat in self.living_seats():
            carried = self.carried(seat)
            if carried.doubles and self._drop_idle_doubles(seat):
                done = True
                carried = self.carried(seat)
            if len(carried.cards) < 2:
                continue  # a single card is never above a limit
            slot = self.crowded_slot(seat)
            if slot:
                self.push(Frame("take_off", seat, vars={"slot": slot}))
                return True
            if carried.crowded_kinds:
                for kind in self.kinds_above_limit(seat):
                    if not self.is_making_room(seat, kind):
                        self.push(Frame("crowd", seat, vars={"kind": kind}))
                        return True
            bigs = self.big_items(seat) if len(carried.bigs) > 1 else carried.bigs
            if len(bigs) > 1 and len(bigs) > self.big_limit(seat):
                self.push(Frame("overflow", seat))
                return True
        return done

    def _drop_idle_doubles(self, seat: int) -> bool:
        """Discard Super Munchkin or Half-Breed where nothing is left to double; return True if any went."""
        idle = [card for card in self.carried(seat).doubles if not self.traits(seat, self.defs[card].of)]
        for card in idle:
            self.discard(card, by=seat)  # R-169
        return bool(idle)

    def is_making_room(self, seat: int, kind: str) -> bool:
        """Return True if the seat is about to say which card of this kind makes room for another."""
        frames = self.state.frames
        return any((f.kind, f.seat, f.vars.get("kind")) == ("crowd", seat, kind) for f in frames)
