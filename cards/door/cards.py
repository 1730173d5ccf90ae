"""Moving cards: draws, discards, gifts, lasting and attached cards. The only writer of zones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cards.door.card_events import (
    CardAnswered,
    CardAttached,
    CardPlayed,
    CardReceived,
    CardsShown,
    CardStays,
    HandsSwapped,
    ItemUnequipped,
)
from cards.door.gear import GearQueries
from cards.door.kinds import COMPANION_KINDS, TRAIT_KINDS
from cards.door.state import DECK_ZONES, DISCARD_ZONES, LIMBO_ZONE, DoorState, hand_zone, table_zone
from cards.kernel.events import EVERYONE_MASK, Discarded, Drew, Reshuffled
from cards.kernel.frames import Frame

if TYPE_CHECKING:
    from cards.door.decks import Decks


class CardOperations(GearQueries):
    """Operations on cards. ``recheck_limits`` is set when limits may have changed and are to be checked."""

    recheck_limits = False

    def __init__(self, state: DoorState, decks: Decks) -> None:
        super().__init__(state, decks)
        self.leave_reactions: tuple[tuple[str, int, int], ...] = ()
        """Events to be fired (``left_play``, ``companion_lost``), with seat and reacting cards."""

    def move(self, card: int, zone: int, *, bottom: bool = False) -> None:
        """Move a card and end what held only in its old zone: equipped, lasting, attached, just received."""
        state = self.state
        seat = self.owner(card)
        if seat >= 0:
            if not self.in_hand(card) and self.is_living(seat):
                self._note_leaving(card, seat)
            person = state.people[seat]
            if card in person.equipped:
                person.equipped.remove(card)
            if card in person.aside:
                person.aside.remove(card)
            if person.fresh:
                person.forget_fresh(card)
            self.recheck_limits = True
        state.zones.move(card, zone, bottom=bottom)
        if state.lasting:
            state.lasting.pop(card, None)
        if state.answers:
            state.answers.pop(card, None)
        if card in state.turned:
            state.turned.remove(card)
        if not state.under:
            return
        host = state.under.pop(card, -1)
        if self.attached(card):
            self._drop_attached(card)
        if host >= 0 and self.defs[card].kind == "companion" and self.owner(host) == seat:
            # Losing a Hireling loses what it carries (H-42).
            self.discard(host)

    def _note_leaving(self, card: int, seat: int) -> None:
        """Record what has to react after a card has left play."""
        if "left_play" in self.defs[card].on:
            self.leave_reactions += (("left_play", seat, card),)
        if self.defs[card].kind == "companion":
            for other in self.traits(seat, "companion"):
                if other != card and "companion_lost" in self.defs[other].on:
                    self.leave_reactions += (("companion_lost", seat, other),)

    def _drop_attached(self, card: int) -> None:
        """Drop what is attached to a leaving card: Cheat! (R-630) and enhancers (R-209), but no Hireling."""
        state = self.state
        seat = self.owner(card)
        for other in self.attached(card):
            kind = self.defs[other].kind
            if kind == "item_enhancer" and seat >= 0 and not self.in_hand(card):
                state.zones.move(other, table_zone(seat))
                continue
            del state.under[other]
            if kind != "companion":
                state.zones.move(other, DISCARD_ZONES[self.defs[other].back])

    # decks

    def refill(self, deck: str) -> None:
        """Replace an empty deck by its shuffled discards (R-045)."""
        zones = self.state.zones
        discards = zones.lists[DISCARD_ZONES[deck]]
        if zones.lists[DECK_ZONES[deck]] or not discards or DISCARD_ZONES[deck] == DECK_ZONES[deck]:
            return
        order = list(discards)
        self.state.dice.shuffle(order)
        zones.move_all(DISCARD_ZONES[deck], DECK_ZONES[deck], order)
        self.emit(Reshuffled(card_count=len(order), deck=deck))

    def top(self, deck: str) -> int:
        """Return the top card of a deck, refilled if necessary; -1 if nobody can draw that kind (R-045)."""
        self.refill(deck)
        cards = self.state.zones.lists[DECK_ZONES[deck]]
        return cards[-1] if cards else -1

    def draw(self, seat: int, deck: str, n: int, *, face_up: bool = False, to: str = "hand") -> list[int]:
        """Draw cards for a seat; fewer if the deck and its discards do not hold as many (H-18)."""
        if not self.is_living(seat):
            return []
        drawn: list[int] = []
        for _ in range(n):
            card = self.top(deck)
            if card < 0:
                break
            self.move(card, LIMBO_ZONE if to == "limbo" else hand_zone(seat))
            drawn.append(card)
            self.refill(deck)
        if drawn:
            seen = EVERYONE_MASK if face_up else 1 << seat
            self.emit(Drew(seat, cards=tuple(drawn), card_count=len(drawn), deck=deck, seen=seen))
            if to == "hand":
                self.state.people[seat].fresh += drawn
        return drawn

    def put_on_deck(self, card: int, deck: str, *, bottom: bool = False) -> None:
        self.move(card, DECK_ZONES[deck], bottom=bottom)

    # leaving

    def discard(self, card: int, *, by: int = -1) -> None:
        """Put a card on the discards of its back; a discarded card is public (R-040, R-046)."""
        zone = DISCARD_ZONES[self.defs[card].back]
        if self.state.zones.place[card] == zone or self._is_role_of_living(card):
            return
        seat = by if by >= 0 else self.owner(card)
        self.move(card, zone)
        if seat >= 0:
            tallies = self.state.people[seat].tallies
            tallies["cards_discarded"] = tallies.get("cards_discarded", 0) + 1
        self.emit(Discarded(seat, cards=(card,), card_count=1))

    def _is_role_of_living(self, card: int) -> bool:
        """Return True if the card is somebody's Role, which cannot be lost (R-035)."""
        return self.defs[card].kind == "role" and self.owner(card) >= 0 and self.is_living(self.owner(card))

    # arriving

    def take(self, card: int, seat: int, to: str) -> None:
        """Give a card to a living seat (R-486).

        What it cannot carry goes to the hand; an Item in play stays where it is (R-044, R-244).
        """
        if not self.is_living(seat) or self.state.zones.place[card] == hand_zone(seat):
            return
        giver = self.owner(card)
        hidden = giver >= 0 and self.in_hand(card)
        if to == "carried" and self.can_carry(seat, card):
            self._to_table(card, seat)
            self.emit(CardReceived(seat, card=card, giver=giver, source="carried"))
            return
        if to == "carried" and giver >= 0 and not hidden:
            return
        self.move(card, hand_zone(seat))
        self.state.people[seat].fresh.append(card)
        mask = 1 << seat | (1 << giver if giver >= 0 else 0)
        seen = mask if hidden else EVERYONE_MASK
        self.emit(CardReceived(seat, card=card, giver=giver, source="hand", seen=seen))

    def swap_items(self, one: int, other: int) -> None:
        """Let two Items in play change places, if both owners can carry what they get (R-244)."""
        here, there = self.owner(one), self.owner(other)
        if here < 0 or there < 0 or here == there or not (self.is_living(here) and self.is_living(there)):
            return
        if not (self.can_receive(here, (other,), (one,)) and self.can_receive(there, (one,), (other,))):
            return
        for card, giver, seat in ((one, here, there), (other, there, here)):
            self._to_table(card, seat)
            self.emit(CardReceived(seat, card=card, giver=giver, source="carried"))

    def _to_table(self, card: int, seat: int) -> None:
        self.move(card, table_zone(seat))
        self.recheck_limits = True
        if (
            self.defs[card].kind == "item"
            and not self.in_combat(seat)
            and self.usable(seat, card)
            and self.fits(seat, card)
        ):
            self.state.people[seat].equipped.append(card)

    def lay_item(self, card: int, seat: int) -> None:
        """Put an Item from the hand on the table, equipped if it fits (R-200)."""
        self._to_table(card, seat)
        self.emit(CardPlayed(seat, card=card, card_kind="item"))

    def hand_over(self, card: int, seat: int) -> None:
        """Move an Item in play to another seat's table (R-242)."""
        self._to_table(card, seat)

    def into_play(self, card: int, seat: int) -> None:
        """Put a card into play for a seat; a Class, Race or companion displaces others if it must (R-152)."""
        if not self.is_living(seat):
            return
        kind = self.defs[card].kind
        leaving, many = self._displaced(card, seat, kind)
        if many > 0 and (len(leaving) > many or any(map(self.is_loaded, leaving))):
            self.push(Frame("crowd", seat, card=card, vars={"kind": kind}))
        elif many > 0:
            for old in leaving:
                self.discard(old, by=seat)
        if self.defs[card].item and kind != "steed":
            self.take(card, seat, "carried")
            return
        load = self.state.under.get(card, -1) if kind == "companion" else -1
        self.unload(card)
        self.move(card, table_zone(seat))
        if load >= 0 and self.defs[load].item:
            # A seat that takes over a companion also gets what it carries.
            self.move(load, table_zone(seat))
            self.attach(card, load)
        self.recheck_limits = True
        self.emit(CardPlayed(seat, card=card, card_kind=kind))

    def _own_places(self, card: int, kind: str) -> int:
        """Return how many more companions or Steeds of its kind a card allows besides itself (R-608)."""
        mods = self.defs[card].mods_by_stat.get(f"{kind}_limit", ())
        return sum(mod.n for mod in mods if mod.flat and isinstance(mod.n, int))

    def unload(self, companion: int) -> None:
        if self.defs[companion].kind == "companion" and self.state.under.pop(companion, -1) >= 0:
            self.recheck_limits = True

    def _displaced(self, card: int, seat: int, kind: str) -> tuple[list[int], int]:
        """Return the cards of which some make room for one that comes into play, and how many of them.

        A Class or Race takes the place of an equal one (R-165). A companion allowed by a Cheat! takes no
        place, and frees none when it leaves (R-601, R-607).
        """
        held = self.traits(seat, kind)
        if kind in ("class", "race"):
            same = [old for old in held if self.defs[old].trait == self.defs[card].trait]
            return (same, len(same)) if same else (held, len(held) + 1 - self.trait_limit(seat, kind))
        if kind not in COMPANION_KINDS or self.places(seat, kind) + self._own_places(card, kind) > 0:
            return [], 0
        return [old for old in held if not self.is_cheated(old)], 1

    def trait_limit(self, seat: int, kind: str) -> int:
        """Return how many Classes or Races the seat may have (R-150, R-165)."""
        return (2 if self.double(seat, kind) else 1) + self.total(seat, f"{kind}_limit")

    def excess(self, seat: int, kind: str) -> int:
        """Return how many Classes, Races, Steeds or companions are above the limit (R-150, R-601, R-620)."""
        if len(self.traits(seat, kind)) < 2:
            return 0
        if kind in ("class", "race"):
            return max(0, len(self.traits(seat, kind)) - self.trait_limit(seat, kind))
        return max(0, -self.places(seat, kind))

    def kinds_above_limit(self, seat: int) -> list[str]:
        """Return the kinds of which the seat has more cards than it may."""
        return [kind for kind in self.carried(seat).crowded_kinds if self.excess(seat, kind)]

    def trait_room(self, seat: int, card: int) -> bool:
        """Return True if a Class or Race may be played besides those in play (R-150, R-165)."""
        kind = self.defs[card].kind
        held = self.traits(seat, kind)
        if any(self.defs[old].trait == self.defs[card].trait for old in held):
            return False
        return len(held) < self.trait_limit(seat, kind)

    def attach(self, card: int, to: int) -> None:
        """Attach a card to another one in play; both then lie in front of the same seat (R-209, R-630)."""
        seat = self.owner(to)
        if seat < 0 or self.in_hand(to):
            return
        if self.state.zones.place[card] != table_zone(seat):
            self.move(card, table_zone(seat))
        self.state.under[card] = to
        self.recheck_limits = True
        self.emit(CardAttached(seat, card=card, host=to))

    def stay(self, card: int, seat: int, until: str) -> None:
        """Put a card in front of a seat, where its modifiers are in force until ``until`` (R-562, R-565)."""
        if not self.is_living(seat):
            return
        self.move(card, table_zone(seat))
        self.state.lasting[card] = until
        self.recheck_limits = True
        self.emit(CardStays(seat, card=card, until=until))

    def record_answer(self, card: int, word: str) -> None:
        self.state.answers[card] = word
        self.recheck_limits = True
        self.emit(CardAnswered(self.owner(card), card=card, answer=word))

    # showing

    def show(self, cards: tuple[int, ...], to: Sequence[int] | None, *, owner: int) -> None:
        seen = EVERYONE_MASK if to is None else sum(1 << seat for seat in {*to, owner})
        self.emit(CardsShown(owner, cards=cards, card_count=len(cards), seen=seen))

    def swap_hands(self, a: int, b: int) -> None:
        if not (self.is_living(a) and self.is_living(b)):
            return
        first, second = self.hand(a), self.hand(b)
        for cards, seat in ((first, b), (second, a)):
            for card in cards:
                self.move(card, hand_zone(seat))
                self.state.people[seat].fresh.append(card)
        both = 1 << a | 1 << b
        self.emit(HandsSwapped(a, other=b, cards=first + second, seen=both))

    def unequip(self, seat: int, card: int) -> None:
        """Take an Item off, or set a Steed aside."""
        if self.defs[card].kind == "steed":
            self.state.people[seat].aside.append(card)
        else:
            self.state.people[seat].equipped.remove(card)
        self.recheck_limits = True
        self.emit(ItemUnequipped(seat, card=card))

    def keeps_in_death(self, card: int) -> bool:
        """Return True if a card survives its owner's death (R-480)."""
        return self.defs[card].kind in TRAIT_KINDS or self.is_curse(card)
