"""A player that thinks ahead: it tries its choices in possible worlds and takes the one that wins most."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from math import sqrt
from statistics import mean, stdev
from typing import Any, NamedTuple

from cards.door import people
from cards.door.decks import Decks
from cards.door.imagine import hidden_cards, swap_cards
from cards.door.state import DECK_ZONES, FIRST_HAND_ZONE, DoorState
from cards.door.view_types import DoorView
from cards.kernel.dice import Dice
from cards.kernel.moves import PASS_VERB, Action, Move, Refusal, find_move
from cards.players.base import WorldSampler
from cards.players.door.board import Board
from cards.players.door.choices import Rollout, choices, win_chance
from cards.players.door.hard_bargains import ask_for_pay, demand
from cards.players.door.sensible import SensiblePlayer, asks_somebody_else
from cards.players.door.worth import Taste

MAX_WIN_CHANCE_LAG = 0.08
"""A choice that is further behind than this chance of winning after two worlds is given up."""
MIN_RACING_WORLDS = 4
"""Worlds after which a choice may also be given up for being clearly behind the best one."""
MAX_STANDARD_ERRORS_BEHIND = 1.5
"""By how many standard errors of the mean it may be behind."""
MIN_WIN_CHANCE_SPREAD = 0.01
"""How much worlds are taken to differ at least: a few may agree by chance."""
MIN_WIN_CHANCE_LEAD = 0.003
"""By how much a choice's chance of winning has to be better than that of the sensible one."""
MIN_STANDARD_ERRORS = 1.0
"""By how many standard errors of the mean it has to be better."""

MAX_DECISIONS_PER_TURN = 60
"""Decisions for each turn to be played, after which a world is abandoned."""

LATE_GAME_LEVELS = 2
"""Somebody this many Levels from winning, or closer, may win soon."""

WHOLE_TURN_WINDOWS = frozenset({"arrange", "after", "charity"})
"""From these windows worlds are played on to the end of the turn, from others to the end of the combat."""


class Effort(NamedTuple):
    """How much thought a choice gets."""

    worlds: int
    """The most worlds in which it is tried."""
    decisions: int
    """Decisions, in all worlds together, that another world must not be likely to exceed."""


USUAL_EFFORT = Effort(16, 300)
LATE_EFFORT = Effort(24, 1000)
"""If somebody may win soon, worlds are played on for a whole round, so many of them show who wins."""


CUNNING_TASTE = Taste(
    beatable_monster=9.0,
    beatable_monster_at_end=16.0,
    one_shot=1.15,
    harmful_card=2.5,
    traits={"elf": 8.0, "cleric": 8.0},
)
"""What it values differently from a sensible player; docs/computer-players.md explains why."""


WorldMaker = Callable[[Board, Dice, WorldSampler], DoorState]
"""Returns a world in which choices are tried."""


