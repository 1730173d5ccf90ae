"""What a frame asks of people and of chance, and questions that a card of somebody else interrupts (H-124).

Each answer is kept in the frame. What was said before an interruption may no longer hold: the cards that an
effect has named so far are looked for where they lay (R-008), what has gone from there meanwhile is passed
over, and answers that can no longer be given are asked for again.
"""

from __future__ import annotations

from typing import Final

from cards.door.events import DieRolled
from cards.door.state import DoorState
from cards.door.table import Table
from cards.kernel.frames import Frame
from cards.kernel.machine import Asked
from cards.kernel.moves import Pick, Slot
from cards.language.player_words import bound_cards

GUESS_SECONDS = 15
"""Time for a guess: it comes unexpectedly, one answer is as good as the other, and all wait for it."""


def choose(
    table: Table,
    frame: Frame,
    key: str,
    seat: int,
    ask: str,
    slot: Slot,
    default: tuple[Pick, ...] | None = None,
    *,
    always: bool = False,
    card: int = -1,
) -> tuple[Pick, ...]:
    """Return a seat's answer to a question about a card, if not said the frame's; or raise Asked.

    Who has left gets the default answer (H-17). A frame must not have changed anything before it asks.
    """
    if is_outdated(frame, key, slot):
        del frame.vars[key]
    if table.state.people[seat].left and key not in frame.vars:
        frame.vars[key] = default if default is not None else slot.options[: slot.least]
    answer = table.ask(
        frame,
        key,
        seat,
        ask,
        slot,
        seconds=GUESS_SECONDS if ask == "guess" else table.options.answer_seconds,
        default=default,
        card=card if card >= 0 else frame.card,
        always=always,
    )
    if answer is None:
        raise Asked
    return answer


def roll(table: Table, frame: Frame, key: str, seat: int) -> int:
    """Roll a die, once for each key of the frame."""
    got = frame.vars.get(key)
    if isinstance(got, int):
        return got
    die = table.state.dice.roll()
    frame.vars[key] = die
    table.emit(DieRolled(seat, die=die, card=frame.card))
    return die


def randbelow(table: Table, frame: Frame, key: str, bound: int) -> int:
    """Draw a random number, once for each key of the frame."""
    got = frame.vars.get(key)
    if not isinstance(got, int):
        got = table.state.dice.randbelow(bound)
        frame.vars[key] = got
    return got


def name_choices(table: Table, frame: Frame, key: str, card: int, n: int) -> tuple[str, ...]:
    """Return ``n`` names of cards of the card's kind, with its own among them; the same for each key."""
    made = table.defs[card]
    names = sorted({other.name for other in table.defs if other.kind == made.kind} - {made.name})
    found = [made.name]
    while names and len(found) < n:
        found.append(names.pop(randbelow(table, frame, f"{key}{len(found)}", len(names))))
    return tuple(sorted(found))


PLACES_KEY: Final = "?places"
"""Where a frame notes in which zones its cards lie; like an answer, it goes with the word that asked."""
NAMES: Final = ("card", "second_card", "found")
"""The names under which a frame keeps cards; monsters are looked for in the combat anyway."""


def note_places(state: DoorState) -> None:
    """Note where the cards lie that the effect which is asking has named so far."""
    place = state.zones.place
    for frame in _frames_of_asker(state):
        if not frame.vars.get(PLACES_KEY):
            frame.vars[PLACES_KEY] = tuple(
                [place[card] for name in NAMES for card in bound_cards(frame, name)]
            )


def forget_moved(state: DoorState) -> None:
    """Let the effect that goes on now pass over the named cards that have been moved since."""
    for frame in _frames_of_asker(state):
        places = frame.vars.get(PLACES_KEY)
        if isinstance(places, tuple) and places:
            _forget_moved(state, frame, places)
            frame.vars[PLACES_KEY] = ()


def _forget_moved(state: DoorState, frame: Frame, places: tuple[int | str, ...]) -> None:
    number = 0
    for name in NAMES:
        cards = bound_cards(frame, name)
        kept: list[int] = []
        for card in cards:
            if state.zones.place[card] == places[number]:
                kept.append(card)
            number += 1
        if len(kept) < len(cards):
            frame.vars[name] = tuple(kept)


def is_outdated(frame: Frame, key: str, slot: Slot) -> bool:
    """Return True if the frame was interrupted and its answer can no longer be given."""
    if PLACES_KEY not in frame.vars:
        return False
    answer = frame.vars.get(key, ())
    return isinstance(answer, tuple) and any(pick not in slot.options for pick in answer)


def _frames_of_asker(state: DoorState) -> list[Frame]:
    """Return the frame on top and those below it that run lists of the same card."""
    found: list[Frame] = []
    for frame in reversed(state.frames):
        if found and (frame.kind != "run" or found[0].kind != "run" or frame.card != found[0].card):
            break
        found.append(frame)
    return found
