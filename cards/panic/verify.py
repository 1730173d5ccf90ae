"""What holds after every action, checked in tests and by the simulator."""

from __future__ import annotations

from collections.abc import Iterator

from cards.panic.board import CASTLE
from cards.panic.engine import PanicMachine
from cards.panic.state import (
    BAG,
    BOARD,
    CASTLE_DECK,
    CASTLE_DISCARDS,
    CHARACTER_POOL,
    DRAWN_TOKEN,
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
    UNDER_TROPHIES,
    ZONES_PER_SEAT,
)

_DECKS_BY_ZONE = {
    CASTLE_DECK: ("castle",),
    CASTLE_DISCARDS: ("castle",),
    TREASURE_DECK: ("treasure",),
    TREASURE_DISCARDS: ("treasure",),
    BAG: ("token",),
    TOKEN_DISCARDS: ("token",),
    BOARD: ("token",),
    DRAWN_TOKEN: ("token",),
    PLAYED_CARDS: ("castle", "treasure"),
    UNDER_TROPHIES: ("treasure",),
    PLEDGED_CARDS: ("castle", "treasure"),
    CHARACTER_POOL: ("character",),
}
_DECKS_BY_SEAT_ZONE = {
    HAND: ("castle",),
    TREASURES: ("treasure",),
    TROPHIES: ("token",),
    EARNED_TREASURES: ("treasure",),
    FRONT_CARDS: ("token", "character"),
}


def violations(table: PanicMachine) -> list[str]:
    """Return a line for every broken invariant."""
    found = table.state.zones.faults()
    if found:
        return found
    return [*_zones(table), *_board(table), *_turn(table), *_wait(table)]


def _zones(table: PanicMachine) -> Iterator[str]:
    """Check that each zone holds only cards of its decks, and a closed seat only its Character."""
    deck = table.rules.catalog.deck
    for number, cards in enumerate(table.state.zones.lists):
        if number < FIRST_SEAT_ZONE:
            allowed = _DECKS_BY_ZONE[number]
        else:
            seat, part = divmod(number - FIRST_SEAT_ZONE, ZONES_PER_SEAT)
            allowed = _DECKS_BY_SEAT_ZONE[part]
            if table.is_gone(seat):
                allowed = ("character",)
        yield from (f"card {card} in zone {number}" for card in cards if deck[card] not in allowed)


def _board(table: PanicMachine) -> Iterator[str]:
    """Check that monsters, structures and tokens are consistent."""
    state = table.state
    tokens = [monster.token for monster in state.board]
    if sorted(tokens) != sorted(state.zones.lists[BOARD]):
        yield "the board and its zone differ"
    waiting = {frame.card for frame in state.frames if frame.kind == "slain"}
    for m in state.board:
        lowest = table.rules.catalog.lowest[m.token]
        if not (0 <= m.ring <= CASTLE and 1 <= m.arc <= 6):
            yield f"monster {m.token} stands at {m.ring}, {m.arc}"
        dying = m.health == 0 and m.token in waiting
        if m.health > m.top or (m.health < lowest and not dying):
            yield f"monster {m.token} has health {m.health} of {m.top}"
        if m.ring == CASTLE and state.towers >> m.arc & 1:
            yield f"monster {m.token} stands on a Tower"
    if state.fortified & ~state.walls or state.fortified.bit_count() > table.rules.fortify_tokens:
        yield f"Fortify tokens {state.fortified:b} on Walls {state.walls:b}"
    if state.glued >= 0 and state.glued not in tokens:
        yield "the glued monster is not on the board"
    held = {*state.claims, *state.attacked, *state.unslayable, *(past.token for past in state.past_attacks)}
    if held - set(tokens):
        yield f"claimed, attacked or unslayable, but not on the board: {sorted(held - set(tokens))}"
    if sorted(state.under) != sorted(state.zones.lists[UNDER_TROPHIES]):
        yield "cards under trophies and their zone differ"
    trophies = {token for seat in range(state.seats) for token in table.seat_cards(seat, TROPHIES)}
    if set(state.under.values()) - trophies:
        yield "a card lies under a monster that is no trophy"


def _turn(table: PanicMachine) -> Iterator[str]:
    """Check that offers and deals have their cards, and that nothing outlives its turn."""
    state = table.state
    for offer in state.offers:
        if not table.in_hand(offer.card, offer.seat):
            yield f"seat {offer.seat} offers a card it does not hold"
    pledged = {deal.offer.card for deal in state.deals if not deal.used}
    played = set(state.zones.lists[PLAYED_CARDS])
    if pledged - played != set(state.zones.lists[PLEDGED_CARDS]):
        yield "pledged cards and open deals differ"
    if (
        state.phase != 3
        and (state.deals or state.offers or state.claims or state.borrowed or state.past_attacks)
        and not state.over
    ):
        yield f"a deal, claim, past attack or borrowed card in phase {state.phase}"
    if played - {frame.card for frame in state.frames} and not state.over:
        yield "a played card has no frame"
    drawn = state.zones.lists[DRAWN_TOKEN]
    if len(drawn) > 1 or (drawn and state.phase != 6):
        yield f"drawn tokens {drawn}"


def _wait(table: PanicMachine) -> Iterator[str]:
    """Check that somebody in play can continue, unless the game is over."""
    state = table.state
    if state.over:
        if state.prompt is not None:
            yield "a question after the end"
        return
    if state.prompt is not None:
        if table.is_gone(state.prompt.seat):
            yield "a closed seat is asked"
        if not state.prompt.slot.accepts(state.prompt.default):
            yield f"the default answer of {state.prompt.ask} is not valid"
        return
    window = table.window
    if window is None:
        yield "nobody is awaited"
    elif not window.awaited & ~window.passed & table.seats_mask():
        yield f"the window {window.kind} waits for nobody"
