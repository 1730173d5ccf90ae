"""A situation at the table, written with names: who does what, and what it leads to."""

from __future__ import annotations

from typing import Any, TypeVar

from cards.kernel.events import Event
from cards.kernel.game import Setup
from cards.kernel.moves import (
    ANSWER_VERB,
    DROP_VERB,
    HOST_SEAT,
    PASS_VERB,
    TIME_UP_VERB,
    Action,
    Move,
    Pick,
    Refusal,
)
from cards.panic.arrange import Arrangement
from cards.panic.board import RINGS
from cards.panic.game import PanicGame
from cards.panic.state import EARNED_TREASURES, HAND, TREASURES, TROPHIES, Monster, PanicState, zone
from tests.cards.panic.random_games import restored

E = TypeVar("E", bound=Event)


def arrange(seats: int = 4, **options: object) -> Arrangement:
    """Return an arrangement for a new situation."""
    return Arrangement(PanicGame(Setup("panic", seats, 7, options)))


class PanicSituationTable:
    """A game being played; every accepted action is checked and saved as in a real game."""

    def __init__(self, arrangement: Arrangement, seat: int = 0, phase: int = 3) -> None:
        self.game = arrangement.game
        self.state: PanicState = arrangement.begin(seat, phase)
        self.events: tuple[Event, ...] = ()
        assert self.game.check(self.state) == []

    # actions

    def _pick(self, value: Any) -> Pick:
        ids = self.game.catalog
        if isinstance(value, str) and any(d.id == value for d in ids.definitions):
            return ids.index(value)
        return value  # type: ignore[no-any-return]

    def card(self, seat: int, name: str) -> int:
        """Return the copy that the seat holds, or else the first."""
        cards = self.game.catalog.all_of(name)
        held = [c for c in cards if c in self.hand_cards(seat)]
        return (held or cards)[0]

    def action(
        self, seat: int, verb: str, card: str = "", /, *picks: Any, ability: int | None = None
    ) -> Action:
        """Return an action, with cards given by id. For slots, copies are taken from the candidates."""
        index = -1 if not card else self.card(seat, card)
        move = self.find(seat, verb, index, ability)
        slots = move.slots if move is not None else ()
        filled: list[tuple[Pick, ...]] = []
        for number, given in enumerate(picks):
            values = given if isinstance(given, tuple) else (given,)
            options = slots[number].options if number < len(slots) else ()
            filled.append(tuple(self._choose(value, options, filled) for value in values))
        ability = ability if ability is not None else (move.ability if move is not None else -1)
        if move is not None:
            index = move.card
        return Action(seat, verb, index, ability, tuple(filled))

    def _choose(self, value: Any, options: tuple[Pick, ...], _: object) -> Pick:
        if isinstance(value, str):
            copies = self.game.catalog.all_of(value)
            for copy in copies:
                if copy in options:
                    return copy
            if copies:
                return copies[0]
        return value  # type: ignore[no-any-return]

    def find(self, seat: int, verb: str, index: int = -1, ability: int | None = None) -> Move | None:
        """Return the seat's legal move with this verb and card."""
        for move in self.game.legal_moves(self.state, seat):
            if move.verb != verb or (ability is not None and move.ability != ability):
                continue
            if index < 0 or move.card == index:
                return move
        return None

    def do(
        self, seat: int, verb: str, card: str = "", /, *picks: Any, ability: int | None = None
    ) -> PanicSituationTable:
        """Take an action that must be accepted."""
        self.send(self.action(seat, verb, card, *picks, ability=ability))
        return self

    def send(self, action: Action) -> None:
        result = self.game.step(self.state, action)
        assert not isinstance(result, Refusal), f"{action}: {result}"
        self.state, self.events = result.state, result.events
        assert self.game.check(self.state) == []
        restored(self.game, self.state)

    def refused(
        self, seat: int, verb: str, card: str = "", /, *picks: Any, ability: int | None = None
    ) -> str:
        """Try an action that must be refused without changing anything, and return the code."""
        before = self.game.encode(self.state)
        result = self.game.step(self.state, self.action(seat, verb, card, *picks, ability=ability))
        assert isinstance(result, Refusal), "it was accepted"
        assert self.game.encode(self.state) == before
        return result.code

    def attack(self, seat: int, monster: str, *cards: str) -> PanicSituationTable:
        """Attack a monster with these cards at once."""
        move = self.find(seat, "attack", self.game.catalog.index(monster))
        assert move is not None, f"no attack on {monster}"
        used: list[Pick] = []
        for name in cards:
            free = [c for c in self.game.catalog.all_of(name) if c in move.slots[0].options and c not in used]
            assert free, f"{name} does not reach {monster}"
            used.append(free[0])
        self.send(Action(seat, "attack", move.card, -1, (tuple(used),)))
        return self

    def attackers(self, seat: int, monster: str) -> set[str]:
        """Return the cards with which the seat could attack the monster."""
        move = self.find(seat, "attack", self.game.catalog.index(monster))
        return set() if move is None else {self.name(int(c)) for c in move.slots[0].options}

    def play(self, seat: int, card: str, /, *picks: Any) -> PanicSituationTable:
        """Play a card, also one that does nothing."""
        self.do(seat, "play", card, *picks)
        return self.answer("yes") if not self.state.over and self.waiting.name == "waste" else self

    def passes(self, *seats: int) -> PanicSituationTable:
        for seat in seats:
            self.do(seat, PASS_VERB)
        return self

    def all_pass(self) -> PanicSituationTable:
        """Let all awaited seats pass until the window closes."""
        serial = self.waiting.serial
        while not self.state.over and self.waiting.serial == serial and self.waiting.kind == "window":
            self.do(self.waiting.awaited[0], PASS_VERB)
        return self

    def answer(self, *picks: Any) -> PanicSituationTable:
        seat = self.waiting.awaited[0]
        return self.do(seat, ANSWER_VERB, "", tuple(picks))

    def time_up(self) -> PanicSituationTable:
        self.send(Action(HOST_SEAT, TIME_UP_VERB, ability=self.waiting.serial))
        return self

    def drop(self, seat: int) -> PanicSituationTable:
        self.send(Action(HOST_SEAT, DROP_VERB, ability=seat))
        return self

    def until(self, name: str) -> PanicSituationTable:
        """Let time run out until the game waits for this."""
        for _ in range(60):
            if self.state.over or self.waiting.name == name:
                break
            self.time_up()
        assert not self.state.over
        assert self.waiting.name == name
        return self

    # questions

    @property
    def waiting(self) -> Any:
        waiting = self.game.pending(self.state)
        assert waiting is not None
        return waiting

    def name(self, card: int) -> str:
        return self.game.catalog.definitions[card].id

    def names(self, cards: Any) -> list[str]:
        return sorted(self.name(int(card)) for card in cards)

    def zone(self, number: int) -> list[str]:
        return self.names(self.state.zones.lists[number])

    def hand_cards(self, seat: int) -> list[int]:
        lists = self.state.zones.lists
        return lists[zone(seat, HAND)] + lists[zone(seat, TREASURES)]

    def hand(self, seat: int) -> list[str]:
        return self.names(self.hand_cards(seat))

    def castle(self, seat: int) -> list[str]:
        return self.zone(zone(seat, HAND))

    def treasures(self, seat: int) -> list[str]:
        return self.zone(zone(seat, TREASURES))

    def trophies(self, seat: int) -> list[str]:
        return self.zone(zone(seat, TROPHIES))

    def earned(self, seat: int) -> int:
        return len(self.state.zones.lists[zone(seat, EARNED_TREASURES)])

    def points(self, seat: int) -> int:
        return self.game.table(self.state).points(seat)

    def monster(self, name: str) -> Monster:
        return self.game.table(self.state).monster(self.game.catalog.index(name))

    def at(self, name: str) -> tuple[str, int]:
        """Return the monster's ring and arc; ("", 0) if it is not on the board."""
        for monster in self.state.board:
            if self.name(monster.token) == name:
                return RINGS[monster.ring], monster.arc
        return "", 0

    def health(self, name: str) -> int:
        return self.monster(name).health

    def on_board(self) -> list[str]:
        return self.names(monster.token for monster in self.state.board)

    def has_wall(self, arc: int) -> bool:
        return bool(self.state.walls >> arc & 1)

    def has_tower(self, arc: int) -> bool:
        return bool(self.state.towers >> arc & 1)

    def has_token(self, arc: int) -> bool:
        return bool(self.state.fortified >> arc & 1)

    def options(self, slot: int = 0) -> set[Any]:
        """Return the candidates of the open question."""
        seat = self.waiting.awaited[0]
        move = next(m for m in self.game.legal_moves(self.state, seat) if m.verb == ANSWER_VERB)
        return set(move.slots[slot].options)

    def option_names(self) -> set[str]:
        return {self.name(int(card)) for card in self.options()}

    def can(self, seat: int, verb: str, card: str = "") -> bool:
        """Return True if the seat has such a move."""
        index = -1 if not card else self.card(seat, card)
        return self.find(seat, verb, index) is not None

    def targets(self, seat: int, card: str) -> set[str]:
        """Return the monsters (or other cards) on which the seat may play the card."""
        move = self.find(seat, "play", self.card(seat, card))
        return set() if move is None else {self.name(int(pick)) for pick in move.slots[0].options}

    def events_of(self, kind: type[E]) -> list[E]:
        """Return the events of this kind that the last action brought."""
        return [event for event in self.events if isinstance(event, kind)]
