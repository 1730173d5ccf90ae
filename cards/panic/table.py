"""Seats, hands, decks and waiting: the layer of the machine that does not know monsters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from cards.kernel.events import Drew, Reshuffled
from cards.kernel.frames import Frame
from cards.kernel.machine import Machine
from cards.kernel.moves import Pick, Slot
from cards.panic.card_events import CardGivenBack, CardHanded, TreasuresEarned, TreasuresSettled
from cards.panic.events import PanicDieRolled, PanicRollPurpose
from cards.panic.pack import CharacterDefinition
from cards.panic.rules import PanicRules
from cards.panic.state import (
    CASTLE_DECK,
    CASTLE_DISCARDS,
    EARNED_TREASURES,
    FIRST_SEAT_ZONE,
    FRONT_CARDS,
    HAND,
    PLAYED_CARDS,
    PLEDGED_CARDS,
    TOKEN_DISCARDS,
    TREASURE_DECK,
    TREASURE_DISCARDS,
    TREASURES,
    TROPHIES,
    ZONES_PER_SEAT,
    PanicState,
    zone,
)
from cards.panic.words.powers import AnyPower, CountTreasures, Hold

DISCARD_ZONE_BY_DECK = {"castle": CASTLE_DISCARDS, "treasure": TREASURE_DISCARDS, "token": TOKEN_DISCARDS}
DRAW_ZONE_BY_DECK = {"castle": CASTLE_DECK, "treasure": TREASURE_DECK}


class PanicTable(Machine[PanicState]):
    """One game while it is being changed, with the rules it is played by."""

    frame_handlers: ClassVar[dict[str, Callable[[Any, Frame], None]]] = {}

    def __init__(self, state: PanicState, rules: PanicRules) -> None:
        super().__init__(state)
        self.rules = rules

    # seats

    def is_gone(self, seat: int) -> bool:
        """Return True if the seat was closed."""
        return bool(self.state.gone >> seat & 1)

    def seats_mask(self) -> int:
        """Return the mask of the seats in play."""
        return ((1 << self.state.seats) - 1) & ~self.state.gone

    def other_seats_mask(self, seat: int) -> int:
        """Return the mask of the other seats in play."""
        return self.seats_mask() & ~(1 << seat)

    def seats_from(self, first: int) -> list[int]:
        """Return the seats in play, clockwise from the first."""
        seats = self.state.seats
        every = ((first + step) % seats for step in range(seats))
        return [seat for seat in every if not self.is_gone(seat)]

    def other_seats(self, seat: int) -> tuple[int, ...]:
        """Return the other seats in play, clockwise."""
        return tuple(other for other in self.seats_from(seat) if other != seat)

    def character(self, seat: int) -> CharacterDefinition | None:
        """Return the seat's Character."""
        characters = self.state.characters
        if not characters or characters[seat] < 0:
            return None
        definition = self.rules.catalog.definitions[characters[seat]]
        assert isinstance(definition, CharacterDefinition)
        return definition

    def powers(self, seat: int) -> tuple[AnyPower, ...]:
        """Return what the seat's Character can do."""
        character = self.character(seat)
        return () if character is None else character.powers

    def hand_size(self, seat: int) -> int:
        """Return the number of Castle cards that the seat draws up to (P-034, P-223)."""
        more = sum(power.cards for power in self.powers(seat) if isinstance(power, Hold))
        return self.rules.hand_size + more

    # zones

    def seat_cards(self, seat: int, part: int) -> tuple[int, ...]:
        """Return the cards in one of a seat's zones."""
        return self.state.zones.lists[zone(seat, part)]

    def whole_hand(self, seat: int) -> tuple[int, ...]:
        """Return the seat's Castle cards and Treasures."""
        return self.seat_cards(seat, HAND) + self.seat_cards(seat, TREASURES)

    def owner(self, card: int) -> int:
        """Return the seat in whose zones the card lies, -1 if in none."""
        place = self.state.zones.place[card]
        return -1 if place < FIRST_SEAT_ZONE else (place - FIRST_SEAT_ZONE) // ZONES_PER_SEAT

    def in_hand(self, card: int, seat: int) -> bool:
        """Return True if the seat holds the card."""
        return self.state.zones.place[card] in (zone(seat, HAND), zone(seat, TREASURES))

    def hand_zone_for(self, card: int, seat: int) -> int:
        """Return the zone of the seat's hand in which such a card belongs."""
        return zone(seat, HAND if self.rules.catalog.deck[card] == "castle" else TREASURES)

    def discard(self, card: int) -> None:
        """Put a card on the discards of its deck; a borrowed one is not owed to anybody any more."""
        self.state.borrowed.pop(card, None)
        self.state.zones.move(card, DISCARD_ZONE_BY_DECK[self.rules.catalog.deck[card]])

    def can_draw(self, deck: str) -> bool:
        """Return True if a card can be drawn, after reshuffling the discards if necessary."""
        lists = self.state.zones.lists
        if lists[DRAW_ZONE_BY_DECK[deck]]:
            return True
        return bool(lists[DISCARD_ZONE_BY_DECK[deck]]) and self._may_reshuffle(deck)

    def _may_reshuffle(self, deck: str) -> bool:
        return deck == "castle" or self.rules.options.reshuffle_treasures

    def draw(self, deck: str, to: int, count: int) -> int:
        """Draw cards into a zone of a seat and return how many there were (P-043)."""
        zones = self.state.zones
        drawn: list[int] = []
        for _ in range(count):
            if not zones.lists[DRAW_ZONE_BY_DECK[deck]]:
                if not self.can_draw(deck):
                    break
                for card in zones.lists[DISCARD_ZONE_BY_DECK[deck]]:
                    zones.move(card, DRAW_ZONE_BY_DECK[deck])
                self.shuffle(DRAW_ZONE_BY_DECK[deck])
                self.emit(Reshuffled(deck=deck))
            drawn.append(zones.lists[DRAW_ZONE_BY_DECK[deck]][-1])
            zones.move(drawn[-1], to)
        if drawn:
            seat, part = divmod(to - FIRST_SEAT_ZONE, ZONES_PER_SEAT)
            if part == EARNED_TREASURES:
                self.emit(TreasuresEarned(seat, cards=tuple(drawn), card_count=len(drawn), deck=deck, seen=0))
            else:
                self.emit(Drew(seat, cards=tuple(drawn), card_count=len(drawn), deck=deck, seen=1 << seat))
        return len(drawn)

    def shuffle(self, number: int) -> None:
        """Shuffle the cards of a zone."""
        order = list(self.state.zones.lists[number])
        self.state.dice.shuffle(order)
        self.state.zones.reorder(number, order)

    def earn(self, seat: int, count: int) -> None:
        """Draw Treasures that come to the seat's hand in phase 4 (P-054)."""
        if count and not self.is_gone(seat):
            self.draw("treasure", zone(seat, EARNED_TREASURES), count)

    def hand_over(self, card: int, seat: int, how: str, *, other: int, seen: int | None = None) -> None:
        """Give a card of ``other`` to ``seat``; by default only these two know which card it is."""
        self.state.zones.move(card, self.hand_zone_for(card, seat))
        both = 1 << seat | 1 << other
        self.emit(CardHanded(seat, card=card, giver=other, how=how, seen=both if seen is None else seen))

    def give_back(self, card: int, owner: int, seen: int) -> None:
        """Return a card that was not played to the hand it came from."""
        if self.is_gone(owner):
            self.discard(card)
        else:
            self.state.zones.move(card, self.hand_zone_for(card, owner))
        self.emit(CardGivenBack(owner, card=card, seen=seen))

    def collect_earned(self) -> None:
        """Give all players the Treasures they earned (P-056)."""
        for seat in range(self.state.seats):
            earned = self.seat_cards(seat, EARNED_TREASURES)
            for card in earned:
                self.state.zones.move(card, zone(seat, TREASURES))
            if earned:
                self.emit(TreasuresSettled(seat, cards=earned, card_count=len(earned), seen=1 << seat))

    # points

    def trophy_points(self, token: int) -> int:
        """Return what a trophy counts, cards under it included (P-046)."""
        points = self.rules.catalog.points[token]
        for card, trophy in self.state.under.items():
            if trophy == token:
                points += getattr(self.rules.catalog.word(card), "points", 0)
        return points

    def points(self, seat: int) -> int:
        """Return the seat's trophy points; at the end, what its Character adds too (P-229)."""
        total = sum(self.trophy_points(token) for token in self.seat_cards(seat, TROPHIES))
        if self.state.over:
            for power in self.powers(seat):
                if isinstance(power, CountTreasures):
                    total += power.points * len(self.seat_cards(seat, TREASURES))
        return total

    def curse_in_front(self, seat: int) -> int:
        """Return the Curse token that lies in front of the seat, -1 if none does."""
        deck = self.rules.catalog.deck
        return next((card for card in self.seat_cards(seat, FRONT_CARDS) if deck[card] == "token"), -1)

    def may_not_bargain(self, seat: int) -> bool:
        """Return True if the seat may not bargain for help in its next phase 3 (P-206)."""
        return self.curse_in_front(seat) >= 0

    # frames

    def choose(
        self,
        frame: Frame,
        key: str,
        seat: int,
        ask: str,
        slot: Slot,
        *,
        default: tuple[Pick, ...] | None = None,
        always: bool = False,
        card: int = -1,
    ) -> tuple[Pick, ...] | None:
        """Ask as ``Machine.ask`` does; a closed seat gets the default answer."""
        if key not in frame.vars and self.is_gone(seat):
            frame.vars[key] = slot.options[: slot.least] if default is None else default
        seconds = self.rules.options.answer_seconds
        return self.ask(
            frame, key, seat, ask, slot, seconds=seconds, default=default, always=always, card=card
        )

    def wait(self, frame: Frame, kind: str, awaited: int, seconds: int, *, general: bool = False) -> None:
        """Open a window for the awaited seats that are in play; if there are none, the frame goes on.

        What is asked in ``general`` is not asked of seats that do not want to be (H-128).
        """
        awaited &= self.seats_mask()
        if general:
            awaited &= ~sum(1 << seat for seat in self.state.waived)
        if awaited:
            self.open_window(frame, kind, awaited, seconds)

    def close_if_passed(self, frame: Frame) -> None:
        """Close the frame's window if all awaited seats have passed."""
        window = frame.window
        if window is not None and not window.awaited & ~window.passed:
            frame.window = None

    def picked(self, frame: Frame, key: str) -> tuple[int, ...]:
        """Return the numbers with which a slot was filled."""
        got = frame.vars[key]
        assert isinstance(got, tuple)
        return tuple(int(pick) for pick in got)

    def picked_word(self, frame: Frame, key: str) -> str:
        """Return the word with which a slot was filled."""
        got = frame.vars[key]
        assert isinstance(got, tuple)
        return str(got[0])

    def finish(self, frame: Frame) -> None:
        """End a played card: discard it and pop its frame."""
        self.discard(frame.card)
        self.pop(frame)

    def finish_token(self, frame: Frame) -> None:
        """End a drawn Curse token: discard it and pop its frame (P-193)."""
        self.state.zones.move(frame.card, TOKEN_DISCARDS)
        self.pop(frame)

    def roll(self, seat: int, why: PanicRollPurpose) -> int:
        """Roll the die in the open."""
        value = self.state.dice.roll()
        self.emit(PanicDieRolled(seat, die=value, purpose=why))
        return value

    def card_user(self, card: int) -> int:
        """Return the seat that uses the card: its holder, the helper who pledged it or its player."""
        place = self.state.zones.place[card]
        if place >= FIRST_SEAT_ZONE:
            return (place - FIRST_SEAT_ZONE) // ZONES_PER_SEAT
        if place in (PLEDGED_CARDS, PLAYED_CARDS):
            for deal in self.state.deals:
                if deal.offer.card == card and not deal.used:
                    return deal.offer.seat
        return next((frame.seat for frame in self.state.frames if frame.card == card), -1)
