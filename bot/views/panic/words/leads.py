"""Which events of the castle-defense game begin lines at whose end others of the same action are told."""

from __future__ import annotations

from cards.kernel.events import Event
from cards.panic.card_events import PanicCardPlayed, PowerUsed

CARDS = (PanicCardPlayed, PowerUsed)
"""Lines that end with what a card did."""


def aims_at(lead: Event, monster: int) -> bool:
    """Return True if a line is about a card that is played on this monster."""
    return isinstance(lead, PanicCardPlayed) and monster in lead.targets