class CunningPlayer(SensiblePlayer):
    """Does what is sensible, unless trials in worlds that fit its view show something better.

    ``make_world`` and ``open_hands`` are for measuring what more knowledge is worth; at a table they keep
    their standard values.
    """

    needs_worlds = True

    def __init__(
        self, taste: Taste = CUNNING_TASTE, make_world: WorldMaker | None = None, *, open_hands: bool = False
    ) -> None:
        super().__init__(taste)
        self._make_world = make_world or self._likely_world
        self._open_hands = open_hands
        self._others = SensiblePlayer()
        self.chances: dict[Action, float] = {}
        """How often it wins after each choice that it tried in the open window; empty where it tried none."""
        self._held: tuple[int, Action] | None = None
        """What it will do in the open window, by the window's serial, after the others have decided."""

    def choose(self, view: Any, moves: list[Move], seat: int, dice: Dice) -> Action:
        """Return what it held back, else what the seat wants to do, else what lets the game go on."""
        held = self._take_held(view, moves)
        return super().choose(view, moves, seat, dice) if held is None else self.explained(view, held)

    def choose_or_wait(
        self, view: Any, moves: list[Move], seat: int, dice: Dice, imagine: WorldSampler | None = None
    ) -> Action | None:
        """Return what the seat does now, None if it prefers to wait."""
        if not isinstance(view, DoorView) or self._game is None or imagine is None:
            return super().choose_or_wait(view, moves, seat, dice, imagine)
        if asks_somebody_else(view, seat):
            return None  # whatever it is can wait
        best = self._take_held(view, moves)
        if best is None:
            board = self.board(view, seat)
            first = self.decide(board, moves, must=False)
            if first is None:
                return None
            best = self._best_choice(board, choices(board, moves, first), dice, imagine)
        if best.verb != PASS_VERB and _others_may_spoil_win(view, seat):
            self._held = (_serial(view), best)
            return None
        return self.explained(view, best)

    def decide(self, board: Board, moves: list[Move], *, must: bool) -> Action | None:
        """Return what is sensible, but bargain hard for help; None to wait."""
        if board.state.prompt is not None or board.state.combat is None:
            return super().decide(board, moves, must=must)
        demanded = demand(board, moves)
        if demanded is not None:
            return demanded
        usual = super().decide(board, moves, must=must)
        asks = usual is not None and usual.verb == "ask_help"
        return (ask_for_pay(board, moves) or usual) if asks else usual

    def _take_held(self, view: Any, moves: list[Move]) -> Action | None:
        """Return what was held back in this same window, if it is still legal, and forget it."""
        held, self._held = self._held, None
        if held is None or not isinstance(view, DoorView) or held[0] != _serial(view):
            return None
        return None if isinstance(find_move(moves, held[1]), Refusal) else held[1]

    def _best_choice(self, board: Board, found: list[Action], dice: Dice, imagine: WorldSampler) -> Action:
        """Return the choice with the best chances in the same worlds; the first if none is clearly better."""
        assert self._game is not None
        first = found[0]
        tried: dict[Action, list[float]] = {choice: [] for choice in found}
        leads, wins = tried, list[float]()
        effort = LATE_EFFORT if is_late(board) else USUAL_EFFORT
        worlds = steps = 0
        per_world = 0
        while len(leads) > 1 and worlds < effort.worlds and steps + per_world < effort.decisions:
            worlds += 1
            before = steps
            world = self._make_world(board, dice, imagine)
            chances: dict[Action, float] = {}
            for choice in dict.fromkeys((first, *leads)):
                chances[choice], taken = self._simulate_choice(board, world, choice)
                steps += taken
            wins.append(chances[first])
            for choice, lead in leads.items():
                lead.append(chances[choice] - chances[first])
            per_world = steps - before
            leads = still_racing(leads)
        self.chances = {choice: mean(wins) + mean(lead) for choice, lead in tried.items() if lead}
        clear = {choice: mean(lead) for choice, lead in leads.items() if choice != first and is_clear(lead)}
        return max(clear, key=lambda choice: clear[choice]) if clear else first

    def _likely_world(self, board: Board, dice: Dice, imagine: WorldSampler) -> DoorState:
        """Return a world that fits the view, with hands as people keep them."""
        assert self._game is not None
        world: DoorState = imagine(dice.randbelow(1 << 62))
        deal_likely(world, self._game.decks, board.me, dice)
        return world

    def _simulate_choice(self, board: Board, world: DoorState, choice: Action) -> tuple[float, int]:
        """Return the win chance of ``me`` after a choice in a world, and how many decisions that took."""
        assert self._game is not None
        rollout = Rollout(self._game, world, self._others)
        if not rollout.act(choice):
            return 0.0, 1
        turns = len(people.living(board)) if is_late(board) else int(board.kind in WHOLE_TURN_WINDOWS)
        rollout.play_on(MAX_DECISIONS_PER_TURN * max(turns, 1), turns)
        chance = win_chance(
            rollout.state, self._game.decks, board.me, self.taste, open_hands=self._open_hands
        )
        return chance, rollout.steps


