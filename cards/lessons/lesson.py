"""A lesson: a rehearsed game whose computers follow a script as long as it fits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cards.kernel.game import Game, Opening
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Action, Refusal, find_move
from cards.lessons.progress import LEARNER, Guide, Progress
from cards.scenarios.compare import Reader, mismatches
from cards.scenarios.form import Expect, ScenarioError, ScenarioStep, Situation
from cards.scenarios.table import ScenarioTable

AnyGame = Game[Any, Any]

MAX_TOLD_LINES = 2
"""Lines of each kind that are told at once."""

FITTING_KEYS = frozenset((
    "party", "monsters", "ahead", "strength", "level", "window", "over", "winners",
    "points", "health", "at", "walls", "towers",
))  # fmt: skip
"""What has to be as rehearsed, from a turn's beginning on, for the script to go on there: tips name it."""


@dataclass(frozen=True, slots=True)
class ScriptedStep:
    """A step as it was rehearsed, in a turn of this number. ``action`` None: all who are awaited pass."""

    step: ScenarioStep[Any]
    seat: int
    action: Action | None
    turn: int

    @property
    def is_press(self) -> bool:
        """Return True if the learner is told to do it."""
        return bool(self.step.tip)


class Lesson:
    """A lesson from a situation laid out on a table. Raises ScenarioError for steps that are not possible."""

    def __init__(
        self, situation: Situation[Any], table: ScenarioTable, readers: Mapping[str, Reader]
    ) -> None:
        self.names = tuple(table.names)
        self._readers = readers
        self._make_table = type(table)
        state = table.game.clone(table.state)
        rolls: dict[Action, tuple[int, ...]] = {}
        steps: list[ScriptedStep] = []
        for step in situation.steps:
            turn = turn_of(table.game, table.state)
            all_pass = step.do == PASS_VERB and step.who not in self.names
            action = None if all_pass else next(iter(table.actions(step)))
            dice = tuple(table.state.dice.coming)
            if (refusal := table.do(step)) is not None:
                if step.expect.refused:
                    continue
                raise ScenarioError(f"{step.label()}: {refusal.code}")
            steps.append(ScriptedStep(step, -1 if action is None else action.seat, action, turn))
            rolled = dice[: len(dice) - len(table.state.dice.coming)]
            if rolled and action is not None:
                rolls[action] = rolled
        state.dice.coming = []
        self.steps = tuple(steps)
        self.opening = Opening(state, rolls)

    # what has been done

    def follow(
        self, game: AnyGame, before: Any, actions: Iterable[Action], after: Any, progress: Progress
    ) -> Progress:
        """Return the progress after these actions, which have led from one state to the other."""
        for action in actions:
            progress = self._taken(game, action, after, progress)
        return self._settled(game, turn_of(game, before), after, progress)

    def _taken(self, game: AnyGame, action: Action, after: Any, progress: Progress) -> Progress:
        """Return the progress with one action more, of those that have led to a state."""
        if progress.adrift or progress.step == len(self.steps):
            return progress
        now = self.steps[progress.step]
        if action.verb == ANSWER_VERB and (now.action is None or now.action.verb != ANSWER_VERB):
            return progress  # a question about what has been done anyway
        by_learner = action.seat == LEARNER
        if action.verb == PASS_VERB and action != now.action and (not by_learner or now.action is None):
            return (
                replace(progress, since=progress.step, detour=()) if by_learner and now.is_press else progress
            )
        if by_learner:
            progress = replace(progress, since=progress.step, detour=())
        number = self._number_of(action, progress)
        if number == progress.step:
            return _done(progress, progress.step)
        for detour, other in enumerate(now.step.otherwise if by_learner else ()):
            named = not other.card or (action.card >= 0 and game.face(action.card).name == other.card)
            if other.do == action.verb and named:
                progress = replace(progress, detour=(progress.step, detour))
                return progress if other.stays else _astray(progress)
        if action.verb == PASS_VERB and number is None:
            return progress
        waits = now.action is None or _possible(game, after, now) is not None
        if number is None or not waits:
            return _astray(progress)
        return replace(_done(progress, number), reordered=True)

    def _number_of(self, action: Action, progress: Progress) -> int | None:
        """Return which step of this turn an action is: the present one, or one that was to come later."""
        turn = self.steps[progress.step].turn
        for number, one in enumerate(self.steps):
            if number < progress.step or number in progress.done or one.turn != turn:
                continue
            if one.action is not None and _is_same(one.action, action):
                return number
        return None

    def _settled(self, game: AnyGame, turn_before: int, state: Any, progress: Progress) -> Progress:
        """Go on to the next step that is to come; see whether the script fits, and still or again goes on."""
        if not progress.adrift:
            while progress.step < len(self.steps) and self._is_over(game, state, progress):
                progress = _done(progress, progress.step)
        if state.over:
            return progress
        turn = turn_of(game, state)
        if turn != turn_before:
            progress = replace(progress, reordered=False)
            if progress.strayed:
                return self._again(game, state, turn, progress)
        is_left = progress.step in (progress.until, len(self.steps)) or self.steps[progress.step].turn != turn
        if not progress.adrift and (is_left or self._is_stuck(game, state, progress)):
            return _astray(progress)
        return progress

    def _again(self, game: AnyGame, state: Any, turn: int, progress: Progress) -> Progress:
        """Take the script up again at a turn's beginning, as far as it fits."""
        begins = next((number for number, one in enumerate(self.steps) if one.turn == turn), -1)
        until = begins if begins < 0 else self._fits_until(game, state, begins)
        if until == begins:
            return replace(progress, adrift=True)
        since = begins if progress.adrift else progress.since
        return replace(progress, step=begins, since=since, done=(), adrift=False, until=until)

    def _is_over(self, game: AnyGame, state: Any, progress: Progress) -> bool:
        """Return True if the present step was to pass and all have: the next one is possible."""
        if self.steps[progress.step].action is not None:
            return False
        coming = next((one for one in self.steps[progress.step + 1 :] if one.action is not None), None)
        if state.over:
            return True
        if coming is None or coming.turn != turn_of(game, state):
            return False
        return _possible(game, state, coming) is not None

    def _is_stuck(self, game: AnyGame, state: Any, progress: Progress) -> bool:
        """Return True if nobody can do anything that the script speaks of, or has to answer a question."""
        pending = game.pending(state)
        if pending is None or (pending.kind == "prompt" and LEARNER in pending.awaited):
            return False
        if self._suggested(game, state, progress) is not None:
            return False
        seats = range(len(self.names))
        return all(self.computer_action(game, state, progress, seat) is None for seat in seats)

    def _line(self, text: str, progress: Progress) -> str:
        """Return a line, unless it names a sum that is another one now."""
        return "" if progress.reordered and " : " in text else text

    def _detour_line(self, progress: Progress) -> str:
        if not progress.detour:
            return ""
        step, number = progress.detour
        return self.steps[step].step.otherwise[number].say

    def _suggested(self, game: AnyGame, state: Any, progress: Progress) -> Action | None:
        """Return what the learner is to do now; None if they only watch."""
        now = self.steps[progress.step] if progress.step < len(self.steps) else None
        if now is None or not now.is_press:
            return None
        return _pass(game, state, LEARNER) if now.action is None else _possible(game, state, now)

    def _fits_until(self, game: AnyGame, state: Any, begins: int) -> int:
        """Return the first step of a turn that cannot be played from here with its figures, or the end."""
        table = self._make_table(game, game.clone(state), self.names, ())
        for number, one in enumerate(self.steps[begins:], begins):
            if one.turn != self.steps[begins].turn:
                return number
            possible = table.actions(one.step) if one.action is None else [_possible(game, table.state, one)]
            for action in possible:
                if action is None or isinstance(game.step_in_place(table.state, action), Refusal):
                    return number
            if mismatches(table, self._readers, _figures(one.step.expect), None):
                return number
        return len(self.steps)

    # what is to be done

    def computer_action(self, game: AnyGame, state: Any, progress: Progress, seat: int) -> Action | None:
        """Return what a seat does by the script without being asked: also the learner's needless passes.

        None: it waits.
        """
        if progress.step == len(self.steps):
            return None
        one, pending = self.steps[progress.step], game.pending(state)
        if one.seat == seat != LEARNER:
            return _possible(game, state, one)
        if pending is None or seat not in pending.awaited:
            return None
        if one.action is None:
            waits = seat == LEARNER and one.is_press
        else:
            waits = one.seat != LEARNER or (seat == LEARNER and _possible(game, state, one) is not None)
        return None if waits else _pass(game, state, seat)

    def guide(self, game: AnyGame, state: Any, progress: Progress) -> Guide:
        """Return what is said to the learner."""
        told = self.steps[progress.since : progress.step]
        now = self.steps[progress.step] if progress.step < len(self.steps) else None
        tells = not progress.adrift and progress.skipped != progress.step
        action = self._suggested(game, state, progress) if tells else None
        presses = [number for number, one in enumerate(self.steps) if one.is_press]
        return Guide(
            tip=self._line(now.step.tip, progress) if now is not None and action is not None else "",
            after=tuple(filter(None, (self._line(one.step.after, progress) for one in told)))[
                -MAX_TOLD_LINES:
            ],
            said=tuple(line for one in told for line in one.step.say.items())[-MAX_TOLD_LINES:],
            detour=self._detour_line(progress),
            action=action,
            button=now.step.button if now is not None else "",
            find=now is not None and now.step.find,
            reordered=progress.reordered,
            adrift=progress.adrift,
            skipped=progress.skipped == progress.step,
            number=sum(number <= progress.step for number in presses),
            presses=len(presses),
        )


