"""Cards that come into play: gifts, Items, traits and companions, lasting and attached cards."""

from __future__ import annotations

from cards.door import facts, gear, people, piles, places, reactions
from cards.door.card_events import (
    CardAnswered,
    CardAttached,
    CardPlayed,
    CardReceived,
    CardStays,
    ItemUnequipped,
)
from cards.door.state import hand_zone, table_zone
from cards.door.table import Table
from cards.door.windows import COMPANION_KINDS
from cards.kernel.events import EVERYONE_MASK
from cards.kernel.frames import Frame


def take(table: Table, card: int, seat: int, to: str) -> None:
    """Give a card to a living seat (R-486).

    What it cannot carry goes to the hand; an Item in play stays where it is (R-044, R-244).
    """
    if not people.is_living(table, seat) or table.state.zones.place[card] == hand_zone(seat):
        return
    giver = places.owner(table, card)
    hidden = giver >= 0 and places.in_hand(table, card)
    if to == "carried" and gear.can_carry(table, seat, card):
        _to_table(table, card, seat)
        table.emit(CardReceived(seat, card=card, giver=giver, source="carried"))
        return
    if to == "carried" and giver >= 0 and not hidden:
        return
    piles.move(table, card, hand_zone(seat))
    table.state.people[seat].fresh.append(card)
    mask = 1 << seat | (1 << giver if giver >= 0 else 0)
    seen = mask if hidden else EVERYONE_MASK
    table.emit(CardReceived(seat, card=card, giver=giver, source="hand", seen=seen))


def swap_items(table: Table, one: int, other: int) -> None:
    """Let two Items in play change places, if both owners can carry what they get (R-244)."""
    here, there = places.owner(table, one), places.owner(table, other)
    if (
        here < 0
        or there < 0
        or here == there
        or not (people.is_living(table, here) and people.is_living(table, there))
    ):
        return
    if not (
        gear.can_receive(table, here, (other,), (one,)) and gear.can_receive(table, there, (one,), (other,))
    ):
        return
    for card, giver, seat in ((one, here, there), (other, there, here)):
        _to_table(table, card, seat)
        table.emit(CardReceived(seat, card=card, giver=giver, source="carried"))


def _to_table(table: Table, card: int, seat: int) -> None:
    piles.move(table, card, table_zone(seat))
    table.recheck_limits = True
    if (
        table.defs[card].kind == "item"
        and not people.in_combat(table, seat)
        and facts.usable(table, seat, card)
        and gear.fits(table, seat, card)
    ):
        table.state.people[seat].equipped.append(card)


def lay_item(table: Table, card: int, seat: int) -> None:
    """Put an Item from the hand on the table, equipped if it fits (R-200)."""
    _to_table(table, card, seat)
    table.emit(CardPlayed(seat, card=card, card_kind="item"))


def hand_over(table: Table, card: int, seat: int) -> None:
    """Move an Item in play to another seat's table (R-242)."""
    _to_table(table, card, seat)


def into_play(table: Table, card: int, seat: int) -> None:
    """Put a card into play for a seat; a Class, Race or companion displaces others if it must (R-152)."""
    _lay_down(table, card, seat)
    if places.owner(table, card) == seat and not places.in_hand(table, card):
        reactions.fire(table, "came_into_play", seat, card)


def _lay_down(table: Table, card: int, seat: int) -> None:
    if not people.is_living(table, seat):
        return
    kind = table.defs[card].kind
    leaving, many = _displaced(table, card, seat, kind)
    if many > 0 and (len(leaving) > many or any(places.is_loaded(table, old) for old in leaving)):
        table.push(Frame("crowd", seat, card=card, vars={"kind": kind}))
    elif many > 0:
        for old in leaving:
            piles.discard(table, old, by=seat)
    if table.defs[card].item and kind != "steed":
        take(table, card, seat, "carried")
        return
    load = table.state.under.get(card, -1) if kind == "companion" else -1
    unload(table, card)
    piles.move(table, card, table_zone(seat))
    if load >= 0 and table.defs[load].item:
        # A seat that takes over a companion also gets what it carries.
        piles.move(table, load, table_zone(seat))
        attach(table, card, load)
    table.recheck_limits = True
    table.emit(CardPlayed(seat, card=card, card_kind=kind))


def _own_places(table: Table, card: int, kind: str) -> int:
    """Return how many more companions or Steeds of its kind a card allows besides itself (R-608)."""
    mods = table.defs[card].mods_by_stat.get(f"{kind}_limit", ())
    return sum(mod.n for mod in mods if mod.flat and isinstance(mod.n, int))


def _displaced(table: Table, card: int, seat: int, kind: str) -> tuple[list[int], int]:
    """Return the cards of which some make room for one that comes into play, and how many of them.

    A Class or Race takes the place of an equal one (R-165). A companion allowed by a Cheat! takes no
    place, and frees none when it leaves (R-601, R-607).
    """
    held = places.traits(table, seat, kind)
    if kind in ("class", "race"):
        same = [old for old in held if table.defs[old].trait == table.defs[card].trait]
        return (same, len(same)) if same else (held, len(held) + 1 - gear.trait_limit(table, seat, kind))
    if (
        kind not in COMPANION_KINDS
        or gear.places_left(table, seat, kind) + _own_places(table, card, kind) > 0
    ):
        return [], 0
    return [old for old in held if not places.is_cheated(table, old)], 1


def unload(table: Table, companion: int) -> None:
    if table.defs[companion].kind == "companion" and table.state.under.pop(companion, -1) >= 0:
        table.recheck_limits = True


def attach(table: Table, card: int, to: int) -> None:
    """Attach a card to another one in play; both then lie in front of the same seat (R-209, R-630)."""
    seat = places.owner(table, to)
    if seat < 0 or places.in_hand(table, to):
        return
    if table.state.zones.place[card] != table_zone(seat):
        piles.move(table, card, table_zone(seat))
    table.state.under[card] = to
    table.recheck_limits = True
    table.emit(CardAttached(seat, card=card, host=to))


def stay(table: Table, card: int, seat: int, until: str) -> None:
    """Put a card in front of a seat, where its modifiers are in force until ``until`` (R-562, R-565)."""
    if not people.is_living(table, seat):
        return
    piles.move(table, card, table_zone(seat))
    table.state.lasting[card] = until
    table.recheck_limits = True
    table.emit(CardStays(seat, card=card, until=until))


def record_answer(table: Table, card: int, word: str) -> None:
    table.state.answers[card] = word
    table.recheck_limits = True
    table.emit(CardAnswered(places.owner(table, card), card=card, answer=word))


def unequip(table: Table, seat: int, card: int) -> None:
    """Take an Item off, or set a Steed aside."""
    if table.defs[card].kind == "steed":
        table.state.people[seat].aside.append(card)
    else:
        table.state.people[seat].equipped.remove(card)
    table.recheck_limits = True
    table.emit(ItemUnequipped(seat, card=card))
