"""What computers say when they refuse an offer or bid less, and what Characters can do, in few words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.views.base.event_names import EventNames
from bot.views.base.event_rows import tell
from bot.views.base.text import humanize, read_texts, say
from cards.panic.card_events import PanicReasonGiven

_TEXTS = read_texts("bot.views.panic.words", "sayings")

REASON_SAYINGS: Final[Mapping[str, Sequence[str]]] = _TEXTS["usual"]
"""For each reason what the loyal, the fair and the greedy say."""

POWER_TEXTS: Final[Mapping[str, str]] = _TEXTS["powers"]
"""What the button of a power says, for those that are used."""

POWER_NOTES: Final[Mapping[str, str]] = _TEXTS["power_notes"]
"""What a power does, for who picks a Character; the card has the rest."""


def reason_said(event: PanicReasonGiven, names: EventNames) -> str:
    """Return a reason in the words of the seat that gives it."""
    sayings = REASON_SAYINGS.get(event.reason, (humanize(event.reason) + ".",))
    said = say(sayings[event.mood % len(sayings)])
    return tell(event, names, "💬 {seat} to {to}: “{said}”", said=said)