def is_late(board: Board) -> bool:
    """Return True if somebody may win soon."""
    return (
        max((people.level(board, seat) for seat in people.living(board)), default=0)
        >= board.decks.top_level - LATE_GAME_LEVELS
    )


def is_clear(lead: list[float]) -> bool:
    """Return True if a choice's lead over the first one is clearly more than chance."""
    if len(lead) < 2:
        return False
    return mean(lead) > max(MIN_WIN_CHANCE_LEAD, MIN_STANDARD_ERRORS * stdev(lead) / sqrt(len(lead)))


def still_racing(leads: dict[Action, list[float]]) -> dict[Action, list[float]]:
    """Return the choices that are not far enough behind the best one to be given up."""
    best = max(leads.values(), key=sum)
    return {choice: lead for choice, lead in leads.items() if lead is best or not _is_beaten(lead, best)}


def _is_beaten(lead: list[float], best: list[float]) -> bool:
    worlds = len(lead)
    if worlds < 2:
        return False
    behind = [most - own for most, own in zip(best, lead, strict=True)]
    if mean(behind) > MAX_WIN_CHANCE_LAG:
        return True
    spread = max(stdev(behind), MIN_WIN_CHANCE_SPREAD) / sqrt(worlds)
    return worlds >= MIN_RACING_WORLDS and mean(behind) > MAX_STANDARD_ERRORS_BEHIND * spread


def _serial(view: DoorView) -> int:
    return -1 if view.wait is None else view.wait.serial


def _others_may_spoil_win(view: DoorView, seat: int) -> bool:
    """Return True if somebody else may still act on the claimed kill: let them spend cards first."""
    wait, combat = view.wait, view.combat
    if wait is None or combat is None or wait.name != "victory":
        return False
    party = (combat.fighter, combat.helper)
    return seat not in party and any(other != seat and other not in party for other in wait.awaited)


HAND_LIKELIHOOD_BY_KIND = {
    "monster": 0.62,
    "class": 0.48,
    "race": 0.56,
    "item": 0.33,
    "level_up": 0.87,
    "steed": 0.2,
    "cheat": 1.25,
    "wandering": 2.2,
    "double": 2.4,
    "enhancer": 1.7,
    "special": 1.85,
    "one_shot": 1.7,
    "item_enhancer": 3.0,
    "companion": 5.0,
}
"""How much likelier a kind of card is in a hand than in a deck; 1 for kinds that are not listed.

Counted in games of sensible players, and set so that the hands dealt have as many of each kind: cards that
make their owner stronger are played when they come, and cards that are kept for a fight pile up.
"""

SWEEPS_PER_CARD = 2
"""How often each card of a hand may be swapped for one of its deck."""

CHANCE_STEPS = 1000
"""Random chances are drawn in steps of one part in this many."""


def deal_likely(world: DoorState, decks: Decks, me: int, dice: Dice) -> None:
    """Swap cards of the others' hands with cards of the decks until the hands are typical.

    ``world`` is one that was imagined for ``me``, and is changed in place. This is a Metropolis walk: a swap
    that makes the hand likelier is always made, any other with the ratio of the likelihoods as its chance.
    """
    defs = decks.definitions
    weights = [HAND_LIKELIHOOD_BY_KIND.get(definition.kind, 1.0) for definition in defs]
    before = hidden_cards(world, decks, me)
    after = {zone: cards.copy() for zone, cards in before.items()}
    for zone, cards in after.items():
        for place in range(len(cards)) if zone >= FIRST_HAND_ZONE else ():
            deck = after[DECK_ZONES[defs[cards[place]].back]]
            for _ in range(SWEEPS_PER_CARD if deck else 0):
                drawn = dice.randbelow(len(deck))
                if dice.randbelow(CHANCE_STEPS) * weights[cards[place]] < CHANCE_STEPS * weights[deck[drawn]]:
                    cards[place], deck[drawn] = deck[drawn], cards[place]
    swap_cards(world, list(chain(*before.values())), list(chain(*after.values())))
