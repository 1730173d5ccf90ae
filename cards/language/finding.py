"""Finds the cards that a card speaks of: which fit a filter, which lie there, which a short name means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from cards.kernel.frames import Frame
from cards.language.rules_api import Facts
from cards.language.seats import bound_card, scope_with_it, who_seats

if TYPE_CHECKING:
    from cards.language.definition import Definition
    from cards.language.filters import CardReference, CardSelection, Filter, Zone

SHARED_ZONES: Final = frozenset({"combat", "door_discard", "treasure_discard"})
"""Zones that are nobody's."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledFilter:
    """What a ``Filter`` asks for: a plain object, since cards are tried all the time.

    ``printed`` holds tests of what is printed, only those that are asked for: mostly one or two.
    ``changes`` tells whether anything is asked that may change while a card lies on the table.
    """

    printed: tuple[Callable[[Definition], bool], ...]
    not_this: bool
    changes: bool


def compile_filter(wanted: Filter) -> CompiledFilter:
    """Return what the filter asks for; ``Filter.look`` keeps it."""
    figures = (wanted.min_value, wanted.max_value, wanted.min_bonus, wanted.max_bonus)
    others = (wanted.min_level, wanted.max_level, wanted.big, wanted.equipped)
    changes = bool(wanted.tag or wanted.without_tag) or any(f is not None for f in (*figures, *others))
    return CompiledFilter(_printed_tests(wanted), wanted.not_this, changes)


def _printed_tests(wanted: Filter) -> tuple[Callable[[Definition], bool], ...]:
    kind, item, used_up, id_, trait = wanted.kind, wanted.item, wanted.used_up, wanted.id, wanted.trait
    back, hands, letters = wanted.back, wanted.hands, wanted.name_has.lower()
    slot = "" if wanted.slot == "none" else wanted.slot
    tests: list[tuple[object, Callable[[Definition], bool]]] = [
        (kind, lambda made: made.kind in kind),
        # no card means a Role unless it says so.
        (not (kind or trait), lambda made: made.kind != "role"),
        (item is not None, lambda made: made.item is item),
        (used_up is not None, lambda made: made.once is used_up),
        (id_, lambda made: made.id == id_),
        (trait, lambda made: made.trait == trait),
        (back, lambda made: made.back == back),
        (wanted.slot, lambda made: made.slot == slot),
        (hands, lambda made: made.hands == hands),
        (letters, lambda made: letters in made.name.lower()),
    ]
    return tuple([test for asked, test in tests if asked])


def fits(wanted: Filter, card: int, facts: Facts, frame: Frame) -> bool:
    """Return True if the card is what is meant."""
    return bool(fitting(wanted, (card,), facts, frame))


def fitting(wanted: Filter, cards: Iterable[int], facts: Facts, frame: Frame) -> list[int]:
    """Return those of the cards that are what is meant."""
    asked = wanted.compiled
    found: list[int] = []
    for card in cards:
        made = facts.definition(card)
        for test in asked.printed:
            if not test(made):
                break
        else:
            if asked.not_this and card == frame.card:
                continue
            if not asked.changes or _fits_now(wanted, card, facts):
                found.append(card)
    return found


def _fits_now(wanted: Filter, card: int, facts: Facts) -> bool:
    """Look at what may change while the card lies on the table."""
    if wanted.tag and wanted.tag not in facts.tags(card):
        return False
    if wanted.without_tag and wanted.without_tag in facts.tags(card):
        return False
    if wanted.big is not None and facts.is_big(card) is not wanted.big:
        return False
    if wanted.equipped is not None and _equipped(card, facts) is not wanted.equipped:
        return False
    return (
        _within(wanted.min_value, wanted.max_value, facts.value, card)
        and _within(wanted.min_bonus, wanted.max_bonus, facts.bonus, card)
        and _within(wanted.min_level, wanted.max_level, facts.printed_level, card)
    )


def _equipped(card: int, facts: Facts) -> bool:
    owner = facts.owner(card)
    return owner >= 0 and card in facts.cards_of(owner, "equipped")


def _within(low: int | None, high: int | None, measure: Any, card: int) -> bool:
    if low is None and high is None:
        return True
    figure = measure(card)
    return (low is None or figure >= low) and (high is None or figure <= high)


def zone_cards(zone: Zone, facts: Facts, seats: list[int]) -> list[int]:
    """Return the cards lying there, of these seats where the zone is a player's."""
    if zone == "combat":
        return list(facts.monsters())
    if zone in ("door_discard", "treasure_discard"):
        return list(facts.pile(zone))
    found: list[int] = []
    for seat in seats:
        if zone == "own":
            found += facts.cards_of(seat, "hand")
            found += facts.cards_of(seat, "in_play")
        else:
            found += facts.cards_of(seat, zone)
    return found


def ref_card(ref: CardReference, facts: Facts, frame: Frame) -> int:
    """Return the card that a short name stands for, -1 if there is none at the moment."""
    if ref == "this":
        return frame.card
    if ref == "fled":
        return facts.fleeing()
    if ref == "curse":
        return facts.pending_curse
    if ref == "looted":
        return facts.looted
    if ref == "attached_to":
        return facts.attached_to(frame.card)
    return bound_card(frame, ref)


def matching(cards: CardSelection, facts: Facts, frame: Frame) -> list[int]:
    """Return every card that a selection speaks of, however many of them it wants."""
    whose, zone = cards.whose, cards.zone
    if isinstance(whose, str) or zone in SHARED_ZONES:
        seats = who_seats(whose, facts, frame)
        return fitting(cards, zone_cards(zone, facts, seats), facts, frame)
    found: list[int] = []
    for seat in who_seats(whose.among, facts, frame):
        wanted = fitting(cards, zone_cards(zone, facts, [seat]), facts, frame)
        if wanted and whose.test.holds(facts, scope_with_it(frame, seat)):  # what costs more comes last
            found += wanted
    return found
