"""Another deal of everything a seat cannot know: for search, and to prove that no hidden card leaks."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cards.door import facts
from cards.door.decks import Decks
from cards.door.rules import DoorEngine
from cards.door.state import DOOR_DECK, SEAL_DECK, TREASURE_DECK, DoorState, hand_zone
from cards.kernel.dice import Dice, PooledDice
from cards.kernel.frames import FrameValue
from cards.kernel.moves import Pick

SECRET_CARD_KEY_PREFIXES: Final = ("given", "part", "repair", "?card")
"""Prefixes of the frame keys that hold hand cards chosen in secret."""


def redeal_hidden(state: DoorState, decks: Decks, seat: int | None, seed: int) -> DoorState:
    """Return a state that looks the same to the seat, with hidden cards swapped among hidden places.

    Cards are swapped only with cards of the same back, since everybody can see the backs. The result depends
    on the seed and on what the seat sees, not on where the hidden cards really are.
    """
    copy = state.clone()
    dice = PooledDice(seed)
    hidden = [card for cards in hidden_cards(copy, decks, seat).values() for card in cards]
    before: list[int] = []
    after: list[int] = []
    for back in ("door", "treasure", "seal"):
        cards = [card for card in hidden if decks.definitions[card].back == back]
        mixed = sorted(cards)  # so that the same seed gives the same deal, wherever the cards really are
        dice.shuffle(mixed)
        before += cards
        after += mixed
    swap_cards(copy, before, after)
    if not copy.over:
        copy.dice = Dice(dice.randbelow(1 << 62), state.dice.count, state.dice.coming.copy())
    return copy


def hidden_cards(state: DoorState, decks: Decks, seat: int | None) -> dict[int, list[int]]:
    """Return the cards that the seat cannot know, by zone: decks and others' hands."""
    table = DoorEngine(state, decks)
    zones = [DOOR_DECK, TREASURE_DECK, SEAL_DECK]
    for other in range(state.seats):
        if other != seat and not facts.flag(table, other, "open_hand"):
            zones.append(hand_zone(other))
    told = _known_cards(state, seat)
    lists = state.zones.lists
    return {zone: [card for card in lists[zone] if not told or card not in told] for zone in zones}


def swap_cards(state: DoorState, before: list[int], after: list[int]) -> None:
    """Put the same cards in another order in each other's places, also wherever they are named."""
    zones = state.zones
    renamed = list(range(len(zones.place)))
    touched = [False] * len(zones.lists)
    for number, old in enumerate(before):
        renamed[old] = after[number]
        touched[zones.place[old]] = True
    zones.redeal(
        tuple([renamed[card] for card in cards]) if touched[zone] else cards
        for zone, cards in enumerate(zones.lists)
    )
    _rename_cards(state, renamed)


def _known_cards(state: DoorState, seat: int | None) -> set[int]:
    """Return hidden cards that the seat knows: it is choosing among them, or was promised them (R-352)."""
    known: set[int] = set()
    prompt = state.prompt
    if prompt is not None and prompt.seat == seat and prompt.slot.kind == "card":
        known.update(pick for pick in prompt.slot.options if isinstance(pick, int))
    if state.combat is not None:
        deal = state.combat.deal
        for offer in state.combat.offers if deal is None else [*state.combat.offers, deal]:
            if seat in (offer.by, offer.to):
                known.update(offer.promises)
    return known


def _rename_cards(state: DoorState, renamed: list[int]) -> None:
    """Replace the cards named in frames, offers and the like by those in their place."""

    def in_place_of(picks: tuple[Pick, ...]) -> tuple[Pick, ...]:
        return tuple(renamed[p] if isinstance(p, int) else p for p in picks)

    for person in state.people:
        person.fresh = [renamed[card] for card in person.fresh]
    prompt = state.prompt
    if prompt is not None and prompt.slot.kind == "card":
        slot = prompt.slot._replace(options=in_place_of(prompt.slot.options))
        state.prompt = replace(prompt, slot=slot, default=in_place_of(prompt.default))
    for frame in state.frames:
        for key, value in frame.vars.items():
            if key.startswith(SECRET_CARD_KEY_PREFIXES) and isinstance(value, tuple):
                changed: FrameValue = in_place_of(value)
                frame.vars[key] = changed
    combat = state.combat
    if combat is not None:
        combat.offers = [replace(o, promises=tuple(renamed[c] for c in o.promises)) for o in combat.offers]
        if combat.deal is not None:
            promises = tuple(renamed[c] for c in combat.deal.promises)
            combat.deal = replace(combat.deal, promises=promises)
