"""A table to try moves on: the rules applied to a believed or imagined state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self, cast

from cards.door import facts, party, people, places, score, waits
from cards.door.decks import Decks
from cards.door.rules import DoorEngine
from cards.door.state import MONSTERS_SIDE, PARTY_SIDE, DoorState
from cards.kernel.frames import Frame, Prompt, Window
from cards.kernel.machine import InvariantError
from cards.kernel.moves import Move, Pick, Picks

TYPICAL_ROLLS = (3, 4, 2, 5, 1, 6)
"""Possible rolls, for trying what depends on chance."""

MAX_TRIAL_WAITS = 40
"""Decisions that a trial follows before it gives up."""

NO_MONSTERS_MARGIN = 99.0
"""The margin of a combat without monsters."""

DISCARD_PILES = frozenset({"door_discard", "treasure_discard"})
"""Piles of which only the top card and the number are seen."""


def _rest(table: TrialTable, frame: Frame) -> None:
    """Wait again if the tried move has closed the window of the bottom frame."""
    frame.window = Window("rest", 0, 0, 0)


class TrialTable(DoorEngine):
    """The table as one seat (``me``) believes it to be. Trials work on copies, so it never changes."""

    frame_handlers: ClassVar = {**DoorEngine.frame_handlers, "rest": _rest}
    root: Self
    """The table that this one is a trial of, itself where it is none."""

    def __init__(self, state: DoorState, decks: Decks, me: int) -> None:
        super().__init__(state, decks)
        self.me = me
        self.root = self  # type: ignore[assignment]  # of this very class
        self.lots_before = state.dice.count
        self.rolls_left = 0
        self.guessed = False
        """Whether anything has depended on the cards below the top of the discards, which are guessed."""

    def decide(self, prompt: Prompt) -> tuple[Pick, ...]:
        """Answer a question of any seat during a trial. Raises InvariantError to give the trial up."""
        raise InvariantError("a decision is open")

    def with_state(self, state: DoorState) -> TrialTable:
        """Return a table like this one for another state."""
        return TrialTable(state, self.decks, self.me)

    def freeze(self) -> Self:
        """Start remembering answers, and return the table; it must not change from now on."""
        self.memo = {}
        return self

    @property
    def kind(self) -> str:
        """Return the kind of the open window, "" if there is none."""
        frames = self.state.frames
        window = frames[-1].window if frames else None
        return "" if window is None else window.kind

    def others(self) -> list[int]:
        return [seat for seat in people.living(self) if seat != self.me]

    def margin(self) -> float:
        """Return by how much the party leads; above 0 it wins: a tie that it wins counts half a point."""
        combat = self.state.combat
        if combat is None or not combat.foes:
            return NO_MONSTERS_MARGIN
        lead = score.strength(self, PARTY_SIDE) - score.strength(self, MONSTERS_SIDE)
        ties = any(facts.flag(self, seat, "wins_ties") for seat in people.party(self))
        return lead + (0.5 if ties else 0.0)

    def pile(self, name: str) -> tuple[int, ...]:
        cards = super().pile(name)
        if name in DISCARD_PILES and len(cards) > 1:
            self.guessed = True
        return cards

    def trial(self, dice: Iterable[int] = ()) -> Self:
        """Return a copy to try moves on, with the next die results given."""
        state = self.state.clone()
        bottom = state.frames[-1] if state.frames else Frame("rest")
        if bottom.window is None:
            bottom = Frame("rest", self.me, window=Window("rest", 0, 0, 0))
        state.frames = [bottom]
        state.prompt = None
        state.dice.coming = [*TYPICAL_ROLLS * 3]
        copy = cast("Self", self.with_state(state))
        copy.root = self.root
        copy.rolls_left = len(state.dice.coming)
        state.dice.coming[:0] = dice
        return copy

    @property
    def rolled(self) -> bool:
        """Return True if chance has decided something in this trial, so that it came out one of many ways.

        That is a die whose result was not given, a lot, or a shuffle.
        """
        dice = self.state.dice
        return len(dice.coming) < self.rolls_left or dice.count != self.lots_before

    def after_move(self, move: Move, picks: Picks, seat: int = -1, dice: Iterable[int] = ()) -> Self | None:
        """Return the table after a seat's move, None if it cannot be followed to its end."""
        trial = self.trial(dice)
        try:
            self.rule_tables.verb_handlers[move.verb](trial, self.me if seat < 0 else seat, move, picks)
        except InvariantError:
            return None
        return trial.freeze() if trial.run_pending() else None

    def run_pending(self) -> bool:
        """Run what is pending to its end: windows close, players decide what is best for them."""
        state = self.state
        bottom = state.frames[0] if state.frames else None
        try:
            for _ in range(MAX_TRIAL_WAITS):
                self.run()
                if state.prompt is not None:
                    self.answer(self.decide(state.prompt))
                elif state.over or not state.frames or state.frames[-1] is bottom:
                    return True
                else:
                    waits.close_window(state.frames[-1])
        except InvariantError:
            return False
        return False

    def may_be_above_limits(self) -> bool:
        """Return True if the cards on a seat's table, or what it has equipped, have changed in this trial."""
        root = self.root
        return any(
            places.in_play(self, seat) != places.in_play(root, seat)
            or self.state.people[seat].equipped != root.state.people[seat].equipped
            for seat in range(self.state.seats)
        )

    def fight_after(self, move: Move) -> Self | None:
        """Return the fight that a move of ``me`` begins, None if it begins none or depends on an answer."""
        trial = self.trial()
        try:
            self.rule_tables.verb_handlers[move.verb](trial, self.me, move, ())
            trial.run()
        except InvariantError:
            return None
        open_fight = trial.state.prompt is None and trial.kind == "combat"
        return trial.freeze() if open_fight else None

    def helped_by(self, seat: int) -> Self:
        """Return the table as it would be if the seat joined the fight."""
        trial = self.trial()
        party.join(trial, seat, compelled=False)
        return trial.freeze()
