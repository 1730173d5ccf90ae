"""What a seat may do now: one list for buttons, computer players and validation."""

from __future__ import annotations

from collections.abc import Iterator

from cards.kernel.frames import Window
from cards.kernel.moves import ANSWER_VERB, PASS_VERB, Move, Slot
from cards.panic import combat, negotiation, placing, quiet
from cards.panic.engine import PanicMachine
from cards.panic.state import HAND, PLEDGED_CARDS
from cards.panic.words.cancel import Cancel

DISCARD = "discard"

_OWN_WINDOWS = ("play", "draw", "place")
"""Timings named after a window: such a card may be played only in the player's own window of that name."""


LOOK_AT_HAND = "borrow"
"""The question during which one may bargain (P-111)."""

_PHASE_QUESTIONS = {"charity": (), "march": ("movers", "way")}
"""The frames that ask questions of a phase, with what they know before they ask.

A card that is being carried out is finished before anything else is played.
"""


def moves(table: PanicMachine, seat: int) -> Iterator[Move]:
    """Yield everything that the seat may do now."""
    state = table.state
    if state.over or not 0 <= seat < state.seats or table.is_gone(seat):
        return
    if state.prompt is not None:
        if state.prompt.seat == seat:
            yield Move(ANSWER_VERB, state.prompt.card, slots=(state.prompt.slot,))
        yield from _moves_during_question(table, seat)
        return
    frame = table.frame_of(seat)
    window = frame.window
    if window is None:
        return
    if window.awaited & ~window.passed & 1 << seat:
        yield Move(PASS_VERB)
    owner = frame.seat == seat
    if owner:
        yield from _own_moves(table, seat, window)
    else:
        yield from negotiation.helper_moves(table, seat, window.kind)
    claimed: list[int] = []
    if state.claims and window.kind in ("play", "claim", "attacked") and seat != state.active:
        claimed = [token for token in state.claims if table.may_claim(seat, token)]
        yield from combat.attack_moves(table, seat, claimed)
    yield from _card_moves(table, seat, window.kind, owner, bool(claimed))
    yield from quiet.moves(table, seat)


def _moves_during_question(table: PanicMachine, seat: int) -> Iterator[Move]:
    """Yield what may be done while somebody is asked: any-time cards, their own too, and talks (H-124)."""
    prompt = table.state.prompt
    assert prompt is not None
    frame = table.state.frames[-1]
    if prompt.ask == LOOK_AT_HAND:
        if prompt.seat == seat:
            yield from negotiation.active_moves(table, seat, "play")
        else:
            yield from negotiation.helper_moves(table, seat, "play")
            yield from _card_moves(table, seat, "", owner=False, fighting=False)
    elif frame.kind in _PHASE_QUESTIONS:
        yield from _card_moves(table, seat, "", owner=False, fighting=False)


def interrupt(table: PanicMachine) -> None:
    """Take the open question back: it is asked again, as things stand then."""
    frame = table.state.frames[-1]
    kept = _PHASE_QUESTIONS.get(frame.kind)
    if kept is not None:
        frame.vars = {key: value for key, value in frame.vars.items() if key in kept}
    table.state.prompt = None


def _own_moves(table: PanicMachine, seat: int, window: Window) -> Iterator[Move]:
    """Yield what the seat whose phase this is may do besides playing cards."""
    if window.kind == "draw":
        hand = table.seat_cards(seat, HAND)
        if hand and not table.state.discarded:
            yield Move(DISCARD, slots=(Slot("discards", "card", hand),))
        yield from table.power_moves(seat, "draw")
    elif window.kind == "play":
        yield from combat.attack_moves(table, seat)
        yield from table.power_moves(seat, "play")
    elif window.kind == "place":
        yield from placing.moves(table)
    yield from negotiation.active_moves(table, seat, window.kind)


def _card_moves(table: PanicMachine, seat: int, window: str, owner: bool, fighting: bool) -> Iterator[Move]:
    """Yield the cards that may be played by themselves, by their timing (P-051).

    ``fighting``: the seat may fight a monster out of turn, so cards that slay are open to it too (P-237).
    A hand that somebody looks at stays as it is, but for what its owner cancels a Curse with (P-111).
    """
    catalog = table.rules.catalog
    when = catalog.when
    cards = table.whole_hand(seat)
    if owner and window == "play":
        cards = cards + table.state.zones.lists[PLEDGED_CARDS]
    owed = table.promised_cards(seat)
    is_seen = table.is_hand_seen(seat)
    for card in cards:
        if catalog.spaces[card] or card in owed:
            continue
        timing = when[card]
        word = catalog.word(card)
        if is_seen and not isinstance(word, Cancel):
            continue
        own = owner and window == timing
        if timing in _OWN_WINDOWS and not own and not (fighting and word.fights):
            continue
        yield from word.moves(table, seat, card)
