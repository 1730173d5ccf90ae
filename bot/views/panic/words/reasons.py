"""What computers say when they refuse an offer in the castle-defense game, or bid less, by temperament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.views.base.event_names import EventNames
from bot.views.base.text import humanize
from cards.panic.card_events import PanicReasonGiven

REASON_SAYINGS: Final[Mapping[str, tuple[str, str, str]]] = {
    "castle": (
        "Keep it for a day when the walls shake. They will.",
        "Nice card. Wrong afternoon.",
        "I don’t buy umbrellas in the sun.",
    ),
    "dear": (
        "That buys two towers, friend.",
        "I wanted help, not a landlord.",
        "For that I could hire the monsters.",
    ),
    "last": (
        "My name is on none of these towers.",
        "I’m last. The rubble and I get along.",
        "Let it fall. I have nothing up there.",
    ),
    "leader": (
        "You hold the most. Hold the wall, too.",
        "You’re far enough ahead as it is.",
        "Help the one in front? Not at that price.",
    ),
    "own_mind": (
        "I can manage. I think.",
        "I have my reasons. They are small and mean.",
        "My fight, my loot.",
    ),
    "price": (
        "I would give it gladly, but not for that.",
        "Make it worth my while.",
        "For that my sword stays in bed.",
    ),
}
"""For each reason what the loyal, the fair and the greedy say."""


def reason_said(event: PanicReasonGiven, names: EventNames) -> str:
    """Return a reason in the words of the seat that gives it."""
    sayings = REASON_SAYINGS.get(event.reason, (humanize(event.reason) + ".",))
    said = sayings[event.mood % len(sayings)]
    return f"💬 {names.seat(event.seat)} to {names.seat(event.to)}: “{said}”"
