"""Which events of a door-kicking game begin lines at whose end others of the same action are told."""

from __future__ import annotations

from bot.views.base.event_names import EventNames
from cards.door.card_events import CardPlayed, CardUsed
from cards.door.combat_events import BadStuffSuffered, Caught, MonsterKilled
from cards.door.events import CharacterDied, CurseStruck, DieRolled, DoorKicked, LookedForTrouble
from cards.kernel.events import Event

FIGHT_STARTS = (DoorKicked, LookedForTrouble)
BLOWS = (CurseStruck, Caught, BadStuffSuffered, CharacterDied)
"""Lines that end with what their seat lost."""
CAUSES = (*BLOWS, CardUsed, CardPlayed, DieRolled)
"""Lines that end with what a card did."""


def does(lead: Event, *cards: int) -> bool:
    """Return True if a line is about one of these cards being played or used."""
    return isinstance(lead, CardUsed | CardPlayed) and lead.card in cards


def is_plainly_about(lead: Event, seat: int, names: EventNames) -> bool:
    """Return True if whatever follows is about this seat without saying so."""
    if names.before and names.before[-1].seat not in (seat, -1):
        return False  # somebody else was spoken of in between
    if isinstance(lead, MonsterKilled):
        return lead.seat == seat and lead.helper < 0
    if isinstance(lead, CardUsed | CardPlayed) and lead.target not in (-1, lead.seat):
        return False
    return lead.seat == seat
