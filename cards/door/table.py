"""The table while the rules look at it or change it: what every function of the rules gets first."""

from __future__ import annotations

from cards.door.decks import Decks
from cards.door.rule_tables import RuleTables
from cards.door.state import PILE_ZONES, Combat, DoorState
from cards.kernel.machine import Machine
from cards.language.rules_api import Rules


class Table(Machine[DoorState]):
    """One state with its cards, and what holds while it is looked at.

    Questions and operations are functions of it, in the module of their subject. What stands here, apart from
    plain reads, are the places where ``DoorEngine`` or a computer player's board puts something of its own.
    """

    rule_tables: RuleTables
    as_drawback: bool | None = None
    """Explained in ``cards.language.rules_api``."""
    reacting: bool = False
    """Whether a monster's bonus is asked for, to which the sex of companions counts too (R-606)."""
    denying: bool = False
    """Whether it is just being found out if a card suspends somebody's Classes or Races."""
    recheck_limits: bool = False
    """Whether limits may have changed and are to be checked."""

    def __init__(self, state: DoorState, decks: Decks) -> None:
        super().__init__(state)
        self.decks = decks
        self.defs = decks.definitions
        self.options = decks.options
        self.leave_reactions: tuple[tuple[str, int, int], ...] = ()
        """Events to be fired (``left_play``, ``companion_lost``), with seat and reacting cards."""

    @property
    def combat(self) -> Combat:
        """Return the combat; only for callers that know there is one."""
        combat = self.state.combat
        assert combat is not None
        return combat

    @property
    def fighter(self) -> int:
        """Return the seat whose combat it is, -1 outside combat."""
        combat = self.state.combat
        return -1 if combat is None else combat.fighter

    @property
    def helper(self) -> int:
        """Return the seat that helps in the combat, -1 if none does."""
        combat = self.state.combat
        return -1 if combat is None else combat.helper

    def pile(self, name: str) -> tuple[int, ...]:
        """Return the cards of a pile from bottom to top; a board notes that it only guesses some of them."""
        return self.state.zones.lists[PILE_ZONES[name]]

    # what the layers above put in

    @property
    def rules(self) -> Rules:
        """Return the same table as the card language sees it (``language_port.py``)."""
        raise NotImplementedError

    def may_be_above_limits(self) -> bool:
        """Return True if limits have to be enforced; a board knows what a trial has not touched."""
        return True
