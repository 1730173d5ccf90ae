"""Moving cards: draws, discards, hands. The only writer of zones."""

from __future__ import annotations

from collections.abc import Sequence

from cards.door import people, places
from cards.door.card_events import CardsShown, HandsSwapped
from cards.door.state import DECK_ZONES, DISCARD_ZONES, LIMBO_ZONE, hand_zone, table_zone
from cards.door.table import Table
from cards.kernel.events import EVERYONE_MASK, Discarded, Drew, Reshuffled


def move(table: Table, card: int, zone: int, *, bottom: bool = False) -> None:
    """Move a card and end what held only in its old zone: equipped, lasting, attached, just received."""
    state = table.state
    seat = places.owner(table, card)
    if seat >= 0:
        if not places.in_hand(table, card) and people.is_living(table, seat):
            _note_leaving(table, card, seat)
        person = state.people[seat]
        if card in person.equipped:
            person.equipped.remove(card)
        if card in person.aside:
            person.aside.remove(card)
        if person.fresh:
            person.forget_fresh(card)
        table.recheck_limits = True
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
    if places.attached(table, card):
        _drop_attached(table, card)
    if host >= 0 and table.defs[card].kind == "companion" and places.owner(table, host) == seat:
        # Losing a Hireling loses what it carries (H-42).
        discard(table, host)


def _note_leaving(table: Table, card: int, seat: int) -> None:
    """Record what has to react after a card has left play."""
    if "left_play" in table.defs[card].on:
        table.leave_reactions += (("left_play", seat, card),)
    if table.defs[card].kind == "companion":
        for other in places.traits(table, seat, "companion"):
            if other != card and "companion_lost" in table.defs[other].on:
                table.leave_reactions += (("companion_lost", seat, other),)


def _drop_attached(table: Table, card: int) -> None:
    """Drop what is attached to a leaving card: Cheat! (R-630) and enhancers (R-209), but no Hireling."""
    state = table.state
    seat = places.owner(table, card)
    for other in places.attached(table, card):
        kind = table.defs[other].kind
        if kind == "item_enhancer" and seat >= 0 and not places.in_hand(table, card):
            state.zones.move(other, table_zone(seat))
            continue
        del state.under[other]
        if kind != "companion":
            state.zones.move(other, DISCARD_ZONES[table.defs[other].back])


# decks


def refill(table: Table, deck: str) -> None:
    """Replace an empty deck by its shuffled discards (R-045)."""
    zones = table.state.zones
    discards = zones.lists[DISCARD_ZONES[deck]]
    if zones.lists[DECK_ZONES[deck]] or not discards or DISCARD_ZONES[deck] == DECK_ZONES[deck]:
        return
    order = list(discards)
    table.state.dice.shuffle(order)
    zones.move_all(DISCARD_ZONES[deck], DECK_ZONES[deck], order)
    table.emit(Reshuffled(card_count=len(order), deck=deck))


def top(table: Table, deck: str) -> int:
    """Return the top card of a deck, refilled if necessary; -1 if nobody can draw that kind (R-045)."""
    refill(table, deck)
    cards = table.state.zones.lists[DECK_ZONES[deck]]
    return cards[-1] if cards else -1


def draw(table: Table, seat: int, deck: str, n: int, *, face_up: bool = False, to: str = "hand") -> list[int]:
    """Draw cards for a seat; fewer if the deck and its discards do not hold as many (H-18)."""
    if not people.is_living(table, seat):
        return []
    drawn: list[int] = []
    for _ in range(n):
        card = top(table, deck)
        if card < 0:
            break
        move(table, card, LIMBO_ZONE if to == "limbo" else hand_zone(seat))
        drawn.append(card)
        refill(table, deck)
    if drawn:
        seen = EVERYONE_MASK if face_up else 1 << seat
        table.emit(Drew(seat, cards=tuple(drawn), card_count=len(drawn), deck=deck, seen=seen))
        if to == "hand":
            table.state.people[seat].fresh += drawn
    return drawn


# discards


def discard(table: Table, card: int, *, by: int = -1) -> None:
    """Put a card on the discards of its back; a discarded card is public (R-040, R-046).

    Its owner loses it; ``by`` is told of a card that nobody owns.
    """
    zone = DISCARD_ZONES[table.defs[card].back]
    if table.state.zones.place[card] == zone or _is_role_of_living(table, card):
        return
    owner = places.owner(table, card)
    seat = owner if owner >= 0 else by
    move(table, card, zone)
    if seat >= 0:
        tallies = table.state.people[seat].tallies
        tallies["cards_discarded"] = tallies.get("cards_discarded", 0) + 1
    table.emit(Discarded(seat, cards=(card,), card_count=1))


def _is_role_of_living(table: Table, card: int) -> bool:
    """Return True if the card is somebody's Role, which cannot be lost (R-035)."""
    return (
        table.defs[card].kind == "role"
        and places.owner(table, card) >= 0
        and people.is_living(table, places.owner(table, card))
    )


# hands


def put_in_hand(table: Table, card: int, seat: int) -> None:
    """Put a card into a hand without an event."""
    move(table, card, hand_zone(seat))
    table.state.people[seat].fresh.append(card)


def show(table: Table, cards: tuple[int, ...], to: Sequence[int] | None, *, owner: int) -> None:
    seen = EVERYONE_MASK if to is None else sum(1 << seat for seat in {*to, owner})
    table.emit(CardsShown(owner, cards=cards, card_count=len(cards), seen=seen))


def swap_hands(table: Table, a: int, b: int) -> None:
    if not (people.is_living(table, a) and people.is_living(table, b)):
        return
    first, second = places.hand(table, a), places.hand(table, b)
    for cards, seat in ((first, b), (second, a)):
        for card in cards:
            move(table, card, hand_zone(seat))
            table.state.people[seat].fresh.append(card)
    both = 1 << a | 1 << b
    table.emit(HandsSwapped(a, other=b, cards=first + second, seen=both))
