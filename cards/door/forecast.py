"""What would come of a move, tried on a table that looks like what a seat sees.

Nothing here reads a hidden card: the table is put together from the seat's own view, and what depends on
chance or on somebody's decision has no forecast.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Final

from cards.door import escape, places, score
from cards.door.belief import believe
from cards.door.decks import Decks
from cards.door.game import DoorGame
from cards.door.state import (
    DOOR_DECK,
    DOOR_DISCARD,
    FIRST_HAND_ZONE,
    MONSTERS_SIDE,
    PARTY_SIDE,
    SEAL_DECK,
    SPARE_ROLES,
    TREASURE_DECK,
    TREASURE_DISCARD,
    CombatAdjustment,
    DoorState,
)
from cards.door.trial import TrialTable
from cards.door.view_types import DoorCombatView, DoorView
from cards.kernel.dice import DIE_SIDES
from cards.kernel.frames import Prompt
from cards.kernel.machine import InvariantError
from cards.kernel.moves import Move, Pick, Picks

Sums = tuple[int, int]
"""The strength of the party and that of the monsters."""

MAX_REMEMBERED_TABLES = 8
"""Tables kept for the views that were drawn last: a screen asks for many forecasts."""

MAX_GUESSES = 2
"""Ways to guess a die, low or high, or to choose a side once it has fallen."""

NO_ESCAPE: Final = 99
"""The roll that is needed where a rule forbids to get away."""

UNSEEN_ZONES = frozenset({DOOR_DECK, TREASURE_DECK, DOOR_DISCARD, TREASURE_DISCARD, SEAL_DECK, SPARE_ROLES})
"""Zones, besides hands, of which nobody sees the cards; of discards only the top."""

DENIALS = ("level_only", "no_items")
"""Rules of a fight while which some bonuses do not count, and are not shown."""


class GuessingTable(TrialTable):
    """The table of a seat that guesses a die, or takes a side, in one way: by the number of the option."""

    def __init__(self, state: DoorState, decks: Decks, me: int, option: int) -> None:
        super().__init__(state, decks, me)
        self.guess = option

    def decide(self, prompt: Prompt) -> tuple[Pick, ...]:
        if prompt.ask not in ("guess", "side") or prompt.seat != self.me:
            raise InvariantError("a decision is open")
        return (prompt.slot.options[self.guess],)

    def with_state(self, state: DoorState) -> GuessingTable:
        return GuessingTable(state, self.decks, self.me, self.guess)


@lru_cache(MAX_REMEMBERED_TABLES)
def imagined_table(view: DoorView, game: DoorGame) -> TrialTable:
    """Return the table as the viewer knows it; an onlooker sits in the first seat."""
    me = 0 if view.seat is None else view.seat
    return TrialTable(_believed(view, game), game.decks, me).freeze()


def _believed(view: DoorView, game: DoorGame) -> DoorState:
    """Return the table as computer players believe it to be, with what was played about running away."""
    state = believe(view, game.decks)
    if state.combat is not None and view.combat is not None:
        state.combat.adds += [
            CombatAdjustment(run.rule, PARTY_SIDE, run.amount, run.card, run.seat, run.monster)
            for run in view.combat.runs
        ]
    return state


def sums(table: TrialTable) -> Sums | None:
    """Return the strength of both sides, None where it depends on what is only guessed."""
    found = score.strength(table, PARTY_SIDE), score.strength(table, MONSTERS_SIDE)
    return None if table.guessed else found


def adds_up(table: TrialTable, combat: DoorCombatView) -> bool:
    """Return True if a fight stands on the imagined table as it does on the real one, without any guess."""
    return sums(table) == (combat.party, combat.monsters) and score.ahead(table) == combat.ahead


def fight_after(view: DoorView, table: TrialTable, move: Move) -> TrialTable | None:
    """Return the fight that a move begins, None if there may be none or if more decides how it begins."""
    fight = table.fight_after(move)
    return fight if fight is not None and _is_sure(view, table, fight, move) else None


def after_move(
    view: DoorView, table: TrialTable, move: Move, picks: Picks = (), dice: Sequence[int] = ()
) -> TrialTable | None:
    """Return the table after a move; None if choices are left or if more decides what comes of it.

    With ``dice`` the next rolls are known.
    """
    rest = move.slots[len(picks) :]
    if any(slot.least > 0 for slot in rest):
        return None
    made = (*picks, *(() for _ in rest))
    after = table.after_move(move, made, dice=dice)
    return after if after is not None and _is_sure(view, table, after, move, made) else None


def fight_with_card(
    view: DoorView, table: TrialTable, move: Move, picks: Picks, dice: Sequence[int] = ()
) -> TrialTable | None:
    """Return the fight after a card is played; None if that is open, or depends on what nobody has seen."""
    after = after_move(view, table, move, picks, dice)
    if after is None or after.state.combat is None:
        return None
    freed = any(score.combat_flag(table, rule) and not score.combat_flag(after, rule) for rule in DENIALS)
    return None if freed and after.combat.foes else after  # what begins to count now is not seen


def own_strength(table: TrialTable) -> int:
    """Return the strength of ``me`` alone."""
    return sum(line.amount for line in score.member_lines(table, table.me))


def concerned_seats(before: TrialTable, after: TrialTable, curse: int) -> list[int]:
    """Return the seats of which a Curse changes anything but the Level."""
    return [
        seat
        for seat in range(before.state.seats)
        if _cards_and_figures(before, seat, curse) != _cards_and_figures(after, seat, curse)
    ]


def _cards_and_figures(table: TrialTable, seat: int, but: int) -> object:
    """Return what a Curse could change about a seat, except for its Level and the Curse itself."""
    person = table.state.people[seat]
    hand = sorted(card for card in places.hand(table, seat) if card != but)
    figures = person.sex, person.alive, person.left, person.skips, person.equipped, person.aside
    return hand, places.in_play(table, seat), figures


def roll_to_escape(table: TrialTable, seat: int, monsters: Container[int]) -> int | None:
    """Return what the die has to show for a seat to get away from each of these monsters (R-430).

    None if no monster follows; ``NO_ESCAPE`` if a rule forbids it. It may be more or less than a die shows.
    """
    needs: set[int] = set()
    for foe in table.combat.foes:
        if foe.card not in monsters:
            continue
        if score.has_combat_rule(table, "no_escape") or score.foe_flag(table, foe, "no_escape"):
            return NO_ESCAPE
        if escape.is_pursued(table, seat, foe):
            needs.add(escape.MIN_ESCAPE_ROLL - escape.flee_bonus(table, seat, foe))
    return max(needs, default=None)


def saved_seats(before: TrialTable, after: TrialTable) -> list[int]:
    """Return who gets away by what was done between two moments of a flight."""
    return sorted({seat for seat, _ in set(after.combat.escaped) - set(before.combat.escaped)})


def chances(view: DoorView, game: DoorGame, move: Move, picks: Picks) -> list[Sums]:
    """Return the different sums that a die, or a guess of the viewer's own, may lead to.

    The list is empty where more decides.
    """
    assert view.seat is not None
    assert view.combat is not None
    found: dict[Sums, None] = {}
    for option in range(MAX_GUESSES):
        table = GuessingTable(_believed(view, game), game.decks, view.seat, option).freeze()
        if not adds_up(table, view.combat):
            return []
        for die in range(1, DIE_SIDES + 1):
            after = fight_with_card(view, table, move, picks, (die,))
            both = None if after is None or not after.combat.foes else sums(after)
            if both is None:
                return []
            found[both] = None
    return list(found)


def _is_sure(view: DoorView, before: TrialTable, after: TrialTable, move: Move, picks: Picks = ()) -> bool:
    """Return True if what a move led to came of neither chance nor a card that the viewer cannot see."""
    return not after.rolled and not after.guessed and not _turns_up(before, after, _seen(view, move, picks))


def _seen(view: DoorView, move: Move, picks: Picks) -> set[Pick]:
    """Return the cards that the viewer sees in hands or on top of discards, and those that they picked."""
    found: set[Pick] = {card for seat in view.seats for card in seat.hand}
    found |= {view.door_top, view.treasure_top}
    for slot, picked in zip(move.slots, picks, strict=False):
        if slot.kind == "card":
            found.update(picked)
    return found


def _turns_up(before: TrialTable, after: TrialTable, seen: set[Pick]) -> bool:
    """Return True if a card comes to light that the viewer does not see; a hand may take and discard such."""
    moved = zip(before.state.zones.place, after.state.zones.place, strict=True)
    for card, (old, new) in enumerate(moved):
        if old == new or card in seen or _is_hand(new):
            continue
        if old in UNSEEN_ZONES or (_is_hand(old) and new not in UNSEEN_ZONES):
            return True
    return False


def _is_hand(zone: int) -> bool:
    return zone >= FIRST_HAND_ZONE and (zone - FIRST_HAND_ZONE) % 2 == 0
