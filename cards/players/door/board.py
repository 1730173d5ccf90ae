"""A board to try moves on: the rules applied to a believed or imagined state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from cards.door import escape, facts, party, people, piles, places, score, waits
from cards.door.decks import Decks
from cards.door.rules import DoorEngine
from cards.door.state import (
    COMBAT_ZONE,
    MONSTERS_SIDE,
    PARTY_SIDE,
    Combat,
    DoorState,
    Foe,
    hand_zone,
    table_zone,
)
from cards.kernel.frames import Frame, Prompt, Window
from cards.kernel.machine import InvariantError
from cards.kernel.moves import Move, Pick, Picks
from cards.players.door.worth import Taste, ValuedTable, outlook, seat_worth

TYPICAL_ROLLS = (3, 4, 2, 5, 1, 6)
"""Possible rolls, for trying what depends on chance."""

MAX_TRIAL_WAITS = 40
"""Decisions that a trial follows before it gives up."""

NO_MONSTERS_MARGIN = 99.0
"""The margin of a combat without monsters."""

DISCARD_PILES = frozenset({"door_discard", "treasure_discard"})
"""Piles of which only the top card and the number are seen."""

PromptAnswerer = Callable[["Board", Prompt], tuple[Pick, ...]]
Signature = tuple[object, ...]


def _rest(board: Board, frame: Frame) -> None:
    """Wait again if the tried move has closed the window of the bottom frame."""
    frame.window = Window("rest", 0, 0, 0)


class Board(ValuedTable):
    """The table as one seat (``me``) believes it to be. Trials work on copies, so a board never changes.

    ``decide`` answers the questions of all seats during a trial.
    """

    frame_handlers: ClassVar = {**DoorEngine.frame_handlers, "rest": _rest}
    combat_only = False
    """Whether players only act on the combat and leave moves that are good at any time for later."""

    def __init__(
        self, state: DoorState, decks: Decks, me: int, answer_prompt: PromptAnswerer, taste: Taste
    ) -> None:
        super().__init__(state, decks)
        self.taste = taste
        self.me = me
        self.answer_prompt = answer_prompt
        self.root = self
        self.lots_before = state.dice.count
        self.rolls_left = 0
        self.guessed = False
        """Whether anything has depended on the cards below the top of the discards, which are guessed."""
        self._seat_worths: list[float] | None = None
        self._signatures: list[Signature] = []
        self.harm_cache: dict[tuple[int, int], float] = {}
        """What the Bad Stuff of a monster costs a seat, for pairs already worked out."""

    def freeze(self) -> Board:
        """Start remembering answers, and return the board; it must not change from now on."""
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

    # worth of seats

    def seat_worths(self) -> list[float]:
        """Return the worth of each seat in points, worked out again only for seats that a trial changed."""
        if self._seat_worths is None:
            root = self.root
            old = root._seat_worths if root is not self else None
            self._signatures = [self._signature(seat) for seat in range(self.state.seats)]
            self._seat_worths = [
                old[seat]
                if old is not None and root._signatures[seat] == self._signatures[seat]
                else seat_worth(self, seat, known=seat == self.me)
                for seat in range(self.state.seats)
            ]
        return self._seat_worths

    def _signature(self, seat: int) -> Signature:
        """Return everything that the worth of a seat depends on."""
        person = self.state.people[seat]
        lists = self.state.zones.lists
        hand = lists[hand_zone(seat)]
        return (
            person.level,
            person.alive,
            person.skips,
            person.sex,
            seat in self.state.winners,
            tuple(person.equipped),
            tuple(person.aside),
            lists[table_zone(seat)],
            hand if seat == self.me else len(hand),
        )

    def outlook(self, extra: dict[int, float] | None = None) -> float:
        """Return how ``me`` stands among all, with points added to some seats."""
        return self.outlook_of(self.me, extra)

    def outlook_of(self, seat: int, extra: dict[int, float] | None = None) -> float:
        estates = self.seat_worths()
        if extra:
            estates = [points + extra.get(other, 0.0) for other, points in enumerate(estates)]
        return outlook(estates, seat, self.taste)

    # trials

    def trial(self, dice: Iterable[int] = ()) -> Board:
        """Return a copy to try moves on, with the next die results given."""
        state = self.state.clone()
        bottom = state.frames[-1] if state.frames else Frame("rest")
        if bottom.window is None:
            bottom = Frame("rest", self.me, window=Window("rest", 0, 0, 0))
        state.frames = [bottom]
        state.prompt = None
        state.dice.coming = [*TYPICAL_ROLLS * 3]
        copy = Board(state, self.decks, self.me, self.answer_prompt, self.taste)
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

    def after_move(self, move: Move, picks: Picks, seat: int = -1, dice: Iterable[int] = ()) -> Board | None:
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
                    self.answer(self.answer_prompt(self, state.prompt))
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

    def fight_after(self, move: Move) -> Board | None:
        """Return the fight that a move of ``me`` begins, None if it begins none or depends on an answer."""
        trial = self.trial()
        try:
            self.rule_tables.verb_handlers[move.verb](trial, self.me, move, ())
            trial.run()
        except InvariantError:
            return None
        open_fight = trial.state.prompt is None and trial.kind == "combat"
        return trial.freeze() if open_fight else None

    # hypothetical boards

    def fighting(self, monsters: Iterable[int], fighter: int) -> Board:
        """Return the table as it would be if the seat fought these monster cards now."""
        trial = self.trial()
        state = trial.state
        state.combat = Combat(fighter)
        state.phase = "combat"
        state.frames = [Frame("rest", fighter, window=Window("combat", 1 << fighter, 0, 0))]
        for card in monsters:
            piles.move(trial, card, COMBAT_ZONE)
            state.combat.foes.append(Foe(card, card))
        return trial.freeze()

    def helped_by(self, seat: int) -> Board:
        """Return the table as it would be if the seat joined the fight."""
        trial = self.trial()
        party.join(trial, seat, compelled=False)
        return trial.freeze()

    def outlook_after_curse(self) -> float | None:
        """Return how ``me`` stands after the pending curse has struck."""
        trial = self.trial()
        waits.close_window(trial.state.frames[-1])
        if not trial.run_pending():
            return None
        return trial.outlook()

    def harm_of(self, seat: int, monster: int) -> float:
        """Return how many points the Bad Stuff of a monster in the combat would cost the seat."""
        foe = self.combat.foe(monster)
        if foe is None:
            return 0.0
        key = (seat, foe.like)
        found = self.root.harm_cache.get(key)
        if found is None:
            trial = self.trial()
            escape.suffer(trial, seat, monster)
            found = 0.0
            if trial.run_pending():
                known = seat == self.me
                found = seat_worth(self, seat, known=known) - seat_worth(trial, seat, known=known)
            self.root.harm_cache[key] = found
        return found

    def catch_chance(self, seat: int, monster: int) -> float:
        """Return how likely the monster is to catch the seat if the fight is lost."""
        foe = self.combat.foe(monster)
        if foe is None or not escape.is_pursued(self, seat, foe):
            return 0.0
        if score.foe_flag(self, foe, "no_escape"):
            return 1.0
        worst = escape.MIN_ESCAPE_ROLL - 1 - escape.flee_bonus(self, seat, foe)
        return min(max(worst, 0), 6) / 6
