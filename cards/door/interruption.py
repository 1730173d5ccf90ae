"""Questions that a card of somebody else interrupts (H-124): what was said before may no longer hold.

The cards that an effect has named so far are looked for where they lay (R-008): what has gone from there
meanwhile is passed over. Answers that can no longer be given are asked for again.
"""

from __future__ import annotations

from typing import Final

from cards.door.state import DoorState
from cards.kernel.frames import Frame
from cards.kernel.moves import Slot
from cards.language.references import bound_cards

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
