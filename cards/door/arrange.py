"""Sets up a given table for scenarios: named cards in named places, the next rolls, the active player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cards.door import characters, fights, gear, party, people, score
from cards.door import help as bargains
from cards.door.game import DoorGame
from cards.door.help import promisable
from cards.door.rules import DoorEngine
from cards.door.state import (
    DECK_ZONES,
    DISCARD_ZONES,
    PILE_ZONES,
    DoorCharacter,
    DoorState,
    HelpOffer,
    hand_zone,
    table_zone,
)
from cards.door.table import Table
from cards.kernel.frames import Frame

TURN_STEP_BY_PHASE: Final = {"begin": 0, "arrange": 1, "trouble": 3, "after": 4, "charity": 5, "end": 6}
"""Steps of the turn's frame at which a situation can begin."""
LOOT_BODY: Final = "loot_body"
"""The phase in which somebody has just died; then the turn goes on as after a combat."""


class Arranger:
    """Sets up a situation. Raises LookupError for what is not possible in it, e.g. a missing card."""

    def __init__(self, game: DoorGame, names: Sequence[str]) -> None:
        self.game = game
        self.names = list(names)
        state, _ = game.start()
        self.state: DoorState = state
        self._gather()

    def _gather(self) -> None:
        """Put all cards back into their decks and end everything that is pending."""
        state = self.state
        state.frames.clear()
        state.prompt = None
        state.people = [DoorCharacter(sex=person.sex) for person in state.people]
        state.zones.redeal(self.game.in_decks())
        self.placed: set[int] = set()

    def card(self, name: str) -> int:
        """Return a card of this name that is still in its deck, and take it for the situation."""
        definitions = self.game.decks.definitions
        for card, definition in enumerate(definitions):
            if name in (definition.name, definition.id) and card not in self.placed:
                self.placed.add(card)
                return card
        raise LookupError(f"no card {name!r} is left")

    def seat(self, name: str) -> int:
        if name not in self.names:
            raise LookupError(f"nobody is called {name!r}")
        return self.names.index(name)

    def lay(self, names: Sequence[str], zone: int) -> list[int]:
        """Move named cards to a zone, the first one named ending on top."""
        cards = [self.card(name) for name in names]
        for card in reversed(cards):
            self.state.zones.move(card, zone)
        return cards

    def fill_seat(self, seat: int, data: Mapping[str, Any]) -> None:
        """Set a seat's figures and cards; what is not given is as for a new character."""
        person = self.state.people[seat]
        person.level = data.get("level", 1)
        person.sex = data.get("sex", person.sex)
        person.alive = data.get("alive", True)
        person.reborn = not person.alive
        person.skips = data.get("skips", 0)
        self.lay(data.get("hand", ()), hand_zone(seat))
        person.fresh = self.lay(data.get("received", ()), hand_zone(seat))
        for key in ("in_play", "carried"):
            self.lay(data.get(key, ()), table_zone(seat))
        person.equipped = self.lay(data.get("equipped", ()), table_zone(seat))
        for name in data.get("curses", ()):
            card = self.lay([name], table_zone(seat))[0]
            self.state.lasting[card] = self.game.decks.definitions[card].stays or "removed"
        for name, host in data.get("attached", {}).items():
            card = self.lay([name], table_zone(seat))[0]
            self.state.under[card] = self.find(host)

    def find(self, name: str) -> int:
        """Return a card of the situation by its name, in any zone."""
        definitions = self.game.decks.definitions
        for card in sorted(self.placed):
            if name in (definitions[card].name, definitions[card].id):
                return card
        raise LookupError(f"the situation has no card {name!r}")

    def lay_out(self, data: Mapping[str, Any]) -> DoorState:
        """Set up a whole situation and return it, waiting for the first step."""
        state = self.state
        for number, seat in enumerate(data["seats"]):
            self.fill_seat(number, seat)
        for pile in ("door_deck", "treasure_deck", "door_discard", "treasure_discard", "seal_deck"):
            self.lay(data.get(pile, ()), PILE_ZONES[pile])
        for name in reversed(data.get("seals_open", ())):
            self.lay([name], PILE_ZONES["seals_open"])
        self._empty_decks(data.get("empty", ()))
        state.dice.coming = list(data.get("dice", ()))
        table = DoorEngine(state, self.game.decks)
        self._begin(table, self.seat(data["turn"]), data.get("phase", "arrange"))
        self._bury(table, data.get("phase", "arrange"), data.get("bodies", ()))
        fight = data.get("fight")
        if fight and data.get("phase") == LOOT_BODY:
            raise LookupError("in the phase loot_body the `fight` is over")
        if fight:
            self._fight(table, fight)
        table.recheck_limits = True
        table.run()
        if fight:
            self._check_bargain(table, fight)
        return state

    def _begin(self, table: Table, seat: int, phase: str) -> None:
        """Start the seat's turn at the beginning of a phase."""
        state = self.state
        if phase == "setup":
            table.push(Frame("setup"))
            return
        state.active = seat
        state.turn = 1
        state.phase = "combat" if phase == LOOT_BODY else phase
        table.push(Frame("turn", seat, step=TURN_STEP_BY_PHASE["after" if phase == LOOT_BODY else phase]))

    def _bury(self, table: Table, phase: str, names: Sequence[str]) -> None:
        """Let the named players die, by default the active one (R-480)."""
        if phase != LOOT_BODY:
            if names:
                raise LookupError("`bodies` are for the phase loot_body")
            return
        for seat in [self.seat(name) for name in names] or [self.state.active]:
            if not people.is_living(table, seat):
                raise LookupError(f"{self.names[seat]} cannot have just died: not alive")
            characters.kill(table, seat, -1)
            if people.is_living(table, seat):
                raise LookupError(f"a card keeps {self.names[seat]} from dying")

    def _fight(self, table: Table, data: Mapping[str, Any]) -> None:
        """Begin a combat of the active player, as if its first monster had been found behind a door."""
        state = self.state
        state.phase = "door"
        state.frames[-1].step = TURN_STEP_BY_PHASE["trouble"]
        seat = state.active
        for name in data["monsters"]:
            fights.start_combat(table, self.card(name), seat)
        for monster, names in data.get("enhancers", {}).items():
            for name in [names] if isinstance(names, str) else names:
                fights.enhance(table, self.card(name), self.find(monster), seat)
        if data.get("helper"):
            helper = self.seat(data["helper"])
            if helper == seat:
                raise LookupError("nobody helps in their own combat")
            party.join(table, helper, compelled=bool(data.get("compelled")))
            if data.get("deal"):
                table.combat.deal = self._deal(table, helper, data["deal"])
        elif data.get("compelled") or data.get("deal"):
            raise LookupError("`compelled` and `deal` need a `helper`")

    def _deal(self, table: Table, helper: int, data: Mapping[str, Any]) -> HelpOffer:
        """Return the bargain that the fighter made with the helper (R-352)."""
        if table.combat.compelled:
            raise LookupError("a compelled helper has no `deal` (R-357)")
        self.state.numbers += 1
        return HelpOffer(
            self.state.numbers,
            table.fighter,
            helper,
            -1 if data["treasures"] == bargains.ALL_TREASURES else int(data["treasures"]),
            data["order"],
            self._among(
                data["items"], gear.tradable(table, table.fighter), "an Item that the fighter can give"
            ),
            self._among(
                data["promises"], promisable(table, table.fighter), "a card that the fighter can promise"
            ),
            data["condition"],
        )

    def _among(self, names: Sequence[str], cards: Sequence[int], what: str) -> tuple[int, ...]:
        """Return the cards with these names among some cards, each card once at most."""
        definitions = self.game.decks.definitions
        found: list[int] = []
        for name in names:
            fitting = [
                c for c in cards if name in (definitions[c].name, definitions[c].id) and c not in found
            ]
            if not fitting:
                offered = ", ".join(definitions[card].name for card in cards) or "none"
                raise LookupError(f"{name!r} is not {what}; there is: {offered}")
            found.append(fitting[0])
        return tuple(found)

    def _check_bargain(self, table: Table, data: Mapping[str, Any]) -> None:
        """Check that the helper could join on the terms of the situation, with the monsters in place."""
        combat = self.state.combat
        if combat is None or not data.get("helper"):
            return
        if data.get("compelled") and (combat.helper < 0 or score.for_the_win(table)):
            raise LookupError(
                f"{data['helper']} cannot be compelled: the combat is for the win, or to be fought alone "
                "(R-357, R-359)"
            )
        deal = combat.deal
        if deal is not None and deal.treasures > score.pool(table):
            raise LookupError(
                f"the deal is about {deal.treasures} Treasures, and there are {score.pool(table)}"
            )

    def _empty_decks(self, decks: Sequence[str]) -> None:
        """Move every unnamed card of a deck and its discards to a zone that no rule looks at."""
        zones = self.state.zones
        for deck in decks:
            for zone in {DECK_ZONES[deck], DISCARD_ZONES[deck]}:
                for card in [c for c in zones.lists[zone] if c not in self.placed]:
                    zones.move(card, PILE_ZONES["spare_roles"])
