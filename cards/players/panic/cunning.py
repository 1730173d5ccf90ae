"""A player of the castle-defense game that plans the attacks of its whole turn and bargains for trophies."""

from __future__ import annotations

from cards.kernel.moves import Move
from cards.panic.view import PanicView
from cards.players.panic.plans import AttackPlan
from cards.players.panic.prospects import GREEDY, Prospects, Temper
from cards.players.panic.sensible import SensiblePanicPlayer


class CunningPanicPlayer(SensiblePanicPlayer):
    """Plans which cards go on which monsters, and sells its help dear."""

    def temper(self, view: PanicView) -> Temper:
        """Return that it is greedy."""
        return GREEDY

    def plan(self, look: Prospects, moves: list[Move]) -> AttackPlan:
        """Return the best attacks and cards with what the legal moves allow."""
        return look.planner().plan(self._targets(look, moves), look.strikes(self._plays(look, moves)))
