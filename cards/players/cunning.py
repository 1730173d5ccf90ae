"""A player that thinks ahead: it tries its choices in worlds as they could be, and takes what wins most."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import Any, NamedTuple

from cards.door.seen import DoorView
from cards.kernel.dice import Dice
from cards.kernel.moves import PASS, Action, Move, Refusal, find
from cards.players.base import Imagine
from cards.players.board import Board
from cards.players.choices import choices
from cards.players.guess import deal_likely
from cards.players.rollouts import Rollout, chance
from cards.players.sensible import SensiblePlayer
from cards.players.worth import Taste

SURE = 0.08
"""Chance of winning by which a choice may fall behind after two worlds without being given up."""
CLEARLY = 0.003
"""Chance of winning by which a choice has to be better than the sensible one."""
DOUBT = 1.0
"""Standard errors of the mean by which it has to be better."""

LONGEST = 60
"""Decisions for each turn after which a world is left."""

BRINK = 2
"""Levels before the win from which on somebody may win soon."""

WHOLE_TURN = frozenset({"arrange", "after", "charity"})
"""Windows from which worlds are played on to the end of the turn, elsewhere to the end of the combat."""


class Effort(NamedTuple):
    """How much thought a choice gets."""

    worlds: int
    """Worlds in which it is tried at most."""
    decisions: int
    """Decisions, in all worlds together, after which no further world is begun."""


USUAL = Effort(8, 300)
LATE = Effort(12, 1500)
"""When somebody may win soon, worlds are played on for a whole round: then the game itself tells who wins."""


TASTE = Taste(prey=9.0, last_prey=16.0, shot=1.15, weapon=2.5, traits={"elf": 8.0, "cleric": 8.0})
"""What it values otherwise than a sensible player, as docs/computer-players.md explains."""


class CunningPlayer(SensiblePlayer):
    """Does what is sensible, unless trying it out in worlds that fit its view shows something better."""

    searches = True

    def __init__(self, taste: Taste = TASTE) -> None:
        super().__init__(taste)
        self._others = SensiblePlayer()
        self._held: tuple[int, Action] | None = None
        """What it will do in the open window once the others have made up their minds."""

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return what it held back, else what the seat wishes, or what leads on."""
        held = self._take_held(view, moves)
        return super().choose(view, moves, seat, dice) if held is None else held

    def wish(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: Imagine | None = None
    ) -> Action | None:
        """Return what the seat does of its own accord, None if it would rather wait."""
        if not isinstance(view, DoorView) or self._game is None or imagine is None:
            return super().wish(view, moves, seat, dice, imagine)
        best = self._take_held(view, moves)
        if best is None:
            board = self.board(view, seat)
            first = self.decide(board, moves, must=False)
            if first is None:
                return None
            best = self._weigh(board, choices(board, moves, first), dice, imagine)
        if best.verb != PASS and _others_may_stop_it(view, seat):
            self._held = (_serial(view), best)
            return None
        return best

    def _take_held(self, view: Any, moves: list[Move]) -> Action | None:
        """Return what was held back in this very window, if it is still legal, and forget it."""
        held, self._held = self._held, None
        if held is None or not isinstance(view, DoorView) or held[0] != _serial(view):
            return None
        return None if isinstance(find(moves, held[1]), Refusal) else held[1]

    def _weigh(self, board: Board, found: list[Action], dice: Dice, imagine: Imagine) -> Action:
        """Return the choice with the best chances in the same worlds; the first if none is clearly better."""
        assert self._game is not None
        first = found[0]
        leads: dict[Action, list[float]] = {choice: [] for choice in found}
        effort = LATE if is_late(board) else USUAL
        worlds = steps = 0
        while len(leads) > 1 and worlds < effort.worlds and steps < effort.decisions:
            worlds += 1
            world = imagine(dice.below(1 << 62))
            deal_likely(world, self._game.decks, board.me, dice)
            chances: dict[Action, float] = {}
            for choice in dict.fromkeys((first, *leads)):
                chances[choice], taken = self._try(board, world, choice)
                steps += taken
            for choice, lead in leads.items():
                lead.append(chances[choice] - chances[first])
            if worlds > 1:
                least = max(map(sum, leads.values())) - SURE * worlds
                leads = {choice: lead for choice, lead in leads.items() if sum(lead) >= least}
        clear = {choice: mean(lead) for choice, lead in leads.items() if choice != first and is_clear(lead)}
        return max(clear, key=lambda choice: clear[choice]) if clear else first

    def _try(self, board: Board, world: Any, choice: Action) -> tuple[float, int]:
        """Return the chances of ``me`` after a choice in a world, and in how many steps they were found."""
        assert self._game is not None
        rollout = Rollout(self._game, world, self._others)
        if not rollout.act(choice):
            return 0.0, 1
        turns = len(board.living()) if is_late(board) else int(board.kind in WHOLE_TURN)
        rollout.play_on(LONGEST * max(turns, 1), turns)
        return chance(rollout.state, self._game.decks, board.me, self.taste), rollout.steps


def is_late(board: Board) -> bool:
    """Tell whether somebody may win soon."""
    return max(map(board.level, board.living()), default=0) >= board.top_level - BRINK


def is_clear(lead: list[float]) -> bool:
    """Tell whether a choice is better than the first one by more than worlds differ by chance."""
    if len(lead) < 2:
        return False
    return mean(lead) > max(CLEARLY, DOUBT * stdev(lead) / sqrt(len(lead)))


def _serial(view: DoorView) -> int:
    return -1 if view.wait is None else view.wait.serial


def _others_may_stop_it(view: DoorView, seat: int) -> bool:
    """Tell whether somebody else has yet to say whether he lets a kill be: let him spend his cards first."""
    wait, combat = view.wait, view.combat
    if wait is None or combat is None or wait.name != "victory":
        return False
    party = (combat.fighter, combat.helper)
    return seat not in party and any(other != seat and other not in party for other in wait.awaited)