def _astray(progress: Progress) -> Progress:
    return replace(progress, adrift=True, strayed=True)


def turn_of(game: AnyGame, state: Any) -> int:
    """Return the number of the turn."""
    turn: int = game.view(state, None).turn
    return turn


def _done(progress: Progress, number: int) -> Progress:
    """Return the progress with this step taken; those that were taken too early follow it."""
    done, step = {*progress.done, number}, progress.step
    while step in done:
        done.remove(step)
        step += 1
    return replace(progress, step=step, done=tuple(sorted(done)))


def _is_same(wanted: Action, action: Action) -> bool:
    """Return True if an action is the one rehearsed, its picks in any order and what was open filled anyhow.

    Offers have other numbers.
    """
    if (wanted.seat, wanted.verb, wanted.card) != (action.seat, action.verb, action.card):
        return False
    if wanted.card >= 0 and wanted.ability != action.ability:
        return False
    pairs = zip(wanted.picks, action.picks, strict=False)
    return all(not one or sorted(map(str, one)) == sorted(map(str, other)) for one, other in pairs)


def _possible(game: AnyGame, state: Any, one: ScriptedStep) -> Action | None:
    """Return the action of a step as it has to be said now; None where it is not legal."""
    wanted = one.action
    assert wanted is not None
    for move in game.legal_moves(state, one.seat):
        if (move.verb, move.card) != (wanted.verb, wanted.card):
            continue
        action = wanted if wanted.card >= 0 else wanted._replace(ability=move.ability)
        if not isinstance(find_move([move], action), Refusal):
            return action
    return None


def _pass(game: AnyGame, state: Any, seat: int) -> Action | None:
    moves = game.legal_moves(state, seat)
    return Action(seat, PASS_VERB) if any(move.verb == PASS_VERB for move in moves) else None


def _figures(expect: Expect) -> Expect:
    """Return the part of an expectation that has to hold for the script to go on."""
    kept = {key: getattr(expect, key) for key in expect.model_fields_set & FITTING_KEYS}
    return type(expect)(**kept)
