"""Plain questions about the table; nothing here changes the state."""

from __future__ import annotations

from typing import Any, Final

from cards.door.decks import Decks
from cards.door.holding import Holding
from cards.door.state import (
    FIRST_HAND_ZONE,
    FIRST_TABLE_ZONE,
    LIMBO_ZONE,
    MAX_SEATS,
    PILE_ZONES,
    Combat,
    DoorCharacter,
    DoorState,
    Foe,
)
from cards.kernel.frames import SEATS_BY_MASK, Frame
from cards.kernel.machine import Machine
from cards.language.compiled_filter import CompiledFilter
from cards.language.definition import Definition

CLOCKWISE: Final = [
    [tuple([(first + step) % seats for step in range(seats)]) for first in range(seats)]
    for seats in range(MAX_SEATS + 1)
]
"""For each number of seats, all of them in the order that begins with each."""

OTHER_SEX: Final = {"male": "female", "female": "male"}


class TableQueries(Machine[DoorState]):
    """Plain questions about people, cards and the monsters of a combat.

    ``as_drawback`` is explained in ``cards.language.rules_api``.
    """

    as_drawback: bool | None = None
    reacting: bool = False
    _denying: bool = False

    def __init__(self, state: DoorState, decks: Decks) -> None:
        super().__init__(state)
        self.decks = decks
        self.defs = decks.definitions
        self.options = decks.options

    def answers_by_seat(self, question: str) -> list[Any] | None:
        """Return what is remembered of a question by seat, last for nobody (-1); None: nothing is."""
        memo = self.memo
        if memo is None:
            return None
        found: list[Any] | None = memo.get(question)
        if found is None:
            found = memo[question] = [None] * (self.state.seats + 1)
        return found

    def clear_memo(self) -> None:
        """Forget all answers: something they depend on is about to change."""
        self.memo = self.state.memo = self.state.move_lists = None

    def start_memo(self) -> None:
        """Remember answers from now on: what they depend on does not change before somebody acts."""
        if self.memo is None:
            self.memo = self.state.memo = {}

    # people

    @property
    def active(self) -> int:
        return self.state.active

    @property
    def fighter(self) -> int:
        combat = self.state.combat
        return -1 if combat is None else combat.fighter

    @property
    def helper(self) -> int:
        combat = self.state.combat
        return -1 if combat is None else combat.helper

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def combat(self) -> Combat:
        """Return the combat; only for callers that know there is one."""
        combat = self.state.combat
        assert combat is not None
        return combat

    def person(self, seat: int) -> DoorCharacter:
        return self.state.people[seat]

    def definition(self, card: int) -> Definition:
        return self.defs[card]

    def printed_fits(self, asked: CompiledFilter) -> frozenset[int]:
        """Return all cards of the game that are what a filter asks for, as far as that is printed."""
        found = self.decks.fitting.get(asked)
        if found is None:
            fits = [card for card, definition in enumerate(self.defs) if asked.accepts_printed(definition)]
            found = self.decks.fitting[asked] = frozenset(fits)
        return found

    def option(self, name: str) -> Any:
        """Return a house rule, or the edition's rule if it is unset."""
        if name == "treasures_for_removed":
            return self.decks.pays_for_removed
        return getattr(self.options, name)

    def tally(self, seat: int, name: str) -> int:
        return self.state.people[seat].tallies.get(name, 0)

    def everyone(self) -> list[int]:
        """Return the seats still in the game, clockwise from the active one (R-038)."""
        people = self.state.people
        return [seat for seat in self._clockwise() if not people[seat].left]

    def living(self) -> list[int]:
        """Return the seats that are alive, in the same order."""
        return list(self.living_seats())

    def living_seats(self) -> tuple[int, ...]:
        """Return the same as a tuple, which is quicker."""
        people, seats = self.state.people, self._clockwise()
        for person in people:
            if not person.alive or person.left:
                return tuple([seat for seat in seats if people[seat].alive and not people[seat].left])
        return seats  # mostly all are

    def living_by_number(self, but: int = -1) -> tuple[int, ...]:
        """Return the seats that are alive by their numbers, but for one; for the same the very same tuple."""
        mask = 0
        for seat, person in enumerate(self.state.people):
            if person.alive and not person.left and seat != but:
                mask |= 1 << seat
        return SEATS_BY_MASK[mask]

    def _clockwise(self) -> tuple[int, ...]:
        """Return all seats, clockwise from the active one."""
        state = self.state
        return CLOCKWISE[state.seats][max(state.active, 0)]

    def is_living(self, seat: int) -> bool:
        person = self.state.people[seat]
        return person.alive and not person.left

    def level(self, seat: int) -> int:
        return self.state.people[seat].level

    def sex(self, seat: int) -> str:
        return self.state.people[seat].sex

    def of_sex(self, seat: int, sex: str) -> bool:
        if self.state.people[seat].sex == sex:
            return True
        return self.reacting and any(self.sex_of(card) == sex for card in self.traits(seat, "companion"))

    def in_combat(self, seat: int) -> bool:
        combat = self.state.combat
        return combat is not None and seat in (combat.fighter, combat.helper)

    def party(self) -> list[int]:
        """Return the fighter and the helper, if there are any."""
        combat = self.state.combat
        if combat is None:
            return []
        return [combat.fighter] if combat.helper < 0 else [combat.fighter, combat.helper]

    @property
    def top_level(self) -> int:
        return self.decks.top_level

    def gain_cap(self) -> int:
        """Return the highest Level that can be reached without a kill (R-006, R-007, R-712)."""
        return self.decks.gain_cap

    def _curse_frame(self) -> Frame | None:
        for frame in reversed(self.state.frames):
            if frame.kind == "curse" and self.in_limbo(frame.card):
                return frame
        return None

    @property
    def victim(self) -> int:
        frame = self._curse_frame()
        return -1 if frame is None else frame.seat

    @property
    def curse_sender(self) -> int:
        """Return who played the pending Curse on somebody; -1 if it came by itself."""
        frame = self._curse_frame()
        return -1 if frame is None else frame.it

    @property
    def pending_curse(self) -> int:
        frame = self._curse_frame()
        return -1 if frame is None else frame.card

    @property
    def curse_kicked(self) -> bool:
        frame = self._curse_frame()
        return frame is not None and frame.it < 0

    @property
    def looted(self) -> int:
        for frame in self.state.frames:
            if frame.kind == "turn":
                card = frame.int_var("looted", -1)
                return card if card in self.hand(frame.seat) else -1
        return -1

    def answered(self, card: int) -> str:
        return self.state.answers.get(card, "")

    def meddled(self, seat: int) -> bool:
        combat = self.state.combat
        return combat is not None and bool(combat.meddlers >> seat & 1)

    # cards

    def hand(self, seat: int) -> tuple[int, ...]:
        return self.state.zones.lists[FIRST_HAND_ZONE + 2 * seat]

    def table(self, seat: int) -> tuple[int, ...]:
        """Return all cards in play in front of the seat (R-042)."""
        return self.state.zones.lists[FIRST_HAND_ZONE + 2 * seat + 1]

    def pile(self, name: str) -> tuple[int, ...]:
        return self.state.zones.lists[PILE_ZONES[name]]

    def owner(self, card: int) -> int:
        zone = self.state.zones.place[card] - FIRST_HAND_ZONE
        return zone // 2 if 0 <= zone < 2 * self.state.seats else -1

    def in_hand(self, card: int) -> bool:
        zone = self.state.zones.place[card] - FIRST_HAND_ZONE
        return zone >= 0 and zone % 2 == 0

    def attached(self, card: int) -> list[int]:
        """Return the cards that are attached to this one (Cheat!, item enhancers)."""
        under = self.state.under
        if not under:
            return []
        return [other for other, host in under.items() if host == card]

    def attached_to(self, card: int) -> int:
        return self.state.under.get(card, -1)

    def bonus(self, card: int) -> int:
        extra = sum(self.defs[other].bonus for other in self.attached(card))
        return self.defs[card].bonus + extra

    def value(self, card: int) -> int:
        definition = self.defs[card]
        return definition.value if definition.item else 0

    def is_loaded(self, card: int) -> bool:
        """Return True if the card is a companion that carries an Item (R-600, R-605)."""
        return self.defs[card].kind == "companion" and card in self.state.under

    def is_cheated(self, card: int) -> bool:
        """Return True if a card lets this Item be used against the rules (R-630, R-600)."""
        return any(self.defs[other].kind in ("cheat", "companion") for other in self.attached(card))

    def is_curse(self, card: int) -> bool:
        """Return True if the card is a lasting curse: no payment, and kept in death (R-566, R-568)."""
        return card in self.state.lasting and self.defs[card].kind == "curse"

    def sex_of(self, card: int) -> str:
        """Return a companion's sex, which cards may have changed (R-606)."""
        printed = self.defs[card].sex
        return OTHER_SEX.get(printed, "") if card in self.state.turned else printed

    def carried(self, seat: int) -> Holding:
        """Return what can be read off the cards in front of the seat."""
        state, zone = self.state, FIRST_TABLE_ZONE + 2 * seat
        found: Holding | None = state.holdings[zone]
        if found is not None and found.cards is state.zones.lists[zone]:
            return found
        return self._new_holding(zone)

    def held(self, seat: int) -> Holding:
        """Return what can be read off the cards in the seat's hand."""
        state, zone = self.state, FIRST_HAND_ZONE + 2 * seat
        found: Holding | None = state.holdings[zone]
        if found is not None and found.cards is state.zones.lists[zone]:
            return found
        return self._new_holding(zone)

    def _new_holding(self, zone: int) -> Holding:
        """Look at the cards of a hand or a table, and keep what can be read off them."""
        holdings = self.state.holdings
        old: Holding | None = holdings[zone]
        found = holdings[zone] = Holding(self.state.zones.lists[zone], self.decks)
        if old is not None:
            found.take_over(old)
        return found

    def traits(self, seat: int, kind: str) -> list[int]:
        """Return the cards of a kind in front of the seat; callers must not change the list."""
        return self.carried(seat).of_kind(kind, self.decks)

    def double(self, seat: int, kind: str) -> bool:
        """Return True if a Super Munchkin (``class``) or Half-Breed (``race``) lies in front of the seat."""
        return any(self.defs[card].of == kind for card in self.carried(seat).doubles)

    # the monsters of a combat

    def monsters(self) -> list[int]:
        combat = self.state.combat
        return [] if combat is None else [foe.card for foe in combat.foes]

    def stand_in(self, card: int) -> int:
        """Return the monster that fights for a card: itself or, once it has left, a copy; else the card."""
        combat = self.state.combat
        if combat is None or combat.foe(card) is not None:
            return card
        return next((foe.card for foe in combat.foes if foe.like == card), card)

    def fleeing(self) -> int:
        combat = self.state.combat
        return -1 if combat is None else combat.fleeing

    def original(self, foe: Foe) -> Foe:
        """Return the monster whose enhancers count: the original of a linked copy (R-303)."""
        if foe.linked < 0:
            return foe
        combat = self.state.combat
        while foe.linked >= 0 and combat is not None:
            found = combat.foe(foe.linked)
            if found is None:
                break
            foe = found
        return foe

    def shapers(self, foe: Foe) -> tuple[int, ...]:
        """Return the cards whose modifiers apply to the monster: the one it is like, then its enhancers."""
        root = self.original(foe)
        if not root.borrowed and not root.enhancers:
            return (root.like,)
        return (root.like, *root.borrowed, *root.enhancers)

    def stack_of(self, foe: Foe) -> list[int]:
        """Return the Parasites that add to the monster (R-643); for a linked copy those it matched (H-76)."""
        root = self.original(foe)
        return root.stacked if root is foe else root.stacked[: foe.matched]

    def stack_bonus(self, foe: Foe) -> int:
        """Return the Treasures for ten or more added Levels, paid once (R-644)."""
        return 2 if sum(self.defs[card].level for card in self.stack_of(foe)) >= 10 else 0

    def printed_level(self, monster: int) -> int:
        foe = None if self.state.combat is None else self.state.combat.foe(monster)
        return self.defs[monster if foe is None else foe.like].level

    def in_limbo(self, card: int) -> bool:
        return self.state.zones.place[card] == LIMBO_ZONE
